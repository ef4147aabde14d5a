"""Commands that work by hand prove what they print, when they are asked to."""

from __future__ import annotations

import json
import shlex

import pytest
from typer.testing import CliRunner

from kibitz.cli import app

COMMANDS = [
    'gain "9 5" "6 2; 3 3"',
    'gain "Wind,Rain,Play; No,No,Yes; Yes,Yes,No" --tree',
    "genes 01101 11000 --cross 4 --mutate 2",
    'genes --fitness "5 1 3" --draws "0 0.5"',
    'updates "A Right -1 B; B Right 10 end" --rate 1/2',
    "bandit 0.2 0.5 --policy ucb1 --policy greedy --rounds 20",
    'bandit 0.2 0.5 --past "0 1; 1"',
]


@pytest.mark.parametrize("words", COMMANDS)
def test_verify(words: str) -> None:
    done = CliRunner().invoke(app, [*shlex.split(words), "--verify"])
    assert done.exit_code == 0, done.stderr
    assert "✓" in done.stdout
    done = CliRunner().invoke(app, [*shlex.split(words), "--verify", "--json"])
    assert json.loads(done.stdout)["certificate"]["holds"] is True
    assert "✓" not in CliRunner().invoke(app, shlex.split(words)).stdout


@pytest.mark.parametrize("names", [("ucb1", "ucb1"), ("ucb1", "UCB"), ("softmax:1", "softmax:1")])
def test_a_policy_named_twice_is_refused(names: tuple[str, str]) -> None:
    words = [x for name in names for x in ("--policy", name)]
    done = CliRunner().invoke(app, ["bandit", "0.2", "0.5", *words, "--rounds", "3"])
    assert done.exit_code == 2
    assert "named twice" in done.stderr
