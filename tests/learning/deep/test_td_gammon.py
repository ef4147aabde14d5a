"""TD-Gammon's way: slopes, traces, models, and races compared with exact play."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.learning.deep.td_gammon import TDGammon, td_gammon
from kibitz.learning.encoding.encode import encode
from kibitz.learning.training.lesson import Lesson
from kibitz.learning.training.model import Model, load_model
from kibitz.rules.examples import TakeAway


def in_python(rules: kb.Rules, **changes: float) -> TDGammon:
    settings = {"units": 6, "games": 10, "rate": 0.1, "trace": 0.7, "exploration": 0.2, **changes}
    return TDGammon(Lesson(rules), is_compiled=False, **settings)  # type: ignore[arg-type]


def test_traces_are_slopes_of_the_value() -> None:
    learner = in_python(TakeAway(6))
    state, who, step = (4, 1), 0, 1e-6
    weights = learner.mind.compiled(learner.scale)
    traces = (np.zeros((6, learner.code.size)), np.zeros(6), np.zeros(6), np.zeros(1))
    arguments = (learner.eyes, weights, traces, 0.0, learner.rooms)
    value = learner.machine.trace(state, who, *arguments)
    slopes = [traces[0][2].copy(), traces[1].copy(), traces[2].copy()]
    for at, slope in ((2, slopes[0]), (3, slopes[1]), (4, slopes[2])):
        row = weights[at][2] if at == 2 else weights[at]
        for k in range(3):
            row[k] += step
            moved = learner.machine.trace(state, who, *arguments)
            row[k] -= step
            assert (moved - value) / step == pytest.approx(slope[k], abs=1e-4)


def test_a_small_game_is_learned_in_python() -> None:
    learner = in_python(TakeAway(4))
    for _ in range(12):
        learner.learn()
    assert learner.measure()["optimal"] > 0.9
    assert learner.played == 120


def test_it_is_kept_and_goes_on_bit_for_bit(tmp_path: Path) -> None:
    whole, first, second = (in_python(TakeAway(4)) for _ in range(3))
    for _ in range(2):
        whole.learn()
    first.learn()
    second.restore(first.state())
    second.learn()
    assert (whole.mind.first == second.mind.first).all()
    assert whole.mind.bias == second.mind.bias
    options = {"units": 6}
    path = tmp_path / "model.kbz"
    Model(whole.lesson, "td-gammon", options, whole).save(path)
    again = load_model(path, TakeAway(4))
    assert (again.learner.mind.second == whole.mind.second).all()  # type: ignore[attr-defined]


def test_backgammon_is_seen_from_both_sides_alike() -> None:
    rules = kb.game("backgammon")
    code = encode(rules)
    start = rules.start()
    assert (code.observe(start, 0)[:-1] == code.observe(start, 1)[:-1]).all()
    assert code.observe(start, 0)[:36].tolist() == [0.0] * 30 + [1.0] * 5 + [0.0]


def test_settings_are_checked() -> None:
    lesson = Lesson(TakeAway(4))
    for name, value, told in (
        ("units", 0, "at least 1"),
        ("trace", 2.0, "between 0 and 1"),
        ("rate", 0.0, "positive"),
    ):
        with pytest.raises(GameError, match=told):
            td_gammon(lesson, **{name: value})


@pytest.mark.slow
def test_a_race_is_played_almost_perfectly() -> None:
    model = kb.train("backgammon-race 2 3", "td-gammon", rounds=200, exploration=0.2, rate=0.1)
    assert model.measures["optimal"] > 0.9
    assert model.measures["against random"] > 0.5
