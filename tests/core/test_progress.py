"""Long work: stopped together, broken off where it does not stop."""

from __future__ import annotations

import os
import signal
import threading
import time
from types import SimpleNamespace

import pytest

from kibitz.core import progress
from kibitz.core.compiling.background import in_background
from kibitz.core.progress import settle, stop, stop_within, stops, work


def press() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def press_later(seconds: float = 0.05) -> None:
    threading.Timer(seconds, press).start()


def test_work_within_work_stops_together():
    before = stops()
    with work("outer") as outer:
        with work("inner") as inner:
            press()
            assert inner.stopped
        assert outer.stopped
        with work("later") as later:
            assert not later.stopped
    assert stops() == before + 1


def test_work_that_does_not_stop_is_broken_off_in_programs():
    def wait(seconds: float) -> None:
        with stop_within(0.05), work("deaf"):
            press()
            time.sleep(seconds)

    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        wait(20)
    assert time.monotonic() - began < 10
    wait(0)
    time.sleep(0.1)


def test_what_is_being_told_is_not_broken_off():
    with stop_within(0.05), work("telling"):
        stop()
        settle()
        time.sleep(0.2)


def test_ctrl_c_is_heard_beside_compiled_work():
    press_later()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        in_background(time.sleep, 20)
    assert time.monotonic() - began < 10


def test_work_aside_hands_over_answers_and_errors():
    assert in_background(divmod, 7, 2) == (3, 1)
    with pytest.raises(ZeroDivisionError):
        in_background(divmod, 7, 0)
    answers: list[int] = []
    thread = threading.Thread(target=lambda: answers.append(in_background(sum, [1, 2])))
    thread.start()
    thread.join()
    assert answers == [3]


def test_a_bar_is_shown_only_from_the_main_thread(monkeypatch):
    shown = []
    monkeypatch.setattr(progress, "PATIENCE", -1.0)
    monkeypatch.setattr(progress.sys, "stderr", SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr(progress.Task, "_show", lambda task: shown.append(task.label))

    def count(label):
        with work(label) as task:
            task.advance()

    beside = threading.Thread(target=count, args=("beside",))
    beside.start()
    beside.join()
    count("here")
    assert shown == ["here"]
