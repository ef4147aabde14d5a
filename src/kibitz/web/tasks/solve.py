"""Solve a game, and check the answer."""

from __future__ import annotations

from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.solution import Solution
from kibitz.web.tasks.noun import noun_of
from kibitz.web.tasks.options import read_options


def run(text: str, method: str = "auto", options: dict[str, str] | None = None) -> dict[str, Any]:
    """The answer as people read it and as JSON, with its certificate."""
    answer = solved(text, method, options)
    return {
        "text": str(answer),
        "json": answer.to_json(),
        "method": answer.method,
        "exact": bool(answer.exact),
        "certificate": _certificate(answer),
    }


def solved(text: str, method: str = "auto", options: dict[str, str] | None = None) -> Solution:
    """The answer itself."""
    noun = noun_of(text)
    answer: Any = noun.solve(method, **read_options(options or {}))
    if not isinstance(answer, Solution):
        raise GameError(f"{method} gives no answer that can be shown here")
    return answer


def _certificate(answer: Solution) -> dict[str, Any]:
    return answer.verify().to_json()
