"""``kibitz utility``: lotteries, utilities from answers, and preferences put to the test."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from kibitz.cli.machinery.options import Json
from kibitz.core.errors import GameError


def utility(
    lotteries: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="LOTTERY", help='"1/3 A + 2/3 B", or an outcome.', show_default=False
        ),
    ] = None,
    values: Annotated[
        str | None,
        typer.Option(
            "--utilities",
            "-u",
            metavar="A=1,B=0",
            help="Utilities of the outcomes.",
            show_default=False,
        ),
    ] = None,
    indifferent: Annotated[
        list[str] | None,
        typer.Option(
            "--indifferent",
            "-i",
            metavar='"C ~ 1/3 A + 2/3 B"',
            help="An indifference to elicit utilities from; can be repeated.",
            show_default=False,
        ),
    ] = None,
    zero: Annotated[str, typer.Option(help="The outcome with utility 0.")] = "P0",
    one: Annotated[str, typer.Option(help="The outcome with utility 1.")] = "P1",
    prefer: Annotated[
        list[str] | None,
        typer.Option(
            "--prefer",
            "-p",
            metavar='"A > B"',
            help="A stated preference to test; can be repeated.",
            show_default=False,
        ),
    ] = None,
    axioms: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Test the axioms for a preference: lexicographic, peaked, or utilities; give "
            "the outcomes as arguments.",
            show_default=False,
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Compare lotteries, elicit utilities, test preferences.

    \b
    kibitz utility "1/3 A + 2/3 B" C -u A=1,B=0,C=2/5
    kibitz utility -i "C ~ 1/3 A + 2/3 B" --zero B --one A
    kibitz utility -p "A > B" -p "1/2 B + 1/2 C > 1/2 A + 1/2 C"
    """
    from kibitz.cli.machinery.console import say, say_json

    result = _answer(lotteries or [], values, indifferent or [], zero, one, prefer or [], axioms)
    if json:
        say_json(result.to_json())
    else:
        say(str(result))


def _answer(
    lotteries: list[str],
    values: str | None,
    indifferent: list[str],
    zero: str,
    one: str,
    prefer: list[str],
    axioms: str | None,
) -> Any:
    from kibitz.utility.axioms import axiom_test
    from kibitz.utility.consistency import consistency
    from kibitz.utility.elicitation import elicit
    from kibitz.utility.expected_utility import utility as read_utility

    if sum(map(bool, (values, indifferent, prefer, axioms))) != 1:
        raise GameError("give one of --utilities, --indifferent, --prefer and --axioms")
    if prefer:
        return consistency(prefer)
    if axioms is not None:
        return axiom_test(axioms, lotteries)
    u = elicit(indifferent, zero, one) if indifferent else read_utility(values)
    return _Ranking(u, lotteries) if lotteries else u


class _Ranking:
    """Lotteries from the best to the worst, with their expected utilities."""

    def __init__(self, u: Any, lotteries: list[str]) -> None:
        self.utility, self.ranked = u, u.order(lotteries)

    def to_json(self) -> dict[str, Any]:
        from kibitz.core.numbers import show

        return {
            "kind": "expected-utility",
            "utilities": self.utility.to_json()["utilities"],
            "lotteries": [
                {"lottery": str(one), "expected_utility": show(self.utility(one))}
                for one in self.ranked
            ],
            "method": "the definition",
            "exact": True,
        }

    def __str__(self) -> str:
        from kibitz.core.numbers import show

        width = max(len(str(one)) for one in self.ranked)
        lines = [f"{one!s:<{width}}   {show(self.utility(one))}" for one in self.ranked]
        return "\n".join(["expected utility, the best first", *lines])
