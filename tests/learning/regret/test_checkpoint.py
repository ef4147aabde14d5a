"""Runs go on from checkpoints bit for bit, whatever ended them."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import kibitz
from helpers.trees import kuhn
from kibitz.core.errors import GameError
from kibitz.core.files import npz_file
from kibitz.extensive.arrows.unfold import unfold
from kibitz.learning.regret.cfr import CFR, VARIANTS, cfr
from kibitz.learning.regret.checkpoint import restore_checkpoint, save_checkpoint
from kibitz.learning.regret.flat_game import flat_game
from kibitz.learning.regret.subtrees import subtrees

ARRAYS = ("strategy", "plan", "regret", "instant", "average")


def same(one, other):
    return all((getattr(one, name) == getattr(other, name)).all() for name in ARRAYS)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_resumes_bit_for_bit(tmp_path, variant, dtype):
    path = tmp_path / "run.ckpt"
    whole = CFR(kuhn(3), VARIANTS[variant], dtype)
    whole.run(iterations=200)
    CFR(kuhn(3), VARIANTS[variant], dtype).run(iterations=77, checkpoint=path)
    later = CFR(kuhn(3), VARIANTS[variant], dtype)
    restore_checkpoint(later, path)
    later.run(iterations=200)
    assert same(whole, later)
    measured = [(p.iteration, p.exploitability) for p in whole.history]
    assert measured == [(p.iteration, p.exploitability) for p in later.history]


def test_a_target_is_reached_at_the_same_iteration(tmp_path):
    path = tmp_path / "run.ckpt"
    whole = cfr(kuhn(3), target=1e-4)
    cfr(kuhn(3), iterations=50, checkpoint=path)
    later = cfr(kuhn(3), target=1e-4, checkpoint=path, resume=True)
    assert later.iterations == whole.iterations
    assert (later.profile.weights == whole.profile.weights).all()


SCRIPT = """
import sys
sys.path.insert(0, {tests!r})
from helpers.trees import kuhn
from kibitz.learning.regret.cfr import CFR, VARIANTS
CFR(kuhn(5), VARIANTS["cfr+"]).run(seconds=120, checkpoint={path!r}, every=0.02)
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_survives_being_stopped(tmp_path, how):
    path = tmp_path / "run.ckpt"
    tests = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))
    process = subprocess.Popen([sys.executable, "-c", SCRIPT.format(tests=tests, path=str(path))])
    try:
        deadline = time.monotonic() + 100
        while not path.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        time.sleep(0.2)
        process.send_signal(how)
        code = process.wait(60)
    finally:
        process.kill()
    assert code == (-signal.SIGKILL if how == signal.SIGKILL else 0)
    after = CFR(kuhn(5), VARIANTS["cfr+"])
    restore_checkpoint(after, path)
    assert after.iterations > 0
    whole = CFR(kuhn(5), VARIANTS["cfr+"])
    whole.step(after.iterations, np.zeros(4, np.int64))
    assert same(whole, after)


def test_a_full_disk_leaves_the_previous_checkpoint(tmp_path, monkeypatch):
    path = tmp_path / "run.ckpt"
    run = CFR(kuhn(3), VARIANTS["cfr+"])
    run.run(iterations=10, checkpoint=path)
    before = path.read_bytes()

    def full(descriptor):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(GameError, match="No space left on device; the existing file is unchanged"):
        run.run(iterations=20, checkpoint=path)
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["run.ckpt"]


def test_refuses_what_does_not_fit(tmp_path):
    path = tmp_path / "run.ckpt"
    run = CFR(kuhn(3), VARIANTS["cfr+"])
    run.run(iterations=10, checkpoint=path)
    with pytest.raises(GameError, match="another game"):
        restore_checkpoint(CFR(kuhn(4), VARIANTS["cfr+"]), path)
    with pytest.raises(GameError, match="variant 'cfr\\+'"):
        restore_checkpoint(CFR(kuhn(3), VARIANTS["linear"]), path)
    with pytest.raises(GameError, match="dtype 'float64'"):
        restore_checkpoint(CFR(kuhn(3), VARIANTS["cfr+"], np.float32), path)
    with pytest.raises(GameError, match="resume needs a checkpoint"):
        cfr(kuhn(3), iterations=5, resume=True)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(GameError, match="not a complete Kibitz checkpoint"):
        restore_checkpoint(run, path)
    npz_file.write(path, {"kind": "checkpoint", "version": 0}, {})
    with pytest.raises(GameError, match="version 0"):
        restore_checkpoint(run, path)
    with pytest.raises(GameError, match="there is no directory"):
        save_checkpoint(run, tmp_path / "nowhere" / "run.ckpt")


@pytest.mark.parametrize("variant", ["cfr-simultaneous", "discounted", "predictive"])
def test_threads_change_nothing(variant):
    tree = unfold(kibitz.game("leduc"))
    one = CFR(tree, VARIANTS[variant])
    two = CFR(tree, VARIANTS[variant], threads=2)
    for run in (one, two):
        run.step(20, np.zeros(4, np.int64))
    assert any(len(part.below) for part in two._parts)
    for name in ("strategy", "plan", "regret", "average"):
        assert (getattr(one, name) == getattr(two, name)).all()


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("threads", [1, 2, 7])
def test_parts_are_all_information_sets_and_do_not_touch(threads):
    flat = flat_game(unfold(kibitz.game("leduc 3")))
    for player in range(2):
        found = subtrees(flat, player, threads)
        both = np.concatenate([found.top, found.below])
        assert sorted(both.tolist()) == flat.infosets[player].tolist()
        part_of = dict.fromkeys(found.top.tolist(), -1)
        for part in range(len(found.starts) - 1):
            members = found.below[found.starts[part] : found.starts[part + 1]].tolist()
            assert members == sorted(members)
            part_of |= dict.fromkeys(members, part)
        for infoset, part in part_of.items():
            before = flat.parent[infoset]
            if part >= 0:
                above = part_of[int(flat.game.treeplex.infoset_of[before])]
                assert above in (-1, part)
        behind = {}
        for infoset, part in part_of.items():
            behind.setdefault(int(flat.parent[infoset]), set()).add(part)
        assert all(len(parts) == 1 for parts in behind.values())
