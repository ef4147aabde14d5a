"""Estimates and pictures of dice games."""

from __future__ import annotations

from fractions import Fraction

import pytest

import kibitz as kb
from kibitz.play import agent


@pytest.mark.parametrize("name", ["pig", "pig 60 8", "pig 60 20", "two-dice-pig", "piglet 30"])
def test_a_throw_is_estimated_by_its_average(name):
    rules = kb.game(name)
    state = rules.at("10:20, first with 7, rolling").state
    scores = [(rules.play(state, throw), odds) for throw, odds in rules.chance(state)]
    after = sum(float(odds) * (s[0] + (s[2] if s[3] == 0 else 0)) for s, odds in scores)
    assert rules.evaluate(state)[0] == pytest.approx((after - 20) / rules.goal)


@pytest.mark.parametrize(("turn", "move"), [(2, "roll"), (19, "roll"), (21, "hold"), (40, "hold")])
def test_one_throw_ahead_pig_holds_at_twenty(turn, move):
    rules = kb.game("pig")
    here = rules.at(f"30:30, first with {turn}")
    chosen = agent("expectiminimax:1", rules, 1).choose(here, 0)
    assert rules.show_move(here.state, chosen) == move


@pytest.mark.parametrize(
    "name", ["pig", "two-dice-pig", "piglet", "backgammon-race", "dice-tic-tac-toe", "ruin-duel"]
)
def test_estimates_of_a_start_are_even_and_it_is_drawn(name):
    here = kb.game(name).position()
    guess = here.rules.evaluate(here.state)
    assert guess == pytest.approx((0, 0))
    svg = here.draw().svg
    assert "to move" in svg
    assert sum(svg.count(f"<{mark}") for mark in ("rect", "circle", "polyline")) > 4


def test_piglet_to_two_by_hand():
    solved = kb.game("piglet 2").solve(method="exact")
    wins = {where: (1 + value) / 2 for where, value in solved.values.items() if ", first" in where}
    assert wins == {
        "0:0, first with 0": Fraction(4, 7),
        "0:0, first with 1": Fraction(5, 7),
        "0:1, first with 0": Fraction(2, 5),
        "0:1, first with 1": Fraction(3, 5),
        "1:0, first with 0": Fraction(4, 5),
        "1:1, first with 0": Fraction(2, 3),
    }


def by_sweeps(goal: int, throws: list[int]) -> float:
    """The chance of whoever begins, by sweeps over (mine, theirs, turn); 0 is bad luck."""
    wins = {(i, j, k): 0.5 for i in range(goal) for j in range(goal) for k in range(goal - i)}
    for _ in range(300):
        for i, j, k in wins:
            after = [
                1 - wins[j, i, 0] if not t else wins[i, j, k + t] if i + k + t < goal else 1.0
                for t in throws
            ]
            held = 1 - wins[j, i + k, 0]
            wins[i, j, k] = max(sum(after) / len(after), held)
    return wins[0, 0, 0]


@pytest.mark.parametrize("method", ["value-iteration", "policy-iteration"])
@pytest.mark.parametrize(
    ("name", "goal", "throws"),
    [
        ("pig 1", 1, [0, 2, 3, 4, 5, 6]),
        ("pig 7", 7, [0, 2, 3, 4, 5, 6]),
        ("pig 9 sides=12", 9, [0, *range(2, 13)]),
        ("pig 6 sides=2", 6, [0, 2]),
        ("piglet 1", 1, [0, 1]),
        ("piglet 5", 5, [0, 1]),
    ],
)
def test_the_chance_of_whoever_begins(name, goal, throws, method):
    solved = kb.game(name).solve(method=method)
    assert solved.winning_chance == pytest.approx(by_sweeps(goal, throws), abs=1e-9)
    assert solved.to_json()["winning_chance"] == solved.winning_chance
    assert "winning chance" in str(solved)


def test_draws_leave_no_winning_chance():
    assert "winning_chance" not in kb.game("dice-tic-tac-toe 6").solve().to_json()
