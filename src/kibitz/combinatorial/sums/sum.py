"""Disjunctive sums: several games side by side, and a move is a move in one of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod
from typing import Any, ClassVar, Self

from kibitz.combinatorial.digraphs.loopy import LoopyValue, counter, loopy_sum
from kibitz.combinatorial.errors import CycleError, LimitError
from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.move import Move
from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.spelling import count_of

MISERE_LIMIT = 2_000_000
"""Positions of a misère sum searched when no limit is given."""


@dataclass(frozen=True)
class Sum(ImpartialGame):
    """A sum of games; its position is the tuple of the positions of its components.

    In normal play the nimbers of the components add by nim-sum (Sprague and Grundy). Components
    that can cycle add by the rules of Fraenkel and Smith. In misère play nothing adds: the
    whole sum is searched.

    >>> from kibitz import impartial
    >>> take = lambda k: lambda n: range(max(0, n - k), n)
    >>> total = impartial(9, take(3)) + impartial(10, take(5)) + impartial(14, take(7))
    >>> total.nimber(), [move.position for move in total.winning_moves()]
    (3, [(6, 10, 14), (9, 10, 13)])
    """

    theorem: ClassVar[str] = "the Sprague-Grundy theorem"

    components: tuple[ImpartialGame, ...]

    def __post_init__(self) -> None:
        kinds = {game.play for game in self.components} | {self.play}
        if len(kinds) > 1:
            raise GameError(
                "the components of a sum must all be in normal play or all in misère play"
            )
        super().__post_init__()

    def check(self, position: Any) -> None:
        if not isinstance(position, tuple) or len(position) != len(self.components):
            raise GameError(
                f"{position!r} is not a position of a sum of "
                f"{count_of(len(self.components), 'game')}; give a "
                "tuple with a position for each"
            )

    @property
    def name(self) -> str:
        return self.title or " + ".join(game.name for game in self.components) or "the empty sum"

    def at(self, position: Any) -> Self:
        self.check(position)
        moved = tuple(g.at(p) for g, p in zip(self.components, position, strict=True))
        other = replace(self, position=position, components=moved)
        other.__dict__["_memory"] = self._memory
        return other

    def misere(self) -> Self:
        return replace(self, play="misere", components=tuple(g.misere() for g in self.components))

    def normal(self) -> Self:
        return replace(self, play="normal", components=tuple(g.normal() for g in self.components))

    def options(self, position: Any) -> Iterator[Any]:
        for i, game in enumerate(self.components):
            before, after = position[:i], position[i + 1 :]
            for option in game.options(position[i]):
                yield (*before, option, *after)

    def _moves(self, position: Any) -> Iterator[Move]:
        for i, game in enumerate(self.components):
            for move in game.moves(position[i]):
                yield self._lifted(i, Move(*move), position)

    def show(self, position: Any) -> str:
        shown = [g.show(p) for g, p in zip(self.components, position, strict=True)]
        return " + ".join(shown) if shown else "0"

    # Values.

    @cached_property
    def values(self) -> tuple[LoopyValue, ...]:
        """What each component is worth."""
        self._refuse_misere()
        return tuple(game.loopy_value() for game in self.components)

    @property
    def is_loopy(self) -> bool:
        """Whether some component can cycle."""
        return not self.ends()

    def _nimber(self, position: Any) -> int | None:
        try:
            return self.nimber_at(position)
        except CycleError:
            return None

    def nimber_at(self, position: Any, limit: int | None = None) -> int:
        """The nim-sum of the components' nimbers."""
        self._refuse_misere()
        total = 0
        for game, part in zip(self.components, position, strict=True):
            total ^= game.nimber_at(part, limit)
        return total

    def _outcome(self, position: Any) -> str | None:
        if self.is_misere:
            return None
        value = self._nimber(position)
        if value is None:
            return loopy_sum(self.at(position).values).outcome
        return "N" if value else "P"

    def loopy_value(self, limit: int | None = None) -> LoopyValue:
        return loopy_sum(self.values)

    def moves_to(self, value: int, limit: int | None = None) -> tuple[Move, ...]:
        """Every move, in any component, that makes the sum worth ``value``."""
        total = self.nimber(limit)
        moves: list[Move] = []
        for i, game in enumerate(self.components):
            wanted = game.nimber(limit) ^ total ^ value
            moves += [self._lifted(i, move) for move in game.moves_to(wanted, limit)]
        return tuple(moves)

    def winning_moves(self, limit: int | None = None) -> tuple[Move, ...]:
        if self.is_misere:
            return super().winning_moves(limit)
        if not self.is_loopy:
            return self.moves_to(0, limit)
        return tuple(m for m in self.moves(self.position) if self._outcome(m.position) == "P")

    def ends(self, limit: int | None = None) -> bool:
        return all(game.ends(limit) for game in self.components)

    def longest_play(self, limit: int | None = None) -> int | None:
        """The longest plays of the components, one after the other."""
        lengths = [game.longest_play(limit) for game in self.components]
        return None if None in lengths else sum(n for n in lengths if n is not None)

    def _reach(self, position: Any) -> int | None:
        parts = zip(self.components, position, strict=True)
        return prod(game._reach(part) or 1 for game, part in parts)

    def progress(self, position: Any) -> int:
        """The sum of the counters of the components that can cycle."""
        parts = zip(self.components, position, strict=True)
        return sum(counter(game, part) for game, part in parts if not game.ends())

    def _searched_outcome(self, position: Any, limit: int | None) -> str:
        if not self.is_misere:
            return super()._searched_outcome(position, limit)
        try:
            return super()._searched_outcome(position, limit or MISERE_LIMIT)
        except LimitError:
            raise LimitError(
                f"a misère sum of more than {limit or MISERE_LIMIT:,} positions: nimbers do not "
                "add in misère play, so it must be searched; give a larger limit="
            ) from None

    def _lifted(self, i: int, move: Move, position: Any = None) -> Move:
        """A move of one component as a move of the sum."""
        here = self.position if position is None else position
        return Move(
            self.move_words(i, move.description), (*here[:i], move.position, *here[i + 1 :])
        )

    def move_words(self, i: int, move: str) -> str:
        """A move of one component, in words, as a move of the sum.

        Parameters
        ----------
        i : int
            The number of the component, from 0.
        move : str
            The move, in the notation of the component.
        """
        return f"in component {i + 1} ({self.components[i].name}): {move}"


@extends(ImpartialGame)
def disjunctive_sum(*games: ImpartialGame) -> Sum:
    """The sum of games; sums among them are taken apart.

    Parameters
    ----------
    *games : ImpartialGame
        The components.

    Returns
    -------
    Sum
        The sum.

    Examples
    --------
    >>> from kibitz.combinatorial.star import star
    >>> disjunctive_sum(star(1), star(2) + star(3)).outcome(), disjunctive_sum().nimber()
    ('P', 0)
    >>> star(1) + star(2, play="misere")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: the components of a sum must all be in normal play or all in ...
    """
    parts: list[ImpartialGame] = []
    for game in games:
        if not game.summable:
            raise GameError(
                f"{game.name} depends on whose turn it is, so it cannot be part of a sum"
            )
        parts += game.components if isinstance(game, Sum) else [game]
    play = parts[0].play if parts else "normal"
    kinds = [game._sum_class() for game in parts]
    kind = next((k for k in kinds if k is not Sum), Sum)
    return kind(tuple(game.position for game in parts), tuple(parts), play=play)


@dataclass(frozen=True)
class Simplification:
    """What can be left out of a sum in normal play, and what remains.

    ``pairs`` are equal components, which cancel because every move in one can be copied in the
    other; ``zeros`` are components that the second player wins, which change nothing.
    """

    pairs: tuple[tuple[int, int], ...]
    zeros: tuple[int, ...]
    rest: Sum


def simplify(total: Sum) -> Simplification:
    """Cancel pairs of equal components and drop components worth zero; all of them must end.

    Parameters
    ----------
    total : Sum
        The sum.

    Returns
    -------
    Simplification
        What is left, and what was canceled.

    Examples
    --------
    >>> from kibitz.combinatorial.star import star
    >>> found = simplify(star(5) + star(7) + star(5) + star(0))
    >>> found.pairs, found.zeros, found.rest.position
    (((0, 2),), (3,), (7,))
    """
    if not isinstance(total, Sum):
        raise GameError(f"{total.name} is not a sum of games; write its parts with + between them")
    total._refuse_misere()
    partner: dict[ImpartialGame, int] = {}
    pairs: list[tuple[int, int]] = []
    for i, game in enumerate(total.components):
        if not game.ends():
            continue
        if game in partner:
            pairs.append((partner.pop(game), i))
        else:
            partner[game] = i
    gone = {i for pair in pairs for i in pair}
    zeros = [i for i in partner.values() if total.values[i] == LoopyValue(0)]
    kept = [g for i, g in enumerate(total.components) if i not in gone and i not in zeros]
    return Simplification(tuple(pairs), tuple(sorted(zeros)), disjunctive_sum(*kept))


@extends(ImpartialGame)
def sum_class(game: ImpartialGame) -> type[Sum]:
    """What a sum with such a game among its components is."""
    return Sum
