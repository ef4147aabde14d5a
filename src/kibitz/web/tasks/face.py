"""What lies before the players when a game begins."""

from __future__ import annotations

from kibitz.play.table import Table
from kibitz.web.tasks.play import rules_of, seen

SEED = 1
"""From which cards are dealt and dice thrown."""


def run(text: str) -> dict[str, str]:
    """The board as the first player sees it, in the colors of paper.

    >>> run("kuhn-poker")["svg"].startswith("<svg")
    True
    """
    rules = rules_of(text)
    picture = seen(Table(rules, [None] * rules.players, SEED))
    return {"svg": picture.svg if picture else ""}
