"""The long form of the mutation tests: 100,000 mutants of the answers of every method."""

from __future__ import annotations

import pytest

from helpers import mutants as helper
from helpers.fuzz import GAMES, Hang, made, time_limit
from kibitz.core.certificate import check
from kibitz.core.errors import GameError
from kibitz.core.method import methods

RANDOM = [
    *(["random-matrix", "3", "3", f"seed={k}"] for k in range(4)),
    *(["random-bimatrix", "2", "3", f"seed={k}"] for k in range(4)),
    *(["random-game", f"seed={k}"] for k in range(2)),
    ["noisy-duel", "3"],
    ["horse-market"],
    ["committee"],
]
EACH = 60
"""Mutants of an answer, some of every field; a path of play alone has thousands."""
TRUE = ("title", "name", "labels", "seconds", "counts", "method")
"""Fields that a certificate need not prove, wherever they are."""


@pytest.mark.slow
@pytest.mark.parametrize("words", [*GAMES, *RANDOM], ids=" ".join)
def test_no_mutant_of_any_answer_is_accepted(
    words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of each method that answers within some seconds; what it says to be not proved may differ."""
    monkeypatch.setattr(helper, "TRIED", EACH)
    game, wrong = made(words), []
    for method in methods(game):
        try:
            with time_limit(10):
                data = game.solve(method.name).to_json()
                certificate = check(game, data)
        except (GameError, TypeError, AttributeError, Hang):
            continue
        if not certificate.holds:
            continue
        unproved = {
            word.strip() for word in str(certificate).rpartition("not proved:")[2].split(";")
        }
        for what in helper.accepted(game, data):
            field = what.partition(".")[0].partition(" ")[0]
            if field not in unproved and field.replace("_", " ") not in unproved:
                wrong.append(f"{method.name}: {what}")
    assert [w for w in wrong if w.rpartition(".")[2] not in TRUE] == []
