"""A lesson: a game that is to be learned, and the seed of everything random in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kibitz.core.errors import GameError
from kibitz.core.noun import Noun
from kibitz.rules.game import Rules


@dataclass(frozen=True)
class Lesson:
    """What a learner is given; learners are the methods of lessons.

    >>> from kibitz.rules.examples import TakeAway
    >>> Lesson(TakeAway(5), seed=1).rules.name
    'TakeAway'
    """

    kind: ClassVar[str] = "learning"
    plural: ClassVar[str] = "games to be learned"
    also: ClassVar[dict[str, str]] = {}

    game: Noun
    seed: int = 0

    def __post_init__(self) -> None:
        if not isinstance(self.game, Noun):
            raise GameError(f"learners take a game; this is {self.game!r:.60}")
        if isinstance(self.seed, bool) or not isinstance(self.seed, int) or self.seed < 0:
            raise GameError(f"seed is {self.seed!r}; it must be a whole number, 0 or more")

    @property
    def rules(self) -> Rules:
        """The game, which must be one with moves."""
        if not isinstance(self.game, Rules):
            raise GameError(f"this learner plays games with moves, not {self.game.several}")
        return self.game

    @property
    def several(self) -> str:
        """What many of them are called, for a sentence."""
        return self.plural

    @property
    def title(self) -> str:
        """What the game is called."""
        return str(getattr(self.game, "name", "") or getattr(self.game, "title", "") or "a game")


def learnable(game: Noun) -> Noun:
    """A game in the form that learners take: impartial games as games with moves.

    >>> import kibitz
    >>> Lesson(learnable(kibitz.game("nim 3 4"))).rules.players
    2
    """
    from kibitz.combinatorial.game import ImpartialGame

    return game.as_rules() if isinstance(game, ImpartialGame) else game
