"""Claims are read back and judged: right ones hold, wrong ones do not."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from fractions import Fraction

import pytest
from typer.testing import CliRunner

import kibitz as kb
from kibitz.bargaining import lambda_transfer, tu_solution
from kibitz.bargaining.solutions.lambda_transfer import LambdaTransfer, Transfer
from kibitz.cli import app
from kibitz.formats.answers.solution import solution_from_json

GAME = kb.bimatrix("0 6 -1; 4 3 5", "0 2 2; -1 6 5")


@pytest.mark.parametrize("concept", ["nash", "ks", "egalitarian", "utilitarian"])
@pytest.mark.parametrize(
    ("feasible", "d"),
    [([(0, 0), (0, 4), (2, 0)], (0, 0)), ("x>=0; 0<=y<=4-x^2", (0, 0)), ({"sigma": 7}, (1, 2))],
)
def test_own_claims_are_accepted_and_bent_ones_are_not(feasible, d, concept):
    problem = kb.bargaining(feasible, d)
    claim = json.loads(json.dumps(problem.solve(concept).to_json()))
    assert solution_from_json(problem, claim).verify()
    bent = copy.deepcopy(claim)
    bent["solution"] = ["1/97", "2/97"]
    assert not solution_from_json(problem, bent).verify()


def test_wrong_threats_are_rejected():
    found = tu_solution(GAME)
    assert solution_from_json(GAME, found.to_json()).verify()
    assert not replace(found, sigma=found.sigma + 1).verify()
    assert not replace(found, delta=Fraction(0)).verify()
    assert not replace(found, cooperative_cells=((0, 0),)).verify()
    assert not replace(found, first_threats=((Fraction(1), Fraction(0)),)).verify()


def test_wrong_rates_are_rejected():
    game = kb.bimatrix("4 0; 2 1", "3 0; 2 4")
    found = lambda_transfer(game)
    assert solution_from_json(game, found.to_json()).verify()
    (one,) = found.solutions
    for wrong in (
        replace(one, high=Fraction(1)),
        replace(one, low=Fraction(1, 3)),
        replace(one, payoff=(Fraction(1), Fraction(4))),
        Transfer((Fraction(9), Fraction(9)), Fraction(1), Fraction(1)),
    ):
        assert not LambdaTransfer(game, (wrong,)).verify()
    assert not LambdaTransfer(game, ()).verify()


def test_irrational_rates_are_read_back():
    game = kb.bimatrix(
        [
            [[2, 1], [4, 3], [7, 2], [7, 4], [0, 5], [3, 2]],
            [[4, 0], [5, 4], [1, 6], [0, 4], [0, 3], [5, 1]],
            [[1, 3], [5, 3], [3, 2], [4, 1], [1, 0], [4, 3]],
            [[4, 3], [2, 5], [4, 0], [1, 0], [1, 5], [2, 1]],
        ]
    )
    claim = lambda_transfer(game).to_json()
    assert solution_from_json(game, claim).verify()
    claim["solutions"][0]["lambda"] = {"root_of": ["-2", "0", "1"], "between": ["1", "2"]}
    assert not solution_from_json(game, claim).verify()


def test_command_line(tmp_path):
    problem, claim = tmp_path / "problem.json", tmp_path / "claim.json"
    kb.save(kb.bargaining([(0, 0), (0, 1), (3, 0)]), problem)
    for solution, status in ((["3/2", "1/2"], 0), (["1", "1/2"], 1)):
        claim.write_text(json.dumps({"concept": "nash", "solution": solution}))
        assert CliRunner().invoke(app, ["verify", str(problem), str(claim)]).exit_code == status
    claim.write_text(json.dumps({"concept": "nash"}))
    assert CliRunner().invoke(app, ["verify", str(problem), str(claim)]).exit_code == 2


@pytest.mark.parametrize(
    ("problem", "names"),
    [
        (kb.bargaining([(0, 0), (0, 1), (3, 0)], (0, 0)), 4),
        (kb.bargaining(GAME), 2),
        (kb.bargaining(GAME, disagreement=(0, 0)), 5),
        (kb.bargaining("x>=0; 0<=y<=4-x^2", (0, 0)), 4),
        (kb.bargaining({"sigma": 7}, (1, 2)), 4),
    ],
)
def test_all_solutions_together_are_read_back(problem, names):
    found = problem.solve("all")
    assert len(found) == names == len(list(found))
    assert found.verify()
    claim = json.loads(json.dumps(found.to_json()))
    assert claim["kind"] == "bargaining"
    assert solution_from_json(problem, claim).verify()
    first = next(iter(found))
    bent = copy.deepcopy(claim)
    if first == "tu":
        bent[first]["sigma"] = "99"
    else:
        bent[first]["solution"] = ["1/97", "2/97"]
    assert not solution_from_json(problem, bent).verify()
    assert found.explain().steps
    assert found.draw().caption
    with pytest.raises(kb.GameError, match="no solution"):
        solution_from_json(problem, {"kind": "bargaining"}).verify()
    with pytest.raises(kb.GameError, match="unknown method"):
        found["fairness"]


def test_the_command_writes_what_verify_reads(tmp_path):
    run = CliRunner()
    problem = tmp_path / "problem.json"
    kb.save(kb.bargaining([(0, 0), (0, 1), (3, 0)], (0, 0)), problem)
    said = run.invoke(app, ["bargain", str(problem), "-s", "all", "--verify", "--json"])
    assert said.exit_code == 0, said.output
    claim = tmp_path / "claim.json"
    claim.write_text(said.output)
    assert run.invoke(app, ["verify", str(problem), str(claim)]).exit_code == 0
