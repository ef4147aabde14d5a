"""The long form of the mutation tests: mutants of every field of the answers of every method."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from helpers import mutants as helper
from helpers.all_answers import NO_ANSWER, RANDOM, options
from helpers.fuzz import GAMES, Hang, made, time_limit
from helpers.judge import verdict
from kibitz.core.certificate import check
from kibitz.core.errors import GameError
from kibitz.core.method import methods

SECONDS = 10
"""Processor time in which a method has to answer, and the checker to read the answer."""
EACH = 60
"""Mutants of an answer, some of every field; a path of play alone has thousands."""


@pytest.mark.slow
@pytest.mark.parametrize("words", [*GAMES, *RANDOM], ids=" ".join)
def test_no_mutant_of_any_answer_is_accepted(
    words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless it may be: see :mod:`helpers.judge`."""
    monkeypatch.setattr(helper, "TRIED", EACH)
    game = made(words)
    wrong = []
    for name, data in proved_answers(game):
        for what, mutant, certificate in helper.accepted_claims(game, data):
            if not verdict(game, data, mutant, certificate):
                wrong.append(f"{name}: {what}")
    assert wrong == []


def proved_answers(game: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Of each method that answers within some seconds, the answer where it holds."""
    for method in methods(game):
        data = None
        with suppress(*NO_ANSWER), time_limit(SECONDS):
            found = game.solve(method.name, **options(method, game))
            data = json.loads(json.dumps(found.to_json()))
        holds = False
        with suppress(GameError, Hang), time_limit(SECONDS):
            holds = data is not None and check(game, data).holds
        if data is not None and holds:
            yield method.name, data
