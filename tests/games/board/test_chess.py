"""Chess: counts of the package, draws, notation, bad positions."""

from __future__ import annotations

import pytest

from helpers.perft import perft
from kibitz.core.errors import GameError

pytest.importorskip("chess")

from kibitz.games.board.chess import Chess


def test_counts_lines_of_play():
    assert [perft(Chess(), depth) for depth in (1, 2, 3)] == [20, 400, 8902]
    tricky = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    assert [perft(Chess(tricky), depth) for depth in (1, 2)] == [48, 2039]


def test_fools_mate():
    end = Chess().position("f3", "e5", "g4", "Qh4#")
    assert end.is_over
    assert end.payoffs == (-1, 1)


def test_reads_both_notations():
    assert Chess().position("Nf3").state == Chess().position("g1f3").state
    with pytest.raises(GameError, match="no move 'Nf4'"):
        Chess().position("Nf4")


def test_third_repetition_draws():
    back_and_forth = ["Nf3", "Nf6", "Ng1", "Ng8"]
    assert not Chess().position(*back_and_forth).is_over
    end = Chess().position(*back_and_forth, *back_and_forth)
    assert end.is_over
    assert end.payoffs == (0, 0)


@pytest.mark.parametrize("fen", ["8/8/8/8/8/8/8/K7 w - - 100 80", "8/8/8/8/8/8/8/8 w - - 0 1", "x"])
def test_refuses_positions_that_are_none(fen):
    with pytest.raises(GameError, match="chess"):
        Chess(fen)


def test_stalemate_and_bare_kings_are_draws():
    for fen in ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "7k/8/6K1/8/8/8/8/8 b - - 0 1"):
        here = Chess(fen).position()
        assert here.is_over
        assert here.payoffs == (0, 0)


def test_capitals_do_not_matter_where_it_is_clear():
    rules = Chess()
    assert rules.position("E4", "nf6").history == rules.position("e4", "Nf6").history
    both = Chess("4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1")
    assert both.position("bxc3").state.fen != both.position("Bxc3").state.fen
    with pytest.raises(GameError, match="no move 'BXC3'"):
        both.position("BXC3")


def test_methods_are_told_after_a_few_moves(monkeypatch):
    made = []
    play = Chess.play

    def counted(*given):
        made.append(1)
        return play(*given)

    monkeypatch.setattr(Chess, "play", counted)
    with pytest.raises(GameError, match="more than 50,000,000 nodes"):
        Chess().as_tree()
    assert len(made) < 1000
    with pytest.raises(GameError, match=r"first look|can be reached"):
        Chess().tried_in_form("as_stochastic")
