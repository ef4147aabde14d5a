"""What people see: solutions in words, derivations, pictures, descriptions, JSON."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz as kb
from helpers.coalitional_games import float_games, games, simple_games
from kibitz.coalitional import myerson, owen, power_indices, shapley, triangle
from kibitz.formats.json_files.form import from_json, read, to_json, write

GAME = kb.coalition({"A,B": 2, "A,C": 4, "B,C": 6, "A,B,C": 7}, title="26.1")


@settings(max_examples=25)
@given(st.one_of(games(), float_games(), simple_games()))
def test_everything_can_be_shown(game):
    solution = game.solve("shapley,balanced,banzhaf,solidarity,dividends")
    assert solution.verify()
    for shown in (str(game), repr(game), str(solution), str(game.describe()), game._repr_html_()):
        assert shown
    explanation = solution.explain()
    assert "By dividends" in str(explanation)
    assert "✗" not in str(explanation)
    assert explanation.markdown()
    assert explanation.to_json()
    for picture in (game.draw(), solution.draw(), game.draw(what="shares")):
        ElementTree.fromstring(picture.svg)
    assert from_json(to_json(game)) == game
    assert read(write(game)) == game
    assert to_json(game)["kind"] == "coalitional"
    assert set(solution.to_json()["answers"]) == set(solution.names)


def test_three_routes_to_the_shapley_value_are_shown():
    words = str(shapley(GAME).explain())
    for part in ("By orders of arrival", "By marginal contributions: A", "By dividends", "Check"):
        assert part in words
    assert "A B C         0     2      5" in words
    assert "total / 6   4/3   7/3   10/3" in words
    assert "A,B,C           2        1         2" in words
    assert "A,B,C           7         -5   -5/3   -5/3   -5/3" in words


def test_larger_games_are_explained_in_short():
    game = kb.coalition(weights=[5, 4, 3, 2, 1, 1], quota=9)
    words = str(game.explain(method="shapley"))
    assert "32 coalitions to join for each player" in words
    assert "gives the same numbers" in words
    assert "By orders" not in words


@pytest.mark.parametrize("solution", [owen(GAME, ["A,B"]), myerson(GAME, ["A-B"])])
def test_unions_and_graphs_are_explained(solution):
    assert "Check" in str(solution.explain())
    assert solution.to_json()["kind"] in ("owen-value", "myerson-value")


def test_power_tables():
    game = kb.coalition(weights=[4, 2, 1], quota=5)
    table = power_indices(game)
    assert "Holler index" in str(table)
    assert table.to_json()["indices"]["Holler index"] == ["1/2", "1/4", "1/4"]
    assert "by several definitions" in str(game.explain(method="power"))


def test_describing():
    words = str(GAME.describe())
    assert "convex            no, B adds 6 to C but only 3 to A,C" in words
    assert "balanced          yes" in words
    voters = str(kb.coalition(weights=[10, 20, 30, 40], quota=51).describe())
    assert "minimal winning   3: {2,4}, {3,4}, {1,2,3}" in voters
    assert "interchangeable   2, 3" in voters


def test_the_triangle():
    frame = triangle(GAME)
    tops = [frame.place(corner) for corner in frame.corners]
    middle = frame.place([sum(x) / 3 for x in zip(*frame.corners, strict=True)])
    assert middle[0] == pytest.approx(sum(x for x, _ in tops) / 3)
    assert middle[1] == pytest.approx(sum(y for _, y in tops) / 3)
    assert "core, 4 vertices" in GAME.draw().svg
    empty = kb.coalition({"A,B": 3, "A,C": 3, "B,C": 3, "A,B,C": 4})
    assert "the core is empty" in empty.draw().svg
    point = kb.coalition({"A,B": 2, "A,C": 2, "B,C": 2, "A,B,C": 3})
    assert "core, the point (1, 1, 1)" in point.draw().svg
    inessential = kb.coalition({"A": 5, "B": 5, "C": 5, "A,B,C": 3}, missing="zero")
    assert inessential.draw().svg
    with pytest.raises(kb.GameError, match="needs three players"):
        triangle(kb.coalition({"A": 1, "B": 0, "A,B": 2}))
    with pytest.raises(kb.GameError, match="cannot draw the 'tree'"):
        GAME.draw(what="tree")


def test_cost_games_are_solved_through_their_savings():
    costs = {"A": 100, "B": 110, "C": 110, "A,B": 140, "A,C": 140, "B,C": 160, "A,B,C": 220}
    books = kb.cost_game(costs)
    solution = books.solve()
    assert solution.verify()
    assert sum(solution.payments("shapley").values()) == 220
    assert "instead of" in str(solution)
    assert solution.to_json()["payments"]["Shapley value"] == ["190/3", "235/3", "235/3"]
    assert "Costs added, by orders of arrival" in str(books.explain())
    assert books.draw().svg == solution.draw().svg
    assert "c(N) = 220" in str(books.describe())
    assert from_json(to_json(books)) == books


def test_asking_for_unknown_answers():
    with pytest.raises(kb.GameError, match="did you mean 'shapley'"):
        GAME.solve("shaply")
    with pytest.raises(kb.GameError, match="was not requested"):
        GAME.solve("shapley")["tau"]


def test_numbers_of_another_kind():
    assert not GAME.solve("shapley", exact=False)["shapley"].exact
    assert GAME.floating().solve("shapley", exact=True)["shapley"].exact


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"worths": 3}, "expected an object or a list"),
        ({"worths": {"A": 1}, "v": {"A": 1}}, "already given"),
        ({"kind": "coalitional"}, "give either worths"),
        ({"worths": {"A": 1}, "player": ["A"]}, "did you mean 'players'"),
        ({"weights": [1, 2]}, "give both weights and a quota"),
        ({"v": {"A": 0, "A,B": 2}}, "no worth is given for B"),
        ({"kind": "cost"}, "costs: it is missing"),
        ({"costs": "A:1"}, "expected an object or a list"),
    ],
)
def test_bad_files(data, message):
    with pytest.raises(kb.GameError, match=message):
        from_json(data)


def test_files_with_votes_and_many_players(tmp_path):
    assert from_json({"weights": [10, 20, 30, 40], "quota": 51}).worth("2", "4") == 1
    big = kb.coalition(weights=list(range(1, 13)), quota=40)
    kb.save(big, tmp_path / "big.json")
    assert kb.load(tmp_path / "big.json") == big
