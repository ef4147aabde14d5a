"""Worked examples of the literature on heaps, through the public surface."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import kibitz as kb
from kibitz.combinatorial import star
from kibitz.combinatorial.heaps import (
    HeapGame,
    Periodicity,
    fibonacci,
    p_positions,
    subtraction,
    zeckendorf,
)

DATA = Path(__file__).parents[2] / "data" / "heaps.json"
CASES = {case["id"]: case for case in json.loads(DATA.read_text(encoding="utf-8"))}
NAMES = {
    "subtraction": "subtraction",
    "at-least-half": "at-least-half",
    "dim-plus": "dim-plus",
    "aliquot": "aliquot",
    "even-if-not-all-all-if-odd": "even-if-not-all",
    "lasker-nim": "laskers-nim",
    "kayles": "kayles",
    "dawson-chess": "dawsons-chess",
}


def case(name: str) -> tuple[Any, Any]:
    return CASES[name]["input"], CASES[name]["expect"]


def game_of(given: dict[str, Any], *heaps: int) -> HeapGame:
    """The game of a case, taken from the shelf in words."""
    words = [NAMES[given["game"]], *map(str, heaps or (1,))]
    if "set" in given:
        words.append("set=" + ",".join(map(str, given["set"])))
    words.append(f"play={given.get('play', 'normal')}")
    game = kb.game(" ".join(words))
    assert isinstance(game, HeapGame)
    return game


def removals(game: HeapGame) -> list[int]:
    """What the winning moves of a single heap take."""
    return sorted(sum(game.position) - sum(move.position) for move in game.winning_moves())


@pytest.mark.parametrize("name", ["takeaway-21", "subtraction-134-100"])
def test_one_heap(name: str) -> None:
    given, expect = case(name)
    solution = game_of(given, given["pile"]).solve()
    assert (solution.outcome, solution.winner) == (expect["outcome"], expect["winner"])
    assert removals(solution.game) == expect["winning_removals"]
    assert solution.verify()
    if "leave" in expect:
        assert [list(move.position) for move in solution.moves] == [expect["leave"]]
    if "grundy" in expect:
        assert solution.nimber == expect["grundy"]


def test_outcomes_of_small_heaps() -> None:
    given, expect = case("takeaway-targets")
    assert p_positions(game_of(given), max(given["piles"])) == expect["p_positions"]
    given, expect = case("takeaway-small-n")
    for n, outcome in zip(given["piles"], expect["outcomes"], strict=True):
        assert game_of(given, n).outcome() == outcome
        assert removals(game_of(given, n)) == expect["winning_removals"][str(n)]
    given, expect = case("subtraction-134-psets")
    assert p_positions(game_of(given), given["limit"]) == expect["P"]


@pytest.mark.parametrize(
    "name",
    ["subtraction-134-table", "sub123-grundy-table", "c8-subtraction-123", "c8-subtraction-256"],
)
def test_subtraction_tables(name: str) -> None:
    given, expect = case(name)
    game = game_of(given)
    period = game.period()
    assert isinstance(period, Periodicity)
    assert period.verify()
    assert (period.period, period.preperiod) == (expect["period"], expect["preperiod"])
    residues = [n for n in range(period.period) if period.value(n) == 0]
    for key in ("p_residues", "losing_residues", "losing_residues_mod_11"):
        assert residues == expect.get(key, residues)
    if "labels" in expect:
        assert [game.outcome_at((n,)) for n in given["piles"]] == expect["labels"]
    if "grundy" in expect:
        assert game.sequence(len(expect["grundy"]) - 1).values.tolist() == expect["grundy"]


@pytest.mark.parametrize(
    "name",
    [
        "at-least-half-table",
        "even-if-not-all-table",
        "lasker-table",
        "kayles-table-4-1",
        "dawson-chess-table",
    ],
)
def test_tables(name: str) -> None:
    given, expect = case(name)
    heaps = given.get("piles") or given["lengths"]
    assert game_of(given).sequence(max(heaps)).values.tolist() == expect["grundy"]
    for n in expect.get("terminal", ()):
        assert list(game_of(given, n).options((n,))) == []


def test_one_to_m() -> None:
    given, expect = case("subtraction-1-to-m-rule")
    for m in given["m"]:
        values = subtraction(range(1, m + 1)).sequence(max(given["piles"])).values
        assert values.tolist() == expect["grundy"][str(m)]


@pytest.mark.parametrize("name", ["ex-3-5-4a-moves-12", "ex-3-5-4b-moves-12"])
def test_divisors_that_may_be_taken(name: str) -> None:
    given, expect = case(name)
    options = game_of(given, given["pile"]).options((given["pile"],))
    assert sorted(given["pile"] - sum(left) for left in options) == expect["legal_removals"]


@pytest.mark.parametrize("name", ["kayles-period", "dawson-chess-period"])
def test_periods(name: str) -> None:
    given, expect = case(name)
    period = game_of(given).period()
    assert isinstance(period, Periodicity)
    assert period.verify()
    assert period.period == expect["period"]
    assert list(period.exceptions) == expect["exceptions"]
    assert len(period.exceptions) == expect["number_of_exceptions"]
    assert period.preperiod == expect["last_exception"] + 1
    for key, start in (("cycle_from_72", 72), ("cycle_from_52", 52)):
        if key in expect:
            assert [period.value(start + k) for k in range(period.period)] == expect[key]


def test_laskers_nim() -> None:
    given, expect = case("lasker-followers-small")
    for n in given["piles"]:
        game = game_of(given, n)
        left = sorted(tuple(h for h in q if h) for q in expect["followers"][str(n)])
        assert sorted(game.options((n,))) == sorted(q for q in left)
        assert game.nimber() == expect["grundy"][str(n)]
    given, expect = case("lasker-2-5-7")
    game = game_of(given, *given["piles"])
    assert [game.heap_nimber(n) for n in given["piles"]] == expect["component_grundy"]
    assert (game.nimber(), game.outcome()) == (expect["grundy"], expect["outcome"])
    wanted = {tuple(sorted((2, 5, *move["becomes"]))) for move in expect["winning_moves"]}
    assert {move.position for move in game.winning_moves()} == wanted
    given, expect = case("lasker-1-2-5-6")
    game = game_of(given, *given["piles"])
    assert (game.nimber(), game.outcome()) == (expect["grundy"], expect["outcome"])


def test_zeckendorf() -> None:
    given, expect = case("zeckendorf-43")
    assert list(zeckendorf(given["n"])) == expect["zeckendorf"]
    given, expect = case("fibonacci-sequence")
    assert fibonacci(given["count"]) == expect["values"]


def test_kayles_options() -> None:
    given, expect = case("g2-kayles-k0-k5")
    low, high = given["n_range"]
    game = kb.game("kayles 5")
    assert isinstance(game, HeapGame)
    assert [game.heap_nimber(n) for n in range(low, high + 1)] == expect["grundy"]
    for name, options in expect["options"].items():
        wanted = {tuple(int(k[1:]) for k in q.split("+") if k != "K0") for q in options}
        assert set(game.heap_options(int(name[1:]))) == wanted


@pytest.mark.parametrize(
    "name", [name for name in CASES if name.startswith("g2-kayles-") and name != "g2-kayles-k0-k5"]
)
def test_kayles_positions(name: str) -> None:
    given, expect = case(name)
    if "G" in given:
        game = kb.game("kayles " + " ".join(map(str, given["G"]["kayles"])))
        assert game.equivalent(star(given["H"]["nim"][0])) == expect["equivalent"]
        assert game.nimber() == expect["grundy"]
        return
    if "sum" in given:
        rows = " ".join(map(str, given["sum"][0]["kayles"]))
        total = kb.game(f"kayles {rows}") + star(given["sum"][1]["nim"][0])
        assert (total.outcome(), total.nimber()) == (expect["outcome"], expect["grundy"])
        return
    rows = given["kayles"]
    game = kb.game("kayles " + " ".join(map(str, rows)))
    assert game.outcome() == expect["outcome"]
    assert game.nimber() == expect.get("grundy", expect.get("nim_sum"))
    wanted = set()
    for move in expect.get("winning_moves", ()):
        rest = list(rows)
        rest.remove(move["group"])
        wanted.add(tuple(sorted([*rest, *move["leaves"]])))
    if "winning_moves" in expect:
        assert {move.position for move in game.winning_moves()} == wanted


def test_subtraction_winning_moves() -> None:
    given, expect = case("c8-subtraction-123-winning-7")
    game = game_of(given, given["n"])
    assert (game.nimber(), removals(game)) == (expect["grundy"], expect["winning_moves_remove"])
    given, expect = case("c8-subtraction-256-winning-9")
    game = game_of(given, given["n"])
    assert game.nimber() == expect["grundy"]
    assert [move.position[0] for move in game.winning_moves()] == expect["winning_moves_to"]
