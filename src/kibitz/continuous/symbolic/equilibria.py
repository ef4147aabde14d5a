"""Closed forms: the equilibria of a game with parameters, with the conditions they need.

Every player's strategy is at an end of the interval, at a place where pieces meet, or at a zero of
the derivative of a piece. Each choice of one such equation for every player is a system that
sympy solves; a solution is kept when it is an equilibrium, decided exactly, for some values of the
parameters. The conditions say when it is one: the pieces hold there, strategies are inside
their intervals, and slopes at ends point outwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any

from kibitz.algebra.expressions.piecewise import Multi, NotRational, RationalPiece, meet, ring
from kibitz.algebra.expressions.sympy_bridge import (
    SymbolicFormula,
    evaluate,
    factors,
    letter,
    load_sympy,
    rational,
    reduced,
    spell,
    tidy,
    to_sympy,
)
from kibitz.algebra.expressions.tree import Expression
from kibitz.algebra.joint_field import joint_field
from kibitz.algebra.number_field import NumberField
from kibitz.algebra.trials import trials
from kibitz.continuous.conditions import in_letters
from kibitz.continuous.exact.payoff import Payoff, value_at
from kibitz.continuous.exact.plane_equilibria import is_equilibrium
from kibitz.continuous.game import ContinuousGame
from kibitz.continuous.markets.answer import MarketAnswer
from kibitz.continuous.markets.bertrand import Bertrand
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation
from kibitz.core.extension import call
from kibitz.core.method import method
from kibitz.core.solution import Solution

MOST_SYSTEMS = 600


@dataclass(frozen=True)
class SymbolicCase:
    """Closed forms for strategies and payoffs, and the conditions under which they hold."""

    strategies: tuple[SymbolicFormula, ...]
    payoffs: tuple[SymbolicFormula, ...]
    facts: Mapping[str, Any]
    conditions: tuple[str, ...]
    sample: Mapping[str, Fraction]
    inequalities: tuple[Any, ...] = field(default=(), compare=False, repr=False)

    def holds_at(self, values: Mapping[str, Fraction]) -> bool:
        """Do the conditions hold for these values?"""
        return all(_holds(x, relation, values) for x, relation in self.inequalities)


@dataclass(frozen=True)
class SymbolicEquilibria(Solution, MarketAnswer[SymbolicFormula], kind="continuous-closed-form"):
    """Equilibria in closed form, the most interior case first."""

    game: ContinuousGame
    cases: tuple[SymbolicCase, ...]
    method: str = "first-order conditions, solved with parameters"
    remark: str = ""

    @property
    def strategies(self) -> tuple[SymbolicFormula, ...]:
        return self.cases[0].strategies

    quantities = prices = strategies

    @property
    def payoffs(self) -> tuple[SymbolicFormula, ...]:
        return self.cases[0].payoffs

    profits = payoffs

    @property
    def conditions(self) -> tuple[str, ...]:
        return self.cases[0].conditions

    def at(self, **values: Any) -> Any:
        """All equilibria for numbers in place of the parameters.

        Parameters
        ----------
        **values : number
            A number for each parameter, by name.

        Examples
        --------
        >>> from kibitz.continuous.markets.cournot import cournot
        >>> [str(q) for q in cournot("a-Q", "c*q").solve().at(a=17, c=1).quantities]
        ['16/3', '16/3']
        """
        return self.game.at(**values).equilibria()

    def market(self) -> Mapping[str, Any]:
        return self.cases[0].facts

    def explain(self) -> Explanation:
        return call(self, "explain_symbolic")

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "model": self.game.model,
            "players": list(self.game.players),
            "parameters": list(self.game.parameters),
            "equilibria": [self._case_json(case) for case in self.cases],
            "remark": self.remark,
            "method": self.method,
        }

    def _case_json(self, case: SymbolicCase) -> dict[str, Any]:
        word = self.game.strategy_word
        return {
            "strategies": {
                v: str(x) for v, x in zip(self.game.variables, case.strategies, strict=True)
            },
            word if word != "strategies" else "profile": [str(x) for x in case.strategies],
            self.game.payoff_word: [str(x) for x in case.payoffs],
            **{name: _fact_json(x) for name, x in case.facts.items()},
            "conditions": list(case.conditions),
        }

    def __str__(self) -> str:
        lines = []
        for case in self.cases:
            pairs = zip(self.game.variables, case.strategies, strict=True)
            lines.append(", ".join(f"{v} = {x}" for v, x in pairs))
            lines += [f"  {name} {_fact_text(x)}" for name, x in case.facts.items()]
            lines.append(f"  {self.game.payoff_word} {', '.join(map(str, case.payoffs))}")
            if case.conditions:
                lines.append(f"  when {', '.join(case.conditions)}")
        if self.remark:
            lines.append(self.remark)
        return "\n".join([*lines, f"found by {self.method}"])


def _fact_json(x: Any) -> Any:
    return [str(part) for part in x] if isinstance(x, tuple) else str(x)


def _fact_text(x: Any) -> str:
    return ", ".join(map(str, x)) if isinstance(x, tuple) else str(x)


@method(
    ContinuousGame,
    "closed-form",
    finds="the pure equilibria in closed form",
    cost="one polynomial system for each choice of pieces and ends, exponential in the number "
    "of players",
    applies=in_letters,
    aliases=("symbolic",),
)
def solve_symbolically(game: ContinuousGame) -> SymbolicEquilibria:
    """Closed forms for a game with parameters, which are taken to be positive.

    Parameters
    ----------
    game : ContinuousGame
        The game.

    Returns
    -------
    SymbolicEquilibria
        The pure equilibria in closed form.

    Notes
    -----
    Cost: one polynomial system per choice of pieces and ends, exponential in the number of players.
    """
    if isinstance(game, Bertrand) and not game.differentiated:
        return call(game, "price_war_in_letters")
    try:
        payoffs = [Payoff.of(u, ring([*game.variables, *game.parameters])) for u in game.payoffs]
    except NotRational:
        raise GameError(
            "closed forms need payoffs without exp, log or sqrt; give the parameters numbers"
        ) from None
    found: list[SymbolicCase] = []
    tried = list(trials(game.parameters))
    for system in _systems(game, payoffs):
        for solution in system.solutions():
            case = _case(game, system, solution, tried)
            if case is not None and all(case.strategies != c.strategies for c in found):
                found.append(case)
    if not found:
        raise GameError(
            "no closed form was found for these payoffs; give the parameters numbers, "
            f"such as {', '.join(f'{p}=1' for p in game.parameters)}"
        )
    found.sort(key=lambda case: -_interior(case))
    return SymbolicEquilibria(game, tuple(found), remark=_others(game, found[0]))


def _others(game: ContinuousGame, case: SymbolicCase) -> str:
    """What else there is at the values that the first case was tried at, in words."""
    at = ", ".join(f"{k} = {v}" for k, v in case.sample.items())
    try:
        found = game.at(**case.sample).equilibria()
    except GameError:
        return ""
    more = [f"all {c}" for c in found.continua]
    mine = tuple(x.at(**case.sample) for x in case.strategies)
    more += [f"{e}" for e in found.equilibria if e.strategies != mine]
    more += [found.remark] if found.remark else []
    return f"not the only one: at {at} there are also {'; '.join(more)}" if more else ""


def _interior(case: SymbolicCase) -> int:
    return sum(1 for x in case.strategies if x.sympy.free_symbols)


@dataclass(frozen=True)
class _Option:
    """One way in which a player's strategy can be best: an equation, and the piece it is in."""

    equation: Multi
    piece: RationalPiece
    slope: int
    """0 inside a piece; 1 or -1 at the upper or lower end, where the slope has that sign."""


@dataclass(frozen=True)
class _System:
    game: ContinuousGame
    options: tuple[_Option, ...]

    def solutions(self) -> Iterator[dict[str, Any]]:
        sympy = load_sympy()

        letters = [letter(v, self.game.variables) for v in self.game.variables]
        equations = [to_sympy(o.equation, self.game.variables) for o in self.options]
        try:
            found = sympy.solve(equations, letters, dict=True)
        except NotImplementedError:
            return
        for solution in found:
            if len(solution) == len(letters) and not any(
                x.free_symbols & set(letters) for x in solution.values()
            ):
                yield {str(k): reduced(v) for k, v in solution.items()}


def _systems(game: ContinuousGame, payoffs: Sequence[Payoff]) -> Iterator[_System]:
    menu = [_options(game, i, payoff) for i, payoff in enumerate(payoffs)]
    count = 1
    for options in menu:
        count *= len(options)
    if count > MOST_SYSTEMS:
        menu = [[o for o in options if o.slope == 0] for options in menu]
        count = 1
        for options in menu:
            count *= len(options)
    if count > MOST_SYSTEMS:
        raise GameError(
            f"{count} systems of first-order conditions, more than {MOST_SYSTEMS}; give numbers"
        )
    for chosen in product(*menu):
        signs: Any = {}
        for option in chosen:
            signs = None if signs is None else meet(signs, option.piece.signs)
        if signs is not None:
            yield _System(game, chosen)


def _options(game: ContinuousGame, i: int, payoff: Payoff) -> list[_Option]:
    name, (low, high) = game.variables[i], game.intervals[i]
    found = []
    for piece in payoff.pieces:
        slope = piece.derivative(name)
        if int(slope.degrees()[slope.context().variable_to_index(name)]) > 0:
            found.append(_Option(slope, piece, 0))
        context = piece.top.context()
        gen = context.gen(context.variable_to_index(name))
        for end, sign in ((low, -1), (high, 1)):
            if end is not None:
                found.append(_Option(gen * end.denominator - end.numerator, piece, sign))
    return found


def _case(
    game: ContinuousGame,
    system: _System,
    solution: dict[str, Any],
    tried: Sequence[dict[str, Fraction]],
) -> SymbolicCase | None:
    """The case a solution stands for, once it is an equilibrium for some of the trial values."""
    inequalities = _inequalities(game, system, solution)
    for values in tried:
        if not all(_holds(x, relation, values) for x, relation in inequalities):
            continue
        strategies = [evaluate(solution[v], values) for v in game.variables]
        if any(not isinstance(x, Fraction) for x in strategies):
            continue
        numeric = game.at(**values)
        over, profile = joint_field(strategies)
        if not is_equilibrium(numeric, over, profile):
            return None
        return _finished(game, solution, inequalities, values)
    return None


def _finished(
    game: ContinuousGame,
    solution: dict[str, Any],
    inequalities: list[tuple[Any, str]],
    values: dict[str, Fraction],
) -> SymbolicCase:
    """Payoffs and facts of a solution, by the pieces that hold at the trial values."""
    facts: dict[str, Any] = {}
    for name, formula in game.formulas().items():
        parts = formula if isinstance(formula, tuple) else (formula,)
        found = tuple(
            SymbolicFormula(tidy(_piece_value(f, game, solution, values), values)) for f in parts
        )
        facts[name] = found if isinstance(formula, tuple) else found[0]
    payoffs = [_piece_value(u, game, solution, values) for u in game.payoffs]
    return SymbolicCase(
        tuple(SymbolicFormula(tidy(solution[v], values)) for v in game.variables),
        tuple(SymbolicFormula(tidy(u, values)) for u in payoffs),
        facts,
        parameter_conditions(inequalities),
        values,
        tuple(inequalities),
    )


def closed_form(game: ContinuousGame, solution: dict[str, Any]) -> SymbolicCase | None:
    """A profile of formulas as a case, once it is an equilibrium for some trial values.

    The conditions are those of the pieces of all facts that hold there.
    """
    for values in trials(game.parameters):
        point = {v: evaluate(x, values) for v, x in solution.items()}
        if any(not isinstance(x, Fraction) or x <= 0 for x in point.values()):
            continue
        over, profile = joint_field(list(point.values()))
        if not is_equilibrium(game.at(**values), over, profile):
            continue
        formulas = [
            f for x in game.formulas().values() for f in (x if isinstance(x, tuple) else (x,))
        ]
        places = {letter(v, game.variables): x for v, x in solution.items()}
        inequalities = []
        for formula in formulas:
            piece = piece_at(formula, game.variables, point, values)
            for polynomial, signs in piece.signs.values():
                held = to_sympy(polynomial, game.variables).subs(places)
                inequalities.append((held, RELATION[signs]))
        return _finished(game, solution, _unique(inequalities), values)
    return None


def piece_at(
    formula: Expression,
    variables: Sequence[str],
    point: Mapping[str, Fraction],
    values: Mapping[str, Fraction],
) -> RationalPiece:
    """The piece of a formula that holds at a point, the parameters having these values."""
    payoff = Payoff.of(formula, ring([*variables, *values]))
    over = NumberField(Fraction(0))
    place = {name: over.number(x) for name, x in {**point, **values}.items()}
    signs = [over.sign(value_at(over, g, place)) for g in payoff.switches]
    return payoff.pieces[payoff.choose(signs)]


def _piece_value(
    formula: Expression, game: ContinuousGame, solution: dict[str, Any], values: dict[str, Fraction]
) -> Any:
    """A formula of the strategies, by the piece that holds at the trial values."""

    point = {v: evaluate(solution[v], values) for v in game.variables}
    piece = piece_at(formula, game.variables, point, values)
    places = {letter(v, game.variables): solution[v] for v in game.variables}
    value = to_sympy(piece.top, game.variables) / to_sympy(piece.bottom, game.variables)
    return reduced(value.subs(places))


def _inequalities(
    game: ContinuousGame, system: _System, solution: dict[str, Any]
) -> list[tuple[Any, str]]:
    """What must hold of the parameters: expressions with the relation they have to zero."""
    sympy = load_sympy()

    places = {letter(v, game.variables): solution[v] for v in game.variables}

    def put(p: Any) -> Any:
        return reduced(p.subs(places))

    found: list[tuple[Any, str]] = []
    for i, option in enumerate(system.options):
        for polynomial, signs in option.piece.signs.values():
            found.append((put(to_sympy(polynomial, game.variables)), RELATION[frozenset(signs)]))
        name, (low, high) = game.variables[i], game.intervals[i]
        slope = to_sympy(option.piece.derivative(name), game.variables)
        if option.slope == 0:
            strict = low is not None or high is not None
            if low is not None:
                found.append(
                    (put(letter(name, game.variables) - rational(low)), ">" if strict else ">=")
                )
            if high is not None:
                found.append((put(rational(high) - letter(name, game.variables)), ">"))
            curvature = sympy.diff(slope, letter(name, game.variables))
            bottom = to_sympy(option.piece.bottom, game.variables)
            found.append((put(curvature * bottom**2), "<="))
        else:
            found.append((put(slope), "<=" if option.slope < 0 else ">="))
    return _unique(found)


RELATION = {
    frozenset((1,)): ">",
    frozenset((-1,)): "<",
    frozenset((0,)): "==",
    frozenset((0, 1)): ">=",
    frozenset((-1, 0)): "<=",
    frozenset((-1, 1)): "!=",
    frozenset((-1, 0, 1)): "any",
}


def _unique(found: list[tuple[Any, str]]) -> list[tuple[Any, str]]:
    out: dict[tuple[str, str], tuple[Any, str]] = {}
    for x, relation in found:
        out[str(x), relation] = x, relation
    return list(out.values())


def _holds(x: Any, relation: str, values: Mapping[str, Fraction]) -> bool:
    value = evaluate(x, values)
    if value is None:
        return False
    sign = (value > 0) - (value < 0)
    return any(sign in signs for signs, name in RELATION.items() if name == relation)


def parameter_conditions(inequalities: Sequence[tuple[Any, str]]) -> tuple[str, ...]:
    """The inequalities that positive parameters do not satisfy by themselves, in words.

    Factors whose sign a shorter inequality settles are left out of the longer ones.
    """
    sympy = load_sympy()

    open_ones = []
    for x, relation in inequalities:
        if relation in ("any", "!=") or not x.free_symbols:
            continue
        sign, factors = _open_factors(*sympy.fraction(sympy.together(x)))
        if relation in ("<", "<="):
            sign = -sign
        if factors:
            open_ones.append((sign, factors, relation in ("<", ">")))
    open_ones.sort(key=lambda one: (len(one[1]), not one[2]))
    known: dict[Any, int] = {}
    found: dict[str, bool] = {}
    for sign, factors, strict in open_ones:
        for factor in factors:
            sign *= known.get(factor, 1)
        left = [f for f in factors if f not in known]
        if not left:
            continue
        if len(left) == 1 and strict:
            known[left[0]] = sign
        relation = _sides(sign * sympy.Mul(*left))
        found[relation] = found.get(relation, False) or strict
    return tuple(text.replace(" ? ", " > " if strict else " >= ") for text, strict in found.items())


def _open_factors(top: Any, bottom: Any) -> tuple[int, list[Any]]:
    """The sign of the constants, and the factors whose sign positive parameters leave open."""
    sign, left = 1, []
    for part in (top, bottom):
        constant, found = factors(part)
        sign *= 1 if constant > 0 else -1
        for factor, power in found:
            if power % 2 == 0 or factor.is_positive:
                continue
            if factor.is_negative:
                sign = -sign
            else:
                left.append(factor)
    return sign, left


def _sides(x: Any) -> str:
    """x ? 0 with positive terms on the left and negative ones on the right."""
    sympy = load_sympy()

    terms = sympy.Add.make_args(sympy.expand(x))
    plus = [t for t in terms if not t.could_extract_minus_sign()]
    minus = [-t for t in terms if t.could_extract_minus_sign()]
    left, right = sympy.Add(*plus), sympy.Add(*minus)
    return f"{spell(left)} ? {spell(right)}"
