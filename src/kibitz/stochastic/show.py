"""Stochastic games and their numbers as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kibitz.algebra.real_root import RealRoot
from kibitz.algebra.surd import write_point
from kibitz.core.explanation import Table as TextTable
from kibitz.core.numbers import Number, show
from kibitz.core.spelling import count_of

if TYPE_CHECKING:
    from kibitz.stochastic.game import StochasticGame

MOST_SHOWN = 12
MOST_LISTED = 8


def write(x: Any) -> str:
    """A rational, an algebraic number or a float, as a person would write it."""
    return write_point(x) if isinstance(x, RealRoot) else show(x)


def write_all(xs: Sequence[Any]) -> str:
    """A mixture in brackets."""
    return "(" + ", ".join(write(x) for x in xs) + ")"


def is_numbered(names: Sequence[str]) -> bool:
    """Whether choices are called 1, 2, 3, ..., as they are when nothing names them."""
    return all(name == str(k) for k, name in enumerate(names, 1))


def mixture_text(names: Sequence[str], mixture: Sequence[Any], between: str = "   ") -> str:
    """A mixture in brackets, or by the names of the choices that are made where they have some.

    >>> mixture_text(["1", "2"], [0.25, 0.75]), mixture_text(["high", "low"], [0.25, 0.75])
    ('(0.25, 0.75)', 'high: 0.25   low: 0.75')
    """
    long = any(isinstance(x, RealRoot) and x.polynomial.degree > 2 for x in mixture)
    numbers = [f"{float(x):.6g}" if long else write(x) for x in mixture]
    if len(mixture) <= MOST_LISTED and is_numbered(names):
        return "(" + ", ".join(numbers) + ")"
    played = [k for k, x in enumerate(mixture) if float(x) > 1e-12]
    more = [f"and {len(played) - MOST_LISTED} more"] if len(played) > MOST_LISTED else []
    return between.join([*(f"{names[k]}: {numbers[k]}" for k in played[:MOST_LISTED]), *more])


def cell_text(game: StochasticGame, cell: int) -> str:
    """A cell as a sum, ``1 + 3/5 G``; what only stopping pays has a star where play may go on."""
    table = game.table
    pay, prize = table.pay[cell], 0 * table.pay[cell]
    if table.prize is not None and table.stay[cell]:
        pay, prize = pay - table.prize[cell], table.prize[cell]
    parts = [_paid(pay)] if any(pay) or not any(prize) else []
    text = " + ".join([*parts, *([_paid(prize) + "*"] if any(prize) else [])])
    nothing = not any(table.pay[cell])
    for target, weight in table.go(cell):
        size: Number = abs(weight)
        name = f"{game.states[target]}" + ("^T" if weight < 0 else "")
        term = name if size == 1 else f"{show(size)} {name}"
        sign = "-" if weight < 0 else "+"
        text = f"{'-' if weight < 0 else ''}{term}" if nothing else f"{text} {sign} {term}"
        nothing = False
    return text


def _paid(pays: Any) -> str:
    return show(pays[0]) if len(pays) == 1 else "(" + ", ".join(map(show, pays)) + ")"


def stage_table(game: StochasticGame, state: int) -> TextTable:
    """The cells of a state with their labels."""
    rows = tuple(
        (label, *(cell_text(game, game.table.cell(state, i, j)) for j in range(columns)))
        for i, label in enumerate(game.row_names(state))
        if (columns := int(game.table.columns[state]))
    )
    return TextTable((str(game.states[state]), *game.column_names(state)), rows)


def game_text(game: StochasticGame) -> str:
    """The whole game, or its size when it is large."""
    name = game.title or "stochastic game"
    count = game.table.states
    facts = [f"{name}, {count:,} state{'s' if count != 1 else ''}"]
    if game.discount != 1:
        facts[0] += f", discount {show(game.discount)}"
    if game.endless is not None:
        shown = game.endless if isinstance(game.endless, str) else show(game.endless)
        facts[0] += f", endless play pays {shown}"
    if game.table.cells > 200:
        return "\n".join([*facts, count_of(game.table.cells, "cell")])
    tables = [stage_table(game, s).text() for s in range(count)]
    return "\n\n".join(["\n".join(facts), *tables])
