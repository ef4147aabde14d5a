"""Concepts that need exact payoffs, two players or small games say so."""

from __future__ import annotations

import numpy as np
import pytest

import kibitz as kb
from kibitz.strategic.concepts.movement_diagram import movement_diagram
from kibitz.strategic.concepts.pareto import pareto
from kibitz.strategic.concepts.payoff_lines import payoff_lines
from kibitz.strategic.concepts.zero_sum_equivalence import zero_sum_equivalence
from kibitz.strategic.n_player.symmetric_two_action import symmetric_two_action
from kibitz.strategic.sequential.automata_play import automata_play
from kibitz.strategic.sequential.grim_trigger import grim_trigger
from kibitz.strategic.sequential.moves_in_order import moves_in_order
from kibitz.strategic.sequential.repeated import repeated

FLOATS = kb.bimatrix([[1.5, 0], [0, 1]], [[1, 0], [0, 2.5]])
CELLS = kb.bimatrix("4 0; 2 1", "3 0; 2 4")
DILEMMA = kb.game("prisoners-dilemma")
BIG = kb.bimatrix(np.zeros((400, 400), int), np.ones((400, 400), int))
THREE = kb.game("random-game seed=1")
GRIM = ("grim", "grim")


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: payoff_lines(FLOATS), "payoff lines are exact; give integers or fractions"),
        (lambda: grim_trigger(FLOATS), "give exact payoffs"),
        (lambda: automata_play(FLOATS, GRIM, 5), "it needs exact payoffs"),
        (lambda: automata_play(THREE, GRIM, 5), "two players with two strategies each"),
        (lambda: symmetric_two_action(FLOATS), "this is exact; give integers or fractions"),
        (lambda: repeated("x", 3), "the stage is str; it must be a strategic game"),
        (lambda: movement_diagram(BIG), "160,000 cells; the limit for a movement diagram is"),
        (lambda: zero_sum_equivalence(CELLS).matrix_game, "not a zero-sum game in disguise"),
        (
            lambda: kb.strategic_game([[1, 2], [3, 4]], players=np.array([[1]])),
            "put the arrays of all players in one list",
        ),
        (
            lambda: DILEMMA.solve("best-responses", player=0, profile=["zz", "defect"]),
            "unknown strategy 'zz'|no strategy 'zz'|'zz'",
        ),
    ],
)
def test_refusals(ask, words):
    with pytest.raises(kb.GameError, match=words) as caught:
        ask()
    assert "\n" not in str(caught.value)


def test_a_zero_sum_game_in_disguise_is_described():
    disguised = kb.bimatrix("1 2; 3 0", "-1 -3; -5 1")
    assert "yes, with alpha 2 and beta -1" in str(disguised.describe())
    assert zero_sum_equivalence(disguised).left == ()
    one_sided = zero_sum_equivalence(kb.bimatrix("1 1; 1 1", "1 2; 3 4"))
    assert not one_sided.reducible
    assert one_sided.left == ()
    assert "one player's payoffs are all the same" in str(one_sided)


def test_the_optimal_cells_of_a_large_game_take_a_moment():
    assert len(pareto(BIG)) == 160_000
    ranks = np.arange(40_000).reshape(200, 200)
    assert len(pareto(kb.bimatrix(ranks, -ranks))) == 40_000
    assert pareto(kb.bimatrix(ranks, ranks)).cells == ((199, 199),)


def test_a_long_movement_diagram_is_cut():
    lines = str(movement_diagram(kb.bimatrix([[0] * 20] * 20, [[1] * 20] * 20))).splitlines()
    assert lines[-1].startswith("…") or "…" in lines[-2]
    assert len(lines) < 100


def test_players_move_in_their_order_unless_another_is_given():
    first, moves = moves_in_order(DILEMMA, None)
    assert first == "I"
    assert list(moves) == ["cooperate", "defect"]
    assert moves["defect"] == ("II", {"cooperate": (5, 0), "defect": (1, 1)})
