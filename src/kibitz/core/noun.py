"""What all forms of a game share: the verbs as methods, and how they show in a notebook."""

from __future__ import annotations

from functools import partial
from types import FunctionType
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.core import verbs
from kibitz.core.display import Displayable, text_to_html, text_to_markdown
from kibitz.core.errors import GameError
from kibitz.core.explanation import Description, Explanation
from kibitz.core.extended import extension_of
from kibitz.core.method import as_attribute, attribute_names, solve
from kibitz.core.options import with_known_options
from kibitz.core.solution import Solution
from kibitz.core.spelling import Respelled, american

if TYPE_CHECKING:
    from kibitz.core.solution import AnySolution
    from kibitz.pictures import Picture


_INTERNAL = {
    "also",
    "answers_by_name",
    "in_exact_form",
    "in_numbers",
    "plural",
    "several",
    "tried_in_form",
    "usual_answer",
    "with_numbers",
}
"""What forms and verbs ask of a game; a person who lists its names is not shown them."""


class Noun(Displayable, Respelled):
    """A form of game. Subclasses are frozen, comparable, and validate themselves when built."""

    kind: ClassVar[str]
    """The name of the form, as its JSON spells it."""

    plural: ClassVar[str] = ""
    """What several of them are called in a sentence: its kind with "games" unless it says so."""

    also: ClassVar[dict[str, str]] = {}
    """Forms whose methods it takes as well, each with the name of its method that leads there."""

    answers_by_name: ClassVar[str] = ""
    """The kind of its answers, when ``solve`` gives even a single one by the name of its method."""

    made_by: tuple[str, dict[str, Any]] | None = None
    """The name and the parameters, when it was taken from the shelf."""

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        for name in ("solve", "explain", "draw", "describe"):
            own = cls.__dict__.get(name)
            if isinstance(own, FunctionType) and not hasattr(own, "__wrapped__"):
                setattr(cls, name, with_known_options(own))

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """A method of the registry, or a function that extends the form, by its name.

            An arrow may be named by where it leads: ``game.coalitional()``.
            """
            if name.startswith("_"):
                return super().__getattr__(name)
            word = american(name)
            function = extension_of(type(self), word)
            if function is None and (method := as_attribute(self, word)) is not None:
                return method
            function = function or extension_of(type(self), f"to_{word}")
            return super().__getattr__(name) if function is None else partial(function, self)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *attribute_names(type(self))} - _INTERNAL)

    def tried_in_form(self, arrow: str) -> Any:
        """The game in another form, to see which methods of that form take it."""
        return getattr(self, arrow)()

    def in_exact_form(self, arrow: str) -> Any:
        """The game in another form, with exact numbers where it has them."""
        return getattr(self, arrow)()

    def solve(self, method: Any = "auto", *, exact: bool | None = None, **options: Any) -> Solution:
        """Answer the question of its form, by a method that suits it or by the one named.

        Parameters
        ----------
        method : str
            The name of a method; :func:`kibitz.methods` lists those of a game. A list of names
            gives an answer for each.
        exact : bool, optional
            Whether to compute with exact numbers or with floats; as the game was given if None.
        **options
            What the method takes besides.
        """
        answer: Solution = solve(self, method, exact, options)
        return answer

    @property
    def usual_answer(self) -> str:
        """The kind of a claim about it that does not say its kind."""
        return ""

    @property
    def several(self) -> str:
        """What many of them are called, for a sentence: "impartial games", "linear programs"."""
        return self.plural or f"{self.kind.replace('-', ' ')} games"

    def with_numbers(self, exact: bool) -> Noun:
        """The same game in exact numbers, or in floats."""
        kind = "exact numbers" if exact else "floats"
        raise GameError(f"{self.several} cannot be solved in {kind}; leave out exact={exact}")

    def explain(self, *args: Any, **options: Any) -> Explanation:
        """Derive the answer step by step."""
        return verbs.explain(self, *args, **options)

    def draw(self, *args: Any, **options: Any) -> Picture:
        """Draw it as SVG; forms with several pictures take the name of one."""
        return verbs.draw(self, *args, **options)

    def describe(self) -> Description:
        """Say what kind of game this is."""
        return verbs.describe(self)

    def _repr_html_(self) -> str:
        try:
            return self.draw().html()
        except Exception:
            return text_to_html(str(self))

    def _repr_svg_(self) -> str:
        return self.draw().svg

    def _repr_markdown_(self) -> str:
        return text_to_markdown(str(self))


if TYPE_CHECKING:

    class AnyNoun(Noun, Any):  # type: ignore[misc]
        """A game whose form its name or its file tells: what all forms share is typed."""

        def solve(
            self, method: Any = "auto", *, exact: bool | None = None, **options: Any
        ) -> AnySolution: ...
