"""Best response dynamics in pure strategies: players in turn switch to a best reply.

The path ends in a pure equilibrium, or it returns to a state it has been in and cycles forever.
In games with a potential it always ends. Monderer and Shapley (1996).
"""

from __future__ import annotations

from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.learning.dynamics.field import Field, check_steps, strategic
from kibitz.learning.dynamics.trajectory import Trajectory
from kibitz.strategic.expected_payoffs import utility_by_strategy
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.profile import pure_profile, read_cell

RULE = "best response dynamics"


@method(
    StrategicGame,
    "best-response-dynamics",
    finds="a path of play by best responses",
    cost="one row or column of the payoffs per switch",
    reference="Monderer and Shapley 1996",
    aliases=(
        "br",
        "best-response-dynamics",
    ),
)
def best_response_dynamics(game: Any, start: Any = None, rounds: int = 10_000) -> Trajectory:
    """Let the players switch to best replies in turn, until no player gains or a cycle closes.

    A player who is content stays; ties go to the first best strategy. Exact.

    Parameters
    ----------
    game : StrategicGame or MatrixGame
        The game.
    start : cell, optional
        The first cell; the first strategies if omitted.
    rounds : int, default 10000
        The largest number of rounds.

    Returns
    -------
    Trajectory
        The path: times, states, and where it leads.

    Notes
    -----
    Cost: one row or column of the payoffs per switch.

    References
    ----------
    Monderer and Shapley 1996.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> print(best_response_dynamics(bimatrix("3 0; 4 1", "3 4; 0 1"), start="1 1"))
    best response dynamics, 2 switches
    I    2
    II   2
    regret 0: converged to an equilibrium
    >>> print(best_response_dynamics(bimatrix("1 -1; -1 1", "-1 1; 1 -1")).remark)
    the path enters a cycle of 4 switches
    """
    noun = strategic(game)
    check_steps(rounds)
    cell = (0,) * len(noun.players) if start is None else read_cell(noun, start)
    path, seen, remark = [cell], {(cell, 0): 0}, ""
    turn = still = 0
    while still < len(noun.players) and len(path) <= rounds:
        k = turn % len(noun.players)
        reply = _reply(noun, cell, k)
        turn += 1
        if reply == cell[k]:
            still += 1
            continue
        still = 0
        cell = (*cell[:k], reply, *cell[k + 1 :])
        path.append(cell)
        key = (cell, turn % len(noun.players))
        if key in seen:
            remark = f"the path enters a cycle of {len(path) - 1 - seen[key]} switches"
            break
        seen[key] = len(path) - 1
    if not remark and still < len(noun.players):
        raise GameError(f"after {rounds} switches the path has neither ended nor repeated")
    field = Field(noun)
    states = [pure_profile(noun, one) for one in path]
    floats = [[_floats(side) for side in state] for state in states]
    switches = len(path) - 1
    return Trajectory(
        noun,
        RULE,
        tuple(float(k) for k in range(len(path))),
        tuple(states),
        tuple(field.regret(state) for state in floats),
        states[-1],
        f"{switches} switch{'' if switches == 1 else 'es'}",
        tuple(path),
        None,
        remark,
    )


def _reply(game: Any, cell: tuple[int, ...], k: int) -> int:
    """The strategy to stay with or to switch to."""
    payoffs = utility_by_strategy(game, k, pure_profile(game, cell))
    best = max(payoffs)
    return cell[k] if payoffs[cell[k]] == best else payoffs.index(best)


def _floats(side: Any) -> Any:
    import numpy as np

    return np.array([float(x) for x in side])
