"""What every learner can do: learn a round, measure itself, be kept and continue, and play."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation
from kibitz.core.noun import Noun
from kibitz.learning.training.lesson import Lesson
from kibitz.rules.game import Move, Rules, State
from kibitz.stochastic.game import StochasticGame


class Kept(NamedTuple):
    """What a file keeps of a learner: facts, which JSON can hold, and arrays."""

    facts: dict[str, Any]
    arrays: dict[str, Any]


class Learner(ABC):
    """One run of a learner.

    A round depends on :meth:`state` and on nothing else, neither the time nor a generator outside
    of it; so a run that was broken off continues bit for bit.
    """

    headline: ClassVar[str] = ""
    """The measure that tells best how well it plays; the last one unless given."""
    has_network: ClassVar[bool] = False
    """Whether it learns a network with JAX, which may run on a graphics card."""

    seat: str = "--vs"
    """The option by which ``kibitz play`` lets it play."""
    invitation: str = "play against it"
    """What the command of that option is for."""

    checked: int = 0
    """The number of positions of which the share of optimal moves is reported; 0 for all."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        if is_alone(lesson.game):
            self.seat, self.invitation = "--me", "watch it"

    @abstractmethod
    def learn(self) -> dict[str, float]:
        """Learn one round, of a second or less where that is possible; what it came to."""

    def measure(self) -> dict[str, float]:
        """Compare what is known with the truth or with others; nothing is learned from it."""
        return {}

    @abstractmethod
    def state(self) -> Kept:
        """All that the next round depends on."""

    @abstractmethod
    def restore(self, kept: Kept) -> None:
        """Go back to a state that :meth:`state` gave.

        Parameters
        ----------
        kept : Kept
            The state.
        """

    def knowledge(self) -> Kept:
        """What a model keeps: enough to play."""
        return self.state()

    def recall(self, kept: Kept) -> None:
        """Take over what a model keeps.

        Parameters
        ----------
        kept : Kept
            What :meth:`knowledge` gave.
        """
        self.restore(kept)

    @abstractmethod
    def policy(self, state: State, player: int) -> dict[Move, float]:
        """How likely each move is, of a player who is to move.

        Parameters
        ----------
        state : State
            A position.
        player : int
            The player to move, from 0.

        Returns
        -------
        dict
            A probability for each legal move.
        """

    def value(self, state: State) -> float | None:
        """What a position is thought to be worth to the first player, where that is known.

        Parameters
        ----------
        state : State
            A position.
        """
        return None

    @property
    def is_finished(self) -> bool:
        """Whether nothing is left to learn."""
        return False

    def explain(self) -> Explanation:
        """How it learns, traced by hand on the game at hand."""
        raise GameError("this learner has no explanation")


def is_alone(game: Noun) -> bool:
    """Whether one player makes all choices of a game.

    >>> import kibitz
    >>> [is_alone(kibitz.game(name)) for name in ("gridworld", "big-match", "tic-tac-toe")]
    [True, False, False]
    """
    if isinstance(game, StochasticGame):
        return bool((game.table.floats.columns == 1).all())
    return isinstance(game, Rules) and game.players == 1


class ArrayLearner(Learner):
    """A learner all of whose state is some arrays."""

    @abstractmethod
    def arrays(self) -> dict[str, Any]:
        """All that changes as it learns."""

    def state(self) -> Kept:
        return Kept({}, {name: array.copy() for name, array in self.arrays().items()})

    def restore(self, kept: Kept) -> None:
        for name, own in self.arrays().items():
            found = kept.arrays.get(name)
            if found is None or found.shape != own.shape or found.dtype != own.dtype:
                raise GameError(f"{name} does not fit this game")
            own[...] = found


if TYPE_CHECKING:

    class AnyLearner(Learner, Any):  # type: ignore[misc]
        """A learner that its name tells: what all learners share is typed."""


def generator_facts(generator: np.random.Generator) -> dict[str, Any]:
    """The state of a random generator, as JSON holds it.

    >>> first = np.random.default_rng(3)
    >>> again = generator_from(generator_facts(first))
    >>> bool(first.random() == again.random())
    True
    """
    return dict(generator.bit_generator.state)


def generator_from(facts: dict[str, Any]) -> np.random.Generator:
    """The generator in such a state."""
    generator = np.random.default_rng(0)
    try:
        generator.bit_generator.state = facts
    except (ValueError, TypeError, KeyError):
        raise GameError("the state of the random generator cannot be read") from None
    return generator
