"""The symmetric equilibrium of Cournot's firms, as many as a letter says.

Where all firms make q and together nq, the first-order condition of each is
P(nq) + q P'(nq) = C'(q): one equation for q, solved with all letters.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.algebra.expressions.sympy_bridge import (
    Formula,
    evaluate,
    letter,
    load_sympy,
    reduced,
    spell,
    sympy_of,
    sympy_of_text,
)
from kibitz.algebra.joint_field import joint_field
from kibitz.algebra.trials import trials
from kibitz.continuous.exact.plane_equilibria import is_equilibrium
from kibitz.continuous.markets.any_number import CournotFamily
from kibitz.continuous.symbolic.equilibria import parameter_conditions
from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step
from kibitz.core.extension import call, extends
from kibitz.core.method import method
from kibitz.core.solution import Solution

FIRMS = (2, 3, 5)
"""Numbers of firms at which the answer is tried before it is given."""


@dataclass(frozen=True)
class AnyNumberOfFirms(Solution, kind="any-number-of-firms"):
    """What each of n equal firms makes and earns in the symmetric equilibrium.

    >>> from kibitz import cournot
    >>> print(cournot("a-Q", "c*q", firms="n").solve())
    each of n firms makes (a - c)/(n + 1)
      total n*(a - c)/(n + 1)
      price (a + c*n)/(n + 1)
      profit (a - c)^2/(n + 1)^2
      when a > c
    as n grows, total tends to a - c, price to c, profit to 0
    found by the first-order condition, the same for all firms
    """

    how = "the first-order condition, the same for all firms"
    game: CournotFamily
    quantity: Formula
    total: Formula
    price: Formula
    profit: Formula
    conditions: tuple[str, ...]
    limits: tuple[tuple[str, str], ...] = ()
    """What total, price and profit tend to as the number of firms grows."""

    def at(self, **values: Any) -> Any:
        """The equilibria for numbers in place of all letters."""
        return self.game.at(**values).solve()

    def explain(self) -> Explanation:
        return call(self, "explain_any_number")

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "model": self.game.model,
            "letter": self.game.letter,
            "parameters": list(self.game.parameters),
            "quantity": str(self.quantity),
            "total": str(self.total),
            "price": str(self.price),
            "profit": str(self.profit),
            "conditions": list(self.conditions),
            "limits": dict(self.limits),
        }

    @classmethod
    def from_json(cls, game: CournotFamily, data: dict[str, Any]) -> AnyNumberOfFirms:
        claim = Claim(data)
        quantity, total, price, profit = (
            Formula(sympy_of_text(claim.text(name)))
            for name in ("quantity", "total", "price", "profit")
        )
        conditions = tuple(str(text) for text in claim.items("conditions"))
        limits = claim.part("limits")
        pairs = tuple((name, limits.text(name)) for name in limits.data)
        return cls(game, quantity, total, price, profit, conditions, pairs)

    def __str__(self) -> str:
        n = self.game.letter
        lines = [f"each of {n} firms makes {self.quantity}"]
        lines += [f"  {name} {getattr(self, name)}" for name in ("total", "price", "profit")]
        if self.conditions:
            lines.append(f"  when {', '.join(self.conditions)}")
        if self.limits:
            (first, end), *rest = self.limits
            told = ", ".join([f"{first} tends to {end}", *(f"{k} to {x}" for k, x in rest)])
            lines.append(f"as {n} grows, {told}")
        return "\n".join([*lines, f"found by {self.how}"])


@method(
    CournotFamily,
    "auto",
    finds="the symmetric equilibrium for every number of firms",
    cost="one equation in letters",
    reference="Cournot 1838; Ferguson III.3.1",
)
def solve_any_number(market: CournotFamily) -> AnyNumberOfFirms:
    """The quantity that is a best response to itself, produced by every other firm.

    Parameters
    ----------
    market : CournotFamily
        The markets.

    Returns
    -------
    AnyNumberOfFirms
        Closed forms in the number of firms and the other letters.

    Notes
    -----
    Cost: one equation in letters, and exact checks for a few numbers of firms.

    References
    ----------
    Cournot 1838; Ferguson III.3.1.
    """
    for q in _candidates(market):
        if _holds(market, q):
            return _answer(market, q)
    raise GameError(
        f"no closed form was found for {market.letter} firms; give {market.letter} a number"
    )


def _parts(market: CournotFamily) -> tuple[Any, Any, Any, Any]:
    """Price and cost for sympy, with the total and the quantity they are functions of."""
    total, own = letter("Q"), letter("q")
    return sympy_of(market.price), sympy_of(market.cost), total, own


def _candidates(market: CournotFamily) -> Iterator[Any]:
    """Quantities at which the slope of a firm's profit is zero where all make the same."""
    sympy = load_sympy()
    price, cost, total, own = _parts(market)
    together = {total: letter(market.letter) * own}
    slope = price.subs(together) + own * price.diff(total).subs(together) - cost.diff(own)
    top, _ = sympy.fraction(sympy.together(slope))
    for found in sympy.solve(top, own):
        if not found.has(own):
            yield reduced(found)


def _holds(market: CournotFamily, q: Any) -> bool:
    """Whether it is an equilibrium, exactly, for some numbers of firms and values of letters."""
    for firms in FIRMS:
        proved = False
        for values in trials(market.parameters):
            made = evaluate(q, {**values, market.letter: Fraction(firms)})
            if not isinstance(made, Fraction) or made <= 0:
                continue
            over, profile = joint_field([made] * firms)
            if not is_equilibrium(market.at(**{market.letter: firms}, **values), over, profile):
                return False
            proved = True
            break
        if not proved:
            return False
    return True


def _answer(market: CournotFamily, q: Any) -> AnyNumberOfFirms:
    sympy = load_sympy()
    price, cost, total, own = _parts(market)
    n = letter(market.letter)
    made = reduced(n * q)
    paid = reduced(price.subs({total: made}))
    fixed = cost.subs({own: 0})
    earned = reduced(q * paid - cost.subs({own: q}) + fixed) - fixed
    limits = []
    for name, formula in (("total", made), ("price", paid), ("profit", earned)):
        end = sympy.limit(formula, n, sympy.oo)
        if end.is_finite is not False and not end.has(sympy.oo, sympy.zoo, sympy.nan):
            limits.append((name, spell(end)))
    conditions = parameter_conditions([(q, ">"), (paid, ">=")])
    quantity, total_made, price_paid, profit = map(Formula, (q, made, paid, earned))
    return AnyNumberOfFirms(
        market, quantity, total_made, price_paid, profit, conditions, tuple(limits)
    )


@extends(AnyNumberOfFirms)
def explain_any_number(solution: AnyNumberOfFirms) -> Explanation:
    """The condition for one firm, the same quantity for all, and what follows from it."""
    market = solution.game
    n = market.letter
    price, cost, total, own = _parts(market)
    slope = spell(reduced(price.diff(total)))
    steps = [
        Step(
            "The market",
            f"{n} firms with the cost {market.cost} each. When they make Q together, the price is "
            f"{market.price}.",
        ),
        Step(
            "The best reply of a firm",
            f"A firm that makes q earns q P(Q) - C(q). Its slope is zero where P(Q) + q P'(Q) = "
            f"C'(q), with P'(Q) = {slope} and C'(q) = {spell(reduced(cost.diff(own)))}.",
        ),
        Step(
            "All firms alike",
            f"Where all make q, Q = {n}q, and the condition gives q = {solution.quantity}. So "
            f"Q = {solution.total}, the price is {solution.price}, and each firm earns "
            f"{solution.profit}.",
        ),
    ]
    if solution.conditions:
        steps.append(Step("When it holds", f"When {', '.join(solution.conditions)}."))
    if solution.limits:
        told = ", ".join(f"{name} to {end}" for name, end in solution.limits)
        steps.append(Step("Many firms", f"As {n} grows, they tend to these: {told}."))
    steps.append(Step("Checks", "\n".join(map(str, solution.verify().checks))))
    return Explanation(market.title or f"Cournot's oligopoly of {n} firms", tuple(steps))
