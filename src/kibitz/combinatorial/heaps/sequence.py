"""Sequences of nimbers: heaps of 0, 1, 2, ... in one array, with the period where it is proved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy.typing as npt

from kibitz.combinatorial.heaps.game import HeapGame
from kibitz.combinatorial.heaps.periods.periodicity import Periodicity, Unknown, unproved
from kibitz.combinatorial.heaps.tables.table import MOST_VALUES
from kibitz.core.errors import GameError
from kibitz.core.extension import extends, find
from kibitz.core.noun import Noun
from kibitz.core.spelling import words_of

SHOWN = 240
"""Nimbers printed; there may be many more."""
LINE = 20
AHEAD, WINDOWS, FAR = 300, 4, 20_000
"""Heaps that are looked at for a period even where fewer are asked for: Kayles needs 156, and
subtraction games some windows of their largest amount, but not more than a limit."""


@dataclass(frozen=True, eq=False)
class NimSequence:
    """The nimbers of single heaps under the rules of a game.

    ``values[n]`` is the nimber of a heap of n, in one byte or two where that is enough.

    >>> sequence = nim_sequence("0.77", to=1_000_000)
    >>> sequence.values[:13].tolist(), sequence.values.dtype, int(sequence.values[-1])
    ([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4], dtype('uint8'), 1)
    >>> from kibitz.combinatorial.heaps import subtraction
    >>> print(nim_sequence(subtraction([1, 4, 10]), to=59))
    subtraction of 1,4,10: the nimbers of heaps 0 to 59
       0  0 1 0 1 2 0 1 0 1 2 3 2 3 0 1 3 0 1 0 1
      20  2 0 1 2 0 1 2 0 1 0 1 2 0 1 2 0 1 2 0 1
      40  0 1 2 0 1 2 0 1 2 0 1 0 1 2 0 1 2 0 1 2
    period 11 from 16 on, proved by the repetition of a window of 10 nimbers; exceptions
    before: 0, 1, 10, 11, 12, 15
    """

    game: HeapGame
    values: npt.NDArray[Any]
    period: Periodicity | Unknown

    def __len__(self) -> int:
        return int(self.values.size)

    def __getitem__(self, n: int) -> int:
        return int(self.values[n])

    def heaps_of(self, value: int) -> list[int]:
        """The heaps with this nimber; with 0, the ones that are lost for the player to move.

        Parameters
        ----------
        value : int
            The nimber.

        Examples
        --------
        >>> nim_sequence("0.77", to=100).heaps_of(6)
        [11, 22, 34, 70]
        """
        return [int(n) for n in (self.values == value).nonzero()[0]]

    def __str__(self) -> str:
        head = f"{self.game.name}: the nimbers of heaps 0 to {len(self) - 1}"
        shown = self.values[:SHOWN].tolist()
        width = max(len(str(v)) for v in shown) if shown else 1
        wide = len(str(max(0, len(shown) - 1)))
        lines = [
            f"  {start:>{wide}}  " + " ".join(f"{v:>{width}}" for v in shown[start : start + LINE])
            for start in range(0, len(shown), LINE)
        ]
        if len(self) > SHOWN:
            lines.append(f"  ... and {len(self) - SHOWN:,} more")
        return "\n".join([head, *lines, self.period_words()])

    def period_words(self) -> str:
        """What is known about all heaps, in a sentence: a closed form, or the period."""
        period, form = self.period, self.game.closed_form
        if not isinstance(period, Periodicity):
            return f"closed form: {form}" if form else str(period).partition(": ")[2]
        rise = f", saltus {period.saltus}," if period.saltus else ""
        listed = ", ".join(map(str, period.exceptions[:30])) or "none"
        more = ", ..." if len(period.exceptions) > 30 else ""
        return (
            f"period {period.period}{rise} from {period.preperiod} on, proved by "
            f"{period.proof.theorem}; exceptions before: {listed}{more}"
            + (f"\nclosed form: {form}" if form else "")
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "nim-sequence",
            "game": self.game.name,
            "to": len(self) - 1,
            "values": self.values.tolist(),
            "period": self.period.to_json(),
            **({"closed_form": self.game.closed_form} if self.game.closed_form else {}),
            "method": "the mex rule",
            "exact": True,
        }


@extends(HeapGame)
def nim_sequence(game: HeapGame | str, to: int) -> NimSequence:
    """The nimbers of heaps of 0 to ``to``, of a game or of a code such as ``0.77``.

    Parameters
    ----------
    game : HeapGame or str
        A game of heaps, a code, or a name with its parameters but for the heaps.
    to : int
        The largest heap.

    Returns
    -------
    NimSequence
        The nimbers.

    Examples
    --------
    >>> nim_sequence("subtraction set=1,3,4", to=9).values.tolist()
    [0, 1, 0, 1, 2, 3, 2, 0, 1, 0]
    """
    if isinstance(to, bool) or not isinstance(to, int) or to < 0:
        raise GameError(f"to is {to!r}; it must be a whole number, the largest heap wanted")
    if to >= 5 * MOST_VALUES:
        raise GameError(f"{to:,} nimbers do not fit in memory; ask for heaps one by one instead")
    if isinstance(game, str):
        from kibitz.combinatorial.heaps.take_and_break import take_and_break

        coded = "." in game.partition(" ")[0]
        game = take_and_break(game) if coded else find(Noun, "heap_rules")(words_of(game))
    if not isinstance(game, HeapGame):
        raise GameError(f"{game!r} is not a game of heaps; give one, or a code such as '0.77'")
    table = game.table()
    values = table.array(to)
    ahead = _ahead(game)
    searched = values if table.period is not None or to >= ahead else table.array(ahead)
    return NimSequence(game, values, table.period or unproved(game, searched))


def _ahead(game: HeapGame) -> int:
    """How far to look for a period: a window of all amounts of a subtraction game, and more."""
    heaps, last = game.move_bounds() or (0, 0)
    return AHEAD if heaps != 1 else min(max(AHEAD, WINDOWS * last), FAR)
