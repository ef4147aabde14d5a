"""``kibitz pareto``: the cells that cannot be bettered for all."""

from __future__ import annotations

from kibitz.cli.machinery.options import Exact, Explain, Game, Json, Seed, Verify


def pareto(
    game: Game,
    explain: Explain = False,
    verify: Verify = False,
    json: Json = False,
    exact: Exact = None,
    seed: Seed = None,
) -> None:
    """List the Pareto-optimal cells, and say whether the pure equilibria are among them.

    \b
    kibitz pareto prisoners-dilemma
    """
    from kibitz.cli.machinery.answer import answer
    from kibitz.cli.machinery.resolve import resolve
    from kibitz.cli.machinery.strategic import strategic

    cells = strategic(resolve(game, exact, seed), "pareto").pareto()
    answer(cells, json, verify, explain=explain)
