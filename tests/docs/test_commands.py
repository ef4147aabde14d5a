"""Commands that the book tells its readers to type."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kibitz.cli import app

DOCS = Path(__file__).parents[2] / "docs"
STARTS = sorted((DOCS / "start").glob("*.md"))
SAVED = re.compile(r"Save this as `(\w+\.py)`:\n\n```python\n(.*?)```", re.DOTALL)
"""Files that the reader is asked to write, with what is in them."""
BLANKS = {"GAME", "TABLE", "PROBLEM", "STRATEGY"}
"""What the reader fills in."""
PROGRAM = '{"c": [4, 7, 3], "A": [[1, 3, 1], [2, 3, 1], [1, 1, 2]], "b": [12, 15, 8]}'


def typed(page: str) -> list[str]:
    """The commands of a page: after a prompt, or in a column of commands."""
    shown = re.findall(r"^\$ kibitz (.*?)(?: +# .*)?$", page, re.MULTILINE)
    listed = re.findall(r"\| `kibitz (.*)` \|$", page, re.MULTILINE)
    return [command for command in shown + listed if not BLANKS & set(command.split())]


def runs(command: str) -> None:
    done = CliRunner().invoke(app, shlex.split(command))
    assert done.exit_code == 0, (command, done.stderr)
    assert done.stdout.strip()


@pytest.mark.parametrize("path", STARTS, ids=lambda path: path.name)
def test_first_pages(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, block in SAVED.findall(path.read_text("utf-8")):
        Path(name).write_text(re.sub(r"^(>>>|\.\.\.) ?", "", block, flags=re.MULTILINE))
    for command in typed(path.read_text("utf-8")):
        if command != "tour":
            runs(command)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["textbooks", "glossary"])
def test_every_row_has_a_command(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("program.json").write_text(PROGRAM)
    commands = typed((DOCS / f"{name}.md").read_text("utf-8"))
    assert len(commands) >= 20
    for command in commands:
        runs(command)
