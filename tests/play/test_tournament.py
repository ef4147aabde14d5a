"""Tournaments: fair schedules, ratings, and results that survive."""

from __future__ import annotations

import json
import signal
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.core.progress import work
from kibitz.play import agent
from kibitz.play.rating import elo, mean_interval, score_interval
from kibitz.play.store import Result, TournamentStore
from kibitz.play.tournament import tournament
from kibitz.rules.examples import TakeAway
from kibitz.rules.game import Position
from kibitz.rules.trees.build import game_tree

AGENTS = ["random", "minimax", "flat-monte-carlo:games=3"]


def bare(results: tuple[Result, ...]) -> list[Any]:
    return [(r.seats, r.round, r.payoffs, r.moves, r.ending) for r in results]


def test_everybody_meets_everybody_from_both_sides() -> None:
    done = tournament(TakeAway(6), AGENTS, games=4, seed=2)
    seats = Counter(r.seats for r in done.results)
    assert set(seats.values()) == {2}
    assert len(seats) == 6
    assert [s.games for s in done.standings] == [8, 8, 8]
    assert sum(s.wins for s in done.standings) == sum(s.losses for s in done.standings) == 12
    assert done.standings[0].agent == "minimax"
    assert done.points["minimax"]["random"] + done.points["random"]["minimax"] == 4


def test_swapped_sides_get_the_same_cards() -> None:
    db: list[list[str]] = []
    path = Path("t.sqlite")
    rules = kb.game("kuhn-poker")

    def deals(folder: Path) -> list[list[str]]:
        file = folder / path
        tournament(rules, ["random", "perfect"], games=8, seed=1, db=file)
        with sqlite3.connect(file) as kept:
            return [json.loads(row[0]) for row in kept.execute("SELECT moves FROM games")]

    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        db = deals(Path(folder))
    assert [m[0] for m in db[::2]] == [m[0] for m in db[1::2]]
    assert len({m[0] for m in db}) > 1


def test_a_stopped_tournament_goes_on_where_it_was(tmp_path: Path) -> None:
    whole = tournament(TakeAway(9), AGENTS, games=6, seed=5)
    file = tmp_path / "t.sqlite"
    seen: list[Result] = []

    def crash(result: Result, done: int, of: int) -> None:
        seen.append(result)
        if len(seen) == 7:
            raise RuntimeError("the power fails")

    with pytest.raises(RuntimeError):
        tournament(TakeAway(9), AGENTS, games=6, seed=5, db=file, watch=crash)
    again: list[Result] = []
    done = tournament(
        TakeAway(9), AGENTS, games=6, seed=5, db=file, watch=lambda r, a, b: again.append(r)
    )
    assert len(seen) + len(again) == len(whole.results) == 18
    assert sorted(bare(done.results)) == sorted(bare(whole.results))
    assert [s.elo for s in done.standings] == [s.elo for s in whole.standings]


def test_ctrl_c_keeps_what_was_played(tmp_path: Path) -> None:
    def stop(result: Result, done: int, of: int) -> None:
        raise KeyboardInterrupt

    done = tournament(TakeAway(5), AGENTS, games=2, db=tmp_path / "t.sqlite", watch=stop)
    assert (len(done.results), done.is_complete) == (1, False)
    assert "not complete" in str(done)


def test_agents_and_games_can_be_added_later(tmp_path: Path) -> None:
    file = tmp_path / "t.sqlite"
    tournament(TakeAway(6), AGENTS[:2], games=2, db=file)
    played: list[Result] = []
    tournament(TakeAway(6), AGENTS, games=2, db=file, watch=lambda r, a, b: played.append(r))
    assert len(played) == 4


def test_files_of_something_else_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "t.sqlite"
    tournament(TakeAway(6), AGENTS[:2], games=1, db=file)
    with pytest.raises(GameError, match="holds results for game 'TakeAway', not 'Tic-tac-toe'"):
        tournament(kb.game("tic-tac-toe"), AGENTS[:2], games=1, db=file)
    with pytest.raises(GameError, match="holds results by other rules of this game"):
        tournament(TakeAway(7), AGENTS[:2], games=1, db=file)
    with pytest.raises(GameError, match="holds results for seconds 'None', not '2'"):
        tournament(TakeAway(6), AGENTS[:2], games=1, db=file, seconds=2)
    with pytest.raises(GameError, match="holds results for seed '0', not '1'"):
        tournament(TakeAway(6), AGENTS[:2], games=1, seed=1, db=file)
    text = tmp_path / "notes.txt"
    text.write_text("this is not a database, but a longer text of some kind\n" * 30)
    with pytest.raises(GameError, match="not a file of results"):
        tournament(TakeAway(6), AGENTS[:2], games=1, db=text)
    with pytest.raises(GameError, match="results cannot be saved here"):
        tournament(TakeAway(6), AGENTS[:2], games=1, db=tmp_path / "no" / "t.sqlite")


@pytest.mark.parametrize(
    ("table", "complaint"),
    [("customers", "not a database of this tournament .customers."), ("games", "cannot be read")],
)
def test_databases_of_others_are_left_alone(tmp_path: Path, table: str, complaint: str) -> None:
    file = tmp_path / "shop.sqlite"
    with sqlite3.connect(file) as shop:
        shop.execute(f"CREATE TABLE {table} (name TEXT)")
    shop.close()
    with pytest.raises(GameError, match=complaint):
        tournament(TakeAway(6), AGENTS[:2], games=1, db=file)


def test_a_game_that_another_process_kept_stays(tmp_path: Path) -> None:
    file = tmp_path / "t.sqlite"

    def other(result: Result, done: int, of: int) -> None:
        if done == 1:
            tournament(TakeAway(6), AGENTS[:2], games=4, db=file)

    done = tournament(TakeAway(6), AGENTS[:2], games=4, db=file, watch=other)
    alone = tournament(TakeAway(6), AGENTS[:2], games=4)
    assert bare(done.results) == bare(alone.results)

    def make(spec: str, *rest: Any) -> Any:
        if spec == "minimax" and not kept:
            kept.append(tournament(TakeAway(6), AGENTS[:2], games=2, db=second))
        return agent(spec, *rest)

    kept: list[Any] = []
    second = tmp_path / "u.sqlite"
    done = tournament(TakeAway(6), AGENTS[:2], games=2, db=second, make=make)
    assert bare(done.results) == bare(kept[0].results)


def test_ctrl_c_within_a_search_keeps_nothing_of_that_game(tmp_path: Path) -> None:
    class Cut:
        name = "minimax"

        def choose(self, position: Position, seat: int) -> Any:
            with work("searching"):
                if len(position.history) > 2:
                    signal.raise_signal(signal.SIGINT)
            return position.moves[0]

    def make(spec: str, *rest: Any) -> Any:
        return Cut() if spec == "minimax" else agent(spec, *rest)

    done = tournament(TakeAway(30), AGENTS[:2], games=4, make=make)
    assert (done.results, done.is_complete) == ((), False)
    assert "no game is over yet" in str(done)


def test_bad_input() -> None:
    for agents, games, complaint in (
        (["random"], 1, "two or more different agents"),
        (["random", "random"], 1, "two or more different agents"),
        (["random", "minimax"], 0, "games is 0"),
        (["random", "maximin"], 1, "unknown agent"),
    ):
        with pytest.raises(GameError, match=complaint):
            tournament(TakeAway(6), agents, games)


@pytest.mark.parametrize("games", [1, 2])
def test_few_games_are_json_too(games: int) -> None:
    data = tournament(TakeAway(6), AGENTS[:2], games).to_json()
    (first, *_) = json.loads(json.dumps(data, allow_nan=False))["standings"]
    assert first["payoff"][0] is not None
    assert (first["payoff"][1] is None) == (games == 1)


def test_three_at_a_table() -> None:
    tree = game_tree(
        {
            "player": 0,
            "children": [
                {"player": 1, "children": [{"u": [1, 4, 5]}, {"u": [6, 2, 2]}]},
                {"player": 2, "children": [{"u": [0, 3, 7]}, {"u": [5, 3, 8]}]},
            ],
        }
    )
    done = tournament(tree, ["random", "perfect", "max-n"], games=3)
    assert len(done.results) == 3
    fewer = tournament(tree, ["random", "perfect"], games=3)
    assert len(fewer.results) == 6
    assert all(len(set(r.seats)) == 2 for r in fewer.results)


@given(st.lists(st.integers(0, 20), min_size=6, max_size=6))
@settings(deadline=None)
def test_ratings_expect_what_was_scored(points: list[int]) -> None:
    a, b, c, d, e, f = points
    table = [[0.0, a, b], [c, 0.0, d], [e, f, 0.0]]
    ratings = [r.middle for r in elo(table)]
    assert sum(ratings) == pytest.approx(4500)

    def share(i: int, j: int) -> float:
        return 1 / (1 + 10 ** ((ratings[j] - ratings[i]) / 400))

    gaps = []
    for i in range(3):
        games = [(table[i][j], table[i][j] + table[j][i], share(i, j)) for j in range(3) if i != j]
        gaps.append(sum(won - n * p for won, n, p in games))
    # one drawn game each against the average is all that may pull the sums apart
    assert all(abs(gap) <= 0.5 + 1e-6 for gap in gaps)


def test_intervals_shrink_with_more_games() -> None:
    few, many = score_interval(6, 10), score_interval(600, 1000)
    assert few.low < many.low < 0.6 < many.high < few.high
    assert score_interval(0, 5).low == 0.0
    wide, narrow = mean_interval([1.0, -1.0] * 3), mean_interval([1.0, -1.0] * 300)
    assert narrow.high < wide.high
    assert elo([[0, 150], [50, 0]])[0].low > elo([[0, 15], [5, 0]])[0].low


def test_a_file_that_another_program_holds(tmp_path, monkeypatch):
    monkeypatch.setattr("kibitz.play.store.PATIENCE", 0.05)
    file = tmp_path / "t.sqlite"
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(GameError, match="another program has had it locked"):
            tournament(TakeAway(6), AGENTS[:2], games=1, db=file)


def test_a_closed_file_is_told_in_one_line(tmp_path: Path) -> None:
    with TournamentStore(tmp_path / "t.sqlite", {"game": "nim"}) as store:
        assert not store.has(("a", "b"), 1)
    with pytest.raises(GameError, match=r"cannot be read .*closed"):
        store.has(("a", "b"), 1)
