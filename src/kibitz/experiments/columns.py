"""The columns of results: those that all rows have, and those of each form of game.

Each form has a table of its own, ``matrix.parquet``, ``strategic.parquet`` and so on. Numbers that
are exact stand twice, as a float to compute with and as text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

COMMON: dict[str, tuple[str, str]] = {
    "row": ("int64", "its number in the grid"),
    "key": ("string", "a digest of the game, the method and the options"),
    "game": ("string", "the game, as it was typed"),
    "parameters": ("string", "the parameters of a named game, as JSON"),
    "specification": ("string", "JSON from which the game can be rebuilt"),
    "method": ("string", "the requested method"),
    "options": ("string", "its options, as JSON"),
    "seed": ("int64", "the random seed of the method"),
    "form": ("string", "the form of the game"),
    "status": ("string", "solved, refused, time, memory, died or defect"),
    "reason": ("string", "why there is no answer, or no proof, in one line"),
    "kind": ("string", "the kind of the answer"),
    "found": ("string", "how the answer was found, in words"),
    "exact": ("bool", "whether no number in it is a float"),
    "verified": ("bool", "whether the checker proved it"),
    "value": ("float64", "the value, where there is one"),
    "value_exact": ("string", "the same, exactly"),
    "answer": ("string", "the whole answer, as JSON"),
    "seconds": ("float64", "time the method took, including writing its answer"),
    "verify_seconds": ("float64", "time the checker took"),
    "at": ("string", "when the row was finished (UTC)"),
}
"""Name, type and meaning of the columns that all forms share."""

TIMES = ("seconds", "verify_seconds", "at")
"""Columns that differ from run to run."""

FORMS: dict[str, dict[str, tuple[str, str]]] = {
    "matrix": {
        "rows": ("int64", "strategies of the row player"),
        "columns": ("int64", "strategies of the column player"),
        "row_support": ("int64", "rows with a positive weight"),
        "column_support": ("int64", "columns with a positive weight"),
    },
    "strategic": {
        "players": ("int64", "number of players"),
        "strategies": ("list<int64>", "number of strategies of each player"),
        "equilibria": ("int64", "number of equilibria found; null if there are infinitely many"),
        "pure": ("int64", "how many of them are pure"),
        "infinite": ("bool", "whether there are infinitely many equilibria"),
        "degenerate": ("bool", "whether the game is degenerate"),
        "payoffs": ("list<float64>", "the payoffs, if the answer is a single equilibrium"),
    },
    "extensive": {
        "players": ("int64", "number of players"),
        "nodes": ("int64", "number of nodes of the tree"),
        "exploitability": ("float64", "what both best responses gain, for iterative methods"),
    },
    "rules": {
        "players": ("int64", "number of players"),
        "positions": ("int64", "number of positions examined"),
        "best": ("string", "a best move"),
        "exploitability": ("float64", "what both best responses gain, for iterative methods"),
    },
    "stochastic": {"states": ("int64", "number of states")},
    "coalitional": {
        "players": ("int64", "number of players"),
        "payoffs": ("list<float64>", "what each player gets, if the answer is a point"),
    },
    "impartial": {
        "nimber": ("int64", "the nimber"),
        "outcome": ("string", "who wins"),
        "period": ("int64", "the period of the nimbers of heaps"),
        "preperiod": ("int64", "number of heaps before the period begins"),
        "heaps_computed": ("int64", "number of heaps computed to prove or to look for a period"),
    },
    "match": {
        "seats": ("list<string>", "the agents, by seat"),
        "round": ("int64", "the number of the game among those of the same agents"),
        "payoffs": ("list<float64>", "what each seat got"),
        "moves": ("list<string>", "the moves"),
        "ending": ("string", "how it ended"),
        "forfeited": ("int64", "the seat that forfeited"),
        "thought": ("list<float64>", "seconds that each seat spent"),
    },
    "other": {},
}
"""Name, type and meaning of the columns that a form has besides."""

_NOUNS = {
    "MatrixGame": "matrix",
    "StrategicGame": "strategic",
    "ExtensiveGame": "extensive",
    "Rules": "rules",
    "StochasticGame": "stochastic",
    "CoalitionalGame": "coalitional",
    "CostGame": "coalitional",
    "ImpartialGame": "impartial",
}


def form_of(game: Any) -> str:
    """The form whose table a game belongs to.

    >>> import kibitz as kb
    >>> form_of(kb.matrix("1 2")), form_of(kb.game("nim 3 4"))
    ('matrix', 'impartial')
    """
    names = (cls.__name__ for cls in type(game).__mro__)
    return next((_NOUNS[name] for name in names if name in _NOUNS), "other")


def measures(game: Any, data: Mapping[str, Any], form: str) -> dict[str, Any]:
    """What the columns of its form say about a game and its answer."""
    found: dict[str, Any] = {}
    if "value" in data:
        found["value"], found["value_exact"] = _number(data["value"])
    more = _MEASURES.get(form)
    if more is not None:
        found.update(more(game, data))
    return {key: value for key, value in found.items() if value is not None}


def _number(x: Any) -> tuple[float | None, str | None]:
    """A number of an answer as a float, and as text where it is exact."""
    if isinstance(x, bool) or x is None:
        return None, None
    if isinstance(x, (int, float)):
        return float(x), str(x) if isinstance(x, int) else None
    if isinstance(x, Mapping):
        about = x.get("about")
        return (float(about) if isinstance(about, (int, float)) else None), None
    try:
        return float(Fraction(x)), str(x)
    except (ValueError, TypeError, OverflowError, ZeroDivisionError):
        return None, None


def _floats(xs: Any) -> list[float] | None:
    if not isinstance(xs, list):
        return None
    numbers = [_number(x)[0] for x in xs]
    return None if None in numbers else [x for x in numbers if x is not None]


def _support(weights: Any) -> int | None:
    numbers = _floats(weights)
    return None if numbers is None else sum(x != 0 for x in numbers)


def _of_matrix(game: Any, data: Mapping[str, Any]) -> dict[str, Any]:
    rows, columns = game.shape
    return {
        "rows": rows,
        "columns": columns,
        "row_support": _support(data.get("row")),
        "column_support": _support(data.get("column")),
    }


def _of_strategic(game: Any, data: Mapping[str, Any]) -> dict[str, Any]:
    listed = data.get("extreme", data.get("equilibria"))
    number = data.get("number")
    one = [data] if data.get("kind") == "equilibrium" else []
    known = listed if isinstance(listed, list) else one
    return {
        "players": len(game.players),
        "strategies": [int(n) for n in game.payoffs[0].array.shape],
        "equilibria": number if isinstance(number, int) else len(one) or None,
        "infinite": number == "infinite" if number is not None else None,
        "pure": sum(bool(e.get("pure")) for e in known if isinstance(e, dict)) if known else None,
        "degenerate": data.get("degenerate"),
        "payoffs": _floats(data.get("payoffs")),
    }


def _of_tree(game: Any, data: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "players": len(game.players),
        "nodes": len(game.tree),
        "exploitability": _number(data.get("exploitability"))[0],
    }


def _of_rules(game: Any, data: Mapping[str, Any]) -> dict[str, Any]:
    counts = data.get("counts")
    nodes = counts.get("nodes") if isinstance(counts, Mapping) else data.get("states")
    looked = data.get("positions", nodes)
    best = data.get("move", data.get("best"))
    return {
        "players": int(game.players),
        "positions": looked if isinstance(looked, int) else None,
        "best": best if isinstance(best, str) else None,
        "exploitability": _number(data.get("exploitability"))[0],
    }


def _of_states(game: Any, data: Mapping[str, Any]) -> dict[str, Any]:
    return {"states": len(game.states)}


def _of_coalitions(game: Any, data: Mapping[str, Any]) -> dict[str, Any]:
    answers = data.get("answers")
    parts = list(answers.values()) if isinstance(answers, Mapping) else [data]
    payoffs = parts[0].get("payoffs") if len(parts) == 1 and isinstance(parts[0], Mapping) else None
    if isinstance(payoffs, Mapping):
        payoffs = list(payoffs.values())
    return {"players": len(game.players), "payoffs": _floats(payoffs)}


def _of_heaps(game: Any, data: Mapping[str, Any]) -> dict[str, Any]:
    def whole(key: str) -> int | None:
        found = data.get(key)
        return found if isinstance(found, int) and not isinstance(found, bool) else None

    checked = whole("checked")
    return {
        "nimber": whole("nimber"),
        "outcome": data.get("outcome") if isinstance(data.get("outcome"), str) else None,
        "period": whole("period"),
        "preperiod": whole("preperiod"),
        "heaps_computed": whole("searched") if checked is None else checked,
    }


_MEASURES: dict[str, Callable[[Any, Mapping[str, Any]], dict[str, Any]]] = {
    "matrix": _of_matrix,
    "strategic": _of_strategic,
    "extensive": _of_tree,
    "rules": _of_rules,
    "stochastic": _of_states,
    "coalitional": _of_coalitions,
    "impartial": _of_heaps,
}


def columns_of(form: str) -> dict[str, tuple[str, str]]:
    """All columns of a form."""
    return {**COMMON, **FORMS[form]}
