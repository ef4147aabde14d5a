"""False claims such as a clever adversary makes: fields that lie together, through files."""

from __future__ import annotations

import json
import shlex
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from kibitz.cli import app
from kibitz.cli.machinery.resolve import resolve
from kibitz.core.certificate import check
from kibitz.core.errors import GameError

NAN, INF = float("nan"), float("inf")
CHICKEN, HORSE, GLOVES, NIM = "chicken", "selten-horse", "gloves", "nim 3 4 5"
MATRIX, COORDINATION = 'matrix "2 0; 1 3"', 'bimatrix "2,1 0,0; 0,0 1,2"'
STAGES = 'stochastic "G: 1 + 3G/5, 3 + G/5; 1 + 4G/5, 2 + 2G/5"'
PURE = [["1", "0"], ["0", "1"]]
SWERVE = {"strategies": [["0", "1"]] * 2, "payoffs": ["6", "6"]}
AT_MIDDLE = {"cell": [1, 1], "strategies": ["swerve", "swerve"], "payoffs": ["6", "6"]}
THIRD = ["1/3"] * 3
IN_CORE = {"empty": False, "dimension": 2, "vertices": [["1", "0", "0"], ["0", "1", "0"]]}

Lie = tuple[str, str, dict[str, Any]]
LIES: list[Lie] = [
    # one equilibrium
    (CHICKEN, "lemke-howson", {**SWERVE, "supports": [["swerve"], ["swerve"]]}),
    (CHICKEN, "lemke-howson", {"payoffs": ["14", "4"]}),
    (CHICKEN, "lemke-howson", {"players": ["II", "I"]}),
    (CHICKEN, "lemke-howson", {"strategies": PURE[::-1]}),
    (CHICKEN, "lemke-howson", {"payoffs": [7.00001, 2], "exact": False}),
    (CHICKEN, "lemke-howson", {"strategies": [[1 + 1e-6, -1e-6], [0, 1]], "exact": False}),
    (CHICKEN, "lemke-howson", {"strategies": [[True, False], [False, True]]}),
    (CHICKEN, "lemke-howson", {"strategies": [[NAN, NAN], [0, 1]], "exact": False}),
    (CHICKEN, "lemke-howson", {"strategies": [[INF, -INF], [0, 1]], "exact": False}),
    (CHICKEN, "lemke-howson", {"payoffs": [], "supports": []}),
    (CHICKEN, "lemke-howson", {"strategies": [["2", "-1"], ["0", "1"]]}),
    (CHICKEN, "lemke-howson", {"strategies": [["1", "0", "0"], ["0", "1"]]}),
    (CHICKEN, "lemke-howson", {"unique": True}),
    (CHICKEN, "lemke-howson", {"exact": False}),
    # several equilibria, and all of them
    (CHICKEN, "equilibria", {"extreme.1": None}),
    (CHICKEN, "equilibria", {"number": 2, "unique": True}),
    (CHICKEN, "equilibria", {"degenerate": True}),
    (CHICKEN, "equilibria", {"components.0.extreme": [0, 1], "components.1.extreme": [0, 1]}),
    (CHICKEN, "equilibria", {"extreme.1.index": 1, "components.1.index": 1}),
    (CHICKEN, "equilibria", {"nash_subsets.0.dimension": 1}),
    (CHICKEN, "equilibria", {"extreme": [], "number": 0, "nash_subsets": [], "components": []}),
    (CHICKEN, "pure-equilibria", {"equilibria": []}),
    (CHICKEN, "pure-equilibria", {"equilibria": [AT_MIDDLE]}),
    (CHICKEN, "pure-equilibria", {"equilibria.1": {"same": "equilibria.0"}}),
    (CHICKEN, "symmetric-equilibria", {"strategies": [["1", "0"]], "subsets": [[["1", "0"]]]}),
    (CHICKEN, "symmetric-equilibria", {"evolutionarily_stable": []}),
    ("stag-hunt", "evolutionarily-stable", {"strategies": [["1", "0"]]}),
    ("stag-hunt", "evolutionarily-stable", {"strategies": []}),
    ("hawk-dove", "evolutionarily-stable", {"strategies": [["1", "0"]]}),
    # dominance, safety, plans
    (CHICKEN, "safety-levels", {"levels": ["2", "3"]}),
    (CHICKEN, "safety-levels", {"levels": ["1", "1"], "punishments": [["1", "0"]] * 2}),
    (CHICKEN, "safety-levels", {"strategies": [[["0", "1"], ["0", "1"]], [["0", "1"]]]}),
    (CHICKEN, "correlated", {"value": "12", "payoffs": ["6", "6"]}),
    (CHICKEN, "correlated", {"objective": "egalitarian", "value": "21/2"}),
    (CHICKEN, "correlated", {"sense": "min"}),
    (CHICKEN, "correlated", {"distribution.2.probability": "1/3"}),
    (CHICKEN, "correlated", {"prices": ["-3/4", "0", "3/4", "0"]}),
    (CHICKEN, "correlated", {"prices": [1e308] * 4, "value": 11.0, "exact": False}),
    (CHICKEN, "commitment", {"value": "8", "payoffs": ["8", "2"]}),
    (CHICKEN, "commitment", {"leader": "II", "follower": "I"}),
    (CHICKEN, "commitment", {"weak_value": "6"}),
    (CHICKEN, "commitment", {"answer": "straight", "payoffs": ["0", "0"], "value": "0"}),
    (CHICKEN, "pareto", {"cells": [[0, 1], [1, 0]], "payoffs": [["7", "2"], ["2", "7"]]}),
    (CHICKEN, "pareto", {"equilibria.0.pareto_optimal": False}),
    (CHICKEN, "movement-diagram", {"sinks": [[0, 1]]}),
    (CHICKEN, "rationalizable", {"strategies": [["swerve"], ["swerve"]], "solved": True}),
    (CHICKEN, "coalition-values", {"worths.I": "3"}),
    (CHICKEN, "coalition-values", {"reading": "alpha", "worths.I": "6"}),
    (CHICKEN, "quadratic-program", {"optimal": False, "objective": "-1"}),
    (CHICKEN, "interchangeability", {"interchangeable": True, "failing": None}),
    (CHICKEN, "zero-sum-equivalence", {"reducible": True, "alpha": "1", "beta": "-12"}),
    ("prisoners-dilemma", "elimination", {"removals.0.by": {"cooperate": "1"}}),
    ("prisoners-dilemma", "elimination", {"removals": [], "solved": True}),
    ("prisoners-dilemma", "elimination", {"strategies": [["cooperate"], ["cooperate"]]}),
    (COORDINATION, "lemke-howson", {"payoffs": ["1", "2"]}),
    ("prisoners-dilemma", "grim-trigger", {"sustained": [], "discount": -1}),
    # matrix games
    (MATRIX, "auto", {"value": "2", "row": ["0", "1"]}),
    (MATRIX, "auto", {"value": 1.500002, "exact": False}),
    (MATRIX, "auto", {"row": ["1/2", "1/2"], "column": ["1/4", "3/4"]}),
    (MATRIX, "auto", {"fair": True, "favors": None}),
    (MATRIX, "auto", {"value": "1.5e0", "favors": "II"}),
    (MATRIX, "auto", {"value": "9" * 5000}),
    (MATRIX, "auto", {"rows": ["2", "1"]}),
    (MATRIX, "optimal-strategies", {"row_unique": False}),
    (MATRIX, "optimal-strategies", {"row_extreme": [["1/2", "1/2"], ["1/2", "1/2"]]}),
    (MATRIX, "optimal-strategies", {"essential_rows": ["1"]}),
    (MATRIX, "optimal-strategies", {"row_extreme": [], "column_extreme": []}),
    # trees
    (HORSE, "auto", {"payoffs": ["1", "1", "2"]}),
    (HORSE, "auto", {"strategies.III.III": {"L": "1", "R": "0"}}),
    (HORSE, "auto", {"strategies.III.III": {"L": "1/2", "R": "1/2"}}),
    (HORSE, "auto", {"strategies.I.I": {"C": "1/2"}}),
    (HORSE, "auto", {"strategies.I": {}}),
    ("kuhn-poker", "auto", {"value": "1/18", "payoffs": ["1/18", "-1/18"]}),
    ("kuhn-poker", "auto", {"value": -0.0555, "payoffs": [-0.0555, 0.0555], "exact": False}),
    ("kuhn-poker", "auto", {"strategies.I.Q check-bet": {"fold": "0", "call": "1"}}),
    ("kuhn-poker", "auto", {"strategies.II.J check": {"check": "1", "bet": "0"}}),
    # states
    (STAGES, "auto", {"value": "7/2", "values.G": "7/2"}),
    (STAGES, "auto", {"values.G.about": 3.6, "value.about": 3.6}),
    (STAGES, "auto", {"value.root_of": ["-25", "0", "1"], "values.G.root_of": ["-25", "0", "1"]}),
    (STAGES, "auto", {"optimal.I": False}),
    (STAGES, "auto", {"stop_probability": "1/2"}),
    ("big-match", "auto", {"stationary_optimal.I": True, "guarantees.I.play": "1/2"}),
    ("big-match", "auto", {"value": "1/3", "values.play": "1/3"}),
    ("big-match", "auto", {"replies.I.gain": ["1/2"], "guarantees.I.play": "1/2"}),
    ("big-match", "auto", {"bound": "1", "value": "0", "values.play": "0"}),
    ("pig 5", "auto", {"winning_chance": 0.9}),
    ("pig 5", "auto", {"value": 0.594}),
    ("pig 5", "limit-average", {"value": 0.347}),
    # coalitions
    (GLOVES, "shapley", {"answers.shapley.payoffs": THIRD}),
    (GLOVES, "shapley", {"answers.shapley.payoffs": ["1/6", "2/3", "1/6"]}),
    (GLOVES, "shapley", {"answers.shapley.players": ["R1", "L1", "R2"]}),
    (GLOVES, "core", {f"answers.core.{k}": v for k, v in IN_CORE.items()}),
    (GLOVES, "core", {"answers.core.empty": True, "answers.core.point": None}),
    (GLOVES, "core", {"answers.core.ranges.L1": ["0", "1"]}),
    (GLOVES, "core", {"answers.core.vertices": [["1", "0", "0"], ["1", "0", "0"]]}),
    (GLOVES, "nucleolus", {"answers.nucleolus.payoffs": ["2/3", "1/6", "1/6"]}),
    (GLOVES, "nucleolus", {"answers.nucleolus.rounds": []}),
    (GLOVES, "kernel", {"answers.kernel.payoffs": THIRD}),
    (GLOVES, "properties", {"answers.properties.convex": True, "answers.properties.why": {}}),
    (GLOVES, "properties", {"answers.properties.veto_players": []}),
    (GLOVES, "dividends", {"answers.dividends.dividends": {"L1,R1": "1", "L1,R2": "1"}}),
    (GLOVES, "least-core", {"answers.least-core.epsilon": "-1/10"}),
    (GLOVES, "weber", {"answers.weber.is_core": True}),
    (GLOVES, "multilinear-extension", {"value": "1/2"}),
    (GLOVES, "multilinear-extension", {"probabilities": ["1/2", "1/2", "2"], "value": "3/2"}),
    ("bankruptcy", "auto", {"awards.talmud": ["100/3", "200/3", "100"]}),
    ("bankruptcy", "auto", {"also_called.nucleolus": "proportional"}),
    ("airport", "auto", {"payments.nucleolus": ["1/3", "4/3", "13/3"]}),
    ("weighted-voting", "power-indices", {"answers.power-indices.winning": "8"}),
    # positions
    (NIM, "auto", {"outcome": "P", "winner": "second", "winning_moves": []}),
    (NIM, "auto", {"nimber": 3, "value": "3"}),
    (NIM, "auto", {"nimber": True}),
    (NIM, "auto", {"winning_moves.0.leaves": "1 1 5"}),
    (NIM, "auto", {"position": "3 4 6"}),
    (NIM, "auto", {"play": "misere"}),
    (NIM, "auto", {"winning_moves.1": {"same": "winning_moves.0"}}),
    ("kayles 7", "auto", {"winning_moves.1": None}),
    ("tic-tac-toe", "alpha-beta", {"value": "1"}),
    ("tic-tac-toe", "alpha-beta", {"line": ["a1", "a1"]}),
    ("tic-tac-toe", "alpha-beta", {"moves": {"a1": "1"}}),
    # markets and bargaining
    ("cournot", "auto", {"equilibria": [], "complete": True}),
    ("cournot", "auto", {"equilibria.0.profits": ["20", "20"]}),
    ("cournot", "auto", {"equilibria.0.price": "6", "equilibria.0.total": "11"}),
    ("cournot", "auto", {"players": ["Firm 2", "Firm 1"]}),
    ("stackelberg", "auto", {"order": ["Firm 2", "Firm 1"]}),
    ("stackelberg", "auto", {"profits": ["64", "16"]}),
    ("share-a-sum", "auto", {"solution": ["1", "0"], "gains": ["1", "0"], "product": "0"}),
    ("share-a-sum", "auto", {"disagreement": ["1/4", "0"], "gains": ["1/4", "1/2"]}),
    ("share-a-sum", "auto", {"concept": "egalitarian", "product": "1/2"}),
]


@cache
def answer(words: str, method: str) -> tuple[Any, str]:
    game = resolve(shlex.split(words), None, None)
    data = json.loads(json.dumps(game.solve(method).to_json()))
    data.pop("seconds", None)
    assert check(game, data).holds
    return game, json.dumps(data)


def lied(data: Any, changes: dict[str, Any]) -> Any:
    """The answer with other values at some paths; None takes an entry of a list away."""
    for path, value in changes.items():
        *above, last = path.split(".")
        at = data
        for key in above:
            at = at[int(key) if isinstance(at, list) else key]
        if isinstance(value, dict) and set(value) == {"same"}:
            value = lied_at(data, value["same"])
        if not isinstance(at, list):
            at[last] = value
        elif value is None:
            del at[int(last)]
        else:
            at[int(last) :] = [value]
    return data


def lied_at(data: Any, path: str) -> Any:
    for key in path.split("."):
        data = data[int(key) if isinstance(data, list) else key]
    return data


@pytest.mark.parametrize(
    ("words", "method", "changes"), LIES, ids=[f"{k} {lie[0]}" for k, lie in enumerate(LIES)]
)
def test_no_lie_is_proved(words: str, method: str, changes: dict[str, Any]) -> None:
    game, told = answer(words, method)
    claim = lied(json.loads(told), changes)
    assert json.dumps(claim) != told
    try:
        certificate = check(game, claim)
    except GameError:
        return
    assert not certificate.holds or not certificate.verdict.startswith("proved"), str(certificate)


def test_lies_are_refused_through_files(tmp_path: Path) -> None:
    """With one line and status 1 or 2, whatever is in them."""
    for words, method, changes in LIES[::6]:
        file = tmp_path / "claim.json"
        file.write_text(json.dumps(lied(json.loads(answer(words, method)[1]), changes)))
        done = CliRunner().invoke(app, ["verify", *shlex.split(words), str(file)])
        assert done.exit_code in (1, 2) or "not proved" in done.stdout, (words, changes)
        assert "Traceback" not in done.stderr
