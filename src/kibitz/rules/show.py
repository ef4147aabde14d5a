"""Positions as pictures: the board, who moves, and text for games that draw no board."""

from __future__ import annotations

from kibitz.core.extension import extends
from kibitz.pictures import FAINT, PLAYERS, Board, Canvas, Picture, text_width
from kibitz.rules.game import OVER, SIMULTANEOUS, Position, State

LINE = 28.0


@extends(Position)
def position_picture(position: Position) -> Picture:
    """The board, and under it the last move and who moves now, or what each player got."""
    board = _board(position)
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


def _board(position: Position) -> Picture:
    """The board, with the cells of the last move marked where the game has cells."""
    board, before = position.rules.board_of(position.state), _before(position)
    if board is None or before is None:
        picture: Picture = position.rules.picture(position.state)
        return picture
    marked: Board = board.marked(position.rules.move_cells(before, position.history[-1]))
    return marked.picture()


def _before(position: Position) -> State | None:
    """The state before the last move, where the moves made lead here from the start."""
    rules, moves = position.rules, position.history
    state = before = rules.start()
    for move in moves:
        if rules.player(state) in (OVER, SIMULTANEOUS):
            return None
        before, state = state, rules.play(state, move)
    return before if moves and state == position.state else None


def _last_move(position: Position) -> str:
    """The last move in the notation of the game."""
    before = _before(position)
    if before is None:
        return ""
    return f"after {position.rules.show_move(before, position.history[-1])}"
