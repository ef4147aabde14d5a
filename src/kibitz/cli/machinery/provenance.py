"""Where the JSON that a command prints comes from: the game, the options, the time."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

NOT_OPTIONS = ("json", "verify", "save", "output", "digits", "ctx", "jobs")
"""What says how an answer is shown or kept, and not what it is."""
_GAMES = ("game", "words", "games")
"""Arguments that name the game, which is kept apart."""


@dataclass
class CommandRun:
    """A command that runs: what was typed, and the game that this came to."""

    name: str
    given: Mapping[str, Any]
    began: float = field(default_factory=time.perf_counter)
    game: Any = None
    """The game that the words of the command name."""


_CURRENT: ContextVar[CommandRun | None] = ContextVar("command", default=None)


@contextmanager
def running(name: str, given: Mapping[str, Any]) -> Iterator[None]:
    """While a command runs, what it prints as JSON says where it comes from."""
    token = _CURRENT.set(CommandRun(name, given))
    try:
        yield
    finally:
        _CURRENT.reset(token)


def note_game(game: Any) -> None:
    """Let the command remember the game that its words name."""
    current = _CURRENT.get()
    if current is not None:
        current.game = game


def with_provenance(data: Any, game: Any = None, answer: Any = None) -> Any:
    """The JSON of an answer with where it comes from; other JSON as it is."""
    current = _CURRENT.get()
    if current is None or not isinstance(data, dict) or not data.get("kind"):
        return data
    from kibitz.core.run import Run, run_of
    from kibitz.formats.answers.provenance import provenance, subject

    ran = run_of(answer) if answer is not None else None
    given = {k: v for k, v in current.given.items() if _tells(k, v)}
    seed = given.pop("seed", None)
    method = str(given.pop("method", "") or "")
    run = Run(
        method if ran is None or method not in ("", "auto") else ran.method,
        {**given, **(ran.options if ran is not None else {})},
        time.perf_counter() - current.began if ran is None else ran.seconds,
        time.time() if ran is None else ran.at,
    )
    origin = provenance(subject(current.game, game), run, seed, current.name)
    return {**data, "provenance": origin}


def _tells(name: str, value: Any) -> bool:
    """Whether an option was given, and says something about the answer."""
    return name not in (*NOT_OPTIONS, *_GAMES) and value not in (None, False, ())
