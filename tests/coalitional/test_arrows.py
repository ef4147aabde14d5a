"""Between strategic and coalitional form."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

import kibitz as kb
from helpers.coalitional_games import games
from kibitz.arrows.extensive_to_coalitional import tree_worths
from kibitz.cli import app
from kibitz.coalitional import is_constant_sum, is_superadditive, superadditive_cover
from kibitz.extensive import chance, decision, extensive_game, unfold
from kibitz.strategic.coalitions.coalition_values import coalition_matrix, coalition_values


@st.composite
def strategic_games(draw, constant=False, most=3):
    n = draw(st.integers(2, most))
    shape = tuple(draw(st.lists(st.integers(1, 3 if n < 3 else 2), min_size=n, max_size=n)))
    cells = int(np.prod(shape))
    rows = [draw(st.lists(st.integers(-4, 4), min_size=cells, max_size=cells)) for _ in range(n)]
    if constant:
        total = draw(st.integers(-3, 3))
        rows[-1] = [total - sum(x) for x in zip(*rows[:-1], strict=True)]
    return kb.strategic_game([np.array(row).reshape(shape) for row in rows])


@given(strategic_games())
def test_security_levels_make_a_superadditive_game(game):
    found = coalition_values(game)
    assert found.verify()
    form = kb.to_coalitional(game)
    assert is_superadditive(form)
    assert form.players == game.players
    for mask in range(1, form.grand):
        assert form.value(mask) == coalition_matrix(game, mask).solve().value


@given(strategic_games())
def test_readings_are_ordered(game):
    alpha, security, beta = (
        kb.to_coalitional(game, reading) for reading in ("alpha", "security", "beta")
    )
    for mask in range(1 << alpha.n):
        assert alpha.value(mask) <= security.value(mask) <= beta.value(mask)
    for reading in ("alpha", "beta", "threat"):
        assert coalition_values(game, reading).verify()
    assert is_constant_sum(kb.to_coalitional(game, "threat"))


@given(strategic_games(constant=True))
def test_with_a_constant_sum_threats_and_security_agree(game):
    form = kb.to_coalitional(game)
    assert is_constant_sum(form)
    assert form.worths == kb.to_coalitional(game, "threat").worths
    assert "agree" in coalition_values(game).remark


@settings(max_examples=25)
@given(games(numbers=st.integers(-3, 6), most=3))
def test_naming_coalitions_gives_the_cover_back(game):
    form = kb.to_strategic(game)
    assert form.shape == (1 << (game.n - 1),) * game.n
    if game.n == 1:
        return
    assert kb.to_coalitional(form).worths == superadditive_cover(game).worths


def test_matrix_games_and_floats():
    form = kb.to_coalitional(kb.matrix("-2 3; 3 -4"))
    assert form.players == ("I", "II")
    assert form.worth("I") == Fraction(1, 12)
    assert form.total == 0
    floating = kb.to_coalitional(kb.bimatrix([[1.5, 0], [0, 1]], [[1, 0], [0, 2.5]]))
    assert floating.worth("I") == pytest.approx(0.6)
    assert not floating.exact


def test_the_ambiguity_is_said_out_loud():
    dilemma = kb.bimatrix("3 0; 4 1", "3 4; 0 1")
    found = coalition_values(dilemma)
    assert "depends on what the others are after" in found.remark
    assert "threat" in str(found)
    assert "I against II: " in str(found.explain())
    assert found.to_json()["reading"] == "security"


def test_refusals():
    with pytest.raises(kb.GameError, match="no reading 'nach'"):
        kb.to_coalitional(kb.bimatrix("1", "1"), reading="nach")
    with pytest.raises(kb.GameError, match="cannot bring a int"):
        kb.to_coalitional(3)
    with pytest.raises(kb.GameError, match="at most 5 players"):
        kb.to_strategic(kb.coalition(len, players=6))
    with pytest.raises(kb.GameError, match="cannot bring a int"):
        kb.to_strategic(3)
    many = kb.strategic_game([np.zeros((2,) * 15, int)] * 15)
    with pytest.raises(kb.GameError, match="the limit is 14 players"):
        kb.to_coalitional(many)


def test_trees_go_by_their_strategic_form(tmp_path):
    second = {"player": "II", "moves": {"l": {"payoff": [2, 0]}, "r": {"payoff": [0, 1]}}}
    tree = kb.extensive_game(
        {"player": "I", "moves": {"in": second, "out": {"payoff": [1, 1]}}}, ("I", "II")
    )
    table = kb.to_strategic(tree)
    assert kb.to_strategic(table) is table
    assert kb.to_coalitional(tree) == kb.to_coalitional(table)
    assert kb.to_coalitional(tree) == kb.coalition("I:1 II:1 I,II:2")
    assert kb.to_bargaining(tree, transferable=True).solve().payoff == (
        kb.to_bargaining(table, transferable=True).solve().payoff
    )
    with pytest.raises(kb.GameError, match="a tree already says who moves when"):
        kb.to_coalitional(tree, order="I II")


def test_domination_on_the_command_line():
    worths = "1:-1 2:-1 3:-1 1,2:1 1,3:1 2,3:1 1,2,3:0"
    words = ["coalition", worths, "--at=-1,1,0"]
    said = CliRunner().invoke(app, [*words, "--over", "1/2,1/2,-1"]).output
    assert "(-1, 1, 0) dominates (1/2, 1/2, -1) through 2,3" in said
    assert CliRunner().invoke(app, ["coalition", worths, "--over", "1,0,-1"]).exit_code == 2


def test_games_with_moves_come_by_their_tree():
    kuhn = kb.to_coalitional(kb.game("kuhn-poker"))
    assert [kuhn.value(k) for k in (1, 2, 3)] == [Fraction(-1, 18), Fraction(1, 18), 0]
    with pytest.raises(kb.GameError, match="more than 50,000 nodes"):
        kb.to_coalitional(kb.game("tic-tac-toe"))
    told = CliRunner().invoke(app, ["coalition", "kuhn-poker", "--shapley"]).stdout
    assert "-1/18" in told


def test_chance_in_a_tree_is_averaged_for_each_coalition():
    coin = chance(heads=("1/2", (4, 0)), tails=("1/2", (0, 2)))
    worths = tree_worths(
        extensive_game(decision("A", l=coin, r=decision("B", x=(1, 1), y=(0, 3))))
    ).game
    assert [worths.worth(*team) for team in (["A"], ["B"], ["A", "B"])] == [2, 1, 3]
    with pytest.raises(kb.GameError, match="every player sees all moves"):
        tree_worths(unfold(kb.game("kuhn-poker")))
