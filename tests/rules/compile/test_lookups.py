"""Tuples that are laid down: the same entries, and nothing laid down where it would be stale."""

import ast

from kibitz.rules.compile.lookups import with_lookups

PLAIN = {"laid_down": lambda x: x, "entry_of": lambda at, x, k: x[k], "entries_of": lambda x: x}


def _both(text: str):
    (tree,) = ast.parse(text).body
    assert isinstance(tree, ast.FunctionDef)
    written = ast.unparse(with_lookups(tree))
    made = []
    for source in (text, written):
        names = dict(PLAIN)
        exec(source, names)
        made.append(names["f"])
    return written, *made


def test_a_board_that_is_taken_apart_first():
    text = (
        "def f(state, k):\n    board, turn = state\n    total = 0\n    for x in board:\n"
        "        total += x * board[k - 1] + board[turn]\n    return total"
    )
    written, before, after = _both(text)
    assert "board_at_ = laid_down(board)" in written
    assert "in entries_of(board)" in written
    assert after(((3, 4, 5), 1), 2) == before(((3, 4, 5), 1), 2)


def test_a_board_that_changes_is_looked_into_as_it_is():
    text = (
        "def f(board, k):\n    for j in range(k):\n        board = board[1:] + (board[j],)\n"
        "    return board[k]"
    )
    written, before, after = _both(text)
    assert "laid_down" not in written
    assert after((1, 2, 3), 2) == before((1, 2, 3), 2)


def test_generators_are_left_alone():
    text = "def f(board, k):\n    yield board[k]\n    yield board[k + 1]"
    written, before, after = _both(text)
    assert "laid_down" not in written
    assert list(after((1, 2), 0)) == list(before((1, 2), 0))
