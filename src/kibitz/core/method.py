"""Methods: every way to answer a question about a game, in one registry.

A method is a function of a game with the decorator :func:`method`, which says what it finds, when
it applies, what it costs and who described it. Everything that offers a choice of methods,
``solve(method=...)``, :func:`methods`, the command line and the book, reads this registry.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from time import perf_counter, time
from typing import TYPE_CHECKING, Any, TypeVar

from kibitz.core import index
from kibitz.core.errors import GameError, TooLarge, did_you_mean
from kibitz.core.extended import extension_of
from kibitz.core.method_list import MethodPages, Methods
from kibitz.core.run import note_run
from kibitz.core.spelling import canonical_name
from kibitz.core.verbs import read

if TYPE_CHECKING:
    from kibitz.core.explanation import Description
    from kibitz.core.solution import Solution

Function = TypeVar("Function", bound=Callable[..., Any])
AUTO = "auto"
"""The method that each form has: the one that chooses another."""
_NO_ATTRIBUTES = (AUTO, "exact")
"""Methods that games do not offer as attributes; ``exact`` says what numbers a game has."""


@dataclass(frozen=True, slots=True, repr=False)
class Method:
    """A way to answer a question about games of one form."""

    noun: type
    name: str
    finds: str
    function: Callable[..., Any]
    applies: Callable[[Any], str | None]
    cost: str
    reference: str
    aliases: tuple[str, ...]
    fails: Callable[[Any], str] | None = None
    """Why it found nothing, for a game to which it applies at first sight."""

    @property
    def options(self) -> tuple[inspect.Parameter, ...]:
        """What the method takes besides the game."""
        return _options(self.function)

    @property
    def summary(self) -> str:
        """The first line of its docstring."""
        return (inspect.getdoc(self.function) or "").partition("\n")[0]

    def __repr__(self) -> str:
        return f"<Method {self.name}: {self.finds}>"

    def describe(self) -> Description:
        """What it finds, which games it takes, its cost, reference and options, and an example."""
        function = extension_of(Method, "describe_method")
        assert function is not None
        page: Description = function(self)
        return page

    def why_not(self, game: Any, forms: dict[str, Any] | None = None) -> str | None:
        """Why the method does not apply to a game; None when it does, or when solving will show.

        What a game becomes in other forms is kept in ``forms``, for the next method; where a game
        is too large for a first look, the error that says so.
        """
        if not isinstance(game, self.noun):
            arrow = game.also[self.noun.__name__]
            forms = {} if forms is None else forms
            if arrow not in forms:
                try:
                    forms[arrow] = game.tried_in_form(arrow)
                except GameError as error:
                    forms[arrow] = error
            if isinstance(forms[arrow], GameError):
                return None if isinstance(forms[arrow], TooLarge) else str(forms[arrow])
            game = forms[arrow]
        return self.applies(game)

    def __call__(self, game: Any, **options: Any) -> Any:
        """Run the method, or say in one sentence why it does not apply."""
        reason = self.applies(game)
        if reason is not None:
            raise GameError(f"{self.name} does not apply: {reason}")
        if options:
            self._refuse_unknown(options)
        for name in required_options(self.function):
            if name not in options:
                raise GameError(f"{self.name} needs {name}=...")
        answer = self.function(game, **options)
        if answer is None:
            reason = "it found nothing" if self.fails is None else self.fails(game)
            raise GameError(f"{self.name} does not apply: {reason}")
        return answer

    def _refuse_unknown(self, options: Mapping[str, Any]) -> None:
        """Raise an error with the nearest name for an option that the method does not have."""
        if not options or any(p.kind is p.VAR_KEYWORD for p in self.options):
            return
        known = [p.name for p in self.options]
        for option in options:
            if option not in known:
                who = "solve" if self.name == AUTO else self.name
                common = ("method", "exact") if hasattr(self.noun, "solve") else ()
                names = list(dict.fromkeys([*known, *common]))
                near = did_you_mean(option, names) if names else "; it takes none"
                raise GameError(f"{who} has no option {option!r}{near}")


@cache
def required_options(function: Callable[..., Any]) -> tuple[str, ...]:
    """The options without which a method cannot run."""
    return tuple(
        option.name
        for option in _options(function)
        if option.kind in (option.POSITIONAL_OR_KEYWORD, option.KEYWORD_ONLY)
        and option.default is option.empty
    )


@cache
def _options(function: Callable[..., Any]) -> tuple[inspect.Parameter, ...]:
    return tuple(inspect.signature(function).parameters.values())[1:]


_METHODS: dict[str, dict[str, Method]] = {}
_ALIASES: dict[str, dict[str, str]] = {}


def always(game: Any) -> None:
    """The condition of a method that applies to every game of its form."""


def method(
    noun: type,
    name: str,
    *,
    finds: str,
    cost: str = "",
    reference: str = "",
    applies: Callable[[Any], str | None] = always,
    aliases: Iterable[str] = (),
    fails: Callable[[Any], str] | None = None,
) -> Callable[[Function], Function]:
    """Register a function of a game as a method of its form.

    Parameters
    ----------
    noun : type
        The form of game that the function takes as its first argument.
    name : str
        What the method is called, as in ``solve(method=name)``: lower case with hyphens.
    finds : str
        What it finds; methods that find the same thing agree, which the tests check.
    cost : str
        How the time grows with the game.
    reference : str
        Who described it, as in "Lemke and Howson 1964".
    applies : callable
        Gives the reason why the method does not apply to a game, None when it does.
    aliases : iterable of str
        Other names.
    fails : callable, optional
        Gives the reason why a method that returned None found nothing, where only trying tells.

    Examples
    --------
    >>> from kibitz.core.noun import Noun
    >>> class Coin(Noun): kind = "coin"
    >>> @method(Coin, "toss", finds="heads or tails", cost="O(1)")
    ... def toss(game: Coin) -> str:
    ...     return "heads"
    >>> find(Coin(), "Toss")[0].finds
    'heads or tails'
    >>> find(Coin(), "tos")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: unknown method 'tos' for coin games; did you mean 'toss'?
    """

    def register(function: Function) -> Function:
        form = noun.__name__
        known, others = _METHODS.setdefault(form, {}), _ALIASES.setdefault(form, {})
        known[name] = Method(
            noun, name, finds, function, applies, cost, reference, tuple(aliases), fails
        )
        others.update(dict.fromkeys(map(canonical_name, aliases), name))
        _FOUND.clear()
        _PLAIN.clear()
        return function

    return register


def find(game: Any, name: str) -> tuple[Method, Any]:
    """The method of this name or alias, and the game in the form that the method takes.

    A form may lend its methods to another: a strategic game of constant sum takes those of its
    matrix game. An unknown name is an error with the nearest known one.
    """
    entry = _own(type(game), name)
    if entry is not None:
        return entry, game
    word = canonical_name(name)
    for form, arrow in game.also.items():
        entry = of_form([form], word)
        if entry is not None and word != AUTO:
            return entry, _in_form(game, arrow, entry.name)
    near = _elsewhere(word)
    if not near:
        known = [m.name for m in methods(game) if m.name != AUTO]
        if not known:
            raise GameError(f"{game.several} have only one method")
        near = did_you_mean(word, known) or "; `kibitz methods` lists them all"
    raise GameError(f"unknown method {name!r} for {game.several}{near}")


def _elsewhere(word: str) -> str:
    """Where a method is found that games of a form do not have."""
    table = index.table("METHODS")
    for noun in sorted(table, key=lambda noun: -len(table[noun])):  # general forms first
        if entry := of_form([noun], word):
            kind = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", noun).lower()
            command = _COMMANDS.get(noun, "")
            how = f": `kibitz {command} GAME --method {word}`" if command else ""
            return f"; {getattr(entry.noun, 'plural', '') or f'{kind}s'} have it{how}"
    return ""


_COMMANDS = {"BargainingProblem": "bargain", "CoalitionalGame": "coalition"}
"""Commands that take games of other forms, and turn them into these."""


def _in_form(game: Any, arrow: str, name: str) -> Any:
    """The game in the form that a method takes, or why it does not apply and what might."""
    try:
        return getattr(game, arrow)()
    except GameError as error:
        akin = [m.name for m in methods(type(game)) if m.name.startswith(f"{name}-")]
        near = f"; did you mean {akin[0]!r}?" if akin else ""
        raise GameError(f"{name} does not apply: {error}{near}") from None


def _own(form: type, name: str) -> Method | None:
    """The method that games of a form or of a wider one have, looked up once."""
    entry = _FOUND.get((form, name))
    if entry is None:
        entry = of_form([noun.__name__ for noun in form.__mro__], canonical_name(name))
        if entry is not None:
            _FOUND[form, name] = entry
    return entry


_FOUND: dict[tuple[type, str], Method] = {}


def of_form(nouns: list[str], word: str) -> Method | None:
    """The method of this name or alias that the first of some forms has, None if none has one."""
    for noun in nouns:
        index.load_method(noun, word)
        known_as = _ALIASES.get(noun, {}).get(word, word)
        if known_as in _METHODS.get(noun, {}):
            return _METHODS[noun][known_as]
    return None


def as_attribute(game: Any, name: str) -> Callable[..., Any] | None:
    """A method of the registry as an attribute of a game, ``game.lemke_howson()``; None if unknown.

    It takes the options of the method by place or by name, and ``exact=`` as ``solve`` does; the
    strategies of a profile may be given one by one.
    """
    forms = [noun.__name__ for noun in type(game).__mro__]
    word = canonical_name(name)
    entry = None if word in _NO_ATTRIBUTES else of_form([*forms, *game.also], word)
    if entry is None:
        return None
    places = [p.name for p in entry.options if p.kind is p.POSITIONAL_OR_KEYWORD]

    def run(*given: Any, exact: bool | None = None, **options: Any) -> Any:
        if len(given) > len(places) and places[-1:] == ["profile"]:
            before = len(places) - 1
            given = (*given[:before], given[before:])
        if len(given) > len(places):
            takes = f"takes {', '.join(places)}" if places else "takes no options"
            raise GameError(f"{entry.name} {takes}; {len(given)} are given")
        by_place = dict(zip(places, given, strict=False))
        for option in by_place:
            if option in options:
                raise GameError(f"{entry.name}: {option} is given twice")
        return _noted(game, word, exact, {**by_place, **options})  # its name may be another form's

    run.__name__ = name
    run.__doc__ = inspect.getdoc(entry.function)
    return run


def attribute_names(form: type) -> set[str]:
    """The names of all methods of a form and of those it lends from, as Python spells them.

    Abbreviations, such as ``fp`` for ``fictitious_play``, are understood but not listed.
    """
    tables, short = index.table("METHODS"), index.table("ABBREVIATIONS")
    nouns = (*(noun.__name__ for noun in form.__mro__), *getattr(form, "also", ()))
    words = (word for n in nouns for word in tables.get(n, ()) if word not in short.get(n, ()))
    names = {word.replace("-", "_") for word in words}
    return {name for name in names if name.isidentifier() and name not in _NO_ATTRIBUTES}


def own_method(form: type, name: str) -> Method | None:
    """The method that a form itself has under this name or alias, if any."""
    return of_form([form.__name__], canonical_name(name))


def own_methods(form: type) -> list[Method]:
    """The methods that a form itself has, by name."""
    index.load_methods(form.__name__)
    return [entry for _, entry in sorted(_METHODS.get(form.__name__, {}).items())]


def methods(game: Any) -> Methods:
    """Every method for games of a form, its own first, then those of the forms it can take.

    They print as tables, and below them the reasons why some do not apply to the game at hand. The
    name of a method gives the methods of this name, which print as a description each.

    Parameters
    ----------
    game : Any
        A game of any form, or its text; or the name of a method.

    Returns
    -------
    Methods
        A list of methods, each with what it finds, when it applies, its cost and reference; its
        ``reasons()`` are why some do not apply, by name.

    Examples
    --------
    >>> from kibitz import matrix
    >>> [m.name for m in methods(matrix("1 0; 0 1")) if m.why_not(matrix("1 0; 0 1")) is None][:3]
    ['auto', 'diagonal', 'elimination']
    >>> methods(matrix("1 0; 0 1"))[1]
    <Method blocks: the value and an optimal strategy of each player>
    >>> print(methods("saddle-point"))  # doctest: +ELLIPSIS
    saddle-point
      form         matrix games
      ...
    """
    if isinstance(game, str) and (named := methods_named(game)):
        return named
    game = read(game, "methods")
    form: Any = game if isinstance(game, type) else type(game)
    by_name: dict[str, Method] = {}
    for noun in (*(c.__name__ for c in form.__mro__), *form.also):
        index.load_methods(noun)
        for name, entry in sorted(_METHODS.get(noun, {}).items()):
            by_name.setdefault(name, entry)
    return Methods(by_name.values(), None if game is form else game)


def methods_named(name: str) -> MethodPages:
    """The methods of this name, or with this alias, of every form that has one.

    Games go before methods.

    >>> [m.noun.__name__ for m in methods_named("Lemke Howson")], methods_named("magic-square")
    (['StrategicGame'], [])
    """
    word = canonical_name(name)
    if word == AUTO or word in index.table("GAMES"):
        return MethodPages()
    entries = [m for noun in index.table("METHODS") if (m := of_form([noun], word)) is not None]
    return MethodPages([m for m in entries if m.name == word] or entries)


def every_method() -> Methods:
    """Every method of every form that the index knows."""
    nouns = list(index.table("METHODS"))
    for noun in nouns:
        index.load_methods(noun)
    return Methods(entry for noun in nouns for _, entry in sorted(_METHODS.get(noun, {}).items()))


def solve(game: Any, name: Any, exact: bool | None, options: dict[str, Any]) -> Any:
    """Answer a question about a game by one method, or by several, one after the other."""
    began = perf_counter()
    if name is AUTO and not options and (plain := _PLAIN.get(type(game))):  # most calls:
        choose, is_plain = plain
        if exact is None or (is_plain and exact is getattr(game, "exact", None)):
            answer = choose(game)  # there is nothing to look up or to check
            if answer is not None:
                given = options if exact is None else {"exact": exact}
                note_run(answer, (AUTO, given, perf_counter() - began, time(), game))
                return answer
    if isinstance(name, str):
        asked = canonical_name(name)
        is_several = "," in name or (game.answers_by_name and asked != AUTO)
        names = name.split(",") if is_several else None
    elif isinstance(name, (list, tuple)):
        names = [str(n) for n in name]
        asked = canonical_name(",".join(names))
    else:
        raise GameError(f"unknown method {name!r}; give a method name, or a list of names")
    if exact is not None and exact not in (True, False):
        raise GameError(f"exact is {exact!r}; it must be True, False or None")
    if names is None:
        answer = _one(game, name, exact, options)
        _note_plain(game, asked)
    else:
        answer = _several(game, names, exact, options)
    _note(answer, asked, exact, options, began, game)
    return answer


def _noted(game: Any, name: str, exact: bool | None, options: dict[str, Any]) -> Any:
    """One answer, which remembers how it came about."""
    began = perf_counter()
    answer = _one(game, name, exact, options)
    _note(answer, name, exact, options, began, game)
    return answer


def _note(
    answer: Any, asked: str, exact: bool | None, options: dict[str, Any], began: float, game: Any
) -> None:
    given = options if exact is None else {**options, "exact": exact}
    note_run(answer, (asked, given, perf_counter() - began, time(), game))


def _note_plain(game: Any, asked: str) -> None:
    """Note a form whose choice of a method takes every game as it is, and needs nothing else."""
    chosen = _own(type(game), AUTO) if asked == AUTO else None
    if chosen is not None and chosen.applies is always and not required_options(chosen.function):
        _PLAIN[type(game)] = chosen.function, not any(p.name == "exact" for p in chosen.options)


_PLAIN: dict[type, tuple[Callable[..., Any], bool]] = {}
"""What chooses a method for games of a form, and whether it has no option ``exact`` of its own."""


def _one(game: Any, name: str, exact: bool | None, options: dict[str, Any]) -> Any:
    chosen, game = find(game, name)
    if exact is not None:
        if any(p.name == "exact" or p.kind is p.VAR_KEYWORD for p in chosen.options):
            options = {**options, "exact": exact}
        elif exact != getattr(game, "exact", None):
            game = game.with_numbers(exact)
    return chosen(game, **options)


def _several(game: Any, names: list[str], exact: bool | None, options: dict[str, Any]) -> Solution:
    """Answers by name, as the form puts them together."""
    from kibitz.core.solution import Answers, answers_of_kind

    put_together: Callable[..., Solution] = Answers
    if game.answers_by_name:
        put_together = answers_of_kind(game.answers_by_name)
        if exact is not None and exact != game.exact:
            game = game.with_numbers(exact)
    return put_together(
        game, tuple((canonical_name(n), _one(game, n, exact, options)) for n in names)
    )
