"""``kibitz safety``: what each player can guarantee alone."""

from __future__ import annotations

from kibitz.cli.machinery.options import Exact, Explain, Game, Json, Seed, Verify


def safety(
    game: Game,
    explain: Explain = False,
    verify: Verify = False,
    json: Json = False,
    exact: Exact = None,
    seed: Seed = None,
) -> None:
    """Find the safety levels of all players, with all extreme maxmin strategies.

    \b
    kibitz safety bimatrix "2,0 1,3; 0,1 3,2"
    kibitz safety chicken --explain
    kibitz safety cournot
    """
    from kibitz.cli.machinery.answer import answer
    from kibitz.cli.machinery.resolve import resolve
    from kibitz.cli.machinery.strategic import strategic

    noun = resolve(game, exact, seed)
    if noun.kind == "continuous":
        answer(noun.solve("safety"), json, verify, explain=explain)
        return
    levels = strategic(noun, "safety").safety_levels()
    answer(levels, json, verify, explain=explain)
