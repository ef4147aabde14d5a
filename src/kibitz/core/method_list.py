"""Methods in a list: what applies to a game, and why the rest does not."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from kibitz.core.display import Displayable
from kibitz.core.errors import TooLarge

if TYPE_CHECKING:
    from kibitz.core.explanation import Table
    from kibitz.core.method import Method


class Methods(list["Method"], Displayable):
    """Methods as a list; those for a game print with the reasons why some do not apply to it.

    Parameters
    ----------
    found : iterable of Method
        The methods, in the order in which they are listed.
    game : Noun, optional
        The game that they are for; without one, all of them are taken to apply.

    Examples
    --------
    >>> from kibitz import matrix, methods
    >>> methods(matrix("1 0; 0 1")).reasons()["saddle-point"]
    'no entry is least in its row and greatest in its column'
    """

    def __init__(self, methods: Iterable[Method] = (), game: Any = None) -> None:
        super().__init__(methods)
        self._game = game

    def entries(self) -> list[dict[str, Any]]:
        """Each method as a dictionary; for a game, with whether it applies, and why it does not.

        ``applies`` is None where only solving shows, since the game is too large for a first look.
        """
        forms: dict[str, Any] = {}
        return [_entry(method, self._game, forms) for method in self]

    def reasons(self) -> dict[str, str]:
        """Why methods do not apply to the game, by name."""
        return {e["name"]: e["reason"] for e in self.entries() if e.get("applies", True) is False}

    def tables(self) -> list[Table]:
        """A table for each form; then what only solving shows, and what does not apply."""
        from kibitz.core.explanation import Table

        entries, about = self.entries(), ("finds", "cost", "reference")
        groups: dict[str, list[dict[str, Any]]] = {}
        for entry in entries:
            if entry.get("applies", True):
                groups.setdefault(entry["form"], []).append(entry)
        tables = [Table((form, *about), _rows(group)) for form, group in groups.items()]
        unclear = [entry for entry in entries if entry.get("applies", True) is None]
        if unclear:
            header, why = ("shown by solving", *about), unclear[0]["reason"]
            tables.append(Table(header, _rows(unclear), caption=why))
        others = [entry for entry in entries if entry.get("applies", True) is False]
        if others:
            rows = tuple((", ".join(names), why) for why, names in by_reason(others))
            tables.append(Table(("does not apply", "because"), rows))
        return tables

    def to_json(self) -> dict[str, Any]:
        return {"kind": "methods", "methods": self.entries()}

    def __str__(self) -> str:
        return "\n\n".join(table.text() for table in self.tables())

    def _repr_html_(self) -> str:
        return "".join(table.html() for table in self.tables())

    def _repr_markdown_(self) -> str:
        return "\n\n".join(table.markdown() for table in self.tables())


class MethodPages(Methods):
    """The methods of one name, which print as a description each."""

    def __str__(self) -> str:
        return self._pages("\n\n", str)

    def _repr_html_(self) -> str:
        return self._pages("", lambda page: page._repr_html_())

    def _repr_markdown_(self) -> str:
        return self._pages("\n\n", lambda page: page._repr_markdown_())

    def _pages(self, between: str, form: Callable[[Any], str]) -> str:
        return between.join(form(method.describe()) for method in self)


def by_reason(others: Iterable[dict[str, Any]]) -> list[tuple[str, list[str]]]:
    """Each reason with the methods that have it, the reason of the fewest first.

    >>> reasons = {"a": "too large", "b": "no saddle", "c": "too large"}
    >>> by_reason([{"name": name, "reason": reasons[name]} for name in reasons])
    [('no saddle', ['b']), ('too large', ['a', 'c'])]
    """
    names: dict[str, list[str]] = {}
    for other in others:
        names.setdefault(other["reason"], []).append(other["name"])
    return sorted(names.items(), key=lambda entry: len(entry[1]))


def _rows(entries: list[dict[str, Any]]) -> tuple[tuple[str, ...], ...]:
    """Methods that find the same thing below each other, and what they find said once."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for entry in entries:
        groups.setdefault(entry["finds"], []).append(entry)
    return tuple(
        (entry["name"], "" if place else finds, entry["cost"], entry["reference"])
        for finds, group in groups.items()
        for place, entry in enumerate(group)
    )


def _entry(method: Method, game: Any, forms: dict[str, Any]) -> dict[str, Any]:
    about: dict[str, Any] = {
        "name": method.name,
        "form": getattr(method.noun, "kind", method.noun.__name__),
        "finds": method.finds,
        "cost": method.cost,
        "reference": method.reference,
        "aliases": list(method.aliases),
        "options": [p.name for p in method.options],
    }
    if game is not None:
        reason = method.why_not(game, forms)
        about.update({"applies": reason is None, "reason": reason})
        other = None if isinstance(game, method.noun) else forms[game.also[method.noun.__name__]]
        if isinstance(other, TooLarge):
            about.update({"applies": None, "reason": str(other)})
    return about
