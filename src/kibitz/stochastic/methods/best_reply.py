"""What a stationary strategy guarantees: the best reply to it, play without end included."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number
from kibitz.stochastic.graph import SURE, end_components, surely
from kibitz.stochastic.table import TransitionTable

MOST_ROUNDS = 1000
MOST_STAGES = 1e12
"""A policy that lasts longer on average cannot be evaluated in floating point."""


@dataclass(frozen=True)
class Choice:
    """One choice of the player who replies: what it pays on average, and where it leads."""

    pay: Any
    go: dict[int, Any]
    stays: bool = False
    """Whether it never stops."""


def reply_choices(
    table: TransitionTable, mixtures: Sequence[Any], by_rows: bool, payee: int = 0
) -> list[list[Choice]]:
    """For every state the choices of one player when the other mixes like this.

    ``by_rows`` says that the mixtures are over rows, so that the column player replies. In a table
    of fractions the weights of a mixture are those of their exact sum.
    """
    by_state = []
    for s in range(table.states):
        m, n = int(table.rows[s]), int(table.columns[s])
        mixture = weights_of(mixtures[s], table.exact)
        choices = []
        for c in range(n if by_rows else m):
            pay, go, stays = 0 * mixture[0], dict[int, Any](), True
            for k, weight in enumerate(mixture):
                if weight <= 0:
                    continue
                cell = table.cell(s, k, c) if by_rows else table.cell(s, c, k)
                pay += weight * table.pay[cell, payee]
                stays = stays and surely(table, table.stay[cell])
                for target, w in table.go(cell):
                    go[target] = go.get(target, 0) + weight * w
            choices.append(Choice(pay, go, stays))
        by_state.append(choices)
    return by_state


def weights_of(mixture: Any, exact: bool = True) -> list[Any]:
    """The probabilities of a mixture; as fractions, those of their exact sum."""
    if not exact:
        return [float(x) for x in mixture]
    weights = [max(Fraction(x), Fraction(0)) for x in mixture]
    total = sum(weights)
    return [x / total for x in weights]


def best_reply(
    table: TransitionTable,
    mixtures: Sequence[Any],
    by_rows: bool,
    endless: float | None,
    payee: int = 0,
) -> Any:
    """What a player gets in every state when the side that does not mix replies best for itself.

    In a zero-sum game a column player who replies lowers what the first player gets; in a general
    one each player replies for their own payoff, that of ``payee`` 1.

    End components, in which the reply can keep the play forever, become single states with one
    more choice, to stay there for the payoff of endless play. What is left always stops, and is
    solved by policy iteration. No cell may exchange the roles.

    Parameters
    ----------
    table : TransitionTable
        The states, as arrays.
    mixtures : sequence
        A mixed strategy of one player in each state; the other one replies.
    by_rows : bool
        Whether the row player mixes.
    endless : float
        The payoff of a play that never ends.
    payee : int, default 0
        The player whose payoffs are counted.

    Returns
    -------
    array
        The payoff of each state.
    """
    sign = -1.0 if by_rows and table.zero_sum else 1.0
    home, merged = joined_choices(reply_choices(table, mixtures, by_rows, payee), endless)
    value = _policy_iteration(merged, sign)
    return np.array([value[home[s]] for s in range(table.states)])


def joined_choices(
    choices: list[list[Choice]], endless: Number | None
) -> tuple[dict[int, int], dict[int, list[Choice]]]:
    """The state that each one is part of, and their choices: end components as one state."""
    staying = {s: [list(c.go) for c in options if c.stays] for s, options in enumerate(choices)}
    home = {s: s for s in range(len(choices))}
    for part in end_components(staying):
        home |= dict.fromkeys(part, min(part))
    merged: dict[int, list[Choice]] = {}
    for s, options in enumerate(choices):
        into = merged.setdefault(home[s], [])
        for c in options:
            go: dict[int, Any] = {}
            for t, w in c.go.items():
                go[home[t]] = go.get(home[t], 0) + w
            if c.stays and set(go) == {home[s]}:
                into.append(_stay(c, endless))
            else:
                into.append(Choice(c.pay, go))
    return home, merged


def _stay(choice: Choice, endless: Number | None) -> Choice:
    if abs(choice.pay) > (SURE if isinstance(choice.pay, float) else 0):
        raise GameError("an endless play pays at every stage, so its total has no limit")
    if endless is None:
        raise GameError("play may never end; give the payoff for endless play")
    return Choice(endless, {})


def _policy_iteration(choices: dict[int, list[Choice]], sign: float) -> dict[int, float]:
    """Values of the best policy; sign -1 to minimize. Every policy stops.

    Where a tie by rounding is left, the values are moved by what it may be worth, to the better.
    """
    states = list(choices)
    place = {s: k for k, s in enumerate(states)}
    policy = [0] * len(states)
    value, stages = np.zeros(len(states)), np.zeros(len(states))
    slack = 0.0
    size = max((abs(c.pay) for line in choices.values() for c in line), default=0.0)
    for _ in range(MOST_ROUNDS):
        matrix, right = np.eye(len(states)), np.zeros(len(states))
        for k, s in enumerate(states):
            chosen = choices[s][policy[k]]
            right[k] = chosen.pay
            for t, w in chosen.go.items():
                matrix[k, place[t]] -= w
        value, stages = _evaluated(matrix, right)
        changed, slack = False, 0.0
        for k, s in enumerate(states):
            worth = [c.pay + sum(w * value[place[t]] for t, w in c.go.items()) for c in choices[s]]
            best = int(np.argmax(sign * np.array(worth)))
            gain = sign * (worth[best] - worth[policy[k]])
            slack = max(slack, gain)
            if gain > 1e-12 * max(size, abs(worth[best])):
                policy[k], changed = best, True
        if not changed:
            break
    moved = value + sign * slack * stages
    return {s: float(moved[k]) for k, s in enumerate(states)}


def _evaluated(matrix: Any, right: Any) -> tuple[Any, Any]:
    """What a policy pays, and how long it lasts: ``matrix`` is I - P.

    A mixture may stop so rarely that P rounds to a matrix of plays that never end.
    """
    try:
        value, stages = np.linalg.solve(matrix, np.stack([right, np.ones_like(right)], axis=1)).T
    except np.linalg.LinAlgError:
        stages = np.full(len(right), np.inf)
    if not np.all((stages > 0) & (stages < MOST_STAGES)):
        raise GameError("a strategy stops too rarely to be evaluated in floating point")
    return value, stages
