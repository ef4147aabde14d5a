"""A problem: what is given, what is asked, and what an answer must satisfy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

from kibitz.core import verbs
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.spelling import count_of
from kibitz.exercises.judges.judge import Judge, Verdict
from kibitz.pictures import Picture

if TYPE_CHECKING:
    from kibitz.core.solution import Solution
    from kibitz.exercises.wish import Wish


@dataclass(frozen=True)
class Part:
    """One question of a problem, with who judges the answers and a hint before them."""

    ask: str
    judge: Judge
    hint: str = ""
    points: int = 1


@dataclass(frozen=True)
class Problem:
    """A game, what is asked about it, and the solution, which verifies.

    ``properties`` are those that the game was searched for; each can be tested again.
    """

    title: str
    prose: str
    game: Any
    parts: tuple[Part, ...]
    solutions: tuple[Solution, ...]
    properties: tuple[Wish, ...] = ()
    table: Table | None = None
    picture: Picture | None = None
    derive: Callable[[Any], Explanation] = field(default=verbs.explain, compare=False)
    """What explains the answer; it is given the first solution, or the game without one."""
    explained: Any = field(default=None, compare=False)
    """What is explained, if it is not the game."""

    def __post_init__(self) -> None:
        for letter, part in self.lettered():
            verdict = part.judge.judge(part.judge.right)
            if verdict.score != 1:
                raise AssertionError(f"{self.title} ({letter}): {verdict.words}")

    def lettered(self) -> list[tuple[str, Part]]:
        """The questions as (a), (b), (c)."""
        return list(zip(ascii_lowercase, self.parts, strict=False))

    @property
    def points(self) -> int:
        """What a perfect answer is worth."""
        return sum(part.points for part in self.parts)

    def statement(self) -> Step:
        """The problem as it stands on the sheet."""
        text = "\n".join([self.prose, *self._questions()])
        return Step(self.title, text, self.table, self.picture)

    def _questions(self) -> list[str]:
        if len(self.parts) == 1:
            return [self.parts[0].ask]
        return [f"({letter}) {part.ask}" for letter, part in self.lettered()]

    def hints(self) -> Step:
        """A hint for each question."""
        lines = [f"({letter}) {part.hint}" for letter, part in self.lettered() if part.hint]
        if len(self.parts) == 1:
            lines = [part.hint for part in self.parts if part.hint]
        return Step(self.title, "\n".join(lines))

    def answers(self) -> dict[str, Any]:
        """A perfect answer, as a student would write it in a file."""
        return {letter: part.judge.right for letter, part in self.lettered()}

    def solution(self) -> Explanation:
        """The answers and how they are derived."""
        lines = [
            f"({letter}) {part.judge.shown()}" if len(self.parts) > 1 else part.judge.shown()
            for letter, part in self.lettered()
        ]
        derived = self.derive(self.game if self.explained is None else self.explained)
        return Explanation(self.title, (Step("Answer", "\n".join(lines)), *derived.steps))

    def verify(self) -> bool:
        """Whether every solution is proved and every property holds."""
        proved = all(solution.verify().holds for solution in self.solutions)
        return proved and all(wish.holds(self.game) for wish in self.properties)

    def judge(self, given: Any) -> list[tuple[str, Part, Verdict]]:
        """The verdict on each question; ``given`` is an object with an answer for each letter.

        Parameters
        ----------
        given : dict
            The answers, by letter; for a single question the answer itself will do.

        Returns
        -------
        list of tuples
            The letter, the question and the verdict of each part.
        """
        if len(self.parts) == 1 and not (isinstance(given, dict) and "a" in given):
            given = {} if given is None else {"a": given}
        answers = self._by_letter(given)
        return [
            (letter, part, verdict_on(part.judge, answers.get(letter)))
            for letter, part in self.lettered()
        ]

    def _by_letter(self, given: Any) -> dict[str, Any]:
        letters = [letter for letter, _ in self.lettered()]
        if given is None:
            return {}
        if isinstance(given, Sequence) and not isinstance(given, str):
            if len(given) > len(letters):
                raise GameError(f"{count_of(len(given), 'answer')} for {len(letters)} questions")
            return dict(zip(letters, given, strict=False))
        if not isinstance(given, dict):
            raise GameError(f"expected an object with answers to {', '.join(letters)}")
        answers = {str(key).strip("() "): value for key, value in given.items()}
        for key in answers:
            if key not in letters:
                raise GameError(f"there is no question ({key}); there are {', '.join(letters)}")
        return answers

    def to_json(self) -> dict[str, Any]:
        """The problem without its solution."""
        out: dict[str, Any] = {"title": self.title, "prose": self.prose}
        if self.table is not None:
            rows = [list(self.table.header), *map(list, self.table.rows)]
            out["table"] = rows
        out["parts"] = {
            letter: {"ask": part.ask, "points": part.points, "answer": part.judge.form}
            for letter, part in self.lettered()
        }
        return out


def verdict_on(judge: Judge, given: Any) -> Verdict:
    """The verdict; what cannot be read earns nothing, and says why."""
    if given is None or given in ("", [], {}):
        return Verdict(0, "no answer")
    try:
        return judge.judge(given)
    except GameError as error:
        fault = str(error).partition("; ")[0]
        return Verdict(0, f"this cannot be read: {fault}; write {judge.form}")


def first_steps(explanation: Explanation, count: int) -> Explanation:
    """The beginning of a derivation, where the rest answers what was not asked."""
    return replace(explanation, steps=explanation.steps[:count])
