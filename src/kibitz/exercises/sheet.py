"""A sheet of problems, its hints and its solutions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from kibitz.core.dice import Dice
from kibitz.core.display import Displayable
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step
from kibitz.exercises.booklet import Booklet
from kibitz.exercises.kind import Kind, chosen
from kibitz.exercises.problem import Problem
from kibitz.exercises.wishes import read_wishes

MOST = 100
"""Problems on a sheet."""


@dataclass(frozen=True)
class Sheet(Displayable):
    """Some problems, and from which request they were made."""

    families: tuple[str, ...]
    seed: int
    level: int
    count: int
    want: str
    problems: tuple[Problem, ...]

    @property
    def title(self) -> str:
        names = ", ".join(dict.fromkeys(problem.title for problem in self.problems))
        return f"Exercises: {names}" if len(names) < 60 else f"Exercises, sheet {self.seed}"

    def explanation(self) -> Explanation:
        """The sheet without solutions."""
        return Explanation(self.title, tuple(problem.statement() for problem in self.problems))

    def hints(self) -> Explanation:
        """A hint for each question."""
        steps = tuple(problem.hints() for problem in self.problems)
        return Explanation(f"Hints for {self.title[:1].lower()}{self.title[1:]}", steps)

    def solutions(self) -> Booklet:
        """What is asked, the answers, and how they are derived."""
        chapters = []
        for number, problem in enumerate(self.problems, 1):
            asked = replace(problem.statement(), heading="Problem")
            steps = (asked, *(s for s in problem.solution().steps if not _repeats(s, asked)))
            chapters.append(Explanation(f"Problem {number}: {problem.title}", steps))
        title = f"Solutions to {self.title[:1].lower()}{self.title[1:]}"
        return Booklet(title, tuple(chapters))

    def answers(self) -> dict[str, Any]:
        """Perfect answers, as a student would write them in a file."""
        return {str(k): problem.answers() for k, problem in enumerate(self.problems, 1)}

    def verify(self) -> bool:
        """Whether every solution is proved and every property holds."""
        return all(problem.verify() for problem in self.problems)

    def __str__(self) -> str:
        return str(self.explanation())

    def _repr_html_(self) -> str:
        return self.explanation().html()

    def _repr_markdown_(self) -> str:
        return self.explanation().markdown()

    def to_json(self) -> dict[str, Any]:
        """The sheet without solutions; :func:`read_sheet` makes it again."""
        return {
            "kind": "exercise-sheet",
            "title": self.title,
            "families": list(self.families),
            "seed": self.seed,
            "level": self.level,
            "count": self.count,
            "want": self.want,
            "problems": [problem.to_json() for problem in self.problems],
        }


def _repeats(step: Step, question: Step) -> bool:
    """Whether a step of a derivation only shows the table that the problem has shown."""
    if step.table is None or question.table is None or step.picture is not None:
        return False
    bare = not step.table.marked and not step.table.struck_rows and not step.table.struck_columns
    same = (step.table.header, step.table.rows) == (question.table.header, question.table.rows)
    return bare and same


def make_sheet(
    families: str | Sequence[str], seed: int = 0, level: int = 1, count: int = 1, want: str = ""
) -> Sheet:
    """Make a sheet of problems; the same seed gives the same sheet everywhere.

    Parameters
    ----------
    families : str or sequence of str
        Kinds of problems ("nim"), families ("zero-sum") or sections of a book ("Ferguson II.2");
        of several kinds each has its turn.
    seed : int
        Which sheet.
    level : int
        1 is the easiest; of several kinds, one with fewer levels takes its highest.
    count : int
        How many problems.
    want : str
        Properties besides, with commas between them: "3x3, value not an integer".

    Returns
    -------
    Sheet
        The problems, with hints and solutions.

    Examples
    --------
    >>> sheet = make_sheet("nim", seed=7, count=2)
    >>> len(sheet.problems), sheet.verify()
    (2, True)
    """
    asked = (families,) if isinstance(families, str) else tuple(families)
    if not asked:
        raise GameError("no exercise is named; `kibitz exercise` lists them all")
    if not 1 <= count <= MOST:
        raise GameError(f"count is {count}; it must be from 1 to {MOST}")
    if level < 1:
        raise GameError(f"level is {level}; the easiest is 1")
    wanted = read_wishes(want)
    groups = [list(chosen(words)) for words in asked]
    _check_level(level, groups)
    makers = _in_turn(groups, seed, count)
    problems: list[Problem] = []
    statements: set[str] = set()
    for number, maker in enumerate(makers, 1):
        problem = _new(maker, f"{seed}.{number}", level, wanted, statements)
        statements.add(_spelled(problem))
        problems.append(problem)
    for wish in wanted:
        if not any(wish in problem.properties for problem in problems):
            names = ", ".join(dict.fromkeys(maker.name for maker in makers))
            raise GameError(f"{wish} cannot be asked for here: it is not a property of {names}")
    return Sheet(asked, seed, level, count, want, tuple(problems))


def _check_level(level: int, groups: list[list[Kind]]) -> None:
    """Refuse a level that none of the kinds has."""
    kinds = [kind for group in groups for kind in group]
    most = max(len(kind.levels) for kind in kinds)
    if level > most:
        what = kinds[0].name if len(kinds) == 1 else "these exercises"
        raise GameError(f"level is {level}; the levels of {what} are 1 to {most}")


def _in_turn(groups: list[list[Kind]], seed: int, count: int) -> list[Kind]:
    """Which kind each problem has: the groups by turns, and in a group the kinds by turns."""
    mixed = [Dice(f"order {seed} {k}").shuffled(group) for k, group in enumerate(groups)]
    taken = [
        mixed[n % len(mixed)][n // len(mixed) % len(mixed[n % len(mixed)])] for n in range(count)
    ]
    if len(groups) > 1:
        return taken
    places = {k.name: n for n, k in enumerate(groups[0])}
    return sorted(taken, key=lambda k: places[k.name])


def _new(maker: Kind, seed: str, level: int, wanted: Any, known: set[str]) -> Problem:
    """A problem that is not on the sheet yet."""
    problem = maker.problem(seed, min(level, len(maker.levels)), wanted)
    for again in range(1, 20):
        if _spelled(problem) not in known:
            break
        problem = maker.problem(f"{seed}.{again}", min(level, len(maker.levels)), wanted)
    return problem


def _spelled(problem: Problem) -> str:
    return repr(problem.to_json())


def read_sheet(data: Any) -> Sheet:
    """The sheet that some JSON stands for, made again from its request.

    >>> sheet = make_sheet("nim", seed=3)
    >>> read_sheet(sheet.to_json()) == sheet
    True
    """
    if not isinstance(data, dict) or data.get("kind") != "exercise-sheet":
        raise GameError(
            "this is not an exercise sheet; `kibitz exercise ... -o sheet.json` writes one"
        )
    try:
        families = [str(word) for word in data["families"]]
        seed, level, count = (int(data[key]) for key in ("seed", "level", "count"))
    except (KeyError, TypeError, ValueError):
        raise GameError("the sheet needs families, seed, level and count") from None
    sheet = make_sheet(families, seed, level, count, str(data.get("want", "")))
    if data.get("problems") != sheet.to_json()["problems"]:
        raise GameError(
            "the problems of this sheet are not those of its seed: another version made it"
        )
    return sheet
