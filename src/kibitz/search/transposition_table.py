"""A transposition table to look into: what is kept of a position, when it may be used again.

The compiled searches keep theirs in arrays; this one is for the textbook searches and for study.
An entry holds a value or a bound of it, and the depth below the position that it rests on.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import Number
from kibitz.rules.game import Move

Flag = Literal["exact", "lower", "upper"]
Replacement = Literal["always", "deeper", "never"]
INFINITY = float("inf")


@dataclass(frozen=True, slots=True)
class TableEntry:
    """What a search found out about a position.

    A ``lower`` bound says that the value is at least this, an ``upper`` one that it is at most
    this. The depth is infinite when the search went to the end of the game.
    """

    depth: float
    value: Number
    flag: Flag = "exact"
    state: Any = None
    line: tuple[Move, ...] = ()
    estimated: bool = False

    def __post_init__(self) -> None:
        if self.flag not in get_args(Flag):
            object.__setattr__(self, "flag", _flag(self.flag))

    def usable(
        self, needed_depth: float, alpha: Number = -INFINITY, beta: Number = INFINITY
    ) -> bool:
        """Whether a search may take it instead of looking: deep enough, and it settles the window.

        >>> entry = TableEntry(depth=8, value=3)
        >>> [entry.usable(depth) for depth in (10, 8, 5)]
        [False, True, True]
        >>> bound = TableEntry(8, 3, "lower")
        >>> bound.usable(5), bound.usable(5, alpha=0, beta=2)
        (False, True)
        """
        if self.depth < needed_depth:
            return False
        if self.flag == "lower":
            return self.value >= beta
        return self.flag == "exact" or self.value <= alpha


def consistent(bounds: Iterable[TableEntry | Mapping[str, Number]]) -> bool:
    """Whether bounds of one position leave room for a value; otherwise the search was unstable.

    That happens when results of different depths are mixed. A bound is an entry, or a dict with
    ``lower``, ``upper`` or ``exact``.

    >>> consistent([{"upper": 3}, {"lower": 5}]), consistent([{"upper": 5}, {"lower": 5}])
    (False, True)
    """
    low: Number = -INFINITY
    high: Number = INFINITY
    for bound in bounds:
        pairs = [(bound.flag, bound.value)] if isinstance(bound, TableEntry) else bound.items()
        for word, value in pairs:
            flag = _flag(word)
            low = max(low, value) if flag in ("lower", "exact") else low
            high = min(high, value) if flag in ("upper", "exact") else high
    return low <= high


class TranspositionTable:
    """Entries by key, at most so many; a rule says which of two with one place stays.

    ``always`` keeps the newer, ``deeper`` the one that rests on more depth (the newer of equals),
    ``never`` the older.

    >>> table = TranspositionTable(slots=1, replacement="deeper")
    >>> table.store("p", TableEntry(4, 1)); table.store("q", TableEntry(2, 0))
    >>> table.find("p").value, table.find("q")
    (1, None)
    """

    def __init__(self, slots: int = 1 << 20, replacement: Replacement = "deeper") -> None:
        if slots < 1:
            raise GameError(f"a table of {slots} slots holds nothing; give 1 or more")
        if replacement not in _REPLACES:
            near = did_you_mean(replacement, _REPLACES) or f"; known: {', '.join(_REPLACES)}"
            raise GameError(f"no rule of replacement is called {replacement!r}{near}")
        self.slots, self.replacement = slots, replacement
        self.hits = 0
        self.unstable = 0
        """How often a new bound contradicted the one that was kept."""
        self._kept: dict[int, tuple[Hashable, TableEntry]] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def find(self, key: Hashable) -> TableEntry | None:
        """What is known of a position; keys are compared, so a collision is never a hit."""
        kept = self._kept.get(hash(key) % self.slots)
        return kept[1] if kept is not None and kept[0] == key else None

    def store(self, key: Hashable, entry: TableEntry) -> None:
        place = hash(key) % self.slots
        kept = self._kept.get(place)
        if kept is not None and kept[0] == key and not consistent([kept[1], entry]):
            self.unstable += 1
        if kept is None or _REPLACES[self.replacement](kept[1], entry):
            self._kept[place] = (key, entry)


_REPLACES: dict[str, Callable[[TableEntry, TableEntry], bool]] = {
    "always": lambda old, new: True,
    "deeper": lambda old, new: new.depth >= old.depth,
    "never": lambda old, new: False,
}
_FLAGS: dict[str, Flag] = {
    "exact": "exact", "value": "exact",
    "lower": "lower", "lowerbound": "lower", "atleast": "lower", "beta": "lower",
    "upper": "upper", "upperbound": "upper", "atmost": "upper", "alpha": "upper",
}  # fmt: skip


def _flag(word: str) -> Flag:
    plain = str(word).lower().replace("_", "").replace("-", "").replace(" ", "")
    if plain not in _FLAGS:
        raise GameError(f"a bound is exact, lower or upper, not {word!r}")
    return _FLAGS[plain]
