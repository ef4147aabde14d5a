"""Sets and nucleoli in the worked examples of the texts."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

import kibitz as kb
from kibitz.coalitional import (
    core,
    core_membership,
    domination,
    excess_table,
    imputations,
    least_core,
    lexicographically_smaller,
    nucleolus,
    prenucleolus,
)

CASES = {
    case["id"]: (case["input"], case["expect"])
    for case in json.loads(
        (Path(__file__).parents[1] / "data" / "coalitional.json").read_text(encoding="utf-8")
    )
}


def fractions(xs):
    return tuple(Fraction(x) for x in xs)


def game_of(given):
    return kb.coalition(given["v"], given.get("players"))


def with_worths(*keys):
    return [
        pytest.param(*CASES[name], id=name)
        for name, (given, expect) in CASES.items()
        if "v" in given and any(key in expect for key in keys)
    ]


@pytest.mark.parametrize(
    ("given", "expect"), with_worths("empty", "core_empty", "vertices", "core_vertices")
)
def test_cores(given, expect):
    found = core(game_of(given))
    assert found.verify()
    assert found.empty == expect.get("empty", expect.get("core_empty"))
    wanted = {fractions(x) for x in expect.get("vertices", expect.get("core_vertices"))}
    assert set(found.vertices) == wanted
    for player, ends in expect.get("coordinate_ranges", {}).items():
        assert found.ranges[found.game.position(player)] == fractions(ends)


@pytest.mark.parametrize(("given", "expect"), with_worths("nucleolus"))
def test_nucleoli(given, expect):
    game = game_of(given)
    found = nucleolus(game)
    assert found.verify()
    assert found.payoffs == prenucleolus(game).payoffs == fractions(expect["nucleolus"])
    if "nucleolus_sorted_excesses" in expect:
        wanted = fractions(expect["nucleolus_sorted_excesses"])
        assert game.excesses(found.payoffs).sorted == wanted


@pytest.mark.parametrize(
    ("given", "expect"), with_worths("imputation_vertices", "simplex_vertices")
)
def test_imputations(given, expect):
    found = imputations(game_of(given))
    assert found.verify()
    wanted = expect.get("imputation_vertices", expect.get("simplex_vertices"))
    assert found.vertices == tuple(fractions(x) for x in wanted)
    if "lower_bounds" in expect:
        assert found.lower == fractions(expect["lower_bounds"])


@pytest.mark.parametrize("name", ["iv-voting-3-4-example", "iv-nassau-1964-58"])
def test_nucleoli_of_votes(name):
    given, expect = CASES[name]
    game = kb.coalition(weights=given["weights"], quota=given["quota_exceed"] + 1)
    assert nucleolus(game).payoffs == fractions(expect["nucleolus"])


def test_a_strategic_game_of_three():
    _, expect = CASES["iv-coalitional-1-4"]
    game = kb.coalition(expect["v"])
    assert nucleolus(game).payoffs == fractions(expect["nucleolus"])
    assert set(core(game).vertices) == {fractions(x) for x in expect["core_vertices"]}


def test_excess_tables():
    given, expect = CASES["iv-nucleolus-4-3"]
    game = game_of(given)
    for point, table in expect["excess_tables"].items():
        found = excess_table(game, point.split(","))
        assert found.verify()
        for names, excess in table.items():
            assert found[names] == Fraction(excess)


def test_membership():
    given, expect = CASES["savings-core-membership"]
    game = game_of(given)
    assert [bool(core_membership(game, x)) for x in given["candidates"]] == expect["in_core"]
    given, expect = CASES["game-23-1-membership"]
    found = core(game_of(given))
    assert (given["x"] in found) == expect["in_core"]
    assert tuple(high for _, high in found.ranges) == fractions(expect["upper_bounds"])


def test_a_proposal_and_its_counter_offers():
    given, expect = CASES["albert-proposal-70-75-75"]
    game = kb.coalition(given["v"], "A B C")
    test = core_membership(game, expect["savings"])
    assert ["".join(b.coalition) for b in test.blocking] == expect["violated"]
    assert {"".join(b.coalition): b.excess for b in test.blocking} == expect["deficits"]


def test_domination():
    given, expect = CASES["odd-man-out-domination"]
    found = domination(game_of(given), given["y"], given["x"])
    assert found.verify()
    assert list(found.coalition) == expect["y_dominates_x_via"]


def test_a_compromise_near_an_empty_core():
    given, expect = CASES["satellite-lucas-point"]
    game = kb.coalition(given["v"], given["order"])
    found = least_core(game)
    assert found.vertices == (fractions(expect["point"]),)
    assert found.epsilon == Fraction(expect["excess_each_pair"])
    assert nucleolus(game).payoffs == fractions(expect["point"])


def test_lexicographic_order():
    given, expect = CASES["iv-lex-order-bankruptcy"]
    claims, estate = given["claims"], given["estate"]
    game = kb.coalition(
        lambda s: max(0, estate - sum(c for i, c in enumerate(claims, 1) if i not in s)), 3
    )
    first, second = given["compare"]
    for x, sorted_excesses in zip(given["compare"], expect["O"], strict=True):
        assert excess_table(game, x).sorted == fractions(sorted_excesses)
    assert lexicographically_smaller(game, first, second) == 1
    assert second == expect["lexicographically_smaller"]
