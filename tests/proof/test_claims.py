"""How a checker reads a claim: fields that follow, fields that are not proved, other kinds."""

from __future__ import annotations

from fractions import Fraction

import pytest

import kibitz as kb
from kibitz.core.claim import Claim, Proof, check_as, rounded, same


def test_every_field_that_is_there_must_say_what_follows() -> None:
    claim, proof = Claim({"value": "1/2", "unique": False}), Proof()
    assert not proof.says(claim, value=Fraction(1, 2), unique=True, size=3)
    assert claim.unread() == []
    assert [check.what for check in proof.checks] == ["unique"]
    assert proof.says(Claim({}), "value", 1)


@pytest.mark.parametrize("beside", [{}, {"about": 0.5}, {"seconds": 0.1}])
@pytest.mark.parametrize("value", ["1/2", 0.5])
def test_a_part_that_says_it_is_exact_has_no_float(beside: dict[str, float], value: object) -> None:
    part = {"exact": True, "values": [["1/3"], [value]]}
    claim, proof = Claim({"parts": [part], **beside}), Proof()
    claim.parts("parts")[0].flag("exact")
    claim.read_facts(None, proof, not rounded(claim.data, ()))
    assert proof.holds == (value == "1/2")


def test_fields_that_were_found_are_named_and_not_proved() -> None:
    claim, proof = Claim({"sweeps": 7, "remark": "slow"}), Proof()
    proof.found(claim, "sweeps", "pivots")
    assert claim.unread() == ["remark"]
    proof.found(claim, "remark", words="its remark")
    assert claim.unread() == []
    assert proof.certificate().unproved == ("sweeps", "its remark")


@pytest.mark.parametrize(("value", "holds"), [(0, True), ("1/9", False)])
def test_a_claim_is_checked_as_one_of_another_kind(value: object, holds: bool) -> None:
    game, proof = kb.matrix("1 -1; -1 1"), Proof()
    claim = Claim({"value": value, "row": ["1/2", "1/2"], "column": ["1/2", "1/2"]})
    check_as("matrix-solution", game, claim, proof)
    assert claim.unread() == []
    assert proof.holds is holds


@pytest.mark.parametrize(
    ("claimed", "right", "tolerance", "holds"),
    [
        ("1/2", Fraction(1, 2), 0, True),
        (0.5, Fraction(1, 2), 0, True),
        (0.1, Fraction(1, 10), 0, False),
        (0.1, Fraction(1, 10), Fraction(1, 10**9), True),
        (1, True, 0, False),
        (True, 1, 0, False),
        (None, 0, 0, False),
        ("one", 1, 0, False),
        ([1, [2]], (1, (2,)), 0, True),
        ({"a": 1}, {"a": 1, "b": 2}, 0, False),
    ],
)
def test_json_says_the_same(claimed: object, right: object, tolerance: int, holds: bool) -> None:
    assert same(claimed, right, Fraction(tolerance)) is holds
