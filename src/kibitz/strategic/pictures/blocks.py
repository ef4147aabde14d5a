"""The table of a game of n players: a block of rows and columns for every choice of the others."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.numbers import show
from kibitz.core.spelling import count_of
from kibitz.pictures import COLUMN, FAINT, INK, MARK, PLAYERS, ROW, Canvas, Picture, text_width
from kibitz.strategic.concepts.pure_equilibria import best_mask
from kibitz.strategic.game import StrategicGame

if TYPE_CHECKING:
    from kibitz.strategic.n_player.solution import NPlayerEquilibria

COLORS = PLAYERS
MOST_CELLS = 400
HEIGHT, TOP, LEFT, GAP = 30.0, 84.0, 18.0, 34.0
WIDEST = 1100.0
LEGEND = "bold, underlined: best against the others · shaded: an equilibrium"


def draw_blocks(game: StrategicGame, equilibria: NPlayerEquilibria | None = None) -> Picture:
    """Payoffs in every cell, best responses marked in the color of the player.

    Parameters
    ----------
    game : StrategicGame
        A game in strategic form.
    equilibria : NPlayerEquilibria, optional
        The equilibria to shade.

    Returns
    -------
    Picture
        The table as SVG.

    Examples
    --------
    >>> from kibitz import strategic_game
    >>> game = strategic_game("2,2,2 0,0,0; 0,0,0 0,0,0 | 0,0,0 0,0,0; 0,0,0 1,1,1")
    >>> print(draw_blocks(game))
    [picture: 2 x 2 x 2 game, 2 pure equilibria]
    """
    if prod(game.shape) > MOST_CELLS:
        raise GameError(
            f"{count_of(prod(game.shape), 'cell')}; the limit for a table is {MOST_CELLS}"
        )
    rows, columns = game.strategies[0], game.strategies[1] if len(game.players) > 1 else ("",)
    rest = list(product(*(range(size) for size in game.shape[2:])))
    words = [", ".join(map(show, game.payoff(*cell))) for cell in product(*map(range, game.shape))]
    width = max(max(map(text_width, words)), *(text_width(c, bold=True) for c in columns)) + 24
    side = max(text_width(r, bold=True) for r in rows) + 16
    block = side + width * len(columns) + GAP
    across = max(1, min(len(rest), int(WIDEST // block)))
    down = -(-len(rest) // across)
    tall = HEIGHT * len(rows) + 66
    sizes = " x ".join(map(str, game.shape))
    title = game.title or f"{sizes} game"
    canvas = Canvas(
        max(LEFT + across * block, text_width(title, 15, bold=True) + 40, 420), TOP + down * tall
    )
    canvas.text(LEFT, 26, title, 15, "start", bold=True)
    _players(canvas, game)
    masks = [best_mask(game, k) for k in range(len(game.players))]
    for n, others in enumerate(rest):
        x, y = LEFT + n % across * block, TOP + n // across * tall
        _block(canvas, game, masks, others, (x, y, side, width))
    bottom = canvas.height
    lines = [e.line() for e in equilibria or () if not e.pure][:8]
    lines += [str(region) for region in (equilibria.regions if equilibria else ())][:8]
    for k, line in enumerate([LEGEND, *lines]):
        canvas.text(LEFT, bottom + 4 + 18 * k, line, 11, "start", FAINT if k == 0 else INK)
        canvas.width = max(canvas.width, text_width(line, 11) + 2 * LEFT)
    canvas.height = bottom + 16 + 18 * len(lines)
    count = int(np.logical_and.reduce(masks).sum())
    many = "1 pure equilibrium" if count == 1 else f"{count} pure equilibria"
    return canvas.finish(f"{title}, {many}")


def _players(canvas: Canvas, game: StrategicGame) -> None:
    """Who chooses what, in the colors of the players."""
    x = LEFT
    roles = ["rows", "columns", *["blocks"] * (len(game.players) - 2)]
    for k, (name, role) in enumerate(zip(game.players, roles, strict=False)):
        words = f"{'player ' if name.isdigit() else ''}{name} ({role})"
        canvas.text(x, 48, words, 12, "start", COLORS[k % len(COLORS)], bold=True)
        x += text_width(words, 12, bold=True) + 18
    canvas.width = max(canvas.width, x)


def _block(
    canvas: Canvas,
    game: StrategicGame,
    masks: list[Any],
    others: tuple[int, ...],
    where: tuple[float, float, float, float],
) -> None:
    """The table of the first two players when the others choose these strategies."""
    x, y, side, width = where
    names = [game.strategies[k + 2][i] for k, i in enumerate(others)]
    for k, (name, who) in enumerate(zip(names, game.players[2:], strict=True)):
        words = f"{'player ' if who.isdigit() else ''}{who}: {name}"
        shift = sum(
            text_width(f"player {w}: {n}  ", 12)
            for w, n in zip(game.players[2 : 2 + k], names, strict=False)
        )
        canvas.text(
            x + side + shift, y, words, 12, "start", COLORS[(k + 2) % len(COLORS)], bold=True
        )
    columns = range(game.shape[1]) if len(game.players) > 1 else range(1)
    if len(game.players) > 1:
        for j in columns:
            label = game.strategies[1][j]
            canvas.text(x + side + width * (j + 0.5), y + 18, label, fill=COLUMN, bold=True)
    for i, label in enumerate(game.strategies[0]):
        top = y + 26 + HEIGHT * i
        canvas.text(x + side - 8, top + 20, label, anchor="end", fill=ROW, bold=True)
        for j in columns:
            cell = (i, j, *others)[: len(game.players)] if len(game.players) > 1 else (i,)
            best = [bool(mask[cell]) for mask in masks]
            left = x + side + width * j
            fill = MARK if all(best) else "none"
            canvas.rect(left, top, width, HEIGHT, fill=fill, stroke="rule")
            _payoffs(canvas, game, cell, best, left + width / 2, top + 20)


def _payoffs(
    canvas: Canvas, game: StrategicGame, cell: tuple[int, ...], best: list[bool], x: float, y: float
) -> None:
    words = [show(v) for v in game.payoff(*cell)]
    comma = text_width(", ")
    total = sum(map(text_width, words)) + comma * (len(words) - 1)
    at = x - total / 2
    for k, word in enumerate(words):
        color, size = COLORS[k % len(COLORS)], text_width(word)
        canvas.text(at + size / 2, y, word, fill=color, bold=best[k])
        if best[k]:
            canvas.line(at, y + 4, at + size, y + 4, color, 1.6)
        at += size + comma
