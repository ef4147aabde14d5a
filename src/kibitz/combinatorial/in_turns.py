"""Impartial games as rules: two players in turn, so that every search works on them.

The searches of the textbooks do not know the theory; they are the long way round that it saves.
An analysis and hints ask it first: :meth:`InTurns.known`.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any

from kibitz.combinatorial.errors import LimitError
from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.move import Move
from kibitz.combinatorial.solution import ImpartialSolution
from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of
from kibitz.rules.game import OVER, Known, Rules

MOST_MOVES = 256
MOST_LISTED = 20_000
"""Moves of a position that searches list."""
MOST_RECENT = 32
"""Positions whose moves are kept."""
MOST_NUMBERED = 200_000
"""Moves of a position that are numbered one after the other."""
MOST_READ = 1_000_000
"""Moves that are compared with what was typed."""

State = tuple[Any, int]
"""A position of the game, and whose turn it is."""


class InTurns(Rules):
    """An impartial game for two players: the winner gets 1 from the loser.

    A move is the number of an option, from 0, in the order in which the game lists its moves; a
    :class:`~kibitz.combinatorial.game.Move` does as well. Moves are listed one at a time, so that
    huge and transfinite heaps can be played.

    >>> from kibitz.combinatorial import subtraction
    >>> rules = InTurns(subtraction([1, 2, 3], 6))
    >>> rules.show_move(rules.start(), 1), rules.play(rules.start(), 1)
    ('take 2 from the heap of 6, leaving 4', ((4,), 1))
    """

    payoff_bounds = (-1, 1)
    repeats = 3

    def __init__(self, game: ImpartialGame) -> None:
        self.form = self.game = game
        self.title = game.name
        count = sum(1 for _ in islice(game.moves(game.position), MOST_LISTED + 1))
        self.lists_all = count <= MOST_LISTED
        self.most_moves = max(MOST_MOVES, 2 * count)
        self._recent: dict[Any, tuple[Any, ...]] = {}

    def _options(self, position: Any) -> list[Move]:
        return [Move(*move) for move in islice(self.game.moves(position), MOST_READ)]

    def option(self, position: Any, move: int | Move) -> Move:
        """The move itself, by its number or as it is.

        Parameters
        ----------
        position : hashable
            The position to move from.
        move : int or Move
            The number of the move in the list of moves, from 0, or the move itself.
        """
        if isinstance(move, Move):
            return move
        listed = self._recent.get(position, ())
        if move >= len(listed):
            listed = tuple(islice(self.game.moves(position), 2 * move + MOST_MOVES))
            if move >= len(listed):
                raise GameError(f"{self.name}: there is no move number {move + 1} here")
            self._remember(position, listed)
        return Move(*listed[move])

    def _remember(self, position: Any, listed: tuple[Any, ...]) -> None:
        """Keep the first moves of a few positions: a search asks for one after the other."""
        if len(listed) <= MOST_LISTED:
            if len(self._recent) >= MOST_RECENT:
                self._recent.clear()
            self._recent[position] = listed

    def start(self) -> State:
        return (self.game.position, 0)

    def player(self, state: State) -> int:
        position, mover = state
        return mover if any(True for _ in self.game.options(position)) else OVER

    def moves(self, state: State) -> Iterable[int]:
        for k, _ in enumerate(self.game.moves(state[0])):
            if k == MOST_NUMBERED:
                raise GameError(
                    f"{self.name}: {self.game.show(state[0])[:60]} has more than "
                    f"{count_of(k, 'move')}; use "
                    "smaller heaps"
                )
            yield k

    def play(self, state: State, move: int | Move) -> State:
        position, mover = state
        return (self.option(position, move).position, 1 - mover)

    def known(self, state: State) -> Known | None:
        """Who wins by the theory of the game, as its solution says."""
        position, mover = state
        game, sign = self.game.at(position), 1 if mover == 0 else -1
        try:
            solution = game.solve()
            values_by_move = self._move_values(game, solution)
            best = game.best_moves()[0] if values_by_move is not None else solution.moves[0]
        except (LimitError, IndexError):
            return None
        worth = {"N": 1, "P": -1}.get(solution.outcome, 0)
        if values_by_move is None:
            wins = dict.fromkeys(solution.moves[:MOST_MOVES], sign)
            return Known(sign * worth, best, wins, solution.method, is_complete=False)
        values = dict(
            sorted(((k, sign * x) for k, x in values_by_move.items()), key=lambda p: -sign * p[1])
        )
        first = next((k for k, m in enumerate(self._options(position)) if m == best), None)
        if first is None or values_by_move[first] != worth:
            first = next(iter(values))
        return Known(sign * worth, first, values, solution.method)

    def _move_values(
        self, game: ImpartialGame, solution: ImpartialSolution
    ) -> dict[int, int] | None:
        """The worth of each move, by number, to the player who makes it; None if there are many."""
        options = [Move(*m) for m in islice(game.moves(game.position), MOST_LISTED + 1)]
        if len(options) > MOST_LISTED or not solution.listed:
            return None
        count = getattr(solution, "count", len(solution.moves))
        if count != len(solution.moves):
            return None
        wins = {m.position for m in solution.moves}
        if solution.outcome != "T" and game.ends_in_a_win:
            return {k: 1 if m.position in wins else -1 for k, m in enumerate(options)}
        left = {m.position: outcome for m, outcome in game.move_outcomes().items()}
        worth = {"N": -1, "P": 1, "T": 0}
        return {k: worth[left[m.position]] for k, m in enumerate(options)}

    def payoffs(self, state: State) -> tuple[int, int]:
        """Who cannot move loses; in misère play, wins; a draw where the game has them."""
        if self.game.is_drawn(state[0]):
            return (0, 0)
        wins = state[1] == (0 if self.game.is_misere else 1)
        return (1, -1) if wins else (-1, 1)

    def show(self, state: State) -> str:
        return self.game.show(state[0])

    def show_move(self, state: State, move: int | Move) -> str:
        return str(self.option(state[0], move))

    def show_moves(self, state: State, most: int) -> list[str]:
        """The first moves in words, listed in one go.

        Parameters
        ----------
        state : State
            The position and the player to move.
        most : int
            How many moves to list at most.
        """
        return [str(Move(*move)) for move in islice(self.game.moves(state[0]), most)]

    def read_move(self, state: State, text: str) -> int:
        """A move by its words or how they begin, by the position it leads to, or its number.

        Numbers count from 1. What can be read in two ways is refused.
        """
        wanted = _bare(text)
        options: list[Move] = []
        for k, found in enumerate(islice(self.game.moves(state[0]), MOST_READ)):
            options.append(Move(*found))
            if _bare(str(options[-1])) == wanted:
                return k
        begun = [k for k, move in enumerate(options) if _bare(str(move)).startswith(wanted)]
        if len(begun) == 1:
            return begun[0]
        led = [
            k for k, move in enumerate(options) if _bare(self.game.show(move.position)) == wanted
        ]
        place = int(wanted) - 1 if wanted.isdecimal() and len(wanted) < 9 else -1
        numbered = [place] if 0 <= place < len(options) else []
        meant = {*led[:1], *numbered}
        if len(meant) == 1:
            return meant.pop()
        some = "; ".join(str(move) for move in options[:12]) + ("; ..." if options[12:] else "")
        if meant:
            raise GameError(
                f"{self.name}: {text!r:.40} is both a position and the number of a move; write the "
                f"move in words: {some}"
            )
        raise GameError(f"{self.name}: no move {text!r:.40} here; the moves are: {some}")


def _bare(text: str) -> str:
    return "".join(text.split()).casefold()
