"""Gambit's strategic games: both dialects, exactly, and what is wrong with a bad file."""

from __future__ import annotations

import io
import math
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz import GameError, MatrixGame, StrategicGame, bimatrix, load, matrix, save
from kibitz.core.tensor import Tensor
from kibitz.formats import nfg
from kibitz.linear.program import LinearProgram

DATA = Path(__file__).parents[1] / "data" / "nfg"
HEAD = 'NFG 1 R "t" { "a" "b" } { 2 2 }\n'


def complaint_about(text: str) -> str | None:
    """What is wrong with a file, or None."""
    try:
        nfg.read(text)
    except GameError as error:
        return str(error)
    return None


def test_payoff_dialect_zero_sum_is_a_matrix_game() -> None:
    game = load(DATA / "pennies.nfg")
    assert isinstance(game, MatrixGame)
    assert game.title == "Matching pennies"
    assert game.players == ("Ann", "Bob")
    assert game.rows == game.columns == ("heads", "tails")
    assert game.matrix.numbers() == [[1, -1], [-1, 1]]


def test_first_strategy_varies_fastest_and_numbers_are_exact() -> None:
    game = load(DATA / "counts.nfg")
    assert isinstance(game, StrategicGame)
    assert game.shape == (2, 3)
    assert game.exact
    assert game.payoff(1, 0) == (2, 10)
    assert game.payoff(0, 1) == (3, Fraction(-1, 4))
    assert game.payoff(1, 1) == (4, Fraction(1, 3))
    assert game.payoff(0, 2) == (5, Fraction(1, 4))
    assert game.strategies == (("1", "2"), ("1", "2", "3"))


def test_outcome_dialect() -> None:
    game = load(DATA / "three-outcomes.nfg")
    assert isinstance(game, StrategicGame)
    passes = (2, 1, Fraction(1, 3))
    fails = (0, Fraction(1, 2), -1)
    assert game.payoff(0, 0, 0) == game.payoff(1, 0, 0) == game.payoff(0, 1, 0) == passes
    assert game.payoff(1, 1, 0) == fails
    assert game.payoff(0, 0, 1) == passes
    assert game.payoff(1, 0, 1) == game.payoff(0, 1, 1) == fails
    assert game.payoff(1, 1, 1) == (0, 0, 0)


def test_repeated_and_empty_names_are_told_apart() -> None:
    game = load(DATA / "repeated-names.nfg")
    assert isinstance(game, StrategicGame)
    assert game.players == ("P", "P_2")
    assert game.strategies == (("a", "a_2", "3"), ("1", "2"))
    assert load(DATA / "repeated-names.nfg") == nfg.read(nfg.write(game))


def test_made_up_names_do_not_collide() -> None:
    assert nfg.distinct(["a", "a", "a_2", "", ""]) == ("a", "a_2_2", "a_2", "4", "5")
    assert nfg.distinct(["", "", "1", "2"]) == ("1_1", "2_2", "1", "2")


def test_title_with_quotes_newline_and_backslashes() -> None:
    for title in [
        'a "b"',
        "a\\b",
        "end\\",
        '\\"',
        "\\\\n",
        "two\nlines",
        "",
        "é→",
        "\\é",
        "\\ ",
        " ",
    ]:
        game = matrix("1 2; 3 4", title=title)
        assert nfg.read(nfg.write(game)) == game


@pytest.mark.parametrize(
    "label", ["blöd", "→", "🂡 or 🂮", " ends ", "a\tb", "\\u00f6", "\\U0001f0a1", "\\ö"]
)
def test_only_printable_ascii_is_written(label: str) -> None:
    game = matrix("1 2; 3 4", rows=[label, "x"], title=label)
    text = nfg.write(game)
    assert text.replace("\n", "").isascii()
    assert text.replace("\n", "").isprintable()
    assert nfg.read(text) == game


@pytest.mark.peer
def test_gambit_reads_every_label(tmp_path: Path) -> None:
    gambit = pytest.importorskip("pygambit")
    game = matrix("1 2; 3 4", rows=["blöd", " →"], columns=["a\tb", "🂡"], title="Größe")
    path = tmp_path / "labels.nfg"
    path.write_text(nfg.write(game), encoding="utf-8")
    read = gambit.read_nfg(str(path))
    assert [s.label for s in next(iter(read.players)).strategies] == [
        "bl\\u00f6d",
        "\\u0020\\u2192",
    ]
    assert read.title == "Gr\\u00f6\\u00dfe"


labels = st.lists(st.text(max_size=4), min_size=1, max_size=3, unique=True)
payoffs = st.one_of(st.integers(-(10**30), 10**30), st.fractions(max_denominator=60))


@st.composite
def strategic_games(draw: st.DrawFn) -> StrategicGame:
    players = draw(st.lists(st.text(max_size=4), min_size=1, max_size=4, unique=True))
    names = tuple(tuple(draw(labels)) for _ in players)
    shape = tuple(map(len, names))
    size = math.prod(shape)
    tensors = []
    for _ in players:
        flat = draw(st.lists(payoffs, min_size=size, max_size=size))
        nested = np.array(flat, object).reshape(shape).tolist()
        tensors.append(Tensor.read(nested, len(shape)))
    return StrategicGame(tuple(tensors), tuple(players), names, draw(st.text(max_size=6)))


@settings(max_examples=60, deadline=None)
@given(strategic_games())
def test_round_trip_of_both_dialects(game: StrategicGame) -> None:
    assert nfg.read_strategic(nfg.write(game)) == game
    assert nfg.read_strategic(nfg.write_outcomes(game)) == game


@settings(max_examples=60, deadline=None)
@given(strategic_games(), st.data())
def test_cut_anywhere_it_is_refused_with_a_line(game: StrategicGame, data: st.DataObject) -> None:
    writer = data.draw(st.sampled_from([nfg.write, nfg.write_outcomes]))
    text = writer(game).rstrip()
    cut = data.draw(st.integers(0, len(text) - 1))
    complaint = complaint_about(text[:cut])
    if complaint is None:  # the last number lost digits and is still one
        assert text[cut:].split()[0] == text[cut:]
    else:
        assert complaint.startswith("line ")
        assert "\n" not in complaint


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet='NFG1RD{}", \n0123/.-ab\\', max_size=60))
def test_any_text_is_a_game_or_one_line_of_error(text: str) -> None:
    for whole in (text, HEAD + text):
        assert "\n" not in (complaint_about(whole) or "")


def test_floats_are_written_at_their_shortest_spelling() -> None:
    game = matrix([[0.1, 1e-7], [1e22, -2.5]])
    text = nfg.write(game)
    assert text.startswith("NFG 1 D")
    assert nfg.read(text) == matrix([["0.1", "1e-7"], ["1e22", "-2.5"]])


def test_matrix_game_round_trip_through_a_file(tmp_path: Path) -> None:
    game = matrix("-2 3; 3 -4", rows=["one", "two"], columns=["one", "two"], title="Odd or even")
    save(game, tmp_path / "g.nfg")
    assert load(tmp_path / "g.nfg") == game


def test_constant_sum_stays_as_written_and_solves() -> None:
    game = nfg.read(HEAD + "1 9 2 8 3 7 4 6")
    assert isinstance(game, StrategicGame)
    assert game.constant_sum() == 10


def test_a_linear_program_has_no_nfg() -> None:
    program = LinearProgram.read([1], [[1]], b=[1])
    with pytest.raises(GameError, match=r"linear programs cannot be written as \.nfg"):
        nfg.write(program)


BAD = [
    ("", "line 1: expected 'NFG' at the start, found the end of the file"),
    ("EFG 2 R", "line 1: expected 'NFG' at the start, found 'EFG'"),
    ('NFG 2 R "t"', "line 1: expected version 1 after NFG, found '2'"),
    ('NFG 1 Q "t"', "line 1: expected R or D, the kind of numbers, found 'Q'"),
    ("NFG 1 R { ", "line 1: expected the title in quotes, found '{'"),
    ('NFG 1 R "t', "line 1: a quoted text has no closing quote"),
    ('NFG 1 R "t"\n"a"', "line 2: expected '{' before the players, found 'a'"),
    ('NFG 1 R "t" { }', "line 1: expected the name of a player in quotes, found '}'"),
    ('NFG 1 R "t" {\n"a" b }', "line 2: expected the name of a player in quotes or '}', found 'b'"),
    ('NFG 1 R "t" { "a" "b" } 2', "line 1: expected '{' before the strategies, found '2'"),
    (
        'NFG 1 R "t" { "a" "b" } { 2 }',
        "line 1: expected the strategies of player 2 of 2, found '}'",
    ),
    (
        'NFG 1 R "t" { "a" } { 2 2 }',
        "line 1: expected '}' after the strategies of 1 player, found '2'",
    ),
    ('NFG 1 R "t" { "a" } { 0 }', "or how many there are, found '0'"),
    ('NFG 1 R "t" { "a" } { 2.5 }', "or how many there are, found '2.5'"),
    ('NFG 1 R "t" { "a" } { "x" }', "or how many there are, found 'x'"),
    ('NFG 1 R "t" { "a" } {\n{ "x" 3 } }', "line 2: expected the name of a strategy in quotes"),
    (
        'NFG 1 R "t" { "a" "b" } { 999999999 999999999 } 1 2',
        "expected 1999999996000000002 payoffs (2 in each of 999999998000000001 cells)",
    ),
    (HEAD + "1 2 3 4\n5 6 7\n", "line 3: expected 8 payoffs (2 in each of 4 cells), found the end"),
    (
        HEAD + "1 2 3 4\n5 6 7 8\n9\n",
        "line 4: expected the end of the file after 8 payoffs (2 in each of 4 cells), found '9'",
    ),
    (
        HEAD + "1 2 3 4\n5 six 7 8",
        "line 3: expected a payoff such as 3, -1/3 or 0.5, found 'six'",
    ),
    (HEAD + "1 2 3 4\n5 6 7 nan", "found 'nan'"),
    (HEAD + "1 2 3 4\n5 6 7 1/0", "line 3: expected a payoff such as 3, -1/3 or 0.5, found '1/0'"),
    (HEAD + "1 2 3 4\n5 6 7 8}", "line 3: expected a payoff such as 3, -1/3 or 0.5, found '8}'"),
    (HEAD + '{ { "o" 1 }\n } 1', "line 2: expected payoff 2 of 2, found '}'"),
    (HEAD + '{ { "o" 1 2 3 } }', "line 2: expected '}' after 2 payoffs, found '3'"),
    (HEAD + '{ { "o" 1 x } }', "line 2: expected a payoff such as 3, -1/3 or 0.5, found 'x'"),
    (HEAD + "{ { 1 2 } }", "line 2: expected the name of an outcome in quotes, found '1'"),
    (HEAD + '{ { "o" 1 2 } 3', "line 2: expected '{' and an outcome, or '}' after the last one"),
    (
        HEAD + '{ { "o" 1 2 } }\n1 1 2 0',
        "line 3: expected the number of an outcome, 0 to 1, found '2'",
    ),
    (HEAD + '{ { "o" 1 2 } }\n1 1 -1 0', "found '-1'"),
    (HEAD + '{ { "o" 1 2 } }\n1 1', "line 3: expected 4 outcome numbers, one for each cell"),
    (
        'NFG 1 R "t" {' + ' "p"' * 33 + " } {" + " 1" * 33 + " }" + " 0" * 33,
        "33 players; at most 32 are supported",
    ),
    (HEAD + "1 2 3 4 5 6 7 " + "9" * 5000, "line 2: expected a payoff"),
]


@pytest.mark.parametrize(("text", "message"), BAD)
def test_malformed(text: str, message: str) -> None:
    with pytest.raises(GameError) as caught:
        nfg.read(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_bad_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(GameError, match=r"truncated\.nfg: line 5: expected 8 payoffs .* after 7"):
        load(DATA / "truncated.nfg")


@pytest.mark.peer
@settings(max_examples=40, deadline=None)
@given(st.data())
def test_gambit_reads_what_we_write(data: st.DataObject) -> None:
    gambit = pytest.importorskip("pygambit")
    plain = st.text(
        alphabet="abcXYZ0-9_.'\"", min_size=1, max_size=5
    )  # no blanks: Gambit is strict
    sizes = data.draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))
    names = tuple(
        tuple(data.draw(st.lists(plain, min_size=n, max_size=n, unique=True))) for n in sizes
    )
    players = tuple(
        data.draw(st.lists(plain, min_size=len(sizes), max_size=len(sizes), unique=True))
    )
    count = math.prod(sizes)
    tensors = tuple(
        Tensor.read(
            np.array(data.draw(st.lists(payoffs, min_size=count, max_size=count)), object)
            .reshape(sizes)
            .tolist(),
            len(sizes),
        )
        for _ in sizes
    )
    game = StrategicGame(tensors, players, names, data.draw(plain))
    for text in (nfg.write(game), nfg.write_outcomes(game)):
        theirs = gambit.read_nfg(io.BytesIO(text.encode()))
        assert theirs.title == game.title
        assert tuple(p.label for p in theirs.players) == players
        assert tuple(tuple(s.label for s in p.strategies) for p in theirs.players) == names
        for cell in np.ndindex(*sizes):
            outcome = theirs[cell]
            found = [0 if outcome is None else Fraction(str(outcome[p])) for p in theirs.players]
            assert tuple(found) == game.payoff(*cell)
        assert nfg.read_strategic(theirs.to_nfg()) == game


@pytest.mark.peer
def test_gambit_and_we_read_the_same_files() -> None:
    gambit = pytest.importorskip("pygambit")
    for name in ("pennies", "counts", "three-outcomes"):
        theirs = gambit.read_nfg(str(DATA / f"{name}.nfg"))
        ours = nfg.read_strategic((DATA / f"{name}.nfg").read_text())
        assert nfg.read_strategic(theirs.to_nfg()) == ours


def test_bimatrix_sizes_are_kept() -> None:
    game = bimatrix([[1, 2, 3]], [[4, 5, 6]])
    assert nfg.read(nfg.write(game)) == game
