"""Boards are data: cells that are drawn, clicked and handed to a browser."""

from __future__ import annotations

import json

import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.pictures import Piece, graph_board, grid_board, hex_board, overlaps, piece

GAMES = {
    "tic-tac-toe": "b2 a3",
    "connect-four": "4 4",
    "othello": "f5 d6",
    "breakthrough": "d2-d3 e7-e6",
    "hex": "f6 g5",
    "go": "e5 e3",
    "nine-mens-morris": "d6 d2",
    "checkers": "11-15 22-18",
    "chess": "e4 e5",
    "lone-king": "Qd4 Ke7",
    "queens": "a1 e2",
    "dots-and-boxes": "a1-b1 a1-a2",
    "kalah": "3 6",
    "oware": "F a",
    "qubic": "a1.1 b2.2",
    "chinese-checkers": "1-8 27-21",
    "lines-of-many": "b2 c3",
    "tiles": "1",
    "sudoku": "",
    "dice-tic-tac-toe": "",
}


@pytest.mark.parametrize("name", GAMES)
def test_every_move_is_made_by_clicks(name):
    game = kb.game(name)
    here = game.position(*GAMES[name].split())
    board = game.board_of(here.state)
    words = {cell.word for cell in board.cells}
    for move in here.moves:
        clicked = game.move_cells(here.state, move)
        assert clicked or game.show_move(here.state, move) in ("pass", "swap")
        assert set(clicked) <= words
    json.dumps(board.to_json())


@pytest.mark.parametrize("name", GAMES)
def test_boards_are_drawn_without_overlaps(name):
    assert overlaps(kb.game(name).position(*GAMES[name].split()).draw()) == ()


def test_a_click_finds_its_cell():
    for board in (
        grid_board(3, 4, lambda row, column: "."),
        hex_board(3, 4, lambda row, column: "X"),
        graph_board({"a": (0, 0), "b": (90, 30)}, [("a", "b")]),
    ):
        for cell in board.cells:
            assert board.cell_at(*cell.middle) is cell
        assert board.cell_at(1, 1) is None


def test_the_last_move_is_marked():
    drawn = kb.game("tic-tac-toe").position("b2").draw()
    board = drawn.marks[0].picture
    assert [mark.fill for mark in board.marks[:9]].count("mark") == 1


def test_what_is_wrong_is_said_in_a_line():
    with pytest.raises(GameError, match="no piece of shape 'blob'; the shapes are none, disc"):
        Piece("blob")
    with pytest.raises(GameError, match="the line a-c ends at 'c', which is not a point"):
        graph_board({"a": (0, 0), "b": (1, 1)}, [("a", "c")])
    with pytest.raises(GameError, match="no cell 'z9'"):
        grid_board(2, 2, lambda row, column: ".")["z9"]


def test_small_words_can_be_read_on_a_marked_cell():
    strip = grid_board(1, 2, lambda r, c: ".", label=lambda r, c: "7", coordinates=False)
    marked = strip.marked(["a1"])
    assert [mark.fill for mark in marked.picture().marks[-2:]] == ["ink", "ink"]
    assert strip.labels == ()


def test_signs_are_pieces():
    assert piece("Q").word == "Q"
    assert piece("12") == Piece("word", "ink", "12")
    assert piece(".").shape == "none"
