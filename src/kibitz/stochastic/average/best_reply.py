"""What a stationary strategy guarantees a stage in the long run: the best reply to it.

Against a stationary strategy the other side faces a Markov decision process with the average
criterion, which pure stationary policies solve. Howard (1960); multichain case, Puterman (1994),
section 9.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.core.errors import GameError
from kibitz.stochastic.average.chain import gain_and_bias
from kibitz.stochastic.average.moves import Continuation, moves_of, replies

__all__ = ["AverageReply", "average_reply", "guarantee", "moves_of", "replies"]
MOST_ROUNDS = 1000
CLOSE = 1e-11


@dataclass(frozen=True)
class AverageReply:
    """The best policy against a strategy, and the gain and bias that prove it."""

    gain: list[Any]
    bias: list[Any]
    policy: list[int]


def average_reply(
    choices: list[list[Continuation]], lowest: bool, policy: Sequence[int] | None = None
) -> AverageReply:
    """The least or the greatest gain that one side can bring about, by policy iteration.

    A choice is changed where that improves the gain, or keeps it and improves the bias. Finite; a
    round solves the equations of one chain.

    >>> one = Fraction(1)
    >>> wait = [Continuation(0 * one, 0, {0: one}, 0), Continuation(one, one, {}, one)]
    >>> print(*average_reply([wait], lowest=False).gain)
    1
    """
    chosen = [0] * len(choices) if policy is None else list(policy)
    exact = isinstance(choices[0][0].pay, Fraction)
    sign = -1 if lowest else 1
    for _ in range(MOST_ROUNDS):
        gain, bias = gain_and_bias([choices[s][a] for s, a in enumerate(chosen)])
        close: Any = 0 if exact else CLOSE * (1 + max(map(abs, gain)))
        changed = _improve(chosen, [_gains(line, gain) for line in choices], sign, close)
        if not changed:
            changed = _improve(
                chosen,
                [_biases(line, s, gain, bias, close) for s, line in enumerate(choices)],
                sign,
                close * 100,
            )
        if not changed:
            return AverageReply(gain, bias, chosen)
    raise GameError(f"policy iteration did not end in {MOST_ROUNDS} rounds")


def _gains(line: list[Continuation], gain: list[Any]) -> list[Any]:
    return [m.settled + sum((w * gain[t] for t, w in m.go.items()), 0 * gain[0]) for m in line]


def _biases(
    line: list[Continuation], s: int, gain: list[Any], bias: list[Any], close: Any
) -> list[Any]:
    """For choices that keep the gain what they are worth beside it; None for the others."""
    return [
        m.pay + sum((w * bias[t] for t, w in m.go.items()), 0 * bias[0])
        if abs(kept - gain[s]) <= close
        else None
        for m, kept in zip(line, _gains(line, gain), strict=True)
    ]


def _improve(chosen: list[int], worths: list[list[Any]], sign: int, close: Any) -> bool:
    """Take the best choice wherever it is better than the present one."""
    changed = False
    for s, worth in enumerate(worths):
        known = [a for a, x in enumerate(worth) if x is not None]
        best = max(known, key=lambda a: sign * worth[a])
        now = worth[chosen[s]]
        if now is None or sign * (worth[best] - now) > close:
            chosen[s], changed = best, True
    return changed


def guarantee(
    moves: list[list[list[Continuation]]], mixtures: Sequence[Sequence[Any]], by_rows: bool
) -> list[Any]:
    """What a stationary strategy assures its player of in every state, whatever the reply."""
    return average_reply(replies(moves, mixtures, by_rows), lowest=by_rows).gain
