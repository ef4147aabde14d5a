"""Show the examples in docstrings as code: Markdown would take their prompts for quotations."""

from __future__ import annotations

import re
from typing import Any

import griffe

ROLE = re.compile(r":(?:py:)?(?:mod|func|class|meth|attr|data|exc|obj):`~?([^`]+)`")

RULE = re.compile(r"=+(?: +=+)+")
RULED = re.compile(
    r"^=+(?: +=+)+\n(?:.+\n)+?=+(?: +=+)+(?:\n(?:.+\n)+?=+(?: +=+)+)?$", re.MULTILINE
)


def as_markdown(text: str) -> str:
    """A docstring with its examples in fences and its roles as plain code."""
    lines: list[str] = []
    inside = False
    for line in text.splitlines():
        starts = line.lstrip().startswith(">>> ")
        if starts and not inside:
            lines += ["", "```pycon"]
        elif inside and not line.strip():
            lines.append("```")
        inside = starts or (inside and bool(line.strip()))
        lines.append("" if line.strip() == "<BLANKLINE>" else line)
    lines += ["```"] if inside else []
    text = RULED.sub(_as_table, "\n".join(lines))
    return ROLE.sub(r"`\1`", re.sub(r"::$", ":", text, flags=re.MULTILINE))


def _as_table(found: re.Match[str]) -> str:
    """A table between rules of equals signs, the way Markdown draws it."""
    rule, *rows = found[0].splitlines()
    starts = [column.start() for column in re.finditer("=+", rule)]
    ends = [*starts[1:], None]
    cells = [
        [row[a:b].strip() for a, b in zip(starts, ends, strict=True)]
        for row in rows
        if not RULE.fullmatch(row)
    ]
    header = [] if sum(bool(RULE.fullmatch(row)) for row in rows) > 1 else [[""] * len(starts)]
    first, *others = [*header, *cells]
    lines = [first, [":--"] * len(starts), *others]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


class DoctestBlocks(griffe.Extension):
    """Rewrite every docstring on its way into the reference."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = as_markdown(obj.docstring.value)
