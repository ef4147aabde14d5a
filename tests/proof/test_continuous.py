"""No mutant of a true claim about a game on intervals is proved, unless it is true as well."""

from __future__ import annotations

from typing import Any

import pytest

import kibitz as kb
from helpers.mutants import accepted
from kibitz import continuous as c
from kibitz.core.certificate import check
from kibitz.core.solution import read_solution

GAMES = {
    "one crossing": lambda: c.cournot("17-Q", "q+9"),
    "a root": lambda: c.continuous_game(["x*(3-x^2-y)", "y*(2-y-x)"], (0, 2)),
    "three of them": lambda: c.continuous_game(["x*y", "x*y"], (-1, 1)),
    "one player": lambda: c.monopoly("17-Q", "q"),
    "a curve": lambda: c.continuous_game(["x*(1-x-y)", "0*y"], (0, 1), ["x", "y"]),
    "none": lambda: c.bertrand("10-p", [2, 3]),
    "moves in order": lambda: c.stackelberg("17-Q", ["q+2", "3q+1"]),
}


def _true(what: str) -> bool:
    """What says the same in other words, or is named in the certificate as not proved."""
    if what.endswith(".method"):  # where an answer comes from, not what it says
        return True
    left = ("complete", "equilibria shortened", "continua shortened", "equilibria reversed")
    return ".between." in what or what in ("remark", *left) or what.startswith("replies")


@pytest.mark.parametrize("name", GAMES)
def test_no_mutant_is_proved(name: str) -> None:
    game = GAMES[name]()
    solution = game.solve()
    data = solution.to_json()
    assert solution.verify()
    assert read_solution(game, data).to_json() == data
    assert [what for what in accepted(game, data) if not _true(what)] == []


def test_what_is_not_proved_is_named() -> None:
    """Beyond two players, or with exp and log, nobody says that there are no others."""
    for game, loose in (
        (c.cournot("17-Q", ["q", "q", "3q"]), ("complete", "equilibria shortened")),
        (c.continuous_game(["x*exp(-x-y)", "y*exp(-x-y)"], (0, 3)), ("complete", "radius")),
        (c.bertrand("10-p", [2, 2, 3]), ("complete", "shortened", "at_least_two_of reversed")),
    ):
        solution = game.solve()
        proof = solution.verify()
        assert proof.holds
        assert any("no other pure equilibria" in words for words in proof.unproved)
        found = accepted(game, solution.to_json())
        assert [w for w in found if not _true(w) and not w.endswith((*loose, ".method"))] == []


@pytest.mark.parametrize(
    ("game", "response"),
    [
        (c.continuous_game(["q(17-q-r)^+ - q", "r(17-q-r)^+ - r"]), ("q", 8)),
        (c.continuous_game(["q(17-q-r)^+ - q", "r(17-q-r)^+ - r"]), ("q", 20)),
        (c.continuous_game(["x*(y-1/2)", "0*y"], (0, 1), ["x", "y"]), ("x", "1/2")),
    ],
)
def test_no_mutant_of_a_best_response_is_proved(game: Any, response: tuple[Any, ...]) -> None:
    solution = game.best_response(*response)
    data = solution.to_json()
    assert solution.verify()
    assert read_solution(game, data).to_json() == data
    found = accepted(game, data, game.best_response(response[0], "1/3").to_json())
    assert [what for what in found if not what.startswith("others.")] == []
    if found:
        assert game.best_response(response[0], "20001/1000").strategies == solution.strategies


def test_no_mutant_of_dominance_is_proved() -> None:
    game = c.cournot("2-Q", "q")
    solution = game.solve("dominance", rounds=2)
    data = solution.to_json()
    assert solution.verify()
    assert read_solution(game, data).to_json() == data
    later = {"cuts.3.round"}  # a cut made later than need be
    assert set(accepted(game, data)) <= {"finished", *later}


@pytest.mark.parametrize(
    "game", [c.cournot("a-Q", "c*q"), c.stackelberg("a-Q", "c*q"), c.bertrand("a-p", "c")]
)
def test_no_mutant_of_a_closed_form_is_proved(game: Any) -> None:
    solution = game.solve()
    assert solution.verify()
    loose = ("remark", "shortened", "conditions doubled", "conditions reversed", "reversed")
    found = accepted(game, solution.to_json())
    assert [what for what in found if not what.endswith(loose)] == []


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.slow)])
def test_entry_is_checked_line_by_line(every: int) -> None:
    game = c.entry("17-Q", "q+9")
    solution = game.solve()
    data = solution.to_json()
    assert solution.verify()
    other = c.entry("20-Q", "q+9").solve().to_json()
    told = {"kind", "method", "fixed", "exact", "decision", "entrant_profit_function"}
    lines = sorted(key for key in data.keys() & other.keys() - told if data[key] != other[key])
    assert len(lines) > 4
    for key in lines[::every]:
        assert not _holds(game, {**data, key: other[key]}), key
    assert not _holds(game, {**data, "decision": "blockaded"})
    assert not _holds(game, {**data, "fixed": "sunk"})


def _holds(game: Any, data: dict[str, Any]) -> bool:
    try:
        return check(game, data).holds
    except kb.GameError:
        return False


def test_intervals_that_end_before_they_begin() -> None:
    game = GAMES["a curve"]()
    data = game.solve().to_json()
    data["continua"][0]["spans"]["y"]["to"] = "-1"
    with pytest.raises(kb.GameError, match="ends before it begins"):
        check(game, data)
