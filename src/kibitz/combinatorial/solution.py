"""The answer to an impartial game: who wins, what it is worth, and every winning move."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from kibitz.combinatorial.digraphs.loopy import LoopyValue
from kibitz.combinatorial.errors import LimitError
from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.methods.perfect_play import PerfectPlay
from kibitz.combinatorial.move import Move, MoveRange
from kibitz.core.claim import Claim
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.explanation import Explanation
from kibitz.core.extension import extends
from kibitz.core.solution import Solution
from kibitz.pictures import Picture

MOST_MOVES = 200_000
"""Moves among which a described one is looked for."""
SHOWN = 20
"""Winning moves printed; the others are counted."""


@dataclass(frozen=True)
class ImpartialSolution(Solution, kind="impartial-solution"):
    """Outcome, value and winning moves.

    ``value`` is a nimber, or infinite in a game that can cycle; None in misère play, where
    there is none.

    >>> from kibitz import impartial
    >>> rule = lambda n: [n - k for k in (1, 2, 3) if k <= n]
    >>> solution = impartial(9, rule, title="take 1-3").solve()
    >>> print(solution)
    take 1-3: 9, normal play
    outcome N: the first player wins
    nimber 1
    winning moves: to 8
    found by the mex rule
    >>> print(solution.verify())
    the outcome is N and the nimber 1: proved by the mex rule, which has one solution when play ends
      ✓ no position can repeat: 10 positions
      ✓ every nimber is the mex of its options' nimbers: 10 positions
      ✓ the winning moves are the moves to value 0: 1 of 3
      ✓ the remaining fields follow from these
    """

    game: ImpartialGame
    outcome: str
    value: LoopyValue | None
    moves: tuple[Move, ...]
    method: str
    listed: bool = field(default=True, kw_only=True)
    """Whether all winning moves are there; otherwise they are only some, there being too many."""
    ranges: tuple[MoveRange, ...] = field(default=(), kw_only=True)
    """All winning moves as ranges, where they were too many to list and the family has them so."""

    @property
    def nimber(self) -> int | None:
        """The nimber, when there is one."""
        return None if self.value is None else self.value.finite

    @property
    def winner(self) -> str | None:
        """ "first" or "second"; None when the game is tied."""
        return {"N": "first", "P": "second"}.get(self.outcome)

    @property
    def winning_moves(self) -> tuple[Move, ...]:
        return self.moves

    def line(self) -> PerfectPlay:
        """Perfect play to the end."""
        return self.game.line()

    @property
    def exact(self) -> bool:
        return True

    def explain(self) -> Explanation:
        """The derivation."""
        from kibitz.core.verbs import explain

        return explain(self.game)

    def draw(self) -> Picture:
        """The game with its values."""
        from kibitz.core.verbs import draw

        return draw(self.game)

    @classmethod
    def with_all(
        cls,
        game: ImpartialGame,
        outcome: str,
        value: LoopyValue | None,
        moves: tuple[Move, ...],
        method: str,
    ) -> ImpartialSolution:
        """The answer with every winning move.

        Parameters
        ----------
        game : ImpartialGame
            The game that was solved.
        outcome : str
            "N", "P" or "T".
        value : LoopyValue or None
            The nimber or loopy value; None where there is none, as in misère play.
        moves : tuple of Move
            All winning moves.
        method : str
            How the answer was found.
        """
        return cls(game, outcome, value, moves, method)

    def to_json(self) -> dict[str, Any]:
        show = self.game.show
        return {
            "kind": self.kind,
            "position": show(self.game.position),
            "play": self.game.play,
            "outcome": self.outcome,
            "winner": self.winner,
            "nimber": self.nimber,
            "value": None if self.value is None else str(self.value),
            "winning_moves": [
                {"move": m.description, "leaves": show(m.position)} for m in self.moves
            ],
            "method": self.method,
        } | self._unlisted()

    @classmethod
    def from_json(cls, game: ImpartialGame, data: dict[str, Any]) -> ImpartialSolution:
        """The answer that some JSON stands for; its moves are found by their descriptions."""
        claim = Claim(data)
        listed = data.get("winning_moves_listed", True) is not False
        ranges = game.winning_ranges() if data.get("winning_ranges") else ()
        words = [str(m["move"] if isinstance(m, dict) else m) for m in claim.items("winning_moves")]
        method = str(data.get("method", ""))
        kind = game._solution_class()
        return kind(
            game,
            claim.text("outcome"),
            read_value(data),
            found_moves(game, words),
            method,
            *kind._rest(data),
            listed=listed,
            ranges=ranges,
        )

    @classmethod
    def _rest(cls, data: dict[str, Any]) -> tuple[Any, ...]:
        """What answers of a special kind take besides."""
        return ()

    def _unlisted(self) -> dict[str, Any]:
        if self.listed:
            return {}
        ranges = {"winning_ranges": [r.to_json() for r in self.ranges]} if self.ranges else {}
        return {"winning_moves_listed": False, **ranges}

    def __str__(self) -> str:
        lines = [str(self.game), f"outcome {self.outcome}: {verdict(self.outcome)}"]
        if self.value is not None:
            lines.append(
                f"nimber {self.value}" if self.nimber is not None else f"value {self.value}"
            )
        lines += [*self._winning_line(), *getattr(self.game, "remarks", ())]
        return "\n".join([*lines, f"found by {self.method}"])

    def _winning_line(self) -> list[str]:
        shown = "; ".join(m.description for m in self.moves[:SHOWN])
        if self.ranges:
            count = sum(r.count for r in self.ranges)
            return [f"winning moves, {count:,} of them: {'; '.join(map(str, self.ranges))}"]
        if not self.listed:
            why = self.game.unlisted
            return [
                f"winning moves: {shown}; perhaps others: {why}"
                if shown
                else f"winning moves: not listed, {why}"
            ]
        more = f"; and {len(self.moves) - SHOWN:,} more" if len(self.moves) > SHOWN else ""
        return [f"winning moves: {shown}{more}"] if shown else []


def found_moves(game: ImpartialGame, words: list[str]) -> tuple[Move, ...]:
    """The moves with these descriptions; those that win are looked up first."""
    if not words:
        return ()
    try:
        known = {move.description: move for move in game.winning_moves()}
    except LimitError:
        known = {move.description: move for move in game.some_winning_moves()}
    if not all(word in known for word in words):
        some = islice(game.moves(game.position), MOST_MOVES)
        known |= {move.description: move for move in (Move(*m) for m in some)}
    for k, word in enumerate(words, 1):
        if word not in known:
            near = did_you_mean(word, known)
            raise GameError(f"winning_moves, item {k}: there is no move {word!r}{near}")
    return tuple(known[word] for word in words)


def read_value(data: dict[str, Any]) -> LoopyValue | None:
    """A nimber, an infinite value such as ``inf{0,2}``, or none."""
    nimber, given = data.get("nimber"), data.get("value")
    if isinstance(nimber, int) and not isinstance(nimber, bool):
        return LoopyValue(nimber)
    infinite = (
        re.fullmatch(r"inf\{((?:\d+(?:,\d+)*)?)\}", given) if isinstance(given, str) else None
    )
    if infinite is None:
        return None
    return LoopyValue(None, frozenset(int(k) for k in infinite[1].split(",") if k))


def verdict(outcome: str) -> str:
    """What an outcome means, in words."""
    return {
        "N": "the first player wins",
        "P": "the second player wins",
        "T": "neither player can force a win; play continues forever",
    }[outcome]


@extends(ImpartialGame)
def solution_class(game: ImpartialGame) -> type[ImpartialSolution]:
    """What an answer about such a game is."""
    return ImpartialSolution
