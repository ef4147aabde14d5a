"""Chess endings: the rules of chess, and every position a number."""

from __future__ import annotations

from random import Random

import pytest

import kibitz as kb
from helpers.endings import check_moves
from kibitz.core.errors import GameError
from kibitz.games.board.chess_ending import ChessEnding
from kibitz.rules import OVER


def positions(rules, count, seed=1):
    """Legal positions with everything on the board, and their numbers."""
    random, low, high = Random(seed), int(rules.offsets[-2]), int(rules.offsets[-1])
    while count:
        number = random.randrange(low, high)
        state = rules.at_index(number)
        if rules.is_position(state) and rules.index(state) == number:
            yield number, state
            count -= 1


def as_chess(rules, state):
    """The same position by the ``chess`` package."""
    chess = pytest.importorskip("chess")
    board = chess.Board(None)
    for square in range(64):
        if (sign := rules._piece(state, square)) != ".":
            board.set_piece_at(square, chess.Piece.from_symbol(sign))
    board.turn = state.turn == 0
    for man in rules._men(state):
        if rules.stands(man) != man % 64:
            board.ep_square = rules.stands(man) + (-8 if man // 64 == 1 else 8)
    return chess, board


@pytest.mark.parametrize("material", ["KQKR", "KPKP", "KBBK", "KRPK", "KQPKN"])
def test_moves_are_those_of_chess_and_numbers_lead_there_and_back(material):
    rules = ChessEnding(material)
    for number, state in positions(rules, 8):
        chess, board = as_chess(rules, state)
        moves = list(rules.moves(state))
        said = {
            chess.Move(rules._source(state, m), m % 64, m // 1024 or None).uci(): m for m in moves
        }
        assert sorted(said) == sorted(move.uci() for move in board.legal_moves)
        assert (rules.player(state) == OVER) == (not moves)
        if not moves:
            assert (rules.payoffs(state) != (0, 0)) == board.is_checkmate()
        for text, move in list(said.items())[::5]:
            after, there = rules.play(state, move), board.copy()
            there.push_uci(text)
            for square in range(64):
                piece = there.piece_at(square)
                assert rules._piece(after, square) == (piece.symbol() if piece else ".")
            found = rules.index(after)
            if found >= 0:
                assert rules.is_position(after)
                assert rules.index(rules.at_index(found)) == found
            if found >= rules.offsets[-2]:
                assert number in set(rules.predecessors(rules.at_index(found)))


@pytest.mark.parametrize("material", ["KQKR", "KPKP", "KPPK"])
def test_moves_backwards_are_those_forwards(material):
    check_moves(ChessEnding(material), 12, layers=2)


def test_before_a_pawn_that_may_be_taken_in_passing_it_made_two_steps():
    rules = kb.game("chess-ending KPKP")
    state = rules.read_position("4k3/8/8/8/3p4/8/2P5/4K3 w")
    after = next(rules.play(state, m) for m in rules.moves(state) if m % 64 == 26)
    assert rules.stands(after.first) != after.first % 64 or (
        rules.stands(after.second) != after.second % 64
    )
    assert set(rules.predecessors(after)) & {rules.index(state)}
    legal = {n for n in rules.predecessors(after) if rules.is_position(rules.at_index(n))}
    assert legal == {rules.index(state)}


def test_turned_and_mirrored_boards_have_one_number():
    rules = kb.game("chess-ending KQKR")
    one = rules.read_position("Ka1 Qb2 kd5 rh8")
    for other in ("Kh1 Qg2 ke5 ra8", "Ka8 Qb7 kd4 rh1", "Ka1 Qb2 ke4 rh8"):
        assert rules.index(rules.read_position(other)) == rules.index(one)


def test_layers_come_after_what_they_lead_to():
    names = [name for name, _ in kb.game("chess-ending KPK").layers()]
    assert names == ["KNK", "KBK", "KRK", "KQK", "KPK"]
    assert sum(size for _, size in kb.game("chess-ending KQKR").layers()) == 3_902_976


def test_positions_are_read_and_moves_are_written():
    rules = kb.game("chess-ending KPKP")
    state = rules.read_position("4k3/8/8/8/3p4/8/2P5/4K3 w")
    after = next(rules.play(state, m) for m in rules.moves(state) if m % 64 == 26)
    assert "dxc3" in {rules.show_move(after, move) for move in rules.moves(after)}
    rules = kb.game("chess-ending KPK")
    state = rules.read_position("8/4P3/8/8/8/8/k7/4K3 w")
    assert {"e8=Q", "e8=N"} <= {rules.show_move(state, move) for move in rules.moves(state)}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Ka1 ka2 Qb7", "not a legal position"),
        ("Ka1 kh8 rb7", "has other men"),
        ("Ka1 Qb2", "one K and one k"),
        ("8/8/8/8/8/8/8/K8k w", "squares, not 8"),
    ],
)
def test_bad_positions_are_one_line(text, why):
    with pytest.raises(GameError, match=why):
        kb.game("chess-ending KQK").read_position(text)


@pytest.mark.parametrize("material", ["QK", "KK", "KQQKRR", "KXK"])
def test_bad_material_is_one_line(material):
    with pytest.raises(GameError, match="as in KQKR"):
        ChessEnding(material)
