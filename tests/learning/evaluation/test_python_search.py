"""Alpha-beta with a learned evaluation in Python: against plain minimax, and in whole games."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.learning.encoding.encode import encode
from kibitz.learning.evaluation.learned_search import LearnedSearch
from kibitz.learning.evaluation.mind import Mind
from kibitz.learning.evaluation.python_search import PythonSearch, contest
from kibitz.rules.examples import TakeAway
from kibitz.rules.game import OVER, Rules, State


def minimax(search: PythonSearch, state: State, who: int, depth: int) -> float:
    """What a state is worth to a player, every line looked at."""
    rules, then = search.rules, search.rules.player(state)
    if then == OVER:
        return float(rules.payoffs(state)[who]) / search.scale
    if depth <= 0:
        return search.judge(state, then) * (1 if then == who else -1)
    found = [minimax(search, rules.play(state, m), then, depth - 1) for m in rules.moves(state)]
    return max(found) * (1 if then == who else -1)


def some_mind(rules: Rules, seed: int, own: float = 0.0) -> Mind:
    weights = np.random.default_rng(seed).normal(size=encode(rules).size)
    return Mind(weights, own=own)


@pytest.mark.parametrize("game", ["tic-tac-toe", "mancala 3 2", "connect-four 4 4"])
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_nothing_is_lost_by_cutting_off(game: str, depth: int) -> None:
    rules, random = kb.game(game), Random(depth)
    assert isinstance(rules, Rules)
    search = PythonSearch(encode(rules), some_mind(rules, depth, own=0.3), 2.0)
    for _ in range(4):
        here = rules.position()
        for _ in range(random.randrange(4)):
            here = here.play(random.choice(here.moves))
        who = here.player
        worth = {m: minimax(search, rules.play(here.state, m), who, depth - 1) for m in here.moves}
        best, told = search.best(here.state, depth, random)
        assert worth[best] == pytest.approx(max(worth.values()))
        assert told[best] == pytest.approx(worth[best])


def test_games_between_two_evaluations() -> None:
    rules = TakeAway(9)
    code = encode(rules)
    one, two = (PythonSearch(code, some_mind(rules, seed), 1.0) for seed in (1, 2))
    for seat in (0, 1):
        assert contest(one, two, 9, seat, 0, 5) == (1 if seat == 0 else -1)  # all lines are seen
        assert contest(one, two, 1, seat, 3, 5) in (-1, 1)


class Shuffle(TakeAway):
    """A game that does not end."""

    def play(self, state: State, move: int) -> State:
        return (state[0], 1 - state[1])


def test_a_game_that_does_not_end_is_drawn() -> None:
    rules = Shuffle(3)
    search = PythonSearch(encode(rules), some_mind(rules, 1), 1.0)
    assert contest(search, search, 1, 0, 400, 1) == 0.0


@pytest.mark.usefixtures("interpreted")
def test_matches_in_pairs_are_fair() -> None:
    rules = TakeAway(7)
    search = LearnedSearch(rules, 2)
    mind = some_mind(rules, 3)
    luck = np.array([7], np.uint64)
    assert search.match(mind, mind, 6, 2, luck).mean == pytest.approx(0.5, abs=0.5)
    assert luck[0] != 7
    move, worth = search.values(rules.start(), mind)
    assert move in worth
    assert all(math.isfinite(x) for x in worth.values())
    assert search.match(mind, mind, 1, 1, luck).games == 2
    with pytest.raises(GameError, match="depth is 0; it must lie between 1"):
        LearnedSearch(rules, 0)
