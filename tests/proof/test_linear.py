"""No mutant of a true claim about a linear program is proved, unless it is true as well."""

from __future__ import annotations

import pickle
import random

import pytest

import kibitz as kb
from helpers.mutants import accepted
from kibitz.core.certificate import check
from kibitz.core.solution import read_solution
from kibitz.linear import LinearProgram

TEXT = {"c": [2, 1, 3], "A": [[0, 3, 1], [1, 1, 1], [3, 2, 0]], "b": [5, 10, 8]}
PROGRAMS = (
    TEXT,
    {"c": [1, 1], "A": [[1, 2], [1, 1]], "rel": ["<=", ">="], "b": [3, 4]},
    {"c": [1, -6], "A": [[-4, 1], [-1, -4]], "b": [-1, -2]},
    {"c": [1, 1], "A": [[1, 1]], "rel": "=", "b": [1], "sense": "min", "upper": [1, "1/3"]},
    {"c": [1], "A": [], "b": [], "lower": [2], "upper": [1]},
    {"c": ["1/3", -1], "A": [[1, 1], [1, 2]], "b": [2, 5], "lower": [None, 0], "constant": 7},
)


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("data", PROGRAMS)
def test_no_mutant_is_proved(data, exact):
    program = LinearProgram.read(**data, exact=exact)
    answer = program.solve()
    claim = answer.to_json()
    assert answer.verify(), answer.verify()
    assert pickle.loads(pickle.dumps(answer)) == answer
    again = read_solution(program, claim)
    assert (again.status, again.verify().holds or not exact) == (answer.status, True)
    other = LinearProgram.read(c=[5, 1, 1], A=[[1, 2, 3]] * 3, b=[7, 8, 9]).solve().to_json()
    found = accepted(program, claim, other)
    # a feasible point to start from may be another one, and a ray may be longer
    told = ("feasible_point.", "witness.point.", "ray.") if answer.status == "unbounded" else ()
    assert [m for m in found if not (told and m.startswith(told))] == []


def test_duals_of_any_size_prove_nothing_false():
    program = LinearProgram.read(c=[1.0], A=[[1.0], [-1.0]], b=[1.0, 1.0])
    for y in (1e15, 1e18, 1e300):
        claim = {"value": 1001.0, "x": [1001.0], "dual": [y, y]}
        assert not check(program, {**claim, "witness": {"x": claim["x"], "dual": claim["dual"]}})
        assert not check(program, claim)
    turned = LinearProgram.read(c=[1.0, -1.0], A=[[1.0, -1.0]], b=[1.0])
    far = {"x": [1e15 + 1, 1e15], "dual": [1]}
    assert not check(turned, {"value": 1001.0, **far, "witness": far})


def test_floats_have_the_status_of_exact_numbers():
    rng = random.Random(3)
    for _ in range(150):
        size = [10.0 ** rng.randint(-12, 12) for _ in range(6)]
        m, n = rng.randint(1, 3), rng.randint(1, 3)

        def number(size=size):
            return rng.choice([0, 1, -1, 2, 0.1, 0.3]) * rng.choice(size)

        program = LinearProgram.read(
            c=[number() for _ in range(n)],
            A=[[number() for _ in range(n)] for _ in range(m)],
            rel=[rng.choice(["<=", ">=", "="]) for _ in range(m)],
            b=[number() for _ in range(m)],
            exact=False,
        )
        floating, exactly = program.solve(), program.solve(exact=True)
        assert floating.status == exactly.status
        assert floating.verify()
        if exactly.status == "optimal":
            assert floating.value == pytest.approx(float(exactly.value), rel=1e-9)


def test_garbage_is_refused_in_a_sentence():
    program = LinearProgram.read(**TEXT)
    claim = program.solve().to_json()
    for key in claim.keys() - {"kind", "method"}:
        for junk in (None, "x", [], {}, [{}], True, -1, [None] * 3, {"x": []}):
            if (key, junk) in (("basis", None), ("exact", True)):
                continue
            with pytest.raises(kb.GameError):
                check(program, {**claim, key: junk}).require()
