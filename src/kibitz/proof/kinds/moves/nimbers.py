"""Claims about values of expressions in nimbers: Conway's product, and all that it defines."""

from __future__ import annotations

import ast
import re
from functools import reduce
from operator import xor
from typing import Any

from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.errors import GameError

MOST, LONGEST = 1 << 64, 10_000  # nimbers are worked out below the one, texts read up to the other
SPELLINGS = str.maketrans({"⊕": "+", "⊗": "*", "⊘": "/", "×": "*", "·": "*", "−": "-", "^": "**"})
NAMES = {ast.Add: "sum", ast.Sub: "sum", ast.Mult: "product", ast.Div: "quotient", ast.Pow: "power"}


@checks("nim-value")
def nim_value(game: Any, claim: Claim, proof: Proof) -> None:
    """The expression, worked out by the product alone: inverses and roots are powers."""
    text = claim.text("expression")
    sides = re.sub(r"(?i)\bxor\b", "+", text.translate(SPELLINGS)).split("=")
    if len(text) > LONGEST or len(sides) > 2:
        raise GameError(f"expression: at most {LONGEST:,} characters, and one equation")
    roots = claim.wholes("values") if len(sides) == 2 else [""] * ("values" not in claim)
    proof.also("no root is listed twice", len(set(roots)) == len(roots))
    with_roots = [[re.sub(r"\bx\b", f"({x})", side).strip() for side in sides] for x in roots]
    try:
        right = [[_value(ast.parse(side, mode="eval").body) for side in x] for x in with_roots]
    except (SyntaxError, RecursionError, MemoryError):
        raise GameError(f"expression: cannot read {text!r:.60}") from None
    except ValueError:
        right = []
    how = "Conway's definition of the product" if right else "no theorem: only products are tried"
    proof.states(f"the value of {text:.60}", how)
    if not right:
        proof.found(claim, "value", "values")
    elif len(sides) == 2:
        proof.leaves("that there are no other roots")
    for x, values in zip(roots, right, strict=False):
        first, second = values if len(sides) == 2 else (*values, claim.count("value"))
        proof.that(f"x = {x}" if len(sides) == 2 else "the value", first == second, str(first))


def _value(node: ast.expr) -> int:
    """The value; a ValueError where it is none of these, or too large."""
    if isinstance(node, ast.Constant) and type(node.value) is int and 0 <= node.value < MOST:
        return node.value
    if isinstance(node, ast.BinOp) and type(node.op) in NAMES:
        return _call(NAMES[type(node.op)], _value(node.left), _value(node.right))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        return _call(node.func.id, *map(_value, node.args))
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
        return product(
            given[0], given[1] if name == "product" else _power(given[1], MOST - 2, True)
        )
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
