"""Games that may never stop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.core.errors import GameError
from kibitz.stochastic.decision.lasting_play import lasting_states, require_payoff
from kibitz.stochastic.graph import LARGE, components, endless_play, staying_actions

if TYPE_CHECKING:
    from kibitz.stochastic.game import StochasticGame
    from kibitz.stochastic.table import TransitionTable


def require_ending(game: StochasticGame) -> None:
    """Refuse a game that may never stop and says nothing about that, with the cycle by name."""
    if game.endless is not None or game.discount != 1:
        return
    if game.table.states > LARGE:
        inside = lasting_states(game.table.floats, components(game.table))
        if inside.any():
            require_payoff(game, game.table.floats, inside)
        return
    for part in endless_play(game):
        names = [str(game.states[s]) for s in _cycle(game.table, part)]
        raise GameError(
            f"play can cycle: {' -> '.join([*names, names[0]])}; give the payoff for endless "
            "play, or a discount"
        )


def _cycle(table: TransitionTable, inside: set[int]) -> list[int]:
    """States of an end component along one of its cycles."""
    seen: list[int] = []
    here = min(inside)
    while here not in seen:
        seen.append(here)
        here = next(t for a in staying_actions(table)[here] if set(a) <= inside for t in a)
    return seen[seen.index(here) :]
