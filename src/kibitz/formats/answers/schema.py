"""JSON Schema of answers, from answers: which fields a kind has, and what they hold.

The shape of a kind is what all its answers have in common. It is written in JSON Schema (draft
2020-12), one file for each kind, beside ``common.json``, which says what a number is, and what
provenance and certificates hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from kibitz.formats.answers.provenance import KEYS, SCHEMA

DRAFT = "https://json-schema.org/draft/2020-12/schema"
HOME = "https://kibitz-games.github.io/kibitz/schemas/"
EXACT = r"^-?[0-9]+(/[0-9]+)?$"
"""An exact number: a string such as ``"7/12"``."""
SHARED = ("provenance", "certificate", "file")
"""Fields that all kinds have alike, the last only where several games are answered."""
NAMES = frozenset(
    {
        *("rows", "columns", "players", "labels", "supports", "favors", "title", "name", "names"),
        *("dummies", "null_players", "order", "veto_players"),
        *("states", "moves", "player", "label", "by", "winner", "move", "line", "best"),
        *("position", "game", "start", "at", "on", "agent", "seats"),
    }
)
"""Fields that hold names, also where these look like numbers."""
MOST_FIELDS = 40
"""Fields that a record may have; what has more keys is a table by name."""
_EXACT, _WORD = re.compile(EXACT), re.compile(r"[a-z][a-z0-9_]*")


@dataclass
class Shape:
    """What the values at one place look like.

    >>> shape = Shape()
    >>> shape.add({"value": "1/2", "fair": False})
    >>> shape.add({"value": 0.5, "fair": True, "moves": ["a"]})
    >>> shape.schema()["required"], shape.schema()["properties"]["value"]
    (['fair', 'value'], {'$ref': 'common.json#/$defs/number'})
    """

    named: bool = False
    """Whether what is written here are names."""
    kinds: set[str] = field(default_factory=set)
    items: Shape | None = None
    fields: dict[str, Shape] = field(default_factory=dict)
    objects: int = 0
    counts: dict[str, int] = field(default_factory=dict)

    def add(self, value: Any) -> None:
        """Note one more value."""
        if isinstance(value, dict):
            self._add_object(value)
        elif isinstance(value, list):
            self.kinds.add("array")
            self.items = self.items or Shape(self.named)
            for item in value:
                self.items.add(item)
        else:
            self.kinds.add(self._kind(value))

    def _add_object(self, value: dict[str, Any]) -> None:
        self.kinds.add("object")
        self.objects += 1
        for key, item in value.items():
            self.fields.setdefault(key, Shape(self.named or key in NAMES)).add(item)
            self.counts[key] = self.counts.get(key, 0) + 1

    def _kind(self, value: Any) -> str:
        if value is None:
            return "null"
        if isinstance(value, bool):
            return "boolean"
        if isinstance(value, int):
            return "integer"
        if isinstance(value, float):
            return "float"
        if self.named:
            return "name"
        return "exact" if _EXACT.match(value) else "string"

    @property
    def is_record(self) -> bool:
        """Whether objects here have fields, and are not tables by name."""
        often = [key for key, count in self.counts.items() if 2 * count >= self.objects]
        words = all(_WORD.fullmatch(key) for key in self.fields)
        return words and bool(often) and len(self.fields) <= MOST_FIELDS

    def mixed(self, where: str = "") -> list[str]:
        """Places at which exact numbers are written now as strings, now as whole numbers."""
        places = (
            [where] if {"exact", "integer"} <= self.kinds and "string" not in self.kinds else []
        )
        if self.items is not None:
            places += self.items.mixed(f"{where}[]")
        for key, shape in self.fields.items():
            places += shape.mixed(f"{where}.{key}" if where else key)
        return places

    def merged(self, other: Shape) -> Shape:
        """What the values at two places have in common."""
        made = Shape(self.named or other.named, self.kinds | other.kinds)
        made.objects = self.objects + other.objects
        if self.items is not None and other.items is not None:
            made.items = self.items.merged(other.items)
        else:
            made.items = self.items or other.items
        for source in (self, other):
            for key, shape in source.fields.items():
                old = made.fields.get(key)
                made.fields[key] = shape if old is None else old.merged(shape)
                made.counts[key] = made.counts.get(key, 0) + source.counts[key]
        return made

    def schema(self) -> dict[str, Any]:
        """The shape in JSON Schema."""
        choices: list[dict[str, Any]] = []
        if "name" in self.kinds:
            choices.append({"type": ["string", "number"]})
        elif self.kinds & {"exact", "float"} and "string" not in self.kinds:
            choices.append({"$ref": "common.json#/$defs/number"})
        elif "string" in self.kinds:
            choices.append({"type": "string"})
            if "float" in self.kinds:
                choices.append({"type": "number"})
        simple = self.kinds & {"null", "boolean", "integer"}
        simple -= {"integer"} if "name" in self.kinds else set()
        choices += [{"type": kind} for kind in sorted(simple)]
        if "array" in self.kinds:
            empty = self.items is None or not self.items.kinds
            inner = {} if empty or self.items is None else {"items": self.items.schema()}
            choices.append({"type": "array", **inner})
        if "object" in self.kinds:
            choices.append(self._record() if self.is_record else self._table())
        return choices[0] if len(choices) == 1 else {"anyOf": choices}

    def _record(self) -> dict[str, Any]:
        required = sorted(key for key, count in self.counts.items() if count == self.objects)
        properties = {key: self.fields[key].schema() for key in sorted(self.fields)}
        return {"type": "object", "required": required, "properties": properties}

    def _table(self) -> dict[str, Any]:
        values = Shape()
        for shape in self.fields.values():
            values = values.merged(shape)
        inner = {"additionalProperties": values.schema()} if values.kinds else {}
        return {"type": "object", **inner}


def shape_of(answers: Iterable[dict[str, Any]]) -> Shape:
    """What answers of one kind have in common, besides provenance and certificates."""
    shape = Shape()
    for data in answers:
        shape.add({key: value for key, value in data.items() if key not in SHARED})
    return shape


def schema_of(kind: str, shape: Shape, summary: str = "") -> dict[str, Any]:
    """The JSON Schema of a kind of answer.

    Parameters
    ----------
    kind : str
        The kind.
    shape : Shape
        What its answers have in common, as :func:`shape_of` finds it.
    summary : str
        What an answer of this kind is, in a sentence.

    Returns
    -------
    dict
        The schema, as its file holds it. A field that it does not list is refused, and a field
        that every known answer has is required.
    """
    properties = {key: part.schema() for key, part in sorted(shape.fields.items())}
    properties["kind"] = {"const": kind}
    for key in SHARED:
        properties[key] = {"$ref": f"common.json#/$defs/{key}"}
    required = sorted(key for key, count in shape.counts.items() if count == shape.objects)
    return {
        "$schema": DRAFT,
        "$id": f"{HOME}{kind}.json",
        "title": kind,
        **({"description": summary} if summary else {}),
        "type": "object",
        "required": required,
        "properties": properties,
        "additionalProperties": False,
    }


def common() -> dict[str, Any]:
    """What all kinds share: numbers, provenance, certificates."""
    optional = {"anyOf": [{"type": "number"}, {"type": "null"}]}
    properties: dict[str, Any] = {
        "schema": {"const": SCHEMA},
        "kibitz": {"type": "string"},
        "command": {"type": "string"},
        "game": {"type": ["object", "null"]},
        "method": {"type": "string"},
        "options": {"type": "object"},
        "seed": {"type": ["integer", "null"]},
        "seconds": optional,
        "at": {"type": ["string", "null"]},
        "machine": {
            "type": "object",
            "required": ["architecture", "system", "processors", "memory_gb", "python"],
        },
    }
    check = {
        "type": "object",
        "required": ["what", "passed", "found"],
        "properties": {
            "what": {"type": "string"},
            "passed": {"type": "boolean"},
            "found": {"type": "string"},
        },
    }
    return {
        "$schema": DRAFT,
        "$id": f"{HOME}common.json",
        "title": "what all answers share",
        "$defs": {
            "exact": {"type": "string", "pattern": EXACT},
            "file": {"description": "which file, where several are answered", "type": "string"},
            "number": {
                "description": "exact as a string, a float as a number, a root by its polynomial",
                "anyOf": [
                    {"$ref": "#/$defs/exact"},
                    {"type": "number"},
                    {"type": "object", "required": ["about"]},
                ],
            },
            "provenance": {
                "type": "object",
                "required": [*KEYS],
                "properties": properties,
                "additionalProperties": False,
            },
            "certificate": {
                "type": "object",
                "required": ["claim", "theorem", "holds", "checks"],
                "properties": {
                    "claim": {"type": "string"},
                    "theorem": {"type": "string"},
                    "holds": {"type": "boolean"},
                    "checks": {"type": "array", "items": check},
                    "unproved": {"type": "array", "items": {"type": "string"}},
                },
                "additionalProperties": False,
            },
        },
    }
