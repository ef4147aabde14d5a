"""Every method on small games: its answer comes back from JSON, and holds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

import kibitz as kb
from kibitz.core.certificate import check
from kibitz.core.claim import same
from kibitz.core.method import AUTO, Method, methods
from kibitz.core.solution import Answers, Claimed, read_solution

SMALL = {
    "matrix": lambda: kb.matrix("-2 3; 3 -4"),
    "matrix of floats": lambda: kb.matrix("1.5 2; 3 0"),
    "saddle point": lambda: kb.matrix("4 1; 5 2"),
    "bimatrix": lambda: kb.game("chicken"),
    "costs": lambda: kb.game("prisoners-years"),
    "continuum": lambda: kb.bimatrix("1,1 1,0; 1,1 0,0"),
    "three players": lambda: kb.strategic_game(
        "2,2,2 0,0,0; 0,0,0 0,0,0 | 0,0,0 0,0,0; 0,0,0 1,1,1"
    ),
}
"""Small games, some for each form."""

NEEDED: dict[str, dict[str, Any]] = {
    "best-responses": {"player": 0, "profile": "first"},
    "equilibrium-test": {"profile": "first"},
    "nash-map": {"profile": "first"},
    "correlated-test": {"distribution": "uniform"},
}
"""What methods need besides the game."""

SILENT = ("has no potential", "not symmetric", "does not apply to this game")
"""Reasons, found only by trying, why there is nothing to answer."""


def options(method: Method, game: Any) -> dict[str, Any]:
    """What a method takes on a small game."""
    given = dict(NEEDED.get(method.name, {}))
    if given.get("profile") == "first":
        given["profile"] = [0] * len(game.players)
    if given.get("distribution") == "uniform":
        form = game.strategic() if hasattr(game, "strategic") else game
        cells = form.payoffs[0].array.size
        given["distribution"] = [f"1/{cells}"] * cells
    return given


def answers(game: Any) -> Iterator[tuple[Method, Any]]:
    """What every method that applies to a game answers."""
    for method in methods(game):
        if method.why_not(game) is None:
            try:
                yield method, game.solve(method.name, **options(method, game))
            except kb.GameError as error:
                if not any(words in str(error) for words in SILENT):
                    raise


def holds_after_a_round_trip(game: Any, answer: Any) -> None:
    """Its JSON says what it must, comes back the same, and is proved."""
    data = json.loads(json.dumps(answer.to_json()))
    assert {"kind", "method", "exact"} <= set(data)
    read = read_solution(game, data)
    assert json.loads(json.dumps(read.to_json())) == data
    assert isinstance(read, Claimed) or type(read) is type(answer)
    check(game, data).require()


@pytest.mark.parametrize("name", SMALL)
def test_answers_come_back_hold_and_agree(name: str) -> None:
    game = SMALL[name]()
    found: dict[str, Any] = {}
    for method, answer in answers(game):
        holds_after_a_round_trip(game, answer)
        value = getattr(answer, "value", None)
        if method.name == AUTO or value is None or isinstance(answer, Answers):
            continue
        first = found.setdefault(method.finds, value)
        assert same(_plain(value), first, tolerance=_close(first)), method.name


def _plain(value: Any) -> Any:
    return float(value) if isinstance(value, float) else str(value)


def _close(value: Any) -> Fraction:
    return Fraction(1, 10**6) if isinstance(value, float) else Fraction(0)
