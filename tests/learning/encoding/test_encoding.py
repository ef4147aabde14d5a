"""Encodings: what learners see of positions, for every game of the shelf."""

from random import Random

import numpy as np
import pytest

import kibitz
from kibitz.core import index
from kibitz.core.errors import GameError
from kibitz.learning.encoding.actions import actions_for
from kibitz.learning.encoding.encode import encode
from kibitz.learning.encoding.encodes import encodes
from kibitz.learning.encoding.words import NONE, checksum, words_of
from kibitz.rules.examples import TakeAway
from kibitz.rules.game import CHANCE, OVER, SIMULTANEOUS, Rules

BOARDS = ("connect-four", "tic-tac-toe", "mnk", "othello", "breakthrough", "hex", "go", "checkers")
LONG = ("sudoku", "yahtzee", "lowball-draw")


def random_states(rules, games=3, seed=0, longest=60):
    random = Random(seed)
    for _ in range(games):
        state = rules.start()
        for _ in range(longest):
            who = rules.player(state)
            if who == OVER:
                break
            if who == CHANCE:
                state = rules.play(state, random.choice(list(rules.chance(state)))[0])
                continue
            if who == SIMULTANEOUS:
                made = [random.choice(list(rules.choices(state, k))) for k in range(rules.players)]
                state = rules.play_together(state, tuple(made))
                continue
            yield state
            state = rules.play(state, random.choice(list(rules.moves(state))))


def shelf():
    for name in index.table("GAMES"):
        if name in LONG:
            continue
        family = [f for f, names in index.table("FAMILIES").items() if name in names]
        if family[0] in ("board", "cards", "dice", "many players", "puzzles"):
            yield name


@pytest.mark.parametrize("name", list(shelf()))
def test_every_game_with_moves_is_encoded(name):
    try:
        rules = kibitz.game(name)
    except GameError:
        pytest.skip("the game needs parameters")
    if not isinstance(rules, Rules) or name == "chess":
        pytest.skip("not encoded")
    code = encode(rules)
    for state in random_states(rules, 1, 7, 30):
        seen = code.observe(state)
        assert seen.shape == code.shape
        assert np.isfinite(seen).all()
        moves = list(rules.moves(state))
        assert code.legal(state).sum() == len({code.action(m) for m in moves})
        assert sum(code.policy(state, np.ones(code.actions)).values()) == pytest.approx(1)


@pytest.mark.parametrize("name", BOARDS)
def test_boards_are_planes_that_tell_states_apart(name):
    rules = kibitz.game(name)
    code = encode(rules)
    assert code.is_board
    seen = {}
    for state in random_states(rules, 4, 3):
        board = (rules.player(state), code.observe(state).tobytes())
        kept = seen.setdefault(board, state)
        same = [s._replace(quiet=0) if name == "checkers" else s for s in (kept, state)]
        if name == "go":
            same = [s._replace(played=0) for s in same]
        if name == "hex":
            same = [s[:4] for s in same]
        assert same[0] == same[1]


@pytest.mark.parametrize(
    "name", ["connect-four", "tic-tac-toe", "mnk 4 3 3", "othello", "hex 5", "go 5"]
)
def test_symmetries_commute_with_play(name):
    """A turned position with turned moves is again a position with the same moves."""
    rules = kibitz.game(name)
    code = encode(rules)
    for state in random_states(rules, 1, 5, 20):
        boards = code.observe(state)[None]
        legal = code.legal(state)[None].astype(float)
        turned = {}
        for k in range(len(code.symmetries)):
            turned[k] = code.turned(boards, legal, k)
        for move in rules.moves(state):
            after = rules.play(state, move)
            if rules.player(after) == OVER or name == "othello":
                continue
            chosen = np.zeros((1, code.actions))
            chosen[0, code.action(move)] = 1
            for k in range(len(code.symmetries)):
                image = int(code.turned(boards, chosen, k)[1].argmax())
                new = code.turned(code.observe(after)[None], legal, k)[0][0]
                mine = turned[k][0][0]
                added = new[1] - mine[0]
                if name == "go 5" and (added < 0).any():
                    continue
                if image < added.size:
                    if name == "connect-four":
                        assert np.flatnonzero(added) % 7 == image
                    else:
                        assert np.flatnonzero(added).tolist() == [image]


def test_breakthrough_mirror_moves_are_legal():
    rules = kibitz.game("breakthrough 4 5")
    code = encode(rules)

    def mirror(pawns):
        return sum(
            ((pawns >> (4 * r + c)) & 1) << (4 * r + 3 - c) for r in range(5) for c in range(4)
        )

    for state in random_states(rules, 3, 2):
        other = state._replace(white=mirror(state.white), black=mirror(state.black))
        turned = code.turned(code.observe(state)[None], code.legal(state)[None], 1)
        assert (turned[0][0] == code.observe(other)).all()
        assert (turned[1][0] == code.legal(other)).all()


def test_words_are_those_of_compiled_rules():
    from kibitz.rules.compile.machine import machine
    from kibitz.rules.kernels import examine

    rules = kibitz.game("tic-tac-toe")
    made = machine(rules, examine)
    out = np.zeros(made.STATE_WORDS, np.int64)
    for state in random_states(rules, 2):
        made.write_state(made.encode(state), out)
        assert out.tolist() == words_of(state)


def test_hidden_cards_are_not_seen():
    rules = kibitz.game("kuhn-poker")
    code = encode(rules)
    first = rules.position("JK").state
    other = rules.position("JQ").state
    assert (code.observe(first) == code.observe(other)).all()
    assert not (code.observe(first, 1) == code.observe(other, 1)).all()


def test_texts_without_a_fixed_length_are_refused_in_one_line():
    class Diary(TakeAway):
        def start(self):
            return ("it was a dark and stormy night", 3, 0)

        def player(self, state):
            return state[2] if state[1] else OVER

        def moves(self, state):
            return [1]

        def play(self, state, move):
            return (state[0] + "!", state[1] - 1, 1 - state[2])

    with pytest.raises(GameError, match="has no fixed encoding") as caught:
        encode(Diary(3))
    assert "\n" not in str(caught.value)
    assert "@encodes" in str(caught.value)


def test_other_nouns_are_refused():
    with pytest.raises(GameError, match="games with moves"):
        encode("chess")


def test_a_class_may_have_its_own_encoding():
    class Mine(TakeAway):
        pass

    made = []

    @encodes(Mine)
    def own(rules):
        made.append(rules)
        return encode(TakeAway(rules.counters))

    assert encode(Mine(5)).rules == TakeAway(5)
    assert made


def test_moves_that_no_sample_knew_have_an_output():
    assert actions_for([10**9, 5 * 10**9]).of(7) in (0, 1)
    assert actions_for([0, 3]).of(3) == 3


def test_digests_differ():
    assert encode(TakeAway(5)).digest != encode(TakeAway(6)).digest
    assert encode(TakeAway(5)).digest == encode(TakeAway(5)).digest


def test_words_of_everything_that_a_state_may_hold() -> None:
    assert words_of((3, [True, None])) == [3, 1, NONE]
    assert words_of(1 << 63) == [-(1 << 63)]
    assert words_of(0.5) == words_of((0.5,)) != words_of(0.25)
    assert words_of({3, 1, 2}) == words_of(frozenset({2, 3, 1})) == [1, 2, 3]
    assert words_of({"b": 2, "a": 1}) == [1, 2]
    assert words_of("ab") == words_of(("ab",)) != words_of("ba")
    assert words_of({("x", 1)}) == [checksum(("x", 1))]
    with pytest.raises(GameError, match="a state has a object in it"):
        words_of(object())


class Odd(TakeAway):
    """A state with a share and many sizes."""

    def start(self):
        return (*super().start(), 0.5)

    def play(self, state, move):
        return (*super().play(state[:2], move), state[2] / 2)

    def payoffs(self, state):
        return super().payoffs(state[:2])

    def player(self, state):
        return super().player(state[:2])


class Long(Odd):
    """A state with very many numbers."""

    def start(self):
        return (*TakeAway.start(self), (0,) * 5000)

    def play(self, state, move):
        return (*TakeAway.play(self, state[:2], move), state[2])


class Idle(TakeAway):
    """Nobody moves."""

    def player(self, state):
        return OVER


def test_odd_states_are_encoded_or_refused() -> None:
    code = encode(Odd(9))
    assert code.observe(Odd(9).start()).size == code.size
    with pytest.raises(GameError, match="Long has no fixed encoding"):
        encode(Long(9))
    with pytest.raises(GameError, match="no player moves in its games"):
        encode(Idle(9))
