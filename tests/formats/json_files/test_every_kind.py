"""Every kind of JSON: it comes back as it went, and what contradicts itself is refused."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

import kibitz as kb
from kibitz.combinatorial.digraphs.read import digraph
from kibitz.continuous.markets.any_number import any_number_of_firms
from kibitz.formats.json_files.form import KINDS, from_json, to_json
from kibitz.strategic.sequential.repeated import repeated
from kibitz.zero_sum.parametric.game import parametric_game

DILEMMA = kb.bimatrix([[3, 1], [4, 0]], [[3, 4], [1, 0]])
DIFFERENT = ["10 - p1 + p2/2", "10 - p2 + p1/2"]
TWO_STATES = {"G": [["1 - H/2", 2], [3, "G/3"]], "H": [["5 + G/4"]]}
GAMES: tuple[Any, ...] = (
    kb.matrix([["1/2", 1]]),
    parametric_game("0 2-t; t^2/3 1", interval=("-1/2", None)),
    kb.bimatrix("3,3 0,4; 4,0 1,1", cost=True),
    repeated(DILEMMA, 5, "1/2", "five rounds"),
    kb.linear_program("max 2x + y; x + y <= 3; x <= 2"),
    kb.stochastic_game(TWO_STATES, discount="9/10", start="H", title="two"),
    kb.stochastic_game({"G": [[{"pay": 1, "prize": 3, "go": {"G": "1/2"}}, 2]]}, "average"),
    kb.stochastic_game({"G": [[{"prize": 3, "go": {"G": "1/2"}}, 2]]}, players=["Ann", "Bob"]),
    kb.game_family("G(n): n+3, n+2; n+1, G(n+1) | G(0): 7", "any", n=3, title="family"),
    kb.continuous_game(
        ["x*y - x^2", "x - y^2 if x < y else 0"],
        [[0, "3/2"], [0, None]],
        ["x", "y"],
        ["Ann", "Bob"],
    ),
    kb.cournot("17 - Q", ["q + 3", "2q"], capacity=[3, None], fixed="avoidable"),
    kb.monopoly("17 - Q", "q"),
    kb.bertrand(DIFFERENT, [1, 2], fixed="avoidable", setup=4),
    kb.bertrand("17 - p", [1, 2]),
    kb.advertising("12", ["x", "2x"], title="contest"),
    kb.stackelberg("17 - Q", [1, 2], order=["2", "1"]),
    kb.entry("17 - Q", ["q + 9", "q + 9"], fixed="sunk"),
    any_number_of_firms("cournot", "17 - Q", "q", "m", title="many"),
    kb.continuous_poker("von-neumann", [1, "5/2"], 3),
    kb.betting_game({"I": {"check": 1, "bet": {"II": {"fold": 1, "call": 3}}}}, title="tree"),
    kb.bargaining(DILEMMA, threats=[["1/2", "1/2"], [0, 1]]),
    kb.bargaining(DILEMMA, transferable=True),
    kb.bargaining({"polygon": [[0, 0], [4, 0], [0, 2]]}, (0, 1), free_disposal=True),
    kb.bargaining(frontier="4 - x^2", on=[0, 2], disagreement=(0, 0)),
    kb.coalition({"A": 1, "B": "1/2", "A,B": 3}, title="pair"),
    kb.coalition([k * k for k in range(2**11)]),
    kb.coalition({"1": 1, "2": 1, "1,2": "3 + a"}, title="one letter"),
    kb.coalition({"1": 1, "2": "b/2", "1,2": "3 + a - 2b"}, title="two letters"),
    kb.cost_game({"Ann": 1, "Bob": 2, "Ann,Bob": 2}),
    digraph({"a": ["b", "c"], "b": ["c"], "c": []}, "b", "misere", "three"),
    kb.extensive_game({"player": "I", "moves": {"a": [1, 2], "b": [0, 3]}}),
    kb.game_tree("[[3, 5], [2, 9]]"),
    kb.game("nim 3 4 5"),
)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.kind))
def test_round_trip(game: Any) -> None:
    data = to_json(game)
    back = from_json(json.loads(json.dumps(data)))
    assert back == game
    assert to_json(back) == data


def test_every_kind_is_tried() -> None:
    """``multistage`` and ``recursive`` are other words for ``stochastic``."""
    assert {to_json(game)["kind"] for game in GAMES} == KINDS.keys() - {"multistage", "recursive"}


def test_play_of_arrays_begins_where_it_is_told_to() -> None:
    """From G2 play pays 2 now and half of what G1 pays, which stops after 1."""
    arrays = {"payoffs": [[[1]], [[2]]], "transitions": [[[[0, 0]]], [[[1, 0]]]], "discount": "1/2"}
    assert from_json(arrays).solve().value == 1
    assert from_json({**arrays, "start": "G2"}).solve().value == Fraction(5, 2)


NODES = {"kind": "extensive", "nodes": [{"player": "I", "moves": [["a", 1], ["b", 2]]}]}
END = {"payoff": [1, 2]}
ARRAYS = {"payoffs": [[[1]]], "transitions": [[[[0]]]]}
STATES: dict[str, Any] = {"kind": "stochastic", "games": {"G": [["1 + G"]]}}
FAMILY: dict[str, Any] = {"kind": "stochastic-family", "games": {"G(n)": [["n", "G(n+1)"]]}}
BERTRAND = {"model": "bertrand", "costs": 1}
TABLE: dict[str, Any] = {"bimatrix": [[[1, 2]]]}
PLAYERS: dict[str, Any] = {"1": 1, "2": 1, "1,2": 3}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({**ARRAYS, "start": "H"}, "unknown state 'H'; known: G"),
        ({**ARRAYS, "rewards": [[[1]]]}, "rewards: this is already given by 'payoffs'"),
        ({**ARRAYS, "games": {"G": [[1]]}}, "games: give the cells by games, or by payoffs"),
        ({"transitions": [[[[0]]]]}, "transitions: the payoffs are missing"),
        ({**STATES, "states": {"G": [[1]]}}, "states: this is already given by 'games'"),
        ({**STATES, "payoffs": [[[1]]]}, "payoffs: this goes with transitions"),
        ({"kind": "stochastic", "discount": 1}, "games: give the states"),
        ({**STATES, "endless": 1, "Q": 2}, "Q: this is already given by 'endless'"),
        ({**STATES, "criterion": "average", "Q": 2}, "Q: 2 contradicts the criterion average"),
        ({**STATES, "criterion": "total", "endless": "average"}, "contradicts the criterion total"),
        ({**STATES, "criterion": "best"}, "criterion: 'best'; use total, discounted or average"),
        ({**FAMILY, "endless": 1, "Q": 2}, "Q: this is already given by 'endless'"),
        ({**FAMILY, "states": {}}, "states: this is already given by 'games'"),
        ({"kind": "stochastic-family"}, "games: give the rule"),
        ({"kind": "multistage", "games": {"a": [["1+b"]], "b": [["a"]]}}, "a -> b -> a; this is"),
        ({**NODES, "nodes": []}, "nodes: the list is empty"),
        ({**NODES, "nodes": [5]}, r"nodes\[0\]: expected an object, found 5"),
        ({**NODES, "nodes": [*NODES["nodes"], END]}, "there is no node 2 after it"),
        ({**NODES, "nodes": [*NODES["nodes"], END, END, END]}, r"nodes\[3\]: no move leads to it"),
        ({**NODES, "nodes": [{"moves": [["a", True]]}, END]}, "there is no node True after it"),
        ({**NODES, "nodes": [{"moves": [["a", 1]]}, END]}, "no player is given"),
        ({**NODES, "nodes": [{"moves": [["a"]]}]}, "a move is"),
        ({"kind": "extensive", "tree": {}, "root": {}}, "root: this is already given by 'tree'"),
        ({**TABLE, "cost": False, "objective": "min"}, "cost: False contradicts objective: 'min'"),
        ({**TABLE, "cost": True, "objective": "max"}, "objective: 'max' contradicts cost: True"),
        ({**TABLE, "cost": "yes"}, "cost: expected true or false, found 'yes'"),
        ({"stage": TABLE, "stage_bimatrix": [], "rounds": 2}, "is already given by 'stage'"),
        ({"stage": [[1]], "rounds": 2}, "stage: expected an object with a strategic game"),
        ({"stage": TABLE, "rounds": "5/2"}, "rounds: '5/2' is not a whole number"),
        ({"model": "von-neumann", "bet": 2, "beta": 3}, "bet: this is already given by 'beta'"),
        (BERTRAND, "give one of demand"),
        ({**BERTRAND, "demand": "9 - p", "sales": DIFFERENT}, "give one of demand"),
        ({**BERTRAND, "demand": True}, "demand: expected a formula in quotes, found True"),
        ({"model": "bertrnd"}, "unknown model 'bertrnd'; did you mean 'bertrand'"),
        ({"model": "stackelberg", "base": 5}, "base: expected an object, found 5"),
        (
            {"model": "stackelberg", "base": {"model": "entry", "demand": "9 - Q", "costs": ["q"]}},
            "base: expected a game without an order",
        ),
        ({"model": "cournot", "price": "9 - Q", "demand": "9 - Q", "costs": 1}, "which is also"),
        ({"kind": "bargaining", "disagreement": [0, 0]}, "feasible: it is missing"),
        ({"feasible": [[0, 0]], "polygon": [[0, 0]]}, "polygon: this is already given by 'feas"),
        ({"polygon": [[0, 0]], "free_disposal": "yes"}, "free_disposal: expected true or false"),
        ({"worths": 5}, "worths: expected an object or a list, found 5"),
        ({"worths": [0, 1], "v": [0, 1]}, "v: the worths are already given by 'worths'"),
        ({"kind": "cost", "costs": 5}, "costs: expected an object or a list, found 5"),
        ({"kind": "coalitional-family", "worths": PLAYERS}, "kind of this game is coalitional$"),
        ({"kind": "coalitional-family", "worths": [0, 1]}, "worths: expected an object"),
        (
            {"kind": "coalitional-family", "worths": {**PLAYERS, "1": "a", "2": "b"}},
            "expected one letter; the kind of this game is coalitional-letters",
        ),
        (
            {"kind": "coalitional-letters", "worths": {**PLAYERS, "1": "a"}},
            "expected several letters; the kind of this game is coalitional-family",
        ),
        ({"digraph": []}, "digraph: it has no vertices"),
        ({"digraph": [["a", "b", "c"]]}, "digraph, arrow 1: 3 ends; an arrow has two"),
    ],
)
def test_what_cannot_be_meant(data: Any, message: str) -> None:
    with pytest.raises(kb.GameError, match=message):
        from_json(data)


def test_arrows_are_written_in_three_ways() -> None:
    graph = from_json({"digraph": {"a": ["b", "c"], "b": ["c"], "c": []}})
    assert from_json({"digraph": "a>b a>c b>c"}) == graph
    assert from_json({"graph": [["a", "b"], ["a", "c"], ["b", "c"]]}) == graph
    assert from_json({"a": ["b", "c"], "b": ["c"], "c": []}) == graph


def test_criteria_say_what_endless_play_pays() -> None:
    assert from_json({**STATES, "criterion": "average"}).solve().value == 1
    both = from_json({**STATES, "criterion": "average", "endless": "average"})
    assert both == from_json({**STATES, "criterion": "average"})
    halved = {**STATES, "criterion": "discounted", "discount": "1/2"}
    assert from_json(halved).solve().value == 2
    assert from_json({**FAMILY, "Q": 2}) == from_json({**FAMILY, "endless": 2})


def test_objectives_say_whose_numbers_are_costs() -> None:
    costs = from_json({**TABLE, "cost": True})
    assert from_json({**TABLE, "costs": True, "objective": "minimise cost"}) == costs
    assert from_json({**TABLE, "objective": "max"}) == from_json({**TABLE, "cost": False})
    named = from_json({"payoffs": {"a,b": [1, 2]}, "objective": "minimize"})
    assert named.costs
    assert named.payoff(0, 0) == (1, 2)
