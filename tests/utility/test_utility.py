"""Lotteries, utilities from answers, the axioms, and stated preferences."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import kibitz as kb
from kibitz.cli import app
from kibitz.utility import (
    affine_equivalence,
    axiom_test,
    compound,
    consistency,
    elicit,
    expected_utility,
    geometric_lottery,
    lottery,
    mix,
    unbounded_witness,
    utility,
    zone_utility,
)
from kibitz.utility.elicitation import zone_statement

CASES = {
    case["id"]: (case["input"], case["expect"])
    for case in json.loads(
        (Path(__file__).parents[1] / "data" / "utility.json").read_text(encoding="utf-8")
    )
}
names = st.sampled_from("ABCDE")
weights = st.integers(0, 9)
utilities = st.fixed_dictionaries({n: st.fractions(-5, 5, max_denominator=6) for n in "ABCDE"})


@st.composite
def lotteries(draw):
    counts = draw(st.dictionaries(names, st.integers(1, 9), min_size=1))
    total = sum(counts.values())
    return lottery({n: Fraction(c, total) for n, c in counts.items()})


shares = st.fractions(0, 1, max_denominator=12)


def test_affine_invariance():
    """A utility and its positive affine transforms order all lotteries alike."""
    _, expect = CASES["app-utility-affine-invariance"]
    u = utility({"A": 3, "B": "-1/2", "C": 7})
    found = affine_equivalence(u, u.affine("5/3", -4))
    assert found.same_preferences == expect["same_preferences"]
    assert (found.scale, found.shift) == (Fraction(5, 3), -4)


def test_unbounded_utility():
    _, expect = CASES["app-utility-unbounded-countable"]
    found = geometric_lottery(ratio="1/2", growth=2)
    assert found.to_json()["expected_utility"] == expect["expected_utility"]
    assert found.to_json()["conclusion"] == expect["conclusion"]
    assert found.expected_utility == math.inf
    assert unbounded_witness(lambda n: 2**n, 4) == (1, 2, 3, 4)


@given(lotteries(), lotteries(), shares, utilities)
def test_utility_is_linear(p, q, share, values):
    u = utility(values)
    assert u(mix(share, p, q)) == share * u(p) + (1 - share) * u(q)
    assert u(p) == expected_utility(p, values)


@given(lotteries(), lotteries(), lotteries(), shares, shares)
def test_compound_reduction(p, q, r, a, b):
    nested = mix(a, mix(b, p, q), r)
    flat = compound([(a * b, p), (a * (1 - b), q), (1 - a, r)])
    assert nested == flat
    assert sum(w for _, w in nested.prizes) == 1
    assert lottery(str(nested)) == nested


@given(utilities, st.fractions(-3, 3, max_denominator=5).filter(bool), st.integers(-3, 3))
def test_affine_equivalence_and_its_witnesses(values, scale, shift):
    u = utility(values)
    w = {n: scale * x + shift for n, x in values.items()}
    found = affine_equivalence(u, w)
    assert bool(found) == (scale > 0 or len(set(values.values())) == 1)
    if found.witness is not None:
        left, right = found.witness
        assert str(u.compare(left, right)) != str(utility(w).compare(left, right))


@given(utilities, st.sampled_from("CDE"))
def test_a_bent_utility_has_a_witness(values, name):
    values = {**values, "A": Fraction(-9), "B": Fraction(9)}
    bent = {**values, name: values[name] + Fraction(1, 7)}
    left, right = affine_equivalence(values, bent).witness
    first, second = (utility(v).compare(left, right) for v in (values, bent))
    assert first.preferred != second.preferred


@pytest.mark.parametrize(
    ("zone", "q", "value"),
    [
        ("between", "2/7", "2/7"),
        ("inside", 0, 0),
        ("above", "2/5", "5/2"),
        ("above", 1, 1),
        ("below", "1/3", "-1/2"),
        ("below", 0, 0),
    ],
)
def test_zones(zone, q, value):
    assert zone_utility(zone, q) == Fraction(value)
    left, right = zone_statement(zone, "P", q, "P0", "P1")
    if Fraction(q) not in (0, 1) or zone == "between":
        assert elicit([(left, right)])["P"] == Fraction(value)


def test_elicitation():
    u = elicit(["C ~ 1/3 A + 2/3 B", "A ~ 1/2 D + 1/2 C"], zero="B", one="A")
    assert u["D"] == Fraction(5, 3)
    with pytest.raises(kb.GameError, match="contradicts"):
        elicit(["C ~ 1/3 A + 2/3 B", "C ~ 1/2 A + 1/2 B"], zero="B", one="A")
    with pytest.raises(kb.GameError, match="do not determine the utility of"):
        elicit(["C ~ 1/2 D + 1/2 B"], zero="B", one="A")
    with pytest.raises(kb.GameError, match="infinitely good"):
        elicit({"C": ("above", 0)})


@given(utilities, st.lists(st.tuples(lotteries(), lotteries()), min_size=1, max_size=6))
def test_preferences_from_a_utility_are_consistent(values, pairs):
    u = utility(values)
    said = [(p, ">" if u(p) > u(q) else "<" if u(p) < u(q) else "~", q) for p, q in pairs]
    found = consistency(said)
    assert found
    assert found.verify()


@given(
    st.lists(
        st.tuples(lotteries(), st.sampled_from([">", ">=", "~"]), lotteries()),
        min_size=1,
        max_size=6,
    )
)
def test_every_verdict_verifies(said):
    assert consistency(said).verify()


def test_contradictions():
    circle = consistency("A > B; B > C; C > A")
    assert circle.weights == (1, 1, 1)
    assert not consistency(["A > A"])
    allais = consistency(
        ["B > 10/100 A + 89/100 B + 1/100 C", "10/100 A + 90/100 C > 11/100 B + 89/100 C"]
    )
    assert not allais
    assert allais.verify()


def test_axioms():
    assert axiom_test("A=2, B=1, C=0", "ABC", grid=3)
    assert axiom_test("peaked", "AB").failed == ("A1",)
    assert axiom_test("lexicographic", "ABC", grid=2).failed == ("A2",)
    assert axiom_test("lexicographic", "AB").failed == ()
    assert axiom_test(lambda p, q: p["A"] > q["A"], "AB").failed[0] == "order"
    assert "A1" in axiom_test(lambda p: p["A"] ** 2 + p["B"] ** 2, "ABC", grid=3).failed
    with pytest.raises(kb.GameError, match="coarser grid"):
        axiom_test("peaked", "ABCDE", grid=9)


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda: lottery("1/3 A + 1/3 B"), "add up to 2/3"),
        (lambda: lottery({"A": -1, "B": 2}), "below 0"),
        (lambda: lottery("1/2 (A"), "opening parenthesis without a closing one"),
        (lambda: lottery([("A", "B")]), "not a number|pair"),
        (lambda: lottery("A + B"), "no probability"),
        (lambda: mix(2, "A", "B"), "between 0 and 1"),
        (lambda: expected_utility("1/2 A + 1/2 D", "A=1, B=2"), "there is no utility for 'D'"),
        (lambda: utility("A=1, A=2"), "one utility"),
        (lambda: utility("A"), "no number"),
        (lambda: utility("A=1, B=2").affine(-1, 0), "must be positive"),
        (lambda: utility("A=1, B=1").normalized("A", "B"), "better"),
        (lambda: affine_equivalence("A=1, B=2", "A=1, C=2"), "different outcomes"),
        (lambda: consistency(["A B"]), "not a preference"),
        (lambda: axiom_test("pea", "AB"), "peaked"),
        (lambda: geometric_lottery(ratio=2), "between 0 and 1"),
        (lambda: elicit("A ~ B ~ C"), "not an indifference"),
    ],
)
def test_refusals(build, words):
    with pytest.raises(kb.GameError, match=words):
        build()


def run(*words):
    return CliRunner().invoke(app, list(words))


def test_command_line():
    found = run("utility", "1/3 A + 2/3 B", "C", "-u", "A=1,B=0,C=2/5", "--json")
    data = json.loads(found.stdout)
    assert [x["expected_utility"] for x in data["lotteries"]] == ["2/5", "1/3"]
    found = run("utility", "-i", "C ~ 1/3 A + 2/3 B", "--zero", "B", "--one", "A", "--json")
    assert json.loads(found.stdout)["utilities"] == {"B": "0", "A": "1", "C": "1/3"}
    assert "no utility explains" in run("utility", "-p", "A > B", "-p", "B > A").stdout
    assert "✗ independence" in run("utility", "A", "B", "--axioms", "peaked").stdout
    assert run("utility").exit_code == 2


def test_probabilities_in_percent_and_after_the_outcome():
    half = lottery({"A": "1/2", "B": "1/2"})
    for text in ("50% A + 50% B", "A: 1/2, B: 1/2", "A = 0.5; B = 50 %"):
        assert lottery(text) == half
    with pytest.raises(kb.GameError, match="the probability of A is -1, below 0"):
        lottery("-1 A + 2 B")


@pytest.mark.parametrize(
    "text", ["A:1/2 C:1/2", "A: 1/2 C: 1/2", "A=50% C=50%", "A:.5 C:.5", "A:1/2, C:1/2"]
)
def test_outcomes_before_their_probabilities(text: str) -> None:
    assert lottery(text) == lottery("1/2 A + 1/2 C")


@pytest.mark.parametrize("nothing", ["", " ; ", [], [""], ["", "\n"]])
def test_without_a_statement_there_is_nothing_to_explain(nothing):
    with pytest.raises(kb.GameError, match="no statement was given; write A > B"):
        consistency(nothing)
