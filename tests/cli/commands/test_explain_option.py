"""--explain on the commands that answer: a derivation as text and as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

BIMATRIX = ("bimatrix", "0 6 -1; 4 3 5", "0 2 2; -1 6 5")

COMMANDS = {
    ("coalition", *BIMATRIX): "I against II: check",
    ("coalition", *BIMATRIX, "--reading", "threat"): "(10 + (-9/10))/2 = 91/20",
    ("coalition", "A:100 B:110 A,B:140", "--costs"): "Costs added, by orders of arrival",
    ("safety", *BIMATRIX): "I against the rest: check",
    ("voting", "51", "40", "30", "20", "10"): "Swings by size",
    ("nash-map", *BIMATRIX): "What I would gain",
    ("pareto", *BIMATRIX): "Verification",
    ("stackelberg", *BIMATRIX): "The best of these",
    ("correlated", *BIMATRIX): "What must not pay",
    ("equilibria", *BIMATRIX): "Best responses",
    ("bankruptcy", "200", "100", "200", "300"): "The problem",
    ("repeat", "prisoners-dilemma", "--rounds", "3"): "1. ",
    ("structure", *BIMATRIX, "--what", "pure-equilibria"): "The answer",
    ("structure", *BIMATRIX): "pure-equilibria: The answer",
    ("solve", "matrix", "2 0; 1 3"): "Make the column player indifferent",
}


LONG = ("structure", *BIMATRIX)


@pytest.mark.parametrize(
    "words",
    [pytest.param(w, marks=pytest.mark.slow) if w == LONG else w for w in COMMANDS],
    ids=" ".join,
)
def test_explain_derives_the_answer(run: Callable[..., Any], words: tuple[str, ...]) -> None:
    result = run(*words, "--explain")
    assert result.exit_code == 0, result.stderr
    assert COMMANDS[words] in result.stdout


def test_explain_as_json_has_the_steps(run: Callable[..., Any]) -> None:
    told = json.loads(run("safety", *BIMATRIX, "--explain", "--json").stdout)
    assert told["steps"][0]["heading"] == "The question"
