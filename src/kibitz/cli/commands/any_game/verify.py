"""``kibitz verify``: whether a claimed solution holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.machinery.options import Exact, Json, Seed
from kibitz.core.spelling import count_of

if TYPE_CHECKING:
    from kibitz.core.noun import Noun
    from kibitz.core.solution import Certificate, Solution
    from kibitz.search.retrograde.packed import PackedDatabase

PUZZLES = ("route", "solutions", "distances")
"""Claims about puzzles, which are named as ``kibitz puzzle`` names them."""
WITHOUT_GAME = (
    "affine-equivalence",
    "all-in-endgame",
    "axiom-test",
    "bandit",
    "bandit-history",
    "consistency",
    "contraction",
    "dice",
    "expected-utility",
    "genes",
    "hands",
    "information-gain",
    "nim-value",
    "perceptron-run",
    "utility",
    "value-updates",
)
"""Claims that say themselves what they are about."""


def verify(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="[GAME...] ANSWER.json...",
            help="Answers that say what they are about, or a game and a claim about it.",
        ),
    ],
    json: Json = False,
    exact: Exact = None,
    seed: Seed = None,
) -> None:
    """Check a claimed solution.

    The check uses only the game; exit status 1 when the claim does not hold. Answers that Kibitz
    wrote name their game: give one file or several, also .jsonl with an answer on each line, or
    .parquet with one in each row, such as the results of kibitz batch.

    \b
    kibitz solve morra --json > answer.json
    kibitz verify answer.json
    kibitz verify morra answer.json
    kibitz solve pig 100 --save pig.kbz
    kibitz verify pig 100 pig.kbz
    kibitz verify chess-ending KQK kqk.kbpd
    """
    from kibitz.cli.machinery.resolve import resolve
    from kibitz.core.errors import GameError
    from kibitz.formats.answers.solution import solution_from_json

    several = _documents(words)
    if several:
        _tell_all(several, json)
        return
    *game, source = words
    if source.strip().endswith((".kbz", ".kbdb", ".kbpd")):
        if not game:
            raise GameError("verify needs a game, then a file with the claimed solution")
        certificate = _stored(source.strip(), resolve(game, exact, seed)).verify()
        _tell(certificate, json)
        return
    claim = _read(source.strip(), game)
    noun = _about(game, claim, exact, seed)
    try:
        certificate = solution_from_json(noun, claim).verify()
        if game:
            certificate = _of_this_game(certificate, claim, noun)
    except GameError as error:
        raise GameError(f"{source.strip()}: {error}") from None
    _tell(certificate, json)


def _documents(words: list[str]) -> list[tuple[str, Any]]:
    """Several answers that name their games, by file; none where the words are something else."""
    from kibitz.formats.answers.documents import read_documents
    from kibitz.formats.answers.provenance import names_its_game

    def alone(data: Any) -> bool:
        """Whether an answer can be checked from its file alone."""
        return names_its_game(data) or _is_without_game(data)

    files = [word.strip() for word in words]
    many = (".jsonl", ".parquet")
    lines = files[0].endswith(many)
    if not lines and (len(files) < 2 or not all(f.endswith((".json", *many)) for f in files)):
        return []
    documents = [(name, data) for file in files for name, data in read_documents(file)]
    if not lines and not all(alone(data) for _, data in documents[:-1]):
        return []  # a game in a file, and a claim
    return documents


def _tell_all(documents: list[tuple[str, Any]], json: bool) -> None:
    """Check answers one by one: a line for each, and exit status 1 where one does not hold."""
    from json import dumps

    from kibitz.cli.machinery.console import say_raw
    from kibitz.core.errors import GameError
    from kibitz.formats.answers.solution import solution_from_json

    failed = 0
    for name, said in documents:
        data = {k: v for k, v in said.items() if k != "file"} if isinstance(said, dict) else said
        try:
            certificate = solution_from_json(_about([], data), data).verify()
            report = {"kind": "certificate", "file": name, **certificate.to_json()}
            line = f"{'✓' if certificate.holds else '✗'} {name}: {certificate.claim}"
            failed += not certificate.holds
        except GameError as error:
            report = {"kind": "certificate", "file": name, "holds": False, "error": str(error)}
            line = f"✗ {name}: {error}"
            failed += 1
        say_raw(dumps(report, ensure_ascii=False) if json else line)
    if not json:
        say_raw(f"{len(documents) - failed} of {count_of(len(documents), 'answer')} hold")
    if failed:
        raise typer.Exit(1)


def _of_this_game(certificate: Certificate, claim: Any, noun: Any) -> Certificate:
    """The certificate, which says so where the answer names another game than the one given."""
    from dataclasses import replace

    from kibitz.formats.answers.provenance import is_about

    if is_about(claim, noun):
        return certificate
    other = "provenance names another game than this one"
    return replace(certificate, unproved=(*certificate.unproved, other))


def _is_without_game(claim: Any) -> bool:
    """Whether a claim says itself what it is about."""
    kind = claim.get("kind") if isinstance(claim, dict) else None
    return kind in WITHOUT_GAME or (kind == "size" and "game" not in claim)


def _about(game: list[str], claim: Any, exact: bool | None = None, seed: int | None = None) -> Any:
    """What a claim is about: a game, a puzzle, or nothing but what it says itself."""
    from kibitz.cli.machinery.resolve import resolve
    from kibitz.core.errors import GameError

    kind = claim.get("kind") if isinstance(claim, dict) else None
    if _is_without_game(claim):
        if game:
            raise GameError(f"a claim of kind {kind} does not concern a game; give only the file")
        return None
    if not game:
        from kibitz.formats.answers.provenance import rebuilt

        if kind in PUZZLES:
            return _puzzle(claim)
        return rebuilt(claim)
    if kind in PUZZLES:
        from kibitz.cli.commands.boards.puzzle import read_puzzle

        return read_puzzle(game[1:] if game[0] == "puzzle" else game, None)
    return resolve(game, exact, seed)


def _puzzle(claim: Any) -> Any:
    """The puzzle of a claim, from its provenance."""
    from kibitz.cli.commands.boards.puzzle import PUZZLE, read_puzzle
    from kibitz.core.errors import GameError

    given = claim.get("provenance")
    spec: Any = given.get("game") if isinstance(given, dict) else None
    words = spec.get("words") if isinstance(spec, dict) and spec.get("kind") == PUZZLE else None
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise GameError("the answer does not say which puzzle it solves; give it before the file")
    return read_puzzle(words, spec.get("goal"))


def _tell(certificate: Certificate, json: bool) -> None:
    from kibitz.cli.machinery.console import say, say_json

    if json:
        say_json({"kind": "certificate", **certificate.to_json()})
    else:
        say(str(certificate))
    if not certificate.holds:
        raise typer.Exit(1)


def _stored(path: str, noun: Noun) -> Solution | PackedDatabase:
    """A solution that was saved: a database, a policy, or strategies of both players."""
    from kibitz.rules.game import Rules
    from kibitz.search.retrograde.read_database import DATABASES, read_database

    if path.endswith(DATABASES) and isinstance(noun, Rules):
        return read_database(path, noun)
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
