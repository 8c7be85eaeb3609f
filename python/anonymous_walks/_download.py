"""Downloads that go on where they broke off, as those of the command built with libcurl: the bytes are collected in `path`.part, which
both of them continue; another process that downloads to the same path is refused."""

import errno
import fcntl
import http.client
import os
import re
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

LIMIT = 4 << 30
_STALL = 60  # seconds without data after which a transfer fails
_CHUNK = 1 << 16

Report = Callable[[int, int], None]


class PartFile:
    """The file `path`.part, locked; removed at the end if it is empty."""

    def __init__(self, path: str) -> None:
        self.target = os.path.realpath(path)  # a link stays, and its target is replaced
        self.path = self.target + ".part"
        while True:
            self._file = os.open(self.path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW, 0o666)
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                os.close(self._file)
                raise BlockingIOError(errno.EAGAIN, f"{self.path}: another process downloads it; wait for it") from error
            if self._is_in_place():
                break
            os.close(self._file)  # the holder of the lock has renamed the file since it was opened: start again
        self.size = os.lseek(self._file, 0, os.SEEK_END)

    def _is_in_place(self) -> bool:
        try:
            return os.path.samestat(os.stat(self.path), os.fstat(self._file))
        except FileNotFoundError:
            return False

    def clear(self) -> None:
        """Forgets what has arrived."""
        os.ftruncate(self._file, 0)
        self.size = os.lseek(self._file, 0, os.SEEK_SET)

    def append(self, data: bytes) -> None:
        """Writes further bytes."""
        view = memoryview(data)
        while view:
            view = view[os.write(self._file, view) :]
        self.size += len(data)

    def move(self, path: str) -> None:
        """Renames the file."""
        os.fsync(self._file)
        os.replace(self.path, path)

    def __enter__(self) -> "PartFile":
        return self

    def __exit__(self, *_: object) -> None:
        if self.size == 0 and self._is_in_place():
            os.remove(self.path)
        os.close(self._file)


class _Redirects(urllib.request.HTTPRedirectHandler):
    max_redirections = 5

    def __init__(self, allowed: tuple[str, ...]) -> None:
        self._allowed = allowed

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
        if urlsplit(newurl).scheme not in self._allowed:
            raise ValueError(f"{req.full_url}: leads to {newurl}; allowed are {', '.join(self._allowed)}")
        made = super().redirect_request(req, fp, code, msg, headers, newurl)
        if made is not None and req.has_header("Range"):
            made.add_header("Range", req.get_header("Range"))
        return made


def transfer(url: str, part: PartFile, *, only_https: bool = True, report: Report | None = None) -> int:
    """Downloads what `part` does not have yet; returns how many of its bytes were there before.

    ValueError: an address that is not allowed. MemoryError: more than 4 GiB. OSError: the transfer fails; the part is kept.
    """
    allowed = ("https",) if only_https else ("https", "http", "file")
    if urlsplit(url).scheme not in allowed:
        raise ValueError(f"{url}: not an address to download from; allowed are {', '.join(allowed)}")
    if urlsplit(url).scheme == "file":
        part.clear()  # read quickly, so it is never continued
    while True:
        before = part.size
        try:
            resumed = _request_rest(url, part, allowed, report)
        except urllib.error.HTTPError as error:
            advice = "; no such file there: check the name and the address" if error.code == 404 else "; try again later"
            raise OSError(f"{url}: the server answers {error.code}{advice}") from error
        except (OSError, http.client.HTTPException) as error:  # URLError is an OSError
            reason = getattr(error, "reason", None) or error
            raise OSError(f"{url}: {reason}{_advice(part)}") from error
        if resumed is not None:
            return resumed
        if before == 0:
            raise OSError(f"{url}: the server sends a part of the file that was not asked for")
        part.clear()


def _advice(part: PartFile) -> str:
    if part.size == 0:
        return "; check the network and the address"
    return f"; {part.size} bytes are kept, the same command fetches the rest"


def _request_rest(url: str, part: PartFile, allowed: tuple[str, ...], report: Report | None) -> int | None:
    """One request; None if the part cannot be continued."""
    begin = part.size
    request = urllib.request.Request(url, headers={"User-Agent": "awe"})
    if begin:
        request.add_header("Range", f"bytes={begin}-")
    opener = urllib.request.build_opener(_Redirects(tuple(name for name in allowed if name != "file")))
    try:
        response = opener.open(request, timeout=_STALL)
    except urllib.error.HTTPError as error:
        if error.code != 416 or not begin:
            raise
        refused = re.fullmatch(r"bytes \*/(\d+)", error.headers.get("Content-Range", ""))
        return begin if refused and int(refused[1]) == begin else None  # it is complete, or another file
    with response:
        if begin and response.status == 206:
            told = re.match(r"bytes (\d+)-", response.headers.get("Content-Range", ""))
            if not told or int(told[1]) != begin:
                return None
        elif begin:  # the server sends the whole file
            part.clear()
        resumed = part.size
        length = response.headers.get("Content-Length")
        total = resumed + int(length) if length else 0
        while data := response.read(_CHUNK):
            if part.size + len(data) > LIMIT:
                part.clear()
                raise MemoryError(f"{url}: more than {LIMIT} bytes; refused")
            part.append(data)
            if report:
                report(part.size, total)
        if report:
            report(part.size, part.size)
        if total and part.size != total:
            raise OSError(f"broke off after {part.size} of {total} bytes")
    return resumed


def terminal_report(what: str) -> Report | None:
    """A line on stderr with bytes, rate and time left, from the third second on; None if that is no terminal."""
    if not sys.stderr.isatty():
        return None
    begun = time.monotonic()
    due, visible = begun + 2, False
    origin: int | None = None

    def report(done: int, total: int) -> None:
        nonlocal due, visible, origin
        now = time.monotonic()
        if origin is None:
            origin = done
        if done == total:
            if visible:
                sys.stderr.write("\r\033[K")
            return
        if now < due:
            return
        due, visible = now + 0.2, True
        rate = (done - origin) / (now - begun)
        left = f", {(total - done) / rate:.0f} s left" if total and rate else ""
        of = f" of {total / 1e6:.1f}" if total else ""
        sys.stderr.write(f"\r\033[K{what}: {done / 1e6:.1f}{of} MB, {rate / 1e6:.1f} MB/s{left}")
        sys.stderr.flush()

    return report
