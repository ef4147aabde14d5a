"""The Shapley value on the blackboard: the same numbers by dividends, by marginals, by orders."""

from __future__ import annotations

import math

from kibitz.coalitional.explain import steps_of
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.values.dividends import dividends
from kibitz.coalitional.values.shapley import (
    ShapleyValue,
    marginal_rows,
    marginals_by_order,
    shapley_by_dividends,
)
from kibitz.core.explanation import Step, Table
from kibitz.core.numbers import Number, show, show_all
from kibitz.core.spelling import count_of

MOST_ORDERED = 4
"""Players up to which all orders of arrival are written out."""
MOST_LISTED = 5
"""Players up to which all coalitions are written out."""


@steps_of.register
def _(solution: ShapleyValue) -> tuple[Step, ...]:
    game = solution.game
    if game.n > MOST_LISTED:
        return (_in_short(solution),)
    orders = (orders_step(game),) if game.n <= MOST_ORDERED else ()
    return (*orders, *marginal_steps(game), dividends_step(game))


def _in_short(solution: ShapleyValue) -> Step:
    game = solution.game
    n = game.n
    same = shapley_by_dividends(game).payoffs == solution.payoffs or not game.exact
    return Step(
        "Marginal contributions, weighted by size",
        f"A player arrives when s - 1 others are already there in (s-1)! (n-s)! of the n! orders. "
        f"With n = {n} there are {1 << (n - 1)} coalitions to join for each player; their "
        f"contributions are added up size by size, weighted, and divided by {n}!. "
        + ("Sharing the Harsanyi dividends equally gives the same numbers." if same else ""),
        Table(
            ("player", "Shapley value"),
            tuple((p, show(x)) for p, x in solution.by_player.items()),
        ),
    )


def orders_step(game: CoalitionalGame) -> Step:
    """All orders of arrival, with what every player adds in each.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    Step
        One step of an explanation.
    """
    rows = []
    totals: list[Number] = [game.value(0)] * game.n
    for order, added in marginals_by_order(game):
        rows.append((" ".join(game.players[i] for i in order), *map(show, added)))
        totals = [t + x for t, x in zip(totals, added, strict=True)]
    ways = math.factorial(game.n)
    rows.append(("total", *map(show, totals)))
    average = [t / ways for t in totals]
    rows.append((f"total / {ways}", *map(show, average)))
    return Step(
        "By orders of arrival",
        f"The players arrive one by one, and each is paid what the coalition gains by the arrival. "
        f"There are {game.n}! = {count_of(ways, 'order')}, all equally likely; the average is "
        "the value.",
        Table(("order", *game.players), tuple(rows)),
    )


def marginal_steps(game: CoalitionalGame) -> tuple[Step, ...]:
    """For every player the coalitions joined, how often, and the contribution.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    tuple of Step
        The steps of the explanation, in order.
    """
    ways = math.factorial(game.n)
    steps = []
    for k, player in enumerate(game.players):
        terms = marginal_rows(game, player)
        total = sum((row.product for row in terms), start=game.value(0))
        rows = [(game.spell(r.mask), str(r.weight), show(r.added), show(r.product)) for r in terms]
        rows.append(("total", "", "", show(total)))
        prose = f"{show(total)} / {ways} = {show(total / ways)} for {player}."
        if k == 0:
            prose = (
                "The same, coalition by coalition: a player joins last in a coalition S of size s "
                f"in (s-1)! (n-s)! orders. {prose}"
            )
        header = (f"S with {player}", "orders", f"{player} adds", "product")
        steps.append(
            Step(f"By marginal contributions: {player}", prose, Table(header, tuple(rows)))
        )
    return tuple(steps)


def dividends_step(game: CoalitionalGame) -> Step:
    """The dividend of every coalition, shared equally among its members.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    Step
        One step of an explanation.
    """
    shared = dividends(game)
    rows = []
    for mask, dividend in shared.nonzero():
        share = show(dividend / mask.bit_count())
        cells = [share if mask >> i & 1 else "" for i in range(game.n)]
        rows.append((game.spell(mask), show(game.value(mask)), show(dividend), *cells))
    value = shapley_by_dividends(game)
    rows.append(("total", "", "", *map(show, value.payoffs)))
    return Step(
        "By dividends",
        "The dividend of a coalition is its worth less the dividends of all its parts: what only "
        "these players together bring about. They share it equally. The value is "
        f"{show_all(value.payoffs)}, once more.",
        Table(("coalition", "worth", "dividend", *game.players), tuple(rows)),
    )
