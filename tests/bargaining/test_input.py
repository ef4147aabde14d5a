"""Bad input gets one line with the reason; generous spellings are read."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from typer.testing import CliRunner

import kibitz as kb
from helpers.mutants import accepted
from kibitz.bargaining import (
    all_in_endgame,
    axioms,
    frontier,
    noncooperative_set,
    polygon,
    transferable_set,
)
from kibitz.bargaining.sets.read import inequalities, read_set
from kibitz.bargaining.solutions.tu_solution import payment_words
from kibitz.cli import app
from kibitz.core.certificate import check
from kibitz.core.solution import read_solution
from kibitz.formats.json_files.form import from_json

PENNIES = kb.bimatrix("1 -1; -1 1", "-1 1; 1 -1")
TRIANGLE = [(0, 0), (0, 1), (3, 0)]
QUARTER = {"frontier": "sqrt(1-x^2)", "on": [0, 1]}
TANGENTS = [f"x <= {k}" for k in range(1, 41)]


def solve_all(points):
    return kb.bargaining(points, (0, 0)).solve("all")


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda: kb.bargaining([(0, 0), (0, 1), (3, 0)], (2, 2)), "cannot be reached"),
        (lambda: kb.bargaining([(0, 0), (0, 1)], (1, 0)), "cannot be reached"),
        (lambda: kb.bargaining([(0, 0), (0, 1), (3, 0)], ("sqrt(2)/2", 0)), "is irrational; barg"),
        (lambda: kb.bargaining([]), "empty"),
        (lambda: kb.bargaining([(0, 0, 0)]), "3 numbers"),
        (lambda: kb.bargaining([(0, "x")]), "not a number"),
        (lambda: kb.bargaining(None), "give one feasible set"),
        (lambda: kb.bargaining(sigma=5, disagreement=(3, 4)), "adds up to 7"),
        (
            lambda: kb.bargaining("x^2 + y^2 >= 1; x <= 3; y <= 3; x >= 0; y >= 0", (2, 2)),
            "not convex",
        ),
        (lambda: kb.bargaining("x >= 1; x <= 0; y >= 0; y <= 1"), "empty"),
        (lambda: kb.bargaining("x^2 + z <= 1"), "'z' is not a variable"),
        (lambda: kb.bargaining("x^2 + y"), "not a pair|no inequality|numbers"),
        (lambda: kb.bargaining("x >= 0; y >= 0; x - y <= 1").nash(), "unbounded"),
        (lambda: kb.bargaining(frontier="x^2", on=(0, 1)), "convex|dent"),
        (lambda: kb.bargaining(frontier="sqrt(x)", on=(-1, 1)), "no value"),
        (lambda: kb.bargaining(frontier="exp(x)", on=(0, 1)), "bends upwards"),
        (lambda: kb.bargaining(frontier="4-x", on=(2, 0)), "empty|below its end|contradict"),
        (lambda: kb.bargaining(frontier="4-x"), "needs its interval"),
        (lambda: kb.bargaining([(0, 0), (1, 1)], threats=("a", "b")), "strategies of a game"),
        (lambda: kb.bargaining(PENNIES).nash(), "needs a disagreement point"),
        (lambda: kb.bargaining([(0, 0), (1, 1)]).tu(), "needs a two-player game"),
        (lambda: kb.bargaining([(0, 0), (1, 1)]).solve("nsh"), "did you mean 'nash'"),
        (lambda: kb.bargaining([(0, 0), (1, 1)]).nash((1, -1)), "must be positive"),
        (lambda: kb.bargaining(PENNIES, threats=([1, 1], [1, 0])), "add up to 2"),
        (lambda: kb.bargaining(PENNIES, threats=[1]), "not a pair of strategies"),
        (lambda: kb.bargaining({"S": 3}), "needs a key such as polygon"),
        (lambda: kb.bargaining(7), "not a feasible set"),
        (lambda: kb.bargaining(kb.game("all-in-endgame")), "3 players"),
        (lambda: transferable_set(1, 2), "above the greatest"),
        (lambda: kb.bargaining(TRIANGLE, players=("a", "a")), "are not two different names"),
        (lambda: kb.bargaining(TRIANGLE, players=("a",)), "1 name for two players"),
        (lambda: kb.bargaining(TRIANGLE, transferable=True), "for a total to share give sigma"),
        (lambda: kb.bargaining(TRIANGLE, 5), "5 is not a pair of numbers such as"),
        (lambda: kb.bargaining(PENNIES, (0, 0), threats=("1 0", "0 1")), "not both"),
        (lambda: kb.bargaining(TRIANGLE, (5, 5)), "beyond the side from"),
        (lambda: kb.bargaining([(0, 0)], (1, 1)), "not in the single point"),
        (lambda: kb.bargaining("x^2 + y^2 <= 1", (1, 1)), "fails there, by 1"),
        (lambda: kb.bargaining(QUARTER, (2, 0)), "u = 2 is not between 0 and 1"),
        (lambda: kb.bargaining(QUARTER, ("1/2", 1)), "above the frontier, which is at 0.866"),
        (lambda: kb.bargaining({"sigma": 5, "least": 1}, (0, 0)), "no outcome pays less than 1"),
        (lambda: kb.bargaining("x >= 0; y >= 0; x - y <= 1", (0, 0)).solve("ks"), "no ideal point"),
        (
            lambda: kb.bargaining("x >= 0; y >= 0", (0, 0)).solve("utilitarian"),
            "the sum has no",
        ),
        (lambda: kb.bargaining(TRIANGLE, (0, 0)).draw("map"), "no picture 'map'"),
        (lambda: kb.bargaining([(0, 0), (0, 1e13), (1, 0)], (0, 0)).draw(), "too large to draw"),
        (lambda: axioms(kb.bargaining("x^2 + y^2 <= 1", (0, 0)), "nash"), "tested for polygons"),
        (lambda: solve_all(TRIANGLE)["tu"], "unknown solution tu here"),
        (lambda: frontier("4-x", 1, 1), "its start must lie below its end"),
        (lambda: noncooperative_set(kb.bimatrix([[0] * 40] * 40, [[1] * 40] * 40)), "20000"),
        (lambda: polygon(7), "not a list of points such as"),
        (lambda: read_set(lambda x: -x), r"its endpoints: frontier\(f, start, end\)"),
        (lambda: read_set({"frontier": "4-x", "on": [0, 1, 2]}), "not a pair of ends"),
        (lambda: read_set({"frontier": "4-x"}), 'it needs its ends, "from" and "to"'),
        (lambda: read_set({"inequalities": "a <= 1", "names": "aa"}), "two different letters"),
        (lambda: inequalities("; "), "no inequality is given"),
        (lambda: inequalities(["x^2"]), "'x.2' is not an inequality"),
        (lambda: inequalities("1 <= 0; x >= 0"), "one inequality never holds"),
        (lambda: inequalities("x <= x"), "so it is the whole plane"),
        (lambda: inequalities("y <= exp(-x); x >= 0"), "needs both bounds of x"),
        (lambda: inequalities("y + x <= -exp(x); x >= 0"), "with functions that are not polyn"),
        (lambda: inequalities(["x^2 + y^2 <= 1", *TANGENTS]), "the limit is 40"),
        (lambda: all_in_endgame(100, 10, 2), "between 0 and 1"),
        (lambda: all_in_endgame(-1, 10, 0), "neither can be negative"),
    ],
)
def test_refusals(build, words):
    with pytest.raises(kb.GameError, match=words) as caught:
        build()
    assert "\n" not in str(caught.value)


def test_free_disposal():
    with pytest.raises(kb.GameError, match="cannot be reached"):
        kb.bargaining([(2, 2), (3, 1)], (0, 0))
    found = kb.bargaining([(2, 2), (3, 1)], (0, 0), free_disposal=True).nash()
    assert found.point == (2, 2)
    with pytest.raises(kb.GameError, match="nothing to agree on"):
        kb.bargaining([(2, 2), (3, 1)], (3, 2), free_disposal=True)


def test_spellings():
    triangle = kb.bargaining([(0, 0), (0, 1), (3, 0)])
    for same in (
        "0 0; 0 1; 3 0",
        "S = {(x, y): x >= 0, y >= 0, x + 3y <= 3}",
        "(0,0); (0,1); (3,0)",
        "x >= 0; y >= 0; x + 3y <= 3",
        ["u >= 0", "v >= 0", "u + 3v <= 3"],
        {"polygon": [[0, 0], [0, "1"], ["3.0", 0]]},
        {"points": [[0, 0], [0, 1], [3, 0]]},
        {"inequalities": "x>=0 and y>=0 and x+3*y<=3"},
    ):
        assert kb.bargaining(same).feasible == triangle.feasible
    game = kb.bimatrix("4 0; 2 1", "3 0; 2 4")
    assert kb.bargaining({"bimatrix": [[[4, 3], [0, 0]], [[2, 2], [1, 4]]]}).game == game
    assert kb.to_bargaining(game).feasible == kb.bargaining(game).feasible
    assert kb.to_bargaining(kb.matrix("1 2; 3 4")).solve().verify()


def run(*words):
    return CliRunner().invoke(app, list(words))


def test_command_line():
    for curve in ("y = 4 - x^2", "4-x^2"):
        assert "Nash solution (1, 3)" in run("bargain", curve, "-d", "0,1").output
    result = run("bargain", "x >= 0; 0 <= y <= 4-x^2", "-d", "0,1", "--verify")
    assert result.exit_code == 0
    assert "Nash solution (1, 3)" in result.stdout
    assert "✓ the set is convex" in result.stdout
    assert "utilitarian" in run("bargain", "0 0; 0 1; 3 0", "-s", "all").stdout
    assert "(4, 6)" in run("bargain", "--sigma", "10", "-d", "1 3").stdout
    found = run("bargain", "--frontier", "sqrt(1-x^2)", "--on", "0,1")
    assert "0.7071067812" in found.stdout
    game = ("bimatrix", "5 0; 0 3", "3 -4; 0 6")
    assert "TU solution (11/2, 7/2)" in run("bargain", *game).stdout
    assert "(7/2, 21/4)" in run("bargain", *game, "--threats", "0 1; 1 0").stdout
    assert "Cooperation with side payments" in run("bargain", *game, "--explain").stdout


def test_command_line_refuses():
    for words, reason in (
        (("bargain",), "no problem; give"),
        (("bargain", "0 0; 0 1; 3 0", "-d", "9,9"), "cannot be reached"),
        (("bargain", "nim", "3", "4"), "not"),
        (("bargain", "0 0; 0 1", "--threats", "1 0; 0 1"), "strategies of a game"),
        (("bargain", "0 0; 1 1", "-s", "best"), "unknown method"),
        (("bargain", "nowhere.json"), "no such file"),
        (("bargain", "x", "--sigma", "3"), "leave it out"),
    ):
        result = run(*words)
        assert result.exit_code == 2, result.output
        assert reason in result.output
        assert len(result.output.strip().splitlines()) == 1


def test_verbs(tmp_path):
    problem = kb.bargaining(kb.bimatrix("4 0; 2 1", "3 0; 2 4"))
    assert "Pareto frontier" in str(problem.describe())
    assert problem.draw().svg.startswith("<svg")
    assert problem.draw(what="sets").svg.startswith("<svg")
    assert "The corners" in str(problem.explain())
    kb.save(problem, tmp_path / "p.json")
    assert kb.load(tmp_path / "p.json") == problem
    for feasible, d, concepts in (
        ("x^2 + y^2 <= 2", (0, 0), ("nash",)),
        ({"frontier": "sqrt(1-x^2)", "on": [0, 1]}, (0, 0), ("ks", "egalitarian")),
        ({"sigma": 5}, (1, 1), ("nash", "ks", "egalitarian", "utilitarian")),
    ):
        one = kb.bargaining(feasible, d, title="a set")
        kb.save(one, tmp_path / "q.json")
        assert kb.load(tmp_path / "q.json") == one
        for concept in concepts:
            assert one.solve(concept).draw().svg
            assert str(one.explain(method=concept))
        assert str(one.describe())


def test_degenerate_sets():
    assert kb.bargaining([(1, 1)], (1, 1)).nash().degenerate
    line = kb.bargaining("x = 0; 0 <= y; y <= 1").nash()
    assert line.point == (0, 1)
    half = kb.bargaining("x^2 + y^2 <= 1; y <= 0", (0, 0)).nash()
    assert half.degenerate
    assert half.point == (1, 0)
    assert half.verify()


@pytest.mark.parametrize(
    "text",
    [
        "0 0; 4 0; 4 2; 0 6",
        "0,0 4,0 4,2 0,6",
        "(0,0) (4, 0) (4,2), (0,6)",
        "[[0,0],[4,0],[4,2],[0,6]]",
    ],
)
def test_points_in_words(text):
    assert kb.bargaining(text, (1, 1)).nash().point == (3, 3)
    found = CliRunner().invoke(app, ["bargain", text, "--disagreement", "1,1"])
    assert found.stdout.startswith("Nash solution (3, 3)")


@pytest.mark.parametrize("key", ["polygon", "points"])
def test_points_in_a_file_without_further_ado(key):
    data = {"kind": "bargaining", key: [[0, 0], [0, 1], [3, 0]], "threat": [0, 0]}
    assert from_json(data) == kb.bargaining([(0, 0), (0, 1), (3, 0)], (0, 0))
    with pytest.raises(kb.GameError, match="already given by 'feasible'"):
        from_json({"feasible": {"sigma": 3}, **data})


@pytest.mark.parametrize(
    ("text", "best"),
    [
        ("y <= sqrt(1-x); x >= 0; y >= 0", "2/3"),
        ("0 <= y <= 2*sqrt(4-x); x >= 0", "8/3"),
        ("0 <= y <= (9-x)^(1/2)/2; x >= 0", "6"),
    ],
)
def test_below_a_root_is_exact_without_a_bound(text, best):
    solution = kb.bargaining(text, (0, 0)).nash()
    assert str(solution.point[0]) == best
    assert solution.verify().holds


@pytest.mark.parametrize(
    "how", [{"disagreement": (1, 2)}, {"threats": ((1, 0), ("1/2", "1/2", 0))}]
)
def test_side_payments_are_made_from_the_threats_that_are_given(how):
    problem = kb.bargaining(kb.bimatrix("0 6 -1; 4 3 5", "0 2 2; -1 6 5"), **how)
    found = problem.tu()
    u, v = problem.point
    assert found.value == ((10 + u - v) / 2, (10 - u + v) / 2)
    assert found.verify(), found.verify()
    data = found.to_json()
    assert read_solution(problem, data) == found
    open_threats = kb.bargaining(problem.game).tu()
    assert open_threats.value != found.value
    assert not check(problem, open_threats.to_json())
    assert [m for m in accepted(problem, data, open_threats.to_json()) if "reversed" not in m] == []
    with pytest.raises(kb.GameError, match=r"this problem gives them.*nash"):
        problem.lambda_transfer()
    assert "lambda-transfer" not in problem.solve("all").solutions


def test_arguments_without_effect_are_refused():
    game = kb.bimatrix("0 6 -1; 4 3 5", "0 2 2; -1 6 5")
    with pytest.raises(kb.GameError, match="no frontier is given"):
        kb.bargaining(game, on=(0, 1))
    with pytest.raises(kb.GameError, match="the game names its players"):
        kb.bargaining(game, players=("a", "b"))


def test_the_feasible_sets_are_drawn_and_need_no_solution(tmp_path):
    base = ["bargain", "bimatrix", "0 6 -1; 4 3 5", "0 2 2; -1 6 5", "--sets"]
    picture = tmp_path / "sets.svg"
    assert CliRunner().invoke(app, [*base, "-o", str(picture)]).exit_code == 0
    assert picture.read_text().startswith("<svg")
    for words in (["-s", "nash"], ["--weights", "1,2"], ["--explain"], ["--verify"]):
        found = CliRunner().invoke(app, [*base, *words])
        assert found.exit_code != 0, words


def test_a_point_below_the_set_is_refused_with_free_disposal_as_the_way_out():
    with pytest.raises(kb.GameError, match="free_disposal=True"):
        kb.bargaining([(3, 1), (1, 3)], (1, 1))
    assert kb.bargaining([(3, 1), (1, 3)], (1, 1), free_disposal=True).nash().point == (2, 2)
    with pytest.raises(kb.GameError) as refused:
        kb.bargaining([(3, 1), (1, 3)], (4, 4))
    assert "free_disposal" not in str(refused.value)


def test_a_derivation_and_its_proof_are_both_shown():
    shown = run("bargain", "0 0; 0 1; 3 0", "--explain", "--verify").output
    assert "(3/2, 1/2)" in shown
    assert "proved by" in shown
    assert run("bargain", "0 0; 0 1; 3 0", "--explain").output in shown


@pytest.mark.parametrize(
    ("given", "options", "words"),
    [
        (
            "x >= 0; 0 <= y <= 4-x^2",
            {},
            "P(x) = x(4 - x^2) = -x^3 + 4x. Its derivative is P'(x) = 4 - 3x^2, which is zero at "
            "x = 2*sqrt(3)/3",
        ),
        ("x >= 0; y >= 0; x + y^2 <= 4", {}, "P'(y) = 4 - 3y^2, which is zero at y = 2*sqrt(3)/3"),
        ("x >= 0; y >= 0; x^2 + 4y^2 <= 8", {}, "(Lagrange): 8y^2 = 2x^2"),
        ([(0, 0), (0, 4), (2, 0)], {}, "P(u) = u(4 - 2u) = -2u^2 + 4u"),
        (
            "x >= 0; 0 <= y <= 4-x^2",
            {"weights": (1, 2)},
            "P(x) = x (4 - x^2)^2. Its logarithm has the derivative 1/x + 2(-2x)/(4 - x^2), which "
            "is zero where 4 - 5x^2 = 0",
        ),
    ],
)
def test_nash_is_derived_by_differentiating_the_product(
    given: Any, options: dict[str, Any], words: str
) -> None:
    told = kb.bargaining(given).nash(**options).explain()
    prose = {step.heading: step.prose for step in told.steps}["The greatest product of gains"]
    assert words in prose


def test_nash_below_a_function_is_derived_by_differentiating_it() -> None:
    told = str(kb.bargaining(None, frontier="sqrt(4-x)", on=(0, 4)).nash().explain())
    assert "P(x) = x(sqrt(4 - x)). Its derivative is P'(x) = sqrt(4 - x) +" in told


def test_the_threat_game_is_solved_in_place() -> None:
    game = kb.bimatrix("0 6 -1; 4 3 5", "0 2 2; -1 6 5")
    steps = kb.bargaining(game).tu().explain().steps
    headings = [step.heading for step in steps]
    assert headings[1:3] == [
        "The threat game A - B",
        "The threat game A - B: is there a saddle point?",
    ]
    table = steps[1].table
    assert table is not None
    assert [row[1:] for row in table.rows] == [("0", "4", "-3"), ("5", "-3", "0")]
    assert "delta = -9/10" in steps[headings.index("The threats")].prose


def test_side_payments_go_to_the_right_player() -> None:
    told = [payment_words(Fraction(x), ("I", "II")) for x in (-1, 0, 1)]
    assert told == ["I pays 1 to II", "no side payment", "II pays 1 to I"]


def test_a_given_disagreement_point_is_read_back_and_written() -> None:
    names = {"rows": ["T", "B"], "columns": ["L", "M", "R"]}
    game = kb.bimatrix("0 6 -1; 4 3 5", "0 2 2; -1 6 5", **names)
    found = kb.bargaining(game, (1, 2)).solve("tu")
    assert str(found).endswith("disagreement point, as given, (1, 2)")
    again = read_solution(kb.bargaining(game, (1, 2)), found.to_json())
    assert str(again) == str(found)
    threats = kb.bargaining(game).solve("tu")
    assert str(threats).splitlines()[-1] == "disagreement point (341/100, 431/100)"
    several = kb.bargaining(kb.bimatrix("1 2; 2 1", "1 2; 2 1")).solve("tu")
    assert len(several.disagreement_points) > 1
    assert "disagreement points " in str(several)


OUTSIDE = kb.bimatrix("1 5; 2 2", "3 1; 4 0")


def test_side_payments_reach_points_beyond_the_cells() -> None:
    with pytest.raises(kb.GameError, match=r"beyond the side .*side payments reach it"):
        kb.bargaining(OUTSIDE, (0, 4))
    found = kb.bargaining(OUTSIDE, (0, 4), transferable=True).tu()
    assert found.value == (1, 5)
    words = ["bargain", "bimatrix", "1 5; 2 2", "3 1; 4 0", "-d", "0,4"]
    shown = CliRunner().invoke(app, [*words, "-s", "side-payments"])
    assert shown.exit_code == 0, shown.stderr
    assert shown.stdout.startswith("TU solution (1, 5)")
    assert CliRunner().invoke(app, [*words[:-1], "9,9", "-s", "tu"]).exit_code == 2


def test_safety_levels_as_the_disagreement_point() -> None:
    game = kb.bimatrix("2 7; 1 6", "6 1; 2 3")
    problem = kb.bargaining(game, "safety")
    assert problem.disagreement == game.safety_levels().levels == (2, Fraction(8, 3))
    shown = CliRunner().invoke(
        app, ["bargain", "bimatrix", "2 7; 1 6", "6 1; 2 3", "-s", "nash", "-d", "maximin"]
    )
    assert shown.stdout.startswith("Nash solution (38/9, 13/3)")
    with pytest.raises(kb.GameError, match="safety levels are those of a game"):
        kb.bargaining([(0, 0), (1, 0), (0, 1)], "safety")


@pytest.mark.parametrize("typed", ["y = 4 - x^2", "4 - x^2", "v = 4 - u^2", "4 - x^2 == y; x >= 0"])
def test_a_frontier_is_what_lies_below_it(typed: str) -> None:
    assert kb.bargaining(typed, (0, 1)).nash().point == (1, 3)


def test_an_equation_of_a_line_is_a_segment() -> None:
    segment = kb.bargaining("x + y = 10; x >= 0; y >= 0", (2, 8))
    assert segment.feasible == kb.bargaining([(10, 0), (0, 10)], (2, 8)).feasible
    with pytest.raises(kb.GameError, match="cuts a dent"):
        kb.bargaining("y = x^2", (0, 0)).nash()


def test_an_explanation_is_named_after_its_solution() -> None:
    told = kb.bargaining("x >= 0; 0 <= y <= 4-x^2").kalai_smorodinsky().explain()
    assert told.title == "Kalai-Smorodinsky solution"
    assert kb.bargaining([(0, 0), (1, 0), (0, 1)]).egalitarian().explain().title[0] == "E"
