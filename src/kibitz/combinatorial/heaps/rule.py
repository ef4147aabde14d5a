"""Games of heaps by a rule of one's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from kibitz.combinatorial.heaps.game import HeapGame, Heaps
from kibitz.core.errors import GameError


@dataclass(frozen=True)
class HeapRule(HeapGame):
    """A game whose rule is a function from the size of a heap to what it can become."""

    rule: Callable[[int], Iterable[Any]]

    @property
    def name(self) -> str:
        return self.title or getattr(self.rule, "__name__", "a rule").replace("<lambda>", "a rule")

    def heap_options(self, n: int) -> Iterator[Heaps]:
        for left in self.rule(n):
            parts = (left,) if isinstance(left, int) else tuple(left)
            if any(isinstance(p, bool) or not isinstance(p, int) or p < 0 for p in parts):
                raise GameError(f"{self.name}: a heap of {n} becomes {left!r}; write heap sizes")
            if any(part >= n for part in parts):
                raise GameError(
                    f"{self.name}: a heap of {n} becomes {left!r}; every remaining heap must be "
                    "smaller, or play might never end"
                )
            yield tuple(sorted(part for part in parts if part))

    def count_options(self, n: int) -> int:
        return n * n


def heap_game(
    rule: Callable[[int], Iterable[Any]], *heaps: Any, play: str = "normal", title: str = ""
) -> HeapRule:
    """A game of heaps from a function that gives the options of one heap.

    Each option is a heap size or a tuple of heap sizes, all smaller than the heap.

    Parameters
    ----------
    rule : callable
        A function of a heap size that lists its options.
    *heaps : int
        The sizes of the heaps.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.
    title : str, optional
        A title for output.

    Returns
    -------
    HeapRule
        The game.

    Examples
    --------
    >>> couples = heap_game(lambda n: [(a, n - a) for a in range(1, n) if n > 2], 9, 7)
    >>> couples.nimber(), couples.misere().outcome()
    (3, 'N')
    """
    if not callable(rule):
        raise GameError(f"{rule!r} is not a rule; give a function from a heap to its options")
    return HeapRule(heaps, rule, play=play, title=title)
