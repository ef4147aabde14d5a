"""Falsehoods of fields that agree with each other: a hostile mathematician wrote them by hand."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

import kibitz as kb
from kibitz.core.certificate import check
from kibitz.core.errors import GameError
from kibitz.extensive.strategies.profile import uniform
from kibitz.search.puzzles.sliding import SlidingTiles
from kibitz.stochastic.families.bounds import end_values

PENNIES = kb.matrix("1 -1; -1 1")
TOSS = {"kind": "matrix-solution", "value": 0, "row": ["1/2", "1/2"], "column": ["1/2", "1/2"]}
SEXES = "2,1 0,0; 0,0 1,2"
PURE = [["1", "0"], ["1", "0"], ["0", "1"]]


def refused(game: Any, claim: dict[str, Any]) -> bool:
    """Whether a claim does not hold, or cannot even be read."""
    try:
        return not check(game, json.loads(json.dumps(claim))).holds
    except GameError:
        return True


def said(game: Any, claim: dict[str, Any]) -> str:
    """What the certificate of a claim that holds lists as not proved."""
    certificate = check(game, json.loads(json.dumps(claim)))
    assert certificate.holds, str(certificate)
    return "; ".join(certificate.unproved)


# Where an answer comes from is never proved.


@pytest.mark.parametrize("key", ["method", "title", "version", "seed", "seconds", "provenance"])
def test_where_an_answer_comes_from_is_listed(key: str) -> None:
    assert said(PENNIES, {**TOSS, key: "surely optimal"}) == key


def test_a_certificate_inside_is_listed_unless_it_says_the_same() -> None:
    mine = check(PENNIES, TOSS).to_json()
    assert said(PENNIES, {**TOSS, "certificate": mine}) == ""
    assert said(PENNIES, {**TOSS, "certificate": {**mine, "claim": "it is 9"}}) == "certificate"


def test_a_method_is_a_few_words() -> None:
    assert refused(PENNIES, {**TOSS, "method": {"value": 9}})
    assert refused(PENNIES, {**TOSS, "method": "x" * 2000})


def test_how_an_object_was_found_is_not_part_of_its_claim() -> None:
    assert PENNIES.solve().verify().unproved == ()
    assert kb.game("gloves").solve().verify().unproved == ()


# Numbers that are said to be exact are.


def floated(x: Any) -> Any:
    """JSON with every exact number as a float."""
    if isinstance(x, dict):
        return {key: y if key in ("kind", "method") else floated(y) for key, y in x.items()}
    if isinstance(x, list):
        return [floated(y) for y in x]
    try:
        return float(Fraction(x)) if isinstance(x, str) else x
    except ValueError:
        return x


@pytest.mark.parametrize(
    "solution",
    [
        lambda: kb.game("chicken").equilibria(),
        lambda: kb.game("gloves").core(),
        lambda: kb.game("gloves").solve("least-core")["least-core"],
        lambda: kb.stochastic_game("G: 1 + G/2").solve(),
        lambda: kb.game("stackelberg").solve(),
    ],
)
def test_floats_are_not_exact(solution: Any) -> None:
    found = solution()
    data = json.loads(json.dumps(found.to_json()))
    assert check(found.game, data).holds
    assert data["exact"] is True
    assert refused(found.game, floated(data))


# An answer inside another is of the kind that proves it.


def test_a_threat_that_is_not_credible_is_not_subgame_perfect() -> None:
    game = kb.game("chain-store")
    fight = {
        "store": {"store 1": {"fight": "1", "share": "0"}},
        "entrant 1": {"entrant 1": {"enter": "0", "out": "1"}},
    }
    nash = {"kind": "extensive-equilibrium", "strategies": fight}
    assert check(game, nash).holds
    assert refused(game, {"kind": "subgame-perfect-equilibria", "equilibria": [nash]})


def test_a_profile_with_regret_does_not_give_the_value() -> None:
    game = kb.game("kuhn-poker")
    tables = uniform(game.as_tree()).to_json()
    poor = {"kind": "extensive-equilibrium", "regret": 10, "strategies": tables, "value": "1/8"}
    assert "value" in said(game, poor)
    ranges = {p: {i: {m: [0, 1] for m in row} for i, row in t.items()} for p, t in tables.items()}
    face = {"kind": "optimal-face", "value": "1/8", "solution": poor, "ranges": ranges}
    assert refused(game, {**face, "unique": dict.fromkeys(tables, False)})
    assert refused(game, {"kind": "belief-values", "value": "1/8", "whole": poor})


def test_a_branch_ends_in_an_equilibrium() -> None:
    game = kb.bimatrix("3,-1 0,2; 0,1 1,0")
    even = [[0.5, 0.5], [0.5, 0.5]]
    limit = {"kind": "approximate-equilibrium", "strategies": even, "regret": "1/2"}
    assert check(game, limit).holds
    branch = [{"lambda": 0, "profile": even}]
    claim = {"kind": "quantal-response", "branch": branch, "limit": limit, "complete": True}
    assert refused(game, claim)


def test_an_answer_is_what_its_name_says() -> None:
    game = kb.game("gloves")
    shapley = json.loads(json.dumps(game.shapley().to_json()))
    for kind in ("answers", "coalitional-solution"):
        assert refused(game, {"kind": kind, "answers": {"nucleolus": shapley}})
        assert not refused(game, {"kind": kind, "answers": {"shapley": shapley}})
    assert refused(game, {"kind": "answers", "answers": {}})


# "All", "only", "twice" and "never".


def test_payoffs_that_are_fractions_have_stable_strategies() -> None:
    game = kb.bimatrix("0,0 1/4,0; 0,1/4 0,0")
    assert refused(game, {"kind": "evolutionarily-stable", "strategies": []})
    assert not refused(game, {"kind": "evolutionarily-stable", "strategies": [["1", "0"]]})


def test_equilibria_that_are_not_listed_are_not_interchangeable() -> None:
    one = {"kind": "interchangeability", "equilibria": [[["1", "0"], ["1", "0"]]], "failing": None}
    assert "no other" in said(kb.bimatrix(SEXES), {**one, "interchangeable": True})


def test_an_equilibrium_in_two_spellings_is_one() -> None:
    game, again = kb.game("finger-game"), [["1", "0"], ["2/2", 0], ["0", "1"]]
    twice = [{"strategies": PURE}, {"strategies": again}]
    assert refused(game, {"kind": "equilibria", "equilibria": twice, "complete": True, "number": 2})


def test_one_regular_equilibrium_does_not_make_a_game_regular() -> None:
    claim = {"kind": "equilibria", "equilibria": [{"strategies": PURE}], "complete": False}
    assert "degenerate" in said(kb.game("finger-game"), {**claim, "degenerate": False})


def test_what_is_left_out_before_an_elimination_was_not_eliminated() -> None:
    claim = {"kind": "elimination", "removals": [], "together": [["1"], ["2"]]}
    claim |= {"rows": ["1"], "columns": ["2"], "solved": True}
    assert "before" in said(kb.matrix("1 2; 3 0"), claim)


def test_a_period_is_recomputed() -> None:
    claim = {"kind": "period", "preperiod": 0, "period": 1, "saltus": 5, "checked": 0, "first": []}
    assert refused(kb.game("kayles 5"), {**claim, "cycle": [7], "theorem": "Fermat's"})


def test_other_roots_of_an_equation_in_nimbers_are_left() -> None:
    claim = {"kind": "nim-value", "expression": "x*x + x = 0"}
    assert "no other" in said(None, {**claim, "values": [0]})
    assert refused(None, {**claim, "values": [0, 1, 1]})
    assert refused(None, {**claim, "values": ["0) + (0"]})


def test_one_of_many_fixed_points_is_not_the_only_one() -> None:
    game = kb.stochastic_game("G: G", endless=0)
    data = json.loads(json.dumps(game.solve().to_json()))
    assert "fixed points" in said(game, {**data, "fixed_points": {"G": ["0", "0"]}})


def test_all_states_of_a_puzzle_are_all() -> None:
    puzzle, data = SlidingTiles([1, 2, 3, 0]), {"kind": "distances", "last": ["· 3\n2 1"]}
    data |= {"counts": [1, 2, 2, 2, 2, 2, 1], "complete": True}
    assert not refused(puzzle, data)
    assert refused(puzzle, {**data, "complete": False})
    assert refused(puzzle, {**data, "counts": []})


def test_a_point_alone_bounds_no_fixed_point() -> None:
    claim = {"kind": "contraction", "points": [["0"]], "factor": "1/2", "metric": "sup", "bound": 0}
    assert refused(None, {**claim, "map": ["x/2 + 5"]})


# Definitions that do not apply, and parts that prove nothing.


def test_games_that_are_not_simple_have_no_winning_coalitions() -> None:
    half = kb.coalition({"A": "1/2", "B": 0, "A,B": 1})
    index = {"kind": "power-index", "name": "normalized Banzhaf index", "payoffs": ["1", "0"]}
    assert refused(half, index)
    weighted = {"kind": "weightedness", "weighted": True, "weights": [1, 0], "quota": 1}
    trade = {"winning": [], "losing": []}
    assert refused(kb.coalition({"A": 3, "B": 0, "A,B": 5}), {**weighted, "trade": trade})


def test_a_plan_that_proves_no_worth_is_refused() -> None:
    game = PENNIES.strategic()
    data = json.loads(json.dumps(game.solve("coalition-readings").to_json()))
    assert not refused(game, data)
    data["plans"]["alpha"] = {"I": {"inside": ["lie"], "outside": []}}
    assert refused(game, data)


def test_moves_elsewhere_are_listed() -> None:
    tree = kb.game_tree([[3, 12, 8], [2, 4, 6]])
    claim = {"kind": "plan", "game": tree.name, "player": 0, "value": 3}
    assert "come up" in said(tree, {**claim, "moves": {"A": "1", "nowhere": "fly"}})


def test_the_least_output_that_deters_is_the_least() -> None:
    game = kb.game("entry")
    data = json.loads(json.dumps(game.solve().to_json()))
    more = {
        **data,
        "deterring_quantity": str(Fraction(data["deterring_quantity"]) * Fraction(10001, 10000)),
    }
    more.pop("incumbent_profit_when_deterring")
    assert not refused(game, data)
    assert refused(game, more)


# Slack that grows with a number of the claim.


def test_weights_of_a_large_precision_are_compared() -> None:
    game = kb.bimatrix("1,1 1,1; 1,1 1,1")
    claim = {"kind": "logit-equilibrium", "lambda": 1e9}
    assert refused(game, {**claim, "strategies": [[0.9, 0.1], [0.2, 0.8]]})
    assert not refused(game, {**claim, "strategies": [[0.5, 0.5], [0.5, 0.5]]})
    assert refused(PENNIES.strategic(), {**claim, "lambda": 1e15, "strategies": [[0.5, 0.5]] * 2})


def test_a_regret_in_fractions_is_exact() -> None:
    even = [["1/2", "1/2"], ["1/2", "1/2"]]
    claim = {"kind": "approximate-equilibrium", "strategies": even, "regret": 0}
    assert not refused(PENNIES.strategic(), claim)
    assert refused(PENNIES.strategic(), {**claim, "regret": "1/1000000000000"})


def test_an_objective_that_a_claim_brings_is_compared_in_its_own_unit() -> None:
    game = kb.bimatrix(SEXES)
    plan = [{"cell": [0, 0], "probability": 0.5}, {"cell": [1, 1], "probability": 0.5}]
    claim = {"kind": "correlated-equilibrium", "distribution": plan, "objective": "cells"}
    worth = [[1e-12, 0], [0, 0]]
    assert refused(game, {**claim, "worth": worth, "value": 0.5e-12, "prices": []})


def test_the_bounds_of_both_ends_of_a_family_count() -> None:
    family = kb.game_family("G(n): 1, 0; 0, G(n+1)/2 + 1/2")
    ends = []
    for pays in end_values(family):
        end = family.finite(3, Fraction(pays)).with_numbers(False)
        data = json.loads(json.dumps(end.solve().to_json()))
        worth = dict.fromkeys(data["values"], 0.9)
        ends.append({**data, "values": worth, "value": 0.9, "bound": 9, "exact": False})
    name = f"G({family.n})"
    claim = {"kind": "family-solution", "n": family.n, "values": {name: 0.9}, "value": 0.9}
    assert refused(family, {**claim, "bound": "1/100", "cut": {"last": 3, "ends": ends}})


def test_a_guarantee_is_told_in_the_unit_of_the_game() -> None:
    game = kb.game("big-match")
    data = json.loads(json.dumps(game.solve().to_json()))
    kept = data["guarantees"]["II"]

    def told(less: Fraction) -> dict[str, Any]:
        lower = {state: str(Fraction(x) + less) for state, x in kept.items()}
        return {**data, "guarantees": {**data["guarantees"], "II": lower}}

    certificate = check(game, told(Fraction(1, 10**13)))
    assert certificate.holds
    assert "within 1e-12 of the largest payoff" in str(certificate)
    assert refused(game, told(Fraction(1, 10**11)))
    assert refused(game, told(Fraction(-1, 10**13)))


# What goes on, and what has ended.


def test_a_cycle_is_told_once() -> None:
    game = kb.bimatrix("3,3 0,5; 5,0 1,1")
    data = json.loads(json.dumps(game.solve("automata-play").to_json()))
    assert not refused(game, data)
    assert refused(game, {**data, "cycle": data["cycle"] * 2})
    assert refused(game, {**data, "before": data["cycle"]})


def test_an_elimination_with_a_limit_ahead_has_not_ended() -> None:
    game = kb.game("cournot")
    data = json.loads(json.dumps(game.solve("dominance", rounds=2).to_json()))
    assert not refused(game, data)
    assert refused(game, {**data, "finished": True})
