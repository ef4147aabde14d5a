"""The checker finds every kind of contradiction, and none where there is none."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from helpers.broken_rules import FAULTS
from kibitz.cli import app
from kibitz.core.errors import GameError
from kibitz.rules.check import check
from kibitz.rules.examples import TakeAway


@pytest.mark.parametrize("game", FAULTS, ids=lambda game: game.__name__)
def test_finds_the_fault(game):
    report = check(game(9), games=50, compiled=False) if game.__init__ is TakeAway.__init__ else (
        check(game(), games=2, compiled=False)
    )  # fmt: skip
    assert not report
    assert {finding.method for finding in report.findings} == {FAULTS[game]}
    assert all(finding.position for finding in report.findings)


def test_passes_sound_rules():
    report = check(TakeAway(9))
    assert report.passed
    assert report.compiled == ""
    assert report.longest <= 9


def test_needs_a_game_to_play():
    with pytest.raises(GameError, match="at least 1"):
        check(TakeAway(9), games=0)


def test_command(tmp_path: Path):
    source = (Path(__file__).parents[1] / "helpers" / "broken_rules.py").read_text(encoding="utf-8")
    (tmp_path / "mine.py").write_text(source, encoding="utf-8")
    run = CliRunner().invoke(app, ["check", f"{tmp_path}/mine.py:NotZeroSum"])
    assert run.exit_code == 1
    assert "add up to 2" in run.output
    fine = CliRunner().invoke(app, ["check", f"{tmp_path}/mine.py:TakeAway", "--json"])
    assert fine.exit_code == 0
    assert '"passed": true' in fine.output
