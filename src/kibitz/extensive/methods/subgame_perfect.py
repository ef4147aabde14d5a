"""Subgame-perfect equilibria of games with hidden moves: the smallest subgames first.

Each subgame is solved with the subgames inside it replaced by what they pay, and the strategies
are put together.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from kibitz.core.numbers import Number
from kibitz.core.spelling import count_of
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.methods.best_response import expected_payoffs
from kibitz.extensive.nodes import rebuilt
from kibitz.extensive.solution import ExtensiveEquilibrium
from kibitz.extensive.strategies.profile import Profile
from kibitz.extensive.subgames import subgame_roots


class SubgamePerfectEquilibrium(ExtensiveEquilibrium, kind="subgame-perfect-equilibrium"):
    """An equilibrium that is one in every subgame."""


def solve_subgames(
    game: ExtensiveGame, solver: Callable[[ExtensiveGame], ExtensiveEquilibrium]
) -> SubgamePerfectEquilibrium:
    """Solve the subgames one inside the other, each by ``solver``."""
    roots = subgame_roots(game)
    paid: dict[int, tuple[Number, ...]] = {}
    weights = np.zeros(game.offset[-1], object if game.exact else float)
    methods: dict[str, None] = {}
    for root in reversed(roots):
        part = rebuilt(game, root, paid)
        solution = solver(part)
        methods[solution.method] = None
        paid[root] = solution.payoffs
        for k, name in enumerate(part.infoset_names):
            there = game.find(name)
            weights[game.offset[there] : game.offset[there + 1]] = solution.profile.weights[
                part.offset[k] : part.offset[k + 1]
            ]
    if weights.dtype == object:
        weights[weights == 0] = Fraction(0)
    method = f"{count_of(len(roots), 'subgame')} from the smallest, by {'; '.join(methods)}"
    profile = Profile(game, weights)
    return SubgamePerfectEquilibrium(game, profile, expected_payoffs(game, profile), method)
