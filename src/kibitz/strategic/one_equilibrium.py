"""One equilibrium of a game of n players, proved, as soon as one is found.

Pure cells are looked at first, then limits of the iterated polymatrix approximation that can be
proved, then support profiles from small and balanced to large, by the same certified search that
finds all equilibria. Random games nearly always have an equilibrium on a small support, so this is
quick; in the worst case it looks everywhere. Govindan and Wilson (2004); Porter, Nudelman and
Shoham (2008).
"""

from __future__ import annotations

from kibitz.core.errors import GameError
from kibitz.core.progress import work
from kibitz.strategic import support_profiles
from kibitz.strategic.iterated_polymatrix import proved_limit
from kibitz.strategic.n_player_solution import NPlayerEquilibria, NPlayerEquilibrium
from kibitz.strategic.polynomial_support_enumeration import (
    pure,
    scaled_payoffs,
    search_profiles,
)
from kibitz.strategic.strategic_game import StrategicGame

METHOD = "search of small supports"
STARTS = 4
BUDGET = 2_000


def one_equilibrium(game: StrategicGame) -> NPlayerEquilibria:
    """One certified equilibrium, from the smallest supports that have one.

    >>> from kibitz import strategic_game
    >>> game = strategic_game("3,3,0 0,0,0; 0,0,0 2,2,1 | 0,0,1 1,1,0; 1,1,0 0,0,0")
    >>> print(one_equilibrium(game))
    one equilibrium; there may be more
    player 1: 1 | player 2: 2 | player 3: 2 | payoffs 1, 1, 0
    found by support enumeration with certified subdivision
    """
    found = next(pure(game), None) or proved_limit(game, STARTS, 0)[0] or _search(game)
    return NPlayerEquilibria(game, (found,), found.method, (), False)


def _search(game: StrategicGame) -> NPlayerEquilibrium:
    payoffs, sizes = scaled_payoffs(game)
    for budget in (BUDGET, 100 * BUDGET):
        with work("support profiles") as task:
            for wanted in support_profiles.size_profiles(game.shape):
                part = support_profiles.of_sizes(game.shape, wanted)
                found, _, _ = search_profiles(game, payoffs, sizes, part, budget, 1, [])
                if found:
                    return found[0]
                if task.stopped:
                    raise GameError("stopped before an equilibrium was found")
                task.advance(len(part))
    raise GameError(
        "no isolated equilibrium was found; every one is singular, so take method='logit'"
    )
