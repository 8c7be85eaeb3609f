"""The command `awe`: runs the program that the package ships. `python -m anonymous_walks` does the same.

Everything is done by the program, except for downloads: it has no libcurl, so the files of `awe datasets fetch` are fetched here.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

_IO_ERROR = 3


def command_path() -> str:
    """The path of the program."""
    return str(Path(__file__).parent / "bin" / "awe")


def run_command(arguments: Sequence[str]) -> str:
    """Runs the program and returns what it prints; a RuntimeError with its message if it fails."""
    done = subprocess.run([command_path(), *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip() or f"awe ended with code {done.returncode}")
    return done.stdout


def _split_url(arguments: Sequence[str]) -> tuple[list[str], str | None]:
    """The arguments without --url, and its value."""
    rest: list[str] = []
    url: str | None = None
    waiting = False
    for argument in arguments:
        if waiting:
            url, waiting = argument, False
        elif argument == "--url":
            waiting = True
        elif argument.startswith("--url="):
            url = argument[len("--url=") :]
        else:
            rest.append(argument)
    return rest, url


def fetch(arguments: Sequence[str]) -> int:
    """`awe datasets fetch`: the program checks the arguments and the data set, and this function downloads it."""
    from .datasets import BASE, download

    rest, url = _split_url(arguments)
    with tempfile.TemporaryDirectory(prefix="awe-") as folder:
        command = [command_path(), "datasets", "fetch", *rest, "--url", "file://" + folder]
        # Nothing is there yet: what the program says first is about its arguments, or that the file is missing.
        first = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        if first.returncode != _IO_ERROR or folder not in first.stderr:
            sys.stdout.write(first.stdout)
            sys.stderr.write(first.stderr)
            return first.returncode
        name = next(word for word in first.stderr.replace(":", " ").split() if word.startswith(folder))
        name = os.path.basename(name)
        address = (url or BASE).rstrip("/") + "/" + name
        try:
            download(address, os.path.join(folder, name), only_https=url is None)
        except (OSError, ValueError) as error:
            print(f"awe: {error}", file=sys.stderr)
            return _IO_ERROR
        return subprocess.run(command, check=False).returncode


def main() -> None:
    """The entry point of the command."""
    arguments = sys.argv[1:]
    if arguments[:2] == ["datasets", "fetch"] and not {"-h", "--help"} & set(arguments):
        sys.exit(fetch(arguments[2:]))
    os.execv(command_path(), ["awe", *arguments])


if __name__ == "__main__":
    main()
