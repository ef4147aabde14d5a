"""Ladders: families whose rule is the same for every n but for a multiple of n.

If V(n) = a n + c solves the equations, c solves those of the increments, a game without n: what a
cell pays at n = 0, and a for every step that it makes. Where the increments have one solution, and
neither side can keep the play going, that is the value of every member.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from kibitz.core.errors import GameError
from kibitz.stochastic.families.family import GameFamily
from kibitz.stochastic.game import ANY, StochasticGame, stochastic_game


def slope(family: GameFamily) -> Fraction | None:
    """The number a for which V(n) - a n can be the same for all n; None when there is none.

    >>> from kibitz.stochastic.families.family import game_family
    >>> print(slope(game_family("G(n): n+3, n+2; n+1, G(n+1)")))
    1
    """
    found: set[Fraction] = set()
    for stage in family.rules.values():
        for row in stage:
            for cell in row:
                if cell.pay.degree > 1:
                    return None
                rise = (*cell.pay.coefficients, Fraction(0), Fraction(0))[1]
                rest = 1 - sum((w for _, _, w in cell.go), Fraction(0))
                if rest:
                    found.add(Fraction(rise) / rest)
                elif rise:
                    return None
    if len(found) > 1:
        return None
    return found.pop() if found else Fraction(0)


def increments(family: GameFamily, a: Fraction) -> StochasticGame:
    """The game without n whose values are V(n) - a n."""
    states = {}
    for name, stage in family.rules.items():
        rows = []
        for row in stage:
            line = []
            for cell in row:
                pay = cell.pay(Fraction(0)) + a * sum((w * k for _, k, w in cell.go), Fraction(0))
                goals: dict[str, dict[str, Fraction]] = {"go": {}, "neg_go": {}}
                for to, _, w in cell.go:
                    goal = goals["go" if w > 0 else "neg_go"]
                    goal[to] = goal.get(to, Fraction(0)) + abs(w)
                line.append({"pay": pay, **goals})
            rows.append(line)
        states[name] = rows
    endless: Any = ANY if a else family.endless
    return stochastic_game(states, endless, title=f"{family.title} increments".strip())


def solve_ladder(family: GameFamily) -> Any:
    """The increments of a ladder, solved; None for another family."""
    if family.members:
        return None
    a = slope(family)
    if a is None:
        return None
    try:
        return increments(family, a).solve()
    except GameError:
        if not a:
            raise
        return None
