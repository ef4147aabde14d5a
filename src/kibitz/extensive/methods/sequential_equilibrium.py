"""A sequential equilibrium: the first of the equilibria found that consistent beliefs support.

Candidates are what the usual method finds, which is subgame-perfect, and all equilibria in pure
strategies; whether beliefs support one is decided exactly (:mod:`.trembles`). The answer names
the trembles that give these beliefs.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.methods.pure_equilibrium import pure_equilibria
from kibitz.extensive.methods.trembles import MOST_NODES, TrembleTest, trembling_hand
from kibitz.extensive.solution import ExtensiveEquilibrium
from kibitz.extensive.solve import solve_extensive


def _not_applicable(game: ExtensiveGame) -> str | None:
    if not game.exact:
        return "trembles need exact payoffs"
    if len(game.tree) > MOST_NODES:
        return f"the tree has {len(game.tree):,} nodes; the limit for trembles is {MOST_NODES:,}"
    if game.forgetting:
        return f"players must have perfect recall, but here {game.forgetting[0]}"
    return None


@method(
    ExtensiveGame,
    "sequential",
    finds="a sequential equilibrium",
    cost="finding the equilibria, then exponential in the nodes off their paths",
    reference="Kreps and Wilson 1982",
    applies=_not_applicable,
    fails=lambda game: "no equilibrium that was tried has beliefs that are proved to support it",
    aliases=(
        "sequential-equilibrium",
        "perfect-bayesian",
        "trembling-hand-perfect",
        "pbe",
        "trembling-hand",
    ),
)
def sequential_equilibrium(game: ExtensiveGame) -> ExtensiveEquilibrium | None:
    """A sequential equilibrium, with the trembles whose beliefs support it.

    Parameters
    ----------
    game : ExtensiveGame
        A game with exact payoffs and perfect recall.

    Returns
    -------
    ExtensiveEquilibrium or None
        The first candidate that is proved to be sequential; trembling-hand perfect ones are
        preferred. None if there is no such candidate.

    Notes
    -----
    Cost: that of the equilibria tried, and exponential in the nodes that they do not reach.

    References
    ----------
    Kreps and Wilson 1982; Selten 1975.

    Examples
    --------
    >>> from kibitz.extensive import decision, extensive_game
    >>> answer = decision("Firm", "f", fight=(-1, -1), share=(1, 1))
    >>> game = extensive_game(decision("Entrant", out=(0, 2), enter=answer))
    >>> print(sequential_equilibrium(game).method)
    backward induction; sequential and trembling-hand perfect
    """
    second: ExtensiveEquilibrium | None = None
    for candidate in _candidates(game):
        test = trembling_hand(game, candidate)
        if test.is_perfect:
            return _with_test(candidate, test)
        if test.is_sequential and second is None:
            second = _with_test(candidate, test)
    return second


def _candidates(game: ExtensiveGame) -> Iterator[ExtensiveEquilibrium]:
    with suppress(GameError):  # more than two players, and no equilibrium in pure strategies
        equilibrium = solve_extensive(game)
        if isinstance(equilibrium, ExtensiveEquilibrium):
            yield equilibrium
    yield from pure_equilibria(game)


def _with_test(equilibrium: ExtensiveEquilibrium, test: TrembleTest) -> ExtensiveEquilibrium:
    words = "sequential and trembling-hand perfect" if test.is_perfect else "sequential"
    if len(set(test.trembles.values())) > 1:
        words += f" by trembles {', '.join(f'{m} {e}' for m, e in test.trembles.items())}"
    return replace(equilibrium, method=f"{equilibrium.method}; {words}")
