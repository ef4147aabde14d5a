"""What the models of markets share: demand and cost read, checked, and put together."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from kibitz.algebra.expressions.assume import roots_where_they_are
from kibitz.algebra.expressions.cases import Comparison, choice
from kibitz.algebra.expressions.derivative import differentiate
from kibitz.algebra.expressions.enclosure import enclose
from kibitz.algebra.expressions.half_line import range_beyond
from kibitz.algebra.expressions.piecewise import Multi, NotRational, pieces, ring
from kibitz.algebra.expressions.read import read_expression
from kibitz.algebra.expressions.trace import trace
from kibitz.algebra.expressions.tree import Constant, Expression, Symbol, expression, positive_part
from kibitz.algebra.flint_numbers import to_flint
from kibitz.algebra.line_cells import line_cells
from kibitz.algebra.number_field import NumberField
from kibitz.continuous.exact.maximum import slopes
from kibitz.continuous.exact.payoff import Payoff, Slice
from kibitz.core.errors import GameError
from kibitz.core.numbers import exact, show
from kibitz.core.spelling import count_of, parted

Fixed = Literal["sunk", "avoidable"]
FIXED = ("sunk", "avoidable")
MOST_FIRMS = 60
_NAME = re.compile(r"^\s*[A-Za-z]\w*\s*(?:\([^()]*\))?\s*=(?!=)")
"""What a formula is called: P =, or C(q) =."""
_OWN = re.compile(r"q\d+")
"""The quantity of one firm."""


def read_function(given: Any, letter: str, where: str) -> Expression:
    """A function of one letter from text, a number, or a Python function.

    A name before it, as in ``P(Q) = 17-Q``, is left out; ``bQ`` is b times Q where Q does not occur
    otherwise.

    >>> print(read_function("P(Q) = a - bQ", "Q", "demand"))
    a - b*Q
    """
    if callable(given) and not isinstance(given, Expression):
        return trace(given, [letter], where)
    if isinstance(given, str):
        given = _NAME.sub("", given, count=1)
    found = read_expression(given, where=where)
    joined = [name for name in found.symbols if len(name) == 2 and name[1] == letter]
    if letter in found.symbols or not joined:
        return found
    return found.substitute({name: Symbol(name[0]) * Symbol(letter) for name in joined})


def by_player(given: Any, players: Sequence[str] | None) -> tuple[Any, Sequence[str] | None]:
    """What was given by name, in the order of the players, or as it is; and who these are.

    >>> by_player({"B": 2, "A": 1}, ["A", "B"]), by_player({"B": 2, "A": 1}, None)
    (([1, 2], ['A', 'B']), ([2, 1], ('B', 'A')))
    >>> by_player([1, 2], None)
    ([1, 2], None)
    """
    if not isinstance(given, Mapping):
        return given, players
    named = {str(name): value for name, value in given.items()}
    if players is None:
        return list(named.values()), tuple(named)
    names = [str(name) for name in players]
    if sorted(names) != sorted(named):
        raise GameError(
            f"costs or payoffs are given for {', '.join(named)}, and the players are "
            + ", ".join(names)
        )
    return [named[name] for name in names], players


def read_costs(costs: Any, firms: int | None, fixed: str, setup: Any) -> tuple[Expression, ...]:
    """One cost function of q for each firm; a cost without q is a cost per unit.

    >>> [str(c) for c in read_costs(["q+9", "2"], None, "sunk", 0)]
    ['q + 9', '2*q']
    >>> [str(c) for c in read_costs("q", 2, "avoidable", [9, 0])]
    ['q + 9 if q > 0 else 0', 'q']
    >>> [str(c) for c in read_costs(["q1^2", "3q₂"], None, "sunk", 0)]
    ['q^2', '3*q']
    >>> [str(c) for c in read_costs("c1, c2", None, "sunk", 0)]
    ['c1*q', 'c2*q']
    """
    if isinstance(costs, str) and len(apart := parted(costs)) > 1:
        costs = apart
    given = [costs] if _single(costs) else list(costs)
    count = firms if firms is not None else (2 if _single(costs) or len(given) == 1 else len(given))
    if isinstance(count, bool) or not isinstance(count, int) or count < 1:
        raise GameError(f"the number of firms is {count!r}; it must be a whole number from 1")
    if count > MOST_FIRMS:
        raise GameError(f"{count_of(count, 'firm')}; the limit is {MOST_FIRMS}")
    if len(given) == 1:
        given = given * count
    if len(given) != count:
        raise GameError(
            f"{count_of(len(given), 'cost')} for {count_of(count, 'firm')}; give "
            "one for all or one for each"
        )
    if fixed not in FIXED:
        raise GameError(
            f"the fixed cost is {fixed!r}; it must be sunk or avoidable, and its amount stands in "
            "the cost, as in q+9"
        )
    starts = _each(setup, count, "setup cost")
    return tuple(
        _cost(_own_quantity(c, k, count), start, fixed, f"cost of firm {k}")
        for k, (c, start) in enumerate(zip(given, starts, strict=True), 1)
    )


def _own_quantity(given: Any, k: int, count: int) -> Expression:
    """A cost as a function of q, also where a firm's own quantity is written q1, q2, ..."""
    found = read_function(given, "q", f"cost of firm {k}")
    for other in range(1, count + 1):
        if f"q{other}" in found.symbols and (other != k or "q" in found.symbols):
            raise GameError(
                f"cost of firm {k}: {found} contains q{other}; write each cost in q, the firm's "
                "own quantity, such as 2q+9"
            )
    return found.substitute({f"q{k}": Symbol("q")})


def _cost(found: Expression, start: Expression, fixed: str, where: str) -> Expression:
    q = Symbol("q")
    if "q" not in found.symbols:
        found = found * q
    if isinstance(start, Constant) and start.value < 0:
        raise GameError(f"{where}: the setup cost is {show(start.value)}; it must not be negative")
    found = found + start
    if fixed == "sunk":
        return found
    at_zero = found.substitute({"q": 0})
    if at_zero == Constant(Fraction(0)):
        return found
    return choice(Comparison(q, ">", Constant(Fraction(0))), found, 0)


def _single(given: Any) -> bool:
    return (
        isinstance(given, (str, Expression))
        or callable(given)
        or not hasattr(given, "__iter__")
        or type(given).__module__.startswith("sympy")
    )


def _each(given: Any, count: int, what: str) -> list[Expression]:
    values = [given] * count if _single(given) else list(given)
    if len(values) != count:
        raise GameError(
            f"{len(values)} {what}s for {count_of(count, 'firm')}; give one for all or for each"
        )
    return [read_expression(v, where=what) for v in values]


def read_demand(given: Any, letter: str, what: str) -> Expression:
    """A demand curve: it must fall, and is cut off at zero where it would turn negative.

    >>> print(read_demand("17-Q", "Q", "price"))
    max(0, 17 - Q)
    >>> read_demand("17+Q", "Q", "price")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: demand 17 + Q: the price rises with Q, ...
    """
    found = _of_total(read_function(given, letter, "demand"), letter)
    if letter not in found.symbols:
        raise GameError(
            f"demand {found}: the {what} never falls, since {letter} does not occur in it, so "
            f"profits are unbounded; write for instance 17-{letter}"
        )
    if found.symbols - {letter}:
        return found if _clipped(found) else positive_part(found)
    shape = _shape(found, letter)
    if shape is None:
        found = roots_where_they_are(found)
        shape = _sampled_shape(found, letter)
    if not shape.positive:
        raise GameError(f"demand {found}: the {what} is never positive, so there is no market")
    if shape.rises:
        raise GameError(
            f"demand {found}: the {what} rises with {letter}, near {letter} = "
            f"{show(shape.rises[0])}; "
            f"a demand curve falls, as 17-{letter} does"
        )
    if not shape.falls:
        raise GameError(f"demand {found}: the {what} never falls, so profits are unbounded")
    return positive_part(found) if shape.dips else found


def firms_named(demand: Any, costs: Any, firms: int | None) -> int | None:
    """How many firms there are, also where only the price names their quantities q1, q2, ...

    >>> firms_named("17-q1-q2-q3", "q", None), firms_named("17-Q", "q", None)
    (3, None)
    """
    own = set(_OWN.findall(demand)) if isinstance(demand, str) else set()
    if len(own) < 2:
        return firms
    if isinstance(costs, str):
        costs = parted(costs)
    several = not _single(costs) and len(costs) > 1
    count = len(costs) if firms is None and several else firms
    if count is not None and count != len(own):
        raise GameError(
            f"the price names {', '.join(sorted(own))}, and there are {count_of(count, 'firm')}"
        )
    return len(own)


def _of_total(found: Expression, letter: str) -> Expression:
    """A price that is written with the quantities q1, q2, ... of all firms, as a function of Q.

    >>> print(_of_total(read_expression("(17-q1-q2)^+"), "Q"))
    max(0, 17 - Q)
    >>> _of_total(read_expression("17-q1-2q2"), "Q")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: demand 17 - q1 - 2*q2: the price must depend on the total ...
    """
    own = sorted(name for name in found.symbols if _OWN.fullmatch(name))
    if letter != "Q" or "Q" in found.symbols or len(own) < 2:
        return found
    if not _is_of_total(found, own):
        raise GameError(
            f"demand {found}: the price must depend on the total alone, such as 17-Q or 17-q1-q2; "
            "goods that differ are for bertrand, or a game of your own"
        )
    first, *rest = own
    return found.substitute({**dict.fromkeys(rest, 0), first: Symbol("Q")})


def _is_of_total(x: Expression, own: list[str]) -> bool:
    """Whether an expression depends on some quantities by their sum alone."""
    if not x.symbols & set(own):
        return True
    if x.is_polynomial():
        part = pieces(x, ring(sorted(x.symbols | set(own))))[0]
        slopes = [part.top.derivative(name) for name in own]
        return all(slope == slopes[0] for slope in slopes)
    return all(_is_of_total(child, own) for child in x.children)


def _clipped(x: Expression) -> bool:
    from kibitz.algebra.expressions.cases import Conditional
    from kibitz.algebra.expressions.tree import Call

    return isinstance(x, Conditional) or (isinstance(x, Call) and x.function == "max")


@dataclass(frozen=True)
class _Shape:
    """What a demand curve does: samples of where it rises, whether it falls, dips below zero, and
    is ever positive."""

    falls: bool
    rises: list[Fraction]
    dips: bool
    positive: bool


def _shape(found: Expression, letter: str) -> _Shape | None:
    """The shape of a piecewise rational function, exactly; None for any other."""
    try:
        payoff = Payoff.of(found, ring([letter]))
    except NotRational:
        return None
    field = NumberField(Fraction(0))
    here = Slice.of(payoff, letter, (Fraction(0), None), field, {})
    steep, count = slopes(here), len(here.switches)
    n = len(steep)
    falls = dips = positive = False
    rises: list[Fraction] = []
    chosen: list[int] = []
    cells = line_cells(
        field, [*here.switches, *steep, *here.tops, *here.bottoms], Fraction(0), None
    )
    for cell in cells:
        k = payoff.choose(cell.signs[:count])
        chosen.append(k)
        slope = cell.signs[count + k]
        value = cell.signs[count + n + k] * cell.signs[count + 2 * n + k]
        if not cell.is_point:
            assert isinstance(cell.sample, Fraction)
            falls |= slope < 0
            if slope > 0 and value > 0:
                rises.append(cell.sample)
        dips |= value < 0
        positive |= value > 0
    for k, cell in enumerate(cells[1:-1], 1):
        if cell.is_point and chosen[k - 1] != chosen[k + 1]:
            rises += _leap(payoff, letter, (chosen[k - 1], chosen[k + 1]), float(cell.sample))
    return _Shape(falls, rises, dips, positive)


def _leap(payoff: Payoff, letter: str, pieces: tuple[int, int], at: float) -> list[Fraction]:
    """The place where pieces meet, when the second one begins above the end of the first."""
    before, after = (
        _float_value(payoff.pieces[k].top, at) / (_float_value(payoff.pieces[k].bottom, at) or 1)
        for k in pieces
    )
    up = after > max(before, 0.0) + 1e-9 * (1 + abs(after))
    return [Fraction(at).limit_denominator(10**6)] if up else []


def _float_value(polynomial: Multi, at: float) -> float:
    """A polynomial of one variable in floating point."""
    return float(
        sum(float(c.p) / float(c.q) * at ** int(e[0]) for e, c in polynomial.to_dict().items())
    )


def _sampled_shape(found: Expression, letter: str) -> _Shape:
    """The same for formulas with exp, log or sqrt, by intervals around many quantities."""
    from flint import arb

    slope = differentiate(found, letter)
    falls, positive = False, False
    rises: list[Fraction] = []
    for k in sorted(range(-16, 48), key=abs):
        x = Fraction(2) ** (k // 2) * (3 if k % 2 else 1)
        at = {letter: arb(to_flint(x))}
        value, steep = enclose(found, at), enclose(slope, at)
        falls |= bool(steep < 0)
        positive |= bool(value > 0)
        if steep > 0 and value > 0:
            rises.append(x)
    return _Shape(falls, rises, range_beyond(found, 0.0)[0] < 0, positive)


def read_capacities(given: Any, count: int) -> list[Fraction | None]:
    """The most each firm can make; None means no limit."""
    values = [given] * count if given is None or _single(given) else list(given)
    if len(values) != count:
        raise GameError(
            f"{len(values)} capacities for {count_of(count, 'firm')}; give one for all or for each"
        )
    found = [None if v is None else exact(v, "capacity") for v in values]
    low = next((c for c in found if c is not None and c < 0), None)
    if low is not None:
        raise GameError(f"a capacity is {show(low)}; it must not be negative")
    return found


def firm_names(names: Sequence[str] | None, count: int) -> tuple[str, ...]:
    if names is None:
        return tuple(f"Firm {k}" for k in range(1, count + 1))
    if len(names) != count:
        raise GameError(f"{count_of(len(names), 'name')} for {count_of(count, 'firm')}")
    return tuple(map(str, names))


def with_values(
    parts: Sequence[Expression], keep: Sequence[str], values: Mapping[str, Any] | None
) -> tuple[Expression, ...]:
    """Numbers put in the place of parameters."""
    if not values:
        return tuple(parts)
    known = frozenset().union(*(p.symbols for p in parts)) - set(keep)
    for name in values:
        if name not in known:
            there = f"there are: {', '.join(sorted(known))}" if known else "there are none"
            raise GameError(f"unknown parameter {name!r}; {there}")
    read = {name: expression(exact(v, name)) for name, v in values.items()}
    return tuple(p.substitute(read) for p in parts)
