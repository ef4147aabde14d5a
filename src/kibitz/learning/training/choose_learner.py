"""The learner that suits a game, where no one chooses one."""

from __future__ import annotations

from collections.abc import Iterable

from kibitz.core.errors import GameError
from kibitz.core.method import own_method
from kibitz.learning.training.lesson import Lesson

PREFERRED = ("q-learning", "nash-q", "deep-cfr", "alphazero", "evolved-automata")
"""In this order; the first that applies."""


def choose_learner(lesson: Lesson, names: Iterable[str] = PREFERRED) -> str:
    """The name of the first learner that applies to a game.

    >>> import kibitz
    >>> choose_learner(Lesson(kibitz.game("pig 10")))
    'q-learning'
    """
    for name in names:
        found = own_method(Lesson, name)
        if found is not None and found.why_not(lesson) is None:
            return name
    raise GameError(f"{lesson.title}: no learner suits this game; `kibitz methods` lists them")
