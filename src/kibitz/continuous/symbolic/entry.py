"""Entry deterrence with parameters: the outputs in closed form, and from which fixed cost on
entry is deterred or blockaded.

The entrant's first-order condition gives its reply, and what that earns; where this is nothing is
the deterring output. Which root of an equation is meant is decided by backward induction with
numbers, and every case is proved by it at values of the parameters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any

from kibitz.algebra.expressions.assume import rebuilt, where_positive
from kibitz.algebra.expressions.sympy_bridge import (
    SymbolicFormula,
    letter,
    load_sympy,
    rational,
    spell,
    sympy_of,
    tidy,
)
from kibitz.algebra.expressions.tree import ZERO, Call, Expression, Symbol
from kibitz.algebra.trials import trials
from kibitz.continuous.conditions import in_letters
from kibitz.continuous.markets.entry import Entry, EntrySolution, solve_entry
from kibitz.continuous.symbolic.equilibria import parameter_conditions
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step
from kibitz.core.method import method
from kibitz.core.solution import Solution

CLOSE = 1e-7
FIRST_TRIED, MOST_TRIED, WANTED = 24, 48, 2
"""How many values of the parameters are tried, and at how many each case is proved."""
Values = Mapping[str, Fraction]


@dataclass(frozen=True)
class EntryCase:
    """What happens, when, and the quantities and profits in closed form."""

    decision: str
    conditions: tuple[str, ...]
    strategies: tuple[SymbolicFormula, ...]
    payoffs: tuple[SymbolicFormula, ...]
    samples: tuple[Values, ...]

    quantities = property(lambda self: self.strategies)
    profits = property(lambda self: self.payoffs)


@dataclass(frozen=True)
class SymbolicEntry(Solution, kind="entry-closed-form"):
    """The incumbent's choices as formulas, and the cases among which they decide.

    >>> from kibitz.continuous.markets.entry import entry
    >>> found = entry("a-Q", "c*q+F").solve()
    >>> print(found.deterring_quantity)
    -2*sqrt(F) + a - c
    >>> found.thresholds["blockaded"] == "(a-c)^2/16"
    True
    """

    game: Entry
    monopoly: tuple[SymbolicFormula, SymbolicFormula, SymbolicFormula]
    """Quantity, price and profit of the incumbent alone."""
    entrant_reply: SymbolicFormula
    """What the entrant answers to that while it enters."""
    entrant_profit: SymbolicFormula
    entrant_profit_function: SymbolicFormula
    """What the entrant earns by entering, as a function of q1."""
    follower_response: SymbolicFormula
    deterring_quantity: SymbolicFormula | None
    thresholds: Mapping[str, SymbolicFormula]
    """From which fixed cost of the entrant on entry is deterred, and blockaded."""
    cases: tuple[EntryCase, ...]
    method: str = "backward induction, solved with parameters"

    def case(self, decision: str) -> EntryCase:
        """The case with a decision: accommodated, deterred or blockaded."""
        found = next((c for c in self.cases if c.decision == decision), None)
        if found is None:
            known = ", ".join(c.decision for c in self.cases)
            raise GameError(f"entry is never {decision} here; it is one of: {known}")
        return found

    def at(self, **values: Any) -> EntrySolution:
        """The answer for numbers."""
        return solve_entry(self.game.at(**values))

    @property
    def samples(self) -> tuple[Values, ...]:
        """Values of the parameters that were tried, those with a deterred entrant first."""
        order = sorted(self.cases, key=lambda case: case.decision != "deterred")
        return tuple(v for case in order for v in case.samples)

    def explain(self) -> Explanation:
        """The entrant's reply, what it leaves, and the comparison."""
        quantity, price, profit = self.monopoly
        steps = [
            Step("Alone in the market", f"q1 = {quantity}, price {price}, profit {profit}."),
            Step(
                "What the entrant answers",
                f"While it enters, q2 = {self.follower_response}, which earns "
                f"{self.entrant_profit_function}; against the monopoly {self.entrant_profit}.",
            ),
        ]
        if self.deterring_quantity is not None:
            kept = f"That is nothing from q1 = {self.deterring_quantity} on."
            steps.append(Step("Keeping it out", kept))
        steps += [Step(f"Entry is {case.decision}", _case_text(case)) for case in self.cases]
        steps.append(Step("Checks", "\n".join(map(str, self.verify().checks))))
        return Explanation(self.game.title or "Entry deterrence", tuple(steps))

    def to_json(self) -> dict[str, Any]:
        quantity, price, profit = self.monopoly
        kept = self.deterring_quantity
        return {
            "kind": self.kind,
            "fixed": self.game.fixed,
            "parameters": list(self.game.parameters),
            "monopoly": {"q": str(quantity), "price": str(price), "profit": str(profit)},
            "entrant_best_response_to_monopoly": {
                "q": str(self.entrant_reply),
                "profit": str(self.entrant_profit),
            },
            "follower_response": str(self.follower_response),
            "entrant_profit_function": str(self.entrant_profit_function),
            "deterring_quantity": None if kept is None else str(kept),
            "thresholds": {k: str(x) for k, x in self.thresholds.items()},
            "cases": [
                {
                    "decision": c.decision,
                    "conditions": list(c.conditions),
                    "quantities": [str(x) for x in c.strategies],
                    "profits": [str(x) for x in c.payoffs],
                }
                for c in self.cases
            ],
            "method": self.method,
        }

    def __str__(self) -> str:
        quantity, price, profit = self.monopoly
        lines = [
            f"alone:  q1 = {quantity}, price {price}, profit {profit}",
            f"  the entrant would make {self.entrant_reply}, earning {self.entrant_profit}",
            f"entrant's reply:  q2 = {self.follower_response}, "
            f"earning {self.entrant_profit_function}",
        ]
        if self.deterring_quantity is not None:
            lines.append(f"keeping it out:  q1 = {self.deterring_quantity}")
        for case in self.cases:
            lines += [f"entry is {case.decision}", *(f"  {x}" for x in _case_lines(case))]
        return "\n".join([*lines, f"found by {self.method}"])


def _case_lines(case: EntryCase) -> list[str]:
    pairs = ", ".join(f"q{k} = {x}" for k, x in enumerate(case.strategies, 1))
    lines = [pairs, f"profits {', '.join(map(str, case.payoffs))}"]
    return [*lines, *([f"when {', '.join(case.conditions)}"] if case.conditions else [])]


def _case_text(case: EntryCase) -> str:
    return "\n".join(_case_lines(case))


@method(
    Entry,
    "closed-form",
    finds="the subgame-perfect play in closed form",
    cost="a few polynomial equations, and backward induction at chosen values",
    applies=in_letters,
    aliases=("symbolic",),
)
def solve_entry_symbolically(game: Entry) -> SymbolicEntry:
    """Closed forms where sympy finds them, with the cases that occur.

    Parameters
    ----------
    game : Entry
        The game.

    Returns
    -------
    SymbolicEntry
        The subgame-perfect play in closed form.

    Notes
    -----
    Cost: a few polynomial equations, and backward induction at chosen values.
    """
    found = _Formulas(game)
    solved = found.outcomes()
    order = ("accommodated", "deterred", "blockaded")
    cases = tuple(found.case(d, solved[d]) for d in order if d in solved)
    quantity = found.monopoly
    return SymbolicEntry(
        game,
        (_formula(quantity), _formula(found.price(quantity)), _formula(found.alone(quantity))),
        _formula(found.reply_to(quantity)),
        _formula(found.entrant_earns(quantity)),
        _formula(found.entrant_earns(found.q1)),
        _formula(found.reply),
        None if found.deterrent is None else _formula(found.deterrent),
        {k: _formula(x) for k, x in found.thresholds.items()},
        cases,
    )


class _Formulas:
    """The formulas of one game: replies, outputs, thresholds."""

    def __init__(self, game: Entry) -> None:
        sympy = load_sympy()

        self.game, names = game, game.variables
        self.q1, self.q2 = (letter(v, names) for v in names)
        market = game.market
        self.demand = sympy_of(_unclipped(market.demand), ["Q"])
        self.earned = [
            sympy_of(where_positive(_unclipped(u), v), names)
            for u, v in zip(market.payoffs, names, strict=True)
        ]
        self.tried = self._trial_values()
        values, numeric = next(
            ((v, n) for v, n in self.tried if n.accommodating is not None), self.tried[0]
        )
        self.sample = values
        near = self._at(values)
        replies = _solutions(sympy.diff(self.earned[1], self.q2), self.q2)
        spot = {self.q1: _real(numeric.monopoly.strategies[0])}
        self.reply = _nearest(
            replies, float(_active_reply(numeric)), lambda x: near(x.subs(spot)), "reply"
        )
        self.monopoly = _nearest(
            _solutions(sympy.diff(self.alone(self.q1), self.q1), self.q1),
            float(numeric.monopoly.strategies[0]),
            near,
            "monopoly output",
        )
        led = self.earned[0].subs(self.q2, self.reply)
        let_in = numeric.accommodating
        self.leading = (
            self.monopoly
            if let_in is None
            else _nearest(
                _solutions(sympy.diff(led, self.q1), self.q1),
                float(let_in.strategies[0]),
                near,
                "output that lets the entrant in",
            )
        )
        self.deterrent = self._deterrent()
        self.thresholds = self._thresholds()

    def _trial_values(self) -> list[tuple[Values, EntrySolution]]:
        """Values of the parameters with the answers for them, until every decision was seen."""
        found: list[tuple[Values, EntrySolution]] = []
        count: Counter[str] = Counter()
        for values in islice(_spread(self.game.parameters), MOST_TRIED):
            game = self.game.at(**values)
            try:
                if not _has_a_market(game):
                    continue
                numeric = solve_entry(game)
            except GameError:
                continue
            if numeric.monopoly.strategies[0] > 0 and count[numeric.decision] < WANTED:
                found.append((values, numeric))
                count[numeric.decision] += 1
            if len(count) == 3 and min(count.values()) == WANTED:
                break
        if not found:
            raise GameError(
                "no values of the parameters were found at which there is a market; give numbers"
            )
        return found

    def _at(self, values: Values) -> Callable[[Any], complex]:
        places = {letter(k): rational(v) for k, v in values.items()}
        return lambda x: complex(x.subs(places).evalf())

    def price(self, total: Any) -> Any:
        return self.demand.subs(letter("Q", ["Q"]), total)

    def alone(self, quantity: Any) -> Any:
        return self.earned[0].subs({self.q2: 0, self.q1: quantity}, simultaneous=True)

    def reply_to(self, quantity: Any) -> Any:
        return self.reply.subs(self.q1, quantity)

    def entrant_earns(self, quantity: Any) -> Any:
        return self.earned[1].subs(self.q2, self.reply).subs(self.q1, quantity)

    def _deterrent(self) -> Any:
        """Where the entrant's profit is gone, when its fixed cost can be avoided."""
        sympy = load_sympy()

        known = [(v, n) for v, n in self.tried if n.deterring_quantity]
        if self.game.fixed == "sunk" or not known:
            return None
        values, numeric = known[0]
        equation = sympy.factor(self.entrant_earns(self.q1))
        kept = numeric.deterring_quantity
        assert kept is not None
        return _nearest(_solutions(equation, self.q1), float(kept), self._at(values), "deterrent")

    def _thresholds(self) -> dict[str, Any]:
        """The fixed costs at which the decision changes, when one letter stands for them."""
        sympy = load_sympy()

        fixed = where_positive(self.game.market.costs[1], "q").substitute({"q": ZERO})
        if self.deterrent is None or not isinstance(fixed, Symbol):
            return {}
        cost = letter(fixed.name)
        blocked = _solutions(self.entrant_earns(self.monopoly), cost)
        if len(blocked) != 1:
            return {}
        gap = self.alone(self.deterrent) - self.earned[0].subs(self.q2, self.reply).subs(
            self.q1, self.leading
        )
        root = sympy.Symbol("root", positive=True)
        places = self._at(self.sample)
        found = {"blockaded": blocked[0]}
        low = [
            x**2
            for x in _solutions(gap.subs(cost, root**2), root)
            if abs(places(x**2).imag) < CLOSE and places(x).real > 0
        ]
        if low:
            found["deterred"] = min(low, key=lambda x: places(x).real)
        return found

    def outcomes(self) -> dict[str, list[tuple[Values, EntrySolution]]]:
        """Values of the parameters at which the formulas say what backward induction does."""
        found: dict[str, list[tuple[Values, EntrySolution]]] = {}
        for values, numeric in self.tried:
            known = found.setdefault(numeric.decision, [])
            if len(known) < WANTED and self._same(numeric, values):
                known.append((values, numeric))
        return {k: v for k, v in found.items() if v}

    def profile(self, decision: str) -> tuple[Any, Any]:
        sympy = load_sympy()

        if decision == "accommodated":
            return self.leading, self.reply_to(self.leading)
        first = self.monopoly if decision == "blockaded" else self.deterrent
        return (sympy.nan if first is None else first), sympy.Integer(0)

    def _same(self, numeric: EntrySolution, values: Values) -> bool:
        near = self._at(values)
        pairs = zip(self.profile(numeric.decision), numeric.strategies, strict=True)
        return all(abs(near(x) - float(y)) < CLOSE * (1 + abs(float(y))) for x, y in pairs)

    def case(self, decision: str, known: list[tuple[Values, EntrySolution]]) -> EntryCase:
        first, second = self.profile(decision)
        places = {self.q1: first, self.q2: second}
        payoffs = [self.earned[0].subs(places, simultaneous=True)]
        inside = decision == "accommodated"
        payoffs.append(self.earned[1].subs(places, simultaneous=True) if inside else self._idle())
        return EntryCase(
            decision,
            self._conditions(decision),
            (_formula(first), _formula(second)),
            tuple(map(_formula, payoffs)),
            tuple(values for values, _ in known),
        )

    def _idle(self) -> Any:
        """What an entrant that stays away earns: minus its sunk cost."""
        idle = self.game.market.costs[1].substitute({"q": ZERO})
        return -sympy_of(idle)

    def _conditions(self, decision: str) -> tuple[str, ...]:
        active = parameter_conditions([(self.monopoly, ">")])
        if self.deterrent is None:
            enters = parameter_conditions([(self.reply_to(self.leading), ">")])
            stays = parameter_conditions([(self.reply_to(self.monopoly), "<=")])
            more = enters if decision == "accommodated" else stays
            return tuple(dict.fromkeys((*active, *more)))
        cuts = {k: spell(_simple(x)) for k, x in self.thresholds.items()}
        if set(cuts) == {"deterred", "blockaded"}:
            fixed = str(where_positive(self.game.market.costs[1], "q").substitute({"q": ZERO}))
            low, high = cuts["deterred"], cuts["blockaded"]
            said = {
                "accommodated": f"{fixed} < {low}",
                "deterred": f"{low} <= {fixed} < {high}",
                "blockaded": f"{fixed} >= {high}",
            }
            pays = self._monopoly_pays() if decision == "blockaded" else ()
            return (*active, said[decision], *pays)
        profit = spell(_simple(self.entrant_earns(self.monopoly)))
        kept, let_in = (spell(_simple(x)) for x in (self.alone(self.deterrent), self._led()))
        choice = {
            "accommodated": (f"{profit} > 0", f"{kept} < {let_in}"),
            "deterred": (f"{profit} > 0", f"{kept} >= {let_in}"),
            "blockaded": (f"{profit} <= 0",),
        }
        return tuple(dict.fromkeys((*active, *(x for x in choice[decision] if x))))

    def _monopoly_pays(self) -> tuple[str, ...]:
        """Up to which fixed cost the incumbent itself stays, when it can avoid it."""
        own = where_positive(self.game.market.costs[0], "q").substitute({"q": ZERO})
        if not isinstance(own, Symbol):
            return ()
        most = _solutions(self.alone(self.monopoly), letter(own.name))
        return (f"{own} <= {spell(_simple(most[0]))}",) if len(most) == 1 else ()

    def _led(self) -> Any:
        return self.earned[0].subs(self.q2, self.reply).subs(self.q1, self.leading)


def _unclipped(x: Expression) -> Expression:
    """An expression where prices are positive: max(0, price) is the price."""

    def clip(part: Expression) -> Expression | None:
        if isinstance(part, Call) and part.function == "max" and ZERO in part.arguments:
            rest = [a for a in part.arguments if a != ZERO]
            return rebuilt(rest[0], clip) if len(rest) == 1 else None
        return None

    return rebuilt(x, clip)


def _has_a_market(game: Entry) -> bool:
    """Whether a monopoly would produce, where that is quickly decided."""
    if not game.market.algebraic:
        return True
    alone = game.market.monopoly(0).equilibria().equilibria
    return bool(alone) and alone[0].strategies[0] > 0


def _spread(names: Sequence[str]) -> Iterator[Values]:
    """Values of the parameters, then the first ones with one of them much larger or smaller."""
    first = next(trials(names))
    yield from islice(trials(names), FIRST_TRIED)
    for scale in (Fraction(1, 100), Fraction(1, 10), Fraction(4), Fraction(20), Fraction(100)):
        for name in names:
            yield {**first, name: first[name] * scale}


def _solutions(equation: Any, unknown: Any) -> list[Any]:
    sympy = load_sympy()

    try:
        return list(sympy.solve(equation, unknown))
    except NotImplementedError:
        return []


def _nearest(
    candidates: Sequence[Any], target: float, value: Callable[[Any], complex], what: str
) -> Any:
    """The candidate that has a known value."""
    for x in candidates:
        if abs(value(x) - target) < CLOSE * (1 + abs(target)):
            return x
    raise GameError(f"no closed form was found for the {what}; give the parameters numbers")


def _active_reply(numeric: EntrySolution) -> Any:
    """What the entrant would make against a monopoly if it had to make something."""
    market, output = numeric.game.market, numeric.monopoly.strategies[0]
    if numeric.entrant_reply > 0:
        return numeric.entrant_reply
    q, rest = Symbol("q"), Symbol("rest")
    from kibitz.continuous.game import ContinuousGame

    payoff = where_positive(market.aggregate(1, q, rest), "q")
    alone = ContinuousGame(
        ("Entrant",),
        ("q",),
        (market.intervals[1],),
        (payoff.substitute({"rest": Fraction(output) if isinstance(output, Fraction) else 0}),),
    )
    return alone.equilibria().strategies[0]


def _real(x: Any) -> Any:
    return rational(x) if isinstance(x, Fraction) else float(x)


def _simple(x: Any) -> Any:
    """A formula to read: constants apart from the factors of the rest, roots collected."""
    sympy = load_sympy()

    short = sympy.simplify(x)
    x = sympy.expand(short)
    if x.is_number or not x.free_symbols:
        return x
    if x.is_rational_function():
        return _apart(x)
    roots = [r for r in x.atoms(sympy.Pow) if r.exp == sympy.Rational(1, 2) and r.base.is_Symbol]
    if x.is_polynomial(*x.free_symbols, *roots):
        return sympy.collect(x, roots)
    return min(sympy.factor(x), sympy.factor(short), short, key=lambda e: len(str(e)))


def _apart(x: Any) -> Any:
    """A rational function in factors, or with a term of one letter apart from the factors."""
    sympy = load_sympy()

    best = tidy(x)
    for term in sympy.Add.make_args(x):
        rest = sympy.factor(x - term)
        if term.is_number or len(term.free_symbols) != 1 or rest == 0:
            continue
        one = next(iter(term.free_symbols))
        if one not in rest.free_symbols and sympy.diff(term, one, 2) == 0:
            shown = sympy.Add(tidy(rest), term, evaluate=False)
            best = min(best, shown, key=lambda e: len(str(e)))
    return best


def _formula(x: Any) -> SymbolicFormula:
    return SymbolicFormula(_simple(x))
