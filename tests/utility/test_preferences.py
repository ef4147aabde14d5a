"""Preferences, lotteries and answers that are malformed, idle, or break an axiom."""

from __future__ import annotations

from fractions import Fraction

import pytest

import kibitz as kb
from kibitz.utility import (
    axiom_test,
    consistency,
    elicit,
    geometric_lottery,
    lottery,
    utility,
    zone_utility,
)
from kibitz.utility.consistency import Consistency


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda: axiom_test("lexicographic", ["A", "A"]), "give at least one, all different"),
        (lambda: axiom_test("lexicographic", "AB", grid=0), "grid: 0; it must be at least 1"),
        (lambda: consistency(7), "7 is not a list of preferences"),
        (lambda: consistency([("A", "!", "B")]), "the sign is '!'; it must be one of"),
        (lambda: geometric_lottery(growth=-1), "growth: -1; it must be positive"),
        (lambda: zone_utility("below", 1), "would make the outcome infinitely bad"),
        (lambda: zone_utility("between", 2), "2 does not lie between 0 and 1"),
        (lambda: zone_utility("lower", "1/2"), "unknown zone 'lower'; did you mean 'below'"),
        (lambda: elicit(["A ~ B"], "A", "A"), "the two anchors must be different outcomes"),
        (lambda: elicit(5, "A", "B"), "5 is not a list of indifferences"),
        (lambda: lottery([{"p": 1}]), "needs a probability 'p' and an 'outcome'"),
        (lambda: lottery([7]), "7 is not a pair"),
        (lambda: lottery([("1/2",)]), "is not a pair"),
        (lambda: lottery("1/2 A + 1/2 B)"), "a closing parenthesis without an opening one"),
        (lambda: utility([1, 2]), "is not a utility; write A=1, B=0"),
        (lambda: utility({"A": "x"}), "utility of A: 'x' is not a number"),
        (lambda: utility("A=1,B=1").normalized("A", "B"), "B must be better than A"),
    ],
)
def test_refusals(build, words):
    with pytest.raises(kb.GameError, match=words) as caught:
        build()
    assert "\n" not in str(caught.value)


def test_lotteries_from_objects_and_single_outcomes():
    half = lottery("1/2 A + 1/2 B")
    assert lottery([{"p": "1/2", "outcome": "A"}, {"probability": "1/2", "outcome": "B"}]) == half
    assert str(lottery(7)) == "7"
    assert str(lottery("1 A")) == "A"


def test_utilities_between_two_outcomes():
    values = utility("A=1, B=3, C=2").normalized("A", "B")
    assert [values[name] for name in "ABC"] == [0, 1, Fraction(1, 2)]


def test_answers_that_repeat_earlier_ones_change_nothing():
    answers = ["A ~ 1/2 P0 + 1/2 P1", "B ~ 1/2 P0 + 1/2 P1", "A ~ B"]
    assert elicit(answers) == elicit(answers[:2])


def test_pairs_are_strict_preferences():
    assert consistency([("A", "B")]).utility == consistency(["A > B"]).utility


def test_a_contradiction_names_the_statements_it_needs():
    found = consistency(["A ~ B", "C > D", "A > B"])
    assert "C ≻ D" not in str(found)
    assert "A ~ B" in str(found)
    assert "A ≻ B" in str(found)


@pytest.mark.parametrize("statements", [["A > B", "B > C"], ["A > B", "B > A"]])
def test_verdicts_are_read_back(statements):
    found = consistency(statements)
    again = Consistency.from_json(None, found.to_json())
    assert again == found
    assert again.verify()


def test_a_preference_that_is_not_transitive_breaks_the_first_axiom():
    def nearly_as_much(p, q):  # differences up to a half go unnoticed
        return dict(p.prizes).get("A", 0) >= dict(q.prizes).get("A", 0) - Fraction(1, 2)

    tested = axiom_test(nearly_as_much, ["A", "B"])
    assert "order" in tested.failed
    assert ", but not " in str(tested)


def test_a_preference_for_certain_loss_breaks_continuity():
    def no_risk_at_all(p, q):  # what may end in C is worse than what cannot
        def safe(s):
            return "C" not in dict(s.prizes)

        chance = [dict(s.prizes).get("A", 0) for s in (p, q)]
        return (safe(p), chance[0]) >= (safe(q), chance[1])

    tested = axiom_test(no_risk_at_all, ["A", "B", "C"])
    assert "A2" in tested.failed
    assert "is not better than" in str(tested)
