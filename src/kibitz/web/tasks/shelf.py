"""All games with a name, each with how it is called and an example."""

from __future__ import annotations

from typing import Any

from kibitz.core.registry import Parameter, ShelfEntry

SAMPLES = {
    "heaps": "3 4 5",
    "lengths": "12",
    "counters": "13",
    "code": "0.77",
    "fraction": "1/2",
    "set": "1,2,3",
}
"""What stands for a parameter that cannot be left out."""


def run() -> list[dict[str, Any]]:
    """Every game of the shelf."""
    from kibitz.core.shelf import shelf

    return [
        {
            "name": entry.name,
            "family": entry.family,
            "usage": entry.usage,
            "about": entry.description,
            "sample": sample(entry),
        }
        for entry in shelf()
    ]


def sample(entry: ShelfEntry) -> str:
    """A call of a game that works: its name, and what cannot be left out.

    >>> from kibitz.core.shelf import look_up
    >>> sample(look_up("kayles")), sample(look_up("octal")), sample(look_up("chicken"))
    ('kayles 3 4 5', 'octal 0.77 3 4 5', 'chicken')
    """
    return " ".join([entry.name, *(_given(p) for p in entry.parameters if p.required)])


def _given(parameter: Parameter) -> str:
    example = SAMPLES.get(parameter.name, "3")
    return f"{parameter.name}={example}" if parameter.by_name_only else example
