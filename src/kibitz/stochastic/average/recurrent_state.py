"""Whether every play keeps coming back to one state, whatever the players do."""

from __future__ import annotations

from kibitz.stochastic.table import TransitionTable


def recurrent_state(table: TransitionTable) -> int | None:
    """A state that is reached from everywhere under all strategies, in a game that never stops.

    Then the average payment has one value for all states, and optimal stationary strategies exist:
    v + h = Val(A + P h) has a solution. Hoffman and Karp (1966), Rogers (1969).

    >>> from kibitz.stochastic.game import stochastic_game
    >>> recurrent_state(stochastic_game("A: B, 3 + A/2 + B/2 | B: 1 + A", endless="average").table)
    0
    """
    if any(stay < 1 - (0 if table.exact else 1e-12) for stay in table.stay.tolist()):
        return None
    after = [
        [{t for t, _ in table.go(cell)} for cell in range(int(a), int(b))]
        for a, b in zip(table.first, table.first[1:], strict=False)
    ]
    for goal in range(table.states):
        reached = {goal}
        while True:
            more = {
                s
                for s, cells in enumerate(after)
                if s not in reached and all(targets & reached for targets in cells)
            }
            if not more:
                break
            reached |= more
        if len(reached) == table.states:
            return goal
    return None
