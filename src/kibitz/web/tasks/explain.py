"""Derive an answer step by step."""

from __future__ import annotations

import inspect
from typing import Any

from kibitz.core import verbs
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation
from kibitz.web.tasks.noun import noun_of
from kibitz.web.tasks.options import read_options
from kibitz.web.tasks.solve import solved


def run(text: str, method: str = "auto", options: dict[str, str] | None = None) -> dict[str, Any]:
    """The derivation for the page, and for a file of Markdown."""
    told = explained(text, method, options)
    return {"title": told.title, "html": told.html(), "steps": len(told.steps)}


def explained(
    text: str, method: str = "auto", options: dict[str, str] | None = None
) -> Explanation:
    """The derivation of a form, or else the one that the answer gives itself."""
    noun = noun_of(text)
    read = read_options(options or {})
    version = verbs.explain.version(noun)
    taken = inspect.signature(version).parameters
    any_option = any(p.kind is p.VAR_KEYWORD for p in taken.values())
    if method == "auto" and not read:
        return verbs.explain(noun)
    given = {"method": method, **read}
    if any_option or set(given) <= set(taken):
        try:
            return verbs.explain(noun, **given)
        except GameError:
            return solved(text, method, options).explain()
    return solved(text, method, options).explain()
