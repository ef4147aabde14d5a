"""What a puzzle is: a start, moves with a cost, and a goal."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.extension import call
from kibitz.core.noun import Noun
from kibitz.core.numbers import Number, show, whole
from kibitz.core.solution import Solution
from kibitz.core.spelling import count_of, counts_in_words

if TYPE_CHECKING:
    from kibitz._types import SolvePuzzle
    from kibitz.search.puzzles.distances import Distances


class Puzzle(Noun):
    """A search problem for one player. Subclass it; ``start``, ``moves``, ``play``, ``is_goal``."""

    kind: ClassVar[str] = "puzzle"
    plural: ClassVar[str] = "puzzles"
    title: str = ""
    is_filled_in: bool = False
    """Whether any goal will do, at whatever cost, so that backtracking finds one."""

    fewest_solutions: int = 0
    """How many there are at least, where that is known."""

    if TYPE_CHECKING:
        solve: ClassVar[SolvePuzzle]

    @property
    def is_large(self) -> bool:
        """Whether there are too many states for a search to keep them all."""
        return False

    def start(self) -> Hashable:
        raise NotImplementedError

    def moves(self, state: Any) -> Iterable[Any]:
        """The moves at a state.

        Parameters
        ----------
        state : hashable
            A state of the puzzle.
        """
        raise NotImplementedError

    def play(self, state: Any, move: Any) -> Any:
        """The state after a move.

        Parameters
        ----------
        state : hashable
            A state of the puzzle.
        move : object
            One of its moves.
        """
        raise NotImplementedError

    def is_goal(self, state: Any) -> bool:
        """Whether a state solves the puzzle.

        Parameters
        ----------
        state : hashable
            A state of the puzzle.
        """
        raise NotImplementedError

    def cost(self, state: Any, move: Any) -> Number:
        """What a move costs; 1 unless the puzzle says otherwise.

        Parameters
        ----------
        state : hashable
            A state of the puzzle.
        move : object
            One of its moves.
        """
        return 1

    def estimate(self, state: Any) -> Number:
        """A lower bound of what it still costs to reach a goal (an admissible heuristic).

        Parameters
        ----------
        state : hashable
            A state of the puzzle.

        Returns
        -------
        number
            A number that never exceeds the true cost; 0 is always right, a larger bound saves
            work.

        References
        ----------
        Hart, Nilsson and Raphael 1968
        """
        return 0

    def is_hopeless(self, state: Any) -> bool:
        """Whether no goal can be reached, as far as a look can tell.

        Parameters
        ----------
        state : hashable
            A state of the puzzle.
        """
        return False

    def quick_route(self, most: int) -> Route | None:
        """The cheapest route by a program of the puzzle's own, where it has one.

        Parameters
        ----------
        most : int
            The largest number of states to visit.

        Returns
        -------
        Route or None
            The route; None where the puzzle has no such program.
        """
        return None

    def states_by_distance(self, depth: int | None = None) -> Distances:
        """How many states are this many moves from the start.

        Parameters
        ----------
        depth : int, optional
            How many moves to go; until all states are found if None.

        Notes
        -----
        Cost: every state up to this depth is visited once.
        """
        return call(self, "states_by_distance", depth)

    def canonical(self, state: Any) -> Hashable:
        """Equal for solutions that are turned or mirrored images of one another.

        Parameters
        ----------
        state : hashable
            A state of the puzzle.
        """
        same: Hashable = state
        return same

    def show(self, state: Any) -> str:
        """A state as text.

        Parameters
        ----------
        state : hashable
            A state of the puzzle.
        """
        return str(state)

    def show_move(self, state: Any, move: Any) -> str:
        """A move as text.

        Parameters
        ----------
        state : hashable
            The state before the move.
        move : object
            The move.
        """
        return str(move)

    @property
    def name(self) -> str:
        return self.title or type(self).__name__


def cost_of(puzzle: Puzzle, state: Any, move: Any) -> Any:
    """What a move costs; a GameError when it is less than nothing, which no search is made for."""
    cost = puzzle.cost(state, move)
    if cost < 0:
        raise GameError(
            f"{puzzle.name}: the move {puzzle.show_move(state, move)} costs {show(cost)}; costs "
            "must not be negative"
        )
    return cost


@dataclass(frozen=True)
class Route(Solution, kind="route"):
    """A way from the start to a goal, or the fact that there is none."""

    puzzle: Puzzle
    moves: tuple[Any, ...] | None
    """None when no goal can be reached."""
    cost: Number | None
    """What it costs; None when no goal can be reached."""
    method: str
    counts: dict[str, int] = field(default_factory=dict)
    expanded: tuple[Any, ...] = field(default=(), compare=False, repr=False)
    """The states whose moves were looked at, in order, where the search kept them."""

    @property
    def is_solved(self) -> bool:
        return self.moves is not None

    @property
    def states(self) -> tuple[Any, ...]:
        """The states from the start to the goal."""
        if self.moves is None:
            raise GameError(f"{self.puzzle.name}: there is no solution")
        found = [self.puzzle.start()]
        for move in self.moves:
            found.append(self.puzzle.play(found[-1], move))
        return tuple(found)

    @property
    def end(self) -> Any:
        """The state that the moves lead to."""
        return self.states[-1]

    @property
    def shown_moves(self) -> tuple[str, ...]:
        state, words = self.puzzle.start(), []
        for move in self.moves or ():
            words.append(self.puzzle.show_move(state, move))
            state = self.puzzle.play(state, move)
        return tuple(words)

    @property
    def game(self) -> Puzzle:
        return self.puzzle

    @property
    def exact(self) -> bool:
        return True

    def __str__(self) -> str:
        counted = counts_in_words(self.counts)
        if self.moves is None or self.cost is None:
            return f"{self.puzzle.name}: no solution\nfound by {self.method}: {counted}"
        line = " ".join(self.shown_moves)
        moves = count_of(len(self.moves), "move")
        head = f"{self.puzzle.name}: {moves}, cost {show(self.cost)}"
        return f"{head}\n{line}\n{self.puzzle.show(self.end)}\nfound by {self.method}: {counted}"

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "puzzle": self.puzzle.name,
            "moves": None if self.moves is None else list(self.shown_moves),
            "solved": self.is_solved,
            "cost": None if self.cost is None else show(self.cost),
            "length": None if self.moves is None else len(self.moves),
            "end": self.puzzle.show(self.end) if self.is_solved else None,
            "method": self.method,
            "counts": self.counts,
            **({"expanded": [self.puzzle.show(s) for s in self.expanded]} if self.expanded else {}),
        }

    @classmethod
    def from_json(cls, puzzle: Puzzle, data: dict[str, Any]) -> Route:
        claim = Claim(data)
        method, counts = str(data.get("method", "")), data.get("counts", {})
        if claim.raw("moves") is None:
            return cls(puzzle, None, None, method, counts)
        state, moves = puzzle.start(), []
        for text in claim.items("moves"):
            named = {puzzle.show_move(state, move): move for move in puzzle.moves(state)}
            if text not in named:
                raise GameError(f"moves: no move {text!r:.40} here")
            moves.append(named[text])
            state = puzzle.play(state, named[text])
        return cls(puzzle, tuple(moves), whole(claim.number("cost")), method, counts)
