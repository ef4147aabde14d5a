"""Awards as functions of the estate, against the rules themselves."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from typer.testing import CliRunner, Result

import kibitz as kb
from kibitz.algebra.rational_function import RationalFunction
from kibitz.cli import app
from kibitz.coalitional.bankruptcy.schedule import EstateSchedule, SchedulePiece
from kibitz.core.certificate import check
from kibitz.core.errors import GameError


def run(*words: str) -> Result:
    return CliRunner().invoke(app, [*words])


@pytest.mark.parametrize("seed", range(4))
def test_each_rule_at_many_estates(seed: int) -> None:
    chance = Random(seed)
    claims = [Fraction(chance.randint(0, 30), chance.choice([1, 2])) for _ in range(3 + seed % 2)]
    problem = kb.bankruptcy(0, claims)
    found = problem.schedule()
    assert found.verify().holds
    assert "adjusted-proportional" in found.rules
    for _ in range(12):
        estate = sum(claims) * Fraction(chance.randint(0, 97), 97)
        division = kb.divide(estate, claims)
        for rule in found.rules:
            if rule in division.rules:
                assert found.at(estate, rule) == division[rule].payoffs, (rule, estate)


def test_the_tables_of_the_text() -> None:
    found = kb.divide("E", {"A": 10, "B": 20, "C": 30})
    assert isinstance(found, EstateSchedule)
    nucleolus = [(int(p.low), int(p.high)) for p in found["nucleolus"]]
    assert nucleolus == [(0, 15), (15, 25), (25, 35), (35, 45), (45, 60)]
    shapley = [(int(p.low), int(p.high)) for p in found["shapley"]]
    assert shapley == [(0, 10), (10, 20), (20, 40), (40, 50), (50, 60)]


def test_a_wrong_piece_is_not_proved() -> None:
    found = kb.bankruptcy(0, [10, 20, 30]).schedule("talmud")
    ((rule, (first, second, *rest)),) = found.pieces
    joined = SchedulePiece(first.low, second.high, first.awards)
    assert not replace(found, pieces=((rule, (joined, *rest)),)).verify().holds
    assert not replace(found, pieces=((rule, (second, *rest)),)).verify().holds


def test_ends_and_the_middle_of_a_piece_are_not_enough() -> None:
    problem = kb.bankruptcy(0, [10, 20, 30])
    found, line = problem.schedule("talmud"), problem.schedule("proportional")["proportional"]
    for estate in (0, 30, 60):
        assert line[0].at(Fraction(estate)) == found.at(estate, "talmud")
    for rule in ("talmud", "reverse-talmud", "random-arrival"):
        assert not replace(found, pieces=((rule, line),)).verify().holds, rule


@pytest.mark.parametrize(
    "rule", ["talmud", "random-arrival", "minimal-overlap", "adjusted-proportional"]
)
def test_pieces_may_be_cut_anywhere(rule: str) -> None:
    found = kb.bankruptcy(0, [10, 20, 30]).schedule(rule)
    first, *rest = found[rule]
    cut = first.high * Fraction(3, 7)
    halves = replace(first, high=cut), replace(first, low=cut)
    assert replace(found, pieces=((rule, (*halves, *rest)),)).verify().holds
    gap = replace(first, high=cut), replace(first, low=cut + 1)
    assert not replace(found, pieces=((rule, (*gap, *rest)),)).verify().holds


@pytest.mark.parametrize("claims", [[0, 0], [5], [0, 7, 7], [3, 3, 3]])
def test_equal_claims_and_claims_to_nothing(claims: list[int]) -> None:
    found = kb.bankruptcy(0, claims).schedule()
    assert found.verify().holds
    assert found.at(sum(claims), "talmud") == tuple(claims)


def test_rules_that_no_one_knows_are_not_checked() -> None:
    found = kb.bankruptcy(0, [10, 20, 30]).schedule("talmud")
    claim = replace(found, pieces=(("nothing", found["talmud"]),)).to_json()
    with pytest.raises(GameError, match="unknown rule"):
        check(found.game, claim)


def test_adjusted_proportions_are_quotients() -> None:
    found = kb.divide("E", {"A": 10, "B": 20, "C": 30})
    text = str(replace(found, pieces=(("adjusted-proportional", found["tau"]),)))
    assert "10 <= E <= 20: 5E/(E+5), E^2/(2E+10), E^2/(2E+10)" in text
    assert "30 <= E <= 40: 300/(90-E), 600/(90-E)" in text
    for estate in (0, 5, 13, 20, 31, 44, 55, 60):
        game = kb.bankruptcy(estate, [10, 20, 30])
        assert found.at(estate, "tau") == game.tau_value().payoffs


@pytest.mark.parametrize("claims", [[5], [0, 7], [10, 20, 30], [4, 4, 9, 30]])
def test_wrong_adjusted_proportions_are_not_proved(claims: list[int]) -> None:
    found = kb.bankruptcy(0, claims).schedule("tau")
    assert found.verify().holds
    pieces = found["tau"]
    for k, piece in enumerate(pieces):
        for more in ("1", "E/7 - 1"):
            wrong = piece.awards[0] + RationalFunction.read(more, "E")
            changed = replace(piece, awards=(wrong, *piece.awards[1:]))
            claim = replace(found, pieces=(("tau", (*pieces[:k], changed, *pieces[k + 1 :])),))
            told = {**claim.to_json(), "rules": {}}
            told["rules"]["adjusted-proportional"] = claim.to_json()["rules"]["tau"]
            assert not check(found.game, told).holds


def test_on_the_command_line() -> None:
    done = run("bankruptcy", "E", "--claims", "A:10,B:20,C:30", "--method", "shapley", "--json")
    pieces = json.loads(done.stdout)["rules"]["random-arrival"]
    assert pieces[2] == {
        "low": "20",
        "high": "40",
        "awards": {"A": "E/6", "B": "E/6 + 5", "C": "2E/3 - 5"},
    }
    assert run("bankruptcy", "x", "--claims", "1,2").exit_code == 2


def test_too_many_corners_are_refused() -> None:
    with pytest.raises(GameError, match="too many corners"):
        kb.bankruptcy(0, range(1, 13)).schedule("random-arrival")


def test_semicolons_between_claims() -> None:
    apart = run("bankruptcy", "45", "--claims", "10;20;30")
    assert apart.exit_code == 0
    assert apart.stdout == run("bankruptcy", "45", "--claims", "10,20,30").stdout


def test_every_estate_is_explained_and_its_claims_are_asked_for():
    words = ("bankruptcy", "E", "--claims", "10,20,70", "--method", "talmud")
    assert "25 <= E <= 75: 5, 10, E - 15" in run(*words, "--explain").stdout
    assert "leave out --float" in run(*words, "--float").stderr
    assert "the claims are missing" in run("bankruptcy", "200").stderr
    assert "the claims are given twice" in run("bankruptcy", "200", "1,2", "--claims", "1").stderr
