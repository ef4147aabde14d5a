"""Strategies as bars: what is done with each hand, and how often."""

from __future__ import annotations

from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import show
from kibitz.core.players import which_player
from kibitz.core.spelling import count_of
from kibitz.extensive.strategies.profile import Profile
from kibitz.pictures import FAINT, INK, Canvas, Picture, text_width

MOST_BARS = 120
PASSIVE = ("pale", "rule")
"""Checks and folds."""
ACTIVE = ("player1", "middle1", "gold", "player5")
"""Bets and raises, from the first of the menu."""
CALL = "player2"
LINE, BAR, WIDE = 24.0, 16.0, 300.0


def strategy_chart(profile: Profile, player: str | int | None = None) -> Picture:
    """A bar for each information set, divided as the probabilities of its moves are.

    Parameters
    ----------
    profile : Profile
        What everybody plays.
    player : str or int, optional
        The player whose strategy is drawn; all if omitted.

    Returns
    -------
    Picture
        The chart.

    Examples
    --------
    >>> from kibitz.poker.kuhn import Kuhn
    >>> strategy_chart(Kuhn().solve().profile, "II").caption
    'Kuhn poker: II'
    """
    game = profile.game
    chosen = range(len(game.players)) if player is None else [_player(profile, player)]
    tables = {game.players[k]: profile.of(k) for k in chosen}
    bars = sum(map(len, tables.values()))
    if bars > MOST_BARS:
        raise GameError(f"{count_of(bars, 'information set')}; at most {MOST_BARS} bars are drawn")
    names = [name for rows in tables.values() for name in rows]
    left = 16 + max(text_width(name) for name in names)
    moves = list(dict.fromkeys(m for rows in tables.values() for row in rows.values() for m in row))
    canvas = Canvas(left + WIDE + 24, (bars + 1.5 * len(tables) + 1.5) * LINE)
    y = LINE / 2
    for name, rows in tables.items():
        canvas.text(16, y + LINE * 0.7, name, bold=True, anchor="start")
        y += 1.25 * LINE
        for infoset, row in rows.items():
            canvas.text(left - 8, y + BAR * 0.8, infoset, anchor="end")
            _bar(canvas, left, y, row, moves)
            y += LINE
    _legend(canvas, left, y + 8, moves)
    who = " and ".join(tables)
    return canvas.finish(f"{game.title or 'strategies'}: {who}")


def _player(profile: Profile, player: str | int) -> int:
    return which_player(player, profile.game.players)


def _bar(canvas: Canvas, x: float, y: float, row: dict[str, Any], moves: list[str]) -> None:
    for move, p in row.items():
        width = WIDE * float(p)
        if width <= 0:
            continue
        canvas.rect(x, y, width, BAR, fill=_color(move, moves))
        label = show(p) if not isinstance(p, float) else f"{p:.3f}"
        label = label if text_width(label, 11) < width - 4 else f"{float(p):.2f}"
        if text_width(label, 11) < width - 4:
            light = move in ("check", "fold")
            canvas.text(x + width / 2, y + 12, label, 11, fill=INK if light else "paper")
        x += width


def _color(move: str, moves: list[str]) -> str:
    if move in ("check", "fold"):
        return PASSIVE[move == "fold"]
    if move == "call":
        return CALL
    bets = [m for m in moves if m not in ("check", "fold", "call")]
    return ACTIVE[bets.index(move) % len(ACTIVE)]


def _legend(canvas: Canvas, x: float, y: float, moves: list[str]) -> None:
    for move in moves:
        canvas.rect(x, y, 12, 12, fill=_color(move, moves), stroke=FAINT)
        canvas.text(x + 16, y + 11, move, 11, anchor="start")
        x += 28 + text_width(move, 11)
