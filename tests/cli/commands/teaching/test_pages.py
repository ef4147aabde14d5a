"""The pages for the class: what they tell to type works, in the order in which it stands."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[4] / "docs"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["exercises", "experiments"])
def test_the_commands_of_the_page(run, name):
    commands = re.findall(r"^\$ kibitz (.*)$", (DOCS / f"{name}.md").read_text("utf-8"), re.M)
    assert len(commands) > 2
    for command in commands:
        done = run(*shlex.split(command))
        assert done.exit_code in (0, 1 if "grade" in command else 0), (command, done.stderr)
        assert done.stdout
