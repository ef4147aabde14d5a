"""The guard against slower code: ratios to plain Python, compared with stored ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench import check


@pytest.fixture
def marks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(check, "MARKS", tmp_path / "marks.json")
    monkeypatch.setattr(check, "LEAST", 1e-4)
    monkeypatch.setattr(check, "jobs", lambda: {"a loop": check.reference})
    return tmp_path / "marks.json"


def test_without_marks_it_says_how_to_set_them(
    marks: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check.main([]) == 2
    assert "--write" in capsys.readouterr().err


def test_it_names_what_got_slower(marks: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check.main(["--write"]) == 0
    stored = json.loads(marks.read_text())
    assert 0.3 < stored[check.machine_class()]["a loop"] < 3
    stored[check.machine_class()]["a loop"] = 0.01
    marks.write_text(json.dumps(stored))
    assert check.main([]) == 1
    assert "a loop: " in capsys.readouterr().out
    stored[check.machine_class()]["a loop"] = 100.0
    marks.write_text(json.dumps(stored))
    assert check.main([]) == 0
    assert "nothing is slower" in capsys.readouterr().out


def test_every_stored_mark_is_of_a_job_that_there_is() -> None:
    stored = json.loads(check.MARKS.read_text(encoding="utf-8"))
    assert {name for marks in stored.values() for name in marks} <= set(check.jobs())
