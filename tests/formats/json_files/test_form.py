"""The JSON forms: exact both ways, strict about what they are given."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz import GameError, MatrixGame, StrategicGame, bimatrix, game, matrix, strategic_game
from kibitz.core.noun import Noun
from kibitz.extensive import unfold
from kibitz.formats.answers.solution import solution_from_json
from kibitz.formats.json_files.form import from_json, layout, parse, read, to_json, write
from kibitz.linear.program import LinearProgram

NOUNS: list[Noun] = [
    matrix([[1, "1/2"], [-3, 4]], rows=["up", "down"], columns=["l", "r"], title="small"),
    matrix([[0.1, 2.0]]),
    MatrixGame(matrix("1 2").matrix, ("a",), ("b", "c"), ("Ann", "Bob")),
    bimatrix([[3, 0], [4, 1]], [[3, 4], [0, 1]], title="dilemma"),
    strategic_game([[[[1, 2], [3, 4]]], [[[5, 6], [7, "8/3"]]], [[[0.5, 1.0], [1.5, 2.0]]]]),
    LinearProgram.read([2, "1/3"], [[0, 3], [1, 1]], ["<=", ">="], [5, 1], lower=[0, None]),
    LinearProgram.read([0.5], [[1.0]], b=[2.0], sense="min", upper=[7], title="floats"),
]


@pytest.mark.parametrize("noun", NOUNS, ids=lambda n: f"{n.kind}")
def test_round_trip(noun: Noun) -> None:
    data = to_json(noun)
    assert data["kind"] == noun.kind
    assert from_json(json.loads(json.dumps(data))) == noun
    assert read(write(noun)) == noun
    assert to_json(read(write(noun))) == data


floats = st.floats(min_value=-1e100, max_value=1e100)
numbers = st.one_of(st.fractions(), st.integers(), floats)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 3), st.integers(1, 3), st.data())
def test_matrix_round_trip(m: int, n: int, data: st.DataObject) -> None:
    cells = st.lists(numbers, min_size=n, max_size=n)
    game = matrix(data.draw(st.lists(cells, min_size=m, max_size=m)))
    assert read(write(game)) == game


def test_exact_numbers_are_strings_and_floats_are_numbers() -> None:
    assert to_json(matrix([["7/12", 2]]))["matrix"] == [["7/12", "2"]]
    assert to_json(matrix([[0.5, 2.0]]))["matrix"] == [[0.5, 2.0]]


def test_bare_forms() -> None:
    pennies = matrix([[1, -1], [-1, 1]])
    assert from_json({"matrix": [[1, -1], [-1, 1]]}) == pennies
    assert from_json([[1, -1], [-1, 1]]) == pennies
    one_row = bimatrix([[3, "1/2"]], [[1, 2]], rows=["only"])
    assert from_json({"A": [[3, "1/2"]], "B": [[1, 2]], "rows": ["only"]}) == one_row
    assert from_json({"bimatrix": [[[3, 1], ["1/2", 2]]], "rows": ["only"]}) == one_row
    assert (
        from_json(
            {
                "kind": "strategic",
                "payoffs": [[[3, "1/2"]], [[1, 2]]],
                "strategies": [["only"], None],
            }
        )
        == one_row
    )
    program = from_json({"c": [1], "A": [[1]], "b": [3]})
    assert isinstance(program, LinearProgram)


def test_roots_and_games_of_the_shelf() -> None:
    moves = {"bet": {"payoff": [1, 0]}, "pass": {"payoff": [0, 2]}}
    root = {"player": 1, "infoset": "a", "moves": moves}
    assert from_json(root) == from_json({"kind": "extensive", "tree": root})
    problem = game("bankruptcy", 36, [10, 20, 30])
    assert from_json({"estate": 36, "claims": [10, 20, 30]}) == problem
    assert from_json({"kind": "bankruptcy", "estate": "36", "claims": [10, 20, 30]}) == problem
    assert from_json({"game": "airport", "parameters": {"costs": [1, 3]}}) == game("airport 1,3")


def test_one_player_is_a_game_too() -> None:
    game = from_json({"payoffs": [[1, 2, 3]]})
    assert isinstance(game, StrategicGame)
    assert game.payoff(2) == (Fraction(3),)


BAD: list[tuple[Any, str]] = [
    (3, "expected an object with a 'kind', found 3"),
    (None, "expected an object with a 'kind', found null"),
    ({}, "kind: it is missing; write one of bargaining, betting-tree, coalitional"),
    ({"gams": {"G": [[1]]}}, "no key 'gams'; did you mean 'games'"),
    ({"kind": "matrx", "matrix": [[1]]}, "kind: unknown form 'matrx'; did you mean 'matrix'?"),
    ({"kind": 3}, "kind: expected a name in quotes, found 3"),
    ({"kind": "matrix"}, "matrix: it is missing"),
    ({"matrix": 3}, "matrix: expected a list, found int 3"),
    ({"matrix": []}, "matrix: it has no rows"),
    ({"matrix": [[]]}, "matrix, row 1: it is empty"),
    ({"matrix": [1, 2]}, "matrix: row 1 is 1, not a list of numbers"),
    ({"matrix": [[1, 2], [3]]}, "matrix: row 2 has 1 entry, row 1 has 2"),
    ({"matrix": [[1, "x"]]}, "matrix, row 1, column 2: 'x' is not a number"),
    ({"matrix": [[1, None]]}, "matrix, row 1, column 2: None is not a number"),
    ({"matrix": [[1, True]]}, "matrix, row 1, column 2: True is a boolean"),
    ({"matrix": [[1, [2]]]}, "matrix, row 1, column 2: [2] is not a number"),
    ({"matrix": [[1, float("inf")]]}, "not a finite number"),
    ({"matrix": [[1]], "row": ["a"]}, "row: unknown key; did you mean 'rows'?"),
    ({"matrix": [[1]], "rows": "a"}, "rows: expected a list, found str 'a'"),
    ({"matrix": [[1]], "rows": ["a", "b"]}, "rows: 2 names for 1"),
    ({"matrix": [[1]], "rows": [["a"]]}, "rows[0]: expected a name, found ['a']"),
    ({"matrix": [[1], [2]], "rows": ["a", "a"]}, "rows: the label 'a' is used twice"),
    ({"matrix": [[1]], "players": ["a"]}, "players: 1 name for 2"),
    ({"matrix": [[1]], "title": ["a"]}, "title: expected a name, found ['a']"),
    ({"A": [[1]]}, "B: it is missing"),
    ({"A": [[1]], "B": [[1, 2]]}, "B: its size is 1 x 2, that of A is 1 x 1"),
    ({"A": [[1]], "B": [["x"]]}, "B, row 1, column 1: 'x' is not a number"),
    ({"bimatrix": [[1, 2]]}, "bimatrix, row 1: row 1 is 1, not a list of numbers"),
    ({"bimatrix": [[[1, 2, 3]]]}, "bimatrix: each cell holds 3 payoffs; it needs 2"),
    ({"payoffs": []}, "payoffs: 0 players; there can be 1 to 32"),
    ({"payoffs": [[0]] * 33}, "payoffs: 33 players; there can be 1 to 32"),
    ({"payoffs": [[[1]], 3]}, "payoffs[1]: expected a list, found int 3"),
    ({"payoffs": [[[1]], [[1, 2]]]}, "payoffs[1]: its size is 1 x 2, that of payoffs[0] is 1 x 1"),
    ({"payoffs": [[[1]], [[1]]], "strategies": [["a"]]}, "strategies: 1 list for 2 players"),
    ({"payoffs": [[[1]], [[1]]], "strategies": [["a"], 3]}, "strategies[1]: expected a list"),
    ({"payoffs": [[1]], "rows": ["a"]}, "rows: they belong to a game of two players"),
    ({"c": [1], "A": [[1]]}, "b: it is missing"),
    ({"c": [1], "A": [[1]], "b": 1}, "b: expected a list, found int 1"),
    ({"c": [1], "A": [], "b": 1}, "b: expected a list, found int 1"),
    ({"c": [1], "A": [[1]], "b": [1], "rel": 3}, "rel: expected a list, found int 3"),
    ({"c": [1], "A": [[1]], "b": [1], "rel": ["<"]}, "rel, row 1: '<' is not a relation"),
    ({"c": [1], "A": [[1]], "b": [1], "lower": {}}, "lower: expected a number, null or a list"),
    ({"c": [1], "A": [[1]], "b": [1], "variables": 3}, "variables: expected a list, found int 3"),
    ({"c": [1], "A": [[1]], "b": [1], "bound": 3}, "bound: unknown key"),
    ({"c": [1, 2], "A": [[1]], "b": [1]}, "c: 2 entries for the 1 variable of A"),
]


@pytest.mark.parametrize(("data", "message"), BAD)
def test_wrong_shape(data: Any, message: str) -> None:
    with pytest.raises(GameError) as caught:
        from_json(data)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, column 1: this is not JSON (expecting value)"),
        ('{"matrix":\n [1,]}', "line 2, column"),
        ('{"matrix": [[NaN]]}', "NaN is not a number"),
        ('{"matrix": [[-Infinity]]}', "-Infinity is not a number"),
        ('{"matrix": [[1]], "matrix": [[2]]}', "the key 'matrix' is given twice"),
        ("[" * 100_000, "nested too deeply"),
        ('{"matrix": [[' + "9" * 5000 + "]]}", "too long"),
    ],
)
def test_not_json(text: str, message: str) -> None:
    with pytest.raises(GameError) as caught:
        read(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=12,
)
keys = st.one_of(
    st.sampled_from(["kind", "matrix", "rows", "columns", "players", "title", "payoffs"]),
    st.sampled_from(["strategies", "A", "B", "bimatrix", "c", "b", "rel", "lower", "upper"]),
    st.sampled_from(["constant", "variables", "sense"]),
)
kinds = st.sampled_from([None, "matrix", "strategic", "linear-program"])


@settings(max_examples=300, deadline=None)
@given(st.dictionaries(keys, json_values, max_size=5), kinds)
def test_any_object_is_a_noun_or_an_error(data: dict[str, Any], kind: str | None) -> None:
    if kind is not None:
        data["kind"] = kind
    try:
        noun = from_json(data)
    except GameError:
        return
    assert isinstance(noun, Noun)


@settings(max_examples=60, deadline=None)
@given(json_values)
def test_layout_is_json(value: Any) -> None:
    try:
        text = layout(value)
    except ValueError:  # NaN and infinities have no JSON
        return
    assert json.loads(text) == value
    assert parse(text) == value


@pytest.mark.parametrize(
    ("data", "call"),
    [
        ({"game": "nim", "piles": [13, 12, 8], "play": "normal"}, "nim 13 12 8"),
        ({"game": "subtraction", "set": [1, 2, 3], "pile": 21}, "subtraction 21 set=1,2,3"),
        (
            {"game": "coin-subtraction", "set": [1, 3], "heads": [3, 5]},
            "coin-subtraction 3 5 set=1,3",
        ),
        ({"game": "rugs", "rows": ["TTH", "HTT"]}, "rugs TTH HTT"),
        ({"game": "green-hackenbush", "stalks": [3, 4]}, "hackenbush stalks 3 4"),
        ({"game": "hackenbush", "edges": [[0, 1], [1, 0]], "ground": 0}, "hackenbush 0-1 1-0"),
        (
            {"components": [{"game": "nim", "pile": 7}, {"game": "kayles", "heaps": 5}]},
            "nim 7 + kayles 5",
        ),
    ],
)
def test_parameters_beside_the_name(data: dict[str, Any], call: str) -> None:
    assert from_json(data) == game(call)


def test_a_graph_is_a_digraph() -> None:
    assert from_json({"graph": {"a": ["b"], "b": []}}).nimber() == 1


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"components": []}, "give at least one game"),
        ({"components": [{"game": "nim"}, {"game": "blotto"}]}, "only impartial games"),
        ({"components": [3]}, "item 1"),
        ({"game": "nim", "color": 3}, "no parameter 'color'"),
    ],
)
def test_names_that_cannot_be_right(data: dict[str, Any], words: str) -> None:
    with pytest.raises(GameError, match=words):
        from_json(data)


def test_equilibria_in_floats_keep_every_digit() -> None:
    kuhn = unfold(game("kuhn-poker 5 bet=2")).floating()
    claim = json.loads(json.dumps(kuhn.solve().to_json()))
    assert isinstance(claim["value"], float)
    assert solution_from_json(kuhn, claim).verify()


def test_a_game_may_stand_under_its_name_alone() -> None:
    assert from_json({"nim": [3, 4, 5]}).nimber() == 2
    assert from_json({"blotto": {"units": 4, "opposing": 3, "posts": 2}}).shape == (5, 4)
    assert from_json({"digraph": {"a": ["b"], "b": []}}).kind == "digraph"


def test_a_game_inside_another_object_is_not_a_tree() -> None:
    with pytest.raises(GameError, match="'nim' names a game within an object with other keys"):
        from_json({"G": {"nim": [2]}})
    assert from_json({"a": {"b": 3, "c": {"d": 1, "e": 2}}}).kind == "tree"


def test_markets_in_the_words_of_the_texts() -> None:
    duopoly = from_json({"model": "cournot", "price": "17-Q", "cost": "q+9", "n": 2})
    assert duopoly.solve().price == Fraction(19, 3)
    leader = from_json({"model": "stackelberg", "price": "17-Q", "cost": "q", "n": 3})
    assert leader.solve().quantities == (8, 4, 2)
    assert from_json({"model": "entry-deterrence", "price": "17-Q", "cost": "q+9"}).solve()
