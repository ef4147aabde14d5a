"""The analysis of a position: every move at one depth, the best one first."""

from __future__ import annotations

from fractions import Fraction

import pytest
from typer.testing import CliRunner

import kibitz as kb
from kibitz.cli import app
from kibitz.cli.commands.boards.analyze import _found
from kibitz.rules.game import Position
from kibitz.search.alpha_beta.minimax import minimax
from kibitz.search.methods import automatic
from kibitz.search.monte_carlo.mcts import mcts
from kibitz.search.search import Search


@pytest.mark.parametrize("moves", ["", "3", "3 3 4"])
def test_an_analysis_compares_moves_at_one_depth(moves: str) -> None:
    found = Search(kb.game("connect-four 4 4").position(*moves.split())).analyze(20, depth=3)
    assert next(iter(found.moves.items())) == (found.move, found.value)
    sign = 1 if found.position.player == 0 else -1
    assert all(sign * value <= sign * found.value for value in found.moves.values())
    for move, value in found.moves.items():
        after = Position(found.position.rules, found.position.play(move).state)
        assert value == minimax(after, depth=2).value


def test_the_analysis_of_a_small_position_is_exact() -> None:
    game = kb.game("tic-tac-toe")
    found = Search(game.position("a1", "b2", "b1")).analyze()
    assert found.is_exact
    assert {game.show_move(found.position.state, m): v for m, v in found.moves.items()} == {
        "c1": 0,
        "c2": 1,
        "a2": 1,
        "a3": 1,
        "b3": 1,
        "c3": 1,
    }


@pytest.mark.usefixtures("interpreted")
def test_go_is_played_by_random_games_unless_a_depth_is_given() -> None:
    assert automatic(kb.game("go")) == "mcts"
    assert automatic(kb.game("go 4")) == "principal-variation"
    here = kb.game("go").position()
    found = mcts(here, iterations=30, seed=1)
    best = next(iter(found.moves))
    assert (best, found.moves[best]) == (found.move, found.value)
    for limits in ((None, 1, None), (None, None, 100)):
        assert "principal variation" in _found(here, "auto", *limits, seed=0).method


def test_chance_and_many_players_are_solved_and_analyzed() -> None:
    lottery = kb.search("max(go: chance(1/2: 3, 1/2: 0), stay: 1)")
    assert lottery.solve().value == lottery.analyze().value == Fraction(3, 2)
    assert lottery.analyze().moves == {0: Fraction(3, 2), 1: 1}
    assert lottery.best(seconds=0.1).shown_move == "go"
    three = kb.search([[(1, 2, 6), (4, 2, 3)], [(6, 1, 2), (0, 4, 1)]])
    assert three.solve().value == three.analyze().value == (1, 2, 6)
    assert kb.search("nim-of-many 3 heaps=1,2").analyze().value == (-1, 2, -1)


@pytest.mark.usefixtures("interpreted")
def test_a_game_without_end_is_analyzed_by_estimates():
    position = kb.game("lone-king", "rook").position()
    found = Search(position).analyze(seconds=0.2)
    assert not found.is_exact
    assert found.move in position.moves


def test_moves_that_are_phrases_are_listed_by_their_value() -> None:
    done = CliRunner().invoke(app, ["analyze", "nim", "1", "2"])
    lines = done.output.splitlines()
    assert "  worth 1: take 1 from heap 2, leaving 1" in lines
    assert sum(line.startswith("  worth -1: ") for line in lines) == 1
