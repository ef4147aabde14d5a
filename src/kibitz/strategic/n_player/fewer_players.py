"""Games in which at most two players have a choice left, once dominated strategies are gone.

Strictly dominated strategies are played in no equilibrium and never tempt anyone, and a player with
one strategy does not decide; so what remains of the game has the same equilibria. Of one player
they are the mixtures of what is best, of two those of a bimatrix game, components included.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kibitz.core.tensor import Tensor
from kibitz.linear.polyhedra.double_description import most_vertices
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.n_player.nash_regions import flat_region
from kibitz.strategic.n_player.solution import NPlayerEquilibria, rational_equilibrium
from kibitz.strategic.two_player.equilibria import equilibria
from kibitz.strategic.two_player.equilibrium import Equilibria
from kibitz.zero_sum.strategies.dominance import eliminate
from kibitz.zero_sum.strategies.dominated_lines import Kept
from kibitz.zero_sum.strategies.mixture import Mixture, embed, pure

MOST_VERTICES = 2_000_000


def few_deciders(game: StrategicGame) -> NPlayerEquilibria | None:
    """All equilibria of a game in which dominance leaves a choice to two players at most.

    Cost: the removals, and all equilibria of a bimatrix game. None for other games.

    >>> from kibitz import strategic_game
    >>> found = few_deciders(strategic_game([[3, 5, 5]]))
    >>> print(found)
    infinitely many equilibria in 1 component
    continuum 1: dimension 1, index +1
      player 1 mixes 2 and 3
    found by what is best
    """
    kept = eliminate(game, mixed=False, strict=True).kept
    deciding = [k for k, positions in enumerate(kept) if len(positions) > 1]
    if len(deciding) > 2:
        return None
    if len(deciding) < 2:
        return _one_decides(game, kept, deciding)
    shape = [len(kept[k]) for k in deciding]
    if most_vertices(min(shape), sum(shape)) > MOST_VERTICES:
        return None
    return _two_decide(game, kept, deciding)


def _one_decides(game: StrategicGame, kept: Kept, deciding: list[int]) -> NPlayerEquilibria:
    """Everyone else has one strategy: what is best for the last one, in any mixture."""
    sides: list[list[Mixture]] = [
        [pure(own[0], n)] for own, n in zip(kept, game.shape, strict=True)
    ]
    for k in deciding:
        at = tuple(slice(None) if i == k else own[0] for i, own in enumerate(kept))
        line = game.payoffs[k].array[at]
        slack = 0 if game.exact else 1e-12 * float(np.ptp(line))
        best = np.flatnonzero(line >= line.max() - slack).tolist()
        sides[k] = [pure(s, game.shape[k]) for s in best]
    method = "what is best" if deciding else "dominance"
    corners = [tuple(side[0] for side in sides)]
    for k in deciding:
        corners = [(*corners[0][:k], own, *corners[0][k + 1 :]) for own in sides[k]]
    alone = len(corners) == 1
    listed = tuple(rational_equilibrium(game, corner, method, alone) for corner in corners)
    regions = () if alone else (flat_region(game, sides),)
    return NPlayerEquilibria(game, listed, method, (), True, regions)


def _two_decide(game: StrategicGame, kept: Kept, deciding: list[int]) -> NPlayerEquilibria:
    """The bimatrix game of the two, and its equilibria with what the others must play."""
    small = game.restrict(*kept)
    shape = tuple(small.shape[k] for k in deciding)
    two = replace(
        small,
        payoffs=tuple(
            Tensor(small.payoffs[k].array.reshape(shape), small.payoffs[k].denominator)
            for k in deciding
        ),
        players=tuple(game.players[k] for k in deciding),
        strategies=tuple(small.strategies[k] for k in deciding),
    )
    answer = equilibria(two)
    method = f"{answer.method}, with two players who decide"

    def lifted(pair: tuple[tuple[Mixture, ...], ...]) -> list[list[Mixture]]:
        sides: list[list[Mixture]] = [
            [pure(own[0], n)] for own, n in zip(kept, game.shape, strict=True)
        ]
        for k, own in zip(deciding, pair, strict=True):
            sides[k] = [embed(x, kept[k], game.shape[k]) for x in own]
        return sides

    listed = tuple(
        rational_equilibrium(
            game, tuple(side[0] for side in lifted(((x,), (y,)))), method, _regular(answer, k)
        )
        for k, (x, y) in enumerate(answer.pairs)
    )
    regions = tuple(
        flat_region(game, lifted((subset.rows, subset.columns)))
        for subset in answer.nash_subsets
        if subset.dimension
    )
    return NPlayerEquilibria(game, listed, method, (), True, regions, answer)


def _regular(answer: Equilibria, k: int) -> bool:
    """Whether an equilibrium of the two stands alone, without a tie outside what it plays."""
    e = answer.extreme[k]
    return e.index is not None and e.test.best_responses == e.supports
