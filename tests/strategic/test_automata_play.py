"""Automata in repeated games, against a loop by hand and brute force over all replies."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from typer.testing import CliRunner

import kibitz as kb
from kibitz.cli import app
from kibitz.core.errors import GameError
from kibitz.strategic.sequential.automaton import AUTOMATA, automaton

DILEMMA = {"CC": (3, 3), "CD": (0, 5), "DC": (5, 0), "DD": (1, 1)}


def by_hand(first: str, second: str, rounds: int, factor: Fraction) -> list[Fraction]:
    """Tit for tat and the rest as a person describes them, by the whole past."""

    def move(name: str, mine: str, other: str) -> str:
        if name == "always-cooperate":
            return "C"
        if name == "always-defect":
            return "D"
        if name == "tit-for-tat":
            return other[-1:] or "C"
        if name == "suspicious-tit-for-tat":
            return other[-1:] or "D"
        if name == "tit-for-two-tats":
            return "D" if other[-2:] == "DD" else "C"
        if name == "two-tits-for-tat":
            return "D" if "D" in other[-2:] else "C"
        if name == "grim-trigger":
            return "D" if "D" in other else "C"
        if name == "alternate":
            return "CD"[len(mine) % 2]
        assert name == "pavlov"
        if not mine:
            return "C"
        return mine[-1] if other[-1] == "C" else {"C": "D", "D": "C"}[mine[-1]]

    mine, other, totals = "", "", [Fraction(0), Fraction(0)]
    for k in range(rounds):
        a, b = move(first, mine, other), move(second, other, mine)
        mine, other = mine + a, other + b
        totals = [x + factor**k * y for x, y in zip(totals, DILEMMA[a + b], strict=True)]
    return totals


@pytest.mark.parametrize("factor", [Fraction(1), Fraction(2, 3)])
def test_all_pairs_of_automata(factor: Fraction) -> None:
    game = kb.game("prisoners-dilemma")
    for first, second in product(AUTOMATA, repeat=2):
        found = game.automata_play([first, second], rounds=9, discount=factor)
        assert list(found.totals) == by_hand(first, second, 9, factor), (first, second)


@pytest.mark.parametrize("name", [*AUTOMATA, "CCD"])
def test_best_replies_against_all_plans(name: str) -> None:
    found = kb.game("prisoners-dilemma").automata_play([name, name], rounds=6)
    other, most = automaton(name), 0
    for plan in product((0, 1), repeat=6):
        state, total = 0, 0
        for mine in plan:
            total += DILEMMA["CD"[mine] + "CD"[other.moves[state]]][0]
            state = other.after[state][mine]
        most = max(most, total)
    assert found.best == (most, most)
    assert found.verify().holds


def test_without_end_it_is_the_limit() -> None:
    game = kb.game("prisoners-dilemma")
    for first, second in [("tft", "pavlov"), ("grim", "CD"), ("tft", "stft"), ("alld", "tf2t")]:
        endless = game.automata_play([first, second], discount="1/2")
        long = game.automata_play([first, second], rounds=60, discount="1/2")
        pairs = zip((*endless.totals, *endless.best), (*long.totals, *long.best), strict=True)
        assert all(abs(x - y) < Fraction(1, 2**50) for x, y in pairs)
        assert endless.verify().holds
        mean = game.automata_play([first, second])
        assert mean.totals is None
        assert mean.verify().holds


def test_from_which_discount_on_tit_for_tat_is_an_equilibrium() -> None:
    game = kb.game("prisoners-dilemma")
    for d in (Fraction(k, 12) for k in range(12)):
        assert game.automata_play("tit-for-tat", discount=d).is_equilibrium == (d >= Fraction(2, 3))


def test_years_in_prison_are_costs() -> None:
    found = kb.game("prisoners-years").automata_play("tft, alld", rounds=5)
    assert found.totals == (60, 40)
    assert found.best == (50, 4)
    assert "C is silent, D is confess" in str(found)


def test_what_is_wrong_is_not_proved() -> None:
    found = kb.game("prisoners-dilemma").automata_play("tft, alld", rounds=5)
    assert not replace(found, best=(Fraction(9), Fraction(17))).verify().holds
    assert not replace(found, before=(), cycle=((1, 1),)).verify().holds


def test_on_the_command_line() -> None:
    words = "repeat prisoners-dilemma --rounds 10 --strategies tit-for-tat,always-defect --json"
    data = json.loads(CliRunner().invoke(app, words.split()).stdout)
    assert (data["totals"], data["equilibrium"]) == (["9", "14"], False)


@pytest.mark.parametrize(
    ("game", "options", "complaint"),
    [
        ("prisoners-dilemma", {"strategies": "tit for tit"}, "did you mean 'tit-for-tat'"),
        ("prisoners-dilemma", {"strategies": "tft,tft,tft"}, "3 strategies"),
        ("prisoners-dilemma", {"rounds": 0}, "from 1 to 10,000"),
        ("prisoners-dilemma", {"discount": 2}, "between 0 and 1"),
        ("finger-game", {}, "two strategies each"),
    ],
)
def test_what_is_refused(game: str, options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(GameError, match=complaint):
        kb.game(game).automata_play(**options)
