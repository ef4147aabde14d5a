"""Equilibria in pure strategies, found by trying: for games of any number of players."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import prod
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.spelling import count_of
from kibitz.extensive.arrows.normal_form import NormalForm, normal_form
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.solution import ExtensiveEquilibrium
from kibitz.extensive.strategies.profile import Profile
from kibitz.extensive.strategies.pure_strategies import OPEN

MOST_CELLS = 2_000_000


def pure_equilibria(game: ExtensiveGame) -> Iterator[ExtensiveEquilibrium]:
    """All equilibria in reduced pure strategies, one by one.

    Moves that own moves make needless are the first ones.

    Parameters
    ----------
    game : ExtensiveGame
        A game in extensive form.

    Yields
    ------
    ExtensiveEquilibrium
        An equilibrium.

    Notes
    -----
    Cost: the size of the reduced strategic form, which is refused when it is too large.

    Examples
    --------
    >>> from kibitz.extensive import decision, extensive_game
    >>> hidden = lambda a, b: decision("B", "b", l=a, r=b)
    >>> game = extensive_game(decision("A", T=hidden((3, 2), (0, 0)), B=hidden((0, 0), (2, 3))))
    >>> [[str(p) for p in e.payoffs] for e in pure_equilibria(game)]
    [['3', '2'], ['2', '3']]
    """
    form = normal_form(game, reduced=True, most=MOST_CELLS)
    stable = np.ones(form.shape, bool)
    for player, tensor in enumerate(form.payoffs):
        best = tensor.array.max(axis=player, keepdims=True)
        stable &= np.asarray(tensor.array == best, bool)
    for cell in np.argwhere(stable).tolist():
        yield _equilibrium(form, cell)


@method(
    ExtensiveGame,
    "pure",
    finds="an equilibrium in pure strategies",
    cost="the size of the reduced normal form",
    aliases=("pure-equilibrium",),
)
def pure_equilibrium(game: ExtensiveGame) -> ExtensiveEquilibrium:
    """The first equilibrium in pure strategies; an error when there is none.

    Parameters
    ----------
    game : ExtensiveGame
        A game in extensive form.

    Returns
    -------
    ExtensiveEquilibrium
        The equilibrium.

    Notes
    -----
    Cost: the size of the reduced normal form.

    Examples
    --------
    >>> from kibitz.extensive import decision, extensive_game
    >>> pure_equilibrium(extensive_game(decision("A", l=(1, 0), r=(0, 1)))).value
    Fraction(1, 1)
    """
    equilibrium = next(pure_equilibria(game), None)
    if equilibrium is None:
        raise GameError(
            f"a game of {count_of(len(game.players), 'player')} without an equilibrium in "
            "pure strategies; "
            "solve its strategic form, kibitz.to_strategic(game)"
        )
    return equilibrium


def agent_form(game: ExtensiveGame) -> tuple[NormalForm, ExtensiveGame]:
    """The agent form: every information set becomes a player of its own, paid like its owner.

    Returns its strategic form and the tree with the agents as players.

    Parameters
    ----------
    game : ExtensiveGame
        A game in extensive form.

    Returns
    -------
    tuple[NormalForm, ExtensiveGame]
        The strategic form of the agents, and the tree with the agents as players.
    """
    from kibitz.extensive.build import extensive_game
    from kibitz.extensive.node import Chance, Decision, Leaf
    from kibitz.extensive.nodes import to_nodes

    names = game.infoset_names
    if prod(int(n) for n in game.sizes) > MOST_CELLS:
        raise GameError(
            f"an agent form of {count_of(len(names), 'agent')} is too large to write out"
        )

    def rename(thing: Any) -> Any:
        if isinstance(thing, Leaf):
            return Leaf(tuple(thing.payoffs[int(owner)] for owner in game.owners), thing.name)
        if isinstance(thing, Decision):
            moves = tuple((label, rename(child)) for label, child in thing.moves)
            return Decision(str(thing.infoset), moves, thing.infoset)
        return Chance(tuple((label, p, rename(child)) for label, p, child in thing.outcomes))

    agents = extensive_game(rename(to_nodes(game)), names, f"agents of {game.title}".strip())
    return normal_form(agents), agents


def _equilibrium(form: NormalForm, cell: list[int]) -> ExtensiveEquilibrium:
    game = form.game
    kind = object if game.exact else float
    weights = np.zeros(game.offset[-1], kind)
    weights[:] = Fraction(0) if game.exact else 0.0
    one = Fraction(1) if game.exact else 1.0
    for plan, k in zip(form.plans, cell, strict=True):
        for infoset, move in zip(plan.infosets.tolist(), plan.moves[k].tolist(), strict=True):
            weights[int(game.offset[infoset]) + (0 if move == OPEN else move)] = one
    payoffs = tuple(tensor[tuple(cell)] for tensor in form.payoffs)
    return ExtensiveEquilibrium(game, Profile(game, weights), payoffs, "trying all pure strategies")
