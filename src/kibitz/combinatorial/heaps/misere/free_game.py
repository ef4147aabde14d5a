"""Misère outcomes of sums of letters, where each letter stands for a game with sums as options.

A sum is one whole number: the count of letter i stands in bits ``BITS * i`` and up, so that sums
add as numbers do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kibitz.combinatorial.errors import LimitError
from kibitz.combinatorial.limits import CHUNK
from kibitz.core.errors import GameError
from kibitz.core.progress import work

BITS = 16
FULL = (1 << BITS) - 1


class FreeGame:
    """Letters 0, 1, ..., each with its options, at least one and of earlier letters only.

    A sum is searched until one option that is P is found; what was found is kept. No recursion.

    >>> star = FreeGame([[0], [0, letter(0)]])
    >>> star.is_p(letter(0)), star.is_p(letter(1)), star.is_p(2 * letter(1))
    (True, False, True)
    """

    def __init__(self, options: Sequence[Iterable[int]], most: int | None = None) -> None:
        self.changes = [
            sorted({option - letter(i) for option in below}) for i, below in enumerate(options)
        ]
        self.known = {0: False}
        self.most = most

    def is_p(self, start: int) -> bool:
        """Whether the player to move loses this sum in misère play."""
        known = self.known
        if start in known:
            return known[start]
        with work("sums searched in misère play") as task:
            for _ in self._search(start):
                task.advance(CHUNK)
                if self.most is not None and len(known) > self.most:
                    raise LimitError(
                        f"more than {self.most:,} sums are needed for a misère outcome; give a "
                        "larger limit="
                    )
                if task.stopped:
                    raise GameError(f"stopped after {len(known):,} sums; call again to continue")
        return known[start]

    def _search(self, start: int) -> Iterator[None]:
        known = self.known
        path, pending = [start], [self.options(start)]
        turns = 0
        while path:
            turns += 1
            if turns % CHUNK == 0:
                yield
            for option in pending[-1]:
                label = known.get(option)
                if label is None:
                    path.append(option)
                    pending.append(self.options(option))
                    break
                if label:
                    known[path.pop()] = False
                    pending.pop()
                    break
            else:
                known[path.pop()] = True
                pending.pop()
                if path:
                    known[path.pop()] = False
                    pending.pop()

    def options(self, word: int) -> Iterator[int]:
        """The sums one move away."""
        for i, changes in enumerate(self.changes):
            if word >> BITS * i & FULL:
                for change in changes:
                    yield word + change


def letter(i: int) -> int:
    """The sum that is letter i alone."""
    return 1 << BITS * i


def letters(word: int) -> list[int]:
    """The letters of a sum, each as often as it occurs."""
    letters_read, i = [], 0
    while word:
        letters_read += [i] * (word & FULL)
        word >>= BITS
        i += 1
    return letters_read
