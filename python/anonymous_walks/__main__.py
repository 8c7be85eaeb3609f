"""The command `awe`: runs the program that the package ships. `python -m anonymous_walks` does the same.

Everything is done by the program, except for downloads: it has no libcurl, so the files of `awe datasets fetch` are fetched here.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._download import PartFile

_IO_ERROR, _MALFORMED = 3, 4
_CODES = {BlockingIOError: 7, OSError: _IO_ERROR, ValueError: 2, MemoryError: 5}  # as the program's exit codes


def command_path() -> str:
    """The path of the program."""
    return str(Path(__file__).parent / "bin" / "awe")


def run_command(arguments: Sequence[str]) -> str:
    """Runs the program and returns what it prints; a RuntimeError with its message if it fails."""
    done = subprocess.run([command_path(), *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip() or f"awe ended with code {done.returncode}")
    return done.stdout


def _value_of(option: str, arguments: Sequence[str]) -> str | None:
    """The value of an option, given as two words or joined by an equals sign."""
    value = None
    for argument, following in zip(arguments, [*arguments[1:], None]):
        if argument == option:
            value = following
        elif argument.startswith(option + "="):
            value = argument[len(option) + 1 :]
    return value


def _without(option: str, arguments: Sequence[str]) -> list[str]:
    """The arguments without an option and its value."""
    before = [None, *arguments[:-1]]
    return [a for a, b in zip(arguments, before) if a != option and b != option and not a.startswith(option + "=")]


def fetch(arguments: Sequence[str]) -> int:
    """`awe datasets fetch`: the program checks the arguments and the data set, and this function downloads it."""
    from .datasets import BASE, data_folder

    url = _value_of("--url", arguments)
    rest = _without("--url", arguments)
    with tempfile.TemporaryDirectory(prefix="awe-") as folder:
        # Nothing is there: what the program says is about its arguments, or that the file is missing.
        command = [command_path(), "datasets", "fetch", *rest, "--url", "file://" + folder]
        first = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if first.returncode != _IO_ERROR or folder not in first.stderr:
        sys.stdout.write(first.stdout)
        sys.stderr.write(first.stderr)
        return first.returncode
    name = os.path.basename(next(word for word in first.stderr.replace(":", " ").split() if word.startswith(folder)))
    address = (url or BASE).rstrip("/") + "/" + name
    path = os.path.join(data_folder(_value_of("--data", rest)), name)
    try:
        return _fetch_file(address, path, rest, only_https=url is None)
    except (MemoryError, OSError, ValueError) as error:
        print(f"awe: {error.strerror if isinstance(error, BlockingIOError) else error}", file=sys.stderr)
        return next(code for kind, code in _CODES.items() if isinstance(error, kind))


def _fetch_file(address: str, path: str, arguments: Sequence[str], *, only_https: bool) -> int:
    """Downloads a file, or the rest of it, and lets the program check it and put it in place."""
    from ._download import PartFile, terminal_report, transfer

    while True:
        with PartFile(path) as part:
            resumed = transfer(address, part, only_https=only_https, report=terminal_report(os.path.basename(path)))
            done = _hand_over(part, address, arguments)
        if done.returncode == _MALFORMED and resumed:
            continue  # the part may belong to another version of the file: only a fresh copy can tell
        if done.returncode == 0 and resumed:
            print(f"awe: note: {resumed} of {part.size} bytes had been fetched before", file=sys.stderr)
        sys.stdout.write(done.stdout)
        sys.stderr.write(done.stderr)
        return done.returncode


def _hand_over(part: "PartFile", address: str, arguments: Sequence[str]) -> "subprocess.CompletedProcess[str]":
    """Runs the program on a complete part, which is kept unless it is in place or not the data set."""
    with tempfile.TemporaryDirectory(prefix=".awe-", dir=os.path.dirname(part.path)) as folder:
        complete = os.path.join(folder, os.path.basename(part.target))
        part.move(complete)  # the program has a part of its own, with this name
        command = [command_path(), "datasets", "fetch", *arguments, "--url", "file://" + folder]
        code = -1
        try:
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
            code = done.returncode
        finally:
            if code not in (0, _MALFORMED):
                os.replace(complete, part.path)
        done.stderr = done.stderr.replace("file://" + folder, os.path.dirname(address))
        return done


def main() -> None:
    """The entry point of the command."""
    arguments = sys.argv[1:]
    if arguments[:2] == ["datasets", "fetch"] and not {"-h", "--help"} & set(arguments):
        try:
            sys.exit(fetch(arguments[2:]))
        except KeyboardInterrupt:
            print("awe: interrupted; the same command continues from here", file=sys.stderr)
            sys.exit(130)
    os.execv(command_path(), ["awe", *arguments])


if __name__ == "__main__":
    main()
