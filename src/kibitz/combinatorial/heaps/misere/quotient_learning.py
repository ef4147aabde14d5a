"""Learning a misère quotient from outcomes, as Angluin's algorithm learns an automaton.

Sums are distinguished by the outcomes beside a list of test sums. Whenever the monoid so found
cannot be right, a sum that it gets wrong yields a further test, so the loop ends when the quotient
is finite, with a monoid that is proved right.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kibitz.combinatorial.heaps.misere.bipartite_monoid import BipartiteMonoid, TransitionPair
from kibitz.combinatorial.heaps.misere.free_game import FreeGame, letter, letters
from kibitz.core.errors import GameError


class InfiniteQuotient(GameError):
    """The misère quotient is infinite, or larger than what was allowed."""


class Learned(NamedTuple):
    """A monoid that gives the outcome of every sum of letters, with a sum for each element."""

    monoid: BipartiteMonoid
    words: tuple[int, ...]
    steps: npt.NDArray[np.int64]
    """``steps[a, i]`` is the product of element a and letter i."""

    def element(self, word: int) -> int:
        value = 0
        for i in letters(word):
            value = int(self.steps[value, i])
        return value


def learn(options: Sequence[Sequence[int]], most_elements: int, most_sums: int) -> Learned:
    """The misère quotient of the sums of letters with these options.

    >>> found = learn([[0], [0, letter(0)]], 100, 10_000)
    >>> len(found.monoid), int(found.monoid.is_p.sum())
    (6, 2)
    """
    return _Learner(options, most_elements, most_sums).run()


class _Learner:
    def __init__(
        self, options: Sequence[Sequence[int]], most_elements: int, most_sums: int
    ) -> None:
        self.options = options
        self.free = FreeGame(options, most_sums)
        self.most = most_elements
        self.words = [0]
        self.tests = [0]

    def run(self) -> Learned:
        while True:
            steps = self._close()
            if self._separate(steps):
                continue
            learned = self._monoid(steps)
            wrong = self._wrong_sum(learned)
            if wrong is None:
                return learned
            self._refute(learned, wrong)

    def _row(self, word: int) -> tuple[bool, ...]:
        return tuple(self.free.is_p(word + test) for test in self.tests)

    def _close(self) -> npt.NDArray[np.int64]:
        """Add words until every word plus a letter looks like some word."""
        rows = {self._row(word): i for i, word in enumerate(self.words)}
        steps: list[list[int]] = []
        while len(steps) < len(self.words):
            line = []
            for i in range(len(self.options)):
                word = self.words[len(steps)] + letter(i)
                row = self._row(word)
                if row not in rows:
                    rows[row] = len(self.words)
                    self.words.append(word)
                    if len(self.words) > self.most:
                        raise InfiniteQuotient(
                            f"the misère quotient has more than {self.most} elements"
                        )
                line.append(rows[row])
            steps.append(line)
        return np.array(steps, np.int64).reshape(len(steps), len(self.options))

    def _separate(self, steps: npt.NDArray[np.int64]) -> bool:
        """A further test, if letters do not commute: then two words look alike that are not."""
        for i in range(len(self.options)):
            for j in range(i):
                differ = np.flatnonzero(steps[steps[:, i], j] != steps[steps[:, j], i])
                if differ.size:
                    self._add_test(int(differ[0]), i, j, steps)
                    return True
        return False

    def _add_test(self, a: int, i: int, j: int, steps: npt.NDArray[np.int64]) -> None:
        truth = self._row(self.words[a] + letter(i) + letter(j))
        for first, second in ((i, j), (j, i)):
            row = self._row(self.words[steps[a, first]] + letter(second))
            for test, here, there in zip(self.tests, row, truth, strict=True):
                if here != there:
                    self.tests.append(test + letter(second))
                    return

    def _monoid(self, steps: npt.NDArray[np.int64]) -> Learned:
        size = len(self.words)
        table = np.empty((size, size), np.int64)
        for b, word in enumerate(self.words):
            column = np.arange(size)
            for i in letters(word):
                column = steps[column, i]
            table[:, b] = column
        is_p = np.array([self.free.is_p(word) for word in self.words])
        return Learned(BipartiteMonoid(table, is_p), tuple(self.words), steps)

    def _wrong_sum(self, learned: Learned) -> int | None:
        """A sum where the monoid contradicts itself; None when it is right everywhere."""
        parts = [
            TransitionPair(learned.element(letter(i)), frozenset(map(learned.element, options)))
            for i, options in enumerate(self.options)
        ]
        is_p, table = learned.monoid.is_p, learned.monoid.table
        for i, part in enumerate(parts):
            for option in part.options:
                both = np.flatnonzero(is_p[table[:, part.element]] & is_p[table[:, option]])
                if both.size:
                    return self.words[int(both[0])] + letter(i)
        stuck = learned.monoid.stuck_sum(parts)
        return None if stuck is None else sum(map(letter, stuck))

    def _refute(self, learned: Learned, wrong: int) -> None:
        """A test from a sum, or one of its options, whose outcome the monoid gets wrong."""
        around = [wrong, *self.free.options(wrong)]
        culprit = next(
            word
            for word in around
            if learned.monoid.is_p[learned.element(word)] != self.free.is_p(word)
        )
        truth, element = self.free.is_p(culprit), 0
        rest = culprit
        for i in letters(culprit):
            rest -= letter(i)
            element = int(learned.steps[element, i])
            if self.free.is_p(self.words[element] + rest) != truth:
                self.tests.append(rest)
                return
