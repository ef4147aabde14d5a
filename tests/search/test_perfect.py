"""Perfect play by whatever covers the game, and its proof."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz as kb
from helpers.rules_games import Ring
from kibitz.core.errors import GameError
from kibitz.rules.examples import TakeAway
from kibitz.rules.game import Position
from kibitz.rules.trees.build import game_tree
from kibitz.search import perfect
from kibitz.search.alpha_beta.exact import NotSolved
from kibitz.search.alpha_beta.expectiminimax import expectiminimax
from kibitz.search.alpha_beta.memo_value import memo_value
from kibitz.search.alpha_beta.minimax import minimax
from kibitz.search.n_player.max_n import max_n
from kibitz.search.perfect import Perfect
from kibitz.search.puzzles.one_player import one_player
from kibitz.stochastic.from_rules import convert
from kibitz.stochastic.from_rules.positions import enumerate_rules

LEAVES = st.recursive(
    st.integers(-9, 9), lambda inner: st.lists(inner, min_size=1, max_size=3), max_leaves=20
)


@given(st.lists(LEAVES, min_size=1, max_size=3))
@settings(deadline=None, max_examples=60)
def test_a_list_of_all_positions_agrees_with_minimax(tree: list[object]) -> None:
    rules = game_tree(tree)
    assert memo_value(rules).value == minimax(rules).value
    assert memo_value(rules).value == max_n(rules).value[0]


def test_chance_is_averaged_exactly() -> None:
    coin = {"player": "chance", "children": [{"p": "1/3", "value": 1}, {"p": "2/3", "value": 5}]}
    tree = game_tree({"player": "max", "children": [coin, {"value": 3}]})
    found = memo_value(tree)
    assert found.value == expectiminimax(tree).value
    assert str(found.value) == "11/3"
    assert found.verify()


@pytest.mark.usefixtures("interpreted")
def test_games_that_recur_are_solved_by_a_database_and_proved() -> None:
    rules = Ring()
    for state, value in ((3, 0), 0), ((1, 0), 1), ((1, 1), -1):
        found = Perfect(rules).solve(Position(rules, state))
        assert (found.value, found.method) == (value, "retrograde analysis")
        assert found.verify()
        assert not any(replace(found, value=x).verify() for x in {-1, 0, 1} - {value})


@pytest.mark.slow
def test_endings_of_chess_are_solved_by_a_database_and_said_to_be_unproved() -> None:
    """There are too many positions for the checker, which knows no databases."""
    rules = kb.game("lone-king queen")
    found = Perfect(rules).solve(rules.position())
    assert (found.value, found.method) == (1, "retrograde analysis")
    proof = found.verify()
    assert any("value and moves" in words for words in proof.unproved)


def test_limits_are_kept() -> None:
    with pytest.raises(NotSolved, match="not solved after"):
        memo_value(TakeAway(50), positions=20)
    with pytest.raises(GameError, match="positions is 0"):
        memo_value(TakeAway(5), positions=0)
    with pytest.raises(GameError, match="seconds is 0"):
        Perfect(TakeAway(5), 0)
    with pytest.raises(GameError, match="hidden"):
        Perfect(kb.game("kuhn-poker"))


@pytest.mark.parametrize(
    ("tiles", "moves", "value"),
    [("1,2,3,4,5,6,0,7,8", 2, 1), ("8,6,7,2,5,4,3,0,1", 31, 1), ("2,1,3,4,5,6,7,8,0", 0, 0)],
)
def test_puzzles_are_solved_by_costs(tiles: str, moves: int, value: int) -> None:
    found = kb.game(f"tiles tiles={tiles}").solve()
    assert (found.value, len(found.line), found.is_exact) == (value, moves, True)


def test_too_few_moves_allowed() -> None:
    assert kb.game("tiles tiles=8,6,7,2,5,4,3,0,1 limit=30").solve().value == 0
    assert kb.game("tiles tiles=8,6,7,2,5,4,3,0,1 limit=31").solve().value == 1


@pytest.mark.parametrize("size", range(1, 9))
def test_queens_alone(size: int) -> None:
    assert kb.game(f"queens {size}").solve().value == (size not in (2, 3))


@given(st.recursive(st.integers(0, 5), lambda i: st.lists(i, min_size=1, max_size=3)))
@settings(deadline=None, max_examples=60)
def test_one_player_gets_the_best_leaf(tree: object) -> None:
    def node(inside: object) -> object:
        if isinstance(inside, int):
            return {"u": [inside]}
        assert isinstance(inside, list)
        return {"player": 0, "children": [node(child) for child in inside]}

    rules = game_tree(node(tree), players=1)
    assert one_player(rules.position()).value == memo_value(rules).value


def test_a_game_far_too_large_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(perfect, "TRIAL", 0.1)
    monkeypatch.setattr(perfect, "FAR", 10**6)
    with pytest.raises(NotSolved, match=r"about 10\^\d+ positions even with perfect pruning"):
        kb.game("yahtzee").solve()


def test_a_game_far_too_large_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(perfect, "PEEK", 60.0)  # however busy the machine is
    monkeypatch.setattr(perfect, "memo_value", lambda *_, **__: pytest.fail("it was tried"))
    with pytest.raises(NotSolved, match=r"about 10\^\d+ positions even with perfect pruning"):
        kb.game("yahtzee").solve()


@pytest.mark.usefixtures("interpreted")
def test_a_game_that_need_not_end_asks_for_a_move_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(convert, "enumerate_rules", lambda rules, *_: enumerate_rules(rules, 100))
    with pytest.raises(NotSolved, match="by mcts"):
        kb.game("backgammon").solve()


@pytest.mark.parametrize(("name", "tried"), [("tic-tac-toe", [False]), ("connect-four", [])])
def test_what_is_compiled_is_not_loaded_for_little(
    name: str, tried: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []

    def small(_: Any, compiled: Any = None) -> Any:
        asked.append(compiled)
        raise NotSolved("it was only asked")

    monkeypatch.setattr(perfect, "would_load_numba", lambda: True)
    monkeypatch.setattr(perfect, "small_search", small)
    monkeypatch.setattr(perfect, "is_soon_compiled", lambda _: True)
    monkeypatch.setattr(perfect, "ExactSearch", lambda *_: pytest.fail("the whole search"))
    with pytest.raises(pytest.fail.Exception, match="the whole search"):
        Perfect(kb.game(name)).solve(kb.game(name).position())
    assert asked == tried
