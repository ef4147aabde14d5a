"""Answers of every kind: what all methods say of small games, what commands print, rare ones."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from helpers.commands import ANSWERS, MORE, SHAPES, printed
from helpers.fuzz import GAMES, Hang, made, time_limit
from helpers.rare_answers import EXAMPLES, rare_answers
from kibitz.core.claim import PROVENANCE
from kibitz.core.errors import GameError
from kibitz.core.method import methods
from kibitz.formats.answers.provenance import rebuilt

RANDOM = [
    *(["random-matrix", "3", "3", f"seed={k}"] for k in range(4)),
    *(["random-bimatrix", "2", "3", f"seed={k}"] for k in range(4)),
    *(["random-game", f"seed={k}"] for k in range(2)),
    ["noisy-duel", "3"],
    ["horse-market"],
    ["committee"],
]
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
        with suppress(*NO_ANSWER), time_limit(SECONDS):
            data = json.loads(json.dumps(game.solve(method.name).to_json()))
            yield Answer(f"{' '.join(words)}: {method.name}", game, data)


def all_answers() -> Iterator[Answer]:
    """Every answer that is found in a moment; several of most kinds."""
    for words in [*GAMES, *RANDOM]:
        yield from answers_of(words)
    for command in [*ANSWERS, *MORE, *SHAPES]:
        with suppress(GameError, AssertionError, Hang), time_limit(SECONDS):
            yield from _documents(command, printed(command))
    for kind in EXAMPLES:
        with suppress(GameError, Hang), time_limit(SECONDS):
            for data in rare_answers(kind):
                yield from _documents(kind, json.loads(json.dumps(data)))


def _documents(name: str, data: Any) -> Iterator[Answer]:
    """An answer that names its game, without its provenance."""
    if isinstance(data, dict) and "kind" in data:
        try:
            game = rebuilt(data)
        except GameError:
            game = None
        told = {k: v for k, v in data.items() if k not in PROVENANCE - {"kind", "method"}}
        yield Answer(name, game, told)
