"""Two sides make moves that do not touch each other, in any order: where transpositions come from.

A state is the moves made by each side, as bits, and a move is a bit of the one whose turn it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.core.errors import GameError
from kibitz.core.registry import named
from kibitz.core.spelling import count_of
from kibitz.rules import OVER, Rules, popcount

MOST = 20


class IndependentMoves(Rules):
    """White and black by turns make one of their moves left; when all are made, it is a draw.

    >>> from kibitz.search.tree_statistics import tree_statistics
    >>> found = tree_statistics(IndependentMoves("a1 a2", "b1 b2"))
    >>> found.leaves, found.ends
    (4, 1)
    """

    title = "Independent moves"
    names = ("white", "black")

    def __init__(
        self, white: str | Sequence[str] = "a1 a2", black: str | Sequence[str] = "b1 b2"
    ) -> None:
        self.white, self.black = _words(white), _words(black)
        if len(self.white) - len(self.black) not in (0, 1):
            raise GameError(
                f"independent moves: {len(self.white)} of white and {len(self.black)} of black; "
                "white moves first, so white has as many, or one more"
            )
        self.most_moves = len(self.white)
        self.longest = len(self.white) + len(self.black)

    def start(self) -> tuple[int, int]:
        return (0, 0)

    def player(self, state: tuple[int, int]) -> int:
        made = popcount(state[0]) + popcount(state[1])
        return OVER if made == self.longest else made % 2

    def moves(self, state: tuple[int, int]) -> Iterator[int]:
        white = popcount(state[0]) == popcount(state[1])
        made = state[0] if white else state[1]
        for move in range(len(self.white) if white else len(self.black)):
            if not made >> move & 1:
                yield move

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        if popcount(state[0]) == popcount(state[1]):
            return (state[0] | 1 << move, state[1])
        return (state[0], state[1] | 1 << move)

    def payoffs(self, state: tuple[int, int]) -> tuple[int, int]:
        return (0, 0)

    def show(self, state: tuple[int, int]) -> str:
        sides = zip((self.white, self.black), state, strict=True)
        shown = [[word for k, word in enumerate(words) if made >> k & 1] for words, made in sides]
        return " | ".join(" ".join(side) or "-" for side in shown)

    def show_move(self, state: tuple[int, int], move: int) -> str:
        return (self.white if popcount(state[0]) == popcount(state[1]) else self.black)[move]


def _words(moves: str | Sequence[str]) -> tuple[str, ...]:
    words = tuple(moves.replace(",", " ").split() if isinstance(moves, str) else map(str, moves))
    if len(set(words)) < len(words):
        raise GameError(f"independent moves: one of {', '.join(words)} is given twice")
    if not 1 <= len(words) <= MOST:
        raise GameError(
            f"independent moves: {count_of(len(words), 'move')} of a side; it must be 1 to {MOST}"
        )
    return words


@named("independent-moves", "board", together=("white", "black"))
def independent_moves(white: str = "a1 a2", black: str = "b1 b2") -> IndependentMoves:
    """White and black make their moves in any order: many lines of play lead to one position.

    Parameters
    ----------
    white : str, default "a1 a2"
        The moves of white.
    black : str, default "b1 b2"
        The moves of black.

    Returns
    -------
    IndependentMoves
        The game.
    """
    return IndependentMoves(white, black)
