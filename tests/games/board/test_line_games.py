"""Games of k in a line, normal and misère."""

from __future__ import annotations

from functools import cache

import pytest

from kibitz.core.errors import GameError
from kibitz.games import game
from kibitz.games.board.tic_tac_toe import LineGame, Marks, mnk


def minimax(rules: LineGame) -> int:
    """The value by trying everything."""

    @cache
    def value(state: Marks) -> int:
        who = rules.player(state)
        if who < 0:
            return rules.payoffs(state)[0]
        after = [value(rules.play(state, move)) for move in rules.moves(state)]
        return max(after) if who == 0 else min(after)

    return value(rules.start())


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("size", ["2 2 2", "3 2 2", "3 3 2", "3 3 3", "4 2 2"])
def test_values(size: str, play: str) -> None:
    rules = game(f"mnk {size} play={play}")
    assert isinstance(rules, LineGame)
    assert rules.solve().value == minimax(rules)


def test_a_line_loses_in_misere_play() -> None:
    board = "XXX / OO. / ..."
    for play, paid in (("normal", (1, -1)), ("misere", (-1, 1))):
        rules = LineGame(3, 3, 3, play == "misere")
        crosses, noughts = 0b111_000_000, 0b000_011_000
        assert rules.payoffs(Marks(crosses, noughts)) == paid, board
    assert str(game("misere tic-tac-toe").title) == "Misère tic-tac-toe"


def test_estimates_turn_round_in_misere_play() -> None:
    state = Marks(0b10000, 0)
    assert LineGame(misere=True).evaluate(state)[0] == -LineGame().evaluate(state)[0] < 0


def test_another_kind_of_play_is_refused() -> None:
    with pytest.raises(GameError, match="play is 'odd'; it must be one of normal, misere"):
        game("mnk 3 3 3 play=odd")
    with pytest.raises(GameError, match="it must be normal or misere"):
        mnk(3, 3, 3, play="odd")


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("size", [(3, 3, 3), (4, 3, 3), (5, 4, 4), (2, 7, 4)])
def test_wide_boards_agree_with_small_ones(size: tuple[int, int, int], misere: bool) -> None:
    """Random games in both representations: the same movers, moves, payoffs and estimates."""
    from random import Random

    from kibitz.games.board.wide_lines import WideLineGame

    narrow, wide = LineGame(*size, misere), WideLineGame(*size, misere)
    assert narrow.title == wide.title or size == (3, 3, 3)
    luck = Random(sum(size))
    for _ in range(30):
        here, there = narrow.start(), wide.start()
        while True:
            assert narrow.player(here) == wide.player(there)
            assert narrow.show(here) == wide.show(there)
            assert narrow.evaluate(here) == wide.evaluate(there)
            if narrow.player(here) < 0:
                assert narrow.payoffs(here) == wide.payoffs(there)
                break
            moves = list(narrow.moves(here))
            assert moves == list(wide.moves(there))
            move = luck.choice(moves)
            here, there = narrow.play(here, move), wide.play(there, move)
            text = " / ".join(line[2:] for line in wide.show(there).splitlines()[:-1])
            read = wide.read_position(text)
            assert wide.player(read) == wide.player(there)


def test_gomoku() -> None:
    rules = game("gomoku")
    assert (rules.title, rules.most_moves) == ("15,15,5 game", 225)
    after = rules.position("a15", "h8", "b14", "h9", "c13", "h10", "d12", "h11")
    assert [after.rules.show_move(after.state, m) for m in after.moves].count("e11") == 1
    won = after.play(next(m for m in after.moves if rules.show_move(after.state, m) == "e11"))
    assert won.is_over
    assert rules.payoffs(won.state) == (1, -1)
    with pytest.raises(GameError, match="1 to 26 squares"):
        game("mnk 30 30 5")
    with pytest.raises(GameError, match="no line of 20"):
        game("mnk 15 15 20")


def test_a_win_in_one_is_found_on_a_wide_board() -> None:
    from kibitz.search import alpha_beta

    here = game("mnk 9 9 4").position("a1", "i9", "b2", "i7", "c3", "i5")
    found = alpha_beta(here, depth=1)
    assert (found.shown_move, found.value) == ("d4", 1)
