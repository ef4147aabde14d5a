"""Games in which players move simultaneously, for any number of them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from kibitz import describe, explain
from kibitz.extensive.arrows.unfold import unfold
from kibitz.play import agent, contest
from kibitz.play.board import hint
from kibitz.rules import CHANCE, OVER, SIMULTANEOUS, Rules
from kibitz.rules.one_by_one import OneByOne
from kibitz.search.tree_statistics import count_positions, histories


class Odd(Rules):
    """Everybody shows one or two fingers twice; who is alone gets a point from each other."""

    zero_sum = False

    def __init__(self, players: int, rounds: int = 1) -> None:
        self.players, self.rounds = players, rounds

    def start(self):
        return ((), (0,) * self.players)

    def player(self, state):
        return SIMULTANEOUS if len(state[0]) < self.rounds else OVER

    def choices(self, state, player):
        return (1, 2)

    def play_together(self, state, moves):
        alone = [moves.count(move) == 1 for move in moves]
        lost = sum(alone)
        points = [self.players * a - lost for a in alone]
        return (*state[0], moves), tuple(map(sum, zip(state[1], points, strict=True)))

    def payoffs(self, state):
        return state[1]


class Prisoners(Odd):
    """Both defect, though both would gain by not doing it; chance breaks off between the rounds."""

    def player(self, state):
        who = super().player(state)
        return CHANCE if who == SIMULTANEOUS and len(state) == 3 else who

    def chance(self, state):
        return [(0, Fraction(1, 2)), (1, Fraction(1, 2))]

    def play(self, state, move):
        return (((1, 1),) * self.rounds, state[1]) if move else state[:2]

    def play_together(self, state, moves):
        paid = {(1, 1): (2, 2), (1, 2): (0, 3), (2, 1): (3, 0), (2, 2): (1, 1)}[moves]
        return (*state[0], moves), tuple(map(sum, zip(state[1], paid, strict=True))), 0


def test_three_at_once_have_an_equilibrium_of_the_tree():
    solution = Odd(3).solve()
    assert solution.verify()
    assert sum(solution.payoffs) == 0


def test_two_with_something_in_common_play_the_tree():
    solution = Prisoners(2, rounds=2).solve()
    assert solution.verify()
    assert tuple(solution.payoffs) == (Fraction(3, 2), Fraction(3, 2))
    assert "subgames" in str(explain(Prisoners(2)))


def test_each_player_remembers_and_sees_only_what_all_have_done():
    game = unfold(Odd(3, rounds=2))
    assert len(game.tree) == 1 + 2 + 4 + 8 * (1 + 2 + 4 + 8)
    assert game.infosets == 3 + 3 * 8
    assert game.has_perfect_recall
    turns = OneByOne(Odd(3))
    assert turns.position(1, 2).player == 2
    assert turns.information_state(turns.position(1, 2).state, 2) == ()


@pytest.mark.parametrize("players", [2, 3])
def test_positions_of_moves_made_at_once_are_counted(players):
    assert count_positions(Odd(players)) == 1 + 2**players
    assert f"{1 + 2**players} nodes in the tree" in str(describe(Odd(players)))
    first = Odd(players).play_together(Odd(players).start(), (1,) * players)
    assert histories(Odd(players), first) == (((1,) * players,),)


def test_perfect_play_draws_its_choices_from_the_tree():
    game = Prisoners(2, rounds=2)
    played = contest(game, [agent("perfect", game, seed=1), agent("perfect", game, seed=2)], seed=3)
    assert {move.move for move in played.moves if move.seat >= 0} == {"2"}
    assert hint(game.position(), 0) == "an equilibrium always plays 2"
