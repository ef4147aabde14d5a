"""What a page needs to know about a game before anything is computed."""

from __future__ import annotations

import inspect
import re
import typing
from typing import Any

from kibitz.core.documented import described
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation
from kibitz.core.method import Method, methods
from kibitz.core.noun import Noun
from kibitz.core.numbers import Number
from kibitz.core.registry import Parameter
from kibitz.web.own_rules import is_python
from kibitz.web.tasks.export import formats
from kibitz.web.tasks.noun import noun_of
from kibitz.web.tasks.options import FILES
from kibitz.web.tasks.pictures import pictures

TOLD_AS = {"html": "html", "md": "markdown", "tex": "latex", "pdf": "pdf", "json": "to_json"}
"""The endings of files that hold a derivation, each with what makes it."""
OBJECTS = ("Callable", "Table", "Profile", "Policy", "Aggregate", "Orders", "Model")
"""Kinds of options that programs give, but users do not type."""
UNTYPED = ("dtype", "resume", "every")
"""Such options by name, and those about the file in which a run is kept."""
LONGEST = 300_000
"""Characters of a game that an editor shows."""


def run(text: str) -> dict[str, Any]:
    """Its form, description, text in JSON, and all methods with whether they apply."""
    noun: Any = noun_of(text)
    spelled = _json(noun)
    return {
        "kind": noun.kind,
        "noun": type(noun).__name__,
        "forms": [form.__name__ for form in type(noun).__mro__],
        "title": title(noun),
        "about": about(noun) or (said(noun) if is_python(text) else ""),
        "made_by": noun.made_by[0] if noun.made_by else "",
        "python": is_python(text),
        "playable": _is_playable(noun),
        "edges": [list(map(str, e)) for e in noun.edges] if _is_picture(noun) else [],
        "ground": list(map(str, noun.ground)) if _is_picture(noun) else [],
        "parameters": _parameters(noun),
        "players": _players(noun),
        "formats": formats(text),
        "told_as": [kind for kind, name in TOLD_AS.items() if hasattr(Explanation, name)],
        "facts": [] if _has_moves(noun) else facts(noun),
        "pictures": pictures(noun),
        "json": spelled if len(spelled) <= LONGEST else "",
        "methods": listed(noun, own=_has_moves(noun) or noun.kind == "extensive"),
        "has_moves": _has_moves(noun),
        "tree": "",
        "more": noun.kind == "extensive" or (_has_moves(noun) and noun.has("information_state")),
    }


def title(noun: Any) -> str:
    """What the game is called: its title, or the name of its rules.

    >>> from kibitz.games import game
    >>> title(game("chicken")), title(game("kuhn-poker")), title(game("nim 3 4 5"))
    ('Chicken', 'Kuhn poker', 'Nim')
    """
    found = getattr(noun, "title", "") or (noun.made_by and getattr(noun, "name", "")) or ""
    return str(found)[:1].upper() + str(found)[1:]


def about(noun: Noun) -> str:
    """What the shelf says of a game with a name, in a sentence."""
    from kibitz.core.registry import SHELF

    made = noun.made_by
    return SHELF[made[0]].description if made is not None and made[0] in SHELF else ""


def said(noun: Noun) -> str:
    """What one's own rules say of themselves, in their first line."""
    return (type(noun).__doc__ or "").strip().partition("\n")[0]


def listed(noun: Noun, own: bool = False) -> list[dict[str, Any]]:
    """The methods of a game, or only those of its own form, which need no other form of it."""
    found = methods(noun)
    return [_method(m, noun) for m in found if not own or isinstance(noun, m.noun)]


def _has_moves(noun: Noun) -> bool:
    from kibitz.rules.game import Rules

    return isinstance(noun, Rules)


def _is_playable(noun: Noun) -> bool:
    """Whether it has moves that a person can make."""
    from kibitz.play.adapters.forms import as_rules

    try:
        as_rules(noun)
    except GameError:
        return False
    return True


def _is_picture(noun: Noun) -> bool:
    """Whether it is Hackenbush, whose edges an editor draws."""
    return type(noun).__name__ == "Hackenbush"


def _json(noun: Noun) -> str:
    from kibitz.formats.files import dumps

    try:
        return dumps(noun, "json")
    except GameError:
        return ""


def _parameters(noun: Noun) -> list[dict[str, Any]]:
    """What a game of the shelf was made with; nothing for sums and other games."""
    from kibitz.core.registry import SHELF

    if noun.made_by is None or noun.made_by[0] not in SHELF:
        return []
    name, given = noun.made_by
    lists = [p for p in SHELF[name].parameters if p.annotation == tuple[Number, ...] and p.default]
    sizes = [len(given.get(p.name, p.default)) for p in lists]
    rows = {p.name: "numbers" for p in lists}
    if sizes == [len(_players(noun))]:
        rows["players"] = "names"
    return [
        {
            "name": p.name,
            "value": _spelled(given[p.name]) if p.name in given else "",
            "default": "" if p.required or p.default is None else _spelled(p.default),
            "several": "yes" if isinstance(given.get(p.name, p.default), (tuple, list)) else "",
            "rows": rows.get(p.name, ""),
            "choices": _choices(p),
        }
        for p in SHELF[name].parameters
    ]


def _choices(parameter: Parameter) -> list[str]:
    """The words that a parameter may be, where these are few."""
    if parameter.annotation is bool:
        return ["no", "yes"]
    kinds = typing.get_args(parameter.annotation)
    literal = typing.get_origin(parameter.annotation) is typing.Literal
    return [str(kind) for kind in kinds] if literal else []


def _players(noun: Noun) -> list[str]:
    """The names of the players, of a game that names them."""
    found = getattr(noun, "players", ())
    return list(map(str, found)) if isinstance(found, tuple) else []


def _spelled(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, (tuple, list)):
        return ",".join(map(_spelled, value))
    return str(getattr(value, "value", value))


def facts(noun: Noun) -> list[list[str]]:
    """What the game is, in words; of rules that takes long, since they are compiled for it."""
    try:
        description = noun.describe()
    except GameError:
        return []
    return [[description.title, ""], *([name, fact] for name, fact in description.facts)]


def _method(entry: Method, noun: Noun) -> dict[str, Any]:
    reason = entry.why_not(noun)
    description = described(inspect.getdoc(entry.function) or "")
    usable = [p for p in entry.options if p.kind is not p.VAR_KEYWORD and _is_typed(p)]
    if any(p.name in FILES and p.default is p.empty for p in entry.options):
        reason = "it reads a file; use the command line"
    return {
        "name": entry.name,
        "finds": entry.finds,
        "cost": entry.cost,
        "reference": entry.reference,
        "summary": entry.summary,
        "reason": reason,
        "options": [_option(p, description.get(p.name, "")) for p in usable],
    }


def _is_typed(parameter: inspect.Parameter) -> bool:
    """Whether an option is one that a person can write into a field."""
    kind = str(parameter.annotation)
    return parameter.name not in (*FILES, *UNTYPED) and not any(x in kind for x in OBJECTS)


def _option(parameter: inspect.Parameter, about: str) -> dict[str, Any]:
    default = parameter.default
    kind = str(parameter.annotation).removeprefix("<class '").removesuffix("'>")
    choices = re.findall(r"'([^']*)'", kind) if kind.startswith("Literal") else []
    return {
        "name": parameter.name,
        "kind": kind,
        "default": "" if default in (None, parameter.empty) else str(default),
        "needed": default is parameter.empty,
        "choices": ["yes", "no"] if kind.startswith("bool") else choices,
        "about": about,
    }
