"""Widgets without a page: what a click, a key or a slider does."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

pytest.importorskip("anywidget")

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.notebook import edit_table, fold_tree, play_board, simplex, sliders
from kibitz.notebook.widget import asset


def send(widget, **message):
    widget._on_message(widget, message, None)


def test_a_game_is_played_to_its_end():
    board = play_board("tic-tac-toe", vs="random", seed=3)
    while board.moves:
        send(board, move=board.moves[0])
    assert board.status.startswith("the game is over")
    assert "<svg" in board.picture
    send(board, move="a1")
    assert board.status == "the game is over; start again"
    send(board, ask="again")
    assert len(board.moves) == 9


def test_an_illegal_move_is_told():
    board = play_board("tic-tac-toe", vs="random", seed=3)
    send(board, move="z9")
    assert "no move" in board.status
    assert len(board.moves) == 9


def test_hints_and_other_seats():
    board = play_board("nim 3 4 5", vs="perfect", seat=1, seed=1)
    assert len(board.log) == 1
    send(board, ask="hint")
    assert board.status
    with pytest.raises(GameError, match="the seats are 0 to 1"):
        play_board("tic-tac-toe", seat=2)


def test_hidden_cards_stay_hidden():
    board = play_board("kuhn-poker", vs="random", seed=2)
    assert len(re.findall(">[JQK]<", board.picture)) == 1, "the other card lies face down"


def test_simultaneous_choices_are_made_at_once():
    board = play_board(kb.game("prisoners-dilemma"), vs="random", seed=1)
    assert board.moves == ["cooperate", "defect"]
    send(board, move="defect")
    assert board.status.startswith("the game is over")


def count(node):
    return 1 if "pays" in node else 1 + sum(count(b["node"]) for b in node["branches"])


@pytest.mark.parametrize("name", ["kuhn-poker", "centipede", "selten-horse"])
def test_trees_have_all_their_nodes(name):
    tree = kb.to_extensive(kb.game(name)) if name == "kuhn-poker" else kb.game(name)
    assert count(fold_tree(tree).tree) == len(tree.tree.parent)


def test_cells_are_typed_into():
    table = edit_table("prisoners-dilemma")
    assert table.cells[0][0] == "3, 3"
    send(table, row=0, column=0, text="9, 9")
    assert table.game.payoff(0, 0) == (9, 9)
    assert "9" in table.answer
    send(table, row=0, column=0, text="9")
    assert table.status == "row 1, column 1: write two payoffs, such as 3, 2"
    with pytest.raises(GameError, match="two players"):
        edit_table("public-goods")


def test_sliders_move_the_answer():
    widget = sliders(lambda x: kb.matrix([[x, 0], [0, 1]]), {"x": (1, 5)})
    before = widget.shown
    send(widget, name="x", place=4)
    assert widget.game.solve().value == kb.matrix("5 0; 0 1").solve().value
    assert widget.shown != before
    shown = sliders("chicken", {"win": [7, 8]}, view=lambda game: game.draw()).shown
    assert "<svg" in shown
    with pytest.raises(GameError, match="bounds must increase"):
        sliders("chicken", {"win": (3, 2)})
    for wrong in (3, "7, 13", []):
        with pytest.raises(GameError, match="win: "):
            sliders("chicken", {"win": wrong})


def test_trajectories_begin_where_it_is_clicked():
    widget = simplex([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], time=3)
    send(widget, at=[0.6, 0.3, 0.1])
    (path,) = widget.paths
    assert path[0] == pytest.approx([0.6, 0.3, 0.1], abs=1e-4)
    assert all(sum(mix) == pytest.approx(1, abs=1e-3) for mix in path)
    send(widget, ask="clear")
    assert widget.paths == []
    with pytest.raises(GameError, match="three strategies"):
        simplex("prisoners-dilemma")


@pytest.mark.parametrize("name", ["board.js", "tree.js", "table.js", "sliders.js", "simplex.js"])
def test_scripts_are_in_the_package(name):
    assert "export default" in asset(name)
    assert "innerHTML = message" not in asset(name)


def test_without_the_extra_a_line_names_it():
    code = (
        "import sys; sys.modules['anywidget'] = None\n"
        "import kibitz.notebook\n"
        "try: kibitz.notebook.play_board\n"
        "except kibitz.GameError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "pip install 'kibitz[notebook]'" in done.stdout


def test_the_places_of_a_board_are_told_with_the_moves_that_they_make():
    board = play_board("tic-tac-toe", vs="random", seed=1)
    assert len(board.cells) == 9
    assert board.clicks[board.moves.index("b2")] == ["b2"]
    assert all(len(cell["outline"]) == 4 for cell in board.cells)
    board.play("b2")
    assert len(board.clicks) == len(board.moves) == 7
    assert not play_board("kuhn-poker", vs="random", seed=1).cells  # hidden from the others


def test_an_edited_table_keeps_its_title_and_players():
    for name in ("chicken", "odd-or-even"):
        widget = edit_table(name)
        title, players = widget.game.title, widget.game.players
        widget.change(0, 0, "9, 9" if name == "chicken" else "9")
        assert (widget.game.title, widget.game.players) == (title, players)


def test_keys_typed_into_a_table_do_not_reach_the_notebook():
    script = asset("table.js")
    assert "event.stopPropagation()" in script
    assert 'event.key === "Enter"' in script
