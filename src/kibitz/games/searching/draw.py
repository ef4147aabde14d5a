"""Pictures of search games: where to hide, and how to search."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import count

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.extension import extends
from kibitz.core.numbers import show
from kibitz.games.searching.battleship import BattleshipGame
from kibitz.games.searching.solution import SearchSolution
from kibitz.games.searching.tree import SearchTree
from kibitz.pictures import COLUMN, FAINT, INK, PAPER, ROW, Canvas, Picture, text_width

SQUARE = 76.0
NODE_GAP = 46.0
LEVEL = 62.0


@extends(SearchSolution)
def draw_solution(solution: SearchSolution, what: str = "hiding", tree: int = 1) -> Picture:
    """What was asked for: the "hiding" places, or a "tree"."""
    if what == "hiding":
        return draw_hiding(solution)
    if what == "tree":
        return draw_tree(solution, tree)
    known = did_you_mean(what, ["hiding", "tree"])
    raise GameError(f"cannot draw the {what!r} of a search game{known}")


def draw_hiding(solution: SearchSolution) -> Picture:
    """Where to hide: the ships on their board, or a bar for each place."""
    if isinstance(solution.game, BattleshipGame):
        return _board(solution, solution.game)
    return _bars(solution)


def draw_tree(solution: SearchSolution, number: int = 1) -> Picture:
    """One of the search trees, numbered from 1."""
    trees = len(solution.searcher)
    if not 1 <= number <= trees:
        raise GameError(f"there is no tree {number}; they are numbered 1 to {trees}")
    probability, root = solution.searcher[number - 1]
    spots = [] if root is None else _layout(root)
    wide = max((text_width(name) for name in solution.game.looks), default=20) + 16
    gap = max(NODE_GAP, wide + 8)
    canvas = Canvas(
        max((spot.x for spot in spots), default=0) * gap + wide + 60,
        (max((spot.depth for spot in spots), default=0) + 1) * LEVEL + 60,
    )
    edge = 40 + wide / 2
    place = {id(spot.node): (edge + spot.x * gap, 60 + spot.depth * LEVEL) for spot in spots}
    for spot in spots:
        x, y = place[id(spot.node)]
        for words, subtree in spot.node.branches:
            if subtree is not None:
                to_x, to_y = place[id(subtree)]
                canvas.line(x, y, to_x, to_y, FAINT)
                canvas.text((x + to_x) / 2, (y + to_y) / 2, words, 10, fill=COLUMN)
    for spot in spots:
        x, y = place[id(spot.node)]
        canvas.rect(x - wide / 2, y - 13, wide, 26, "paper", INK, 8)
        canvas.text(x, y + 5, solution.game.looks[spot.node.look])
    title = f"Search tree {number}, with probability {show(probability)}"
    canvas.text(14, 24, title, 14, "start", bold=True)
    canvas.width = max(canvas.width, text_width(title, 14) + 40)
    return canvas.finish(f"{solution.game.title}: {title[0].lower()}{title[1:]}")


@dataclass(frozen=True, slots=True)
class _Spot:
    node: SearchTree
    x: float
    depth: int


def _layout(root: SearchTree) -> list[_Spot]:
    """Leaves side by side, every other node above the middle of what follows it."""
    spots: list[_Spot] = []
    leaves = count()

    def settle(node: SearchTree, depth: int) -> float:
        below = [settle(then, depth + 1) for _, then in node.branches if then is not None]
        x = (below[0] + below[-1]) / 2 if below else float(next(leaves))
        spots.append(_Spot(node, x, depth))
        return x

    settle(root, 0)
    return spots


def _board(solution: SearchSolution, game: BattleshipGame) -> Picture:
    """Each ship as a stroke, the thicker the likelier; each square with its chance of a hit."""
    canvas = Canvas(game.columns * SQUARE + 80, game.rows * SQUARE + 96)
    canvas.text(14, 26, game.title, 15, "start", bold=True)
    covered = {cell: Fraction(0) for cell in game.cells}
    for ship, chance in zip(game.ships, solution.hider, strict=True):
        for cell in ship:
            covered[cell] += chance
    most = max(solution.hider)
    for i, j in game.cells:
        x, y = 50 + j * SQUARE, 50 + i * SQUARE
        likely = 2 * covered[i, j] > max(covered.values())
        canvas.rect(x, y, SQUARE, SQUARE, "tint2" if likely else PAPER, FAINT)
    for ship, chance in zip(game.ships, solution.hider, strict=True):
        if chance:
            (i, j), (k, m) = ship[0], ship[-1]
            ends = [(50 + (c + 0.5) * SQUARE, 50 + (r + 0.5) * SQUARE) for r, c in ((i, j), (k, m))]
            canvas.line(*ends[0], *ends[1], stroke=ROW, width=1 + 6 * float(chance / most))
            canvas.dot(*ends[0], radius=4, fill=ROW)
            canvas.dot(*ends[1], radius=4, fill=ROW)
    for (i, j), chance in covered.items():
        canvas.text(50 + j * SQUARE + 6, 50 + i * SQUARE + 15, show(chance), 11, "start", INK)
    for name, (i, j) in zip(game.looks, game.cells, strict=True):
        if j == 0:
            canvas.text(36, 50 + (i + 0.5) * SQUARE, name[:-1], fill=FAINT)
        if i == 0:
            canvas.text(50 + (j + 0.5) * SQUARE, 44, str(j + 1), fill=FAINT)
    words = f"value {show(solution.value)}"
    canvas.text(50, 50 + game.rows * SQUARE + 24, words, 12, "start")
    canvas.width = max(canvas.width, text_width(game.title, 15) + 40)
    return canvas.finish(f"{game.title}: {words}; how likely each square is covered")


def _bars(solution: SearchSolution) -> Picture:
    game, places = solution.game, len(solution.game.places)
    labels = [show(p) for p in solution.hider]
    step = max([text_width(words, 11) for words in (*labels, *game.places)]) + 14
    canvas = Canvas(places * step + 60, 270)
    canvas.text(14, 26, game.title, 15, "start", bold=True)
    most = max(solution.hider)
    for k, (name, chance) in enumerate(zip(game.places, solution.hider, strict=True)):
        height = 150 * float(chance / most)
        x = 30 + (k + 0.5) * step
        canvas.rect(x - step * 0.32, 220 - height, step * 0.64, height, ROW)
        canvas.text(x, 213 - height, labels[k], 11)
        canvas.text(x, 238, name, 12, bold=True)
    canvas.line(30, 220, 30 + places * step, 220)
    words = f"value {show(solution.value)}"
    canvas.text(30, 260, words, 12, "start")
    canvas.width = max(canvas.width, text_width(game.title, 15) + 40)
    return canvas.finish(f"{game.title}: {words}; how likely each place is used")
