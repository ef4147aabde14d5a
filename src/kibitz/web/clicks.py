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
    ordered: bool = True
    """Whether the cells of a move are chosen in their order, as from one square to another."""

    @property
    def fitting(self) -> list[dict[str, Any]]:
        """The moves that have what was chosen."""
        count, ready = len(self.ready), set(self.ready)
        if not self.ordered:
            return [m for m in self.moves if m["cells"] and ready <= set(m["cells"])]
        return [m for m in self.moves if m["cells"] and m["cells"][:count] == self.ready]

    @property
    def next(self) -> set[str]:
        """The cells that can be chosen now."""
        count = len(self.ready)
        if not self.ordered:
            return {word for m in self.fitting for word in m["cells"]} - set(self.ready)
        return {m["cells"][count] for m in self.fitting if len(m["cells"]) > count}

    @property
    def _whole(self) -> list[str]:
        """The moves that are meant if nothing else is chosen."""
        size = len(self.ready)
        return [str(m["text"]) for m in self.fitting if size and len(m["cells"]) == size]

    @property
    def choices(self) -> list[str]:
        """Moves that are made by what was chosen, where others are as well: which is it?"""
        return self._whole if len(self.fitting) > 1 else []

    def click(self, word: str) -> str:
        """Choose a cell; the move that is meant now, empty if there are several or none.

        The last one once more says that nothing else is meant.

        >>> one = {"text": "turn 2", "cells": ["2"]}
        >>> both = {"text": "turn both", "cells": ["1", "2"]}
        >>> coins = Clicks([one, both], ordered=False)
        >>> coins.click("2"), coins.choices, coins.click("2"), coins.click("1")
        ('', ['turn 2'], 'turn 2', 'turn both')
        """
        if self.ready[-1:] == [word] and len(self._whole) == 1:
            return self._whole[0]
        if word not in self.next:
            self.ready = []
            if word not in self.next:
                return ""
        self.ready = [*self.ready, word]
        return self._whole[0] if len(self._whole) == 1 and len(self.fitting) == 1 else ""


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
