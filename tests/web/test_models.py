"""What editors hold says the same game as the file that they were filled from."""

from __future__ import annotations

import json
from typing import Any

import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.core.shelf import game
from kibitz.formats.files import dumps, loads
from kibitz.formats.json_files.form import from_json, to_json
from kibitz.formats.typed import read_game
from kibitz.web.models.coalitions import Coalitions
from kibitz.web.models.digraph import Vertices
from kibitz.web.models.family import Family
from kibitz.web.models.market import SHAPES, Market
from kibitz.web.models.parameters import Parameters
from kibitz.web.models.program import Program
from kibitz.web.models.stakes import Stakes
from kibitz.web.models.starts import STARTS
from kibitz.web.models.states import States, read_cell
from kibitz.web.models.table import EditedTable
from kibitz.web.models.tree import CHANCE, EditedTree
from kibitz.web.models.tree_layout import STEP, layout

GAMES: dict[type[Any], tuple[str, ...]] = {
    EditedTable: ("chicken", "morra", "rock-paper-scissors", "blotto 4 3 2", "matrix 2 t; 3 1"),
    EditedTree: ("beer-quiche", "selten-horse", "centipede", "ultimatum"),
    Coalitions: ('coalition "A:1 B:3 C:0 A,B:6 A,C:2 B,C:1/2 A,B,C:9"', 'cost "A:1 B:3 A,B:3"'),
    States: ("big-match", "basketball", "dare", "coin-challenge", "women-and-cats"),
    Program: (STARTS["program"][2],),
    Market: (
        *("cournot", "monopoly", "bertrand", "differentiated-bertrand", "advertising"),
        *("stackelberg", "price-leadership", "entry-deterrence"),
        '{"kind": "continuous", "payoffs": ["x*y", "-x*y"], "variables": ["x", "y"], '
        '"intervals": [[0, null], [0, "1/2"]]}',
    ),
    Vertices: ("digraph",),
    Stakes: ("bet-sizes-poker", "la-relance", "newman-poker"),
    Family: ("ladder", '"G(n): 1, 0; 0, G(n-1) | G(1): 1"'.join(("stochastic ", " n=5"))),
}


@pytest.mark.parametrize(("model", "call"), [(m, c) for m, calls in GAMES.items() for c in calls])
def test_a_model_says_the_game_that_it_was_made_from(model: Any, call: str) -> None:
    noun = read_game(call)
    made = model.from_json(json.loads(dumps(noun, "json")))
    assert made.faults() == {}
    assert loads(json.dumps(made.to_json()), "json") == noun


def test_three_players_and_back() -> None:
    table = EditedTable.from_json(json.loads(dumps(game("chicken"), "json")))
    table.add_player()
    assert table.sizes == (2, 2, 2)
    table.remove(2, 1)
    assert loads(json.dumps(table.to_json()), "json").players == ("I", "II", "III")
    table.remove_player()
    assert loads(json.dumps(table.to_json()), "json") == game("chicken")


def test_removing_a_strategy_keeps_the_others() -> None:
    table = EditedTable.of_size(3, 2, zero_sum=True)
    table.paste((0, 0), [["1", "2"], ["3", "4"], ["5", "6"]])
    table.remove(0, 1)
    assert table.to_json()["matrix"] == [["1", "2"], ["5", "6"]]


def test_a_pasted_block_brings_rows_and_columns_and_both_payoffs() -> None:
    table = EditedTable.of_size(1, 1)
    table.paste((0, 0), [["3,3", "0,4"], ["4;0", "1|1"]])
    assert loads(json.dumps(table.to_json()), "json") == read_game("bimatrix 3,3 0,4; 4,0 1,1")


@pytest.mark.parametrize(
    ("text", "fault"),
    [("x", "not a number"), ("", "missing"), ("1/0", "zero"), ("1..2", "not a number")],
)
def test_faults_of_a_table_stand_at_their_cell(text: str, fault: str) -> None:
    table = EditedTable.of_size(2, 2)
    table.cells[1, 0][1] = text
    assert list(table.faults()) == ["pay.1.0:1"]
    assert fault in table.faults()["pay.1.0:1"]


def test_names_that_are_there_twice() -> None:
    table = EditedTable.of_size(2, 2)
    table.strategies[1][1] = "1"
    assert table.faults() == {"name.1.1": "1 is used twice"}


def test_a_tree_by_hand() -> None:
    tree = EditedTree.new()
    tree.set_player(0, CHANCE)
    heads, tails = (move.child.id for move in tree.root.moves)
    for node in (heads, tails):
        tree.add_move(node)
        tree.add_move(node)
        assert tree.node(node).player == "I"
    tree.join(heads, tails)
    assert len(tree.together(heads)) == 2
    tree.rename(tails, 0, "guess")
    assert tree.node(heads).moves[0].label == "guess"
    tree.add_move(heads)
    assert len(tree.node(tails).moves) == 3
    tree.remove(tree.node(heads).moves[2].child.id)
    assert len(tree.node(tails).moves) == 2
    assert set(tree.faults().values()) == {"payoffs are missing"}
    for node, value in zip((heads, tails), ("1", "-1"), strict=True):
        for move in tree.node(node).moves:
            move.child.payoff = value
    made: Any = loads(json.dumps(tree.to_json()), "json")
    assert made.solve().value == 0
    with pytest.raises(GameError, match="only nodes at which a player decides"):
        tree.join(0, heads)


def test_copied_branches_are_new_nodes() -> None:
    tree = EditedTree.from_json(json.loads(dumps(game("beer-quiche"), "json")))
    before = len(tree.nodes())
    tree.copy(tree.root.moves[0].child.id)
    tree.paste(tree.root.moves[1].child.moves[0].child.moves[0].child.id)
    numbers = [node.id for node in tree.nodes()]
    assert len(numbers) == len(set(numbers)) > before


def test_probabilities_must_add_up() -> None:
    tree = EditedTree.from_json(json.loads(dumps(game("beer-quiche"), "json")))
    tree.root.moves[0].probability = "1/2"
    assert tree.faults() == {"chance.0.1": "probabilities add up to 7/5"}


def test_a_state_is_renamed_where_cells_lead_to_it() -> None:
    states = States.from_json(json.loads(dumps(game("dare"), "json")))
    states.rename(0, "first round")
    assert states.states[0].cells[1][1] == "-[first round]".replace("-", "- ")
    assert loads(json.dumps(states.to_json()), "json").kind == "stochastic"


@pytest.mark.parametrize("text", ["", "1 +", "1 2", "1 + H", "+ +"])
def test_cells_that_cannot_be_read(text: str) -> None:
    with pytest.raises(GameError):
        read_cell(text, ["G"])


@pytest.mark.parametrize("form", STARTS)
def test_every_form_begins_with_a_game(form: str) -> None:
    assert read_game(STARTS[form][2]).solve().verify()


@pytest.mark.parametrize("name", ["beer-quiche", "kuhn-poker", "selten-horse"])
def test_lines_of_information_sets_run_in_lanes_of_their_own(name: str) -> None:
    found = game(name)
    tree = EditedTree.from_json(
        json.loads(dumps(found.as_tree() if name == "kuhn-poker" else found, "json"))
    )
    plan = layout(tree)
    assert plan.ways
    names = [
        (plan.places[node.id][0] + STEP * 0.62 + 27, plan.places[move.child.id])
        for node in tree.nodes()
        for move in node.moves
    ]
    for (player, infoset), lane in plan.lanes.items():
        nodes = [n for n in tree.nodes() if (n.player, n.infoset) == (player, infoset)]
        x = plan.places[nodes[0].id][0]
        assert all(lane > end for end, (to_x, _) in names if to_x == x)
        assert lane < x - 8
    spans = [
        (x, min(y for _, y in spots), max(y for _, y in spots))
        for key, x in plan.lanes.items()
        if (spots := [plan.places[n.id] for n in tree.nodes() if (n.player, n.infoset) == key])
    ]
    for k, (x, low, high) in enumerate(spans):
        assert all(x != a or high < b or c < low for a, b, c in spans[:k])


def test_the_table_of_one_player_is_edited_too() -> None:
    alone = EditedTable.from_json(json.loads(dumps(read_game("random-game 3"), "json")))
    alone.paste((2,), [["5", "x"], ["7/2"]])
    assert alone.cells[(3,)] == ["7/2"]
    alone.remove(0, 0)
    assert not alone.faults()
    assert loads(json.dumps(alone.to_json()), "json").shape == (3,)
    alone.add_player()
    assert alone.sizes == (3, 2)


def parameters(**values: str) -> Parameters:
    """An estate and claims on it, as a page knows them."""
    rows = {"claims": "numbers", "players": "names"}
    told = [
        {"name": name, "value": value, "default": "", "several": "", "rows": rows.get(name, "")}
        for name, value in values.items()
    ]
    return Parameters.from_info(told, ["1", "2"])


def test_rows_of_claims_come_and_go_with_their_names() -> None:
    game = parameters(estate="200", claims="100,200", players="")
    assert game.spelled("bankruptcy") == "bankruptcy estate=200 claims=100,200"
    game.add("claims")
    game.names[2] = "Ann Lee"
    game.remove("claims", 0)
    assert game.names == ["2", "Ann Lee"]
    assert game.spelled("bankruptcy") == "bankruptcy estate=200 claims=200,200 'players=2,Ann Lee'"
    game.remove("claims", 0)
    game.remove("claims", 0)
    assert game.rows == {"claims": ["200"]}


def test_faults_of_rows_stand_beside_their_fields() -> None:
    game = parameters(estate="200", claims="100,x", players="")
    game.names = ["A, B", "A, B"]
    assert sorted(game.faults()) == ["name.0", "name.1", "row.claims.1"]
    game.names = ["A", "A"]
    assert game.faults()["name.1"] == "A is used twice"


def test_a_block_of_a_spreadsheet_fills_the_rows() -> None:
    game = parameters(estate="200", claims="100,200", players="")
    game.paste("claims", 1, [["Bo", "5"], ["Cy", "1/2"], [""]])
    assert game.rows["claims"] == ["100", "5", "1/2"]
    assert game.names == ["1", "Bo", "Cy"]
    game.paste("claims", 0, [["7", "8"]])
    assert game.rows["claims"] == ["7", "8", "1/2"]


def test_names_of_players_may_have_spaces() -> None:
    for made in (
        read_game("weighted-voting 3 2,1,1 'players=Long Beach, Glen Cove, C'"),
        game("weighted-voting", 3, [2, 1, 1], players=("Long Beach", "Glen Cove", "C")),
    ):
        assert made.players == ("Long Beach", "Glen Cove", "C")
    assert read_game("weighted-voting 3 2,1 players=a,b").players == ("a", "b")


@pytest.mark.parametrize("shape", SHAPES)
def test_a_market_becomes_another_and_is_a_game_there(shape: str) -> None:
    market = Market.from_json(json.loads(dumps(game("cournot"), "json")))
    market.rows[1]["cost"] = "3*q"
    market.become(shape)
    assert market.faults() == {}
    assert loads(json.dumps(market.to_json()), "json").kind == "continuous"
    assert ("3*q" in str(market.to_json())) == (
        shape in ("cournot", "bertrand", "different", "entry")
    )
    market.add()
    assert market.faults() == {}
    assert len(market.rows) == max(1, min(3, market.kind.players[1]))


def test_players_of_a_market_move_in_the_order_of_their_turns() -> None:
    market = Market.from_json(json.loads(dumps(game("cournot"), "json")))
    market.in_turn = True
    assert list(market.to_json()["order"]) == ["Firm 1", "Firm 2"]
    market.rows[0]["turn"], market.rows[1]["turn"] = "2", "1"
    assert loads(json.dumps(market.to_json()), "json").players == ("Firm 2", "Firm 1")
    market.rows[1]["turn"] = "3"
    assert market.faults() == {"turn.1": "1 to 2"}
    market.add()
    market.remove(0)
    assert market.faults() == {"turn.1": "2 is used twice"}


def test_faults_of_a_market_stand_at_their_field() -> None:
    market = Market.from_json(json.loads(dumps(game("differentiated-bertrand"), "json")))
    market.rows[0] |= {"sales": "10 - p1 + p3", "cost": ""}
    market.rows[1]["name"] = "Firm 1"
    assert market.faults() == {
        "sales.0": "p3 does not belong to a firm; there are 2",
        "cost.0": "a formula is missing",
        "name.1": "Firm 1 is used twice",
    }
    market.become("game")
    market.rows[1] |= {"variable": "x1", "to": "x"}
    assert set(market.faults()) == {"variable.1", "to.1", "name.1"}


def test_a_vertex_takes_its_moves_along() -> None:
    game_on = Vertices.from_json({"digraph": {"a": ["b", "c"], "b": ["c"], "c": []}})
    game_on.followers[1] = "c d"
    assert game_on.faults() == {"moves.1": "unknown vertex d"}
    game_on.rename(0, "top")
    game_on.remove(2)
    assert game_on.start == "top"
    assert game_on.followers == ["b", "d"]


def test_payoffs_shown_for_one_player_or_both_stay_the_same() -> None:
    """What is left of a constant sum, and a cost as a negative payoff."""
    game = kb.bimatrix("3,2 1,4; 0,5 2,3")
    table = EditedTable.from_json(to_json(game.matrix_game()))
    table.set_zero_sum(False)
    assert from_json(table.to_json()).payoffs == game.payoffs
    costs = EditedTable.from_json(to_json(kb.bimatrix("3,-3 1,-1; 0,0 2,-2", cost=True)))
    costs.set_zero_sum(True)
    assert from_json(costs.to_json()) == kb.matrix("-3 -1; 0 -2")
    costs.set_zero_sum(False)
    assert from_json(costs.to_json()) == kb.bimatrix("-3,3 -1,1; 0,0 -2,2")


def test_moves_follow_the_vertices_of_a_digraph() -> None:
    """A name of two words goes as one; a name typed through another one leaves that one alone."""
    game = Vertices.from_json({"digraph": {"a": ["the end"], "b": ["a"], "the end": []}})
    game.remove(2)
    assert game.to_json()["digraph"] == {"a": [], "b": ["a"]}
    typed = Vertices.from_json({"digraph": {"a": ["c"], "b": ["a"], "c": []}, "start": "a"})
    typed.rename(2, "a")
    assert typed.faults()
    typed.rename(2, "ab")
    assert typed.to_json()["start"] == "a"
    assert typed.to_json()["digraph"]["b"] == ["a"]


def test_a_start_is_kept_while_a_name_is_typed() -> None:
    """A vertex typed through another's name is the start again; one of two alike may be removed."""
    game = Vertices.from_json({"digraph": {"a": ["b"], "b": []}, "start": "a"})
    game.rename(0, "b")
    assert game.start == "a"
    game.rename(0, "bc")
    assert game.to_json() == {**game.to_json(), "digraph": {"bc": ["b"], "b": []}, "start": "bc"}
    game.rename(0, "b")
    game.remove(0)
    assert (game.names, game.followers, game.start) == (["b"], [""], "b")
