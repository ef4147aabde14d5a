"""The noun: reading, checking, printing, comparing and rewriting linear programs."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from dataclasses import FrozenInstanceError
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given

import kibitz
from helpers.linear_programs import programs
from kibitz.core.errors import GameError
from kibitz.linear import LinearProgram, Optimum
from kibitz.linear.convert import bounds_as_rows, from_standard, is_standard


def text_example(**changes):
    data = {"c": [2, 1, 3], "A": [[0, 3, 1], [1, 1, 1], [3, 2, 0]], "b": [5, 10, 8]}
    return LinearProgram.read(**{**data, **changes})


def test_numbers_stay_exact_or_float():
    assert text_example(c=["1/2", 1, Fraction(3, 7)]).costs == (
        Fraction(1, 2),
        Fraction(1),
        Fraction(3, 7),
    )
    floating = text_example(b=[5, 10.5, 8])
    assert not floating.exact
    assert floating.costs == (2.0, 1.0, 3.0)
    assert floating.lower == (0.0, 0.0, 0.0)
    assert all(isinstance(x, float) for x in (*floating.costs, *floating.lower, floating.constant))
    assert floating.rational().limits[1] == Fraction(21, 2)
    assert text_example().floating().rational() == text_example()
    assert text_example(exact=False) == text_example().floating()


def test_relations_and_senses_have_several_spellings():
    for spelled, meant in (("≤", "<="), ("≥", ">="), ("==", "="), (" <= ", "<=")):
        assert text_example(rel=spelled).relations == (meant,) * 3
    assert text_example(rel=["<=", "≥", "="]).relations == ("<=", ">=", "=")
    assert text_example(sense="Maximize").sense == "max"
    assert text_example(sense="minimize").sense == "min"


def test_bounds_are_optional_one_for_all_or_one_each():
    assert text_example().lower == (0, 0, 0)
    assert text_example().upper == (None, None, None)
    assert text_example(lower=1, upper="7/2").upper == (Fraction(7, 2),) * 3
    assert text_example(lower=[0, None, float("-inf")]).lower == (0, None, None)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"A": [[0, 3, 1], [1, 1], [3, 2, 0]]}, "A: row 2 has 2 entries, row 1 has 3"),
        ({"c": [1, 2]}, "c: 2 entries for the 3 variables of A"),
        ({"c": []}, "c: it is empty; a linear program needs at least one variable"),
        ({"b": [1, 2]}, "b: 2 entries for the 3 rows of A"),
        ({"b": None}, "b: None is not an array"),
        ({"rel": ["<=", "<="]}, "rel: 2 entries for the 3 rows of A"),
        ({"rel": "<"}, "rel, row 1: '<' is not a relation; write <=, >= or ="),
        ({"rel": None}, "rel, row 1: None is not a relation"),
        ({"sense": "best"}, "sense is 'best'; it must be 'max' or 'min'"),
        ({"c": [1, float("nan"), 2]}, "c, entry 2: nan is not a finite number"),
        ({"A": np.full((3, 3), np.nan)}, "A, row 1, column 1: nan is not a finite number"),
        ({"lower": [0, 0]}, "lower: 2 entries for the 3 variables of A"),
        ({"lower": [0, "x", 0]}, "lower, entry 2: 'x' is not a number"),
        ({"upper": [None, float("nan"), None]}, "upper, entry 2: nan is not a finite number"),
        ({"variables": ["a", "b"]}, "variables: 2 entries for the 3 variables of A"),
        ({"rows": ["a", "b", "a"]}, "rows: the name 'a' is used twice"),
        ({"constant": "many"}, "constant: 'many' is not a number"),
    ],
)
def test_bad_input_is_one_clear_line(changes, message):
    with pytest.raises(GameError) as caught:
        text_example(**changes)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_json_goes_round_and_refuses_strangers():
    program = text_example(sense="min", rel=["<=", ">=", "="], lower=[0, None, "1/3"], upper=9)
    assert LinearProgram.from_json(json.loads(json.dumps(program.to_json()))) == program
    floating = program.floating()
    assert LinearProgram.from_json(json.loads(json.dumps(floating.to_json()))) == floating
    with pytest.raises(GameError, match="no field 'senses'; did you mean 'sense'"):
        LinearProgram.from_json({"senses": "max", "c": [1], "A": [[1]], "b": [1]})
    with pytest.raises(GameError, match="has no 'b'"):
        LinearProgram.from_json({"c": [1], "A": [[1]]})


def test_it_is_a_frozen_value():
    program = text_example()
    assert program == text_example(variables=["a", "b", "c"], title="named")
    assert program != text_example(sense="min")
    assert hash(program) == hash(text_example())
    assert pickle.loads(pickle.dumps(program)) == program
    with pytest.raises(FrozenInstanceError):
        program.sense = "min"


def test_it_prints_as_a_person_writes():
    program = LinearProgram.read(
        sense="min",
        c=["-1/2", 1, 0],
        A=[[1, -3, 1], [0, -1, 0], [0, 0, 0]],
        rel=["<=", ">=", "="],
        b=[5, "-7/2", 0],
        lower=[0, None, 1],
        upper=[None, None, 4],
        constant=-2,
        variables=["a", "b", "c"],
        title="Mixed",
    )
    assert str(program).splitlines() == [
        "Mixed",
        "minimize   -1/2 a +   b - 2",
        "subject to      a - 3 b + c ≤ 5",
        "                  -   b     ≥ -7/2",
        "                          0 = 0",
        "           a ≥ 0; b free; 1 ≤ c ≤ 4",
    ]
    assert eval(repr(program), {"LinearProgram": LinearProgram}) == program
    assert "&lt;" not in program._repr_html_()
    assert "1 ≤ c ≤ 4" in program._repr_html_()


def test_a_large_one_prints_in_a_line():
    program = LinearProgram.read(c=[1] * 40, A=[[1] * 40] * 40, b=[1] * 40)
    assert str(program) == "linear program: maximize, 40 rows, 40 variables"
    assert repr(program) == "<LinearProgram max, 40 rows, 40 variables>"


def test_programs_without_rows():
    boxed = LinearProgram.read(c=[1, -2], A=[], b=[], lower=[None, -1], upper=[3, 5])
    answer = boxed.solve()
    assert answer.value == 5
    assert answer.verify()
    assert boxed.solve(method="highs").x == answer.x
    assert boxed.solve(exact=False).value == pytest.approx(5)
    with pytest.raises(GameError, match="its dual would have no variables"):
        LinearProgram.read(c=[1], A=[], b=[]).dual()


def test_the_verbs_know_linear_programs():
    program = text_example()
    assert isinstance(kibitz.solve(program), Optimum)
    assert "variables  3" in str(kibitz.describe(program))
    headings = [step.heading for step in kibitz.explain(program).steps]
    assert headings[:3] == ["The program", "The dual", "The pivots"]
    assert "Standard form" in [s.heading for s in text_example(sense="min").explain().steps]


@pytest.mark.parametrize("method", ["auto", "highs"])
def test_explanations_show_the_answer_that_was_found(method):
    optimal = text_example().explain(method=method)
    assert "maximum is 61/3" in str(optimal)
    assert ("The pivots" if method == "auto" else "The basis") in str(optimal)
    assert "<table>" in optimal.html()
    assert "61/3" in optimal.markdown()
    stuck = text_example(rel=["<=", ">=", "<="], b=[5, 100, 8]).explain(method=method)
    assert "The contradiction" in str(stuck)
    endless = LinearProgram.read(c=[1, -6], A=[[-4, 1], [-1, -4]], b=[-1, -2])
    assert "no maximum" in str(endless.explain(method=method))
    assert "in floating point" in str(text_example().explain(exact=False))
    large = LinearProgram.read(c=[1] * 30, A=np.eye(30, dtype=int), b=[1] * 30)
    assert "maximize over 30 variables" in str(large.explain())


def test_evaluate_lists_what_is_violated():
    program = text_example(upper=[None, None, 4])
    good = program.evaluate([2, 0, 4])
    assert good.feasible
    assert good.objective == 16
    bad = program.evaluate([3, "-1/3", 6])
    assert not bad.feasible
    assert [(v.constraint, v.amount) for v in bad.violated] == [
        ("row 3 (3 x1 + 2 x2 ≤ 8)", Fraction(1, 3)),
        ("x2 ≥ 0", Fraction(1, 3)),
        ("x3 ≤ 4", Fraction(2)),
    ]
    assert bad.to_json()["violated"][1] == {"constraint": "x2 ≥ 0", "amount": "1/3"}
    with pytest.raises(GameError, match="point: 2 numbers, the program needs 3"):
        program.evaluate([1, 2])
    with pytest.raises(GameError, match="point: 7 is not a list of numbers"):
        program.evaluate(7)


def test_rounding_is_forgiven_in_floats_only():
    program = LinearProgram.read(c=[1], A=[[3]], b=[1])
    assert not program.evaluate([Fraction(1, 3) + Fraction(1, 10**12)]).feasible
    assert program.evaluate([1 / 3 + 1e-12]).feasible
    assert not program.evaluate([1 / 3 + 1e-5]).feasible


def value(program):
    answer = program.solve()
    return answer.value


@given(programs())
def test_every_form_has_the_same_optimum(program):
    standard = program.standard_form()
    assert is_standard(standard)
    assert standard.standard_form() is standard
    sign = 1 if program.sense == "max" else -1
    best = value(program)
    assert value(standard) == sign * best
    equalities = program.equality_form()
    assert set(equalities.relations) <= {"="}
    assert value(equalities) == best
    inequalities = program.inequality_form()
    assert "=" not in inequalities.relations
    assert value(inequalities) == best
    assert value(bounds_as_rows(program)) == best
    answer = standard.solve()
    if isinstance(answer, Optimum):
        back = program.evaluate(from_standard(program, answer.x))
        assert back.feasible
        assert back.objective == best


def test_importing_the_room_loads_no_solver():
    code = (
        "import sys, kibitz.linear, kibitz.linear.program, kibitz.linear.solve\n"
        "from kibitz.linear import LinearProgram\n"
        "LinearProgram.read(c=[1], A=[[1]], b=[1]).solve()\n"
        "heavy = {'highspy', 'scipy', 'numba', 'flint'} & set(sys.modules)\n"
        "sys.exit(str(heavy) if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_room_lists_its_names():
    import kibitz.linear as room

    for name in room.__all__:
        assert getattr(room, name) is not None
        assert name in dir(room)
    with pytest.raises(AttributeError):
        room.nothing_of_the_kind  # noqa: B018
