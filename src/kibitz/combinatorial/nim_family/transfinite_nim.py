"""Nim with ordinals for heaps: play always ends, though no number bounds how long it lasts."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

from kibitz.combinatorial.game import ImpartialGame, Move
from kibitz.combinatorial.loopy import LoopyValue
from kibitz.combinatorial.ordinal import Ordinal, ordinal_nim_sum
from kibitz.combinatorial.perfect_play import Line
from kibitz.combinatorial.solution import ImpartialSolution
from kibitz.core.errors import GameError
from kibitz.core.solution import Certificate, Check

MOST_MOVES = 400


@dataclass(frozen=True)
class OrdinalGame(ImpartialGame):
    """A game that is nim on ordinals below w^w, which :meth:`ordinals` reads off a position."""

    theorem: ClassVar[str] = "nim with ordinals, added power by power"

    @abstractmethod
    def ordinals(self, position: Any) -> tuple[Ordinal, ...]:
        """The heaps that a position amounts to."""

    @abstractmethod
    def replaced(self, i: int, heap: Ordinal) -> Move:
        """The move that makes heap i this ordinal."""

    def value(self) -> Ordinal:
        """The Sprague-Grundy value, which may be infinite."""
        self._refuse_misere()
        return ordinal_nim_sum(*self.ordinals(self.position))

    @property
    def progressively_bounded(self) -> bool:
        """Whether some number bounds the length of play; every play ends all the same."""
        return all(heap.is_finite for heap in self.ordinals(self.position))

    def _nimber(self, position: Any) -> int | None:
        value = ordinal_nim_sum(*self.ordinals(position))
        if not value.is_finite:
            raise GameError(f"the value is {value}, beyond the nimbers; value() gives it")
        return int(value)

    def _outcome(self, position: Any) -> str | None:
        if self.is_misere:
            heaps = self.ordinals(position)
            if all(heap <= Ordinal((1,)) for heap in heaps):
                return "P" if sum(map(int, heaps)) % 2 else "N"
        return "N" if ordinal_nim_sum(*self.ordinals(position)) else "P"

    def moves_to(self, value: int | str | Ordinal, limit: int | None = None) -> tuple[Move, ...]:
        """Every move to this value; from each heap there is at most one."""
        self._refuse_misere()
        heaps = self.ordinals(self.position)
        change = ordinal_nim_sum(*heaps) ^ Ordinal.read(value)
        return tuple(
            self.replaced(i, heap ^ change) for i, heap in enumerate(heaps) if heap ^ change < heap
        )

    def winning_moves(self, limit: int | None = None) -> tuple[Move, ...]:
        if not self.is_misere:
            return self.moves_to(0, limit)
        heaps = self.ordinals(self.position)
        found = []
        for i, heap in enumerate(heaps):
            others = heaps[:i] + heaps[i + 1 :]
            left = ordinal_nim_sum(*others)
            if all(other <= Ordinal((1,)) for other in others):
                left = Ordinal(((sum(map(int, others)) + 1) % 2,))
            if left < heap:
                found.append(self.replaced(i, left))
        return tuple(found)

    def line(self, limit: int | None = None) -> Line:
        """The winner plays winning moves, the loser holds on to the largest heap."""
        winner = {"N": "first", "P": "second"}[self.outcome()]
        moves: list[Move] = []
        here = self
        while len(moves) < MOST_MOVES:
            choice = here.best_moves()
            if not choice:
                return Line(self, tuple(moves), winner, optimal=False, finished=True)
            moves.append(choice[0])
            here = here.at(moves[-1].position)
        return Line(self, tuple(moves), winner, optimal=False, finished=False)

    def best_moves(self, limit: int | None = None) -> tuple[Move, ...]:
        """All winning moves; when lost, one that keeps as much as it can."""
        return self.winning_moves() if self.outcome() == "N" else self._stalling()

    def _stalling(self) -> tuple[Move, ...]:
        heaps = self.ordinals(self.position)
        alive = [(heap, i) for i, heap in enumerate(heaps) if heap]
        if not alive:
            return ()
        heap, i = min(alive)
        return (self.replaced(i, _a_little_less(heap)),)

    def solve(self, limit: int | None = None) -> ImpartialSolution:
        moves = self.winning_moves()
        if self.is_misere:
            return OrdinalSolution(self, self.outcome(), None, moves, self.theorem)
        value = self.value()
        known = LoopyValue(int(value)) if value.is_finite else None
        return OrdinalSolution(self, self.outcome(), known, moves, self.theorem)


@dataclass(frozen=True)
class OrdinalSolution(ImpartialSolution):
    """Outcome, value and winning moves of nim with ordinals."""

    def _value(self) -> str | None:
        assert isinstance(self.game, OrdinalGame)
        return None if self.game.is_misere else str(self.game.value())

    def verify(self) -> Certificate:
        """The heaps add up to the value, and the winning moves make them add up to 0."""
        game = self.game
        assert isinstance(game, OrdinalGame)
        heaps = game.ordinals(game.position)
        total = ordinal_nim_sum(*heaps)
        checks = [Check("the nim-sum of the heaps", game.is_misere or total == game.value(),
                        f"{' ⊕ '.join(map(str, heaps))} = {total}")]  # fmt: skip
        lost = [game.outcome_at(move.position) == "P" for move in self.moves]
        over = not any(heaps)
        agree = over or bool(lost) == (self.outcome == "N")
        checks.append(Check("the winning moves lead to P-positions", all(lost) and agree))
        return Certificate(f"the outcome is {self.outcome}", self.method, tuple(checks))

    def to_json(self) -> dict[str, Any]:
        return {**super().to_json(), "value": self._value()}

    def __str__(self) -> str:
        head, outcome, *rest = super().__str__().split("\n")
        if self.value is None and not self.game.is_misere:
            rest = [f"value {self._value()}", *rest]
        return "\n".join([head, outcome, *rest])


@dataclass(frozen=True)
class TransfiniteNim(OrdinalGame):
    """Heaps that are ordinals below w^w; a move replaces one by any lesser ordinal.

    A heap of w is "choose a finite heap": its value w is beyond all nimbers. Ferguson I.3.4.

    >>> game = transfinite_nim_game(["w*2 + 3", "w + 5", 7])
    >>> print(game.value()), [str(move) for move in game.winning_moves()]
    w*3 + 1
    (None, ['heap 1 from w*2 + 3 to w + 2'])
    >>> transfinite_nim_game(["w"]).progressively_bounded
    False
    """

    title: str = field(default="transfinite nim", kw_only=True)

    def check(self, position: Any) -> None:
        if not isinstance(position, tuple) or not all(isinstance(h, Ordinal) for h in position):
            raise GameError(f"{position!r} is no position; write a tuple of ordinals")

    def show(self, position: Any) -> str:
        return ", ".join(map(str, position)) or "no heaps"

    def ordinals(self, position: Any) -> tuple[Ordinal, ...]:
        heaps: tuple[Ordinal, ...] = position
        return heaps

    def options(self, position: Any) -> Iterator[Any]:
        for heap in position:
            if not heap.is_finite:
                raise GameError(
                    f"a heap of {heap} has infinitely many options; ask value() or winning_moves()"
                )
        for i, heap in enumerate(position):
            for left in range(int(heap)):
                yield (*position[:i], Ordinal((left,)), *position[i + 1 :])

    def replaced(self, i: int, heap: Ordinal) -> Move:
        position = self.position
        words = f"heap {i + 1} from {position[i]} to {heap}"
        return Move(words, (*position[:i], heap, *position[i + 1 :]))


def transfinite_nim_game(heaps: Iterable[Any], play: str = "normal") -> TransfiniteNim:
    """Nim with these heaps: numbers, ordinals, or text such as ``w*2 + 5``."""
    return TransfiniteNim(tuple(map(Ordinal.read, heaps)), play=play)


def choose_a_pile() -> TransfiniteNim:
    """First choose a nim heap of any size, then play nim with it: a heap of w.

    >>> print(choose_a_pile().value())
    w
    """
    return TransfiniteNim((Ordinal((0, 1)),), title="choose a pile")


def _a_little_less(heap: Ordinal) -> Ordinal:
    """A lesser ordinal: one less, or from a limit the same with a three in the next place."""
    low = next(k for k, c in enumerate(heap.coefficients) if c)
    below = list(heap.coefficients)
    below[low] -= 1
    if low:
        below[low - 1] = 3
    return Ordinal(tuple(below))
