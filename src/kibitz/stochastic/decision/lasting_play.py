"""Play without end in large games: where it is possible, and where a policy lets it happen."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of
from kibitz.stochastic.graph import FEW_LINKS, StrongComponents, end_components
from kibitz.stochastic.table import TransitionTable

if TYPE_CHECKING:
    from kibitz.stochastic.game import StochasticGame

MOST_NAMED = 8
MOST_LASTING = 500_000
SOME = 30
"""How often Python follows a few links."""


def lasting_states(table: TransitionTable, components: StrongComponents) -> Any:
    """Which states both players together can keep the play in forever. About linear time."""
    from kibitz.core.compiling.tiered import tiered
    from kibitz.stochastic.decision import policy_kernels as kernels

    rounds = (np.diff(components.blocks) ** 2).sum() / max(1, table.states)  # at worst, by state
    return tiered(
        kernels.lasting_states,
        table.first,
        table.link,
        table.target,
        table.weight,
        components.order,
        components.blocks,
        small=rounds * len(table.target) <= SOME * FEW_LINKS,
    )


def require_payoff(game: StochasticGame, table: TransitionTable, inside: Any) -> float:
    """The payoff for endless play; where none is given the game is refused, with a cycle by name.

    ``inside`` are the states from which play may last.
    """
    if isinstance(game.endless, (int, float, Fraction)):
        return float(game.endless)
    names = [str(game.states[s]) for s in _cycle(table, inside)]
    if len(names) > MOST_NAMED:
        names = [*names[: MOST_NAMED - 1], "..."]
    raise GameError(
        f"play can cycle: {' -> '.join([*names, names[0]])}; give the payoff for endless "
        "play (endless=), or a discount"
    )


def _cycle(table: TransitionTable, inside: Any) -> list[int]:
    """States along a cycle that never needs to stop."""
    here, seen = int(np.flatnonzero(inside)[0]), dict[int, int]()
    while here not in seen:
        seen[here] = len(seen)
        here = next(
            int(table.target[table.link[c]])
            for c in range(table.first[here], table.first[here + 1])
            if _lasting_cell(table, c, inside)
        )
    return [s for s, k in seen.items() if k >= seen[here]]


def _lasting_cell(table: TransitionTable, cell: int, inside: Any) -> bool:
    low, high = int(table.link[cell]), int(table.link[cell + 1])
    stay = float(np.abs(table.weight[low:high]).sum())
    return stay >= 1 - 1e-12 and bool(inside[table.target[low:high]].all())


def kept_parts(
    table: TransitionTable, policy: Any, inside: Any, rows_fixed: bool
) -> list[set[int]]:
    """Sets of states in which replies to one side's policy can keep the play forever."""
    states = np.flatnonzero(inside)
    if len(states) > MOST_LASTING:
        raise GameError(
            f"play can cycle in {count_of(len(states), 'state')}; the limit is "
            f"{MOST_LASTING:,}: give "
            "a discount, or use a smaller game"
        )
    actions: dict[int, list[list[int]]] = {}
    for s in states.tolist():
        fixed = (table.columns[s] == 1) == rows_fixed
        begin, end = int(table.first[s]), int(table.first[s + 1])
        cells = [begin + int(policy[s])] if fixed else range(begin, end)
        actions[s] = [
            table.target[table.link[c] : table.link[c + 1]].tolist()
            for c in cells
            if _lasting_cell(table, c, inside)
        ]
    return end_components(actions)
