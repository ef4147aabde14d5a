"""Pictures of coins: rows and boards, with the values of the heads and a winning turn."""

from __future__ import annotations

from typing import Any

from kibitz.combinatorial.answers import answer, answers_shown
from kibitz.combinatorial.coins.board import CoinBoard
from kibitz.combinatorial.coins.row import CoinRow
from kibitz.combinatorial.coins.tartan import TartanRule
from kibitz.combinatorial.draw import position_picture, title_of
from kibitz.combinatorial.nim_family.pictures import (
    COIN,
    COUNTER,
    MOST_SQUARES,
    TOP,
    BoardSquare,
    board_picture,
    sheet,
)
from kibitz.combinatorial.spots import square, touch_squares, touched
from kibitz.pictures import BLACK, FAINT, INK, MARK, PAPER, Canvas, Picture

MOST_COINS = 40
STEP = 32.0
TAILS = "pale"


@position_picture(CoinRow)
def _(game: CoinRow) -> Picture:
    labels = list(range(game.rule.origin, game.last + 1))
    if len(labels) > MOST_COINS:
        labels = sorted(game.position)[-MOST_COINS:]
    turned = _first_turn(game)
    turns = touched(game, lambda left: game.position ^ left)
    canvas = sheet(title_of(game), 40 + STEP * max(len(labels), 1), TOP + 104, _note(turned))
    for k, x in enumerate(labels):
        middle = 20 + STEP * (k + 0.5), TOP + 42
        if x in turned:
            canvas.rect(middle[0] - 15, middle[1] - 15, 30, 30, MARK, radius=4)
        _coin(canvas, *middle, x in game.position)
        canvas.spot(turns.get(x, ()), square(*middle, STEP - 2), f"coin {x}")
        canvas.text(middle[0], TOP + 72, str(x), 10, fill=FAINT)
        if x in game.position and answers_shown():
            canvas.text(middle[0], TOP + 14, str(game.rule.value(x)), 11, fill=COUNTER, bold=True)
    return canvas.finish(title_of(game))


@position_picture(CoinBoard)
def _(game: CoinBoard) -> Picture:
    (top, left), (bottom, right) = game.rule.origin, game.last
    lines = range(top, bottom + 1)
    columns = range(left, right + 1)
    if max(len(lines), len(columns)) > 3 * MOST_SQUARES:
        return _list_of_heads(game)
    turned = _first_turn(game)
    is_small = len(lines) <= MOST_SQUARES and len(columns) <= MOST_SQUARES
    valued = is_small and answers_shown()
    table = game.value_table() if valued else []

    def cell(row: int, column: int) -> BoardSquare:
        return BoardSquare(MARK if (row, column) in turned else PAPER)

    side = 34.0 if is_small else 10.0
    note = f"small: the value of each coin; {_note(turned)}" if valued else _note(turned)
    canvas, middle = board_picture(_short_title(game), lines, columns, cell, note, side)
    touch_squares(canvas, middle, touched(game, lambda then: game.position ^ then), side, "coin")
    for row in lines:
        for column in columns:
            x, y = middle(row, column)
            if is_small:
                _coin(canvas, x, y - 3 * valued, (row, column) in game.position, 9)
            if valued:
                canvas.text(x, y + 15, str(table[row - top][column - left]), 8, fill=COUNTER)
            elif not is_small and (row, column) in game.position:
                canvas.dot(x, y, 4, COIN)
    return canvas.finish(title_of(game))


def _first_turn(game: CoinRow | CoinBoard) -> set[Any]:
    """The coins of one winning turn, none in misère play."""
    if not answers_shown() or game.is_misere or not game.nimber():
        return set()
    if isinstance(game, CoinBoard) and isinstance(game.rule, TartanRule):
        step = game.tartan_step()
        return set(step.turn.coins) if step is not None else set()
    turn = next(iter(game.winning_turns()), None)
    return set(turn.coins) if turn is not None else set()


def _note(turned: set[Any]) -> str:
    return answer("shaded: a winning turn" if turned else "no winning turn")


def _short_title(game: CoinBoard) -> str:
    return game.name if not game.is_misere else f"{game.name}, misère play"


def _list_of_heads(game: CoinBoard) -> Picture:
    heads = sorted(game.position)[:20]
    is_tartan = answers_shown() and isinstance(game.rule, TartanRule)
    step = game.tartan_step() if is_tartan else None
    note = f"winning: {step.turn}" if step is not None else ""
    canvas = sheet(game.name, 420, TOP + 22.0 * len(heads) + 40, note)
    for k, cell in enumerate(heads):
        words = f"head at {cell}, worth {game.rule.value(*cell)}"
        canvas.text(24, TOP + 22 * k + 14, words, 12, "start")
    return canvas.finish(title_of(game))


def _coin(canvas: Canvas, x: float, y: float, heads: bool, radius: float = 12) -> None:
    canvas.dot(x, y, radius, COIN if heads else TAILS, INK if heads else FAINT)
    size = radius
    canvas.text(x, y + 0.36 * size, "H" if heads else "T", size, fill=BLACK if heads else FAINT)
