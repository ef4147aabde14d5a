"""Games whose plays all end though no number bounds them: their values are ordinals.

The Sprague-Grundy theorem holds for them as it stands: the value of a sum is the nim-sum of the
values, taken power by power. Ferguson, Game Theory, I.3.4; Conway, On Numbers and Games, ch. 6.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.combinatorial.digraphs.loopy import LoopyValue
from kibitz.combinatorial.errors import LimitError
from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.methods.perfect_play import PerfectPlay
from kibitz.combinatorial.move import Move
from kibitz.combinatorial.nimbers.ordinal import Ordinal, ordinal_nim_sum
from kibitz.combinatorial.solution import ImpartialSolution
from kibitz.combinatorial.solve import FINDS
from kibitz.combinatorial.sums.sum import Sum
from kibitz.core.errors import GameError
from kibitz.core.method import method

if TYPE_CHECKING:
    from kibitz.combinatorial.digraphs.game import Digraph

MOST_MOVES = 400
"""Moves of a line that are written out."""


@dataclass(frozen=True)
class Transfinite(ImpartialGame):
    """A game with a value below w^w, which :meth:`value_at` tells without a search."""

    @abstractmethod
    def value_at(self, position: Any) -> Ordinal:
        """The Sprague-Grundy value of a position in normal play, which may be infinite.

        Parameters
        ----------
        position : hashable
            A position of the game.
        """

    @property
    @abstractmethod
    def progressively_bounded(self) -> bool:
        """Whether some number bounds the length of play; every play ends all the same."""

    @abstractmethod
    def _stalling(self) -> tuple[Move, ...]:
        """When lost, a move that keeps as much as it can."""

    def value(self) -> Ordinal:
        """The Sprague-Grundy value, which may be infinite."""
        self._refuse_misere()
        return self.value_at(self.position)

    def nimber_at(self, position: Any, limit: int | None = None) -> int:
        self._refuse_misere()
        value = self.value_at(position)
        if not value.is_finite:
            raise GameError(f"the value {value} is an infinite ordinal; use value()")
        return int(value)

    def _nimber(self, position: Any) -> int | None:
        return self.nimber_at(position)

    def _outcome(self, position: Any) -> str | None:
        return None if self.is_misere else "N" if self.value_at(position) else "P"

    def _sum_class(self) -> type[Sum]:
        return TransfiniteSum

    def _solution_class(self) -> type[TransfiniteSolution]:
        return TransfiniteSolution

    def ends(self, limit: int | None = None) -> bool:
        return True

    def best_moves(self, limit: int | None = None) -> tuple[Move, ...]:
        """All winning moves; when lost, one that keeps as much as it can."""
        return self.winning_moves() if self.outcome() == "N" else self._stalling()

    def line(self, limit: int | None = None) -> PerfectPlay:
        """The winner plays winning moves, the loser holds on to as much as he can."""
        winner = {"N": "first", "P": "second"}[self.outcome()]
        moves: list[Move] = []
        here = self
        while len(moves) < MOST_MOVES:
            choice = here.best_moves()
            if not choice:
                return PerfectPlay(self, tuple(moves), winner, optimal=False, finished=True)
            moves.append(choice[0])
            here = here.at(moves[-1].position)
        return PerfectPlay(self, tuple(moves), winner, optimal=False, finished=False)

    # What would list positions is refused at once where they are infinitely many.

    def graph(self, limit: int | None = None) -> Digraph:
        self._refuse_endless()
        return super().graph(limit)

    def remoteness_at(self, position: Any, limit: int | None = None) -> int | None:
        self._refuse_endless()
        return super().remoteness_at(position, limit)

    def _searched_nimber(self, position: Any, limit: int | None) -> int:
        self._refuse_endless()
        return super()._searched_nimber(position, limit)

    def _searched_outcome(self, position: Any, limit: int | None) -> str:
        self._refuse_endless()
        return super()._searched_outcome(position, limit)

    def _refuse_endless(self) -> None:
        if not self.progressively_bounded:
            raise LimitError(
                f"{self.name}: from {self.show(self.position)} infinitely many positions can be "
                "reached; use value(), outcome() or winning_moves(), which do not search"
            )


@dataclass(frozen=True)
class TransfiniteSolution(ImpartialSolution):
    """Outcome, value and winning moves of a game whose value is an ordinal.

    ``ordinal`` is the value, finite or not; None in misère play.
    """

    ordinal: Ordinal | None = None

    @classmethod
    def _rest(cls, data: dict[str, Any]) -> tuple[Any, ...]:
        given = data.get("value")
        return (None if given is None else Ordinal.read(given),)

    def to_json(self) -> dict[str, Any]:
        value = None if self.ordinal is None else str(self.ordinal)
        return {**super().to_json(), "value": value}

    def __str__(self) -> str:
        head, outcome, *rest = super().__str__().split("\n")
        if self.value is None and not self.game.is_misere:
            rest = [f"value {self.ordinal}", *rest]
        return "\n".join([head, outcome, *rest])


@dataclass(frozen=True)
class TransfiniteSum(Transfinite, Sum):
    """A sum with components whose values are ordinals beside others that end.

    >>> from kibitz import game
    >>> total = game("transfinite-nim w*2+3 + nim 5 6 + kayles 4")
    >>> print(total.value()), [str(move) for move in total.winning_moves()]
    w*2 + 1
    (None, ['in component 1 (transfinite nim): heap 1 from w*2 + 3 to 2'])
    """

    theorem: ClassVar[str] = "the Sprague-Grundy theorem, with nim-sums of ordinals"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.is_misere:
            raise GameError(
                f"{self.name}: nimbers do not add in misère play, and infinitely many positions "
                "cannot be searched; put ordinals in one game, transfinite-nim w 3 play=misere"
            )
        for game in self.components:
            if not game.ends():
                raise GameError(
                    f"{self.name}: {game.name} can cycle, so its value has no sum with an ordinal; "
                    "add games that end"
                )

    def part_values(self, position: Any = None) -> tuple[Ordinal, ...]:
        """What each component is worth.

        Parameters
        ----------
        position : tuple, optional
            A position of each component; those of this game if None.
        """
        parts = self.position if position is None else position
        return tuple(_value(g, part) for g, part in zip(self.components, parts, strict=True))

    def value_at(self, position: Any) -> Ordinal:
        return ordinal_nim_sum(*self.part_values(position))

    @property
    def progressively_bounded(self) -> bool:
        return all(g.progressively_bounded for g in self.components if isinstance(g, Transfinite))

    def moves_to(self, value: int | str | Ordinal, limit: int | None = None) -> tuple[Move, ...]:
        """Every move, in any component, that makes the sum worth ``value``."""
        values = self.part_values()
        change = ordinal_nim_sum(*values, value)
        moves: list[Move] = []
        for i, (game, worth) in enumerate(zip(self.components, values, strict=True)):
            wanted = worth ^ change
            if isinstance(game, Transfinite) or wanted.is_finite:
                to: Any = wanted if isinstance(game, Transfinite) else int(wanted)
                moves += [self._lifted(i, move) for move in game.moves_to(to, limit)]
        return tuple(moves)

    def winning_moves(self, limit: int | None = None) -> tuple[Move, ...]:
        return self.moves_to(0, limit)

    def _stalling(self) -> tuple[Move, ...]:
        for i, game in enumerate(self.components):
            moves = game._stalling() if isinstance(game, Transfinite) else game.moves(game.position)
            for move in moves:
                return (self._lifted(i, Move(*move)),)
        return ()


def _value(game: ImpartialGame, position: Any) -> Ordinal:
    if isinstance(game, Transfinite):
        return game.value_at(position)
    return Ordinal((game.nimber_at(position),))


@method(Transfinite, "auto", finds=FINDS, cost="one application of the theorem of its family")
@method(
    Transfinite,
    "theorem",
    finds=FINDS,
    cost="one application of the theorem of its family",
    aliases=("formula",),
)
def solve_transfinite(game: Transfinite, limit: int | None = None) -> TransfiniteSolution:
    """Outcome, ordinal value and winning moves, by the theorem of the family.

    Parameters
    ----------
    game : Transfinite
        The game.
    limit : int, optional
        The largest number of positions visited.

    Returns
    -------
    TransfiniteSolution
        The outcome, the ordinal value and the winning moves.

    Notes
    -----
    Cost: that of the theorem of its family.
    """
    value = None if game.is_misere else game.value()
    known = None if value is None or not value.is_finite else LoopyValue(int(value))
    moves, outcome = game.winning_moves(limit), game.outcome(limit)
    return TransfiniteSolution(game, outcome, known, moves, game.theorem, value)
