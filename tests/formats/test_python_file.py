"""Games in Python files: what they are called, what they take, and where they went wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import kibitz as kb
from kibitz.formats.python_file import game_from_python

GAMES = """
import kibitz as kb


def row(*payoffs: int, scale: float = 1.0):
    return kb.matrix([[x * scale for x in payoffs]])


def told(size: int | None = None, flag: bool = False, pair: tuple[int, int] = (1, 2), word="a"):
    return kb.matrix([[0]], title=f"{size!r} {flag!r} {pair!r} {word!r}")


def number():
    return 5


def broken(n: int = 3):
    return eval("1 +")


def ragged():
    return kb.matrix([[1, 2], [1]])


def divided(n: int = 0):
    return kb.matrix([[1 // n]])


five = 5
G = kb.matrix("1 2; 3 4")
"""


@pytest.fixture
def read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """What is made of a file with these games, and perhaps others beside it."""
    monkeypatch.chdir(tmp_path)
    Path("own_games.py").write_text(GAMES)

    def made(name: str, *words: str, file: str = "own_games.py", text: str | None = None) -> Any:
        if text is not None:
            Path(file).write_text(text)
        return game_from_python(file, name, list(words))

    return made


def test_parameters_are_read_as_their_annotations_say(read: Any) -> None:
    assert read("row", "1", "2", "scale=2") == kb.matrix([[2.0, 4.0]])
    assert read("told").title == "None False (1, 2) 'a'"
    assert read("told", "3", "yes", "pair=3,4", "word=b").title == "3 True (3, 4) 'b'"


def test_the_only_game_of_a_file_needs_no_name(read: Any) -> None:
    """What a file imports is not its own."""
    assert read("") == kb.matrix("1 2; 3 4")
    rules = "from kibitz import Rules, matrix\n\nclass Mine(Rules):\n    pass\n"
    with pytest.raises(kb.GameError, match=r"which game in it.*it has Mine, G"):
        read("", file="two_games.py", text=f"{rules}\nG = matrix([[1]])\n")
    with pytest.raises(kb.GameError, match=r"which game in it\? write no_games.py:NAME$"):
        read("", file="no_games.py", text="x = 1\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["g"], "own_games.py: it has no 'g'; known: kb, row"),
        (["G", "3"], "own_games.py: G is a game, not a function, and takes no parameters"),
        (["five"], "own_games.py: five is of type int, not a game or a function that returns one"),
        (["number"], "own_games.py: number returned a value of type int, not a game"),
        (["number", "1"], "own_games.py: number: takes 0 parameters"),
        (["ragged"], "own_games.py: matrix: row 2 has 1 entry, row 1 has 2"),
        (["divided"], "own_games.py: line 26: ZeroDivisionError: integer division"),
        (["divided", "x"], "own_games.py: divided: n: 'x' is not a number"),
    ],
)
def test_mistakes_are_named_with_their_line(read: Any, words: list[str], message: str) -> None:
    with pytest.raises(kb.GameError) as caught:
        read(*words)
    assert str(caught.value).startswith(message)


def test_errors_of_syntax_are_blamed_on_the_file_that_has_them(read: Any) -> None:
    """Not on the line of that number in the file that imports it, or that evaluates text."""
    with pytest.raises(kb.GameError, match=r"^bad_syntax.py: line 3: invalid syntax"):
        read("", file="bad_syntax.py", text="x = 1\n\ny = = 2\n")
    with pytest.raises(kb.GameError, match=r"^importer.py: line 1: SyntaxError: .*\(bad_syntax.py"):
        read("", file="importer.py", text="import bad_syntax\n")
    with pytest.raises(kb.GameError, match=r"^own_games.py: line 18: SyntaxError: invalid syntax"):
        read("broken")


def test_a_file_that_ends_the_program_is_refused(read: Any) -> None:
    with pytest.raises(kb.GameError, match=r"leaves.py: line 3: SystemExit: 7"):
        read("", file="leaves.py", text="import sys\n\nsys.exit(7)\n")
    with pytest.raises(kb.GameError, match=r"absent.py: no such file"):
        game_from_python("absent.py", "", [])
