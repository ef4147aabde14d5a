"""Random games, move by move, as OpenSpiel plays them."""

from __future__ import annotations

import re
from random import Random

import pytest

import kibitz as kb
from kibitz.games.board.morris import _spot
from kibitz.rules import OVER

SAME = {
    "tic-tac-toe": ("tic_tac_toe", lambda rules, move: 3 * (2 - move // 3) + move % 3),
    "connect-four": ("connect_four", lambda rules, move: move),
    "othello": ("othello", lambda rules, move: move),
    "hex 7": ("hex(board_size=7)", lambda rules, move: move),
    "hex 11": ("hex(board_size=11)", lambda rules, move: move),
    "dots-and-boxes 2 4": ("dots_and_boxes(num_rows=2,num_cols=4)", lambda rules, move: move),
    "go 5 limit=1000": ("go(board_size=5,komi=7.5,max_game_length=1000)", lambda rules, move: move),
}
"""Kibitz's name, OpenSpiel's, and which action a move is."""


@pytest.mark.peer
@pytest.mark.parametrize("name", SAME)
def test_plays_as_open_spiel_does(name):
    pyspiel = pytest.importorskip("pyspiel")
    other, action = SAME[name]
    rules, game = kb.game(name), pyspiel.load_game(other)
    for seed in range(20):
        random, state, theirs = Random(seed), rules.start(), game.new_initial_state()
        while rules.player(state) != OVER:
            moves = list(rules.moves(state))
            assert sorted(action(rules, move) for move in moves) == sorted(theirs.legal_actions())
            move = random.choice(moves)
            theirs.apply_action(action(rules, move))
            state = rules.play(state, move)
        assert theirs.is_terminal()
        won = [(paid > 0) - (paid < 0) for paid in rules.payoffs(state)]
        assert won == [(paid > 0) - (paid < 0) for paid in theirs.returns()]


@pytest.mark.peer
def test_breakthrough_has_the_moves_of_open_spiel():
    pyspiel = pytest.importorskip("pyspiel")
    rules, game = kb.game("breakthrough"), pyspiel.load_game("breakthrough")
    for seed in range(10):
        random, state, theirs = Random(seed), rules.start(), game.new_initial_state()
        while rules.player(state) != OVER:
            named = {}
            for move in rules.moves(state):
                text = rules.show_move(state, move)
                here, there = text[:2], text[3:]
                named[here + there] = move
            shown = {
                theirs.action_to_string(a).removesuffix("*"): a for a in theirs.legal_actions()
            }
            flipped = {_flipped(text): a for text, a in shown.items()}
            assert set(flipped) == set(named)
            text = random.choice(sorted(named))
            theirs.apply_action(flipped[text])
            state = rules.play(state, named[text])
        assert theirs.is_terminal()


def _flipped(text: str) -> str:
    """Their first player, black, starts at the top."""
    return "".join(str(9 - int(c)) if c.isdigit() else c for c in text)


@pytest.mark.peer
def test_kalah_goes_as_in_open_spiel():
    pyspiel = pytest.importorskip("pyspiel")
    rules, game = kb.game("kalah"), pyspiel.load_game("mancala")
    for seed in range(20):
        random, state, theirs = Random(seed), rules.start(), game.new_initial_state()
        while rules.player(state) != OVER:
            first = 1 if rules.player(state) == 0 else 8
            moves = {first + move: move for move in rules.moves(state)}
            assert sorted(moves) == sorted(theirs.legal_actions())
            action = random.choice(sorted(moves))
            theirs.apply_action(action)
            state = rules.play(state, moves[action])
        assert theirs.is_terminal()
        ahead = rules.payoffs(state)[0]
        assert theirs.returns()[0] == (ahead > 0) - (ahead < 0)


@pytest.mark.peer
def test_oware_goes_as_in_open_spiel_until_positions_come_back():
    pyspiel = pytest.importorskip("pyspiel")
    rules, game = kb.game("oware limit=10000"), pyspiel.load_game("oware")
    ended = 0
    for seed in range(20):
        random, state, theirs = Random(seed), rules.start(), game.new_initial_state()
        while not theirs.is_terminal():
            moves = sorted(rules.moves(state))
            assert moves == sorted(theirs.legal_actions())
            move = random.choice(moves)
            theirs.apply_action(move)
            state = rules.play(state, move)
        if rules.player(state) == OVER:
            ahead = rules.payoffs(state)[0]
            assert theirs.returns()[0] == (ahead > 0) - (ahead < 0)
            ended += 1
    assert ended > 10


@pytest.mark.peer
def test_morris_goes_as_in_open_spiel():
    """There a man is taken by an action of its own, and points are numbered row by row."""
    pyspiel = pytest.importorskip("pyspiel")
    rules, game = kb.game("nine-mens-morris"), pyspiel.load_game("nine_mens_morris")
    place = {point: k for k, point in enumerate(sorted(range(24), key=_spot))}
    for seed in range(10):
        random, state, theirs = Random(seed), rules.start(), game.new_initial_state()
        while rules.player(state) != OVER and not theirs.is_terminal():
            moves = {}
            for move in rules.moves(state):
                source, target, taken = move // 600, move // 25 % 24, move % 25
                first = place[target] + (0 if source == 24 else 24 + 24 * place[source])
                moves.setdefault(first, {})[place.get(taken)] = move
            assert sorted(moves) == sorted(theirs.legal_actions())
            first = random.choice(sorted(moves))
            theirs.apply_action(first)
            taken = None
            if None not in moves[first]:
                assert sorted(moves[first]) == sorted(theirs.legal_actions())
                taken = random.choice(sorted(moves[first]))
                theirs.apply_action(taken)
            state = rules.play(state, moves[first][taken])


@pytest.mark.peer
def test_checkers_goes_as_in_open_spiel():
    pyspiel = pytest.importorskip("pyspiel")
    rules, game = kb.game("checkers"), pyspiel.load_game("checkers")
    for seed in range(15):
        random, state, theirs = Random(seed), rules.start(), game.new_initial_state()
        while rules.player(state) != OVER and not theirs.is_terminal():
            assert rules.player(state) == theirs.current_player()
            moves = {_from_below(rules.show_move(state, m)): m for m in rules.moves(state)}
            named = {theirs.action_to_string(a): a for a in theirs.legal_actions()}
            assert set(moves) == set(named)
            text = random.choice(sorted(moves))
            theirs.apply_action(named[text])
            state = rules.play(state, moves[text])


def _from_below(text: str) -> str:
    """Numbered squares as letters and rows, the first player below."""
    squares = []
    for number in text.replace("x", "-").split("-"):
        row, place = divmod(int(number) - 1, 4)
        column = 2 * place + (7 - row) % 2
        squares.append(f"{'hgfedcba'[column]}{row + 1}")
    return "".join(squares)


@pytest.mark.peer
def test_backgammon_leads_where_open_spiel_does():
    """There both dice are one action, so what a whole turn leads to is compared."""
    pyspiel = pytest.importorskip("pyspiel")
    rules, game = kb.game("backgammon"), pyspiel.load_game("backgammon(scoring_type=full_scoring)")
    for seed in range(4):
        random, state, theirs = Random(seed), rules.start(), game.new_initial_state()
        while not theirs.is_terminal():
            if theirs.is_chance_node():
                theirs.apply_action(random.choice(theirs.chance_outcomes())[0])
                dice = sorted(map(int, re.search(r"Dice: (\d)(\d)", str(theirs)).groups()))
                begin = 49 * theirs.current_player() if state.turn < 0 else 0
                state = rules.play(state, begin + 7 * dice[1] + dice[0])
                continue
            ours, other = whole_turns(rules, state), their_turns(theirs)
            assert set(ours) == set(other)
            points = random.choice(sorted(ours))
            for action in other[points]:
                theirs.apply_action(action)
            state = ours[points]
        assert list(rules.payoffs(state)) == theirs.returns()


def whole_turns(rules, state):
    """What the board may be when the mover has played all dice."""
    ends, seen, waiting = {}, set(), [state]
    while waiting:
        here = waiting.pop()
        if here.left == 0 or rules.player(here) == OVER:
            ends[here.points] = here
            continue
        for move in rules.moves(here):
            after = rules.play(here, move)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return ends


def their_turns(state):
    """The same of a state of OpenSpiel, with the actions; doubles are two of them."""
    ends = {}
    for action in state.legal_actions():
        child = state.child(action)
        if child.is_terminal() or child.is_chance_node():
            ends[their_points(child)] = (action,)
            continue
        for second in child.legal_actions():
            ends[their_points(child.child(second))] = (action, second)
    return ends


def their_points(state):
    """Their points are numbered from the other end."""
    return tuple(state.board(0, k) - state.board(1, k) for k in reversed(range(24)))
