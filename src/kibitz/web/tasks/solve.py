"""Solve a game, and check the answer."""

from __future__ import annotations

from typing import Any

from kibitz.core.display import text_to_html
from kibitz.core.errors import GameError
from kibitz.core.readable import readable
from kibitz.core.solution import Solution
from kibitz.web.tasks.noun import noun_of
from kibitz.web.tasks.options import read_options
from kibitz.web.tasks.python_call import call, with_method


def run(text: str, method: str = "auto", options: dict[str, str] | None = None) -> dict[str, Any]:
    """The answer as people read it and as JSON, with its certificate."""
    answer = solved(text, method, options)
    return {
        "text": str(answer),
        "html": text_to_html(readable(str(answer), "Export")),
        "json": answer.to_json(),
        "exact": bool(answer.exact),
        "certificate": answer.verify().to_json(),
        "code": call("game.solve", with_method(method, read_options(options or {}))),
    }


def solved(text: str, method: str = "auto", options: dict[str, str] | None = None) -> Solution:
    """The answer itself."""
    answer: Any = noun_of(text).solve(method, **read_options(options or {}))
    if not isinstance(answer, Solution):
        raise GameError(f"{method} gives no answer that can be shown here")
    return answer
