"""Grading: what each answer is worth, and why."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.core.display import TextDisplayable
from kibitz.core.errors import GameError
from kibitz.core.numbers import plain
from kibitz.core.spelling import count_of
from kibitz.exercises.judges.judge import Verdict
from kibitz.exercises.sheet import Sheet


@dataclass(frozen=True)
class Mark:
    """The verdict on one question."""

    problem: int
    letter: str
    points: int
    verdict: Verdict
    hint: str = ""

    @property
    def earned(self) -> Fraction:
        return Fraction(self.verdict.score) * self.points

    @property
    def sign(self) -> str:
        return "✓" if self.verdict.is_right else ("~" if self.verdict.score else "✗")


@dataclass(frozen=True)
class GradeReport(TextDisplayable):
    """The verdicts on all answers to a sheet.

    >>> from kibitz.exercises import make_sheet
    >>> sheet = make_sheet("nim", seed=7)
    >>> print(grade(sheet, sheet.answers()))
    4 of 4 points
    1 Nim
      ✓ (a) right, 1 of 1
      ✓ (b) right, 1 of 1
      ✓ (c) right, 2 of 2
    """

    sheet: Sheet
    marks: tuple[Mark, ...]

    @property
    def earned(self) -> Fraction:
        return sum((mark.earned for mark in self.marks), Fraction(0))

    @property
    def points(self) -> int:
        return sum(mark.points for mark in self.marks)

    @property
    def is_perfect(self) -> bool:
        return self.earned == self.points

    def text(self, hints: bool = False) -> str:
        """A line for each question, with a hint where the answer is not right.

        Parameters
        ----------
        hints : bool, default False
            Whether to give hints.
        """
        lines = [f"{_score(self.earned)} of {count_of(self.points, 'point')}"]
        for number, problem in enumerate(self.sheet.problems, 1):
            marks = [mark for mark in self.marks if mark.problem == number]
            if marks:
                lines.append(f"{number} {problem.title}")
            for mark in marks:
                line = f"  {mark.sign} ({mark.letter}) {mark.verdict.words}"
                lines.append(f"{line}, {_score(mark.earned)} of {mark.points}")
                if hints and mark.hint and not mark.verdict.is_right:
                    lines.append(f"      hint: {mark.hint}")
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.text()

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "grades",
            "earned": plain(self.earned),
            "points": self.points,
            "marks": [
                {
                    "problem": mark.problem,
                    "part": mark.letter,
                    "points": mark.points,
                    "earned": plain(mark.earned),
                    "verdict": mark.verdict.words,
                    "hint": mark.hint,
                }
                for mark in self.marks
            ],
        }


def grade(sheet: Sheet, answers: Any) -> GradeReport:
    """Judge the answers to a sheet.

    Every answer that is right is accepted, not only that of the solutions: strategies are judged by
    what they guarantee, equilibria by the regrets, allocations by the coalitions.

    Parameters
    ----------
    sheet : Sheet
        The problems.
    answers : dict or list
        For each problem, by its number or in order, an answer for each letter.

    Returns
    -------
    GradeReport
        The points and the reason for each.
    """
    by_number = _by_number(answers, len(sheet.problems))
    marks = []
    for number, problem in enumerate(sheet.problems, 1):
        try:
            judged = problem.judge(by_number.get(number))
        except GameError as error:
            raise GameError(f"problem {number}: {error}") from None
        for letter, part, verdict in judged:
            marks.append(Mark(number, letter, part.points, verdict, part.hint))
    return GradeReport(sheet, tuple(marks))


def _by_number(answers: Any, count: int) -> dict[int, Any]:
    if isinstance(answers, dict) and "answers" in answers:
        answers = answers["answers"]
    if isinstance(answers, list):
        answers = {str(k): answer for k, answer in enumerate(answers, 1)}
    if not isinstance(answers, dict):
        raise GameError('expected answers such as {"1": {"a": "3/4"}}')
    out = {}
    for key, answer in answers.items():
        if not str(key).isdigit() or not 1 <= int(key) <= count:
            there = "only problem 1" if count == 1 else f"problems 1 to {count}"
            raise GameError(f"the sheet has no problem {key}; it has {there}")
        out[int(key)] = answer
    return out


def _score(points: Fraction) -> str:
    """Points as they are written on a paper, to two decimals.

    >>> _score(Fraction(111, 25)), _score(Fraction(2, 3)), _score(Fraction(4))
    ('4.44', '0.67', '4')
    """
    return f"{float(points):.2f}".rstrip("0").rstrip(".")
