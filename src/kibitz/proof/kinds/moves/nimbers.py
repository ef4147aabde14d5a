"""Claims about values of expressions in nimbers: Conway's product, and all that it defines."""

from __future__ import annotations

import ast
import re
from functools import reduce
from operator import xor
from typing import Any

from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.errors import GameError

MOST = 1 << 64
"""Nimbers up to which an expression is worked out."""
LONGEST = 10_000
SPELLINGS = str.maketrans({"⊕": "+", "⊗": "*", "⊘": "/", "×": "*", "·": "*", "−": "-"})
NAMES = {ast.Add: "sum", ast.Sub: "sum", ast.Mult: "product", ast.Div: "quotient", ast.Pow: "power"}


@checks("nim-value")
def nim_value(game: Any, claim: Claim, proof: Proof) -> None:
    """The expression, worked out by the product alone: inverses and roots are powers."""
    text = claim.text("expression")
    spelled = re.sub(r"\bxor\b", "+", text[:LONGEST].translate(SPELLINGS), flags=re.IGNORECASE)
    left, equals, other = spelled.replace("^", "**").partition("=")
    try:
        sides = [ast.parse(side.strip(), mode="eval").body for side in (left, other) if side]
    except (SyntaxError, RecursionError, MemoryError, ValueError):
        raise GameError(f"expression: cannot read {text!r:.60}") from None
    if equals:
        _roots(text, sides, claim, proof)
        return
    try:
        right = _value(sides[0])
    except (ValueError, IndexError):
        right = None
    if right is None or "values" in claim:
        proof.states(f"the value of {text:.60}", "no theorem: only products and powers are tried")
        proof.found(claim, "value", "values")
        return
    proof.states(f"{text:.60} = {claim.count('value')}", "Conway's definition of the product")
    proof.that("the value", claim.count("value") == right, str(right))


def _roots(text: str, sides: list[ast.expr], claim: Claim, proof: Proof) -> None:
    """Each root, put in for x, makes both sides equal; that there are no others is not shown."""
    proof.states(f"the roots of {text:.60}", "Conway's definition of the product")
    roots = claim.items("values")
    if len(sides) != 2 or not all(type(x) is int and 0 <= x < MOST for x in roots):
        raise GameError(f"values: roots of {text!r:.60} are nimbers, and both sides are given")
    for root in roots:
        try:
            first, second = (_value(side, root) for side in sides)
        except ValueError:
            raise GameError(f"expression: cannot work out {text!r:.60}") from None
        proof.that(f"x = {root}", first == second, f"{first} and {second}")
    proof.that("the roots are different", len(set(roots)) == len(roots))
    proof.leaves("that there are no other roots")


def _value(node: ast.expr, x: int | None = None) -> int:
    """The value, with x in its place; a ValueError where it is none of these, or too large."""
    if isinstance(node, ast.Name) and node.id.lower() == "x" and x is not None:
        return x
    if isinstance(node, ast.Constant) and type(node.value) is int and 0 <= node.value < MOST:
        return node.value
    if isinstance(node, ast.BinOp) and type(node.op) in NAMES:
        return _call(NAMES[type(node.op)], _value(node.left, x), _value(node.right, x))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        return _call(node.func.id, *(_value(argument, x) for argument in node.args))
    raise ValueError


def _call(name: str, *given: int) -> int:
    if name == "sum":
        return reduce(xor, given, 0)
    if name == "mex":
        return next(n for n in range(len(given) + 1) if n not in given)
    if name in ("square", "sqrt", "inverse") and len(given) == 1:
        exponent = {"square": 2, "sqrt": 1 << 63, "inverse": MOST - 2}[name]
        return _power(given[0], exponent, name == "inverse")
    if name in ("product", "quotient") and len(given) == 2:
        other = given[1] if name == "product" else _power(given[1], MOST - 2, True)
        return product(given[0], other)
    if name == "power" and len(given) == 2:
        return _power(*given, False)
    raise ValueError


def _power(x: int, n: int, nonzero: bool) -> int:
    """By squaring; the field of all nimbers below 2^64 has 2^64 - 1 that are not zero."""
    if nonzero and x == 0:
        raise ValueError
    found = 1
    while n:
        found, x, n = product(found, x) if n & 1 else found, product(x, x), n >> 1
    return found


def product(x: int, y: int) -> int:
    """Nimbers multiply by halves: a power F = 2^(2^k) has F F = F + F/2, and F x = Fx below it.

    >>> product(8, 8), product(2, 3), product(16, 16)
    (13, 1, 24)
    """
    if x < 2 or y < 2:
        return x * y
    bits = 1
    while max(x, y) >> 2 * bits:
        bits *= 2
    (a, b), (c, d) = divmod(x, 1 << bits), divmod(y, 1 << bits)
    low = product(b, d)
    high = product(a ^ b, c ^ d) ^ low
    return high << bits ^ low ^ product(product(a, c), 1 << bits - 1)
