"""Pictures of dice games: scores as bars, counters on points."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.pictures import FAINT, MARK, PAPER, PLAYERS, Canvas, Picture

LENGTH = 260.0


def bars(
    names: Sequence[str], scores: Sequence[int], risked: Sequence[int], goal: int, caption: str
) -> Picture:
    """What each player has as a bar toward the goal, with what is at risk in this turn beyond it.

    >>> bars(("first", "second"), (40, 25), (7, 0), 100, "Pig").svg.count("<rect")
    6
    """
    canvas = Canvas(LENGTH + 200, 40 * len(names) + 24)
    for who, name in enumerate(names):
        y = 16 + 40 * who
        has, more = scores[who], min(risked[who], goal - scores[who])
        canvas.text(10, y + 16, name, anchor="start", fill=PLAYERS[who], bold=True)
        canvas.rect(70, y, LENGTH, 24, fill=PAPER, stroke=FAINT, radius=3)
        canvas.rect(70, y, LENGTH * has / goal, 24, fill=PLAYERS[who], radius=3)
        if more:
            canvas.rect(70 + LENGTH * has / goal, y, LENGTH * more / goal, 24, fill=MARK)
        words = f"{has} + {risked[who]}" if risked[who] else str(has)
        canvas.text(LENGTH + 80, y + 17, f"{words} of {goal}", anchor="start")
    return canvas.finish(caption)


def counters(names: Sequence[str], boards: Sequence[Sequence[int]], caption: str) -> Picture:
    """How many counters stand on each point, for each player, the highest point first."""
    points = len(boards[0])
    most = max(3, *(max(board) for board in boards))
    high = 18.0 * most + 34
    canvas = Canvas(max(40 * points + 90, 160), high * len(boards) + 10)
    for who, board in enumerate(boards):
        foot = high * (who + 1) - 20
        canvas.text(10, foot - 6, names[who], anchor="start", fill=PLAYERS[who], bold=True)
        for place in range(points):
            x = 90 + 40 * place
            canvas.rect(x - 16, foot, 32, 3, fill=FAINT)
            canvas.text(x, foot + 17, str(points - place), size=11)
            for k in range(board[points - 1 - place]):
                canvas.dot(x, foot - 9 - 18 * k, 8, PLAYERS[who])
    return canvas.finish(caption)
