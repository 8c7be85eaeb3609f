"""Bars of progress with tqdm."""

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from ._extras import need

Report = Callable[[int, int], None]


@contextlib.contextmanager
def progress(verbose: Any, unit: str) -> Iterator[Report | None]:
    """A function for reports (done, total) that moves a bar, or None if `verbose` is false."""
    if not verbose:
        yield None
        return
    tqdm = need("tqdm.auto", "progress", "verbose")
    with tqdm.tqdm(unit=" " + unit, leave=True) as bar:

        def report(done: int, total: int) -> None:
            if total and bar.total != total:
                bar.total = total
            if done < bar.n:  # a second pass
                bar.reset(total or None)
            bar.update(done - bar.n)

        yield report
