"""Databases on disk: the same as those in memory, taken up anywhere, checked by samples."""

from __future__ import annotations

import json

import numpy as np
import pytest
from typer.testing import CliRunner

import kibitz as kb
from kibitz.cli import app
from kibitz.core.errors import GameError
from kibitz.play.specs import agent, is_agent
from kibitz.rules.examples import TakeAway
from kibitz.search.kernels import packed as kernels
from kibitz.search.retrograde import packed
from kibitz.search.retrograde.packed import load_packed, packed_database
from kibitz.search.retrograde.retrograde import retrograde


def same(found, right, numbers):
    """Whether two databases say the same of some positions."""
    for number in numbers:
        state = right.state(int(number))
        assert found.value(state) == right.value(state)
        assert found.plies(state) == right.plies(state)
        assert set(found.best_moves(state)) == set(right.best_moves(state))


@pytest.mark.slow
def test_it_says_what_the_one_in_memory_says(tmp_path):
    rules = TakeAway(15)
    found = packed_database(rules, tmp_path / "t.kbpd", block=7)
    right = retrograde(rules)
    assert len(found) == len(right)
    same(found, right, range(len(right)))
    assert found.verify(20).holds
    assert "not proved" in str(found.verify(5))


@pytest.mark.slow
def test_it_goes_on_where_it_was_stopped(tmp_path, monkeypatch):
    rules, folder = TakeAway(30), tmp_path / "t.kbpd"
    asked = []

    def stop(rules_, task):
        asked.append(1)
        if len(asked) % 5 == 0:
            raise GameError("stopped")

    with monkeypatch.context() as patch:
        patch.setattr(packed, "_stop", stop)
        for _ in range(60):
            try:
                packed_database(rules, folder, block=16)
            except GameError:
                continue
            break
    found = packed_database(rules, folder, block=16)
    assert len(asked) > 10
    right = retrograde(rules)
    same(found, right, range(len(right)))


@pytest.mark.slow
def test_a_changed_byte_is_found_out(tmp_path):
    folder = tmp_path / "t.kbpd"
    found = packed_database(TakeAway(15), folder)
    codes = np.memmap(folder / packed.CODES, np.uint8, "r+")
    place = found.number((9, 0))
    codes[place] = kernels.FIRST if codes[place] != kernels.FIRST else kernels.FIRST + 1
    codes.flush()
    proof = load_packed(folder, TakeAway(15)).verify(1000)
    assert [check.passed for check in proof.checks] == [False, False]


def test_bad_folders_are_one_line(tmp_path):
    with pytest.raises(GameError, match=r"ends in \.kbpd"):
        packed_database(TakeAway(5), tmp_path / "t")
    folder = tmp_path / "t.kbpd"
    with pytest.raises(GameError, match="no packed database here"):
        load_packed(folder, TakeAway(5))
    folder.mkdir()
    head = {**packed._about(TakeAway(5)), "phase": "deciding"}
    (folder / packed.HEAD).write_text(json.dumps(head))
    with pytest.raises(GameError, match="made for"):
        load_packed(folder, TakeAway(6))
    with pytest.raises(GameError, match="not finished"):
        load_packed(folder, TakeAway(5))
    with pytest.raises(GameError, match="too many for a file"):
        packed._fitted(kb.game("connect-four"), np.zeros(2, np.int64), np.full(2, 1 << 42))


def test_codes_tell_who_wins_and_when():
    assert [packed._value(code) for code in (1, 2, 3, 4, 5)] == [0, 1, -1, 1, -1]
    assert [packed._plies(code) for code in (1, 2, 3, 4, 5)] == [None, 0, 0, 1, 1]


@pytest.mark.slow
def test_a_chess_ending_on_disk_is_played_and_looked_up(tmp_path):
    rules, folder = kb.game("lone-king"), tmp_path / "kqk.kbpd"
    found, right = packed_database(rules, folder), retrograde(rules)
    assert len(found) == len(right)
    assert found.head["longest"] == 20
    same(found, right, np.random.default_rng(0).integers(0, len(right), 300))
    assert is_agent(str(folder))
    player = agent(str(folder), rules)
    assert player.choose(rules.position(), 0) in right.best_moves(rules.start())
    look_up = ["database", "lone-king", "Kd2", "--load"]
    for words in (look_up, ["analyze", "lone-king", "Kd2", "--method"]):
        done = CliRunner().invoke(app, [*words, str(folder)])
        assert done.exit_code == 0, done.stderr
        assert "moves of both to the end" in done.stdout
