"""How an answer came about: by which method, with which options, and in what time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

NAME = "_run"
"""Where an answer keeps its run; it is not one of its fields, so that equal answers are equal."""


@dataclass(frozen=True, slots=True)
class Run:
    """One call of a method: what was asked for, and how long it took."""

    method: str
    options: Mapping[str, Any]
    seconds: float
    at: float
    """When it ended, in seconds since 1970."""
    game: Any = None
    """What the method was asked about, which may be in another form than what it answers for."""


def note_run(answer: Any, run: tuple[str, Mapping[str, Any], float, float, Any]) -> None:
    """Let an answer remember the fields of its run; the outermost call comes last, and stays.

    Answers that are plain numbers or texts remember nothing.
    """
    fields = getattr(answer, "__dict__", None)
    if fields is not None:
        fields[NAME] = run


def run_of(answer: Any) -> Run | None:
    """How an answer came about; None where no one noted it."""
    noted = vars(answer).get(NAME) if hasattr(answer, "__dict__") else None
    return Run(*noted) if isinstance(noted, tuple) else None
