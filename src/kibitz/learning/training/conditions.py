"""When a learner applies: functions that give the reason why it does not, or None."""

from __future__ import annotations

from kibitz.learning.training.lesson import Lesson
from kibitz.rules.game import Rules


def with_moves(lesson: Lesson) -> str | None:
    """The game must be one with moves."""
    if not isinstance(lesson.game, Rules):
        return f"it takes games with moves, not {lesson.game.several}"
    return None


def in_the_open(lesson: Lesson) -> str | None:
    """One player, or two opponents, who see everything and move in turn."""
    reason = with_moves(lesson)
    if reason is not None:
        return reason
    rules = lesson.rules
    if rules.has("information_state"):
        return "something is hidden in this game"
    if rules.has("choices"):
        return "players move simultaneously in this game"
    if rules.players > 2 or (rules.players == 2 and not rules.is_opposed):
        return "it takes one player, or two whose payoffs add up to zero"
    return None


def two_opponents(lesson: Lesson) -> str | None:
    """Two opponents who see everything and move in turn."""
    reason = in_the_open(lesson)
    if reason is None and lesson.rules.players != 2:
        return "it takes two players"
    return reason


def hidden(lesson: Lesson) -> str | None:
    """Two opponents and hidden information."""
    reason = with_moves(lesson)
    if reason is not None:
        return reason
    if not lesson.rules.is_opposed:
        return "it takes two players whose payoffs add up to zero"
    if not lesson.rules.has("information_state"):
        return "nothing is hidden in this game"
    return None
