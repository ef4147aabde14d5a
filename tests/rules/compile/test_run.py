"""Compiled searches in threads of their own, and how they end."""

import threading
import time

import numpy as np
import pytest

from kibitz.rules.compile import run as running
from kibitz.rules.compile.run import STOP, run


def test_a_search_interrupted_while_it_starts_is_told_to_stop(monkeypatch):
    control, ended = np.zeros(2, np.int64), threading.Event()

    def kernel():
        while not control[STOP]:
            time.sleep(0.001)
        ended.set()

    def interrupted(thread):
        thread.start()
        raise KeyboardInterrupt

    monkeypatch.setattr(running, "_start", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run(kernel, control)
    assert ended.wait(10)
    assert control[STOP]


def test_a_search_that_ends_by_itself_leaves_the_sign_alone():
    control = np.zeros(2, np.int64)
    assert run(lambda: 5, control) == 5
    assert not control[STOP]
