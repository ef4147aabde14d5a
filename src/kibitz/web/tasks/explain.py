"""Derive an answer step by step."""

from __future__ import annotations

import inspect
from typing import Any

from kibitz.core import verbs
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation
from kibitz.web.tasks.noun import noun_of
from kibitz.web.tasks.options import read_options
from kibitz.web.tasks.python_call import call, with_method
from kibitz.web.theme import page_html


def run(text: str, method: str = "auto", options: dict[str, str] | None = None) -> dict[str, Any]:
    """The derivation for the page, and the line that asks for it."""
    explanation, code = explained(text, method, options)
    return {"title": explanation.title, "html": page_html(explanation), "code": code}


def explained(
    text: str, method: str = "auto", options: dict[str, str] | None = None
) -> tuple[Explanation, str]:
    """The derivation that the form gives by this method, or else the one of the answer itself."""
    noun = noun_of(text)
    given = with_method(method, read_options(options or {}))
    taken = inspect.signature(verbs.explain.version(noun)).parameters
    open_to_all = any(p.kind is p.VAR_KEYWORD for p in taken.values())
    if open_to_all or given.keys() <= taken.keys():
        try:
            return verbs.explain(noun, **given), call("game.explain", given)
        except GameError:
            if not given:
                raise
    answer = noun.solve(method, **read_options(options or {}))
    return answer.explain(), call("game.solve", given) + ".explain()"
