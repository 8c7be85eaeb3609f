"""The vocabulary: all anonymous walks of a length, and their positions."""

from collections.abc import Iterable, Iterator

from . import _core


class Walks:
    """All anonymous walks of one length, in the order of the columns of `embed`. Made by `walks`.

    Examples
    --------
    >>> import anonymous_walks as aw
    >>> list(aw.walks(3))
    ['1 2 1 2', '1 2 1 3', '1 2 3 1', '1 2 3 2', '1 2 3 4']
    >>> aw.walks(4).rank("1 2 3 2 3"), aw.walks(10)[-1], len(aw.walks(10))
    (9, '1 2 3 4 5 6 7 8 9 10 11', 115975)
    """

    def __init__(self, length: int, self_loops: bool = False) -> None:
        self._index = _core.WalkIndex(length, self_loops)
        self.length = length
        self.self_loops = self_loops

    def __len__(self) -> int:
        return int(self._index.size)

    def __getitem__(self, rank: int) -> str:
        """The walk at a position; negative ones count from the end."""
        if rank < 0:
            rank += len(self)
        if rank < 0:
            raise IndexError(f"there are {len(self)} walks, numbered from 0")
        return str(self._index.unrank(rank))

    def __iter__(self) -> Iterator[str]:
        return (str(self._index.unrank(rank)) for rank in range(len(self)))

    def rank(self, walk: str) -> int:
        """The position of a walk such as "1 2 3 2"."""
        return int(self._index.rank(walk))

    def __repr__(self) -> str:
        return f"<Walks: {len(self)} anonymous walks of length {self.length}>"


def walks(length: int, *, self_loops: bool = False) -> Walks:
    """All anonymous walks of a length: a sequence of texts with `rank`; see `Walks`.

    Parameters
    ----------
    length : int
        Steps of the walks, 1 to 25.
    self_loops : bool, default False
        Include walks that stay at a node.
    """
    return Walks(length, self_loops)


def anonymise(nodes: Iterable[object]) -> str:
    """The anonymous walk of a walk over any hashable nodes.

    Parameters
    ----------
    nodes : iterable
        The nodes in the order in which they are visited.

    Examples
    --------
    >>> import anonymous_walks as aw
    >>> aw.anonymise("abcbc")
    '1 2 3 2 3'
    """
    numbers: dict[object, int] = {}
    return str(_core.anonymise([numbers.setdefault(node, len(numbers)) for node in nodes]))
