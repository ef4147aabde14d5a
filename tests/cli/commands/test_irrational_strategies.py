"""Strategies with square roots on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

ROW = "sqrt(2)-1, 2 - sqrt(2)"


def test_claims_written_by_hand(run: Any, tmp_path: Path) -> None:
    claim = {"kind": "equilibrium", "strategies": [["sqrt(2)-1", "2-sqrt(2)"]] * 3}
    file = tmp_path / "claim.json"
    file.write_text(json.dumps(claim), encoding="utf-8")
    assert run("verify", "finger-game", "3", str(file)).exit_code == 0
    claim["strategies"][1] = ["sqrt(3)-1", "2-sqrt(3)"]
    file.write_text(json.dumps(claim), encoding="utf-8")
    assert run("verify", "finger-game", "3", str(file)).exit_code == 1


def test_the_command_reads_roots(run: Any) -> None:
    told = run("evaluate", "matrix", "2 1; 0 3", "--row", "√2/2, 1 - √2/2")
    assert told.exit_code == 0
    assert "guarantees sqrt(2)" in told.output
    told = run("evaluate", "finger-game", "3", "--profile", f"{ROW}; {ROW}; {ROW}")
    assert "payoff 6-4*sqrt(2), regret 0" in told.output
