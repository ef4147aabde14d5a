"""What problems about a bimatrix game share: the table of pairs."""

from __future__ import annotations

from kibitz.core.explanation import Table
from kibitz.core.numbers import show
from kibitz.exercises.kind import Draft
from kibitz.exercises.properties import general_sum  # noqa: F401
from kibitz.strategic.game import StrategicGame, bimatrix

PROSE = (
    "I chooses a row and II a column, at the same time; the first number of a cell is what I gets, "
    "the second what II gets."
)


def pairs_table(game: StrategicGame) -> Table:
    """The payoffs of both players in each cell."""
    rows, columns = game.strategies
    body = tuple(
        (label, *(", ".join(show(x) for x in game.payoff(r, c)) for c in range(len(columns))))
        for r, label in enumerate(rows)
    )
    return Table(("\\".join(game.players), *columns), body)


def random_bimatrix(draft: Draft, rows: int, columns: int, low: int, high: int) -> StrategicGame:
    """A bimatrix game with whole payoffs."""
    dice = draft.dice
    return bimatrix(dice.table(rows, columns, low, high), dice.table(rows, columns, low, high))
