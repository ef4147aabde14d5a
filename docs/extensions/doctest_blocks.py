"""Show the examples in docstrings as code: Markdown would take their prompts for quotations."""

from __future__ import annotations

import re
from typing import Any

import griffe

ROLE = re.compile(r":(?:py:)?(?:mod|func|class|meth|attr|data|exc|obj):`~?([^`]+)`")


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
    return ROLE.sub(r"`\1`", "\n".join(lines))


class DoctestBlocks(griffe.Extension):
    """Rewrite every docstring on its way into the reference."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = as_markdown(obj.docstring.value)
