"""The tab from which everything can be taken away: links and files."""

from __future__ import annotations

from kibitz.web.view import View
from kibitz.web.widgets import words


def take_tab(view: View) -> None:
    """Build the tab."""
    words("The address of this page restores it: send it to another browser.", "p")
