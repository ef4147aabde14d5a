"""Answers that carry their proof."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import wraps
from inspect import get_annotations
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.core import index, verbs
from kibitz.core.certificate import Certificate, Check, check
from kibitz.core.claim import in_form, is_exact
from kibitz.core.display import Displayable, text_to_html, text_to_markdown
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.readable import readable
from kibitz.core.spelling import Respelled

if TYPE_CHECKING:
    from kibitz.core.explanation import Explanation
    from kibitz.core.noun import Noun
    from kibitz.pictures import Picture

__all__ = ["Answers", "Certificate", "Check", "Solution"]

_KINDS: dict[str, type[Solution]] = {}


def _complete(to_json: Callable[[Any], dict[str, Any]]) -> Callable[[Any], dict[str, Any]]:
    """Make JSON say how the answer was found and whether it is exact, where it does not."""

    @wraps(to_json)
    def complete(self: Solution) -> dict[str, Any]:
        data = to_json(self)
        if type(self).to_json is not complete:  # a subclass says it
            return data
        if self.kind and "method" not in data:
            data = {**data, "method": self.method}
        if self.kind and "exact" not in data:
            data = {**data, "exact": self.exact}
        return data

    return complete


def check_answer(game: Any, data: dict[str, Any]) -> Certificate:
    """The certificate of an answer, which does not claim how it was found and in what time."""
    certificate = check(game, data)
    left = tuple(words for words in certificate.unproved if words not in ("method", "seconds"))
    return replace(certificate, unproved=left)


class Solution(Displayable, Respelled, ABC):
    """A frozen answer that knows its game and can prove itself.

    ``verify`` gives what its JSON says to the checker for its kind (:mod:`kibitz.proof`), which
    looks at the game and at that, and at nothing that the solver left behind.
    """

    kind: ClassVar[str] = ""
    """The kind of the answer, as its JSON spells it: ``class Value(Solution, kind="value")``."""

    how: ClassVar[str] = "the definition"
    """How answers of this class are found, where they are all found in the same way."""

    if TYPE_CHECKING:

        @property
        def game(self) -> Any:
            """The game that it answers."""

        @property
        def method(self) -> str:
            """How the answer was found, in words."""

        @property
        def exact(self) -> bool:
            """Whether its numbers are exact."""

    def __init_subclass__(cls, kind: str | tuple[str, ...] = "", **keywords: Any) -> None:
        """Register the kind, or kinds, and keep the short form, which a dataclass would replace."""
        super().__init_subclass__(**keywords)
        if "__repr__" not in cls.__dict__:
            cls.__repr__ = Solution.__repr__  # type: ignore[method-assign]
        if "to_json" in cls.__dict__:
            cls.to_json = _complete(cls.to_json)  # type: ignore[assignment, method-assign]
        kinds = (kind,) if isinstance(kind, str) else kind
        if kinds[0]:
            cls.kind = kinds[0]
            _KINDS.update(dict.fromkeys(kinds, cls))

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {str(self).partition(chr(10))[0]}>"

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """The method and whether it is exact, of answers that hold neither."""
            if name == "method":
                return self.how
            if name == "exact":
                game = getattr(self, "game", None)
                return is_exact(game, type(self).to_json.__wrapped__(self))
            return super().__getattr__(name)

    @property
    def found(self) -> str:
        """How it was found: "found by the simplex method"."""
        return f"found by {self.method}" if self.method else ""

    def verify(self) -> Certificate:
        """Check the claim from the game and the claim alone."""
        try:
            return check_answer(self.game, self.to_json())
        except GameError as error:
            failed = Check("it can be checked", False, str(error))
            return Certificate("the answer", "nothing", (failed,))

    def explain(self) -> Explanation:
        """Derive it step by step."""
        return verbs.explain(self)

    def draw(self) -> Picture:
        """Draw it, or its game where it has no picture of its own."""
        return verbs.draw(self if self._has_picture else self.game)

    @property
    def _has_picture(self) -> bool:
        return type(self).draw is not Solution.draw or verbs.draw.knows(self)

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """The documented JSON shape, in which kind, method and exact are never left out."""

    @classmethod
    def from_json(cls, game: Any, data: dict[str, Any]) -> Solution:
        """The answer that some JSON stands for; it is not believed until ``verify`` holds."""
        return Claimed(game, data)

    def _repr_html_(self) -> str:
        words = text_to_html(readable(str(self), "str(answer)"))
        try:
            return words + self.draw().html() if self._has_picture else words
        except Exception:
            return words

    def _repr_svg_(self) -> str | None:
        return self.draw().svg if self._has_picture else None

    def _repr_markdown_(self) -> str:
        return text_to_markdown(readable(str(self), "str(answer)"))


@dataclass(frozen=True)
class Claimed(Solution):
    """What someone claims about a game, as its JSON says it; its fields are attributes.

    >>> from kibitz import matrix
    >>> claim = Claimed(matrix("1 -1; -1 1"), {"kind": "matrix-solution", "value": "0"})
    >>> claim.value, claim.kind
    ('0', 'matrix-solution')
    """

    game: Any
    data: dict[str, Any]

    @property
    def kind(self) -> str:  # type: ignore[override]
        """The kind that it names, or the usual one of its game."""
        return str(self.data.get("kind") or getattr(self.game, "usual_answer", ""))

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """A field of the claim."""
            data = self.__dict__.get("data", {})
            return data[name] if name in data else super().__getattr__(name)

    def verify(self) -> Certificate:
        """Check what is claimed; a claim that cannot be read is an error."""
        return check(self.game, self.data)

    def to_json(self) -> dict[str, Any]:
        return dict(self.data)

    def __str__(self) -> str:
        fields = {key: value for key, value in self.data.items() if key != "kind"}
        return "\n".join([self.kind, *(f"  {key}: {value}" for key, value in fields.items())])


@dataclass(frozen=True)
class Answers(Solution, kind="answers"):
    """Several answers about one game, each by the name of its method.

    >>> from kibitz import matrix
    >>> found = matrix("2 0; 1 3").solve(["two-by-two", "simplex"])
    >>> print(found["simplex"].value, found.verify().holds)
    3/2 True
    """

    game: Any
    answers: tuple[tuple[str, Solution], ...]

    @property
    def names(self) -> tuple[str, ...]:
        """What was asked for."""
        return tuple(name for name, _ in self.answers)

    @property
    def exact(self) -> bool:
        return all(answer.exact for answer in self)

    @property
    def method(self) -> str:
        return "the method of each answer"

    def __getitem__(self, name: str) -> Any:
        answers = dict(self.answers)
        if name not in answers:
            raise GameError(f"{name!r} was not requested{did_you_mean(name, answers)}")
        return answers[name]

    def __iter__(self) -> Iterator[Solution]:
        return iter(dict(self.answers).values())

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "answers": {n: answer.to_json() for n, answer in self.answers}}

    @classmethod
    def from_json(cls, game: Any, data: dict[str, Any]) -> Answers:
        parts = data.get("answers")
        if not isinstance(parts, dict):
            raise GameError("answers: expected an object with an answer for each name")
        return cls(game, tuple((name, read_solution(game, part)) for name, part in parts.items()))

    def __str__(self) -> str:
        return "\n\n".join(f"{name}\n{answer}" for name, answer in self.answers)


if TYPE_CHECKING:

    class AnySolution(Solution, Any):  # type: ignore[misc]
        """An answer whose kind depends on the game: what all answers share is typed."""


def answers_of_kind(kind: str) -> type[Any]:
    """The class of the answers of a kind."""
    if kind not in _KINDS and not index.load("ANSWERS", kind):
        near = did_you_mean(kind, index.table("ANSWERS"))
        raise GameError(f"kind: unknown kind of answer {kind!r}{near}")
    return _KINDS[kind]


def read_solution(game: Noun, data: Any) -> Solution:
    """The answer about a game that its JSON stands for, by the kind it names."""
    if not isinstance(data, dict):
        raise GameError(f"expected the JSON object of an answer, found {type(data).__name__}")
    kind = str(data.get("kind") or getattr(game, "usual_answer", ""))
    if kind in index.table("CHECKERS") and kind not in index.table("ANSWERS"):
        return Claimed(game, data)
    answer = answers_of_kind(kind)
    solution: Solution = answer.from_json(
        _in_form_of(answer, game, data.get("exact") is True), data
    )
    return solution


def _in_form_of(answer: type[Solution], game: Any, exactly: bool) -> Any:
    """The game in the form from which answers of a class are read, as ``from_json`` says it."""
    read: Any = answer.from_json
    name = next(iter(get_annotations(read.__func__).values()))
    form: Any = vars(sys.modules[read.__func__.__module__]).get(name)
    return in_form(game, form, exactly) if hasattr(form, "also") else game
