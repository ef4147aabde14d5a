"""A transposition table to look into: what is kept of a position, when it may be used again.

The compiled searches keep theirs in arrays; this one is for the textbook searches and for study.
An entry holds a value or a bound of it, and the depth below the position that it rests on.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import Number, number
from kibitz.core.spelling import canonical_name
from kibitz.rules.game import Move

Flag = Literal["exact", "lower", "upper"]
Replacement = Literal["always", "never", "deeper", "aging", "two-tier", "bucket"]
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

        Parameters
        ----------
        needed_depth : float
            How deep the search would still go.
        alpha, beta : number, default -INFINITY
            The window of the search.

        Examples
        --------
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

    A search that mixes results of different depths can contradict itself.

    Parameters
    ----------
    bounds : iterable of TableEntry or mapping
        Bounds of one position: entries, or dicts with ``lower``, ``upper`` or ``exact``.

    Returns
    -------
    bool
        True when some value satisfies all bounds.

    Examples
    --------
    >>> consistent([{"upper": 3}, {"lower": 5}]), consistent([{"upper": 5}, {"lower": 5}])
    (False, True)
    """
    low: Number = -INFINITY
    high: Number = INFINITY
    for bound in bounds:
        pairs = [(bound.flag, bound.value)] if isinstance(bound, TableEntry) else bound.items()
        for word, given in pairs:
            flag, value = _flag(word), number(given) if isinstance(given, str) else given
            low = max(low, value) if flag in ("lower", "exact") else low
            high = min(high, value) if flag in ("upper", "exact") else high
    return low <= high


def replacement_rule(word: str) -> Replacement:
    """The rule of replacement that a word names.

    >>> replacement_rule("Depth-Preferred"), replacement_rule("two_tier")
    ('deeper', 'two-tier')
    """
    plain = canonical_name(str(word))
    meant = _ALIASES.get(plain, plain)
    rules: tuple[Replacement, ...] = get_args(Replacement)
    for rule in rules:
        if rule == meant:
            return rule
    near = did_you_mean(plain, rules) or f"; known: {', '.join(rules)}"
    raise GameError(f"unknown replacement rule {word!r}{near}")


class TranspositionTable:
    """Entries by key, at most this many; a rule says which of two with one place stays.

    ``always`` keeps the newer, ``never`` the older, ``deeper`` the one that rests on more depth
    (the newer of equals), ``aging`` that one too, unless it is from an earlier search: ``new_age``
    says that another one begins. With ``two-tier`` two entries share a place, the deeper one and
    the newer; with ``bucket`` four do, and the oldest and shallowest of them gives way.

    >>> table = TranspositionTable(slots=1, replacement="deeper")
    >>> table.store("p", TableEntry(4, 1)); table.store("q", TableEntry(2, 0))
    >>> table.find("p").value, table.find("q")
    (1, None)
    >>> table = TranspositionTable(slots=2, replacement="two-tier")
    >>> table.store("p", TableEntry(4, 1)); table.store("q", TableEntry(2, 0))
    >>> table.find("p").value, table.find("q").value
    (1, 0)
    """

    def __init__(self, slots: int = 1 << 20, replacement: Replacement = "deeper") -> None:
        if slots < 1:
            raise GameError(f"slots is {slots}; it must be at least 1")
        self.slots, self.replacement = slots, replacement_rule(replacement)
        width = _WIDTHS.get(self.replacement, 1)
        if slots < width:
            raise GameError(
                f"a table of {slots} slots is too small for {self.replacement}; give at least "
                f"{width}"
            )
        self.hits = 0
        self.unstable = 0
        """How often a new bound contradicted the one that was kept."""
        self._width = width
        self._age = 0
        self._kept: dict[int, _Kept] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def new_age(self) -> None:
        """Another search begins: what is in the table grows old."""
        self._age += 1

    def find(self, key: Hashable) -> TableEntry | None:
        """What is known of a position; keys are compared, so a collision is never a hit.

        Parameters
        ----------
        key : hashable
            The position, or what stands for it.
        """
        for place in self._bucket(key):
            kept = self._kept.get(place)
            if kept is not None and kept.key == key:
                return kept.entry
        return None

    def store(self, key: Hashable, entry: TableEntry) -> None:
        """Keep an entry, unless the rule of replacement keeps an older one in its place.

        Parameters
        ----------
        key : hashable
            The position, or what stands for it.
        entry : TableEntry
            What was found out.
        """
        before = self.find(key)
        if before is not None and not consistent([before, entry]):
            self.unstable += 1
        place = self._place(key, entry)
        if place is not None:
            self._kept[place] = _Kept(key, entry, self._age)

    def _bucket(self, key: Hashable) -> range:
        first = hash(key) % (self.slots // self._width) * self._width
        return range(first, first + self._width)

    def _place(self, key: Hashable, entry: TableEntry) -> int | None:
        """Where an entry belongs; nowhere if the rule keeps what is there."""
        bucket = self._bucket(key)
        first = bucket[0]
        there = self._kept.get(first)
        if there is None or self.replacement == "always":
            return first
        if self.replacement == "never":
            return None
        if self.replacement == "bucket":
            return self._oldest_and_shallowest(key, bucket)
        stale = self.replacement == "aging" and there.age != self._age
        if stale or entry.depth >= there.entry.depth:
            return first
        return first + 1 if self.replacement == "two-tier" else None

    def _oldest_and_shallowest(self, key: Hashable, bucket: range) -> int:
        for place in bucket:
            kept = self._kept.get(place)
            if kept is None or kept.key == key:
                return place
        return min(bucket, key=lambda p: (self._kept[p].age, self._kept[p].entry.depth))


@dataclass(frozen=True, slots=True)
class _Kept:
    key: Hashable
    entry: TableEntry
    age: int


_WIDTHS = {"two-tier": 2, "bucket": 4}
_ALIASES = {
    "newer": "always",
    "depth": "deeper",
    "depth-preferred": "deeper",
    "older": "never",
    "age": "aging",
    "ageing": "aging",
    "two-level": "two-tier",
    "buckets": "bucket",
}
_FLAGS: dict[str, Flag] = {
    "exact": "exact",
    "value": "exact",
    "lower": "lower",
    "lowerbound": "lower",
    "atleast": "lower",
    "beta": "lower",
    "upper": "upper",
    "upperbound": "upper",
    "atmost": "upper",
    "alpha": "upper",
}


def _flag(word: str) -> Flag:
    plain = canonical_name(str(word)).replace("-", "")
    if plain not in _FLAGS:
        raise GameError(f"a bound is exact, lower or upper, not {word!r}")
    return _FLAGS[plain]
