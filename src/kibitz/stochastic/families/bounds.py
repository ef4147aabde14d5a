"""What a family of games has for all n at once: its slope, its increments, bounds of its values."""

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
    slopes: set[Fraction] = set()
    for stage in family.rules.values():
        for row in stage:
            for cell in row:
                if cell.pay.degree > 1:
                    return None
                rise = (*cell.pay.coefficients, Fraction(0), Fraction(0))[1]
                rest = 1 - sum((w for _, _, w in cell.go), Fraction(0))
                if rest:
                    slopes.add(Fraction(rise) / rest)
                elif rise:
                    return None
    if len(slopes) > 1:
        return None
    return slopes.pop() if slopes else Fraction(0)


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


def end_values(family: GameFamily) -> tuple[float, float]:
    """Numbers between which the values of all members lie; refused where none are known."""
    cells = [c for stage in family.rules.values() for row in stage for c in row]
    if any(c.pay.degree > 0 for c in cells):
        raise GameError(
            "the payoffs grow with n, so members with large n have no bound; no formula was found"
        )
    stays = [sum((abs(w) for _, _, w in c.go), Fraction(0)) for c in cells]
    pays = [c.pay(Fraction(0)) for c in cells]
    given = [x for rows in family.members.values() for row in rows for x in row]
    endless = [Fraction(family.endless)] if isinstance(family.endless, (Fraction, int)) else []
    if all(not p or not s for p, s in zip(pays, stays, strict=True)):
        most = max(abs(x) for x in [*pays, *given, *endless, Fraction(0)])
    elif max(stays) < 1:
        most = max([abs(x) for x in pays]) / (1 - max(stays)) + max(map(abs, given), default=0)
    else:
        raise GameError("some cells pay and always continue, so members with large n have no bound")
    return -float(most), float(most)
