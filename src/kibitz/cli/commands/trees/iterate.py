"""``kibitz iterate``: Shapley's iteration of a stochastic game, step by step."""

from __future__ import annotations

from typing import Annotated

import typer

from kibitz.cli.machinery.options import Exact, Explain, Game, Json, Verify
from kibitz.core.errors import GameError


def iterate(
    game: Game,
    steps: Annotated[
        int | None, typer.Option("--steps", "-n", help="Number of steps.", show_default=False)
    ] = None,
    tolerance: Annotated[
        str | None,
        typer.Option("--tolerance", help="Stop when the error is below this.", show_default=False),
    ] = None,
    start: Annotated[
        str | None,
        typer.Option("--from", help='Initial values, "G1=0 G2=1".', show_default=False),
    ] = None,
    explain: Explain = False,
    verify: Verify = False,
    json: Json = False,
    exact: Exact = None,
) -> None:
    """Iterate the values of a stochastic game, with the error bound of every step.

    \b
    kibitz iterate stochastic "G: 1 + 3G/5, 3 + G/5; 1 + 4G/5, 2 + 2G/5" -n 8
    kibitz iterate game.json --tolerance 1e-6
    """
    from kibitz.cli.machinery.answer import answer
    from kibitz.cli.machinery.resolve import resolve
    from kibitz.rules.game import Rules
    from kibitz.stochastic.game import StochasticGame

    noun = resolve(game, exact)
    if isinstance(noun, Rules) and noun.positions_recur:
        from kibitz.stochastic.from_rules.convert import to_stochastic

        noun = to_stochastic(noun, getattr(noun, "endless", None), exact=exact is True)
    if not isinstance(noun, StochasticGame):
        raise GameError(f"iterate applies to stochastic games only, not to {noun.several}")
    many = 10 if steps is None and tolerance is None else steps
    answer(noun.iterate(many, tolerance, _values(start)), json, verify, explain=explain)


def _values(given: str | None) -> dict[str, str] | str | None:

    if given is None or "=" not in given:
        return given
    values = {}
    for word in given.replace(",", " ").split():
        name, equals, value = word.partition("=")
        if not equals:
            raise GameError(f"--from {word}: write a state and a number, as in G1=0")
        if name in values:
            raise GameError(f"--from {word}: {name} is given twice")
        values[name] = value
    return values
