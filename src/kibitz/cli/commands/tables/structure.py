"""``kibitz structure``: what can be said about a strategic game before it is solved."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.machinery.options import Exact, Explain, Game, Json, Seed
from kibitz.core.errors import GameError, did_you_mean

if TYPE_CHECKING:
    from kibitz.strategic.game import StrategicGame

WHAT = (
    "pure-equilibria",
    "movement",
    "dominant",
    "rationalizable",
    "interchangeable",
    "zero-sum",
    "potential",
    "joint-optimum",
    "equalizing",
    "quadratic-program",
)
ALSO = {
    "pure": "pure-equilibria",
    "pure-nash": "pure-equilibria",
    "saddle": "pure-equilibria",
    "saddle-point": "pure-equilibria",
    "saddle-points": "pure-equilibria",
    "arrows": "movement",
}
"""Other words: the saddle points of a zero-sum game are its equilibria in pure strategies."""

DRAWN = 400
"""Cells whose arrows are listed unasked."""


def structure(
    game: Game,
    what: Annotated[
        list[str] | None,
        typer.Option(
            "--what",
            metavar="NAME",
            help=f"One or more of {', '.join(WHAT)}.",
            show_default=f"every one that applies; movement only up to {DRAWN} cells",
        ),
    ] = None,
    explain: Explain = False,
    verify: Annotated[bool, typer.Option("--verify", help="Also print the proofs.")] = False,
    json: Json = False,
    exact: Exact = None,
    seed: Seed = None,
) -> None:
    """Analyze the structure of a game: pure equilibria, arrows, dominance, zero-sum in disguise.

    \b
    kibitz structure prisoners-dilemma
    kibitz structure bimatrix "27,-5 17,0; 19,-1 23,-3" --what zero-sum --verify
    kibitz structure finger-game 3 --what movement --json
    """
    from kibitz.cli.machinery.answer import answer
    from kibitz.cli.machinery.console import say, say_json
    from kibitz.cli.machinery.resolve import resolve
    from kibitz.cli.machinery.strategic import strategic
    from kibitz.core.solution import Answers

    noun = strategic(resolve(game, exact, seed), "structure")
    what = [_structure(noun, name) for name in what] if what is not None else None
    if what is not None and len(what) == 1:
        answer(noun.solve(what[0]), json, verify, explain=explain)
        return
    answers = {name: noun.solve(name) for name in what or _applying(noun)}
    if explain:
        answer(Answers(noun, tuple(answers.items())), json, verify, explain=True)
        return
    proofs = {name: solution.verify() for name, solution in answers.items()} if verify else {}
    if json:
        data: dict[str, Any] = {
            "kind": "structure",
            "answers": {name: solution.to_json() for name, solution in answers.items()},
            "method": "the method of each answer",
            "exact": all(solution.exact for solution in answers.values()),
        }
        if verify:
            data["certificates"] = {name: proof.to_json() for name, proof in proofs.items()}
        say_json(data)
    else:
        for name, solution in answers.items():
            proof = f"\n{proofs[name]}" if verify else ""
            say(f"{name}\n{solution}{proof}\n")
    if not all(proof.holds for proof in proofs.values()):
        raise typer.Exit(1)


def _structure(game: StrategicGame, name: str) -> str:
    """What is meant by a name: one of those listed, or another question about tables of payoffs."""
    from kibitz.core.method import AUTO, own_method
    from kibitz.core.spelling import canonical_name

    word = canonical_name(name)
    word = ALSO.get(word, word)
    if word in WHAT:
        return word
    entry = own_method(type(game), word)
    if entry is None or entry.name == AUTO:
        raise GameError(f"--what: unknown structure {name!r}{did_you_mean(name, WHAT)}")
    return entry.name


def _applying(game: StrategicGame) -> list[str]:
    """What can be said about this game."""
    from kibitz.core.method import find

    names = [name for name in WHAT if find(game, name)[0].why_not(game) is None]
    if prod(game.shape) > DRAWN:
        names = [name for name in names if name != "movement"]
    if game.potential() is None:
        names.remove("potential")
    if not len(game.pure_equilibria()):
        names.remove("interchangeable")
    return names
