"""Equilibria of the games of textbooks, through every method."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import kibitz as kb
from kibitz.strategic.two_player.equilibria import equilibria
from kibitz.strategic.two_player.equilibrium import Equilibria, Equilibrium

CASES = json.loads((Path(__file__).parents[2] / "data" / "bimatrix.json").read_text())


def games(given: dict[str, Any]) -> list[kb.StrategicGame]:
    if "samples" in given:
        return [kb.bimatrix([[r, s], [t, p]], [[r, t], [s, p]]) for t, r, p, s in given["samples"]]
    if "cost_years" in given:
        return [
            kb.bimatrix(given["cost_years"], rows=given["rows"], columns=given["cols"], cost=True)
        ]
    if "R_cost" in given:
        return [kb.bimatrix(given["R_cost"], given["C_cost"], cost=True)]
    if "bimatrix" in given:
        return [kb.bimatrix(given["bimatrix"])]
    first, second = ("R", "C") if "R" in given else ("A", "B")
    return [kb.bimatrix(given[first], given[second])]


def numbers(values: Any) -> tuple[Fraction, ...]:
    return tuple(Fraction(str(x)) for x in values)


def cells(found: Equilibria) -> set[tuple[int, ...]]:
    return {e.cell for e in found.pure if e.cell is not None}


def expected_cells(case: dict[str, Any]) -> set[tuple[int, ...]] | None:
    expect, base = case["expect"], case["input"].get("index_base", 1)
    if "pse" in expect:
        return {tuple(k - base for k in cell) for cell in expect["pse"]}
    if "pure_equilibria" not in expect:
        return None
    listed = expect["pure_equilibria"]
    if listed and isinstance(listed[0], dict):
        return {(e["row"] - base, e["col"] - base) for e in listed}
    return {tuple(k - base for k in cell) for cell in listed}


def expected_profiles(expect: dict[str, Any]) -> dict[Any, Any] | None:
    if "extreme_equilibria" in expect:
        return {
            (numbers(e["p"]), numbers(e["q"])): numbers(e["payoff"])
            for e in expect["extreme_equilibria"]
        }
    if "all_equilibria" in expect:
        return {
            (numbers(e["X"]), numbers(e["Y"])): numbers(e["payoffs"])
            for e in expect["all_equilibria"]
        }
    return None


@pytest.mark.parametrize(
    "method", ["auto", "two-by-two", "vertex-enumeration", "support-enumeration"]
)
@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_textbook(case: dict[str, Any], method: str) -> None:
    expect = case["expect"]
    for game in games(case["input"]):
        if method == "two-by-two" and game.shape != (2, 2):
            continue
        found = equilibria(game, method)
        assert found.verify()
        wanted = expected_cells(case)
        assert wanted is None or cells(found) == wanted
        profiles = expected_profiles(expect)
        if profiles is not None:
            assert {e.profile: e.payoffs for e in found} == profiles
        if "nash_subsets" in expect:
            got = {(frozenset(s.rows), frozenset(s.columns)) for s in found.nash_subsets}
            assert got == {
                (frozenset(map(numbers, s["P"])), frozenset(map(numbers, s["Q"])))
                for s in expect["nash_subsets"]
            }
        if "number_of_equilibria" in expect:
            wanted_number = expect["number_of_equilibria"]
            assert found.number == (None if wanted_number == "infinite" else wanted_number)
        if "unique_equilibrium" in expect:
            assert cells(found) == {(1, 1)}
            assert found.unique
        if "nash" in expect:
            claim = expect["nash"]
            profile = numbers(claim["rose"]), numbers(claim["colin"])
            matching = [e for e in found if e.profile == profile]
            assert [e.payoffs for e in matching] == [numbers(claim["payoffs"])]
        if "equalizing_equilibrium" in expect:
            claim = expect["equalizing_equilibrium"]
            assert (numbers(claim["p"]), numbers(claim["q"])) in found.pairs
        if "pure_nash" in expect:
            names = [tuple(game.strategies[k][i] for k, i in enumerate(c)) for c in cells(found)]
            assert names == [tuple(pair) for pair in expect["pure_nash"]]
            assert len(found) == expect["mixed_nash_count"]


@pytest.mark.parametrize(
    "case", [c for c in CASES if "is_nash" in c["expect"]], ids=lambda case: str(case["id"])
)
def test_claimed_profiles(case: dict[str, Any]) -> None:
    given = case["input"]
    (game,) = games(given)
    profile = [given.get("rose", given.get("X")), given.get("colin", given.get("Y"))]
    assert bool(Equilibrium.of(game, profile).verify()) == case["expect"]["is_nash"]


def test_costs_are_reported_as_costs() -> None:
    game = kb.bimatrix([[10, 0], [20, 1]], [[10, 20], [0, 1]], cost=True)
    (only,) = equilibria(game)
    assert only.payoffs == (10, 10)
    assert "costs 10, 10" in str(only)
