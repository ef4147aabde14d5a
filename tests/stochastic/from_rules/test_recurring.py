"""Solutions of rules: moves at any position, replies, and claims that are refused."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import kibitz as kb
from kibitz.core.solution import read_solution
from kibitz.core.verbs import describe, draw, explain
from kibitz.games.dice.pig import Pig
from kibitz.rules.game import CHANCE, OVER, Rules
from kibitz.stochastic import RecurringRules, solve_rules, to_stochastic
from kibitz.stochastic.from_rules.convert import StateNames
from kibitz.stochastic.from_rules.positions import enumerate_rules, too_many
from kibitz.stochastic.from_rules.recurring import claimed_policy, rules_game

pytestmark = pytest.mark.usefixtures("interpreted")


class Heaps(RecurringRules):
    """Nim with three heaps, whose order does not matter."""

    name = "Heaps"
    most_moves = 9
    is_decided = True

    def start(self) -> Any:
        return (0, 1, 2, 3)

    def player(self, state: Any) -> int:
        return state[0] if any(state[1:]) else OVER

    def moves(self, state: Any) -> Any:
        return [(k, left) for k in (1, 2, 3) for left in range(state[k])]

    def play(self, state: Any, move: Any) -> Any:
        heaps = list(state)
        heaps[0], heaps[move[0]] = 1 - state[0], move[1]
        return tuple(heaps)

    def key(self, state: Any) -> Any:
        a, b, c = sorted(state[1:])
        return (state[0], a, b, c)

    def payoffs(self, state: Any) -> Any:
        return (-1, 1) if state[0] == 0 else (1, -1)


class Lottery(RecurringRules):
    """A ticket that is drawn again with probability 1/2, and no one has a choice."""

    name = "Lottery"
    players = 1
    names = ("buyer",)
    most_moves = 3

    def start(self) -> Any:
        return (0,)

    def player(self, state: Any) -> int:
        return CHANCE if state[0] == 0 else OVER

    def chance(self, state: Any) -> Any:
        return [(0, Fraction(1, 2)), (1, Fraction(1, 4)), (2, Fraction(1, 4))]

    def play(self, state: Any, move: Any) -> Any:
        return (move,)

    def payoffs(self, state: Any) -> Any:
        return (2 * state[0],)


class Steps(Rules):
    """One player, one or two steps to the end of a line; each step costs one."""

    name = "Steps"
    players = 1
    names = ("walker",)
    most_moves = 2

    def start(self) -> Any:
        return (0, 0)

    def player(self, state: Any) -> int:
        return OVER if state[0] >= 4 else 0

    def moves(self, state: Any) -> Any:
        return [1, 2]

    def play(self, state: Any, move: Any) -> Any:
        return (state[0] + move, state[1] + 1)

    def payoffs(self, state: Any) -> Any:
        return (-state[1],)


class OneWay(Steps):
    """Steps of one only."""

    def moves(self, state: Any) -> Any:
        return [1]


class Twins(Steps):
    """Two players who do not play for a sum of zero."""

    players = 2
    zero_sum = False
    names = ("one", "two")

    def payoffs(self, state: Any) -> Any:
        return (1, 1)


class Uncertain(Lottery):
    """Chances that add up to 3/4."""

    def player(self, state: Any) -> int:
        return 0 if state[0] == 0 else CHANCE if state[0] == 3 else OVER

    def moves(self, state: Any) -> Any:
        return [1, 3]

    def chance(self, state: Any) -> Any:
        return [(1, Fraction(1, 2)), (2, Fraction(1, 4))]


def test_the_best_move_where_heaps_stand_in_another_order() -> None:
    rules = Heaps()
    solved: Any = solve_rules(rules)
    for a in range(4):
        for b in range(4):
            for c in range(4):
                state = (0, a, b, c)
                if not (any(state) and solved.reaches(state)):
                    continue
                wins = a ^ b ^ c != 0  # Bouton's theorem
                assert solved.value_of(state) == (1 if wins else -1)
                k, left = solved.move(state)
                after = rules.play(state, (k, left))
                assert (after[1] ^ after[2] ^ after[3] == 0) is wins


def test_positions_without_a_choice_are_refused() -> None:
    solved: Any = solve_rules(Heaps())
    for ask in (solved.move, solved.move_values):
        with pytest.raises(kb.GameError, match="Heaps: no player has a choice here"):
            ask((0, 0, 0, 0))
    with pytest.raises(kb.GameError, match="cannot be reached from the start"):
        solved.move((0, 9, 9, 9))


def test_the_second_player_may_follow_another_rule() -> None:
    asked = []

    def last(position: Any) -> Any:
        asked.append(position.state)
        return position.moves[-1]

    solved: Any = solve_rules(Heaps())
    assert solved.value == -1  # heaps of 1, 2 and 3 have the nim-sum 0
    played = solved.play(against=last)
    assert asked == [p.state for p in played if p.state[0] == 1 and not p.is_over]
    assert asked
    for before, after in pairwise(played):
        if before.state[0] == 1:
            assert after.state == before.play(before.moves[-1]).state


def test_rules_without_a_policy_map() -> None:
    rules = Steps()
    solved: Any = solve_rules(rules)
    assert solved.value == -2
    assert str(solved.explain()).startswith("Steps")
    assert "The policy" not in str(solved.explain())
    assert solved.draw().svg == rules.position().draw().svg
    assert solved.first_choice() == (0, 0)


def test_the_first_choice_is_a_single_move_where_there_is_no_other() -> None:
    solved: Any = solve_rules(OneWay())
    assert solved.value == -4
    assert solved.first_choice() == (0, 0)


def test_nothing_is_chosen_in_a_lottery() -> None:
    solved: Any = Lottery().solve()
    assert solved.value == pytest.approx(3)  # 2 or 4, as likely, whenever it ends
    with pytest.raises(kb.GameError, match="Lottery: no player has a choice anywhere"):
        solved.first_choice()


def test_rules_are_drawn_as_a_board_or_as_a_policy() -> None:
    rules = Pig(6)
    assert draw(rules, "board").svg == rules.position().draw().svg
    assert draw(rules).svg != draw(rules, "board").svg
    assert "The policy" in str(explain(rules))
    assert ("endless play", "no payoff") in describe(rules).facts


def test_claims_that_do_not_fit_the_rules() -> None:
    rules = Steps()
    game = rules_game(rules)
    count = game.table.states
    fits: Any = solve_rules(rules)
    values, policy = fits.policy.value_array, fits.policy.policy
    assert claimed_policy(rules, game, values, policy, "by hand", 1e-9).verify()
    assert not claimed_policy(rules, game, values + 1, policy, "by hand", 1e-9).verify()
    for wrong, said in [
        ((values[1:], policy), f"{count - 1} values for the {count} positions of Steps"),
        ((values * np.inf, policy), "the values and the bound must be finite numbers"),
        ((values, policy + 2), "the policy chooses a move that is not there"),
    ]:
        with pytest.raises(kb.GameError, match=said):
            claimed_policy(rules, game, *wrong, "by hand", 1e-9)


def test_claims_are_read_from_their_json() -> None:
    rules = Steps()
    data = solve_rules(rules).to_json()
    assert read_solution(rules, data).to_json() == data


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (Twins(), "it needs one player, or two with a zero sum"),
        (kb.game("kuhn-poker"), "the game has hidden information"),
    ],
)
def test_rules_that_are_not_in_turn(rules: Any, said: str) -> None:
    with pytest.raises(kb.GameError, match=said):
        rules.solve("value-iteration")
    with pytest.raises(kb.GameError):
        to_stochastic(rules)


def test_names_of_positions_are_a_sequence() -> None:
    found, _ = enumerate_rules(Steps())
    names = StateNames(found)
    assert names[:2] == [names[0], names[1]]
    assert names[0] == "(0, 0)"
    with pytest.raises(IndexError):
        names[len(names)]


def test_how_many_positions_are_too_many() -> None:
    assert str(too_many(Steps(), 10)) == (
        "Steps: more than 10 positions can be reached; use a smaller game, or allow more; "
        "solving tries 67,108,864"
    )
    assert str(too_many(Steps(), 1 << 26)) == (
        "Steps: more than 67,108,864 positions can be reached; use a smaller game"
    )


def test_exact_rules_are_checked_position_by_position() -> None:
    class Stuck(Steps):
        def moves(self, state: Any) -> Any:
            return [1] if state[0] < 2 else []

    with pytest.raises(kb.GameError, match=r"no move, though the game is not over, at '\(2, 2\)'"):
        to_stochastic(Stuck(), exact=True)
    with pytest.raises(kb.GameError, match=r"probabilities that add up to 3/4, not 1, at '\(3,\)'"):
        to_stochastic(Uncertain(), exact=True)
    assert to_stochastic(Lottery(), exact=True).solve("exact").value == 3


def test_exact_numbers_are_for_games_of_few_positions():
    with pytest.raises(kb.GameError, match="more than 20,000 positions for exact numbers"):
        to_stochastic(kb.game("backgammon"), exact=True)
