"""Games of k in a line, normal and misère."""

from __future__ import annotations

from functools import cache

import pytest

from kibitz.core.errors import GameError
from kibitz.games import game
from kibitz.games.board.tic_tac_toe import LineGame, Marks


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
    with pytest.raises(GameError, match="it must be normal or misere"):
        game("mnk 3 3 3 play=odd")
