"""What kind of strategic game it is: sums, symmetry, dominance, potentials, pure equilibria."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from kibitz.core.explanation import Description
from kibitz.core.numbers import show, show_all
from kibitz.core.spelling import count_of
from kibitz.core.verbs import describe
from kibitz.strategic.concepts.player_symmetry import is_player_symmetric
from kibitz.strategic.concepts.potential import exact_potential, ordinal_potential
from kibitz.strategic.concepts.pure_equilibria import pure_equilibria
from kibitz.strategic.concepts.zero_sum_equivalence import strategic_zero_sum, zero_sum_equivalence
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.profile import cell_text
from kibitz.zero_sum.strategies.dominance import eliminate

SEARCHED = 5_000
"""Cells up to which dominance and potentials are looked for."""


@describe.register
def describe_strategic(game: StrategicGame) -> Description:
    """Size, numbers, sums, and every structure that is recognized.

    Parameters
    ----------
    game : StrategicGame
        A game in strategic form.

    Returns
    -------
    Description
        Its properties, each with its name.
    """
    facts = [
        ("form", f"strategic game of {count_of(len(game.players), 'player')}"),
        ("size", " x ".join(map(str, game.shape))),
        ("players", ", ".join(game.players)),
        ("numbers", ("exact" if game.exact else "floating point") + _convention(game)),
        *_structure(game),
        ("pure equilibria", _pure(game)),
    ]
    if prod(game.shape) <= SEARCHED:
        facts += [("strict dominance", _dominance(game)), ("potential", _potential(game))]
    return Description(game.title or "A strategic game", tuple(facts))


def _structure(game: StrategicGame) -> Iterator[tuple[str, str]]:
    total = game.constant_sum()
    yield "constant sum", "no" if total is None else f"yes, {show(total)}"
    if len(game.players) == 2 and total is None:
        yield "zero-sum equivalent", _zero_sum(game)
    yield "symmetric", "yes" if is_player_symmetric(game) else "no"


def _convention(game: StrategicGame) -> str:
    return ", costs to minimize" if game.costs else ""


def _zero_sum(game: StrategicGame) -> str:
    equivalence = zero_sum_equivalence(game)
    if equivalence.alpha is not None and equivalence.beta is not None and equivalence.reducible:
        return f"yes, with alpha {show(equivalence.alpha)} and beta {show(equivalence.beta)}"
    wider = strategic_zero_sum(game)
    if wider is not None:
        shifts = f"{show_all(wider.rows)} and {show_all(wider.columns)}"
        big = max(game.shape) > 6
        return f"after shifts by row and column, alpha {show(wider.alpha)}" + (
            "" if big else f", shifts {shifts}"
        )
    return "no"


def _pure(game: StrategicGame) -> str:
    equilibria = pure_equilibria(game)
    shown = ", ".join(cell_text(game, cell) for cell in equilibria.cells[:6])
    more = f" and {len(equilibria) - 6} more" if len(equilibria) > 6 else ""
    return f"{shown}{more}" if shown else "none"


def _dominance(game: StrategicGame) -> str:
    mixed = prod(game.shape) <= 400
    elimination = eliminate(game, mixed=mixed, strict=True)
    if elimination.solved:
        return "leaves one cell: the game is dominance solvable"
    if not elimination.removals:
        return "removes nothing"
    return " x ".join(str(len(kept)) for kept in elimination.kept) + " left"


def _potential(game: StrategicGame) -> str:
    if exact_potential(game) is not None:
        return "exact"
    return "none" if ordinal_potential(game) is None else "ordinal"
