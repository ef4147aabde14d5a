"""``kibitz nimbers``: the arithmetic of nimbers."""

from __future__ import annotations

from typing import Annotated

import typer

from kibitz.cli.machinery.options import Json


def nimbers(
    expression: Annotated[
        list[str],
        typer.Argument(
            metavar="EXPRESSION",
            help="Nimbers with + (nim-sum), * / ^ and sqrt, inverse, square, order, log, trace, "
            "quadratic(a, b, c), mex(...), zeckendorf(n); or an equation in x.",
            show_default=False,
        ),
    ],
    json: Json = False,
) -> None:
    """Calculate with nimbers: nim-sums, products, quotients, powers, roots.

    \b
    kibitz nimbers "8 * 8"
    kibitz nimbers "(24 + 17) / sqrt(5)"
    kibitz nimbers "quadratic(1, 1, 8)"
    kibitz nimbers "x^2 + x = 8"
    """
    from kibitz.cli.machinery.console import say, say_json
    from kibitz.combinatorial.nimbers.expression import nim_value

    text = " ".join(expression).strip()
    value = nim_value(text)
    if json:
        values = {"value": value} if isinstance(value, int) else {"values": list(value)}
        how = {"method": "nim arithmetic", "exact": True}
        say_json({"kind": "nim-value", "expression": text, **values, **how})
    elif isinstance(value, int):
        say(f"{text} = {value}")
        if "^" in text and not set(text) - set("0123456789^ "):
            meant = text.replace("^", "+")
            say(f"^ is a power; the nim-sum is {meant} = {nim_value(meant)}")
    else:
        say(f"{text}: {', '.join(map(str, value)) or 'none'}")
