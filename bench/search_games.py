"""Monte Carlo tree search with random games, one thread: Kibitz against OpenSpiel's C++ bot.

Both make the same number of iterations from the start of the same game, with the same constant of
exploration, one random game for each, and no solver; OpenSpiel's Othello and Breakthrough are those
of the shelf, its Go has superko where ours has ko and a limit on moves. Times are of the processor;
several threads are timed by the wall, and by what the last of them spends of its processor, which
is the time by the wall where nobody else wants one.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from functools import partial
from importlib.util import find_spec
from unittest.mock import patch

import kibitz as kb
from bench.harness import Job, Race, Timing, race
from kibitz.rules.game import Rules
from kibitz.search.monte_carlo.mcts import MonteCarloTree, mcts

GAMES = {
    "tic-tac-toe": ("tic_tac_toe", 200_000),
    "connect-four": ("connect_four", 50_000),
    "breakthrough": ("breakthrough", 10_000),
    "hex": ("hex", 10_000),
    "go": ("go(board_size=9)", 5_000),
    "othello score=win": ("othello", 5_000),
}
"""Kibitz's name, OpenSpiel's, and how many iterations."""


def kibitz(name: str, iterations: int) -> Job:
    rules = kb.game(name)
    assert isinstance(rules, Rules)
    return lambda: mcts(rules, iterations=iterations)


def open_spiel(name: str, iterations: int) -> Job:
    import pyspiel

    game = pyspiel.load_game(name)
    judge = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, judge, 1.414, iterations, 1000, False, 1, False)
    state = game.new_initial_state()
    return lambda: bot.step(state)


def races() -> Iterator[Race]:
    """One race for each game."""
    for name, (other, iterations) in GAMES.items():
        jobs = {"Kibitz": kibitz(name, iterations)}
        if find_spec("pyspiel") is not None:
            jobs["OpenSpiel"] = open_spiel(other, iterations)
        title = f"{name}, {iterations:,} iterations"
        yield race(title, jobs, "Kibitz", repeats=5, budget=10, clock=time.process_time)
    yield from threads()


def threads() -> Iterator[Race]:
    """The same number of iterations by one thread and by more, as far as the machine has cores."""
    rules = kb.game("go")
    assert isinstance(rules, Rules)
    counts = [n for n in (1, 2, 4, 8) if n <= (os.cpu_count() or 1)]
    jobs: dict[str, Job] = {
        f"{n} thread{'s' if n > 1 else ''}": partial(mcts, rules, iterations=80_000, threads=n)
        for n in counts
    }
    title = "go, 80,000 iterations by threads"
    wall = time.perf_counter
    yield race(f"{title}, by the wall", jobs, "1 thread", repeats=5, budget=10, clock=wall)
    times: dict[str, list[float]] = {name: [] for name in jobs}
    for _ in range(5):
        for name, job in jobs.items():
            times[name].append(until_the_last(job))
    timings = tuple(Timing(name, tuple(spent)) for name, spent in times.items())
    yield Race(f"{title}, processor time of the last", timings, "1 thread")


def until_the_last(job: Job) -> float:
    """Processor time along the longest way through a search: all else, and the slowest tree."""
    spent: list[float] = []
    plain = MonteCarloTree.grow

    def timed(tree: MonteCarloTree, iterations: int) -> None:
        began = time.thread_time()
        plain(tree, iterations)
        spent.append(time.thread_time() - began)

    began = time.process_time()
    with patch.object(MonteCarloTree, "grow", timed):
        job()
    return time.process_time() - began - sum(spent) + max(spent)
