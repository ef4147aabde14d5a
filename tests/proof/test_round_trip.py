"""Every method on small games: its answer comes back from JSON, and holds."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

import kibitz as kb
from helpers.all_answers import NEEDED, options
from helpers.fuzz import Hang, time_limit
from kibitz._index import GAMES
from kibitz.core.certificate import check
from kibitz.core.method import Method, methods
from kibitz.core.solution import Claimed, read_solution
from kibitz.extensive import decision, extensive_game
from kibitz.rules.examples import TakeAway
from kibitz.rules.game import Rules
from kibitz.search.puzzles import Queens


def _guess(heads: int, tails: int) -> Any:
    return decision("II", "guess", heads=heads, tails=tails)


NAMED = (
    "share-a-sum",
    "gloves",
    "tennessee-valley",
    "bankruptcy",
    "monopoly",
    "stackelberg",
    "entry-deterrence",
    "la-relance",
    "growing-stakes",
    "ladder",
    "big-match",
    "bad-match",
    "dare",
    "nim 2 3",
    "kayles 4",
    "chomp",
    "wythoff",
    "fibonacci-nim 7",
    "turning-turtles",
    "transfinite-nim",
    "sos",
    "dresher 3",
)
"""Small games of the shelf."""

SMALL: dict[str, Callable[[], Any]] = {
    "matrix": lambda: kb.matrix("-2 3; 3 -4"),
    "matrix of floats": lambda: kb.matrix("1.5 2; 3 0"),
    "saddle point": lambda: kb.matrix("4 1; 5 2"),
    "bimatrix": lambda: kb.game("chicken"),
    "costs": lambda: kb.game("prisoners-years"),
    "continuum": lambda: kb.bimatrix("1,1 1,0; 1,1 0,0"),
    "three players": lambda: kb.strategic_game(
        "2,2,2 0,0,0; 0,0,0 0,0,0 | 0,0,0 0,0,0; 0,0,0 1,1,1"
    ),
    "tree": lambda: extensive_game(
        decision("I", "coin", heads=_guess(1, -1), tails=_guess(-1, 1)),
    ),
    "linear program": lambda: kb.LinearProgram.read([2, 1], [[0, 3], [1, 1]], "<=", [5, 10]),
    "rules": lambda: TakeAway(4),
    "puzzle": lambda: Queens(4),
    **{name: partial(kb.game, name) for name in NAMED},
}
"""Small games, some for each form."""

SECONDS = 5
"""Processor time that a method may take in the sweep over the shelf."""

SILENT = (
    "can end in a draw",
    "does not apply",
    "has no potential",
    "infinitely many positions",
    "infinite ordinal",
    "not symmetric",
    "without an equilibrium in pure strategies",
    "does not support exchanged roles",
    "no bound is known",
    "needs a discount",
)
"""Reasons, found only by trying, why there is nothing to answer."""


def answers(game: Any) -> Iterator[tuple[Method, Any]]:
    """What every method that applies to a game answers."""
    for method in methods(game):
        if method.why_not(game) is None and not _lacks(method):
            try:
                yield method, game.solve(method.name, **options(method, game))
            except kb.GameError as error:
                if not any(words in str(error) for words in SILENT):
                    raise


def _lacks(method: Method) -> bool:
    """Whether a method needs something that no small game has, as a file."""
    needed = {
        p.name for p in method.options if p.default is p.empty and p.kind is not p.VAR_KEYWORD
    }
    return bool(needed - set(NEEDED.get(method.name, {})))


def holds_after_a_round_trip(game: Any, answer: Any) -> None:
    """Its JSON says what it must, comes back the same, and is proved."""
    data = json.loads(json.dumps(answer.to_json()))
    assert {"kind", "method", "exact"} <= set(data)
    read = read_solution(game, data)
    assert json.loads(json.dumps(read.to_json())) == data
    assert isinstance(read, Claimed) or type(read) is type(answer)
    check(game, data).require()


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("name", SMALL)
def test_answers_come_back_hold_and_agree(name: str) -> None:
    look_at(SMALL[name]())


def look_at(game: Any) -> None:
    """Every answer about a game: back and forth, and beside those that find the same."""
    found: dict[str, Any] = {}
    for method, answer in answers(game):
        holds_after_a_round_trip(game, answer)
        data = answer.to_json()
        if data.get("value") is None or (data["kind"] == "search" and not data["exact"]):
            continue  # nothing to compare, or an estimate
        first = found.setdefault(method.finds, data["value"])
        assert agree(first, data["value"]), (method.name, first, data["value"])


def agree(first: Any, second: Any) -> bool:
    """Whether two values are the same, up to rounding where one is a float."""
    if first == second:
        return True
    first, second = (x["about"] if isinstance(x, dict) else x for x in (first, second))
    if not isinstance(first, float) and not isinstance(second, float):
        return bool(first == second)
    return bool(abs(Fraction(first) - Fraction(second)) <= Fraction(1, 10**6))


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_game_of_the_shelf_round_trips(name: str) -> None:
    """Every method within a few seconds, on every game of the shelf that is small."""
    try:
        game = kb.game(name)
    except kb.GameError:
        pytest.skip("it needs parameters")
    if isinstance(game, Rules):
        pytest.skip("a compiler cannot be interrupted")
    for method in methods(game):
        if method.why_not(game) is None and not _lacks(method):
            _look_at_anew(name, method)


def _look_at_anew(name: str, method: Method) -> None:
    """One answer about a game of its own, as one that was stopped halfway may have left a mark."""
    game = kb.game(name)
    with suppress(Hang), time_limit(SECONDS):
        try:
            answer = game.solve(method.name, **options(method, game))
        except kb.GameError:
            return
        data = json.loads(json.dumps(answer.to_json()))
        read = read_solution(game, data)
        assert json.loads(json.dumps(read.to_json())) == data, method.name
        try:
            proof = check(game, data)
        except kb.GameError:
            return  # there is too much to look at
        assert proof.holds, (method.name, str(proof))


def test_a_branch_that_ends_in_a_continuum_ends_where_it_leads() -> None:
    branch = kb.game("selten-horse").solve("quantal-response")
    assert branch.verify().holds
    assert branch.limit.strategies[2] == (Fraction(1, 4), Fraction(3, 4))
