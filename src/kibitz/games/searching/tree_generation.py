"""Solving a search game by generating the search trees that matter, one at a time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from kibitz.core.method import method
from kibitz.core.numbers import exact
from kibitz.core.progress import work
from kibitz.games.searching.game import SearchGame
from kibitz.games.searching.information_states import InformationStates
from kibitz.games.searching.least_cost import least_cost
from kibitz.games.searching.solution import SearchSolution, WeightedTree
from kibitz.games.searching.tree import SearchTree, costs
from kibitz.zero_sum.game import matrix


@dataclass(frozen=True)
class GenerationRound:
    """The cost of the cheapest search against a hiding mixture, and the value with that tree."""

    cheapest: Fraction
    value: Fraction


@dataclass(frozen=True)
class GenerationWorking:
    """The number of states of knowledge, and the rounds."""

    states: int
    rounds: tuple[GenerationRound, ...]


@method(
    SearchGame,
    "tree-generation",
    finds="the value, and mixtures of hiding places and of search trees",
    cost="a matrix game and a dynamic program over the information states in every round",
    reference="Gilmore and Gomory 1961",
    aliases=("auto",),
)
def tree_generation(game: SearchGame) -> SearchSolution:
    """Solve hiding places against some trees, add the best tree against the hider, and repeat.

    The places enter by their orbits under the symmetries of the game, so the matrix games stay
    small; the best tree comes from dynamic programming. It ends, because there are finitely many
    trees, when the best tree costs no less than the value, which proves both strategies optimal.
    This is column generation.

    Parameters
    ----------
    game : SearchGame
        The game.

    Returns
    -------
    SearchSolution
        The value, and mixtures of hiding places and of search trees.

    Notes
    -----
    Cost: a matrix game and a dynamic program over the information states in every round.

    References
    ----------
    Gilmore and Gomory 1961; McMahan, Gordon and Blum 2003.

    Examples
    --------
    >>> from kibitz.games.searching.dresher import DresherGame
    >>> print(tree_generation(DresherGame(7)).value)
    23/9
    """
    states = InformationStates(game, game.symmetries())
    orbits = game.orbits()
    scale = states.unit * math.lcm(*map(len, orbits))
    trees: list[SearchTree | None] = []
    columns: list[list[int]] = []
    rounds: list[GenerationRound] = []
    mixture = [Fraction(len(orbit), len(game.places)) for orbit in orbits]
    hider, lower, upper = mixture, Fraction(-1), None
    weights: list[Fraction] = []
    with work("growing search trees") as task:
        while True:
            least, choice = least_cost(states, _spread(mixture, orbits, game))
            if least > lower:
                hider, lower = mixture, least
            if upper is not None and (lower >= upper or task.stopped):
                break
            trees.append(states.tree(choice))
            columns.append([int(c * scale) for c in _by_orbit(costs(game, trees[-1]), orbits)])
            master = matrix([list(row) for row in zip(*columns, strict=True)]).solve()
            upper = exact(master.value) / scale
            mixture = [exact(p) for p in master.row]
            weights = [exact(q) for q in master.column]
            rounds.append(GenerationRound(least, upper))
            task.advance()
    searcher = [WeightedTree(w, t) for w, t in zip(weights, trees, strict=True) if w > 0]
    return SearchSolution(
        game,
        upper,
        _spread(hider, orbits, game),
        tuple(searcher),
        "generating search trees",
        upper - lower,
        GenerationWorking(len(states.states), tuple(rounds)),
    )


def _spread(
    mixture: Sequence[Fraction], orbits: Sequence[Sequence[int]], game: SearchGame
) -> tuple[Fraction, ...]:
    """Divide the probability of each orbit evenly among its places."""
    probability = [Fraction(0)] * len(game.places)
    for total, orbit in zip(mixture, orbits, strict=True):
        for i in orbit:
            probability[i] = total / len(orbit)
    return tuple(probability)


def _by_orbit(cost: Sequence[Fraction], orbits: Sequence[Sequence[int]]) -> list[Fraction]:
    return [sum((cost[i] for i in orbit), Fraction(0)) / len(orbit) for orbit in orbits]
