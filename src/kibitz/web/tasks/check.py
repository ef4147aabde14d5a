"""Play random games by some rules, and report where they contradict themselves."""

from __future__ import annotations

from typing import Any

from kibitz.web.tasks.noun import noun_of

GAMES = 30


def run(text: str) -> dict[str, Any]:
    """The report; games without moves have nothing to check."""
    from kibitz.rules.check import check
    from kibitz.rules.game import Rules

    noun = noun_of(text)
    if not isinstance(noun, Rules):
        return {"passed": True, "text": f"a {noun.kind} game; it has no rules to play by"}
    report = check(noun, GAMES, compiled=False)
    return {"passed": report.passed, "text": str(report).partition("; runs in Python")[0]}
