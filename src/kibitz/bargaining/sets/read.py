"""Reading feasible sets: points, inequalities, functions, games, totals."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from kibitz.algebra.expressions.read import read_formula
from kibitz.algebra.expressions.tree import (
    FUNCTIONS,
    Call,
    Exponential,
    Expression,
    Product,
    Quotient,
    Symbol,
)
from kibitz.algebra.plane_polynomial import PlanePolynomial
from kibitz.bargaining.sets.feasible import FeasibleSet
from kibitz.bargaining.sets.frontier import Frontier, frontier
from kibitz.bargaining.sets.polygon import Polygon, polygon
from kibitz.bargaining.sets.region import Region
from kibitz.bargaining.sets.transferable import transferable_set
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.spelling import count_of
from kibitz.linear.polyhedra.vertices import vertices
from kibitz.strategic.build import bimatrix
from kibitz.strategic.game import StrategicGame
from kibitz.zero_sum.game import MatrixGame

_SIGN = re.compile(r"(<=|>=|=<|=>|≤|≥|<|>|==|=)")
_PART = re.compile(r";|\n|,(?![^()]*\))|&&?|\band\b|∧")
_BUILDER = re.compile(r"\s*(?:\w\s*=\s*)?\{\s*\([^)]*\)\s*[:|]\s*(.*)\}\s*$", re.DOTALL)
"""The notation of sets, ``S = {(x, y): ...}``."""
_FORMULA = re.compile(r"(?:[-−+*/^().\d\sxu]|sqrt)+")
"""What stands in a formula in one variable."""
NAMES = (("x", "y"), ("u", "v"), ("a", "b"))


def read_set(given: Any) -> FeasibleSet:
    """The feasible set that some data stands for.

    A list of points, text with inequalities, a function, a game of two players, or an object with
    one of the keys ``polygon`` (``points``, ``vertices``), ``inequalities`` (``ellipse``,
    ``region``), ``frontier`` with ``from`` and ``to``, ``sigma``, ``bimatrix_hull``.

    Parameters
    ----------
    given : points, str, callable, StrategicGame or mapping
        The data.

    Returns
    -------
    FeasibleSet
        The set.

    Examples
    --------
    >>> print(read_set("x >= 0; y >= 0; x + 3y <= 3").words())
    the polygon with corners (0, 0), (3, 0), (0, 1)
    >>> print(read_set("y = 4 - x^2").words(), "/", read_set("4 - x^2").words())
    the set where y + x^2 <= 4 / the set where y + x^2 <= 4
    >>> print(read_set("(x-2)^2 + 4(y-1)^2 <= 8").words())
    the set where 4y^2 - 8y + x^2 - 4x <= 0
    """
    if isinstance(given, FeasibleSet):
        return given
    if isinstance(given, (StrategicGame, MatrixGame)):
        return ntu_set(two_person(given))
    if isinstance(given, Mapping):
        return _by_key(dict(given))
    if isinstance(given, str):
        if is_frontier(given):
            return inequalities(f"y = {given}" if "x" in given else f"v = {given}")
        return inequalities(given) if _SIGN.search(given) else polygon(given)
    if callable(given):
        raise GameError("a frontier needs its endpoints: frontier(f, start, end)")
    if hasattr(given, "__iter__"):
        items = list(given)
        if items and all(isinstance(x, str) and _SIGN.search(x) for x in items):
            return inequalities(items)
        return polygon(items)
    raise GameError(f"{given!r} is not a feasible set; give points, inequalities or a game")


def is_frontier(text: str) -> bool:
    """Whether a text is only the formula of a curve, in x or in u.

    >>> is_frontier("4 - x^2"), is_frontier("sqrt(16 - u)"), is_frontier("0 0; 0 1; 3 0")
    (True, True, False)
    """
    return _FORMULA.fullmatch(text) is not None and ("x" in text) != ("u" in text)


def ntu_set(game: StrategicGame) -> Polygon:
    """What two players can reach without side payments: the convex hull of the cells.

    Parameters
    ----------
    game : StrategicGame
        A game of two players.

    Returns
    -------
    Polygon
        The polygon.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> ntu_set(bimatrix("4 0; 2 1", "3 0; 2 4")).words()
    'the polygon with corners (0, 0), (4, 3), (1, 4)'
    """
    first, second = exact_payoffs(game)
    cells = zip(_flat(first), _flat(second), strict=True)
    return polygon(set(cells))


def two_person(given: Any) -> StrategicGame:
    """A game of two players: itself, a matrix game, or one to be read from pairs of payoffs."""
    if isinstance(given, MatrixGame):
        given = given.strategic()
    game = given if isinstance(given, StrategicGame) else bimatrix(given)
    if len(game.players) != 2:
        raise GameError(f"{count_of(len(game.players), 'player')}; bargaining problems have two")
    return game


def exact_payoffs(game: StrategicGame) -> tuple[list[list[Fraction]], list[list[Fraction]]]:
    """Both payoff matrices of a game of two players, floats at their shortest spelling."""
    first, second = (tensor.rational().numbers() for tensor in two_person(game).payoffs)
    return first, second


def _flat(rows: list[list[Fraction]]) -> list[Fraction]:
    return [x for row in rows for x in row]


_POINTS = ("polygon", "points", "vertices", "hull")
_INEQUALITIES = ("inequalities", "inequality", "ellipse", "region", "conic", "set", "constraints")
_TOTALS = ("sigma", "total", "tu_total")
_GAMES = ("bimatrix_hull", "bimatrix", "hull_of", "ntu")


def _by_key(data: dict[str, Any]) -> FeasibleSet:
    names = _names(data.pop("names", None))
    for key in _POINTS:
        if key in data:
            return polygon(data[key])
    for key in _INEQUALITIES:
        if key in data:
            return inequalities(data[key], names)
    for key in _TOTALS:
        if key in data:
            return transferable_set(data[key], data.get("least"))
    for key in _GAMES:
        if key in data:
            return ntu_set(two_person(data[key]))
    for key in ("frontier", "function", "boundary"):
        if key in data:
            return _frontier(data[key], data)
    known = [*_POINTS, *_INEQUALITIES, *_TOTALS, *_GAMES, "frontier"]
    given = ", ".join(map(str, data)) or "nothing"
    near = did_you_mean(given, known)
    raise GameError(
        f"feasible set: it has {given}; it needs a key such as polygon or inequalities{near}"
    )


def _names(given: Any) -> tuple[str, str] | None:
    if given is None:
        return None
    items = [str(name) for name in given]
    if len(items) != 2 or items[0] == items[1]:
        raise GameError(f"names: {given!r} are not two different letters")
    return items[0], items[1]


def _frontier(formula: Any, data: dict[str, Any]) -> FeasibleSet:
    ends = next((data[k] for k in ("on", "interval", "domain") if k in data), None)
    if ends is not None and len(list(ends)) != 2:
        raise GameError(f"on: {ends!r} is not a pair of ends, such as [0, 2]")
    low, high = ends if ends is not None else (None, None)
    low = data.get("from", data.get("start", low))
    high = data.get("to", data.get("end", high))
    if low is None or high is None:
        raise GameError('frontier: it needs its ends, "from" and "to" (or "on": [0, 2])')
    return below(formula, low, high)


def below(formula: Any, low: Any, high: Any) -> FeasibleSet:
    """The set below a function between two numbers: exact when the function is a polynomial.

    >>> below("4-x^2", 0, 2).kind, below("sqrt(1-x^2)", 0, 1).kind
    ('region', 'frontier')
    """
    if isinstance(formula, str):
        text = formula.split("=", 1)[1] if formula.strip()[:2] in ("y=", "v=") else formula
        text = re.sub(r"^\s*[yv]\s*(<=|=|≤)", "", text)
        read = read_formula(text, ["x", "u"], "frontier")
        if read.is_polynomial():
            letter = "u" if "u" in read.symbols else "x"
            other = "v" if letter == "u" else "y"
            bounds = [f"{letter} >= {low}", f"{letter} <= {high}", f"{other} <= {text}"]
            return inequalities(bounds, (letter, other))
        formula = text
    return frontier(formula, low, high)


def inequalities(given: Any, names: tuple[str, str] | None = None) -> FeasibleSet:
    """The set where inequalities in x and y (or u and v) hold.

    Bounded and linear ones give a polygon, other polynomials a region; a single ``y <= f(x)`` that
    is not polynomial gives a frontier.

    Parameters
    ----------
    given : str or sequence of str
        The inequalities.
    names : tuple[str, str], optional
        The names of the two variables; found in the text if omitted.

    Returns
    -------
    FeasibleSet
        The set.
    """
    texts = [given] if isinstance(given, str) else list(given)
    texts = [found[1] if (found := _BUILDER.match(str(text))) else str(text) for text in texts]
    parts = [p.strip() for text in texts for p in _PART.split(str(text)) if p and p.strip()]
    if not parts:
        raise GameError("no inequality is given; write x^2 + y^2 <= 1, or x >= 0; y <= 4-x^2")
    letters = names or _letters(parts)
    read = [relation for part in parts for relation in _relations(part, letters)]
    read = _without_root(read, letters[1])
    formulas = [left - right for left, right in read]
    if all(f.is_polynomial() for f in formulas):
        return _polynomial_set([PlanePolynomial.read(f, letters) for f in formulas], letters)
    return _single_curve(read, letters)


def _letters(parts: list[str]) -> tuple[str, str]:
    text = " ".join(parts)
    for name in (*FUNCTIONS, "and"):
        text = text.replace(name, " ")
    used = set(re.findall(r"[a-z]", text))
    for pair in NAMES:
        if used and used <= set(pair):
            return pair
    return NAMES[0]


def _relations(part: str, names: tuple[str, str]) -> list[tuple[Expression, Expression]]:
    """Pairs (left, right) that mean left <= right; a chain gives several, an equation two.

    A curve y = f(x) alone cannot be all that is feasible: it is the frontier of what lies below.
    """
    pieces = _SIGN.split(part)
    if len(pieces) < 3:
        raise GameError(f"{part!r:.60} is not an inequality; write it as y <= 4-x^2")
    sides = [read_formula(text, names, "inequality") for text in pieces[::2]]
    if pieces[1:2] in (["="], ["=="]) and len(sides) == 2:
        for name, formula in (sides, sides[::-1]):
            if name == Symbol(names[1]) and _is_curved(formula, names):
                return [(name, formula)]
    found = []
    for left, sign, right in zip(sides, pieces[1::2], sides[1:], strict=False):
        if sign in ("<=", "=<", "≤", "<", "=", "=="):
            found.append((left, right))
        if sign in (">=", "=>", "≥", ">", "=", "=="):
            found.append((right, left))
    return found


def _is_curved(formula: Expression, names: tuple[str, str]) -> bool:
    """Whether it is a function of the first variable whose graph is not a straight line."""
    if formula.symbols != {names[0]}:
        return False
    return not formula.is_polynomial() or PlanePolynomial.read(formula, names).degree > 1


def _without_root(
    relations: list[tuple[Expression, Expression]], y: str
) -> list[tuple[Expression, Expression]]:
    """``y <= sqrt(f)`` as ``y^2 <= f``, which means the same where y is bounded from below by 0."""
    name = Symbol(y)
    if not any(
        right == name and (c := left.constant()) is not None and c >= 0 for left, right in relations
    ):
        return relations
    squares = [(_square(right) if left == name else None) for left, right in relations]
    return [
        pair if square is None else (name * name, square)
        for pair, square in zip(relations, squares, strict=True)
    ]


def _square(x: Expression) -> Expression | None:
    """The square of a root or of a positive multiple of one; None for all else."""
    if isinstance(x, Call) and x.function == "sqrt":
        return x.arguments[0]
    if isinstance(x, Exponential) and x.exponent.constant() == Fraction(1, 2):
        return x.base
    if not isinstance(x, (Product, Quotient)):
        return None
    factor, root = x.children if isinstance(x, Product) else x.children[::-1]
    inside, by = _square(root), factor.constant()
    if inside is None or by is None or by <= 0:
        return None
    return inside * by**2 if isinstance(x, Product) else inside / by**2


def _polynomial_set(constraints: list[PlanePolynomial], names: tuple[str, str]) -> FeasibleSet:
    kept = []
    for g in dict.fromkeys(constraints):
        if g.degree < 1:
            if g.coefficient(0, 0) > 0:
                raise GameError("one inequality never holds, so the feasible set is empty")
            continue
        kept.append(g)
    if kept and all(g.degree == 1 for g in kept):
        found = vertices(
            [[g.coefficient(1, 0), g.coefficient(0, 1)] for g in kept],
            [-g.coefficient(0, 0) for g in kept],
        )
        if found.empty:
            raise GameError("the inequalities contradict each other: the feasible set is empty")
        if found.bounded:
            return polygon(found.vertices)
    return Region(tuple(kept), names)


def _single_curve(
    relations: list[tuple[Expression, Expression]], names: tuple[str, str]
) -> Frontier:
    """A frontier from ``y <= f(x)`` and bounds on x; what only bounds y from below is dropped."""
    x, y = names
    low = high = curve = None
    for left, right in relations:
        if left == Symbol(x) and (c := right.constant()) is not None:
            high = c if high is None else min(high, c)
        elif right == Symbol(x) and (c := left.constant()) is not None:
            low = c if low is None else max(low, c)
        elif left == Symbol(y) and right.symbols <= {x} and curve is None:
            curve = right
        elif not (right == Symbol(y) and left.constant() is not None):
            raise GameError(
                f"with functions that are not polynomials write {y} <= f({x}) and bounds on {x}, "
                f"such as {y} <= sqrt(1-{x}^2); {x} >= 0; {x} <= 1"
            )
    if curve is None or low is None or high is None:
        raise GameError(f"{y} <= f({x}) needs both bounds of {x}, such as {x} >= 0; {x} <= 1")
    found = curve
    return Frontier(low, high, str(found), lambda u: found.float_at({x: u}))
