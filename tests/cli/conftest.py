"""What the tests of the command line share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from kibitz.cli import app


@pytest.fixture(autouse=True)
def _no_times(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers tell no times, so that commands print the same again."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")


Run = Callable[..., Any]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run ``kibitz`` with these arguments in an empty directory."""
    monkeypatch.chdir(tmp_path)
    runner = CliRunner()

    def call(*arguments: str, stdin: str | bytes | None = None) -> Any:
        return runner.invoke(app, list(arguments), input=stdin)

    return call


@pytest.fixture
def refuse(run: Run) -> Callable[..., str]:
    """Run ``kibitz`` with bad input: status 2, nothing on stdout, one line on stderr."""

    def call(*arguments: str, stdin: str | bytes | None = None) -> str:
        result = run(*arguments, stdin=stdin)
        assert result.exit_code == 2, (result.stdout, result.stderr)
        assert result.stdout == ""
        assert result.stderr.startswith("kibitz: ")
        assert result.stderr.endswith("\n")
        assert result.stderr.count("\n") == 1
        complaint: str = result.stderr.removeprefix("kibitz: ").rstrip("\n")
        return complaint

    return call
