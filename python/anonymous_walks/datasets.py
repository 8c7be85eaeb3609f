"""The public TU data sets: fetched, checked by the command, and read.

The data folder is the argument `data`, else the environment variable AWE_DATA, else ./datasets.
"""

import os
from typing import Any

from ._download import PartFile, transfer
from .files import GraphStream, read

BASE = "https://www.chrsmrrs.com/graphkerneldatasets"


def data_folder(data: str | os.PathLike[str] | None = None) -> str:
    """The folder of the data sets."""
    return os.fspath(data) if data is not None else os.environ.get("AWE_DATA") or "datasets"


def download(url: str, path: str, *, only_https: bool = True) -> int:
    """Downloads a file, https only unless asked otherwise; returns its size. OSError if it fails.

    What has arrived is kept in `path`.part; the next call requests the rest, or starts again if the server does not support this.
    """
    with PartFile(path) as part:
        transfer(url, part, only_https=only_https)
        part.move(part.target)
        return part.size


def fetch(name: str, *, data: str | os.PathLike[str] | None = None, url: str | None = None, force: bool = False) -> str:
    """Downloads a data set into the data folder, checked against the published statistics; returns its path.

    A copy that is already there is kept, unless `force` is set. An interrupted download is continued by the next call.
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
