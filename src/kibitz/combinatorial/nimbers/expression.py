"""Sums, products, quotients and roots of nimbers, typed as one expression."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from typing import Any

from kibitz.combinatorial.heaps.zeckendorf import zeckendorf
from kibitz.combinatorial.methods.nimber import mex, nim_sum
from kibitz.combinatorial.nimbers.field import (
    field_bits,
    nim_inverse,
    nim_power,
    nim_product,
    nim_quadratic,
    nim_quotient,
    nim_square,
    nim_square_root,
    nim_trace,
)
from kibitz.combinatorial.nimbers.logarithm import nim_logarithm, nim_order
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.spelling import count_of

Value = int | tuple[int, ...]
Powers = tuple[int, int, int]
"""The coefficients of x², x and 1."""
DEGREE = "in an equation x may stand alone, times a nimber or squared; not in other powers"
LONGEST = 10_000
"""Characters of an expression."""
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "field": field_bits,
    "inverse": nim_inverse,
    "log": nim_logarithm,
    "mex": lambda *values: mex(values),
    "order": nim_order,
    "power": nim_power,
    "product": nim_product,
    "quadratic": nim_quadratic,
    "quotient": nim_quotient,
    "sqrt": nim_square_root,
    "square": nim_square,
    "sum": nim_sum,
    "trace": nim_trace,
    "zeckendorf": zeckendorf,
}
"""What may be called, most of it from :mod:`kibitz.combinatorial.nimbers.field`."""
EXAMPLES = {
    "field": "field(200)",
    "inverse": "inverse(5)",
    "log": "log(2, 3)",
    "mex": "mex(0, 1, 3)",
    "order": "order(5)",
    "power": "power(5, 3)",
    "product": "product(8, 8)",
    "quadratic": "quadratic(1, 1, 8)",
    "quotient": "quotient(6, 5)",
    "sqrt": "sqrt(8)",
    "square": "square(8)",
    "sum": "sum(3, 4, 5)",
    "trace": "trace(8)",
    "zeckendorf": "zeckendorf(43)",
}
"""How each function is written."""
OPERATORS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: nim_sum,
    ast.Sub: nim_sum,
    ast.Mult: nim_product,
    ast.Div: nim_quotient,
    ast.Pow: nim_power,
}
SPELLINGS = str.maketrans({"⊕": "+", "⊗": "*", "⊘": "/", "×": "*", "·": "*", "−": "-"})


def nim_value(text: str) -> Value:
    """The value of an expression in nimbers; an equation in x gives all its roots.

    ``+``, ``xor`` and ``-`` are all the nim-sum, since every nimber is its own opposite; ``*``,
    ``/`` and ``**`` or ``^`` are product, quotient and power.

    Parameters
    ----------
    text : str
        The expression.

    Returns
    -------
    Value
        The nimber, or all roots.

    Examples
    --------
    >>> nim_value("8 * 8 + 3"), nim_value("6 / 5"), nim_value("sqrt(8) ^ 2")
    (14, 9, 8)
    >>> nim_value("38 xor 25"), nim_value("*11 + *8")
    (63, 3)
    >>> nim_value("quadratic(1, 1, 8)"), nim_value("mex{0, 1, 3}"), nim_value("2 ⊗ (3 ⊕ 1)")
    ((16, 17), 2, 3)
    >>> nim_value("x^2 + x = 8"), nim_value("12 + x = 5"), nim_value("7*x = 1")
    ((16, 17), (9,), (11,))
    >>> nim_value("zeckendorf(43)")
    (34, 8, 1)
    >>> nim_value("1 / 0")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: 0 has no inverse; divide by a nonzero nimber
    """
    if len(text) > LONGEST:
        raise GameError(f"an expression of {len(text):,} characters; write at most {LONGEST:,}")
    try:
        text = re.sub(r"\bmex\s*\{([^{}]*)\}", r"mex(\1)", text)
        spelled = re.sub(r"\bxor\b", "+", text.translate(SPELLINGS), flags=re.IGNORECASE)
        spelled = re.sub(r"(^|[-+/(,=]|\*\s)(\s*)\*(?=\d)", r"\1\2", spelled)
        left, equals, right = spelled.replace("^", "**").partition("=")
        if equals:
            return _roots(left, right)
        value: Value = _value(_tree(left))
        if isinstance(value, int) and value < 0:
            raise GameError(f"{value} is not a nimber; nimbers are the whole numbers 0, 1, ...")
        return value
    except (SyntaxError, RecursionError, MemoryError):
        raise GameError(f"cannot read {text!r}; write it as 8 * 8 + sqrt(3) / 5") from None


def _tree(text: str) -> ast.expr:
    return ast.parse(text.strip(), mode="eval").body


def _roots(left: str, right: str) -> tuple[int, ...]:
    """All x for which two sides of degree at most 2 are equal."""
    a, b, c = map(nim_sum, _powers(_tree(left)), _powers(_tree(right)))
    if a:
        return nim_quadratic(a, b, c)
    if b:
        return (nim_quotient(c, b),)
    raise GameError(f"x drops out of {left.strip()} = {right.strip()}, so x is undetermined")


def _powers(node: ast.expr) -> Powers:
    """One side of an equation as a polynomial in x."""
    if isinstance(node, ast.Name):
        if node.id.lower() != "x":
            raise GameError(f"the unknown is {node.id!r}; write x for it")
        return (0, 1, 0)
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
        a, b, c = map(nim_sum, _powers(node.left), _powers(node.right))
        return (a, b, c)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        return _times(_powers(node.left), _powers(node.right))
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
        base, exponent = _powers(node.left), _value(node.right)
        if base[:2] != (0, 0):
            if exponent != 2:
                raise GameError(DEGREE)
            return _times(base, base)
    return (0, 0, _value(node))


def _times(p: Powers, q: Powers) -> Powers:
    degrees = [0, 0, 0, 0, 0]
    for i, x in enumerate(p):
        for j, y in enumerate(q):
            degrees[i + j] = nim_sum(degrees[i + j], nim_product(x, y))
    if degrees[0] or degrees[1]:
        raise GameError(DEGREE)
    return (degrees[2], degrees[3], degrees[4])


def _value(node: ast.expr) -> Any:
    if isinstance(node, ast.Constant):
        if type(node.value) is int:
            return node.value
        raise GameError(f"{node.value!r} is not a nimber; nimbers are the whole numbers 0, 1, ...")
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        return OPERATORS[type(node.op)](_value(node.left), _value(node.right))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_value(node.operand)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        return _call(node.func.id, [_value(argument) for argument in node.args])
    raise GameError(
        f"cannot read {ast.unparse(node)!r}; write numbers, + - * / ^ and functions such as sqrt(8)"
    )


def _call(name: str, given: list[Any]) -> Any:
    if name not in FUNCTIONS:
        raise GameError(f"no function {name!r}{did_you_mean(name, FUNCTIONS)}")
    try:
        return FUNCTIONS[name](*given)
    except TypeError:
        words = f"{name} of {count_of(len(given), 'number')}; write for instance {EXAMPLES[name]}"
        raise GameError(words) from None
