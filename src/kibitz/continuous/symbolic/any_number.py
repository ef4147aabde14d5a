"""Markets of equal firms, as many as a letter says.

Where all firms choose the same, the first-order condition of one of them is one equation, solved
with all letters. Firms that sell equal goods charge their cost. Firms that move in turn, with a
linear price and cost, each take half of what those before them left.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.algebra.expressions.read import read_formula
from kibitz.algebra.expressions.sympy_bridge import (
    SymbolicFormula,
    evaluate,
    letter,
    load_sympy,
    reduced,
    spell,
    sympy_of,
    sympy_of_text,
    tidy,
)
from kibitz.algebra.joint_field import joint_field
from kibitz.algebra.trials import trials
from kibitz.continuous.exact.plane_equilibria import is_equilibrium
from kibitz.continuous.markets.any_number import OWN, TITLES, MarketFamily
from kibitz.continuous.symbolic.equilibria import parameter_conditions
from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step
from kibitz.core.extension import call, extends
from kibitz.core.method import method
from kibitz.core.solution import Solution

FIRMS = (2, 3, 5)
"""Numbers of firms at which the answer is tried before it is given."""


_VERBS = {
    "cournot": "makes",
    "stackelberg": "makes",
    "bertrand": "charges",
    "advertising": "spends",
}
_SHOWN = {
    "cournot": ("total", "price", "profit"),
    "stackelberg": ("total", "price", "profit"),
    "bertrand": ("quantity", "total", "profit"),
    "advertising": ("total", "profit"),
}


@dataclass(frozen=True)
class AnyNumberOfFirms(Solution, kind="any-number-of-firms"):
    """What each of n equal firms makes and earns in the symmetric equilibrium, or in its turn.

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
    game: MarketFamily
    quantity: SymbolicFormula
    """What a firm makes, sells or spends."""
    total: SymbolicFormula
    price: SymbolicFormula | None
    """None in a contest."""
    profit: SymbolicFormula
    conditions: tuple[str, ...]
    limits: tuple[tuple[str, str], ...] = ()
    """What total, price and profit tend to as the number of firms grows."""

    @property
    def method(self) -> str:
        if self.game.equal_goods:
            return "undercutting: a price above the cost of a unit never lasts"
        in_turn = "backward induction: each firm makes half of what is left"
        return in_turn if self.game.model == "stackelberg" else self.how

    @property
    def choice(self) -> SymbolicFormula:
        """What a firm chooses: its price, or its quantity."""
        priced = self.game.model == "bertrand" and self.price is not None
        return self.price if priced and self.price is not None else self.quantity

    def at(self, **values: Any) -> Any:
        """The equilibria for numbers in place of all letters."""
        return self.game.at(**values).solve()

    def explain(self) -> Explanation:
        return call(self, "explain_any_number")

    def to_json(self) -> dict[str, Any]:
        place = {"place": self.game.place} if self.game.model == "stackelberg" else {}
        price = {} if self.price is None else {"price": str(self.price)}
        return {
            "kind": self.kind,
            "model": self.game.model,
            "letter": self.game.letter,
            **place,
            "parameters": list(self.game.parameters),
            "quantity": str(self.quantity),
            "total": str(self.total),
            **price,
            "profit": str(self.profit),
            "conditions": list(self.conditions),
            "limits": dict(self.limits),
        }

    @classmethod
    def from_json(cls, game: MarketFamily, data: dict[str, Any]) -> AnyNumberOfFirms:
        claim = Claim(data)
        in_turn = game.model == "stackelberg"
        names = [*game.parameters, game.letter, *([game.place] if in_turn else [])]

        def formula(name: str) -> SymbolicFormula:
            text = claim.text(name)
            read = sympy_of(read_formula(text, names)) if in_turn else sympy_of_text(text)
            return SymbolicFormula(read, text)

        if in_turn:
            claim.text("place")
        price = formula("price") if "price" in claim else None
        conditions = tuple(str(text) for text in claim.items("conditions"))
        limits = claim.part("limits")
        pairs = tuple((name, limits.text(name)) for name in limits.data)
        quantity, total, profit = map(formula, ("quantity", "total", "profit"))
        return cls(game, quantity, total, price, profit, conditions, pairs)

    def __str__(self) -> str:
        n, model = self.game.letter, self.game.model
        who = f"firm {self.game.place} of {n}" if model == "stackelberg" else f"each of {n} firms"
        lines = [f"{who} {_VERBS[model]} {self.choice}"]
        for name in _SHOWN[model]:
            word = "payoff" if model == "advertising" and name == "profit" else name
            lines.append(f"  {word} {getattr(self, name)}")
        if self.conditions:
            lines.append(f"  when {', '.join(self.conditions)}")
        if self.game.equal_goods:
            lines.append(
                f"from three firms on, it is enough that two of them charge {self.price} and none "
                "less"
            )
        if self.limits:
            (first, end), *rest = self.limits
            listed = ", ".join([f"{first} tends to {end}", *(f"{k} to {x}" for k, x in rest)])
            lines.append(f"as {n} grows, {listed}")
        return "\n".join([*lines, f"found by {self.method}"])


@dataclass(frozen=True)
class _InTurn:
    """The margin of the first unit, the slope of the price, unit cost and fixed cost."""

    margin: Any
    slope: Any
    unit: Any
    fixed: Any


@method(
    MarketFamily,
    "auto",
    finds="the symmetric equilibrium for every number of firms, or their play in turn",
    cost="one equation in letters",
    reference="Cournot 1838; von Stackelberg 1934; Ferguson III.3",
)
def solve_any_number(market: MarketFamily) -> AnyNumberOfFirms:
    """What is a best response to itself, chosen by every other firm.

    Parameters
    ----------
    market : MarketFamily
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
    Cournot 1838; von Stackelberg 1934; Ferguson III.3.
    """
    if market.model == "stackelberg":
        return _in_turn(market)
    for own in _undercut(market) if market.equal_goods else _candidates(market):
        where = _where_it_holds(market, own)
        if where:
            return _answer(market, own, where)
    raise GameError(
        f"no closed form was found for {market.letter} firms; give {market.letter} a number"
    )


def _parts(market: MarketFamily) -> tuple[Any, Any, Any, Any]:
    """Price and cost for sympy, with the total and the quantity they are functions of."""
    total, own = letter("Q"), letter("q")
    return sympy_of(market.curve), sympy_of(market.cost), total, own


def _undercut(market: MarketFamily) -> Iterator[Any]:
    """The cost of a unit, where it is the same for all units."""
    unit = sympy_of(market.cost).diff(letter("q"))
    if not unit.has(letter("q")):
        yield reduced(unit)


def _candidates(market: MarketFamily) -> Iterator[Any]:
    """Choices at which the slope of a firm's payoff is zero where all choose the same."""
    sympy = load_sympy()
    own = letter(OWN[market.model])
    slope = sympy_of(market.payoff()).diff(own)
    together = slope.subs({letter("R"): (letter(market.letter) - 1) * own})
    top, _ = sympy.fraction(sympy.together(together))
    for found in sympy.solve(top, own):
        if not found.has(own):
            yield reduced(found)


def _where_it_holds(market: MarketFamily, own: Any) -> dict[str, Fraction] | None:
    """Values at which it is an equilibrium, tried exactly for some numbers of firms, or None."""
    proved: list[dict[str, Fraction]] = []
    for firms in FIRMS:
        for values in trials(market.parameters):
            here = {**values, market.letter: Fraction(firms)}
            made = evaluate(own, here)
            if not isinstance(made, Fraction) or made <= 0 or not _sells(market, own, here):
                continue
            over, profile = joint_field([made] * firms)
            if not is_equilibrium(market.at(**{market.letter: firms}, **values), over, profile):
                return None
            proved.append(here)
            break
    enough = len(proved) >= (2 if market.model == "bertrand" else len(FIRMS))
    return proved[0] if enough else None


def _sells(market: MarketFamily, own: Any, values: dict[str, Fraction]) -> bool:
    """Whether the firms sell something at this price."""
    if market.model != "bertrand":
        return True
    sold = evaluate(_sold(market, own), values)
    return isinstance(sold, Fraction) and sold > 0


def _sold(market: MarketFamily, price: Any) -> Any:
    """What each firm sells when all charge this price."""
    n, demand = letter(market.letter), sympy_of(market.curve)
    sold = demand.subs({letter("p"): price, letter("R"): (n - 1) * price})
    return reduced(sold / n if market.equal_goods else sold)


def _answer(market: MarketFamily, own: Any, where: dict[str, Fraction]) -> AnyNumberOfFirms:
    n, spent = letter(market.letter), letter("q")
    cost = sympy_of(market.cost)
    paid: Any = None
    if market.model == "advertising":
        quantity = own
        earned = reduced(sympy_of(market.demand) / n - cost * own)
        needed = [(own, ">")]
    elif market.model == "bertrand":
        quantity, paid = _sold(market, own), own
        fixed = cost.subs({spent: 0})
        earned = reduced(quantity * paid - cost.subs({spent: quantity}) + fixed)
        earned = tidy(earned, where) - fixed
        needed = [(paid, ">"), (quantity, ">")]
    else:
        quantity = own
        paid = reduced(sympy_of(market.curve).subs({letter("Q"): n * own}))
        fixed = cost.subs({spent: 0})
        earned = reduced(own * paid - cost.subs({spent: own}) + fixed) - fixed
        needed = [(own, ">"), (paid, ">=")]
    made = reduced(n * quantity)
    if market.model == "bertrand":
        quantity, made, paid = (tidy(x, where) for x in (quantity, made, paid))
    return AnyNumberOfFirms(
        market,
        SymbolicFormula(quantity),
        SymbolicFormula(made),
        None if paid is None else SymbolicFormula(paid),
        SymbolicFormula(earned),
        parameter_conditions(needed),
        () if market.model == "bertrand" else _limits(n, made, paid, earned),
    )


def _limits(n: Any, made: Any, paid: Any, earned: Any) -> tuple[tuple[str, str], ...]:
    """What total, price and profit tend to as there are more and more firms."""
    sympy = load_sympy()
    limits = []
    for name, formula in (("total", made), ("price", paid), ("profit", earned)):
        if formula is None:
            continue
        end = sympy.limit(formula, n, sympy.oo)
        if end.is_finite is not False and not end.has(sympy.oo, sympy.zoo, sympy.nan):
            limits.append((name, spell(end)))
    return tuple(limits)


def _line(market: MarketFamily) -> _InTurn:
    """A linear price and a linear cost, or one line that says that they must be."""
    price, cost, total, own = _parts(market)
    slope, unit = -price.diff(total), cost.diff(own)
    if slope.has(total) or unit.has(own):
        raise GameError(
            f"{market.letter} firms that move in turn need a linear price and a linear cost, such "
            f"as a-Q and c*q; give {market.letter} a number"
        )
    intercept = price.subs({total: 0})
    return _InTurn(reduced(intercept - unit), slope, unit, cost.subs({own: 0}))


def _in_turn(market: MarketFamily) -> AnyNumberOfFirms:
    """Each firm makes half of what would bring the price down to the cost."""
    n, k = letter(market.letter), letter(market.place)
    line = _line(market)
    everything = tidy(reduced(line.margin / line.slope))
    square = tidy(reduced(line.margin**2 / line.slope))
    less = "" if line.fixed == 0 else f" - {_in_brackets(spell(line.fixed))}"
    price = f"{spell(line.unit)} + {_halved(line.margin, market.letter)}"
    return AnyNumberOfFirms(
        market,
        SymbolicFormula(everything / 2**k, _halved(everything, market.place)),
        SymbolicFormula(
            everything * (1 - 2 ** (-n)),
            f"{_in_brackets(spell(everything))}*(1 - 1/2^{market.letter})",
        ),
        SymbolicFormula(line.unit + line.margin / 2**n, price.removeprefix("0 + ")),
        SymbolicFormula(
            line.margin**2 / line.slope / 2 ** (n + k) - line.fixed,
            _halved(square, f"({market.letter} + {market.place})") + less,
        ),
        parameter_conditions([(line.margin, ">")]),
        (
            ("total", spell(everything)),
            ("price", spell(line.unit)),
            ("profit", spell(-line.fixed)),
        ),
    )


def _halved(x: Any, times: str) -> str:
    """A fraction, halved this often.

    >>> a, b = letter("a"), letter("b")
    >>> _halved((a - 1) / b, "k"), _halved(a - 1, "(n + k)")
    ('(a - 1)/(b*2^k)', '(a - 1)/2^(n + k)')
    """
    top, bottom = load_sympy().fraction(x)
    below = f"2^{times}" if bottom == 1 else f"({_in_brackets(spell(bottom))}*2^{times})"
    return f"{_in_brackets(spell(top))}/{below}"


def _in_brackets(text: str) -> str:
    """A sum in brackets; a product or a power as it is."""
    depth = 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if sign == " " and not depth:
            return f"({text})"
    return text


@extends(AnyNumberOfFirms)
def explain_any_number(solution: AnyNumberOfFirms) -> Explanation:
    """The condition for one firm, the same choice for all, and what follows from it."""
    market = solution.game
    n = market.letter
    tell = {"stackelberg": _tell_turns, "bertrand": _tell_prices, "advertising": _tell_contest}
    steps = tell.get(market.model, _tell_quantities)(solution)
    if solution.conditions:
        steps.append(Step("When it holds", f"When {', '.join(solution.conditions)}."))
    if solution.limits:
        listed = ", ".join(f"{name} to {end}" for name, end in solution.limits)
        steps.append(Step("Many firms", f"As {n} grows, they tend to these: {listed}."))
    steps.append(Step("Checks", "\n".join(map(str, solution.verify().checks))))
    return Explanation(market.title or f"{TITLES[market.model]} of {n} firms", tuple(steps))


def _tell_quantities(solution: AnyNumberOfFirms) -> list[Step]:
    market = solution.game
    n = market.letter
    price, cost, total, own = _parts(market)
    slope = spell(reduced(price.diff(total)))
    return [
        Step(
            "The market",
            f"{n} firms with the cost {market.cost} each. When they make Q together, the price is "
            f"{market.curve}.",
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


def _tell_prices(solution: AnyNumberOfFirms) -> list[Step]:
    market = solution.game
    n = market.letter
    if market.equal_goods:
        return [
            Step(
                "The market",
                f"{n} firms sell the same good, at the cost {market.cost} each. Buyers take "
                f"{market.curve} from the cheapest, who share them equally.",
            ),
            Step(
                "Undercutting",
                f"Above the cost of a unit, {solution.price}, a firm gains by charging a little "
                f"less than the others. So all charge {solution.price}; each sells "
                f"{solution.quantity} and earns {solution.profit}.",
            ),
        ]
    return [
        Step(
            "The market",
            f"{n} firms with the cost {market.cost} each. At the price p a firm sells "
            f"{market.curve}, where R is the sum of the other prices.",
        ),
        Step(
            "All firms alike",
            f"The slope of a firm's profit in p is zero where all charge p, so that R = ({n} - 1)p:"
            f" p = {solution.price}. Each sells {solution.quantity} and earns {solution.profit}.",
        ),
    ]


def _tell_contest(solution: AnyNumberOfFirms) -> list[Step]:
    market = solution.game
    n, prize, unit = market.letter, market.demand, market.cost
    return [
        Step(
            "The contest",
            f"{n} firms spend x each, at {unit} a unit, for shares of {prize} in proportion.",
        ),
        Step(
            "The best reply of a firm",
            f"Against others who spend R together, a firm gets {prize} x/(x + R) - {unit} x. The "
            f"slope is zero where {prize} R/(x + R)^2 = {unit}.",
        ),
        Step(
            "All firms alike",
            f"Where all spend x, R = ({n} - 1)x, and so x = {solution.quantity}. All together "
            f"spend {solution.total}, and each gets {solution.profit}.",
        ),
    ]


def _tell_turns(solution: AnyNumberOfFirms) -> list[Step]:
    market, line = solution.game, _line(solution.game)
    n, k = market.letter, market.place
    room = spell(tidy(line.margin / line.slope))
    return [
        Step(
            "The market",
            f"{n} firms with the cost {market.cost} each choose quantities in turn. When they make "
            f"Q together, the price is {market.curve}. It falls to the cost of a unit at "
            f"Q = {room}.",
        ),
        Step(
            "The last firm",
            "What those before it make leaves room for r more units. The last one earns most by "
            "making r/2, as a monopolist would.",
        ),
        Step(
            "The firms before it",
            "Whatever a firm leaves, the later ones take all but a fixed part of it, so its "
            "profit is that of a monopolist, times this part. It makes half of the room it finds, "
            f"too: firm {k} makes {solution.quantity}.",
        ),
        Step(
            "In all",
            f"Together they make {solution.total}, the price is {solution.price}, and firm {k} "
            f"earns {solution.profit}.",
        ),
    ]
