"""Who plays where nobody says: perfect where the game can be solved, and it says so."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

import kibitz as kb
from kibitz.cli import app
from kibitz.play.players import PerfectMover
from kibitz.play.specs import agent
from kibitz.rules import OVER, Rules
from kibitz.rules.examples import TakeAway
from kibitz.search.search import Search


class Large(Rules):
    """Fill 24 squares with one of three signs; far too many positions, and no estimate."""

    def start(self):
        return (0,) * 25

    def player(self, state):
        return OVER if all(state[:24]) else state[24]

    def moves(self, state):
        return [3 * i + sign for i in range(24) if not state[i] for sign in range(3)]

    def play(self, state, move):
        squares = list(state)
        squares[move // 3] = move % 3 + 1
        squares[24] = 1 - squares[24]
        return tuple(squares)

    def payoffs(self, state):
        paid = sum((i + 1) * x for i, x in enumerate(state[:24])) % 3 - 1
        return (paid, -paid)


def opening(*words):
    return CliRunner().invoke(app, ["play", *words], input="q\n").stdout


def test_perfect_is_said_only_where_it_is_so():
    assert "O is the computer, which plays perfectly" in opening("tic-tac-toe")
    assert "plays perfectly." in opening("kuhn-poker")


@pytest.mark.slow
def test_a_search_is_not_called_perfect():
    assert "which searches, and plays perfectly where it can solve" in opening("othello")
    told = opening("othello", "--vs", "perfect")
    assert "is perfect where it can solve the position in time, else a search" in told


@pytest.mark.usefixtures("interpreted")
def test_a_game_that_is_too_large_is_played_on(monkeypatch):
    def refuses(position):
        raise kb.GameError("too large")

    player = PerfectMover(TakeAway(30), seconds=0.1)
    monkeypatch.setattr(player, "_solve", refuses)
    assert player.choose(TakeAway(30).position(), 0) in (1, 2, 3)
    assert player.guessed == 1


def test_an_automatic_player_plays():
    rules = TakeAway(7)
    assert agent("auto", rules).choose(rules.position(), 0) == 3


@pytest.mark.slow
def test_rules_without_an_estimate_are_searched_by_random_games():
    found = Search(Large()).best(seconds=0.4)
    assert not found.is_exact
    assert "no evaluate()" in found.note
    assert len(set(found.moves.values())) > 1
    small = Search(TakeAway(9)).best(seconds=0.4)
    assert small.is_exact
