"""Wins proved by forcing them, chance in sizes, deals, and the doubling cube."""

from __future__ import annotations

import random

import pytest

import kibitz as kb
from kibitz.core.certificate import check
from kibitz.core.errors import GameError
from kibitz.proof.kinds.moves.search import Force
from kibitz.rules.examples import TakeAway
from kibitz.search.hidden.deals import deals, information_sets
from kibitz.search.random_games import random_games
from kibitz.search.tree_statistics import tree_statistics


@pytest.mark.slow
def test_a_win_beyond_what_can_be_listed_is_proved() -> None:
    found = kb.game("mnk 4 4 3").solve()
    proof = found.verify()
    assert proof.holds
    assert "forces it" in proof.theorem
    assert not any("value" in words for words in proof.unproved)


def test_a_wrong_claim_about_it_is_not_proved() -> None:
    game = kb.game("mnk 3 3 3")
    data = {**game.solve().to_json(), "value": "1"}
    assert not check(game.position(), data).holds


def test_forcing_agrees_with_the_theory_of_take_away() -> None:
    for stones in range(1, 25):
        rules = TakeAway(stones)
        won = stones % 4 != 0
        assert Force(rules, 0, 1).holds(rules.start()) is won
        assert Force(rules, 1, -1).holds(rules.start()) is not won


def test_forcing_agrees_with_minimax_on_boards() -> None:
    chance = random.Random(2)
    for _ in range(15):
        here = kb.game("tic-tac-toe").position()
        for _ in range(chance.randint(3, 5)):
            if here.player >= 0:
                here = here.play(chance.choice(list(here.moves)))
        if here.player >= 0:
            value = kb.search(here).solve().value
            assert Force(here.rules, 0, 1).holds(here.state) is (value == 1)
            assert Force(here.rules, 0, 0).holds(here.state) is (value >= 0)


def test_moves_and_chance_are_counted_apart() -> None:
    found = tree_statistics(kb.game("kuhn-poker"))
    assert found.chance_factor == 6
    assert found.move_factor == 2
    assert tree_statistics(TakeAway(5)).chance_factor == 0


def test_deals_and_information_sets() -> None:
    kuhn = kb.game("kuhn-poker")
    assert deals(kuhn) == 6
    sets = information_sets(kuhn)
    assert {k: sum(found.values()) for k, found in sets.items()} == {0: 12, 1: 12}


def test_the_doubling_cube_multiplies_payoffs() -> None:
    assert kb.game("backgammon cube=64").payoff_bounds == (-192, 192)
    assert kb.game("backgammon gammons=no cube=2").payoff_bounds == (-2, 2)
    assert kb.game("backgammon").payoff_bounds == (-3, 3)
    with pytest.raises(GameError, match="cube is 3"):
        kb.game("backgammon cube=3")


def test_random_games_tell_moves_from_throws() -> None:
    seen = random_games(kb.game("pig 20"), games=5)
    assert seen.chance_factor == 6
    assert 1 <= seen.move_factor <= 2
    assert seen.ended == 5
    together = random_games(kb.game("goofspiel 3"), games=3)
    assert together.ended == 3
    alone = random_games(TakeAway(9), games=10)
    assert (alone.chance_factor, alone.ended) == (0, 10)
    assert 3 <= alone.plies <= 9


@pytest.mark.parametrize(
    ("name", "length"),
    [("tic-tac-toe", "9 moves"), ("kuhn-poker", "4 moves, those of chance included")],
)
def test_a_description_gives_the_length_of_the_longest_play_once(name: str, length: str) -> None:
    told = str(kb.game(name).describe())
    assert told.endswith(f"the longest play has {length}")
    assert "in a game" not in told


def test_the_bound_of_the_rules_is_told_where_plays_are_not_counted() -> None:
    told = str(kb.game("mnk 6 6 4").describe())
    assert "at most 36 in a position, 36 in a game" in told
    assert "longest play" not in told
