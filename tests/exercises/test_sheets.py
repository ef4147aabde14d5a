"""Sheets: the same everywhere, with hints and solutions, and graded."""

from __future__ import annotations

from fractions import Fraction

import pytest

from kibitz.core.dice import Dice
from kibitz.core.errors import GameError
from kibitz.exercises import make_sheet
from kibitz.exercises.grade import grade
from kibitz.exercises.judges.number import NumberJudge
from kibitz.exercises.problem import verdict_on
from kibitz.exercises.sheet import read_sheet


def test_the_dice_are_the_published_generator():
    # the first outputs of SplitMix64 for the seed 1234567, as its author published them
    dice = Dice("")
    dice._state = 1234567
    assert [dice._next() for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_the_same_seed_gives_the_same_sheet():
    sheet = make_sheet("two-by-two", seed=7, count=2)
    assert [str(p.game.matrix.numbers()) for p in sheet.problems] == GOLDEN


GOLDEN = [
    "[[Fraction(1, 1), Fraction(6, 1)], [Fraction(6, 1), Fraction(5, 1)]]",
    "[[Fraction(4, 1), Fraction(0, 1)], [Fraction(0, 1), Fraction(6, 1)]]",
]


def test_problems_of_a_sheet_differ():
    sheet = make_sheet("two-by-two", seed=1, count=12)
    assert len({repr(problem.to_json()) for problem in sheet.problems}) == 12


def test_a_sheet_of_a_section_takes_its_kinds_by_turns():
    sheet = make_sheet("II.2", seed=1, count=5)
    assert len({problem.title for problem in sheet.problems}) == 5


def test_a_sheet_is_read_again():
    sheet = make_sheet(["nim", "dominance"], seed=3, level=2, count=3)
    data = sheet.to_json()
    assert read_sheet(data) == sheet
    with pytest.raises(GameError, match="another version made it"):
        read_sheet({**data, "seed": 4})
    with pytest.raises(GameError, match="not an exercise sheet"):
        read_sheet({})


def test_the_wanted_kind_of_the_specification():
    want = "3x3, dominance by a mixture, value not an integer, denominators below 20"
    sheet = make_sheet("dominance", seed=5, want=want)
    (problem,) = sheet.problems
    assert problem.game.shape == (3, 3)
    solution = problem.game.solve()
    numbers = [solution.value, *solution.row, *solution.column]
    assert all(x.denominator < 20 for x in numbers)
    assert solution.value.denominator > 1
    pure, mixed = problem.game.eliminate(strict=True), problem.game.eliminate(True, True)
    assert len(mixed.removals) > len(pure.removals)


def test_a_wish_replaces_that_of_the_kind():
    sheet = make_sheet("nim", seed=1, want="3 winning moves")
    assert len(sheet.problems[0].game.winning_moves()) == 3


def test_nim_never_has_two_winning_moves():
    with pytest.raises(GameError, match="odd number of winning moves"):
        make_sheet("nim", want="exactly two winning moves")


def test_unknown_words_are_told():
    with pytest.raises(GameError, match="unknown exercise 'nimm'; did you mean 'nim'"):
        make_sheet("nimm")
    with pytest.raises(GameError, match="unknown property 'sadle point'"):
        make_sheet("nim", want="sadle point")
    with pytest.raises(GameError, match="count is 0"):
        make_sheet("nim", count=0)


def test_answers_are_judged_by_what_they_secure():
    sheet = make_sheet("two-by-two", seed=7)  # 1 6; 6 5
    report = grade(sheet, {"1": {"a": "5.1667", "b": "0.1667 0.8333", "c": "1/2 1/2"}})
    assert report.earned == 2 + report.marks[2].earned
    assert report.marks[2].verdict.words == "your strategy concedes up to 11/2, the value is 31/6"
    assert 0 < report.marks[2].earned < 1


def test_any_optimal_strategy_is_accepted():
    from kibitz import matrix
    from kibitz.exercises.judges.strategy import StrategyJudge

    judge = StrategyJudge(matrix("1 1; 1 1").solve(), "row")
    assert judge.judge("1 0").is_right
    assert judge.judge("1/3 2/3").is_right
    assert judge.judge([0.333, 0.667]).is_right


def test_answers_that_cannot_be_read_earn_nothing_and_say_why():
    sheet = make_sheet("two-by-two", seed=7)
    report = grade(sheet, {"1": {"a": "twelve", "b": "1/2 1/3", "c": None}})
    words = [mark.verdict.words for mark in report.marks]
    assert words[0].startswith("this cannot be read: 'twelve' is not a number")
    assert "the probabilities sum to 5/6" in words[1]
    assert words[2] == "no answer"
    with pytest.raises(GameError, match="the sheet has no problem 2"):
        grade(sheet, {"2": {}})
    with pytest.raises(GameError, match=r"there is no question \(z\)"):
        grade(sheet, {"1": {"z": 1}})


def test_hints_come_before_answers():
    sheet = make_sheet("nim", seed=7)
    hints = str(sheet.hints())
    assert "in binary" in hints
    assert sheet.problems[0].answers()["c"][0] not in hints


def test_a_wish_counts_where_it_fits_and_is_refused_where_it_fits_nothing():
    nim, game = make_sheet(["nim", "pivoting"], seed=2, count=2, want="integer value").problems
    assert game.game.solve().value.denominator == 1
    assert "integer value" not in [w.name for w in nim.properties]
    for name in ("nim", "cournot"):
        with pytest.raises(GameError, match=f"saddle point cannot be asked for.* {name}"):
            make_sheet(name, want="saddle point")


def test_a_level_that_no_kind_has_is_refused():
    with pytest.raises(GameError, match="level is 99; the levels of nim are 1 to 3"):
        make_sheet("nim", level=99)
    with pytest.raises(GameError, match="the levels of these exercises are 1 to 3"):
        make_sheet(["nim", "assignment"], level=4)
    assert make_sheet(["assignment", "nim"], level=3, count=2).problems  # assignment has two levels


def test_a_statement_names_everything_that_the_answer_needs():
    for seed in range(5):
        told = str(make_sheet("subtraction", seed=seed))
        amounts = make_sheet("subtraction", seed=seed).problems[0].game.amounts.listed
        assert f"{{{', '.join(map(str, amounts))}}}" in told


def test_solutions_do_not_repeat_the_table_of_the_problem():
    (chapter,) = make_sheet("two-by-n", seed=7, level=2).solutions().chapters
    tables = [step.table for step in chapter.steps if step.table is not None]
    assert len(tables) == len(set(map(str, tables)))


def test_what_cannot_be_read_is_told_once():
    words = verdict_on(NumberJudge(Fraction(3, 4)), "abc").words
    assert words == (
        "this cannot be read: 'abc' is not a number; write a number such as 3/4, 0.75 or 1+sqrt(2)"
    )
