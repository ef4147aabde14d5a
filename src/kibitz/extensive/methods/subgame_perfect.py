"""Subgame-perfect equilibria of games with hidden moves: the smallest subgames first.

Each subgame is solved with the subgames inside it replaced by what they pay, and the strategies
are put together.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.core.numbers import Number, show, show_all
from kibitz.core.solution import Certificate, Check
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.methods.best_response import best_response, expected_payoffs
from kibitz.extensive.nodes import rebuilt
from kibitz.extensive.solution import ExtensiveEquilibrium
from kibitz.extensive.strategies.profile import Profile
from kibitz.extensive.subgames import subgame_roots


class SubgamePerfectEquilibrium(ExtensiveEquilibrium):
    """An equilibrium that is one in every subgame."""

    def verify(self) -> Certificate:
        """Nobody gains by deviating in any subgame."""
        checks = list(super().verify().checks)
        slack: Any = 0 if self.exact else 1e-6
        for root in subgame_roots(self.game)[1:]:
            part = rebuilt(self.game, root)
            here = restricted(self.profile, part)
            gains = [
                best_response(part, k, here).value - paid
                for k, paid in enumerate(expected_payoffs(part, here))
            ]
            what = f"nobody gains in the subgame at node {root}"
            checks.append(Check(what, bool(max(gains) <= slack), show(max(gains))))
        claim = f"a subgame-perfect equilibrium with payoffs {show_all(self.payoffs)}"
        return Certificate(claim, "best responses in every subgame", tuple(checks))


def restricted(profile: Profile, part: ExtensiveGame) -> Profile:
    """What a profile says about a part of its game."""
    whole = profile.game
    weights = np.zeros(part.offset[-1], profile.weights.dtype)
    for k, name in enumerate(part.infoset_names):
        there = whole.find(name)
        weights[part.offset[k] : part.offset[k + 1]] = profile.weights[
            whole.offset[there] : whole.offset[there + 1]
        ]
    return Profile(part, weights)


def subgame_perfect(
    game: ExtensiveGame, solver: Callable[[ExtensiveGame], ExtensiveEquilibrium]
) -> SubgamePerfectEquilibrium:
    """Solve the subgames one inside the other, each by ``solver``."""
    roots = subgame_roots(game)
    paid: dict[int, tuple[Number, ...]] = {}
    weights = np.zeros(game.offset[-1], object if game.exact else float)
    methods: dict[str, None] = {}
    for root in reversed(roots):
        part = rebuilt(game, root, paid)
        found = solver(part)
        methods[found.method] = None
        paid[root] = found.payoffs
        for k, name in enumerate(part.infoset_names):
            there = game.find(name)
            weights[game.offset[there] : game.offset[there + 1]] = found.profile.weights[
                part.offset[k] : part.offset[k + 1]
            ]
    if weights.dtype == object:
        weights[weights == 0] = Fraction(0)
    method = f"{len(roots)} subgames from the smallest, by {'; '.join(methods)}"
    profile = Profile(game, weights)
    return SubgamePerfectEquilibrium(game, profile, expected_payoffs(game, profile), method)
