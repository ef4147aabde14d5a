"""Answers of every kind: what all methods say of small games, what commands print, rare ones."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from helpers.commands import ANSWERS, MORE, SHAPES, printed
from helpers.fuzz import GAMES, Hang, made, time_limit
from helpers.rare_answers import EXAMPLES
from kibitz.core.claim import PROVENANCE
from kibitz.core.errors import GameError
from kibitz.core.method import Method, methods
from kibitz.formats.answers.provenance import rebuilt

RANDOM = [
    *(["random-matrix", "3", "3", f"seed={k}"] for k in range(4)),
    *(["random-bimatrix", "2", "3", f"seed={k}"] for k in range(4)),
    *(["random-game", f"seed={k}"] for k in range(2)),
    ["noisy-duel", "3"],
    ["horse-market"],
    ["committee"],
]
NEEDED: dict[str, dict[str, Any]] = {
    "best-responses": {"player": 0, "profile": "first"},
    "equilibrium-test": {"profile": "first"},
    "nash-map": {"profile": "first"},
    "correlated-test": {"distribution": "uniform"},
    "best-response-flow": {"time": 1},
    "logit-dynamics": {"time": 1},
    "replicator-dynamics": {"time": 1},
    "dominance": {"rounds": 4},
    "fictitious-play": {"rounds": 20},
    "multiplicative-weights": {"rounds": 20},
    "regret-matching": {"rounds": 20},
}
"""What methods need besides the game, or what makes them short."""
SECONDS = 2
"""How long a method may take."""
NO_ANSWER = (GameError, TypeError, AttributeError, RuntimeError, Hang)
"""How a method ends that has no answer, or that was stopped while it was compiled."""


class Answer(NamedTuple):
    """The JSON of an answer, and the game that it is about."""

    name: str
    game: Any
    data: dict[str, Any]


def answers_of(words: list[str]) -> Iterator[Answer]:
    """What the methods that answer in a moment say of a game."""
    game = made(words)
    for method in methods(game):
        data = None
        with suppress(*NO_ANSWER), time_limit(SECONDS):
            data = game.solve(method.name, **options(method, game)).to_json()
        if data is not None:
            yield from _with_parts(f"{' '.join(words)}: {method.name}", game, data)


def all_answers() -> Iterator[Answer]:
    """Every answer that is found in a moment; several of most kinds."""
    for words in [*GAMES, *RANDOM]:
        yield from answers_of(words)
    for command in [*ANSWERS, *MORE, *SHAPES]:
        told: Any = None
        with suppress(GameError, AssertionError, Hang), time_limit(SECONDS):
            told = printed(command)
        yield from _documents(command, told)
    for kind, asked in EXAMPLES.items():
        several: list[Any] = []
        with suppress(GameError, Hang), time_limit(SECONDS):
            several = asked()
        for found in several:
            if isinstance(found, dict):
                yield from _documents(kind, found)
            else:
                yield from _with_parts(kind, getattr(found, "game", None), found.to_json())


def options(method: Method, game: Any) -> dict[str, Any]:
    """What a method needs on a small game."""
    known, needed = {p.name for p in method.options}, NEEDED.get(method.name, {})
    if not any(p.kind is p.VAR_KEYWORD for p in method.options):
        needed = {key: x for key, x in needed.items() if key in known}
    given = dict(needed)
    if given.get("profile") == "first":
        given["profile"] = [0] * len(game.players)
    if given.get("distribution") == "uniform":
        form = game.strategic() if hasattr(game, "strategic") else game
        cells = form.payoffs[0].array.size
        given["distribution"] = [f"1/{cells}"] * cells
    return given


def _with_parts(name: str, game: Any, data: Any) -> Iterator[Answer]:
    """An answer, and those inside it that are about the same game."""
    told = json.loads(json.dumps(data))
    yield Answer(name, game, told)
    parts = told.get("answers")
    for part in parts.values() if isinstance(parts, dict) else ():
        if isinstance(part, dict) and "kind" in part:
            yield Answer(name, game, part)


def _named(command: str) -> Any:
    """The game that a command names, of documents that say nothing that rebuilds it."""
    from kibitz.cli.commands.boards.puzzle import read_puzzle
    from kibitz.cli.machinery.resolve import resolve

    words = shlex.split(command)
    first = next((k for k, word in enumerate(words) if word.startswith("--")), len(words))
    with suppress(GameError):
        if words[0] == "puzzle":
            return read_puzzle(words[1:first], None)
        return resolve(words[1:first], None, None) if words[0] in ("search", "size") else None
    return None


def _documents(name: str, data: Any) -> Iterator[Answer]:
    """An answer that names its game, without its provenance."""
    if isinstance(data, dict) and "kind" in data:
        try:
            game = rebuilt(data)
        except GameError:
            game = _named(name)
        told = {k: v for k, v in data.items() if k not in PROVENANCE - {"kind", "method"}}
        yield from _with_parts(name, game, told)
