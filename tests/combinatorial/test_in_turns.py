"""Impartial games searched like any other: the long way round leads to the same answers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import kibitz as kb
from kibitz.cli import app
from kibitz.combinatorial import digraph, impartial, nim, subtraction
from kibitz.combinatorial.in_turns import InTurns
from kibitz.core.errors import GameError
from kibitz.search import (
    alpha_beta,
    count_positions,
    histories,
    mcts,
    minimax,
    negamax,
    proof_number,
    retrograde,
    tree_statistics,
    uct_graph,
)


@given(st.lists(st.integers(0, 3), min_size=1, max_size=3), st.sampled_from(["normal", "misere"]))
def test_searches_agree_with_the_theory(heaps, play):
    game = nim(heaps, play=play)
    wins = 1 if game.outcome() == "N" else -1
    rules = game.as_rules()
    assert minimax(rules).value == alpha_beta(rules).value == negamax(rules).value == wins
    assert retrograde(rules, compiled=False).value(rules.start()) == wins
    if any(heaps):
        assert proof_number(rules).value == (wins == 1)


@pytest.mark.parametrize(
    ("play", "order", "calls"),
    [("normal", 1, 32), ("normal", -1, 10), ("misere", 1, 23), ("misere", -1, 20)],
)
def test_calls_of_a_search_that_stops_at_a_win(play, order, calls):
    game = subtraction([1, 2, 3], 6, play=play)
    found = alpha_beta(game, alpha=-1, beta=1, order=lambda _, moves: moves[::order])
    assert (found.value, found.counts["nodes"], found.is_exact) == (1, calls, True)


def test_sizes_and_histories():
    game = subtraction([1, 2, 3], 6)
    found = tree_statistics(game)
    assert (found.nodes, found.positions) == (52, 12)
    calls = found.calls_by(lambda state: sum(state[0]))
    assert calls == {6: 1, 5: 1, 4: 2, 3: 4, 2: 7, 1: 13, 0: 24}
    assert len(histories(subtraction([1, 2, 3], 12), ((8,), 0))) == 4
    assert count_positions(nim([2, 2]), up_to=lambda state: tuple(sorted(state[0]))) == 6


def test_other_searches_and_names_from_the_shelf():
    assert minimax("take-away 7").move == 2
    assert mcts("take-away 6", iterations=2000).move == 1
    assert uct_graph(nim([1, 2]), 2000).shown_move == "take 1 from heap 2, leaving 1"
    assert kb.search("nim 1 2 4").solve().value == 1


def test_games_that_go_round():
    loop = digraph({"a": "b", "b": "ac", "c": ""}).at("a")
    with pytest.raises(GameError, match="can repeat"):
        minimax(loop)
    assert retrograde(loop, compiled=False).value(("a", 0)) == -1


def test_moves_are_typed_by_words_positions_or_numbers():
    rules = nim([3, 1]).as_rules()
    here = rules.position()
    for text in ("take 2 from heap 1, leaving 1", "Take 2 from heap 1,", "1 1", "2"):
        assert here.play(text).state == ((1, 1), 1)
    with pytest.raises(GameError, match="no move 'take 9'"):
        here.play("take 9")
    heap = subtraction([1, 2, 3], 3).as_rules().position()
    assert heap.play("take 1").state == ((2,), 1)
    with pytest.raises(GameError, match="both a position and the number"):
        heap.play("1")
    odd = impartial(0, lambda n: [])
    with pytest.raises(GameError, match="over"):
        mcts(odd)


def test_the_command():
    run = CliRunner().invoke(app, ["search", "nim", "3", "1", "--method", "minimax", "--json"])
    assert run.exit_code == 0
    assert '"nodes": 28' in run.stdout
    bad = CliRunner().invoke(app, ["search", "nim", "3", "x"])
    assert bad.exit_code != 0


def test_a_search_lists_the_moves_of_a_position_a_few_times_only(monkeypatch):
    rules = InTurns(kb.game("moidores"))
    state, listed, moves = rules.start(), [], type(rules.game).moves

    def counted(game, position):
        for move in moves(game, position):
            listed.append(move)
            yield move

    monkeypatch.setattr(type(rules.game), "moves", counted)
    count = 2_000
    assert len({rules.play(state, k) for k in range(count)}) == count
    assert len(listed) < 5 * count
