"""All that a searcher may come to know, up to symmetry, and the looks that lead on from there."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.core.errors import GameError
from kibitz.games.searching.game import Answer, SearchGame, Symmetry, members
from kibitz.games.searching.tree import SearchTree

MOST_STATES = 200_000


@dataclass(frozen=True, slots=True)
class AnswerBranch:
    """One answer: its cost (in units), the places it leaves, and the position of that state."""

    cost: int
    left: int
    state: int | None


@dataclass(frozen=True, slots=True)
class Look:
    """A look that helps, with its answers."""

    look: int
    branches: tuple[AnswerBranch, ...]


class InformationStates:
    """The states that can arise, one for each class of symmetric ones, the largest first.

    >>> from kibitz.games.searching.dresher import DresherGame
    >>> game = DresherGame(3)
    >>> [bin(s) for s in InformationStates(game, game.symmetries()).states]
    ['0b111', '0b11', '0b1', '0b10']
    """

    def __init__(self, game: SearchGame, symmetries: Sequence[Symmetry]) -> None:
        self.game = game
        self._images = [_ByteTable(g) for g in symmetries]
        self._back = [_inverse(g.looks) for g in symmetries]
        self._canonical: dict[int, tuple[int, int]] = {}
        answers = self._discover()
        self.states = sorted(answers, key=lambda state: (-state.bit_count(), state))
        self.position = {state: i for i, state in enumerate(self.states)}
        every = [a.cost for looks in answers.values() for _, found in looks for a in found]
        self.unit = math.lcm(*{cost.denominator for cost in [game.certain, *every]})
        self.looks = [[self._look(*option) for option in answers[s]] for s in self.states]

    def canonical(self, state: int) -> tuple[int, int]:
        """The least state symmetric to this one, and the position of a symmetry that gets there."""
        known = self._canonical.get(state)
        if known is None:
            known = min((image(state), k) for k, image in enumerate(self._images))
            self._canonical[state] = known
        return known

    def _discover(self) -> dict[int, list[tuple[int, tuple[Answer, ...]]]]:
        answers: dict[int, list[tuple[int, tuple[Answer, ...]]]] = {}
        waiting = [self.canonical(self.game.everywhere)[0]]
        while waiting:
            state = waiting.pop()
            if state in answers:
                continue
            if len(answers) >= MOST_STATES:
                raise GameError(
                    f"{self.game.title}: the searcher can reach more than {MOST_STATES} states of "
                    "knowledge; use a smaller game"
                )
            every = [(k, self.game.answers(state, k)) for k in range(len(self.game.looks))]
            answers[state] = [(k, found) for k, found in every if found]
            for _, found in answers[state]:
                waiting += [self.canonical(a.left)[0] for a in found if not a.over]
        return answers

    def _look(self, look: int, answers: tuple[Answer, ...]) -> Look:
        branches = []
        for a in answers:
            state = None if a.over else self.position[self.canonical(a.left)[0]]
            branches.append(AnswerBranch(int(a.cost * self.unit), a.left, state))
        return Look(look, tuple(branches))

    def tree(self, choice: Sequence[int]) -> SearchTree | None:
        """The search tree that takes, in each state, the look at the position ``choice[state]``."""
        start = self.game.everywhere
        return None if self.game.finished(start) else self._grow(start, choice)

    def _grow(self, state: int, choice: Sequence[int]) -> SearchTree:
        least, g = self.canonical(state)
        at = self.position[least]
        look = self._back[g][self.looks[at][choice[at]].look]
        answers = self.game.answers(state, look)
        branches = ((a.words, None if a.over else self._grow(a.left, choice)) for a in answers)
        return SearchTree(look, tuple(branches))


class _ByteTable:
    """Moves the bits of a state, a byte at a time."""

    def __init__(self, symmetry: Symmetry) -> None:
        self.tables = []
        for low in range(0, len(symmetry.places), 8):
            moved = symmetry.places[low : low + 8]
            table = [sum(1 << moved[i] for i in members(byte)) for byte in range(1 << len(moved))]
            self.tables.append(table)

    def __call__(self, state: int) -> int:
        moved = 0
        for table in self.tables:
            moved |= table[state & 255]
            state >>= 8
        return moved


def _inverse(permutation: Sequence[int]) -> list[int]:
    inverse = [0] * len(permutation)
    for i, image in enumerate(permutation):
        inverse[image] = i
    return inverse
