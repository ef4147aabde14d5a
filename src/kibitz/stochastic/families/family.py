"""A family of games: for every n a game whose cells lead to those of other n.

The rule of a family says what the cells of G(n) pay, polynomials in n, and where they lead to:
``G(n): n+3, n+2; n+1, G(n+1)``. Some members may be given by themselves, ``G(0): 1``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.real_root import Point
from kibitz.core.errors import GameError
from kibitz.core.noun import Noun
from kibitz.core.numbers import Number, exact, number, show
from kibitz.stochastic.game import StochasticGame, read_endless, stochastic_game
from kibitz.stochastic.read_text import split_states

if TYPE_CHECKING:
    from kibitz.stochastic.families.solution import FamilySolution

_SUBSCRIPT = re.compile(r"_\{\s*([^{}]*?)\s*\}|_(n|\d+)(?!\w)|(?<=\w)\[\s*([^][]*?)\s*\]")
_REFERENCE = re.compile(
    r"(?P<factor>(?:\d+(?:\.\d+)?(?:/\d+)?|\(\s*\d+\s*/\s*\d+\s*\))\s*\*?\s*)?"
    r"(?P<name>[^\W\d]\w*)\(\s*n\s*(?P<offset>[-+]\s*\d+)?\s*\)"
    r"(?P<turned>\^\{?[Tt]\}?|')?(?:\s*/\s*(?P<under>\d+))?"
)
_MEMBER = re.compile(r"(?P<name>[^\W\d]\w*)\(\s*(?P<index>n|-?\d+)\s*\)")


def _with_brackets(text: Any) -> str:
    """Indices in round brackets, whether they were written ``G_n``, ``G_{n+1}`` or ``G[n+1]``."""
    return _SUBSCRIPT.sub(lambda m: f"({m[1] or m[2] or m[3]})", str(text).strip())


@dataclass(frozen=True)
class FamilyCell:
    """What a cell pays as a polynomial in n, and where it leads to: state, step in n, weight."""

    pay: Polynomial
    go: tuple[tuple[str, int, Fraction], ...]
    """Negative weights exchange the roles."""

    def write(self) -> str:
        text = self.pay.write("n") if self.pay or not self.go else ""
        for name, step, weight in self.go:
            at = "n" if not step else f"n{step:+d}"
            size = "" if abs(weight) == 1 else f"{show(abs(weight))} "
            turned = "^T" if weight < 0 else ""
            sign = "-" if weight < 0 else "+"
            lead = f" {sign} " if text else ("-" if weight < 0 else "")
            text += f"{lead}{size}{name}({at}){turned}"
        return text


@dataclass(frozen=True)
class GameFamily(Noun):
    """A rule for all n, members that are given by themselves, and the n that is asked for.

    >>> ladder = game_family("G(n): n+3, n+2; n+1, G(n+1)", endless=0)
    >>> print(ladder.solve())
    G(n)  value n+1+sqrt(2)
          I   (sqrt(2)/2, 1-sqrt(2)/2)
          II  (-1+sqrt(2), 2-sqrt(2))
    G(0) = 1+sqrt(2)
    for every n; found by the increments, which do not depend on n
    """

    kind: ClassVar[str] = "stochastic-family"
    usual_answer: ClassVar[str] = "family-solution"

    rules: Mapping[str, tuple[tuple[FamilyCell, ...], ...]]
    members: Mapping[tuple[str, int], Any] = field(default_factory=dict)
    """Matrix games that are given by themselves."""
    endless: Number | str | None = None
    n: int = 0
    title: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.rules)

    @property
    def steps(self) -> set[int]:
        """All steps in n that a cell makes."""
        return {
            step
            for stage in self.rules.values()
            for row in stage
            for c in row
            for _, step, _ in c.go
        }

    def at(self, n: int) -> GameFamily:
        """The same family, asked for another n.

        Parameters
        ----------
        n : int
            The parameter of the family.
        """
        return replace(self, n=n)

    if TYPE_CHECKING:

        def solve(
            self, method: Any = "auto", *, exact: bool | None = None, **options: Any
        ) -> FamilySolution:
            """The value of the member that is asked for, and a formula where there is one."""

    def cells(self, name: str, n: int, known: Mapping[tuple[str, int], Any]) -> list[list[Any]]:
        """One member with the values of the others in place of them.

        Parameters
        ----------
        name : str
            The name of the state.
        n : int
            The parameter of the family.
        known : mapping
            The value of every member that can follow, by name and n.

        Returns
        -------
        list of list
            The matrix of the member.
        """
        return [
            [
                c.pay(Fraction(n)) + sum((w * known[to, n + k] for to, k, w in c.go), Fraction(0))
                for c in row
            ]
            for row in self.rules[name]
        ]

    def finite(self, last: int, end: Any) -> StochasticGame:
        """The members whose parameter is at most ``last`` away from n; those beyond pay ``end``.

        Parameters
        ----------
        last : int
            How far the parameter may move.
        end : number
            What a member beyond pays.
        """
        states: dict[str, Any] = {}
        todo = [(name, self.n) for name in self.names]
        while todo:
            name, n = todo.pop()
            label = f"{name}({n})"
            if label in states:
                continue
            if (name, n) in self.members:
                states[label] = self.members[name, n]
                continue
            if abs(n - self.n) > last:
                states[label] = [[end]]
                continue
            rows = []
            for row in self.rules[name]:
                line = []
                for c in row:
                    cell: dict[str, Any] = {"pay": c.pay(Fraction(n)), "go": {}, "neg_go": {}}
                    for to, k, w in c.go:
                        goal = cell["go" if w > 0 else "neg_go"]
                        key = f"{to}({n + k})"
                        goal[key] = goal.get(key, Fraction(0)) + abs(w)
                        todo.append((to, n + k))
                    line.append(cell)
                rows.append(line)
            states[label] = rows
        start = f"{self.names[0]}({self.n})"
        return stochastic_game(states, self.endless, start=start, title=self.title)

    def __hash__(self) -> int:
        parts = tuple(self.rules.items()), tuple(self.members.items())
        return hash((*parts, self.endless, self.n, self.title))

    def __str__(self) -> str:
        lines = [self.title or "a family of games"]
        for name, stage in self.rules.items():
            rows = "; ".join(", ".join(c.write() for c in row) for row in stage)
            lines.append(f"{name}(n): {rows}")
        for (name, k), member in self.members.items():
            written = "; ".join(", ".join(map(show, row)) for row in member)
            lines.append(f"{name}({k}): {written}")
        if self.endless is not None:
            pays = self.endless if isinstance(self.endless, str) else show(self.endless)
            lines.append(f"endless play pays {pays}")
        return "\n".join(lines)


def is_family(games: Any) -> bool:
    """Whether states are written with an index n.

    >>> is_family("G(n): n+3, G(n+1)"), is_family("G: 1, G/2"), is_family({"G_n": [["G_{n+1}"]]})
    (True, False, True)
    """
    if isinstance(games, str):
        games = split_states(games)
    if not isinstance(games, Mapping):
        return False
    matches = (_MEMBER.fullmatch(_with_brackets(name)) for name in games)
    return any(match is not None and match["index"] == "n" for match in matches)


def game_family(games: Any, endless: Any = None, n: Any = 0, title: str = "") -> GameFamily:
    """A family from its rule: text, or a mapping of ``G(n)`` (or ``G_n``) to rows of cells.

    Parameters
    ----------
    games : str or mapping
        The rule of the games, with members that are given.
    endless : number or str, optional
        The payoff of a play that never ends, or "any", or "average" for average payments.
    n : int
        The member to solve for.
    title : str, optional
        A title for the game.

    Returns
    -------
    GameFamily
        The family.

    Examples
    --------
    >>> print(game_family("G(n): 1, 0; 0, G(n-1) | G(1): 1", n=5).solve().value)
    1/5
    """
    if isinstance(games, str):
        games = split_states(games)
    if not isinstance(games, Mapping) or not games:
        raise GameError("a family needs a rule, such as G(n): n+3, n+2; n+1, G(n+1)")
    rules: dict[str, Any] = {}
    members: dict[tuple[str, int], Any] = {}
    for key, rows in games.items():
        match = _MEMBER.fullmatch(_with_brackets(key))
        if match is None:
            raise GameError(f"{key}: a member of a family is called G(n), or G(0)")
        name = match["name"]
        whole = isinstance(rows, Sequence) and not isinstance(rows, str)
        if not (whole and all(isinstance(row, (Sequence, Mapping)) for row in rows)):
            raise GameError(f"{key}: expected rows of payoffs, as [[1, 0], [0, 2]]")
        lines = [list(row) if not isinstance(row, (str, Mapping)) else [row] for row in rows]
        if match["index"] == "n":
            rules[name] = lines
        else:
            where = f"{name}({match['index']})"
            members[name, int(match["index"])] = tuple(
                tuple(exact(x, where) for x in line) for line in lines
            )
    if not rules:
        raise GameError("a family needs a rule for n, such as G(n): n+3, n+2; n+1, G(n+1)")
    read = {
        name: tuple(
            tuple(_cell(x, rules, f"{name}(n), row {i}, column {j}") for j, x in enumerate(row, 1))
            for i, row in enumerate(rows, 1)
        )
        for name, rows in rules.items()
    }
    for name, stage in read.items():
        if not stage or any(len(row) != len(stage[0]) or not row for row in stage):
            raise GameError(f"{name}(n): all rows need the same number of cells")
    index = number(n, "n")
    if index.denominator != 1 if isinstance(index, Fraction) else index != int(index):
        raise GameError(f"n is {show(index)}; it must be a whole number")
    return GameFamily(read, members, read_endless(endless), int(index), title)


def _cell(given: Any, names: Mapping[str, Any], where: str) -> FamilyCell:
    if isinstance(given, Mapping):
        go: list[tuple[str, int, Fraction]] = []
        for key, sign in (("go", 1), ("neg_go", -1)):
            goals = given.get(key) or {}
            goals = {goals: 1} if isinstance(goals, str) else goals
            for goal, weight in goals.items():
                read = _cell(str(goal), names, where)
                go += [(to, k, sign * w * Fraction(number(weight, where))) for to, k, w in read.go]
        pay = Polynomial.read(str(given.get("pay", 0)), "n", where)
        return _checked(FamilyCell(pay, tuple(go)), where)
    if not isinstance(given, str):
        return FamilyCell(Polynomial.of([number(given, where)]), ())
    text = _with_brackets(given)
    go = []

    def note(match: re.Match[str]) -> str:
        name = match["name"]
        if name not in names:
            raise GameError(f"{where}: unknown family {name!r}")
        before = text[: match.start()].rstrip()
        weight = Fraction((match["factor"] or "1").strip(" *()").replace(" ", ""))
        weight /= int(match["under"] or 1)
        negative = before.endswith(("-", "−")) or bool(match["turned"])
        step = int((match["offset"] or "0").replace(" ", ""))
        go.append((name, step, -weight if negative else weight))
        return "0"

    rest = _REFERENCE.sub(note, text)
    return _checked(FamilyCell(Polynomial.read(rest, "n", where), tuple(go)), where)


def _checked(cell: FamilyCell, where: str) -> FamilyCell:
    total = sum((abs(w) for _, _, w in cell.go), Fraction(0))
    if total > 1:
        raise GameError(
            f"{where}: the probabilities of continuing add up to {show(total)}, above 1"
        )
    return cell


def shifted_point(x: Point, by: Fraction) -> Point:
    """A rational or algebraic number plus a fraction."""
    from kibitz.algebra.algebraic import evaluate_at

    return evaluate_at(Polynomial.of([by, 1]), x)
