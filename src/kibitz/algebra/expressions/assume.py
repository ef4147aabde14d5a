"""Expressions under assumptions: cases settled in advance, roots where there are any."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.algebra.expressions.cases import Comparison, Condition, Conditional
from kibitz.algebra.expressions.tree import ZERO, Call, Expression, Symbol, call, positive_part


def rebuilt(x: Expression, change: Callable[[Expression], Expression | None]) -> Expression:
    """An expression with parts exchanged: what ``change`` gives for a part, unless it is None."""
    found = change(x)
    if found is not None:
        return found
    return x.over([rebuilt(child, change) for child in x.children])


def where_positive(x: Expression, name: str) -> Expression:
    """The expression where a variable is positive; cases that ask just for that are settled.

    >>> from kibitz.algebra.expressions.read import read_expression
    >>> print(where_positive(read_expression("q*P - (q+9 if q > 0 else 0)"), "q"))
    q*P - (q + 9)
    """
    asked = Comparison(Symbol(name), ">", ZERO)

    def settle(part: Expression) -> Expression | None:
        if isinstance(part, Conditional) and part.condition == asked:
            return rebuilt(part.then, settle)
        return None

    return rebuilt(x, settle)


def roots_where_they_are(x: Expression) -> Expression:
    """Square roots taken of positive parts, so that a price is zero where it has no root.

    >>> from kibitz.algebra.expressions.read import read_expression
    >>> print(roots_where_they_are(read_expression("2*sqrt(9-Q)")))
    2*sqrt(max(0, 9 - Q))
    """

    def clip(part: Expression) -> Expression | None:
        if isinstance(part, Call) and part.function == "sqrt":
            inside = part.arguments[0]
            again = isinstance(inside, Call) and inside.function == "sqrt"
            if not isinstance(inside, Symbol) and not again:
                return call("sqrt", positive_part(inside))
        return None

    return rebuilt(x, clip)


def conditions(x: Expression) -> list[Condition]:
    """Every condition that the cases of an expression ask for; max, min and abs ask for none."""
    own = [x.condition] if isinstance(x, Conditional) else []
    return own + [c for child in x.children for c in conditions(child)]
