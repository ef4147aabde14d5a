"""Between exact polynomials and sympy: letters, formulas, values."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import Any

from kibitz.algebra.expressions.piecewise import Multi
from kibitz.algebra.expressions.tree import (
    Call,
    Constant,
    Exponential,
    Expression,
    Power,
    Product,
    Quotient,
    Sum,
    Symbol,
)
from kibitz.core.errors import GameError
from kibitz.core.numbers import exact


def load_sympy() -> Any:
    """The package sympy, or one line that says how to get it."""
    try:
        import sympy
    except ImportError:
        raise GameError(
            "closed forms and games of three and more players need the package sympy: "
            "pip install 'kibitz[symbolic]'"
        ) from None
    return sympy


def has_sympy() -> bool:
    """Whether the package sympy is there."""
    try:
        load_sympy()
    except GameError:
        return False
    return True


def spell(x: Any) -> str:
    """A sympy expression as text.

    >>> import sympy
    >>> a, c = sympy.symbols("a c")
    >>> spell((a - c) ** 2 / 9)
    '(a - c)^2/9'
    """
    return str(x).replace("**", "^")


class SymbolicFormula:
    """A closed form that prints itself shortly; ``.sympy`` holds the expression.

    >>> import sympy
    >>> half = SymbolicFormula(sympy.Symbol("a", positive=True) / 2)
    >>> half == "a/2", half.at(a=3)
    (True, Fraction(3, 2))
    """

    def __init__(self, expr: Any, text: str = "") -> None:
        self.sympy = expr
        self.text = text
        """How it is written, if not as sympy does."""

    def __str__(self) -> str:
        return self.text or spell(self.sympy)

    def __repr__(self) -> str:
        return f"Formula({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        """Equal as functions; text is read first, and letters of one name are the same."""
        if isinstance(other, str):
            if other == str(self):
                return True
            try:
                other = sympy_of_text(other)
            except GameError:
                return False
        elif isinstance(other, SymbolicFormula):
            other = other.sympy
        elif not isinstance(other, (int, Fraction)) and not hasattr(other, "free_symbols"):
            return NotImplemented
        right = load_sympy().sympify(other)
        own = {x.name: x for x in self.sympy.free_symbols}
        right = right.xreplace({x: own[x.name] for x in right.free_symbols if x.name in own})
        return bool(reduced(self.sympy - right) == 0)

    def __hash__(self) -> int:
        """The same for all formulas in the same letters, since equal ones may be written apart."""
        return hash(frozenset(x.name for x in self.sympy.free_symbols))

    def at(self, **values: Any) -> Any:
        """The number for given values of the parameters."""
        return evaluate(self.sympy, values)


def evaluate(x: Any, values: Mapping[str, Any]) -> Any:
    """A sympy expression at numbers: a Fraction where it is rational, None where undefined."""
    sympy = load_sympy()

    places = {letter(k): rational(exact(v)) for k, v in values.items()}
    found = sympy.sympify(x).xreplace(places)
    if found.is_Rational:
        return Fraction(int(found.p), int(found.q))
    if found.is_real and found.is_finite:
        return float(found)
    return None


def reduced(x: Any) -> Any:
    """A rational function in factors; anything else as simple as sympy can make it."""
    sympy = load_sympy()

    if x.is_rational_function():
        return sympy.factor(x)
    return sympy.factor(sympy.simplify(x))


def letter(name: str, variables: Collection[str] = ()) -> Any:
    """A parameter, which is positive, or one of the variables, which is real."""
    sympy = load_sympy()

    if name in variables:
        return sympy.Symbol(name, real=True)
    return sympy.Symbol(name, positive=True)


def rational(x: Fraction) -> Any:
    sympy = load_sympy()

    return sympy.Rational(x.numerator, x.denominator)


def to_sympy(polynomial: Multi, variables: Collection[str]) -> Any:
    """A polynomial of several variables for sympy."""
    sympy = load_sympy()

    letters = [letter(n, variables) for n in polynomial.context().names()]
    total = sympy.Integer(0)
    for exponents, c in polynomial.to_dict().items():
        term = sympy.Rational(int(c.p), int(c.q))
        for symbol, e in zip(letters, exponents, strict=True):
            term = term * symbol ** int(e)
        total += term
    return total


def sympy_of(x: Expression, variables: Collection[str] = ()) -> Any:
    """An expression for sympy; letters that are not variables are positive.

    >>> from kibitz.algebra.expressions.read import read_expression
    >>> print(sympy_of(read_expression("2*sqrt(a)*exp(-Q)")))
    2*sqrt(a)*exp(-Q)
    """
    sympy = load_sympy()

    if isinstance(x, Constant):
        return rational(x.value)
    if isinstance(x, Symbol):
        return letter(x.name, variables)
    parts = [sympy_of(child, variables) for child in x.children]
    if isinstance(x, Sum):
        return parts[0] + parts[1]
    if isinstance(x, Product):
        return parts[0] * parts[1]
    if isinstance(x, Quotient):
        return parts[0] / parts[1]
    if isinstance(x, Power):
        return parts[0] ** x.exponent
    if isinstance(x, Exponential):
        return parts[0] ** parts[1]
    if isinstance(x, Call) and x.function not in ("max", "min", "abs"):
        if x.function == "root":
            return parts[0] ** (1 / parts[1])
        return getattr(sympy, x.function)(parts[0])
    raise GameError(f"{x} has cases, but sympy needs formulas without them")


def sympy_of_text(text: str) -> Any:
    """Text in the language of :mod:`~kibitz.algebra.expressions.read`, with positive letters."""
    from kibitz.algebra.expressions.read import read_expression

    return sympy_of(read_expression(text, roots=True))


def factors(x: Any) -> tuple[Any, list[tuple[Any, Any]]]:
    """The number in front of a product, and its factors with their powers, roots included.

    >>> b = letter("b")
    >>> factors(-2 * (b - 3) ** 2)
    (-2, [(b - 3, 2)])
    """
    sympy = load_sympy()

    constant, found = sympy.Integer(1), []
    for part in sympy.Mul.make_args(sympy.factor(x)):
        if part.is_number and not part.is_Add:
            constant = constant * part
        else:
            found.append(part.as_base_exp())
    return constant, found


def tidy(x: Any, values: Mapping[str, Any] | None = None) -> Any:
    """A factored form in which every factor is positive at the given values.

    Without values only a minus sign in front goes into a factor.

    >>> b = letter("b")
    >>> spell(tidy(-1 / (b - 2), {"b": 1})), spell(tidy(-(b - 2) / 3))
    ('1/(2 - b)', '(2 - b)/3')
    >>> spell(tidy((3 - b) ** rational(Fraction(1, 2)) / 2))
    'sqrt(3 - b)/2'
    """
    sympy = load_sympy()

    top, bottom = sympy.fraction(sympy.factor(x))
    constant = sympy.Integer(1)
    parts: list[tuple[Any, Any]] = []
    for part, side in ((top, 1), (bottom, -1)):
        number, found = factors(part)
        constant = constant * number**side
        parts += [(factor, side * power) for factor, power in found]
    for k, (factor, power) in enumerate(parts):
        if not factor.is_Add or power != int(power):
            continue
        value = evaluate(factor, values) if values is not None else None
        flip = value < 0 if value is not None else constant < 0 and power % 2 == 1
        if flip:
            parts[k] = sympy.expand(-factor), power
            constant = -constant if power % 2 else constant
    made = [f**p for f, p in parts]
    if len(made) == 1 and made[0].is_Add:
        return sympy.Mul(constant, made[0], evaluate=False) if constant != 1 else made[0]
    return constant * sympy.Mul(*made)
