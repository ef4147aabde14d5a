"""Hidden information: the four-card hand that shows why averaging over open cards fails."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest

import kibitz
from kibitz.core.errors import GameError
from kibitz.rules import CHANCE, OVER, Rules
from kibitz.search.hidden.clairvoyance import average_over_clairvoyance, sampled_clairvoyance
from kibitz.search.hidden.information_set_mcts import information_set_mcts
from kibitz.search.hidden.worlds import worlds, worlds_at


class TwoDoors(Rules):
    """A prize behind one of two doors: take a sure 1, or open a door for 3, which may cost 3.

    ``look`` costs nothing to those who see through doors, and everything to those who do not.
    """

    payoff_bounds = (-3, 3)

    def start(self) -> Any:
        return ("deal", 0, 0)

    def player(self, state: Any) -> int:
        return {"deal": CHANCE, "first": 0, "doors": 0}.get(state[0], OVER)

    def chance(self, state: Any) -> Any:
        return [(1, Fraction(1, 2)), (2, Fraction(1, 2))]

    def moves(self, state: Any) -> Any:
        return ["sure", "doors"] if state[0] == "first" else [1, 2]

    def play(self, state: Any, move: Any) -> Any:
        kind, prize, _ = state
        if kind == "deal":
            return ("first", move, 0)
        if kind == "first":
            return ("over", prize, 1) if move == "sure" else ("doors", prize, 0)
        return ("over", prize, 3 if move == prize else -3)

    def payoffs(self, state: Any) -> Any:
        return (state[2], -state[2])

    def information_state(self, state: Any, player: int) -> Any:
        return state[0]


def deals():
    return [(("first", 1, 0), "1/2"), (("first", 2, 0), "1/2")]


def test_averaging_believes_that_all_will_be_revealed():
    found = average_over_clairvoyance(TwoDoors(), deals())
    assert found.values == {"sure": 1, "doors": 3}
    assert found.move == "doors"
    assert kibitz.solve(TwoDoors()).value == 1


def test_information_sets_do_not():
    here = TwoDoors().position(1)
    found = information_set_mcts(here, iterations=4000, seed=1)
    assert found.move == "sure"


def test_sampling_has_errors_of_its_own():
    found = sampled_clairvoyance(TwoDoors(), lambda r: ("first", r.choice([1, 2]), 0), 50)
    assert found.values["doors"] == 3
    assert found.errors is not None


def test_worlds_are_weighed():
    found = worlds(TwoDoors(), "first", 0)
    assert sorted(found) == [(("first", 1, 0), Fraction(1, 2)), (("first", 2, 0), Fraction(1, 2))]


def test_bad_input():
    with pytest.raises(GameError, match="add up to"):
        average_over_clairvoyance(TwoDoors(), [(("first", 1, 0), "1/2")])
    with pytest.raises(GameError, match="no deals"):
        average_over_clairvoyance(TwoDoors(), [])
    with pytest.raises(GameError, match="no position looks like"):
        worlds(TwoDoors(), "elsewhere", 0)
    with pytest.raises(GameError, match="at least 1"):
        sampled_clairvoyance(TwoDoors(), lambda r: ("first", 1, 0), 0)


SMALL = "lowball-draw ranks=2-4 suits=2"


@pytest.mark.parametrize(
    "name",
    [
        "liars-dice 1 3",
        f"{SMALL} size=1",
        pytest.param(f"{SMALL} size=2", marks=pytest.mark.slow),
        f"{SMALL} size=1 discard=free",
    ],
)
def test_deals_that_rules_list_are_those_that_are_found(name: str) -> None:
    rules, random = kibitz.game(name), Random(1)
    assert rules.has("alike")
    for _ in range(2):
        here = rules.position()
        while not here.is_over:
            who = here.player
            if who >= 0:
                found = worlds(rules, rules.information_state(here.state, who), who, most=10**7)
                assert dict(worlds_at(rules, here.state, who)) == dict(found)
            here = here.play(random.choice(here.moves))


def test_what_the_other_has_thrown_is_weighed_by_its_chance() -> None:
    rules = kibitz.game("liars-dice 2 2")
    start = rules.position()
    here = start.play(start.moves[1])
    here = here.play(here.moves[2]).play("1x1")
    told: Counter[Any] = Counter()
    for state, weight in worlds_at(rules, here.state, 1):
        told[rules.information_state(state, 0)] += weight
    wanted: Counter[Any] = Counter()
    for state, weight in worlds(rules, rules.information_state(here.state, 1), 1):
        wanted[rules.information_state(state, 0)] += weight
    assert told == wanted


@pytest.mark.parametrize("name", ["liars-dice", "liars-dice 2", "lowball-draw"])
def test_large_hidden_games_are_played(name: str) -> None:
    rules, random = kibitz.game(name), Random(2)
    here = rules.position()
    while not here.is_over:
        if here.player >= 0:
            here = here.play(information_set_mcts(here, iterations=20).move)
        else:
            here = here.play(random.choice(here.moves))
    assert sum(here.payoffs) == 0


def test_a_large_game_that_lists_no_deals_is_told_how() -> None:
    class Dealt(type(kibitz.game("liars-dice"))):  # type: ignore[misc]
        alike = Rules.alike

    here = Dealt().position("1", "2", "1x3")
    with pytest.raises(GameError, match="write a method alike"):
        information_set_mcts(here, iterations=20)
