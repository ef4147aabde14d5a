"""Training: budgets, checkpoints that go on bit for bit, models in files, curves and logs."""

from __future__ import annotations

import json
import os
import signal
import struct
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path

import numpy as np
import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.core.files import npz_file
from kibitz.learning.training.curves import draw_history, ticks
from kibitz.learning.training.event_log import EventLog, crc32c
from kibitz.learning.training.history import History
from kibitz.learning.training.learner import Kept, Learner
from kibitz.learning.training.lesson import Lesson
from kibitz.learning.training.live_plot import LivePlot, braille_curve, sparkline
from kibitz.learning.training.model import Model, load_model
from kibitz.learning.training.train import _Run, train
from kibitz.play.specs import agent
from kibitz.rules.check import check
from kibitz.rules.examples import TakeAway


def same(one: Model, other: Model) -> bool:
    mine, theirs = one.learner.state(), other.learner.state()
    return mine.facts == theirs.facts and all(
        np.array_equal(mine.arrays[name], theirs.arrays[name]) for name in mine.arrays
    )


def test_the_same_seed_learns_the_same() -> None:
    first = train(TakeAway(9), "q-learning", rounds=4, seed=3)
    assert same(first, train(TakeAway(9), "q-learning", rounds=4, seed=3))
    assert not same(first, train(TakeAway(9), "q-learning", rounds=4, seed=4))


def test_a_resumed_run_goes_on_bit_for_bit(tmp_path: Path) -> None:
    whole = train(TakeAway(9), "q-learning", rounds=7, seed=1)
    path = tmp_path / "m.kbz"
    train(TakeAway(9), "q-learning", rounds=3, seed=1, output=path)
    rest = train(TakeAway(9), "q-learning", rounds=7, seed=1, output=path, resume=True)
    assert rest.rounds == 7
    assert same(whole, rest)
    assert same(whole, load_model(path, TakeAway(9)))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"seed": 2}, "this run has seed 1, not 2"),
        ({"exploration": 0.5}, "this run has options {}, not {'exploration': 0.5}"),
    ],
)
def test_another_run_is_not_resumed(tmp_path: Path, options: dict[str, float], words: str) -> None:
    path = tmp_path / "m.kbz"
    train(TakeAway(9), "q-learning", rounds=1, seed=1, output=path)
    with pytest.raises(GameError, match=words):
        train(
            TakeAway(9), "q-learning", rounds=2, output=path, resume=True, **{"seed": 1, **options}
        )


def test_heaps_are_learned_as_games_with_moves(tmp_path: Path) -> None:
    heaps, path = kb.game("nim 1 2"), tmp_path / "m.kbz"
    model = train(heaps, "q-learning", rounds=2, output=path)
    assert same(model, load_model(path, heaps))
    assert same(model, train("nim 1 2", "q-learning", rounds=2))


def test_resume_needs_a_checkpoint(tmp_path: Path) -> None:
    with pytest.raises(GameError, match=r"m\.ckpt: no such file"):
        train(TakeAway(9), "q-learning", rounds=1, output=tmp_path / "m.kbz", resume=True)
    with pytest.raises(GameError, match="give the output"):
        train(TakeAway(9), "q-learning", rounds=1, resume=True)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"minutes": 0}, "minutes is 0; the budget must be more than 0"),
        ({"minutes": float("nan")}, "the budget must be more than 0"),
        ({"minutes": "3"}, "minutes is '3'; it must be a number"),
        ({"rounds": 1.5}, "rounds is 1.5; it must be a whole number"),
        ({"rounds": 0}, "rounds is 0; the budget must be at least 1"),
        ({"minutes": 1, "rounds": 1}, "minutes or rounds, not both"),
        ({"rounds": 1, "output": "m.txt"}, "m.txt: a model is saved as .kbz"),
        ({"rounds": 1, "seed": -1}, "seed is -1"),
        ({"rounds": 1, "rate": 2}, "rate is 2; it must lie between 0 and 1"),
        ({"rounds": 1, "rat": 2}, "q-learning has no option 'rat'; did you mean 'rate'"),
        ({"rounds": 1, "zzz": 2}, "'zzz'; known: rate, exploration, starts, steps$"),
    ],
)
def test_bad_input_is_one_line(given: dict[str, float], words: str) -> None:
    with pytest.raises(GameError, match=words) as told:
        train(TakeAway(5), "q-learning", **given)
    assert "\n" not in str(told.value)


def test_a_model_is_for_one_game_and_one_version(tmp_path: Path) -> None:
    path = tmp_path / "m.kbz"
    train("pig 8", "q-learning", rounds=1, output=path)
    assert load_model(path).game == kb.game("pig 8")
    with pytest.raises(GameError, match="trained on another game, pig goal=8"):
        load_model(path, kb.game("pig 9"))
    about, arrays = npz_file.read(path, "model", 1)
    npz_file.write(path, {**about, "version": 2}, arrays)
    with pytest.raises(GameError, match="version 2 of the model format"):
        load_model(path)
    npz_file.write(path, {**about, "method": "luck"}, arrays)
    with pytest.raises(GameError, match=r"m\.kbz: unknown method 'luck'"):
        load_model(path)
    npz_file.write(path, about, {**arrays, "know.q": arrays["know.q"][1:]})
    with pytest.raises(GameError, match=r"m\.kbz: q does not fit this game"):
        load_model(path)
    lost = {name: array for name, array in arrays.items() if name != "know.luck"}
    npz_file.write(path, about, lost)
    with pytest.raises(GameError, match=r"m\.kbz: luck does not fit this game"):
        load_model(path)
    npz_file.write(path, about, {**arrays, "know.q": np.full_like(arrays["know.q"], np.nan)})
    with pytest.raises(GameError, match=r"m\.kbz: there is NaN in what was learned \(q\)"):
        load_model(path)
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(GameError, match="not a complete Kibitz"):
        agent(str(path), kb.game("pig 8"))


def test_a_model_plays_perfectly_what_it_has_learned(tmp_path: Path) -> None:
    path = tmp_path / "m.kbz"
    train(TakeAway(9), "q-learning", rounds=5, output=path)
    player = agent(str(path), TakeAway(9), seed=1)
    here = TakeAway(9).position()
    while not here.is_over:
        other = here.moves[0]
        here = here.play(player.choose(here, 0) if here.player == 0 else other)
    assert here.payoffs == (1, -1)


class Broken(Learner):
    """Learns well for a while."""

    rounds = 0

    def learn(self):
        self.rounds += 1
        return {"loss": 1.0 if self.rounds < 3 else float("nan")}

    def state(self):
        return Kept({"rounds": self.rounds}, {})

    def restore(self, kept):
        self.rounds = kept.facts["rounds"]

    def policy(self, state, player):
        return {1: 1.0}


def test_a_loss_that_is_not_a_number_stops_and_keeps_the_last_good(tmp_path: Path) -> None:
    path = tmp_path / "m.kbz"
    lesson = Lesson(TakeAway(5))
    run = _Run(Model(lesson, "broken", {}, Broken(lesson)), 60, 10, path, None, None)
    run.learner.learn()
    run.rounds = 1
    run._keep()
    before = path.with_suffix(".ckpt").read_bytes()
    with pytest.raises(GameError, match=r"loss is nan in round 3.*holds round 1"):
        run.finish()
    assert path.with_suffix(".ckpt").read_bytes() == before


class Poisoned(Broken):
    """Has NaN in what it knows from the third round on, and says nothing of it."""

    table = np.zeros(2)

    def learn(self):
        self.rounds += 1
        self.table = np.array([0.5, np.nan if self.rounds > 2 else 0.5])
        return {"loss": 1.0}

    def state(self):
        return Kept({"rounds": self.rounds}, {"table": self.table})


class Failing(Poisoned):
    """Cannot compute with the NaN that it has."""

    def learn(self):
        told = super().learn()
        if np.isnan(self.table).any():
            np.linalg.eigh(np.diag(self.table))
        return told


@pytest.mark.parametrize("kind", [Poisoned, Failing])
def test_nan_that_no_measure_shows_is_not_kept(
    kind: type[Broken], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules["kibitz.learning.training.train"], "BETWEEN", -1.0)
    path = tmp_path / "m.kbz"
    lesson = Lesson(TakeAway(5))
    run = _Run(Model(lesson, "broken", {}, kind(lesson)), 60, 10, path, None, None)
    with pytest.raises(GameError, match=r"NaN in what was learned \(table\) in round 3.*round 2"):
        run.finish()
    about, arrays = npz_file.read(path.with_suffix(".ckpt"), "training", 1)
    assert about["rounds"] == 2
    assert np.array_equal(arrays["know.table"], [0.5, 0.5])
    again = _Run(Model(lesson, "broken", {}, kind(lesson), rounds=2), 60, 10, path, None, None)
    again.learner.rounds = 2
    with pytest.raises(GameError, match="holds round 2"):  # before it has kept anything itself
        again.finish()


def test_errors_that_do_not_come_of_nan_are_not_hidden() -> None:
    class Wrong(Broken):
        def learn(self):
            raise ZeroDivisionError

    lesson = Lesson(TakeAway(5))
    with pytest.raises(ZeroDivisionError):
        _Run(Model(lesson, "wrong", {}, Wrong(lesson)), 60, 10, None, None, None).finish()


class Rich(TakeAway):
    """Pays more than any number."""

    payoff_bounds = None

    def payoffs(self, state):
        return (float("-inf"), float("inf"))


def test_infinite_payoffs_are_refused() -> None:
    with pytest.raises(GameError, match="payoffs must be finite"):
        train(Rich(4), "td-gammon", rounds=1)
    assert "(-inf, inf) has something in it that is not a number" in str(
        check(Rich(4), compiled=False)
    )


class Compiled(Broken):
    """Takes its time in the first round only."""

    def learn(self):
        self.rounds += 1
        time.sleep(0.3 if self.rounds == 1 else 0.01)
        return {"loss": 1.0}


def test_compiling_takes_no_time_from_learning() -> None:
    lesson = Lesson(TakeAway(5))
    found = _Run(Model(lesson, "compiled", {}, Compiled(lesson)), 0.1, None, None, None, None)
    assert found.finish().rounds > 2


@pytest.mark.slow
def test_a_killed_run_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "m.kbz"
    code = (
        "import kibitz.learning.training.train as t, sys; t.BETWEEN = 0.05\n"
        f"t.train('pig 15', 'q-learning', minutes=5, seed=5, output={str(path)!r})"
    )
    child = subprocess.Popen([sys.executable, "-c", code], env=dict(os.environ))
    for _ in range(600):
        if path.exists():
            break
        time.sleep(0.1)
    time.sleep(1.0)
    child.send_signal(signal.SIGKILL)
    child.wait()
    about, _ = npz_file.read(path.with_suffix(".ckpt"), "training", 1)
    done = about["rounds"]
    rest = train("pig 15", "q-learning", rounds=done + 2, seed=5, output=path, resume=True)
    assert same(rest, train("pig 15", "q-learning", rounds=done + 2, seed=5))


def test_ticks_reach_from_end_to_end() -> None:
    for low, high in ((0, 1), (-3.7, 12), (0.00012, 0.00019), (5e6, 9e6)):
        found = ticks(low, high)
        assert found[0] <= low
        assert found[-1] >= high
        assert 2 <= len(found) <= 6


def test_curves_are_drawn() -> None:
    history = History()
    for k in range(5):
        history.add(k, 0.5 * k, {"loss": 1 / (k + 1), "optimal": k / 5})
    drawn = draw_history(history, "A game: a learner")
    assert "optimal 0.8" in drawn.caption
    assert "logarithmic" not in drawn.to_svg()
    slow = History()
    for row in history.rows:
        slow.add(row.round, 3 * row.seconds, row.measures)
    curves = [
        [line for line in draw_history(each, "A game").to_svg().splitlines() if "polyline" in line]
        for each in (history, slow)
    ]
    assert curves[0] == curves[1]  # the same on a busy machine
    assert len(curves[0]) == 2
    steep = History()
    for k in range(5):
        steep.add(k, float(k), {"exploitability": 10.0**-k, "gap": 10.0**-k - 1e-4})
    assert draw_history(steep, "A game").to_svg().count("logarithmic") == 1  # 0 has no logarithm
    with pytest.raises(GameError, match="fewer than two times"):
        draw_history(History(), "A game")


def test_the_terminal_shows_curves() -> None:
    from rich.console import Console

    history = History()
    for k in range(30):
        history.add(k, 0.5 * k, {"loss": 1 / (k + 1), "optimal": k / 30})
    paper = Console(width=90, record=True, file=StringIO())
    paper.print(LivePlot("Pig: sarsa", "optimal", 60).panel(history))
    text = paper.export_text()
    assert "optimal 0.9667" in text
    assert "round 29 · 14 of 60 s" in text
    paper.print(LivePlot("Pig: sarsa", rounds=40).panel(history))
    assert "round 29 of 40 · 14 s" in paper.export_text()
    history.add(30, 90.0, {"loss": 0.1})
    paper.print(LivePlot("Pig: sarsa", rounds=40).panel(history))
    assert "round 30 of 40 · 90 s · 3.0 s a round" in paper.export_text()
    paper.print(LivePlot("Pig: sarsa").waiting())
    assert "compiling" in paper.export_text()
    assert len(braille_curve([1.0] * 200, 10, 2)[0]) == 10
    few = braille_curve([0.0, 1.0, 0.5], 20, 4)  # as wide as there is room for, without gaps
    assert all(any(line[k] != "\u2800" for line in few) for k in range(20))
    half = braille_curve([0.0, 1.0], 20, 4, [0.0, 0.5])
    assert all(line[11:] == "\u2800" * 9 for line in half)
    assert braille_curve([2.0], 3, 1) == ["\u2840\u2800\u2800"]
    assert sparkline([1.0]) == "▁"


def test_logs_are_records_with_check_sums(tmp_path: Path) -> None:
    with EventLog(tmp_path) as log:
        log.add(7, {"loss": 0.5})
    (path,) = tmp_path.iterdir()
    data, found = path.read_bytes(), []
    while data:
        (size,) = struct.unpack("<Q", data[:8])
        found.append(data[12 : 12 + size])
        data = data[16 + size :]
    assert b"brain.Event:2" in found[0]
    assert b"loss" in found[1]
    assert crc32c(b"") == 0


def test_tensorboard_reads_the_logs(tmp_path: Path) -> None:
    loader = pytest.importorskip("tensorboard.backend.event_processing.event_file_loader")
    with EventLog(tmp_path) as log:
        log.add(7, {"loss": 0.5})
    (path,) = tmp_path.iterdir()
    events = list(loader.LegacyEventFileLoader(str(path)).Load())
    assert events[1].step == 7
    assert events[1].summary.value[0].simple_value == 0.5


def test_the_command_trains_and_plays(tmp_path: Path, monkeypatch, capsys) -> None:
    from typer.testing import CliRunner

    from kibitz.cli.machinery.program import app

    monkeypatch.chdir(tmp_path)
    shell = CliRunner()
    words = ["train", "pig", "8", "--method", "q-learning", "--rounds", "4", "--json"]
    made = shell.invoke(app, [*words, "--set", "exploration=0.2", "--log", "log"])
    assert made.exit_code == 0, made.output
    told = json.loads(made.stdout)
    assert told["rounds"] == 4
    assert told["options"] == {"exploration": 0.2}
    played = shell.invoke(
        app, ["play", "pig", "8", "--me", "random", "--vs", "model.kbz", "--seed", "1", "--json"]
    )
    assert played.exit_code == 0, played.output
    refused = shell.invoke(app, ["train", "pig", "8", "--set", "speed"])
    assert refused.exit_code == 2
    explained = shell.invoke(app, [*words[:-1], "--explain"])
    assert "γ max Q" in explained.stdout


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"rate": "abc"}, "rate is 'abc'; it must be a number"),
        ({"rate": float("nan")}, "rate is nan; it must be finite"),
        ({"steps": 2.5}, "steps is 2.5; it must be a whole number"),
        ({"exploration": True}, "exploration is True; it must be a number"),
    ],
)
def test_settings_of_another_kind_are_refused(options, words) -> None:
    with pytest.raises(GameError, match=words):
        train(TakeAway(9), "q-learning", rounds=1, **options)


@pytest.mark.parametrize(
    ("method", "device", "words"),
    [
        ("q-learning", "gpu", "q-learning learns on the processor; choose auto or cpu"),
        ("q-learning", "tpu", "device is 'tpu'; it must be auto, cpu or gpu"),
        ("alphazero", "gpu", "device is gpu, and JAX sees no graphics card here, only cpu"),
    ],
)
def test_a_missing_card_is_told_in_one_line(method: str, device: str, words: str) -> None:
    if method == "alphazero":
        jax = pytest.importorskip("jax")
        pytest.importorskip("optax")
        if any(each.platform == "gpu" for each in jax.devices()):
            pytest.skip("there is a card")
    with pytest.raises(GameError, match=words):
        train(TakeAway(4), method, rounds=1, device=device)


class _Told(TakeAway):
    """A game whose states hold a long text."""

    def start(self) -> tuple[int, int, str]:  # type: ignore[override]
        return (self.counters, 0, "a text that describes the position")

    def play(self, state, move):  # type: ignore[no-untyped-def, override]
        return (state[0] - move, 1 - state[1], state[2])

    def player(self, state):  # type: ignore[no-untyped-def, override]
        return state[1] if state[0] else -1


def test_a_game_without_an_encoding_is_told_in_one_line() -> None:
    with pytest.raises(GameError, match=r"has no fixed encoding.*give one with @encodes"):
        train(_Told(4), "alphazero", rounds=1)


def test_one_round_is_told_as_one() -> None:
    assert "q-learning, 1 round in " in str(train(TakeAway(9), "q-learning", rounds=1))


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("device=gpu", "this is an option, --device gpu"),
        ("minutes=2", "this is an option, --minutes 2"),
        ("game=chess", "no learner has a setting 'game'"),
        ("speed=1", "has no option 'speed'"),
    ],
)
def test_settings_that_are_options_are_told_in_one_line(setting: str, words: str, tmp_path) -> None:
    from typer.testing import CliRunner

    from kibitz.cli import app

    given = ["train", "tic-tac-toe", "--method", "q-learning", "-o", str(tmp_path / "x.kbz")]
    told = CliRunner().invoke(app, [*given, "--set", setting])
    assert told.exit_code == 2
    assert words in told.stderr
    assert len(told.stderr.strip().splitlines()) == 1
