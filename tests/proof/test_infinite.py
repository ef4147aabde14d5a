"""No mutant of a true claim about an infinite game is proved, unless it is true as well."""

from __future__ import annotations

import pickle

import pytest

import kibitz as kb
from helpers.mutants import accepted
from kibitz.core.certificate import check
from kibitz.core.solution import read_solution
from kibitz.zero_sum.infinite import (
    Geometric,
    column_guarantee,
    expectation,
    growing_stakes,
    infinite_game,
    larger_integer,
    mendelsohn_on_integers,
    row_guarantee,
    silverman_on_integers,
    truncations,
)

SILVERMAN, STAKES = silverman_on_integers(3), growing_stakes(4)
SLOW = infinite_game(
    lambda i, j: f"1/{i + j}", lambda i: (1, 0), lambda j: (1, 0), bounds=(0, 1), title="slow"
)
ANSWERS = [
    mendelsohn_on_integers().solve(),
    SILVERMAN.solve(),
    larger_integer().solve(),
    SLOW.solve(),
    row_guarantee(SILVERMAN, {1: "1/4", 2: "1/2", 5: "1/4"}),
    column_guarantee(SLOW, {1: "1/2", 3: "1/2"}),
    row_guarantee(STAKES, {1: 1}),
    expectation(SILVERMAN, {1: 1}, {2: "1/2", 7: "1/2"}),
    expectation(STAKES, Geometric("1/2"), {7: 1}),
    expectation(STAKES, {3: 1}, Geometric("1/3")),
    expectation(STAKES, Geometric("1/3"), Geometric("1/3")),
    expectation(STAKES, Geometric("1/2"), Geometric("1/2")),
    truncations(larger_integer(), (2, 5)),
]
TOLD = (
    "tried",
    "method",
    "searched",
    "reasons",
    "reasons reversed",
    "reasons doubled",
    "reasons shortened",
)
"""How far one looked, and why in words: of these the certificate says nothing."""


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda a: type(a).__name__)
def test_no_mutant_is_proved(answer):
    game, data = answer.game, answer.to_json()
    assert answer.verify(), answer.verify()
    assert read_solution(game, data).to_json() == data
    if game is not SLOW:
        assert pickle.loads(pickle.dumps(answer)) == answer
    other = next(a for a in ANSWERS if a is not answer).to_json()
    found = [m for m in accepted(game, data, other) if m.split(".")[-1] not in TOLD]
    found = [m for m in found if not m.startswith("reasons")]
    if answer.kind == "expectation":
        # other numbers may expect the same
        found = [m for m in found if not m.endswith("of another game")]
    if answer.kind == "undefined-expectation":
        # a shorter list of opponents says less, and all of them pay alike
        found = [m for m in found if not m.endswith(("shortened", "doubled"))]
    assert found == []


def test_garbage_is_refused_in_a_sentence():
    for answer in ANSWERS:
        for key in answer.to_json().keys() - {"kind", "method", "exact", "reasons"}:
            for junk in (
                None,
                "x",
                [],
                {},
                [{}],
                {"1": None},
                {"x": 1},
                {"99999999": 1},
                True,
                -97,
            ):
                claim = {**answer.to_json(), key: junk}
                may_be_null = key in ("beyond", "level", "lower", "upper")
                if claim == answer.to_json() or (may_be_null and junk is None):
                    continue
                with pytest.raises(kb.GameError):
                    check(answer.game, claim).require()
