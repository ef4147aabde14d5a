"""Retrograde analysis and proof-number search against plain minimax, loops and known endings."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import kibitz as kb
from helpers.rules_games import Ring, Words
from kibitz.core.errors import GameError
from kibitz.games.board.connect_four import ConnectFour
from kibitz.games.board.lone_king import LoneKing
from kibitz.rules import OVER
from kibitz.rules.examples import TakeAway
from kibitz.rules.trees.build import game_graph, game_tree
from kibitz.search.alpha_beta.minimax import minimax
from kibitz.search.alpha_beta.plain import plain_value
from kibitz.search.retrograde.proof_number import proof_number
from kibitz.search.retrograde.retrograde import (
    NotWinOrLose,
    _check_memory,
    _head,
    load_database,
    retrograde,
)


@pytest.mark.parametrize("game", [TakeAway(12), Words(), ConnectFour(3, 3)], ids=repr)
def test_agrees_with_minimax(game):
    found = retrograde(game)
    assert found.verify()
    assert found.value(game.start()) == plain_value(game.position(), 100_000)
    for move in found.best_moves(game.start()):
        assert found.value(game.play(game.start(), move)) == found.value(game.start())


def test_what_never_ends_is_drawn():
    found = retrograde(Ring(), compiled=False)
    assert found.verify()
    counts = Counter(found.values.tolist())
    assert counts[0] > 0
    drawn = next(k for k in range(len(found)) if found.values[k] == 0)
    assert found.distance[drawn] == -1


def test_verify_rejects_a_wrong_value():
    found = retrograde(TakeAway(9), compiled=False)
    found.values[0] = -found.values[0]
    assert not found.verify()


def test_the_checksum_tells_of_a_change_in_what_the_rules_build_on():
    class Base(TakeAway):
        most = 3

        def moves(self, state):
            return range(1, min(self.most, state[0]) + 1)

    class Derived(Base):
        pass

    before = _head(Derived(9))
    assert _head(Derived(9)) == before
    Base.most = 2
    assert _head(Derived(9))["checksum"] != before["checksum"]


@pytest.mark.parametrize("harm", [{"states": None}, {"values": 4}, {"after": 1}])
def test_refuses_a_database_with_parts_missing(tmp_path, harm):
    path = tmp_path / "take.npz"
    retrograde(TakeAway(9)).save(path)
    with np.load(path) as kept:
        arrays = dict(kept)
    for name, length in harm.items():
        arrays[name] = arrays[name][:length]
        if length is None:
            del arrays[name]
    with path.open("wb") as file:
        np.savez(file, **arrays)
    with pytest.raises(GameError, match="parts of the database are missing"):
        load_database(path, TakeAway(9))


def test_saves_and_refuses_other_rules(tmp_path):
    path = tmp_path / "take.npz"
    found = retrograde(TakeAway(9))
    found.save(path)
    assert load_database(path, TakeAway(9)).value((9, 0)) == 1
    with pytest.raises(GameError, match="made for game"):
        load_database(path, TakeAway(10))
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(GameError, match="truncated"):
        load_database(path, TakeAway(9))
    with pytest.raises(GameError, match="no such file"):
        load_database(tmp_path / "none.npz", TakeAway(9))
    with pytest.raises(GameError, match="not in the database"):
        found.value((10, 0))


@pytest.mark.parametrize("counters", range(1, 14))
def test_proof_numbers(counters):
    found = proof_number(TakeAway(counters))
    assert (found.value == 1) == (counters % 4 != 0)
    if found.value == 1:
        assert found.move == counters % 4


def test_proof_number_says_when_it_is_undecided():
    assert "undecided" in proof_number(ConnectFour(), nodes=500).note
    with pytest.raises(GameError, match="over"):
        proof_number(TakeAway(1).position(1))


@pytest.mark.slow
@pytest.mark.parametrize(("piece", "longest"), [("queen", 10), ("rook", 16)])
def test_chess_endings(piece, longest):
    chess = pytest.importorskip("chess")
    rules = LoneKing(piece)
    positions = list(rules.all_positions())
    found = retrograde(rules, positions)
    assert found.verify()
    assert (found.longest_win() + 1) // 2 == longest
    kind = chess.QUEEN if piece == "queen" else chess.ROOK
    for k in range(0, len(positions), 97):
        state = positions[k]
        board = chess.Board(None)
        board.set_piece_at(state.king, chess.Piece(chess.KING, chess.WHITE))
        board.set_piece_at(state.piece, chess.Piece(kind, chess.WHITE))
        board.set_piece_at(state.lone, chess.Piece(chess.KING, chess.BLACK))
        board.turn = chess.WHITE if state.turn == 0 else chess.BLACK
        assert board.is_valid()
        ours = sorted(divmod(m, 64) for m in rules.moves(state))
        theirs = sorted((m.from_square, m.to_square) for m in board.legal_moves)
        assert ours == theirs or rules.player(state) == OVER
        if rules.player(state) == OVER:
            assert board.is_checkmate() == (rules.payoffs(state)[0] == 1)


def test_positions_that_recur_by_name():
    nodes = {
        "A": {"player": "max", "children": ["B", "C"]},
        "B": {"player": "min", "children": ["A", "D"]},
        "C": {"player": "min", "children": ["A", "E", "F"]},
        "D": {"value": -1},
        "E": {"player": "max", "children": ["C", "G"]},
        "F": {"value": 0},
        "G": {"value": 1},
    }
    found = retrograde(game_graph({"root": "A", "nodes": nodes}))
    assert found.verify()
    values = {found.rules.show(state): (value, plies) for state, value, plies in found.entries()}
    assert values == {
        "A": (0, None),
        "B": (-1, 1),
        "C": (0, None),
        "D": (-1, 0),
        "E": (1, 1),
        "F": (0, 0),
        "G": (1, 0),
    }
    assert [found.rules.show_move(0, m) for m in found.best_moves("A")] == ["C"]
    assert found.ends() == {"won by MAX": 1, "drawn": 1, "won by MIN": 1}
    assert found.by_plies() == {"MAX": {1: 1}, "MIN": {1: 1}}
    assert found.longest_win() == found.longest_win_moves() == 1
    assert {found.rules.show(state) for state in found.hardest()} == {"B", "E"}
    with pytest.raises(GameError, match="unknown node"):
        found.value("Z")
    with pytest.raises(GameError, match="can repeat"):
        minimax(found.rules)
    with pytest.raises(GameError, match="lead back"):
        game_tree({"root": "A", "nodes": nodes})


def test_more_positions_than_memory_are_refused():
    made = retrograde(TakeAway(3)).machine
    with pytest.raises(GameError, match="GB is free"):
        _check_memory(made, 1 << 50, 1 << 53)


def test_a_game_of_too_many_positions_is_refused_soon():
    with pytest.raises(GameError, match=r"at least [1-9][\d,]+ positions, .*kibitz analyze"):
        retrograde(ConnectFour(), most=10**7, compiled=False)


def test_payoffs_that_it_cannot_tell_apart_are_refused_at_once():
    with pytest.raises(NotWinOrLose, match="a game can pay"):
        retrograde(kb.game("othello"), compiled=False)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("after", lambda a: a + 1000),
        ("after", lambda a: -a - 1),
        ("first", lambda a: a[::-1].copy()),
        ("slots", lambda a: abs(a)),
        ("slots", lambda a: a[:-1]),
        ("values", lambda a: a * 5),
        ("movers", lambda a: a.astype(float)),
        ("movers", lambda a: 0 * a),
        ("states", lambda a: a[:, :1]),
        ("distance", lambda a: a[1:]),
    ],
)
def test_a_database_that_would_lead_compiled_code_astray_is_refused(tmp_path, name, change):
    path = tmp_path / "take.kbdb"
    retrograde(TakeAway(8)).save(path)
    with np.load(path) as kept:
        arrays = dict(kept)
    assert load_database(path, TakeAway(8)).value((8, 0)) == -1
    with path.open("wb") as file:
        np.savez_compressed(file, **{**arrays, name: change(arrays[name])})
    with pytest.raises(GameError, match="parts of the database are missing"):
        load_database(path, TakeAway(8))


def test_all_positions_of_a_game_are_solved_unless_one_is_given():
    rules = Listed()
    every = retrograde(rules, starts=rules.all_positions(), compiled=False)
    assert len(retrograde(rules, compiled=False)) == len(every)
    assert len(every) > len(retrograde(rules.position(), compiled=False))


class Listed(TakeAway):
    """Take 1 to 3 of 2 counters; a heap of 3 is no position of the game from its start."""

    def __init__(self) -> None:
        super().__init__(2)

    def all_positions(self) -> list[tuple[int, int]]:
        return [(3, 0)]


def test_listing_positions_ends_with_the_time():
    with pytest.raises(GameError, match="stopped after"):
        retrograde(kb.game("chess-ending"), compiled=False, seconds=0.05)
