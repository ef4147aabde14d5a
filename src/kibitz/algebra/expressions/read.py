"""Expressions from text, in the grammar of :mod:`kibitz.algebra.expressions.formula`.

The functions are ``max``, ``min``, ``abs``, ``sqrt``, ``exp``, ``log`` and ``pos``; a power is a
number, whole or in halves or quarters. Formulas that are only computed, and not solved for
anything (:func:`read_formula`), may have other powers, ``sin`` and ``cos`` as well.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Any

from kibitz.algebra.expressions.cases import Both, Comparison, Condition, Either, choice
from kibitz.algebra.expressions.formula import Meaning
from kibitz.algebra.expressions.tree import (
    FUNCTIONS,
    ZERO,
    Constant,
    Exponential,
    Expression,
    Symbol,
    call,
    raised,
)
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import exact

MOST_POWER = 60

_SPELLINGS = {
    **{name: name for name in FUNCTIONS},
    "Max": "max",
    "Min": "min",
    "Abs": "abs",
    "ln": "log",
    "pos": "pos",
}
_COMPUTED = {**_SPELLINGS, "sin": "sin", "cos": "cos"}


def read_expression(
    given: Any, known: Collection[str] | None = None, where: str = "", roots: bool = False
) -> Expression:
    """An expression from text, a number, or something that prints itself as one (sympy does).

    Parameters
    ----------
    given : str, number or object
        The expression.
    known : collection of str, optional
        The symbols that may occur; any if omitted.
    where : str, optional
        The name of the argument, for error messages.
    roots : bool, default False
        Whether roots of any degree are allowed, not square roots only.

    Returns
    -------
    Expression
        The expression.

    Examples
    --------
    >>> print(read_expression("q(17-Q)^+ - 2q"))
    q*max(0, 17 - Q) - 2*q
    >>> print(read_expression("Q^(-1/2) + q^1.5"))
    1/sqrt(Q) + sqrt(q)^3
    >>> print(read_expression("Q<=5: 17-Q; else 22-2Q"))
    17 - Q if Q <= 5 else 22 - 2*Q
    >>> read_expression("17-R", ["Q"], "demand")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: demand: '17-R': the name 'R' is not known; known: Q
    >>> read_expression("__import__('os')")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: "__import__('os')": "'" cannot be read; write for instance ...
    """
    if isinstance(given, Expression):
        return _known(given, str(given), known, where)
    if isinstance(given, str) or type(given).__module__.partition(".")[0] == "sympy":
        meaning = (_WithRoots if roots else _Meaning)(str(given), where, known)
        return _known(meaning.read(), str(given), known, where)
    return Constant(exact(given, where))


def _known(
    expression: Expression, text: str, known: Collection[str] | None, where: str
) -> Expression:
    strange = sorted(expression.symbols - set(known)) if known is not None else []
    if strange:
        at = f"{where}: " if where else ""
        near = did_you_mean(strange[0], known or ())
        raise GameError(f"{at}{text!r}: the name {strange[0]!r} is not known{near}")
    return expression


class _Meaning(Meaning[Expression, Condition]):
    """A formula as a tree of expressions."""

    advice = "write for instance 17-Q, 3q^2/2+9, max(0, a-Q) or 17-Q if Q <= 5 else 12"
    functions = _SPELLINGS
    digits = 400

    def number(self, value: Fraction) -> Expression:
        return Constant(value)

    def name(self, name: str) -> Expression:
        return Symbol(name)

    def sum(self, left: Expression, right: Expression) -> Expression:
        return left + right

    def negative(self, x: Expression) -> Expression:
        return -x

    def product(self, left: Expression, right: Expression) -> Expression:
        return left * right

    def quotient(self, top: Expression, bottom: Expression) -> Expression:
        if bottom == ZERO:
            raise self.wrong("it divides by zero")
        return top / bottom

    def power(self, base: Expression, exponent: Expression) -> Expression:
        if not isinstance(exponent, Constant):
            raise self.wrong("a power must be an integer or a half-integer, such as (3/2)")
        power, bottom = exponent.value, exponent.value.denominator
        if abs(power) > MOST_POWER:
            raise self.wrong(f"a power is above {MOST_POWER}")
        if bottom & (bottom - 1):
            raise self.wrong("a power must be a multiple of 1/4")
        while bottom > 1:
            base, bottom = call("sqrt", base), bottom // 2
        if isinstance(base, Constant):
            return Constant(self.whole_power(base.value, power.numerator))
        return raised(base, power.numerator)

    def call(self, function: str, arguments: Sequence[Expression]) -> Expression:
        return call(function, *arguments)

    def comparison(self, left: Expression, relation: str, right: Expression) -> Condition:
        return Comparison(left, relation, right)

    def both(self, first: Condition, second: Condition) -> Condition:
        return Both(first, second)

    def either(self, first: Condition, second: Condition) -> Condition:
        return Either(first, second)

    def choice(self, condition: Condition, then: Expression, otherwise: Expression) -> Expression:
        return choice(condition, then, otherwise)


class _WithRoots(_Meaning):
    """The same, with roots of any degree."""

    def power(self, base: Expression, exponent: Expression) -> Expression:
        power = exponent.value if isinstance(exponent, Constant) else Fraction(1)
        bottom = power.denominator
        if not bottom & (bottom - 1):
            return super().power(base, exponent)
        if bottom > MOST_POWER or abs(power) > MOST_POWER:
            raise self.wrong(f"a power is above {MOST_POWER}")
        return raised(call("root", base, bottom), power.numerator)


def read_formula(text: str, variables: Collection[str], where: str = "") -> Expression:
    """A formula in these variables, to be computed in any kind of numbers.

    >>> f = read_formula("2(x-1)^2 + y/4", ["x", "y"])
    >>> print(f.at({"x": Fraction(2), "y": Fraction(1)}), f.float_at({"x": 3.0, "y": 0.0}))
    9/4 8.0
    >>> print(f, sorted(f.symbols), f.is_polynomial())
    2*(x - 1)^2 + y/4 ['x', 'y'] True
    >>> read_formula("3 + z", ["x"])
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: '3 + z': 'z' is not a variable here; known: x
    """
    if not isinstance(text, str):
        at = f"{where}: " if where else ""
        raise GameError(f"{at}{text!r} is not a formula; write it as text")
    return _Formula(text, where, list(variables)).read()


class _Formula(_Meaning):
    """A formula that is only computed."""

    advice = Meaning.advice
    digits = Meaning.digits
    functions = _COMPUTED

    def name(self, name: str) -> Expression:
        names = self.names or ()
        if name not in names:
            known = f"; known: {', '.join(names)}" if names else ", only numbers"
            raise self.wrong(f"{name!r} is not a variable here{known}")
        return Symbol(name)

    def power(self, base: Expression, exponent: Expression) -> Expression:
        power = exponent.constant()
        if power is None or power.denominator > 1:
            return Exponential(base, exponent)
        if isinstance(base, Constant):
            return Constant(self.whole_power(base.value, int(power)))
        return raised(base, int(power))
