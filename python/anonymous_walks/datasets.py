"""The public TU data sets: fetched, checked by the command, and read.

The data folder is the argument `data`, else the environment variable AWE_DATA, else ./datasets.
"""

import os
import shutil
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import urlsplit

from .files import GraphStream, read

BASE = "https://www.chrsmrrs.com/graphkerneldatasets"
_LIMIT = 4 << 30


def data_folder(data: str | os.PathLike[str] | None = None) -> str:
    """The folder of the data sets."""
    return os.fspath(data) if data is not None else os.environ.get("AWE_DATA") or "datasets"


def download(url: str, path: str, *, only_https: bool = True) -> int:
    """Downloads a file, https only unless asked otherwise; returns its size. OSError if it fails."""
    allowed = ("https",) if only_https else ("https", "http", "file")
    if urlsplit(url).scheme not in allowed:
        raise ValueError(f"{url}: not an address to download from; allowed are {', '.join(allowed)}")
    request = urllib.request.Request(url, headers={"User-Agent": "awe"})
    try:
        with urllib.request.urlopen(request, timeout=60) as response, open(path, "wb") as file:
            if only_https and urlsplit(response.geturl()).scheme != "https":
                raise ValueError(f"{url}: leads to {response.geturl()}, which is not https")
            size = int(response.headers.get("Content-Length") or 0)
            if size > _LIMIT:
                raise ValueError(f"{url}: more than {_LIMIT} bytes; refused")
            shutil.copyfileobj(response, file)
    except urllib.error.HTTPError as error:
        raise OSError(f"{url}: the server answers {error.code}") from error
    except urllib.error.URLError as error:
        raise OSError(f"{url}: {error.reason}; check the network and the address") from error
    written = os.path.getsize(path)
    if size and written != size:
        raise OSError(f"{url}: broke off after {written} of {size} bytes")
    return written


def fetch(name: str, *, data: str | os.PathLike[str] | None = None, url: str | None = None, force: bool = False) -> str:
    """Downloads a data set into the data folder, checked against the published statistics; returns its path.

    A copy that is already there is kept, unless `force` is set.
    """
    from .__main__ import fetch as fetch_command

    folder = data_folder(data)
    path = os.path.join(folder, name + ".zip")
    if os.path.exists(path) and not force:
        return path
    arguments = [name, "--data", folder, *(["--url", url] if url else []), *(["--force"] if force else [])]
    code = fetch_command(arguments)
    if code != 0:
        raise OSError(f"{name}: could not be fetched (code {code})")
    return path


def load(name: str, *, data: str | os.PathLike[str] | None = None, **options: Any) -> GraphStream:
    """The graphs of a data set in the data folder; FileNotFoundError says how to get it. Options: those of `read`."""
    path = os.path.join(data_folder(data), name + ".zip")
    if not os.path.exists(path):
        raise FileNotFoundError(f"{path}: there is no such data set; datasets.fetch({name!r}) downloads it")
    return read(path, **options)
