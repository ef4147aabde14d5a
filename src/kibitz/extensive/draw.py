"""Trees as pictures: branches with moves and probabilities, information sets joined, payoffs.

The root is at the left. Players have their colors, chance is a square; nodes of one information
set are joined by a dashed line; a thin frame marks where a proper subgame begins. Branches that a
strategy uses are drawn the stronger the likelier they are. Trees that are too large are folded.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.extension import extends
from kibitz.core.numbers import show
from kibitz.core.verbs import draw
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.layout import LANE, MOST_NODES, Spot, lanes, layout, widths
from kibitz.extensive.solution import ExtensiveEquilibrium
from kibitz.extensive.strategies.outcomes import edge_weights
from kibitz.extensive.strategies.profile import Profile
from kibitz.extensive.subgames import subgame_roots
from kibitz.extensive.tree import CHANCE, LEAF
from kibitz.pictures import COLUMN, FAINT, INK, MARK, ROW, Canvas, Picture, text_width

COLORS = (ROW, COLUMN, "#15803d", "#7e22ce", "#b45309", "#0e7490")
LINE = 26.0
TOP = 52.0
LEFT = 34.0


@draw.register
def draw_extensive(
    game: ExtensiveGame, what: str = "tree", strategy: Any = None, most: int = MOST_NODES
) -> Picture:
    """The tree of a game; ``what="solution"`` shows how it is solved on its branches.

    ``strategy`` is a profile or a table of one, or a solution.
    """
    choices = ("tree", "solution")
    if what not in choices:
        raise GameError(f"no picture is called {what!r}{did_you_mean(what, choices)}")
    profile = _profile(game, what, strategy)
    spots = layout(game, most)
    return _Drawing(game, spots, profile).finish()


@extends(ExtensiveEquilibrium)
def draw_solution(solution: Any) -> Picture:
    """The tree of a game with the strategies of an answer on its branches."""
    return draw_extensive(solution.game, strategy=solution.profile)


def _profile(game: ExtensiveGame, what: str, strategy: Any) -> Profile | None:
    if strategy is None and what == "solution":
        found = game.solve()
        strategy = getattr(found, "profile", None)
        if strategy is None:
            raise GameError("the solution is a mixture of plans, not probabilities on branches")
    if strategy is None or isinstance(strategy, Profile):
        return strategy
    inner = getattr(strategy, "profile", None)
    return inner if isinstance(inner, Profile) else game.profile(strategy)


class _Drawing:
    """One picture: where things are, then what is drawn from back to front."""

    def __init__(
        self, game: ExtensiveGame, spots: dict[int, Spot], profile: Profile | None
    ) -> None:
        self.game, self.spots, self.profile = game, spots, profile
        self.weight = None if profile is None else edge_weights(game, profile)
        self.lanes = lanes(game, spots)
        self.words = {node: self._word(node) for node in spots if node}
        steps = widths(game, spots, self.words, self.lanes)
        first = int(game.tree.infoset[0])
        left = LEFT if first < 0 else max(LEFT, text_width(game.infoset_name(first), 9.5) + 14)
        self.x = [left + sum(steps[:k]) for k in range(len(steps))]
        self.ends = {node: self._end(node) for node, s in spots.items() if self._is_end(node)}
        wide = max((text_width(w, 12) for w in self.ends.values()), default=0)
        lines = max(spot.line + bool(spot.more) for spot in spots.values()) + 1
        header = sum(text_width(name, 12) + 34 for name in game.players) + 90
        header = max(header, text_width(game.title, 14, bold=True) + LEFT)
        self.canvas = Canvas(
            round(max(self.x[-1] + wide + 60, header + LEFT)), round(TOP + lines * LINE + 26)
        )
        self.roots = set(subgame_roots(game)[1:]) if not game.has_perfect_information else set()

    def at(self, node: int) -> tuple[float, float]:
        spot = self.spots[node]
        return self.x[spot.level], TOP + 12 + spot.line * LINE

    def finish(self) -> Picture:
        self._legend()
        for node in self.spots:
            if node:
                self._branch(node)
        self._infosets()
        for node in self.spots:
            self._node(node)
        game = self.game
        title = game.title or "extensive game"
        folded = len(game.tree) - len(self.spots)
        tail = f", {folded:,} nodes folded" if folded else ""
        return self.canvas.finish(f"{title}: {len(game.tree):,} nodes{tail}")

    def _is_end(self, node: int) -> bool:
        return bool(self.spots[node].folded) or int(self.game.tree.actor[node]) == LEAF

    def _end(self, node: int) -> str:
        folded = self.spots[node].folded
        if folded:
            return f"{folded:,} more nodes"
        paid = self.game.payoffs(node)
        if self.game.is_zero_sum and len(paid) == 2:
            return show(paid[0])
        return ", ".join(show(x) for x in paid)

    def _word(self, node: int) -> str:
        game, above = self.game, int(self.game.tree.parent[node])
        move = int(game.tree.move[node])
        infoset = int(game.tree.infoset[above])
        if infoset < 0:
            word = game.labels.outcomes(game, above)[move]
            return f"{word} {show(game.probability(node))}".strip()
        word = game.moves(infoset)[move]
        if self.weight is None:
            return word
        return f"{word} {_short(self.weight[node])}"

    def _color(self, node: int) -> str:
        actor = int(self.game.tree.actor[node])
        return INK if actor < 0 else COLORS[actor % len(COLORS)]

    def _legend(self) -> None:
        x = LEFT
        self.canvas.text(x - 8, 20, self.game.title or "", 14, "start", INK, bold=True)
        y = 40 if self.game.title else 24
        for k, name in enumerate(self.game.players):
            self.canvas.dot(x, y - 4, 5, COLORS[k % len(COLORS)])
            self.canvas.text(x + 10, y, name, 12, "start", COLORS[k % len(COLORS)])
            x += text_width(name, 12) + 34
        if self.game.has_chance:
            self.canvas.rect(x - 5, y - 9, 10, 10, INK)
            self.canvas.text(x + 10, y, "chance", 12, "start")

    def _infosets(self) -> None:
        """Nodes that look alike: joined by a dashed line in its own lane, each with the name."""
        for infoset, (lane, nodes) in self.lanes.items():
            color = COLORS[int(self.game.owners[infoset]) % len(COLORS)]
            places = [self.at(node) for node in nodes]
            if len(nodes) == 1:
                continue
            away = LANE * lane
            for (x1, y1), (x2, y2) in pairwise(places):
                self.canvas.line(x1 - away, y1, x2 - away, y2, color, 1.4, "5 4")
            for x, y in places if lane else ():
                self.canvas.line(x - away, y, x, y, color, 2.2)
                self.canvas.dot(x - away, y, 2.2, color)
        for infoset, (lane, nodes) in self.lanes.items():
            color = COLORS[int(self.game.owners[infoset]) % len(COLORS)]
            name = self.game.infoset_name(infoset)
            wide = text_width(name, 9.5)
            for x, y in map(self.at, nodes):
                right = x - 8 - LANE * lane
                self.canvas.rect(right - wide - 2, y + 5, wide + 4, 10, "#ffffff")
                self.canvas.text(right, y + 13, name, 9.5, "end", color)

    def _branch(self, node: int) -> None:
        above = int(self.game.tree.parent[node])
        (x1, y1), (x2, y2) = self.at(above), self.at(node)
        color, width = INK, 1.1
        if self.weight is not None and int(self.game.tree.infoset[above]) >= 0:
            p = float(self.weight[node])
            color = self._color(above) if p > 1e-9 else FAINT
            width = 1 + 3 * p if p > 1e-9 else 0.8
        bend = x1 + 20
        self.canvas.path([(x1, y1), (bend, y2), (x2, y2)], color, width)
        faint = self.weight is not None and float(self.weight[node]) <= 1e-9
        self.canvas.text(bend + 4, y2 - 4, self.words[node], 11, "start", FAINT if faint else INK)

    def _node(self, node: int) -> None:
        x, y = self.at(node)
        actor = int(self.game.tree.actor[node])
        folded, more = self.spots[node].folded, self.spots[node].more
        if more:
            below = TOP + 12 + LINE * self._last_line(node) + 22
            above = self.x[self.spots[node].level - 1] + 24
            self.canvas.text(above, below, f"⋮ {more:,} more", 11, "start", FAINT)
        if folded:
            self.canvas.path(
                [(x, y), (x + 16, y - 8), (x + 16, y + 8), (x, y)], FAINT, 1.2, "#e5e7eb"
            )
            self.canvas.text(x + 22, y + 4, self.ends[node], 11, "start", FAINT)
        if actor == LEAF:
            self.canvas.text(x + 8, y + 4, self.ends[node], 12, "start")
            self.canvas.dot(x, y, 2.2)
            return
        if node in self.roots:
            self.canvas.rect(x - 10, y - 10, 20, 20, MARK, FAINT, 4)
        if actor == CHANCE:
            self.canvas.rect(x - 5, y - 5, 10, 10, INK)
        else:
            self.canvas.dot(x, y, 5.5, self._color(node))

    def _last_line(self, node: int) -> float:
        """The lowest line of what hangs on a node."""
        while True:
            below = [c for c in self.game.tree.children(node) if c in self.spots]
            if not below:
                return self.spots[node].line
            node = below[-1]


def _short(p: Any) -> str:
    """A probability that fits on a branch."""
    words = show(p)
    return words if len(words) <= 9 else f"{float(p):.4f}"
