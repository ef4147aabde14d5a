"""Explanations, descriptions and drawings: what they say must be true of the game."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings

import kibitz as kb
from helpers.random_games import games
from kibitz.core.method import methods
from kibitz.core.numbers import show

NAMES = sorted(m.name for m in methods(kb.MatrixGame) if m.finds.startswith("the value and an"))


def words(game, **options):
    return " ".join(str(game.explain(**options)).split())


def test_a_saddle_point_is_never_denied():
    for method in ("pivoting", "simplex", "auto"):
        said = words(kb.matrix("5 6; 4 3"), method=method)
        assert "They differ" not in said
    assert "They agree" in words(kb.matrix("5"), method="pivoting")
    assert "They differ" in words(kb.matrix("1 -1; -1 1"))


def test_the_graph_names_the_lines_that_are_played():
    assert "the line of row 2 is level" in words(kb.matrix("1 5; 4 4; 6 3"))
    assert "lines of columns 2 and 3 cross" in words(kb.matrix("2 3 1 5; 4 1 6 0"))
    assert "at the edge" in words(kb.matrix("0 1 2; 3 4 5"), method="graphical")


def test_labels_survive_the_removal_of_dominated_lines():
    said = words(kb.matrix("0 0 0 0; 2 3 1 5; 4 1 6 0"))
    assert "Row 1 is strictly dominated by row 2" in said
    assert "probability of row 2, and 1-x that of row 3" in said
    tableau = kb.matrix("0 0 0; 9 2 1; 1 8 2; 2 1 7", rows=["a", "b", "c", "d"])
    assert "stand for the rows a, b, c, d" in words(tableau, method="pivoting")


@given(games(rows=(1, 4), columns=(1, 4)))
@settings(max_examples=40)
def test_every_explanation_ends_with_the_value_and_a_check(game):
    solution = game.solve()
    steps = solution.explain().steps
    assert steps[0].table is not None
    assert f"The value is {show(solution.value)}." in steps[-1].prose
    assert "Both guarantee the same number" in steps[-1].prose


@pytest.mark.parametrize("method", NAMES)
def test_every_method_explains_itself(method):
    games = [
        kb.matrix("4 1 -3; 3 2 5; 0 1 6"),
        kb.matrix("-2 3; 3 -4"),
        kb.matrix("2 3 1 5; 4 1 6 0"),
        kb.matrix("1 2 3; 2 3 1; 3 1 2"),
        kb.matrix("1 0 0; 0 2 0; 0 0 3"),
        kb.matrix("1 -2 3; 0 1 -2; 0 0 1"),
        kb.matrix("0 -1 2; 1 0 -1; -2 1 0"),
        kb.matrix("0 3 4 4; 2 -1 4 4; 5 5 0 1; 5 5 4 3"),
        kb.matrix("2 0 4; 1 2 3; 4 1 2"),
    ]
    explained = 0
    for game in games:
        try:
            solution = game.solve(method=method)
        except kb.GameError:
            continue
        explained += 1
        assert len(solution.explain().steps) >= 3
        assert solution.explain().html()
        assert solution.explain().markdown()
    assert explained


def test_large_games_are_explained_briefly():
    game = kb.matrix(np.random.default_rng(0).integers(-9, 10, (30, 30)))
    said = words(game)
    assert "rows and" in said
    assert len(said) < 20_000
    assert "…" in said
    floats = kb.matrix(np.random.default_rng(0).normal(size=(20, 20)))
    assert "in floating point" in words(floats)


def test_tables_lose_columns_not_digits():
    game = kb.matrix([[Fraction(10**12 + i, 7) for i in range(14)] for _ in range(2)])
    text = str(game)
    assert "1000000000000/7" in text
    assert "…" in text
    assert max(map(len, text.splitlines())) <= 100


def test_constant_sum_games_speak_of_shares():
    solution = kb.bimatrix("1 2; 2 1", "8 7; 7 8").solve()
    assert solution.favors == "II"
    assert solution.payoffs == (Fraction(3, 2), Fraction(15, 2))
    assert "leaving 15/2 for II" in str(solution)
    assert "II the rest of 9" in words(solution.game)
    assert solution.game.strategic() == kb.bimatrix("1 2; 2 1", "8 7; 7 8")
    assert solution.game.reversed().solve().value == Fraction(15, 2)


def test_descriptions_tell_the_structure():
    assert "Latin square" in str(kb.matrix("1 2 3; 2 3 1; 3 1 2").describe())
    assert "skew" in str(kb.game("rock-paper-scissors").describe())
    assert "upper triangular" in str(kb.game("triangular").describe())
    assert "only the identity" in str(kb.matrix("1 2; 3 5").describe())
    assert "2 x 2 left" in str(kb.matrix("2 0 4; 1 2 3; 4 1 2").describe())
    assert "constant sum" in str(kb.bimatrix("1 0; 0 1", "0 1; 1 0").describe())


@pytest.mark.parametrize(
    "game",
    [
        kb.matrix("1 2 3"),
        kb.matrix("1; 2"),
        kb.matrix("1/3 -22/7; 0.001 5"),
        kb.matrix([[0.1, 0.2], [0.3, 1e-9]]),
        kb.matrix(np.arange(180).reshape(4, 45)),
        kb.matrix("1 2; 3 4", rows=["<a>", "ñ & 中"], title="x < y"),
        kb.matrix("7 7; 7 7"),
    ],
)
def test_pictures_hold_every_number_they_show(game):
    for what in ("table", "solution"):
        text = "".join(ET.fromstring(game.draw(what=what).svg).itertext())
        assert show(game[0, 0]) in text
    assert ("are shown, those that are played first" in text) == (max(game.shape) > 40)
    if 2 in game.shape:
        ET.fromstring(game.draw(what="graph").svg)


def test_the_picture_of_a_solution_shows_value_and_weights():
    text = "".join(ET.fromstring(kb.matrix("-2 3; 3 -4").solve().draw().svg).itertext())
    assert "value 1/12" in text
    assert text.count("7/12") == 2


def test_general_games_show_themselves():
    dilemma = kb.bimatrix("3 0; 4 1", "3 4; 0 1")
    assert "<svg" in dilemma._repr_html_()
    assert "0, 4" in str(dilemma)
    three = kb.strategic_game([np.zeros((2, 2, 2), int)] * 3)
    assert "to 2" in str(three)
    assert "8 pure equilibria" in three._repr_html_()
    with pytest.raises(kb.GameError, match="too large to draw"):
        kb.matrix(np.eye(30, dtype=int)).draw(what="tableau")


def test_answers_show_themselves_in_notebooks():
    game = kb.matrix("1 -1; -1 1")
    for thing in (game, game.solve(), game.solve().verify(), game.optimal_strategies()):
        assert thing._repr_html_().startswith("<")


def equations(game, side):
    """The indifference equations about p or q that an explanation shows, as numbers."""
    step = next((s for s in game.explain().steps if s.heading.startswith("The indiff")), None)
    shown = [] if step is None else [e for _, e in step.table.rows if f"{side}(" in e]
    found = []
    for equation in shown:
        terms = re.findall(rf"(?:\(?(-?[\d/]+)\)?·){side}\(([^)]*)\)", equation)
        found.append({name: Fraction(factor) for factor, name in terms})
    return found


@pytest.mark.parametrize("seed", range(40))
def test_the_equations_that_are_shown_give_the_answer(seed):
    rng = np.random.default_rng(seed)
    game = kb.matrix(rng.integers(-3, 4, (3, 3)).tolist())
    solution = game.solve()
    for side, weights, labels in (
        ("p", solution.row, game.rows),
        ("q", solution.column, game.columns),
    ):
        shown = equations(game, side)
        if not shown:
            continue
        unknown = sorted(
            {name for line in shown for name in line}
            | {label for label, w in zip(labels, weights, strict=True) if w}
        )
        values = dict(zip(labels, weights, strict=True))
        for line in shown:
            assert sum(c * values[name] for name, c in line.items()) == solution.value
        table = [[*(float(line.get(name, 0)) for name in unknown), -1.0] for line in shown]
        table.append([*[1.0] * len(unknown), 0.0])
        assert np.linalg.matrix_rank(table) == len(unknown) + 1


def test_the_graph_tells_the_equations_of_its_lines() -> None:
    told = str(kb.explain(kb.matrix("0 6 -1; 4 3 5"))).replace("\n   ", " ")
    assert "one rising and one falling: 4 - 4x = 3 + 3x." in told
    assert "so that the slopes cancel: (3/7)·(-4) + (4/7)·3 = 0." in told
    turned = str(kb.explain(kb.matrix("0 3; 2 1; 3 -1"))).replace("\n   ", " ")
    assert "one rising and one falling" in turned
