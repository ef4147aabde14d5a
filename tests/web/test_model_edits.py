"""What an editor does to a game, button by button, leaves the game that was meant."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from kibitz.core.errors import GameError
from kibitz.formats.files import dumps, loads
from kibitz.formats.typed import read_game
from kibitz.web.models.coalitions import Coalitions
from kibitz.web.models.family import Family
from kibitz.web.models.program import Program
from kibitz.web.models.stakes import Stakes
from kibitz.web.models.starts import STARTS
from kibitz.web.models.states import States
from kibitz.web.models.table import EditedTable
from kibitz.web.models.tree import CHANCE, EditedTree
from kibitz.web.models.undo import UndoHistory


def filled(model: Any, call: str) -> Any:
    """A model with a game in it."""
    return model.from_json(json.loads(dumps(read_game(call), "json")))


def noun(model: Any) -> Any:
    """The game that a model says."""
    assert model.faults() == {}
    return loads(json.dumps(model.to_json()), "json")


@pytest.mark.parametrize("model", [EditedTree.new(), EditedTable.of_size(2, 2)])
def test_players_past_the_eighth_are_numbered(model: Any) -> None:
    for _ in range(8):
        model.add_player()
    assert model.players[2:] == ["III", "IV", "V", "VI", "VII", "VIII", "9", "10"]


def test_a_new_player_has_a_name_of_their_own() -> None:
    table = EditedTable.of_size(2, 2)
    table.players[1] = "III"
    table.add_player()
    assert table.players == ["I", "III", "II"]


class TestTree:
    def test_matching_pennies_by_hand(self) -> None:
        tree = EditedTree.new()
        tree.set_player(0, "I")
        tree.add_move(1)
        tree.add_move(1)
        tree.set_player(2, "II")
        tree.join(1, 2)
        ends = [node for node in tree.nodes() if not node.moves]
        for node, payoff in zip(ends, ("1", "-1", "-1", "1"), strict=True):
            node.payoff = payoff
        assert noun(tree).solve().value == 0

    def test_a_move_is_added_renamed_and_removed_in_the_whole_information_set(self) -> None:
        tree = EditedTree.new()
        for number in (0, 0, 1, 1, 2, 2):
            tree.add_move(number)
        tree.join(1, 2)
        tree.add_move(1)
        tree.rename(2, 2, "third")
        assert [[m.label for m in tree.node(k).moves] for k in (1, 2)] == [["a", "b", "third"]] * 2
        tree.remove(tree.node(1).moves[2].child.id)
        assert [len(tree.node(k).moves) for k in (1, 2)] == [2, 2]
        assert tree.chosen == 1
        tree.part(2)
        assert [n.id for n in tree.together(1)] == [1]

    def test_outcomes_of_chance_stay_equally_likely(self) -> None:
        tree = EditedTree.new()
        tree.set_player(0, CHANCE)
        tree.add_move(0)
        assert [m.probability for m in tree.root.moves] == ["1/3"] * 3
        tree.remove(tree.root.moves[0].child.id)
        assert [m.probability for m in tree.root.moves] == ["1/2"] * 2
        for move, payoff in zip(tree.root.moves, ("3, 1", "1, 1"), strict=True):
            move.child.payoff = payoff
        assert noun(tree).solve().payoffs == (2, 1)
        tree.set_player(0, "II")
        assert [m.probability for m in tree.root.moves] == ["", ""]

    def test_after_chance_the_next_player_moves(self) -> None:
        tree = EditedTree.new()
        tree.add_move(0)
        tree.set_player(1, CHANCE)
        tree.add_move(tree.node(1).moves[0].child.id)
        assert tree.node(tree.node(1).moves[0].child.id).player == "II"

    def test_removing_the_last_move_leaves_an_end_and_the_root_stays(self) -> None:
        tree = EditedTree.new()
        tree.add_move(0)
        tree.remove(1)
        assert (tree.root.kind, tree.root.moves) == ("end", [])
        tree.add_move(0)
        tree.remove(0)
        assert tree.root.kind == "end"

    def test_copied_branches_are_new_nodes(self) -> None:
        tree = filled(EditedTree, "centipede")
        tree.paste(0)  # nothing was copied yet
        before = len(tree.nodes())
        end = next(node.id for node in tree.nodes() if not node.moves)
        tree.copy(0)
        tree.paste(end)
        assert len(tree.nodes()) == 2 * before - 1
        assert len({node.id for node in tree.nodes()}) == len(tree.nodes())
        tree.copy(tree.root.moves[0].child.id)
        tree.paste(tree.root.id)
        assert tree.chosen == tree.root.id
        with pytest.raises(GameError, match="no longer in the tree"):
            tree.node(0)
        assert not tree.has(0)

    def test_what_cannot_share_an_information_set(self) -> None:
        tree = EditedTree.new()
        for number in (0, 0, 1, 1, 2):
            tree.add_move(number)
        with pytest.raises(GameError, match="2 moves here and 1 move there"):
            tree.join(1, 2)
        with pytest.raises(GameError, match="only nodes at which a player decides"):
            tree.join(1, 3)

    def test_a_renamed_player_still_moves(self) -> None:
        tree = filled(EditedTree, "centipede")
        tree.name_player(0, "Ann")
        assert noun(tree).players[0] == "Ann"

    @pytest.mark.parametrize(
        ("payoff", "fault"),
        [("", "payoffs are missing"), ("1, 2, 3", "3 payoffs for 2 players"), ("1, x", "number")],
    )
    def test_faults_of_ends(self, payoff: str, fault: str) -> None:
        tree = EditedTree.new()
        tree.root.payoff = payoff
        assert fault in tree.faults()["payoff.0"]

    def test_faults_of_moves(self) -> None:
        tree = EditedTree.new()
        tree.set_player(0, CHANCE)
        tree.add_move(0)
        for move, label, chance in zip(tree.root.moves, ("", "b", "b"), ("1/2",) * 3, strict=True):
            move.label, move.probability, move.child.payoff = label, chance, "1"
        assert tree.faults() == {
            "label.0.0": "a name is missing",
            "label.0.2": "b is used twice",
            "chance.0.2": "probabilities add up to 3/2",
        }
        tree.root.moves[0].probability = "often"
        assert "number" in tree.faults()["chance.0.0"]


class TestStates:
    def test_rows_columns_and_states_come_and_go(self) -> None:
        states = filled(States, "big-match")
        before = states.to_json()
        states.add_row(0)
        states.add_column(0)
        assert (len(states.states[0].rows), len(states.states[0].cells[2])) == (3, 3)
        states.remove_row(0, 2)
        states.remove_column(0, 2)
        states.add_state()
        assert noun(states).solve() is not None
        states.remove_state(1)
        assert states.to_json() == before
        states.remove_state(0)
        assert states.names == ["play"]

    @pytest.mark.parametrize("name", ["next", "two words", r"a\b", r"\1"])
    def test_cells_follow_a_renamed_state(self, name: str) -> None:
        states = filled(States, "big-match")
        states.rename(0, name)
        assert states.faults() == {}
        assert noun(states).states == (name,)

    def test_a_cell_that_leads_nowhere_is_a_fault(self) -> None:
        states = filled(States, "big-match")
        states.states[0].cells[0][0] = "1 + elsewhere"
        assert list(states.faults()) == ["cell.0.0.0"]


def test_a_family_grows_and_shrinks() -> None:
    family = filled(Family, "ladder")
    before = family.to_json()
    family.add()
    assert family.names[-1] not in family.names[:-1]
    last = len(family.names) - 1
    family.add_row(last)
    family.add_column(last)
    assert family.members[last].cells == [["0", "0"], ["0", "0"]]
    family.remove_row(last, 0)
    family.remove_column(last, 0)
    family.remove_row(last, 0)  # the last one stays
    family.remove_column(last, 0)
    assert family.members[last].cells == [["0"]]
    family.members[last].cells = [[" "]]
    assert family.faults() == {f"cell.{last}.0.0": "a payoff or a game is missing"}
    family.remove(last)
    assert family.to_json() == before


def test_a_linear_program_grows_and_shrinks() -> None:
    program = filled(Program, STARTS["program"][2])
    value = noun(program).solve().value
    program.add_variable()
    program.add_row()
    assert noun(program).solve().value == value
    program.remove_variable(len(program.c) - 1)
    program.remove_row(len(program.b) - 1)
    assert noun(program).solve().value == value
    for _ in range(9):
        program.remove_variable(0)
        program.remove_row(0)
    assert (len(program.c), len(program.b)) == (1, 1)


def test_sizes_of_bets() -> None:
    stakes = filled(Stakes, "bet-sizes-poker")
    size = len(stakes.bets)
    stakes.add()
    assert stakes.faults() == {f"bet.{size}": f"{stakes.bets[-1]} is used twice"}
    stakes.remove(size)
    assert stakes.faults() == {}
    stakes.become("la-relance")
    stakes.add()
    stakes.remove(0)
    assert len(stakes.bets) == 1
    assert noun(stakes).solve().value is not None


def test_a_player_who_leaves_takes_the_coalitions_along() -> None:
    game = filled(Coalitions, 'coalition "A:1 B:2 C:3 A,B:4 A,C:5 B,C:6 A,B,C:9"')
    game.remove(1)
    assert game.to_json()["worths"] == {"A": "1", "C": "3", "A,C": "5"}
    game.add()
    assert game.players == ["A", "C", "B"]
    assert noun(game).shapley().payoffs == (Fraction(3, 2), Fraction(7, 2), 0)
    game.players[2] = "A"
    assert game.faults() == {"player.2": "A is used twice"}
    game.players[2] = "A,B"
    assert game.faults() == {"player.2": "enter a name without commas"}
    game.remove(2)
    game.remove(1)
    game.remove(0)
    assert game.players == ["A"]


def test_a_model_from_elsewhere_can_be_undone() -> None:
    history = UndoHistory([1])
    history.follow([2], "a file")
    assert history.idle == ["redo"]
    assert history.step("undo")
    assert history.now == [1]
    assert history.step("redo")
    assert history.now == [2]
    history.note()  # what changed nothing is passed over
    assert history.undo()
    assert history.now == [1]
    assert not history.undo()
