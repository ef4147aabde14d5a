"""Monte Carlo tree search with random games, one thread: Kibitz against OpenSpiel's C++ bot.

Both make the same number of iterations from the start of the same game; OpenSpiel's Othello and
Breakthrough are those of the shelf, its Go has superko where ours has ko and a limit on moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec

import kibitz as kb
from bench.harness import Job, Race, race
from kibitz.rules.game import Rules
from kibitz.search.mcts import mcts

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
        yield race(f"{name}, {iterations:,} iterations", jobs, "Kibitz", repeats=5, budget=10)
