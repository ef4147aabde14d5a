"""No mutant of a true claim about bargaining is proved, unless it is true as well."""

from __future__ import annotations

import pickle

import pytest

import kibitz as kb
from helpers.mutants import accepted
from kibitz.bargaining import lambda_transfer, tu_solution
from kibitz.core.certificate import check
from kibitz.core.solution import read_solution

GAMES = (
    kb.bimatrix("0 6 -1; 4 3 5", "0 2 2; -1 6 5"),
    kb.bimatrix("4 0; 2 1", "3 0; 2 4"),
    kb.bimatrix("-1 1; 0 3", "1 3; 0 -1"),
    kb.bimatrix("1 1; 1 1", "1 1; 1 1"),
)
OTHER = kb.bimatrix("5 0; 0 3", "3 -4; 0 6")


@pytest.mark.parametrize("game", GAMES)
def test_no_mutant_of_a_solution_with_side_payments_is_proved(game):
    solution = tu_solution(game)
    data = solution.to_json()
    assert solution.verify(), solution.verify()
    assert pickle.loads(pickle.dumps(solution)) == solution
    assert read_solution(game, data) == solution
    # lists of strategies have no order
    found = accepted(game, data, tu_solution(OTHER).to_json())
    told = ("extreme reversed", "cooperative_strategies reversed")
    assert [m for m in found if not m.endswith(told)] == []


@pytest.mark.parametrize("game", GAMES)
def test_no_mutant_of_a_lambda_transfer_is_proved(game):
    solution = lambda_transfer(game)
    data = solution.to_json()
    assert solution.verify(), solution.verify()
    assert read_solution(game, data) == solution
    found = accepted(game, data, lambda_transfer(OTHER).to_json())
    # fewer rates or fewer solutions are true as well, and the certificate says so
    told = ("solutions shortened", "solutions doubled", "solutions reversed", "threat_game.method")
    inside = [m for m in found if m.startswith("solutions.") and "lambda_interval" in m]
    found = [m for m in found if m not in told and m not in inside]
    assert [m for m in found if "between" not in m] == []


def test_several_at_once():
    problem = kb.bargaining(GAMES[0], disagreement=(0, 0))
    found = problem.solve("all")
    assert found.verify()
    data = found.to_json()
    assert not check(problem, {**data, "tu": {**data["tu"], "sigma": "99"}})
    with pytest.raises(kb.GameError):
        check(problem, {**data, "tu": tu_solution(OTHER).to_json()})
    assert not check(problem, {**data, "nash": data["egalitarian"]})


SETS = (
    ([(0, 0), (0, 4), (2, 0)], (0, 0)),
    ([(0, 0), (0, 1), (1, 1), (2, 0)], (0, 0)),
    ({"sigma": 7}, (1, 2)),
    ("x>=0; 0<=y<=4-x^2", (0, 0)),
    ("x>=0; 0<=y<=4-x^2", (0, 1)),
    ("x^2 + y^2 <= 2; x >= 0; y >= 0", (0, 0)),
    ([(0, 0), (0, 1)], (0, 0)),
)


@pytest.mark.parametrize("concept", ["nash", "kalai-smorodinsky", "egalitarian", "utilitarian"])
@pytest.mark.parametrize(("feasible", "d"), SETS)
def test_no_mutant_of_a_point_is_proved(feasible, d, concept):
    problem = kb.bargaining(feasible, d)
    solution = problem.solve(concept)
    data = solution.to_json()
    if not solution.exact:
        pytest.skip("a float on a curved set")
    assert solution.verify(), solution.verify()
    assert read_solution(problem, data).to_json() == data
    other = kb.bargaining([(0, 0), (0, 3), (5, 0)]).solve("nash").to_json()
    found = accepted(problem, data, other)
    # the same point may be the solution by several concepts, and a root has many enclosures
    told = [m for m in found if "between" in m or m == "concept of another game"]
    assert [m for m in found if m not in told] == []


def test_powers_are_checked():
    problem = kb.bargaining([(0, 0), (0, 4), (2, 0)])
    solution = problem.solve("nash", weights=(1, 3))
    assert solution.verify()
    assert accepted(problem, solution.to_json()) == []


@pytest.mark.parametrize("concept", ["nash", "kalai-smorodinsky", "egalitarian", "utilitarian"])
def test_a_frontier_in_floats(concept):
    problem = kb.bargaining(frontier="4 - x^2", on=(0, 2), disagreement=(0, 1))
    problem = kb.bargaining(frontier="cos(x)", on=(0, 1)) if problem.exact else problem
    solution = problem.solve(concept)
    assert solution.verify(), solution.verify()
    assert [m for m in accepted(problem, solution.to_json()) if m != "degenerate"] == []


def test_one_payoff_solves():
    proof = str(lambda_transfer(kb.game("prisoners-dilemma")).verify())
    assert proof.startswith("1 payoff solves the game without side payments")
