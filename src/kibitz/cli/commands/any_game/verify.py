"""``kibitz verify``: whether a claimed solution holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.machinery.options import Exact, Json, Seed

if TYPE_CHECKING:
    from kibitz.core.noun import Noun
    from kibitz.core.solution import Certificate, Solution

PUZZLES = ("route", "solutions")
"""Claims about puzzles, which are named as ``kibitz puzzle`` names them."""
WITHOUT_GAME = (
    "axiom-test",
    "bandit",
    "bandit-history",
    "consistency",
    "contraction",
    "dice",
    "expected-utility",
    "nim-value",
    "utility",
)
"""Claims that say themselves what they are about."""


def verify(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="[GAME...] SOLUTION.json",
            help="A game, and the claim about it, which some claims need no game for.",
        ),
    ],
    json: Json = False,
    exact: Exact = None,
    seed: Seed = None,
) -> None:
    """Check a claimed solution.

    The check uses the game alone; exit status 1 when the claim does not hold.

    \b
    kibitz solve morra --json > claim.json
    kibitz verify morra claim.json
    kibitz solve pig 100 --save pig.kbz
    kibitz verify pig 100 pig.kbz
    """
    from kibitz.cli.machinery.resolve import resolve
    from kibitz.core.errors import GameError
    from kibitz.formats.answers.solution import solution_from_json

    *game, source = words
    if source.strip().endswith((".kbz", ".kbdb")):
        if not game:
            raise GameError("verify takes a game and then a file with the claimed solution")
        certificate = _stored(source.strip(), resolve(game, exact, seed)).verify()
        _tell(certificate, json)
        return
    claim = _read(source.strip(), game)
    noun = _about(game, claim, exact, seed)
    try:
        certificate = solution_from_json(noun, claim).verify()
    except GameError as error:
        raise GameError(f"{source.strip()}: {error}") from None
    _tell(certificate, json)


def _about(game: list[str], claim: Any, exact: bool | None, seed: int | None) -> Any:
    """What a claim is about: a game, a puzzle, or nothing but what it says itself."""
    from kibitz.cli.machinery.resolve import resolve
    from kibitz.core.errors import GameError

    kind = claim.get("kind") if isinstance(claim, dict) else None
    if kind in WITHOUT_GAME or (kind == "size" and "game" not in claim):
        if game:
            raise GameError(f"a claim of the kind {kind} is about no game; give the file alone")
        return None
    if not game:
        raise GameError("verify takes a game and then a file with the claimed solution")
    if kind in PUZZLES:
        from kibitz.cli.commands.boards.puzzle import read_puzzle

        return read_puzzle(game[1:] if game[0] == "puzzle" else game, None)
    return resolve(game, exact, seed)


def _tell(certificate: Certificate, json: bool) -> None:
    from kibitz.cli.machinery.console import say, say_json

    if json:
        say_json(certificate.to_json())
    else:
        say(str(certificate))
    if not certificate.holds:
        raise typer.Exit(1)


def _stored(path: str, noun: Noun) -> Solution:
    """A solution that was saved: a database, a policy, or strategies of both players."""
    from kibitz.rules.game import Rules

    if path.endswith(".kbdb") and isinstance(noun, Rules):
        from kibitz.search.retrograde.retrograde import load_database

        return load_database(path, noun)
    if isinstance(noun, Rules) and not noun.has("information_state"):
        from kibitz.stochastic.from_rules.policy_store import load_policy

        return load_policy(path, noun)
    from kibitz.learning.regret.strategy_store import load_solution

    return load_solution(path, noun)


def _read(source: str, game: list[str]) -> Any:
    import sys

    from kibitz.core.errors import GameError
    from kibitz.formats import read_text
    from kibitz.formats.json_files.form import parse

    if source == "-" and game == ["-"]:
        raise GameError("the game and the claim cannot both come from standard input")
    text = sys.stdin.read() if source == "-" else read_text(source)
    try:
        return parse(text)
    except GameError as error:
        raise GameError(f"{source}: {error}") from None
