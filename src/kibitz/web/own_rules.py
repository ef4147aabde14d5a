"""Rules that are written in the page, as Python: a text that begins with a mark.

The first line is ``#!python``, and after it, if wanted, the name of the game and its parameters:
``#!python Race 20``.
"""

from __future__ import annotations

import hashlib
import re
import tempfile
from pathlib import Path

from kibitz.core.errors import GameError
from kibitz.core.noun import Noun

MARK = "#!python"
_CLASS = re.compile(r"^class\s+(\w+)\s*\(.*Rules.*\)\s*:", re.MULTILINE)
_state = {"allowed": False, "folder": ""}

TEMPLATE = f'''{MARK} Race
from kibitz import OVER, Rules

State = tuple[int, int]


class Race(Rules):
    """Take turns to run one or two steps; the first to reach the goal wins."""

    def __init__(self, goal: int = 7) -> None:
        self.goal = goal

    def start(self) -> State:
        return (0, 0)

    def player(self, state: State) -> int:
        place, turn = state
        return OVER if place >= self.goal else turn

    def moves(self, state: State) -> tuple[int, ...]:
        return (1, 2)

    def play(self, state: State, move: int) -> State:
        place, turn = state
        return (place + move, 1 - turn)

    def payoffs(self, state: State) -> tuple[int, ...]:
        return (-1, 1) if state[1] == 0 else (1, -1)
'''


def allow() -> None:
    """Let this process run Python that comes from a page."""
    _state["allowed"] = True


def is_python(text: str) -> bool:
    """Whether a game is written in Python.

    >>> is_python(TEMPLATE), is_python("nim 3 4 5")
    (True, False)
    """
    return text.lstrip().startswith(MARK)


def called(text: str) -> tuple[str, list[str]]:
    """The name of the game in a text, and its parameters.

    >>> called("#!python Race 20"), called("#!python\\nclass Duel(Rules):")
    (('Race', ['20']), ('Duel', []))
    """
    head = text.lstrip().partition("\n")[0].removeprefix(MARK).split()
    if head:
        return head[0], head[1:]
    found = _CLASS.findall(text)
    return (found[-1] if found else ""), []


def source_of(text: str) -> str:
    """The rules without the mark before them: a Python file.

    >>> source_of("#!python Race\\nfrom kibitz import Rules\\n")
    'from kibitz import Rules'
    """
    return text.strip().partition("\n")[2].rstrip()


def rules_of(text: str) -> Noun:
    """The game of which the rules are written here; refused unless the server allows it."""
    if not _state["allowed"]:
        raise GameError(
            "this game is written in Python, and this server does not run code; start it with "
            "--allow-code"
        )
    from kibitz.core.files.atomic_file import write_text
    from kibitz.formats.python_file import game_from_python

    if not _state["folder"]:
        _state["folder"] = tempfile.mkdtemp(prefix="kibitz-rules-")
    stem = f"rules_{hashlib.sha256(text.encode()).hexdigest()[:12]}"
    path = Path(str(_state["folder"])) / f"{stem}.py"
    write_text(path, text)
    name, words = called(text)
    try:
        return game_from_python(str(path), name, words)
    except GameError as error:
        raise GameError(str(error).replace(f"{path}: ", "")) from None
