"""Write docs/methods.md, the page of all methods, from their registry."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from kibitz.core.files.atomic_file import write_text
from kibitz.core.method import Method, every_method

PAGE = Path(__file__).parents[1] / "methods.md"
HEAD = """# Methods

*Which ways are there to answer a question, and what do they cost?*

Every method is a name for `solve(method=...)` and for `kibitz solve --method`, and a function in a
file of its own. `kibitz methods GAME` says which of them apply to a game, and why others do not. The
methods of a lesson are learners: names for `train(method=...)` and `kibitz train --method`.
"""


def page() -> str:
    """The page: a table of methods for each form."""
    forms: dict[str, list[Method]] = defaultdict(list)
    for entry in every_method():
        forms[entry.noun.__name__].append(entry)
    parts = [HEAD]
    for noun, entries in sorted(forms.items()):
        kind = getattr(entries[0].noun, "kind", noun)
        parts.append(f"## {noun}: {kind}\n")
        parts.append("| method | finds | cost | reference |\n| :-- | :-- | :-- | :-- |")
        parts.extend(_row(entry) for entry in entries)
        parts.append("")
    return "\n".join(parts)


def _row(entry: Method) -> str:
    also = f" (also {', '.join(f'`{a}`' for a in entry.aliases)})" if entry.aliases else ""
    cells = (f"`{entry.name}`{also}", entry.finds, entry.cost, entry.reference)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


if __name__ == "__main__":
    write_text(PAGE, page())
