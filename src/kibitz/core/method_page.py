"""A method on a page: what it finds, which games it takes, its cost, its options, and a command."""

from __future__ import annotations

import inspect
import re

from kibitz.core.documented import described
from kibitz.core.explanation import Description
from kibitz.core.extended import extends
from kibitz.core.method import Method, always, required_options
from kibitz.core.names.topics import command_of
from kibitz.core.shelf import game

_EXAMPLES = {
    "BargainingProblem": ("share-a-sum", "battle-of-the-sexes"),
    "ContinuousGame": ("cournot", "duel"),
    "ExtensiveGame": ("centipede", "beer-quiche", "kuhn-poker"),
    "ImpartialGame": ("nim 3 4 5", "kayles 7"),
    "Lesson": ("tic-tac-toe", "pig 20", "kuhn-poker", "gridworld", "prisoners-dilemma"),
    "MatrixGame": (
        "odd-or-even",
        "normandy",
        "rock-paper-scissors",
        "diagonal",
        "endgame",
        "larger-integer",
    ),
    "Rules": ("tic-tac-toe", "pig 20", "kuhn-poker"),
    "StochasticGame": ("basketball", "gridworld", "big-match"),
    "StrategicGame": ("chicken", "prisoners-dilemma"),
}
"""Games of a form; the first one that a method takes is its example."""
_WORTHS, _VOTES = "landowner", "committee"
"""Coalitional games: any worths, and votes, which some methods need."""
_PLAIN = re.compile(
    r"(The|A) (rules of the )?(\w+ )?(games?|puzzle|problem|markets)"
    r"( and the seed|, or a position of it| in \w+ form)?\."
)
"""What documentation says of a game where a method takes every one of its form."""


_SETTINGS = {
    "payoffs": '--at "2 4"',
    "candidates": '--at "1 5; 3 3"',
    "better": '--at "2 4"',
    "worse": '--over "1 3"',
    "epsilon": "--epsilon 1",
    "order": '--order "B A"',
    "unions": '"A,B"',
    "links": '"A-B"',
}
"""How the command for coalitions takes what a method needs, for its example of two players."""


@extends(Method)
def describe_method(method: Method) -> Description:
    """What a method finds, which games it takes, its cost, reference and options, and an example.

    Parameters
    ----------
    method : Method
        A method of any form.

    Returns
    -------
    Description
        Its facts by name.
    """
    description = described(inspect.getdoc(method.function) or "")
    facts = [
        ("form", _several(method)),
        ("finds", method.finds),
        ("how", method.summary),
        ("takes", _takes(method, description)),
        ("cost", method.cost),
        ("reference", method.reference),
        ("also called", ", ".join(method.aliases)),
        *(
            (f"  {p.name}", _option(p, description))
            for p in method.options
            if p.kind is not p.VAR_KEYWORD
        ),
        ("example", _example(method)),
    ]
    return Description(
        method.name, tuple((name, fact.replace("``", "")) for name, fact in facts if fact)
    )


def _several(method: Method) -> str:
    """What games of its form are called."""
    own = vars(method.noun)
    if not {"kind", "plural"} & own.keys():
        return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", method.noun.__name__).lower() + "s"
    return own.get("plural") or f"{method.noun.kind.replace('-', ' ')} games"  # type: ignore[attr-defined]


def _takes(method: Method, parameter: dict[str, str]) -> str:
    """Which games of its form it takes, as its documentation or its condition says."""
    first = next(iter(inspect.signature(method.function).parameters))
    said = parameter.get(first, "")
    if said and not _PLAIN.fullmatch(said):
        return said
    if method.applies is always:
        return f"all {_several(method)}"
    condition = (inspect.getdoc(method.applies) or "").partition("\n")[0]
    if condition and not condition.startswith(("Why ", "The reason ")):
        return condition
    return f"some {_several(method)}; `kibitz methods GAME` says whether it takes one, and why not"


def _option(option: inspect.Parameter, parameter: dict[str, str]) -> str:
    """What an option says, and what it is if left out."""
    said = parameter.get(option.name, "")
    if option.default is option.empty:
        return f"{said} Needed."
    return said if option.default in (None, "") else f"{said} Default {option.default}."


def _example(method: Method) -> str:
    """The command that runs it, on a game that it takes."""
    form = method.noun.__name__
    command = command_of(form, method.name)
    for call in _EXAMPLES.get(form, ()):
        noun = game(call)
        if form == "Lesson":
            fits = method.applies(method.noun(noun)) is None
        else:
            fits = (isinstance(noun, method.noun) or form in noun.also) and not method.why_not(noun)
        if fits:
            command = re.sub(r"\b(GAME|TREE|PROBLEM)\b", call, command)
            break
    if form == "CoalitionalGame" and method.applies(game(_WORTHS)) is not None:
        command = re.sub('"A:1.*?"', _VOTES, command)
    needed = required_options(method.function)
    return " ".join([command, *(_SETTINGS.get(name, f"--set {name}=...") for name in needed)])
