"""Agents as they are written, and games under way: settings, files, refusals, records."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.play import specs
from kibitz.play.adapters.forms import as_rules
from kibitz.play.adapters.played_tree import played_tree
from kibitz.play.board import analysis, hint, read_move, read_turn
from kibitz.play.specs import agent, automatic_player, read_settings
from kibitz.play.table import Table
from kibitz.play.tournament import tournament
from kibitz.rules.examples import TakeAway
from kibitz.rules.game import SIMULTANEOUS, Rules

RULES = TakeAway(6)


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("random:3", "random has no settings in this game"),
        ("auto:3", "auto has no settings in this game"),
        ("depth", "give a number, as in depth:4"),
        ("nodes:", "give a number, as in nodes:100000"),
        ("depth:two", "depth is 'two'; it must be a whole number"),
        ("uci:", "write the command that starts the engine, uci:COMMAND"),
        ("engine:", "write the command that starts the engine, engine:COMMAND"),
        ("mcts:solver=maybe", "solver is 'maybe'; it must be yes or no"),
        ("mcts:iteration=5", "mcts has no setting 'iteration'; did you mean 'iterations'"),
        ("alpha-beta:fail=medium", "it must be soft or hard"),
        ("star1:bounds=3", "write the least and the greatest, as in -10:10"),
        ("uct-tree:playout=[1, 2", "this is not JSON"),
        ("mcts:model=strong", "it must be a file of kibitz train, FILE.kbz"),
        ("no-such", "unknown agent 'no-such'"),
    ],
)
def test_what_is_wrong_with_an_agent_is_one_line(spec: str, said: str) -> None:
    with pytest.raises(GameError, match=said):
        agent(spec, RULES)


def test_settings_are_read_in_the_types_that_searches_take() -> None:
    assert read_settings("star1", "bounds=-3,3", "") == {"bounds": (-3, 3)}
    assert read_settings("star1", "bounds=[-3:1/2]", "")["bounds"][1] * 2 == 1
    assert read_settings("alpha-beta", "3,fail=HARD", "") == {"depth": 3, "fail": "hard"}
    assert read_settings("mcts", "1_000,exploration=0.5", "")["iterations"] == 1000


def test_a_time_limit_is_for_agents_without_a_budget(interpreted) -> None:
    with pytest.raises(GameError, match="seconds"):
        agent("mcts", RULES, seconds=-1)
    slow: Any = agent("mcts", RULES, seed=1, seconds=0.01)
    assert slow.choose(RULES.position(), 0) in (1, 2, 3)


def test_strategies_in_files_are_played(tmp_path: Path) -> None:
    pig = kb.game("pig 5")
    pig.solve().save(tmp_path / "pig.kbz")
    by_file: Any = agent(str(tmp_path / "pig.kbz"), pig)
    start = pig.position()
    assert by_file.choose(start, 0) == agent("perfect", pig).choose(start, 0)
    kuhn = kb.game("kuhn-poker")
    kuhn.solve("cfr", iterations=300).save(tmp_path / "kuhn.kbz")
    player: Any = agent(str(tmp_path / "kuhn.kbz"), kuhn, seed=2)
    king = kuhn.position("KQ")
    assert sum(float(x) for x in player.odds(king, 0).values()) == pytest.approx(1)


def test_perfect_play_of_simultaneous_moves_that_are_not_opposed_is_an_equilibrium() -> None:
    chicken = as_rules(kb.game("chicken"))
    player: Any = agent("perfect", chicken, seed=1)
    odds = player.odds(chicken.position(), 0)
    assert set(odds) == {"straight", "swerve"}


def test_the_automatic_player_searches_where_an_equilibrium_takes_long(monkeypatch) -> None:
    monkeypatch.setattr(specs, "MOST_ENDS", 0)
    made: Any = automatic_player(kb.game("kuhn-poker"), seed=1, seconds=0.05)
    assert made.about.startswith("searches (information-set-mcts)")

    def refuse(*given: Any) -> Any:
        raise GameError("too large")

    monkeypatch.setattr(specs, "_perfect", refuse)
    made = automatic_player(as_rules(kb.game("chicken")), seed=1)
    assert made.about == "plays at random: the game is too large for an equilibrium"


class GivesUp:
    """A player without a move."""

    name = "timid"

    def choose(self, position: Any, seat: int) -> None:
        return None


def test_tables_refuse_what_cannot_happen(monkeypatch) -> None:
    with pytest.raises(GameError, match="1 player for 2 seats"):
        Table(RULES, [None])
    with pytest.raises(GameError, match="timid gave up"):
        Table(RULES, [GivesUp(), None])
    table = Table(TakeAway(1), [None, None])
    with pytest.raises(GameError, match="no move to take back"):
        table.back()
    table.play("1")
    assert (table.is_over, table.moves, table.first_moves(3)) == (True, [], [])
    with pytest.raises(GameError, match="the game is over"):
        table.play("1")
    table.back()
    assert table.moves == ["1"]
    poker = kb.game("kuhn-poker")
    with pytest.raises(GameError, match="cannot be taken back in games with hidden"):
        Table(poker, [None, agent("random", poker, seed=1)]).back()
    together = as_rules(kb.game("chicken"))
    with pytest.raises(GameError, match="two people cannot make simultaneous moves"):
        Table(together, [None, None]).play("swerve")
    monkeypatch.setattr("kibitz.play.table.MOST_STEPS", 2)
    with pytest.raises(GameError, match="no person is asked for 2 moves"):
        Table(TakeAway(9), [agent("random", RULES, seed=k) for k in (1, 2)])


def test_agents_alone_play_to_the_end() -> None:
    rules = as_rules(kb.game("chicken"))
    table = Table(rules, [agent("random", rules, seed=k) for k in (1, 2)])
    assert table.is_over
    assert [who for who, _ in table.record] == [SIMULTANEOUS]
    assert table.seat == 0
    assert "gets" in table.result
    assert Table(RULES, [agent("perfect", RULES)] * 2).result == "Player 1 wins."


def test_moves_that_cannot_be_read_are_told_with_those_that_can() -> None:
    together = as_rules(kb.game("chicken")).position()
    with pytest.raises(GameError, match="no choice 'stop' here; the choices are: straight, swerve"):
        read_move(together, 0, "stop")
    with pytest.raises(GameError, match="no choice"):
        read_turn(together, 0, "stop")
    with pytest.raises(GameError, match="the moves are: 1, 2, 3"):
        read_turn(RULES.position(), 0, "9")
    assert read_turn(RULES.position(), 0, "2") == [2]


def test_hints_and_analyses_of_every_kind_of_game() -> None:
    assert hint(as_rules(kb.game("chicken")).position(), 0) == "an equilibrium always plays swerve"
    assert hint(kb.game("pig 5").position(), 0).startswith("roll")
    assert "simultaneous" in analysis(as_rules(kb.game("chicken")).position())
    assert "roll" in analysis(kb.game("pig 5").position())


def test_a_tree_that_is_too_large_is_not_drawn(monkeypatch) -> None:
    monkeypatch.setattr("kibitz.play.adapters.played_tree.MOST_NODES", 3)
    assert played_tree(kb.game("centipede"), [0], 0) is None


class Alone(Rules):
    """A game of one player, whose first move ends it."""

    players = 1

    def start(self) -> int:
        return 0

    def player(self, state: int) -> int:
        return -1 if state else 0

    def moves(self, state: int) -> tuple[int, ...]:
        return (1,)

    def play(self, state: int, move: int) -> int:
        return move

    def payoffs(self, state: int) -> tuple[int]:
        return (state,)


def test_tournaments_need_opponents_and_say_who_forfeited() -> None:
    with pytest.raises(GameError, match="a game of two or more players"):
        tournament(Alone(), ["random", "depth:2"])

    with pytest.raises(GameError, match="two or more different agents"):
        tournament(RULES, ["random"])

    def make(spec: str, *given: Any, **more: Any) -> Any:
        return GivesUp() if spec == "timid" else agent(spec, *given, **more)

    done = tournament(RULES, ["random", "timid"], games=1, make=make)
    assert done.remarks == ("timid forfeited 1 game: gave up",)
