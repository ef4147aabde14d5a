"""Work in parts: seeds by part, answers in order, and the same whoever does it."""

from __future__ import annotations

import numpy as np
import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.core.progress import Task as Progress
from kibitz.experiments import multi_start, spread_database, spread_mccfr, spread_training
from kibitz.experiments.pool import Crew
from kibitz.experiments.spread import answers, noun_of, seed_of
from kibitz.rules.examples import TakeAway


def test_seeds_differ_by_part_and_by_seed():
    found = {seed_of(seed, part) for seed in range(20) for part in range(50)}
    assert len(found) == 1000


def test_a_part_that_fails_is_told_in_one_line():
    said = noun_of("nim 1 2")[1]
    with pytest.raises(GameError, match="a part of the work failed"):
        list(answers("sample", said, [{"sampling": "none"}], Progress("parts", 1), workers=0))


def test_games_written_in_python_are_refused():
    with pytest.raises(GameError, match="cannot rebuild it"):
        noun_of(TakeAway(5))


@pytest.mark.slow
def test_a_crew_stays_for_another_lot_unless_it_was_stopped():
    said = {"kind": "typed", "words": "matrix 1 2; 3 4"}
    one = {"game": "m", "specification": said, "method": "auto", "options": {}}
    tasks = [{**one, "row": k, "key": str(k)} for k in range(6)]
    with Crew(1) as crew:
        pids = set()
        for _ in range(2):
            assert len(list(crew.run(tasks, Progress("tasks", 6)))) == 6
            pids.add(crew._workers[0].process.pid)
        assert len(pids) == 1
        stopped = crew.run(tasks, Progress("tasks", 6))
        next(stopped)
        stopped.close()
        assert not crew._workers
        assert len(list(crew.run(tasks, Progress("tasks", 6)))) == 6


@pytest.mark.slow
def test_runs_are_added_up():
    one, two = (spread_mccfr("kuhn-poker", 400, runs=k, seed=1, workers=0) for k in (1, 6))
    assert two.iterations == 6 * one.iterations
    assert two.exploitability < one.exploitability
    alone = kb.game("kuhn-poker").solve("mccfr", iterations=400, seed=seed_of(1, 0))
    assert np.array_equal(alone.sums, one.sums)


def test_bad_numbers_are_one_line(tmp_path):
    with pytest.raises(GameError, match="runs is 0"):
        spread_mccfr("kuhn-poker", 10, runs=0, workers=0)
    with pytest.raises(GameError, match="starts is 0"):
        multi_start("chicken", "global-newton", starts=0)
    with pytest.raises(GameError, match="learners is 0"):
        spread_training("tic-tac-toe", "q-learning", 1, tmp_path, learners=0)
    with pytest.raises(GameError, match="takes rules"):
        spread_mccfr("chicken", 10)
    with pytest.raises(GameError, match="needs rules"):
        spread_database("chicken", tmp_path / "a.kbpd")
    with pytest.raises(GameError, match="has no option 'seed'"):
        multi_start("chicken", "lemke-howson", starts=1, workers=0)


def test_learners_are_made_once(tmp_path):
    files = spread_training("tic-tac-toe", "q-learning", 5, tmp_path, learners=2, workers=0)
    assert len(set(files)) == 2
    times = [file.stat().st_mtime_ns for file in files]
    again = spread_training("tic-tac-toe", "q-learning", 5, tmp_path, learners=2, workers=0)
    assert [file.stat().st_mtime_ns for file in again] == times
