"""What makes a game impartial: eight conditions, and which of them a game breaks."""

from __future__ import annotations

from dataclasses import dataclass

CONDITIONS = (
    "there are two players",
    "there are positions, one of them the start",
    "the moves depend on the position alone, not on who is to move",
    "the players move in turn",
    "both know everything about the position",
    "nothing is left to chance",
    "the first player who cannot move loses",
    "play always ends",
)


@dataclass(frozen=True)
class Traits:
    """How a game is played; what is not said is as in an impartial game.

    >>> chess = Traits(same_moves=False, who_cannot_move_loses=False)
    >>> chess.violated(), chess.impartial
    ((3, 7), False)
    """

    players: int = 2
    has_positions: bool = True
    same_moves: bool = True
    alternate: bool = True
    complete_information: bool = True
    no_chance: bool = True
    who_cannot_move_loses: bool = True
    always_ends: bool = True

    def violated(self) -> tuple[int, ...]:
        """The numbers, from 1, of the conditions in ``CONDITIONS`` that are broken."""
        kept = (
            self.players == 2,
            self.has_positions,
            self.same_moves,
            self.alternate,
            self.complete_information,
            self.no_chance,
            self.who_cannot_move_loses,
            self.always_ends,
        )
        return tuple(number for number, holds in enumerate(kept, 1) if not holds)

    @property
    def impartial(self) -> bool:
        return not self.violated()
