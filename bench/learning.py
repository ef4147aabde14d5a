"""Learning: steps of tabular learners, against OpenSpiel's agents on the same game."""

from __future__ import annotations

import time
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import numpy as np

from bench.harness import Job, Race, race
from kibitz.core.shelf import game
from kibitz.learning.tabular.table_learner import TableLearner
from kibitz.learning.training.lesson import Lesson
from kibitz.learning.training.model import make_learner

STEPS = 10_000
"""Steps that a round times, of everybody."""


def ours(method: str) -> Job:
    """So many steps of one of our learners on tic-tac-toe; its table is made beforehand."""
    learner = make_learner(Lesson(game("tic-tac-toe")), method, {})
    assert isinstance(learner, TableLearner)
    log = np.zeros((1, 8))
    return lambda: learner.loop(STEPS, log)


def theirs() -> Job:
    """So many steps of OpenSpiel's tabular Q-learners, both sides learning."""
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms import tabular_qlearner

    field = rl_environment.Environment("tic_tac_toe")
    count = field.action_spec()["num_actions"]
    agents: list[Any] = [
        tabular_qlearner.QLearner(player_id=k, num_actions=count) for k in range(2)
    ]

    def learn() -> None:
        done = 0
        while done < STEPS:
            here = field.reset()
            while not here.last():
                found = agents[here.observations["current_player"]].step(here)
                here = field.step([found.action])
                done += 1
            for agent in agents:
                agent.step(here)

    return learn


def races() -> Iterator[Race]:
    jobs = {
        "Kibitz": ours("q-learning"),
        "Kibitz SARSA": ours("sarsa"),
        "Kibitz TD(λ)": ours("td-lambda"),
    }
    if find_spec("pyspiel") is not None:
        jobs["OpenSpiel"] = theirs()
    title = f"Q-learning of tic-tac-toe, {STEPS:,} steps"
    yield race(title, jobs, "Kibitz", clock=time.process_time)
