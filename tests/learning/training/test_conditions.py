"""Which learner takes which game, and what it says of the others."""

from __future__ import annotations

import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.core.method import own_method
from kibitz.learning.tabular import world
from kibitz.learning.training.choose_learner import choose_learner
from kibitz.learning.training.lesson import Lesson
from kibitz.rules.examples import TakeAway
from kibitz.rules.game import Rules

MATRIX = kb.matrix("1 2; 3 4")


class Three(TakeAway):
    """Three players."""

    players = 3

    def payoffs(self, state):
        return (1, 1, 1)


class Wordy(TakeAway):
    """Take-away whose states are texts, which have no automatic encoding."""

    def start(self):
        return self.said(TakeAway.start(self))

    def said(self, state):
        return (*state, f"there are {state[0]} counters left")

    def player(self, state):
        return TakeAway.player(self, state[:-1])

    def moves(self, state):
        return TakeAway.moves(self, state[:-1])

    def play(self, state, move):
        return self.said(TakeAway.play(self, state[:-1], move))

    def payoffs(self, state):
        return TakeAway.payoffs(self, state[:-1])


class Alone(TakeAway):
    """One player."""

    players = 1

    def player(self, state):
        return 0 if state[0] else -1

    def payoffs(self, state):
        return (1,)


@pytest.mark.parametrize(
    ("name", "game", "words"),
    [
        ("alphazero", MATRIX, "it takes games with moves, not matrix games"),
        ("alphazero", "kuhn-poker", "something is hidden"),
        ("alphazero", "goofspiel 3", "hidden|simultaneous"),
        ("alphazero", "goofspiel-stages 3", "it takes games with moves, not stochastic games"),
        ("alphazero", Three(4), "two whose payoffs add up to zero"),
        ("alphazero", Alone(4), "it takes two players"),
        ("td-gammon", Alone(4), "it takes two players"),
        ("psro", MATRIX, "it takes games with moves, not matrix games"),
        ("psro", "tic-tac-toe", "nothing is hidden"),
        ("psro", Three(4), "two players whose payoffs add up to zero"),
        ("q-learning", MATRIX, "games with moves or of states, not matrix games"),
        ("q-learning", "big-match", "both players have a choice in some state"),
        ("q-learning", "kuhn-poker", "something is hidden"),
        ("minimax-q", MATRIX, "it takes games of states, not matrix games"),
        ("minimax-q", "tic-tac-toe", "players move in turn in this game; use q-learning"),
        ("nash-q", "big-match", "endless play pays its average|discount"),
        ("evolved-automata", "tic-tac-toe", "a table of payoffs, not games with moves"),
        ("evolved-automata", "battle-of-the-sexes", "symmetric"),
        ("decision-tree", "kuhn-poker", "something is hidden"),
    ],
)
def test_why_a_learner_does_not_take_a_game(name: str, game: object, words: str) -> None:
    noun = kb.game(game) if isinstance(game, str) else game
    method = own_method(Lesson, name)
    assert method is not None
    reason = method.why_not(Lesson(noun))  # type: ignore[arg-type]
    assert reason is not None
    with pytest.raises(GameError, match=words):
        raise GameError(reason)


def test_a_game_with_too_many_positions_is_for_another_learner(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(world, "MOST_STATES", 8)
    world.made_world.cache_clear()
    try:
        found = world.why_no_world(Lesson(TakeAway(40)))
        assert found == "more than 8 positions can be reached, too many to list; use alphazero"
        wordy = world.why_no_world(Lesson(Wordy(40)))
        assert wordy is not None
        assert wordy.endswith("; alphazero can learn it once @encodes gives it an encoding")
        alone = world.why_no_world(Lesson(Alone(40)))
        assert alone == "more than 8 positions can be reached, too many to list"
    finally:
        world.made_world.cache_clear()


def test_a_learner_is_chosen_where_one_suits() -> None:
    assert choose_learner(Lesson(kb.game("kuhn-poker"))) == "deep-cfr"
    assert choose_learner(Lesson(TakeAway(4)), ["alphazero"]) == "alphazero"
    assert choose_learner(Lesson(kb.game("prisoners-dilemma"))) == "evolved-automata"
    with pytest.raises(GameError, match="no learner suits this game"):
        choose_learner(Lesson(MATRIX))


def test_a_lesson_is_about_a_game() -> None:
    with pytest.raises(GameError, match="learners take a game"):
        Lesson("tic-tac-toe")  # type: ignore[arg-type]
    with pytest.raises(GameError, match="seed is True"):
        Lesson(TakeAway(3), True)
    with pytest.raises(GameError, match="plays games with moves, not matrix games"):
        assert isinstance(Lesson(MATRIX).rules, Rules)
