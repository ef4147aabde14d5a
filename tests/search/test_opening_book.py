"""Opening books: what they know, and what they refuse."""

from __future__ import annotations

from random import Random

import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.search import OpeningBook, load_book
from kibitz.search.methods import prepare


@pytest.fixture
def book():
    made = OpeningBook(kb.game("tic-tac-toe"))
    made.add_lines(["b2 a1 c3", "b2 a1 a3", ["b2", "b1"], "c3 a1 b2"])
    return made


def test_moves_by_position_not_by_order(book):
    rules = book.rules
    assert book.moves(rules.position()) == {4: 3, 8: 1}
    # the same two marks, made in another order
    assert book.move(rules.position("c3", "a1")) == 4
    assert book.move(rules.position("b2", "a1", "c3")) is None
    seen = {book.choose(rules.position("b2"), Random(seed)) for seed in range(30)}
    assert seen == {0, 1}


def test_kept_in_files(book, tmp_path):
    book.save(tmp_path / "book.json")
    again = load_book(tmp_path / "book.json", book.rules)
    assert again.entries == book.entries
    (tmp_path / "lines.txt").write_text("b2 a1 # the corner\n\nb2 b1\n", encoding="utf-8")
    assert len(load_book(tmp_path / "lines.txt", book.rules)) == 2
    (tmp_path / "boards.json").write_text('{"positions": {"X../.O./...": "c1"}}', encoding="utf-8")
    boards = load_book(tmp_path / "boards.json", book.rules)
    assert boards.move(book.rules.position("a3", "b2")) == 2
    with pytest.raises(GameError, match="a book of Tic-tac-toe"):
        load_book(tmp_path / "book.json", kb.game("connect-four"))


def test_another_search_where_the_book_ends(book, tmp_path):
    book.save(tmp_path / "book.json")
    search = prepare("book", book.rules, file=str(tmp_path / "book.json"), then="minimax")
    assert search(book.rules.position("b2")).method == "the opening book"
    found = search(book.rules.at("X.O / .X. / ..O"))
    assert (found.method, found.shown_move) == ("minimax", "c2")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("b2 b2", "line 1: .*no move 'b2'"),
        ('{"positions": {"XX. / ... / ...": "c3"}}', "2 X and 0 O"),
        ('{"positions": {"XXX / OO. / ...": "c3"}}', "no player is to move"),
        ('{"after": {"b2": {"a1": 0}}}', "must be 1 or more"),
        ('{"after": [1]}', "not an object"),
        ('{"after": ', "line 1"),
    ],
)
def test_bad_books(text, told, tmp_path):
    file = tmp_path / "book.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(GameError, match=told):
        load_book(file, kb.game("tic-tac-toe"))
