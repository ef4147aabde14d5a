"""Python functions turned into expressions, by running them on symbols along every path.

Each time the function asks whether a comparison of symbols is true, both answers are followed; the
paths together are the cases of the expression. So ``if``, ``max`` and ``min`` may be used freely,
loops only when they end whatever the symbols are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kibitz.algebra.expressions.cases import Comparison, choice
from kibitz.algebra.expressions.tree import Expression, Symbol, call, expression, raised
from kibitz.core.errors import GameError

MOST_PATHS, MOST_QUESTIONS = 200, 60


def trace(function: Callable[..., Any], names: Sequence[str], where: str = "") -> Expression:
    """The expression that a function of the named variables computes.

    >>> print(trace(lambda q, Q: q * max(0, 17 - Q), ["q", "Q"]))
    q*(17 - Q) if 17 - Q > 0 else 0
    """
    at = f"{where}: " if where else ""
    paths = 0

    def follow(answers: tuple[bool, ...]) -> Expression:
        nonlocal paths
        paths += 1
        if paths > MOST_PATHS:
            raise GameError(f"{at}the function has more than {MOST_PATHS} paths; write it as text")
        guide = _Guide(answers)
        try:
            result = function(*(Traced(Symbol(name), guide) for name in names))
            found = _bare(result)
        except _Fork as fork:
            if len(answers) >= MOST_QUESTIONS:
                raise GameError(
                    f"{at}the function compares more than {MOST_QUESTIONS} times on one path; "
                    "write it as text"
                ) from None
            return choice(fork.question, follow((*answers, True)), follow((*answers, False)))
        except GameError as error:
            raise GameError(f"{at}{error}") from None
        except Exception as error:
            raise GameError(
                f"{at}the function cannot be traced ({error}); use + - * / **, comparisons, max "
                "and min, or write it as text"
            ) from None
        return found

    return follow(())


class _Fork(Exception):
    def __init__(self, question: Comparison) -> None:
        self.question = question


class _Guide:
    """Answers to the comparisons of one path, in order; an unanswered one is a fork."""

    def __init__(self, answers: tuple[bool, ...]) -> None:
        self.answers, self.asked = answers, 0
        self.given: dict[Comparison, bool] = {}

    def ask(self, question: Comparison) -> bool:
        if not question.symbols:
            return question.at_float({})
        if question not in self.given:
            if self.asked == len(self.answers):
                raise _Fork(question)
            self.given[question] = self.answers[self.asked]
            self.asked += 1
        return self.given[question]


class _Question:
    def __init__(self, question: Comparison, guide: _Guide) -> None:
        self.question, self.guide = question, guide

    def __bool__(self) -> bool:
        return self.guide.ask(self.question)


def _bare(x: Any) -> Expression:
    if isinstance(x, Traced):
        return x.inside
    if isinstance(x, _Question):
        return expression(int(bool(x)))
    return expression(x)


class Traced:
    """A number that remembers how it was computed."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, inside: Expression, guide: _Guide) -> None:
        self.inside, self.guide = inside, guide

    def _made(self, inside: Expression) -> Traced:
        return Traced(inside, self.guide)

    def __add__(self, other: Any) -> Traced:
        return self._made(self.inside + _bare(other))

    def __radd__(self, other: Any) -> Traced:
        return self._made(_bare(other) + self.inside)

    def __sub__(self, other: Any) -> Traced:
        return self._made(self.inside - _bare(other))

    def __rsub__(self, other: Any) -> Traced:
        return self._made(_bare(other) - self.inside)

    def __mul__(self, other: Any) -> Traced:
        return self._made(self.inside * _bare(other))

    def __rmul__(self, other: Any) -> Traced:
        return self._made(_bare(other) * self.inside)

    def __truediv__(self, other: Any) -> Traced:
        return self._made(self.inside / _bare(other))

    def __rtruediv__(self, other: Any) -> Traced:
        return self._made(_bare(other) / self.inside)

    def __neg__(self) -> Traced:
        return self._made(-self.inside)

    def __pos__(self) -> Traced:
        return self

    def __abs__(self) -> Traced:
        return self._made(call("abs", self.inside))

    def __pow__(self, power: Any) -> Traced:
        if power == 0.5:
            return self._made(call("sqrt", self.inside))
        if int(power) != power:
            raise GameError(f"the power {power} is not a whole number")
        return self._made(raised(self.inside, int(power)))

    def exp(self) -> Traced:
        return self._made(call("exp", self.inside))

    def log(self) -> Traced:
        return self._made(call("log", self.inside))

    def sqrt(self) -> Traced:
        return self._made(call("sqrt", self.inside))

    def _compare(self, relation: str, other: Any) -> _Question:
        return _Question(Comparison(self.inside, relation, _bare(other)), self.guide)

    def __lt__(self, other: Any) -> _Question:
        return self._compare("<", other)

    def __le__(self, other: Any) -> _Question:
        return self._compare("<=", other)

    def __gt__(self, other: Any) -> _Question:
        return self._compare(">", other)

    def __ge__(self, other: Any) -> _Question:
        return self._compare(">=", other)

    def __eq__(self, other: Any) -> _Question:  # type: ignore[override]
        return self._compare("==", other)

    def __ne__(self, other: Any) -> _Question:  # type: ignore[override]
        return self._compare("!=", other)

    def __bool__(self) -> bool:
        return bool(self != 0)

    def __float__(self) -> float:
        raise GameError("it turns a variable into a float")
