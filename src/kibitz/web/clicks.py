"""From clicks on a board to moves: cells are chosen one after the other until one move is meant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

from kibitz.web.theme import with_shapes


@dataclass
class Clicks:
    """The cells that were chosen so far, among the moves that can be made.

    >>> moves = [{"text": f"e2-{to}", "cells": ["e2", to]} for to in ("e3", "e4")]
    >>> chess = Clicks(moves)
    >>> chess.click("e2"), chess.ready, sorted(chess.next)
    ('', ['e2'], ['e3', 'e4'])
    >>> chess.click("e4")
    'e2-e4'
    """

    moves: Sequence[dict[str, Any]]
    ready: list[str] = field(default_factory=list)
    """The cells that were chosen."""

    @property
    def fitting(self) -> list[dict[str, Any]]:
        """The moves that begin with what was chosen."""
        count = len(self.ready)
        return [m for m in self.moves if m["cells"] and m["cells"][:count] == self.ready]

    @property
    def next(self) -> set[str]:
        """The cells that can be chosen now."""
        count = len(self.ready)
        return {m["cells"][count] for m in self.fitting if len(m["cells"]) > count}

    @property
    def choices(self) -> list[str]:
        """Moves that the cells do not tell apart: the person must say which."""
        whole = [m["text"] for m in self.fitting if m["cells"] == self.ready]
        return whole if self.ready and len(whole) > 1 else []

    def click(self, word: str) -> str:
        """Choose a cell; the move that is meant now, empty if there are several or none."""
        if word not in self.next:
            self.ready = []
            if word not in self.next:
                return ""
        self.ready = [*self.ready, word]
        fits = self.fitting
        whole = [m["text"] for m in fits if m["cells"] == self.ready]
        return str(whole[0]) if len(whole) == 1 and len(fits) == 1 else ""


def clickable(svg: str, cells: Sequence[dict[str, Any]], clicks: Clicks) -> str:
    """A picture of a board with a shape over every cell that reports clicks and drops."""
    can, chosen = clicks.next, set(clicks.ready)
    shapes = []
    for cell in cells:
        word = str(cell["word"])
        points = " ".join(f"{x},{y}" for x, y in cell["outline"])
        kind = "chosen" if word in chosen else "can" if word in can else "idle"
        name = str(cell["name"]) or word
        open_ = ' tabindex="0" role="button"' if kind != "idle" else ' aria-hidden="true"'
        label = f' aria-label="{escape(name)}"' if kind != "idle" else ""
        shapes.append(
            f'<polygon class="cell-{kind}" points="{points}" data-drag="{escape(word)}"'
            f"{open_}{label}><title>{escape(name)}</title></polygon>"
        )
    return with_shapes(svg, "".join(shapes))
