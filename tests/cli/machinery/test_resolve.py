"""A game on the command line, in all its spellings, and everything that is not one."""

from __future__ import annotations

import os
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from kibitz import GameError, MatrixGame, StrategicGame, bimatrix, matrix, save
from kibitz.cli.machinery.resolve import name_of, resolve
from kibitz.linear.program import LinearProgram
from kibitz.zero_sum.parametric.game import parametric_game

DATA = Path(__file__).parents[2] / "data" / "nfg"
Refuse = Callable[..., str]

PYTHON = """
from kibitz import matrix

PENNIES = matrix("1 -1; -1 1")
THREE = 3

def scaled(n: int = 2, shift: int = 0):
    return matrix([[n + shift, shift], [shift, 1 + shift]])

class Fixed:
    def __new__(cls):
        return PENNIES

def no_game():
    return 3

def crash(n: int):
    return 1 / n
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(PYTHON)
    Path("two.py").write_text(
        "from kibitz import Rules\nclass A(Rules): ...\nclass B(Rules): ...\n"
    )
    Path("none.py").write_text("from kibitz import Rules\n")


def test_typed() -> None:
    assert resolve(["matrix", "-2 3; 3 -4"]) == matrix("-2 3; 3 -4")
    assert resolve(["matrix", " -2 3; 3 -4"]) == matrix("-2 3; 3 -4")
    assert resolve(["bimatrix", "3 0; 4 1", "3 4; 0 1"]) == bimatrix("3 0; 4 1", "3 4; 0 1")
    assert resolve(["bimatrix", "3,3 0,4; 4,0 1,1"]) == bimatrix("3 0; 4 1", "3 4; 0 1")
    assert resolve(["matrix", "0 2; s 1"]) == parametric_game("0 2; s 1", parameter="s")
    assert resolve(["matrix", "0 2; t² 1"]) == parametric_game("0 2; t^2 1")
    assert resolve(["matrix", "0 2e3; 1 1"]) == matrix("0 2000; 1 1")
    assert resolve(['{"matrix": [[-2, 3],', "[3, -4]]}"]) == matrix("-2 3; 3 -4")
    assert resolve(["[[-2,3],[3,-4]]"]) == matrix("-2 3; 3 -4")
    assert resolve(['{"max": [{"min": [3, 12]}, 2]}']).solve().value == 3


def test_files() -> None:
    for ending in (".nfg", ".json", ".txt", ".csv"):
        save(matrix("1 -1; -1 1"), f"g{ending}")
        assert resolve([f"g{ending}"]) == matrix("1 -1; -1 1")
        assert resolve([os.path.join(".", f"g{ending}")]) == matrix("1 -1; -1 1")


def test_python() -> None:
    assert resolve(["mine.py:PENNIES"]) == matrix("1 -1; -1 1")
    assert resolve(["mine.py"]) == matrix("1 -1; -1 1")
    assert resolve(["mine.py:Fixed"]) == matrix("1 -1; -1 1")
    assert resolve(["mine.py:scaled"]) == matrix("2 0; 0 1")
    assert resolve(["mine.py:scaled", "5"]) == matrix("5 0; 0 1")
    assert resolve(["mine.py:scaled", "5", "shift=-1"]) == matrix("4 -1; -1 0")
    assert resolve([str(Path("mine.py").resolve()) + ":PENNIES"]) == matrix("1 -1; -1 1")


UNANNOTATED = """
from kibitz import Rules

class Plain(Rules):
    def __init__(self, n=3, slip=0.5, open=True, word="x", heaps=(1, 2)):
        self.given = n, slip, open, word, heaps

class Rest(Rules):
    def __init__(self, first, *heaps, k=2):
        self.given = first, heaps, k

class Hinted(Rules):
    def __init__(self, slip: float = 0.25, heaps: tuple = (3,)):
        self.given = slip, heaps
"""


@pytest.mark.parametrize(
    ("words", "given"),
    [
        ("Plain", (3, 0.5, True, "x", (1, 2))),
        ("Plain 4 0.25 no 7 8 9", (4, 0.25, False, "7", (8, 9))),
        ("Plain heaps=8", (3, 0.5, True, "x", (8,))),
        ("Rest 1/2 3 4 k=5", (Fraction(1, 2), (3, 4), 5)),
        ("Rest a", ("a", (), 2)),
        ("Hinted 0.3 5 6", (0.3, (5, 6))),
    ],
)
def test_parameters_are_of_the_kind_of_their_defaults(words: str, given: object) -> None:
    Path("plain.py").write_text(UNANNOTATED)
    made = resolve([f"plain.py:{words.split()[0]}", *words.split()[1:]])
    assert getattr(made, "given") == given  # noqa: B009


def test_shelf() -> None:
    assert resolve(["matching-pennies"]) == resolve(["Matching_Pennies"])
    assert resolve(["mendelsohn", "n=5"]) == resolve(["mendelsohn", "5"])
    first = resolve(["random-matrix", "3", "4"], seed=7)
    assert first == resolve(["random-matrix", "3", "4", "seed=7"])
    assert first != resolve(["random-matrix", "3", "4"], seed=8)


def test_a_directory_does_not_hide_a_shelf_game() -> None:
    Path("morra").mkdir()
    assert isinstance(resolve(["morra"]), MatrixGame)


def test_numbers() -> None:
    game = resolve(["matrix", "1/4 1"], exact=False)
    assert isinstance(game, MatrixGame)
    assert not game.exact
    assert resolve(["bimatrix", "1/4", "1"], exact=False).exact is False  # type: ignore[attr-defined]
    Path("floats.json").write_text('{"matrix": [[0.1, 2.5]]}')
    assert resolve(["floats.json"], exact=True) == matrix([["1/10", "5/2"]])
    Path("lp.json").write_text('{"c": [0.5], "A": [[1.5]], "b": [2]}')
    program = resolve(["lp.json"], exact=True)
    assert program == LinearProgram.read(["1/2"], [["3/2"]], b=[2])
    floats = resolve(["lp.json"], exact=False)
    assert isinstance(floats, LinearProgram)
    assert not floats.exact


def test_constant_sum_file_is_a_strategic_game() -> None:
    Path("c.nfg").write_text('NFG 1 R "" { "a" "b" } { 1 1 } 1 2')
    assert isinstance(resolve(["c.nfg"]), StrategicGame)


def test_names_for_files() -> None:
    assert name_of(["blotto", "4", "3"]) == "blotto"
    assert name_of(["-"]) == "game"
    assert name_of(["mine.py:PENNIES"]) == "PENNIES"
    assert name_of(["../a b.nfg"]) == "a-b"


BAD = [
    (["bloto"], "unknown game 'bloto'; did you mean 'blotto'"),
    (["-2 3; 3 -4"], 'these are only numbers; for a zero-sum game write matrix "-2 3; 3 -4"'),
    (["blotto", "4", "3", "2", "posts=2"], "blotto: parameter 'posts' is given twice"),
    (["blotto", "unit=4"], "blotto: no parameter 'unit'; did you mean 'units'?"),
    (["blotto", "4", "3", "2", "1"], "blotto: takes 3 parameters"),
    (["blotto", "four"], "blotto: units: 'four' is not a number"),
    (["blotto", "1/2"], "blotto: units is 1/2; it must be a whole number"),
    (["blotto", "-4"], "-4"),
    (["matrix"], "matrix takes all rows as one argument"),
    (["matrix", "1", "2"], "matrix takes all rows as one argument"),
    (["matrix", ""], "matrix: it is empty"),
    (["matrix", "1 2; 3"], "matrix: row 2 has 1 entry, row 1 has 2"),
    (["matrix", "1 NaN"], "matrix, row 1, column 2: 'NaN' is not a number"),
    (["matrix", "1 inf"], "matrix, row 1, column 2: 'inf' is not a number"),
    (["matrix", "1 1/0"], "matrix, row 1, column 2: '1/0' divides by zero"),
    (["matrix", "9" * 5000], "a number of 5000 digits is too long"),
    (["matrix", "1e400 1; 2 3", "--float"], "too large for floating point"),
    (["matrix", "-2 xy"], "matrix, row 1, column 2: 'xy' is not a number"),
    (["bimatrix", "1"], "the cell in row 1, column 1 is '1'; write a payoff for each player"),
    (["bimatrix", "1", "2", "3"], "bimatrix takes cells"),
    (["bimatrix", "1", "1 2"], "payoffs of player 2: shape (1, 2), but player 1 has (1, 1)"),
    (["bimatrix", "3 0; 4 1", "3 4; 0 1", "--method", "simplex"], "not a zero-sum game"),
    (["nowhere.nfg"], "nowhere.nfg: no such file"),
    (["nowhere/at.all"], "nowhere/at.all: unknown ending '.all'"),
    (["folder"], "folder: this is a directory, not a game"),
    (["folder.nfg"], "folder.nfg: this is a directory, not a game"),
    (["cut.nfg"], "cut.nfg: line 1: expected the title in quotes, found the end of the file"),
    (["cut.nfg", "3"], "cut.nfg: a file takes no parameters; leave out '3'"),
    (["binary.nfg"], "binary.nfg: this is not text (byte 1 is 0x89, not UTF-8)"),
    (["binary.json"], "binary.json: this is not text (byte 1 is 0x89, not UTF-8)"),
    (["words.json"], "words.json: line 1, column 1: this is not JSON"),
    (["empty.json"], "empty.json: line 1, column 1: this is not JSON"),
    (["wrong.json"], "wrong.json: matrix, row 1, column 2: 'x' is not a number"),
    (["typo.json"], "typo.json: matix: unknown key"),
    (["notes.doc"], "notes.doc: unknown ending '.doc'"),
    (["game.efg"], "game.efg: no such file"),
    (["two.py"], "two.py: which game in it? write two.py:NAME; it has A, B"),
    (["none.py"], "none.py: which game in it? write none.py:NAME"),
    (["mine.py:PENNIE"], "mine.py: it has no 'PENNIE'; did you mean 'PENNIES'?"),
    (["mine.py:PENNIES", "3"], "mine.py: PENNIES is a game, not a function"),
    (["mine.py:THREE"], "mine.py: THREE is of type int, not a game"),
    (["mine.py:no_game"], "mine.py: no_game returned a value of type int, not a game"),
    (["mine.py:crash", "0"], "mine.py: line 18: ZeroDivisionError: division by zero"),
    (["mine.py:crash"], "mine.py: crash: needs n"),
    (["mine.py:scaled", "x"], "mine.py: scaled: n: 'x' is not a number"),
    (["other.py:X"], "other.py: no such file"),
    (["broken.py:X"], "broken.py: line 1: '(' was never closed"),
    (["quits.py:X"], "quits.py: line 1: SystemExit: 7"),
    (["imports.py:X"], "imports.py: line 1: ModuleNotFoundError"),
    ([""], "no game; give one"),
    (["matrix", "1 2", "--seed", "3"], "a seed is for random games by name"),
    (["blotto", "--seed", "3"], "blotto: no parameter 'seed'"),
    (['{"matrix": [[1'], "this is not JSON"),
]


@pytest.mark.parametrize(("words", "message"), BAD, ids=lambda x: " ".join(x)[:30])
def test_bad_games(refuse: Refuse, words: list[str], message: str) -> None:
    Path("folder").mkdir()
    Path("folder.nfg").mkdir()
    Path("cut.nfg").write_text("NFG 1 R\n")
    for name in ("binary.nfg", "binary.json"):
        Path(name).write_bytes(b"\x89PNG\r\n\x00\xff")
    Path("words.json").write_text("hello\nworld")
    Path("empty.json").write_text("")
    Path("wrong.json").write_text('{"matrix": [[1, "x"]]}')
    Path("typo.json").write_text('{"kind": "matrix", "matix": [[1]]}')
    Path("notes.doc").write_text("notes")
    Path("broken.py").write_text("x = (\n")
    Path("quits.py").write_text("raise SystemExit(7)")
    Path("imports.py").write_text("import no_such_module_anywhere")
    assert message in refuse("solve", *words)


def test_truncated_nfg_names_its_line(refuse: Refuse) -> None:
    complaint = refuse("solve", str(DATA / "truncated.nfg"))
    assert "truncated.nfg: line 5: expected 8 payoffs" in complaint


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "standard input: matrix: it is empty"),
        ("1 2; 3", "standard input: matrix: row 2 has 1 entry"),
        ("{", "standard input: line 1, column 2: this is not JSON"),
        ("NFG 1", "standard input: line 1: expected R or D"),
        (b"\xff\xfe1", "standard input: this is not text"),
    ],
)
def test_bad_standard_input(refuse: Refuse, text: str | bytes, message: str) -> None:
    assert message in refuse("solve", "-", stdin=text)


def test_the_verbs_see_the_same_errors(refuse: Refuse) -> None:
    for command in ("solve", "explain", "draw", "describe"):
        assert refuse(command, "bloto").startswith("unknown game 'bloto'")
    assert refuse("convert", "bloto", "--to", "json").startswith("unknown game 'bloto'")


def test_resolve_raises_only_game_errors() -> None:
    with pytest.raises(GameError, match="no game"):
        resolve([])
