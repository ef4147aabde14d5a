"""Strategy tables as they were printed: buckets and letters for a key, and probabilities."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import exact
from kibitz.extensive.strategies.profile import Profile, uniform
from kibitz.extensive.strategies.strategy_table import fault_in

if TYPE_CHECKING:
    from kibitz.extensive.game import ExtensiveGame

TOLERANCE = Fraction(1, 1000)
WORDS = {"c": "check", "b": "bet", "k": "call", "f": "fold"}
BLANK = "***"


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """One information set: the player (from 0), its name, and a probability for each move.

    No probabilities at all stand for a row that was left open, printed as ``***``.
    """

    player: int
    infoset: str
    probabilities: tuple[Fraction, ...]

    @property
    def fault(self) -> str:
        """Why this is not a distribution, or nothing; rounding to three places is allowed for."""
        return fault_in(self.probabilities, TOLERANCE) if self.probabilities else ""


def row(player: int, key: Sequence[str], *probabilities: Any) -> PublishedRow:
    """A row from a key such as ``("A", "cc", "1", "cb")``: buckets, and moves by their letters.

    >>> row(0, ("A", "cc", "1", "cb"), "0.9", "0.1").infoset
    'A check-check 1 check-bet'
    """
    blank = any(p == BLANK for p in probabilities)
    read = () if blank else tuple(exact(p) for p in probabilities)
    parts = [
        part if k % 2 == 0 else "-".join(WORDS[letter] for letter in part)
        for k, part in enumerate(key)
    ]
    return PublishedRow(player, " ".join(parts), read)


def invalid(rows: Iterable[PublishedRow]) -> list[PublishedRow]:
    """The rows that are not distributions."""
    return [entry for entry in rows if entry.fault]


def table_profile(game: ExtensiveGame, rows: Iterable[PublishedRow]) -> Profile:
    """The rows as a profile; rows left open are filled evenly, rounded rows made to add up."""
    weights = uniform(game).weights.copy()
    names = {(int(game.owners[k]), game.infoset_name(k)): k for k in range(game.infosets)}
    for entry in rows:
        if entry.fault:
            raise GameError(f"{entry.infoset!r}: {entry.fault}")
        infoset = names.get((entry.player, entry.infoset))
        if infoset is None:
            raise GameError(f"unknown information set {entry.infoset!r}")
        if entry.probabilities:
            total = sum(entry.probabilities)
            start, stop = game.offset[infoset : infoset + 2]
            weights[start:stop] = [p / total for p in entry.probabilities]
    return Profile(game, weights)
