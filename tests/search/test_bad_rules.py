"""Rules that break their promises: one clear line, from every search."""

from __future__ import annotations

from functools import partial

import pytest

import kibitz
from kibitz.core.errors import GameError
from kibitz.games.board.connect_four import ConnectFour
from kibitz.rules import CHANCE, OVER, Rules
from kibitz.rules.examples import TakeAway
from kibitz.search.alpha_beta.alpha_beta import alpha_beta
from kibitz.search.alpha_beta.exact import ExactSearch
from kibitz.search.alpha_beta.mtd_f import mtd_f
from kibitz.search.alpha_beta.principal_variation import PrincipalVariation
from kibitz.search.alpha_beta.transposition_table import TranspositionTable
from kibitz.search.budget import Budget
from kibitz.search.methods import prepare
from kibitz.search.scope import require_turn_in_key

METHODS = ["minimax", "alpha-beta", "scout", "max-n", "proof-number", "flat-monte-carlo", "mcts"]


class Countdown(Rules):
    most_moves = 4

    def start(self):
        return 3

    def player(self, state):
        return state % 2 if state else OVER

    def moves(self, state):
        return [1]

    def play(self, state, move):
        return state - move

    def payoffs(self, state):
        return (1, -1)


class Stuck(Countdown):
    def player(self, state):
        return state % 2

    def moves(self, state):
        return [1] if state else []


class Stranger(Countdown):
    def player(self, state):
        return 7 if state else OVER


class Single(Countdown):
    def payoffs(self, state):
        return 5


class Unhashable(Countdown):
    def start(self):
        return [3]

    def player(self, state):
        return state[0] % 2 if state[0] else OVER

    def play(self, state, move):
        return [state[0] - move]


class Silent(Countdown):
    def moves(self, state):
        pass


class Many(Countdown):
    def start(self):
        return 9

    def moves(self, state):
        return range(1, state + 1)


@pytest.mark.parametrize("method", METHODS)
def test_no_move_though_it_is_not_over(method):
    with pytest.raises(GameError, match="no move"):
        prepare(method, Stuck())(Stuck().position())


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (Stuck(), "no move at .*, but the game is not over"),
        (Stranger(), "player\\(\\) gives 7 at .*; it must be 0 to 1"),
        (Single(), "payoffs\\(\\) gives 5 at .*; it must be a tuple of 2"),
        (Unhashable(), "must be hashable"),
        (Many(), "raise most_moves"),
        (Silent(), "moves\\(\\) gives None at .*; it must list the moves"),
    ],
)
def test_the_compiled_searches(rules, message, compiled):
    with pytest.raises(GameError, match=message):
        ExactSearch(rules, 1 << 14, compiled=compiled).solve(rules.position())
    with pytest.raises(GameError, match=message):
        PrincipalVariation(rules, 1 << 14, compiled=compiled).best(
            rules.position(), Budget(depth=9)
        )


class Tossed(Countdown):
    """Chance moves at 2; what it lists is wrong in one way or another."""

    payoff_bounds = (-1, 1)

    def __init__(self, outcomes):
        self.outcomes = outcomes

    def player(self, state):
        return CHANCE if state == 2 else super().player(state)

    def chance(self, state):
        return self.outcomes


WRONG = {
    "there are no outcomes": (),
    "do not add up to 1": ((1, 0.5), (2, 0.4999)),
    "is negative": ((1, 1.5), (2, -0.5)),
    "pairs": (1, 2),
    "must be numbers": ((1, "1/2"), (2, "1/2")),
    "gives None": None,
}


def _search(rules, method):
    return prepare(method, rules)(rules.position())


@pytest.mark.parametrize(
    "method", ["solve", "expectiminimax", "star1", "star2", "mcts", "uct-tree", "flat-monte-carlo"]
)
@pytest.mark.parametrize("message", WRONG)
def test_what_chance_does_is_no_distribution(message, method):
    rules = Tossed(WRONG[message])
    solved = rules.solve if method == "solve" else partial(_search, rules, method)
    with pytest.raises(GameError, match=message) as told:
        solved()
    assert " 2" in str(told.value)


def test_a_stranger_in_the_textbook():
    with pytest.raises(GameError, match="players are 0 to 1"):
        prepare("alpha-beta", Stranger())(Stranger().position())


class NoPair(Countdown):
    def limits(self, state):
        return state


@pytest.mark.parametrize("compiled", [False, True])
def test_limits_that_are_no_pair(compiled):
    with pytest.raises(GameError, match="the least and the most"):
        ExactSearch(NoPair(), 1 << 14, compiled=compiled).solve(NoPair().position())


class Forgetful(TakeAway):
    """Take-away with a key that does not say whose turn it is."""

    def key(self, state):
        return state[0]


@pytest.mark.parametrize(
    "search",
    [
        lambda game: alpha_beta(game, table=TranspositionTable()),
        lambda game: mtd_f(game, table=TranspositionTable()),
        lambda game: kibitz.search(game).solve(),
        lambda game: kibitz.search(game).best(depth=3),
    ],
)
def test_a_key_without_the_turn_is_refused(search):
    with pytest.raises(GameError, match="different players move; make the turn part of it"):
        search(Forgetful(6))
    assert [kibitz.solve(Forgetful(n)).value for n in (7, 8)] == [1, -1]


class Keyed(Countdown):
    """Countdown with a key, which searches look at before they begin."""

    def start(self):
        return 5

    def key(self, state):
        return state


class BrokenKey(Keyed):
    def key(self, state):
        return (state, 1 // (state - 3))


class BrokenPlay(Keyed):
    def play(self, state, move):
        return {5: 4, 4: 3}[state]


class StrangerAndKey(Keyed):
    def player(self, state):
        return 7 if state == 3 else super().player(state)


class NobodyAndKey(Keyed):
    def player(self, state):
        return None if state == 3 else super().player(state)


class UnhashableAndKey(Unhashable):
    def key(self, state):
        return state[0]


class SilentAndKey(Silent):
    def key(self, state):
        return state


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (BrokenKey(), "line .*: ZeroDivisionError"),
        (BrokenPlay(), "line .*: KeyError"),
        (StrangerAndKey(), "player\\(\\) gives 7 at 3"),
        (NobodyAndKey(), "player\\(\\) gives None at 3"),
        (UnhashableAndKey(), "must be hashable"),
        (SilentAndKey(), "it must list the moves"),
    ],
)
def test_rules_with_a_key_go_wrong_in_one_line(rules, message):
    with pytest.raises(GameError, match=message):
        ExactSearch(rules, 1 << 14, compiled=False).solve(rules.position())
    with pytest.raises(GameError, match=message):
        PrincipalVariation(rules, 1 << 14, compiled=False).best(rules.position(), Budget(depth=9))


@pytest.mark.parametrize("method", ["minimax", "alpha-beta", "scout", "max-n"])
def test_the_textbook_tells_where_rules_go_wrong(method):
    with pytest.raises(GameError, match=r"line .*: KeyError: .*, at 3"):
        _search(BrokenPlay(), method)


@pytest.mark.parametrize("method", ["proof-number", "flat-monte-carlo", "uct-tree"])
def test_nobody_known_is_to_move(method):
    for rules, who in ((NobodyAndKey(), "None"), (StrangerAndKey(), "7")):
        with pytest.raises(GameError, match=rf"player\(\) gives {who} at 3"):
            _search(rules, method)


def test_words_of_the_rules_are_left_alone():
    class Refusing(Countdown):
        def play(self, state, move):
            raise GameError("not on Sundays")

    for method in METHODS:
        with pytest.raises(GameError) as told:
            _search(Refusing(), method)
        assert str(told.value) == "not on Sundays"


def test_keys_of_equal_rules_are_compared_once():
    asked = []

    class Counted(ConnectFour):
        def key(self, state):
            asked.append(state)
            return super().key(state)

    first, second = Counted(4, 4), Counted(4, 4)
    require_turn_in_key(first.position())
    once = len(asked)
    assert once > 1
    require_turn_in_key(second.position())
    assert len(asked) == once
    require_turn_in_key(second.position("1"))
    require_turn_in_key(Counted(5, 4).position())
    assert len(asked) > 2 * once
