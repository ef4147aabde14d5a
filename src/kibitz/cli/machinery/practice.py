"""``kibitz exercise --ask``: one question after another, hints before answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.core.spelling import count_of

if TYPE_CHECKING:
    from kibitz.exercises.problem import Part
    from kibitz.exercises.sheet import Sheet

TRIES = 3
"""Attempts before the right answer is shown."""
STOP = ("q", "quit", "exit")


def practice(sheet: Sheet) -> None:
    """Ask for every answer of a sheet, and tell the points at the end."""
    from kibitz.cli.machinery.console import say_raw, show
    from kibitz.core.explanation import Explanation
    from kibitz.core.numbers import show as number

    say_raw("Type an answer; ? is a hint, ! tells the answer, q stops.")
    earned, points = 0, 0
    for k, problem in enumerate(sheet.problems, 1):
        show(Explanation(f"Problem {k}", (problem.statement(),)).rich())
        for letter, part in problem.lettered():
            points += part.points
            score = _asked(part, f"{k}{letter}")
            if score is None:
                say_raw(f"{number(earned)} of {count_of(points, 'point')}")
                return
            earned += score * part.points
    say_raw(f"{number(earned)} of {count_of(points, 'point')}")


def _asked(part: Part, name: str) -> int | None:
    """Whether an answer was right within the tries; None to stop."""
    from kibitz.cli.machinery.console import next_line, say_raw
    from kibitz.exercises.problem import verdict_on

    tries = 0
    while tries < TRIES:
        typed = next_line(f"{name}> ")
        if typed is None or typed.strip().casefold() in STOP:
            return None
        word = typed.strip()
        if word == "?":
            say_raw(f"hint: {part.hint}\nwrite {part.judge.form}")
        elif word == "!":
            break
        elif word:
            tries += 1
            verdict = verdict_on(part.judge, word)
            say_raw(f"{'✓' if verdict.is_right else '✗'} {verdict.words}")
            if verdict.is_right:
                return 1
            if tries == 1 and part.hint:
                say_raw(f"hint: {part.hint}")
    say_raw(f"the answer is {part.judge.shown()}")
    return 0
