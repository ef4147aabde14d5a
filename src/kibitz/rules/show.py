"""Positions as pictures: the board, who moves, and text for games that draw no board."""

from __future__ import annotations

from kibitz.core.extension import extends
from kibitz.core.picture import FAINT, PLAYERS, Canvas, Picture, text_width
from kibitz.rules.game import OVER, SIMULTANEOUS, Position

LINE = 28.0


@extends(Position)
def position_picture(position: Position) -> Picture:
    """The board, and under it the last move and who moves now, or what everybody got."""
    board: Picture = position.rules.picture(position.state)
    wide, high = board.size
    turn = position.rules.show_turn(position.state)
    words = ", ".join(filter(None, (_last_move(position), turn)))
    canvas = Canvas(max(wide, text_width(words) + 40), high + LINE)
    canvas.picture(0, 0, board)
    mover = position.player
    if mover >= 0:
        colors = position.rules.colors or PLAYERS
        canvas.dot(17, high + 12, 6, colors[mover % len(colors)], FAINT)
    canvas.text(30 if mover >= 0 else 12, high + 17, words, anchor="start")
    return canvas.finish(f"{position.rules.name}: {words}")


def _last_move(position: Position) -> str:
    """The last move, where the moves made lead here from the start."""
    rules, moves = position.rules, position.history
    if not moves:
        return ""
    state = before = rules.start()
    for move in moves:
        if rules.player(state) in (OVER, SIMULTANEOUS):
            return ""
        before, state = state, rules.play(state, move)
    return f"after {rules.show_move(before, moves[-1])}" if state == position.state else ""
