"""Show the examples of the book as sessions, without the marks that only the tests need."""

from __future__ import annotations

import re
from typing import Any

BLANK = re.compile(r"^ *<BLANKLINE>$", re.MULTILINE)


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Color what is typed and not what is answered; a blank line is a blank line."""
    return BLANK.sub("", markdown).replace("```python\n>>> ", "```pycon\n>>> ")
