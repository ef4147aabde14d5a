"""Thirty-one: cards are turned up one by one; a player who cannot stay within 31 loses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.move import Move
from kibitz.combinatorial.nim_family.read import whole, whole_numbers
from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of

MOST_POSITIONS = 5_000_000
MOST_FACES = 1_000


@dataclass(frozen=True)
class ThirtyOne(ImpartialGame):
    """The position is (sum, cards left): ``left[0]`` is the number of aces, worth 1, and so on.

    The players turn up a card in turn and add its face to the sum; a card that would take the sum
    over ``limit`` may not be turned, so a player without another loses. The deck holds ``copies``
    of each face. Ferguson ex. I.1.5.3. Searched: (copies + 1)^faces positions at most.

    >>> game = thirty_one()
    >>> game.outcome(), [str(move) for move in game.winning_moves()]
    ('N', ['turn up a 1', 'turn up a 2', 'turn up a 5'])
    """

    theorem: ClassVar[str] = "search"
    limit: int = field(default=31, kw_only=True)
    copies: int = field(default=4, kw_only=True)
    title: str = field(default="thirty-one", kw_only=True)

    def check(self, position: Any) -> None:
        whole(self.limit, "the limit", 1)
        whole(self.copies, "the number of copies", 1)
        if not isinstance(position, tuple) or len(position) != 2:
            raise GameError(f"{position!r} is not a position; write (sum, cards left of each face)")
        total, left = position
        whole(total, "the sum")
        if total > self.limit:
            raise GameError(f"the sum is {total}, already over the limit of {self.limit}")
        size = 1
        for face, count in enumerate(left, 1):
            if whole(count, f"the number of {face}s left") > self.copies:
                raise GameError(
                    f"the number of {face}s left is {count}; the deck has only {self.copies}"
                )
            size *= min(count, self.limit // face) + 1
        if size > MOST_POSITIONS:
            raise GameError(f"{size:,} positions are too many to search; use fewer faces or copies")

    def show(self, position: Any) -> str:
        total, left = position
        return f"sum {total}, left of each face {' '.join(map(str, left))}"

    def options(self, position: Any) -> Iterator[Any]:
        total, left = position
        for i, count in enumerate(left):
            if count and total + i + 1 <= self.limit:
                yield total + i + 1, (*left[:i], count - 1, *left[i + 1 :])

    def _moves(self, position: Any) -> Iterator[Move]:
        return (
            Move(f"turn up a {option[0] - position[0]}", option)
            for option in self.options(position)
        )


def thirty_one(
    played: Iterable[int] = (),
    limit: int = 31,
    faces: int = 6,
    copies: int = 4,
    play: str = "normal",
) -> ThirtyOne:
    """Thirty-one after these cards have been turned up.

    Parameters
    ----------
    played : iterable of int, optional
        The cards turned up so far.
    limit : int, default 31
        The sum that must not be exceeded.
    faces : int, default 6
        The highest card.
    copies : int, default 4
        How many cards there are of each value.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    ThirtyOne
        The game.

    Examples
    --------
    >>> [str(move) for move in thirty_one([3]).winning_moves()]
    ['turn up a 3', 'turn up a 4']
    >>> thirty_one([6, 6, 6, 6, 6])
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: 5 cards of face 6 have been played; the deck has only 4
    """
    cards = whole_numbers(played, "card", 1)
    copies, faces = whole(copies, "the number of copies", 1), whole(faces, "the faces", 1)
    if faces > MOST_FACES:
        raise GameError(
            f"the faces are {faces:,}; at most {MOST_FACES:,} are counted, and cards above the "
            f"limit of {limit} cannot be turned up"
        )
    for i, card in enumerate(cards, 1):
        if card > faces:
            raise GameError(f"card {i} is {card}; the highest face is {faces}")
    for card in cards:
        if cards.count(card) > copies:
            raise GameError(
                f"{count_of(cards.count(card), 'card')} of face {card} have been played; the "
                "deck has only "
                f"{copies}"
            )
    left = tuple(copies - cards.count(face) for face in range(1, faces + 1))
    return ThirtyOne((sum(cards), left), limit=limit, copies=copies, play=play)
