"""Every kind of problem, at every level, for several seeds."""

from __future__ import annotations

import json
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

import pytest

from kibitz.core.errors import GameError
from kibitz.exercises.grade import grade
from kibitz.exercises.judges.allocation import CoreJudge
from kibitz.exercises.judges.choice import ChoiceJudge
from kibitz.exercises.judges.equilibria import EquilibriaJudge
from kibitz.exercises.judges.number import NumberJudge
from kibitz.exercises.judges.several import OneOfJudge, SetJudge
from kibitz.exercises.judges.strategy import StrategyJudge
from kibitz.exercises.judges.vector import VectorJudge
from kibitz.exercises.kind import chosen, kind, kinds
from kibitz.exercises.sheet import make_sheet, read_sheet

GOLDEN = json.loads((Path(__file__).parent / "answers_of_seed_1.json").read_text())
"""What the answers of the first seed come to: the same on every machine, and next year."""
SAMPLE = [(k.name, 1 + place % len(k.levels)) for place, k in enumerate(kinds())]
"""Each kind at one level; the slow tests look at all."""
NAMES = [(k.name, level) for k in kinds() for level in range(1, len(k.levels) + 1)]


def wrong_answer(judge):
    """An answer that is certainly wrong."""
    if isinstance(judge, NumberJudge):
        return str(float(judge.number) + 1)
    if isinstance(judge, ChoiceJudge):
        return next(word for word in judge.choices if word != judge.answer)
    if isinstance(judge, VectorJudge):
        return [str(float(x) + 1) for x in judge.numbers]
    if isinstance(judge, (SetJudge, OneOfJudge)):
        return ["nothing of the kind"]
    if isinstance(judge, StrategyJudge):
        pure = [[int(i == k) for i in range(len(judge.names))] for k in range(len(judge.names))]
        return next((p for p in pure if not judge.judge(p).is_right), "2 -1")
    if isinstance(judge, EquilibriaJudge):
        return judge.right[1:] or [["1", "0 1"]]
    assert isinstance(judge, CoreJudge)
    return [str(Fraction(x) + 1) for x in judge.right]


def check(name, level, seed):
    problem = kind(name).problem(seed, level)
    assert problem.parts
    assert all(wish.holds(problem.game) for wish in problem.properties), name
    assert all(solution.verify().holds for solution in problem.solutions), name
    for letter, part, verdict in problem.judge(problem.answers()):
        assert verdict.score == 1, (name, letter, verdict)
        wrong = part.judge.judge(wrong_answer(part.judge)) if part.points else None
        assert wrong is None or wrong.score < 1, (name, letter, wrong)
        assert part.hint, (name, letter)
    again = kind(name).problem(seed, level)
    assert (problem.to_json(), problem.answers()) == (again.to_json(), again.answers())
    return problem


@pytest.mark.parametrize(("name", "level"), SAMPLE)
def test_a_problem_has_its_properties_and_its_solution_verifies(name, level):
    problem = check(name, level, 1)
    spelled = json.dumps(problem.answers(), sort_keys=True).encode()
    assert sha256(spelled).hexdigest()[:12] == GOLDEN[f"{name} {level}"], (
        "another sheet than before"
    )
    solution = problem.solution()
    assert len(solution.steps) > 1, "the solution derives nothing"
    assert solution.markdown()
    assert solution.html()


@pytest.mark.slow
@pytest.mark.parametrize(("name", "level"), NAMES)
@pytest.mark.parametrize("seed", range(1, 21))
def test_many_seeds(name, level, seed):
    check(name, level, seed)


@pytest.mark.slow
@pytest.mark.parametrize("name", [k.name for k in kinds()])
def test_every_sheet_is_graded(name):
    sheet = make_sheet(name, seed=3, count=3, level=2)
    assert sheet.verify()
    assert grade(sheet, sheet.answers()).is_perfect
    assert read_sheet(sheet.to_json()).to_json() == sheet.to_json()
    assert not grade(sheet, {}).earned


TELLING = ("win", "lose", "nimber", "value", "solution", "equilibri", "optimal", "winning")


@pytest.mark.parametrize(("name", "level"), SAMPLE)
def test_pictures_do_not_tell_the_answer(name, level):
    picture = kind(name).problem(1, level).picture
    if picture is not None:
        shown = f"{picture.svg} {picture.caption}".casefold()
        assert not [word for word in TELLING if word in shown]


def test_levels_are_checked():
    with pytest.raises(GameError, match="nim has no level 9; its levels are: 1 three heaps"):
        kind("nim").problem(1, 9)


GARBAGE = [
    None,
    True,
    0,
    -1,
    1.5,
    1e308,
    "1e400",
    "",
    "x",
    "1/0",
    "nan",
    "inf",
    "sqrt(-1)",
    "sqrt(2",
    "1 2 3",
    "a|b",
    "|",
    ";",
    "9" * 5000,
    [],
    [None],
    [[]],
    [[[]]],
    [1, [2]],
    ["1/0", "2"],
    [{}],
    {},
    {"a": 1},
    {"1": "x"},
    [["1", "0"]],
    "[[1, 2]]",
    "−1",
    "½",
    "1e99999",
    "=",
    "()",
    [float("nan")],
]


@pytest.mark.parametrize("name", [k.name for k in kinds()])
def test_whatever_is_handed_in_gets_a_verdict(name):
    problem = kind(name).problem(1)
    for letter, part in problem.lettered():
        for given in GARBAGE:
            answers = {letter: given, **({} if letter == "a" else {"a": None})}
            verdicts = {found: verdict for found, _, verdict in problem.judge(answers)}
            assert 0 <= verdicts[letter].score <= 1, (name, letter, given)
            assert verdicts[letter].words
        assert part.judge.form


CHAPTERS = [
    *(f"I.{k}" for k in range(1, 7)),
    *(f"II.{k}" for k in range(1, 8)),
    *(f"III.{k}" for k in range(1, 5)),
    *(f"IV.{k}" for k in range(1, 5)),
    *("A", "Glenn", "CO456", "Leon", "Young"),
]


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_chapter_has_exercises(chapter):
    assert list(chosen(chapter))


@pytest.mark.parametrize("level", [2, 3])
def test_dominance_by_a_mixture_is_really_needed(level):
    for seed in range(1, 7):
        told = kind("dominance").problem(seed, level).solution()
        assert any("dominated by the mixture" in step.prose for step in told.steps)


def test_trees_of_hackenbush_have_no_circuits():
    for seed in range(1, 9):
        edges = kind("hackenbush").problem(seed, 2).prose.split(" edges ")[1].split(",")[0].split()
        tops = [edge.split("-")[1] for edge in edges]
        assert len(set(tops)) == len(tops)
        assert "0" not in tops


def test_derivations_answer_what_was_asked():
    heads = {
        name: [step.heading for step in kind(name).problem(5, 2).solution().steps]
        for name in ("bankruptcy", "pure-equilibria", "assignment", "pareto", "alpha-beta")
    }
    assert heads["bankruptcy"][2:] == [
        "Proportional",
        "Constrained equal awards",
        "Talmud, the nucleolus",
    ]
    assert heads["pure-equilibria"][-1] == "Best responses"
    assert heads["assignment"][1:] == ["The best matching", "No pair gains"]
    assert heads["pareto"][1:] == ["Compare the cells", "The equilibrium"]
    assert heads["alpha-beta"][1] == "The tree"


def test_every_vertex_has_its_value_derived():
    problem = kind("digraph").problem(5, 2)
    rows = problem.solution().steps[1].table.rows
    assert {row[0]: row[3] for row in rows} == dict(
        zip("abcdefgh", problem.answers()["a"], strict=True)
    )


def test_hints_fit_the_question():
    hints = [part.hint for part in kind("saddle-point").problem(1).parts]
    assert hints[1:] == ["Play the row of a saddle point.", "Play the column of a saddle point."]


@pytest.mark.parametrize("seed", range(1, 7))
def test_problems_are_what_their_level_says(seed):
    negative = kind("two-by-two").problem(seed, 2).game
    assert any(negative[i, j] < 0 for i in range(2) for j in range(2))
    asked = [part.ask for part in kind("nim-multiplication").problem(seed, 1).parts]
    assert len(set(asked)) == 3
    arrows = kind("digraph").problem(seed, 2).game.made_by[1]["arrows"]
    assert {arrow[-1] for arrow in arrows} == set("bcdefgh"), "all can be reached from a"
    assert min(kind("wythoff").problem(seed, 3).game.position) >= 6
    for level in (1, 2, 3):
        picture = kind("hackenbush").problem(seed, level)
        assert picture.prose.count("0-") + picture.prose.count("-0") > 1, "chopping it all wins"
        lotteries = kind("expected-utility").problem(seed, level).game
        assert len(lotteries["first"]) > 1 < len(lotteries["second"]), "nothing to compare"
    assert Fraction(kind("lambda-transfer").problem(seed, 3).answers()["a"]) > 0


def test_every_value_that_is_asked_for_is_derived():
    queen = kind("wythoff").problem(11, 1)
    assert queen.solution().steps[1].table.rows[0][-1] == queen.answers()["a"]
    asked = [part.ask for part in kind("wythoff").problem(11, 3).parts]
    assert not any("value" in ask for ask in asked), "a table of hundreds of squares"
    steps = make_sheet("characteristic-function", seed=11, level=3).problems[0].solution().steps
    told = {step.heading: step.prose for step in steps}
    assert told["Coalition 1,2"] == (
        "The value of this matrix game is 79/7: 1,2 mix the rows (1, 1) with 3/7 and (2, 1) with "
        "4/7; 3 mixes the columns (1) with 4/7 and (2) with 3/7."
    )


def test_the_rate_of_a_corner_is_derived():
    told = make_sheet("lambda-transfer", seed=11, level=3).problems[0].solution()
    assert "At the corner (6, 6): (4t-11)/3 = 6t - 6 at t = 1/2." in str(told)


def test_entries_and_titles_read_well():
    cells = {
        cell
        for seed in range(1, 9)
        for name in ("recursive", "value-iteration")
        for row in kind(name).problem(seed, 3).table.rows
        for cell in row
    }
    assert any("G" in cell for cell in cells)
    assert not [cell for cell in cells if cell.startswith("0 +")]
    titles = [kind("cournot").problem(1, level).title for level in (1, 3)]
    assert titles == ["Cournot's duopoly", "Cournot's oligopoly"]
    assert "Is the start a P-position" in kind("digraph").problem(1).parts[1].ask
