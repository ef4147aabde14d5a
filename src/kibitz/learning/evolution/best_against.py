"""The best that anyone can do against automata of which only the play is seen."""

from __future__ import annotations

from functools import cache
from typing import Any

Seen = tuple[tuple[int, int], ...]
"""Automata that may be playing, each with the state in which it is."""


def best_against(members: Any, size: int, pay: Any, rounds: int) -> float:
    """The most that a strategy can get on average, in a match against an automaton drawn by chance.

    Parameters
    ----------
    members : array [members, 3 * size]
        The automata, equally likely; the strategy does not know which of them it meets.
    size : int
        The number of states.
    pay : array [2, 2]
        What a player gets by their own choice and the other's.
    rounds : int
        Rounds of a match.

    Returns
    -------
    float
        The mean over the rounds and the automata, exact but for rounding.

    Notes
    -----
    Backward induction over what is known: which automata have played as this one did, and in which
    states they are. Cost: O(rounds members beliefs).

    Examples
    --------
    Against tit for tat one cooperates until the last round:

    >>> import numpy as np
    >>> from kibitz.learning.evolution.automata import CLASSICS, automaton
    >>> one = np.stack([automaton(CLASSICS["tit for tat"], 2)])
    >>> best_against(one, 2, np.array([[3.0, 0.0], [5.0, 1.0]]), 10)
    3.2
    """
    choice = members[:, :size].tolist()
    after = members[:, size:].reshape(len(members), 2, size).tolist()
    paid = pay.tolist()

    @cache
    def parts(seen: Seen, act: int) -> tuple[float, tuple[Seen, ...]]:
        """What a choice gets in all, and what may be known after it."""
        total = 0.0
        groups: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
        for k, state in seen:
            other = choice[k][state]
            total += paid[act][other]
            groups[other].append((k, after[k][act][state]))
        return total, tuple(tuple(group) for group in groups if group)

    values: dict[Seen, float] = {}
    beliefs = _reachable(tuple((k, 0) for k in range(len(members))), parts)
    for _ in range(rounds):
        values = {
            seen: max(
                total + sum(values.get(part, 0.0) for part in left)
                for total, left in (parts(seen, 0), parts(seen, 1))
            )
            for seen in beliefs
        }
    return values[beliefs[0]] / (rounds * len(members))


def _reachable(start: Seen, parts: Any) -> list[Seen]:
    """All that can come to be known."""
    found, todo = {start: None}, [start]
    while todo:
        seen = todo.pop()
        for act in (0, 1):
            for part in parts(seen, act)[1]:
                if part not in found:
                    found[part] = None
                    todo.append(part)
    return list(found)
