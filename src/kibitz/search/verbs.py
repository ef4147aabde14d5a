"""The verbs for games written as rules."""

from __future__ import annotations

from kibitz.core.explanation import Description
from kibitz.core.picture import Picture
from kibitz.core.verbs import describe, draw, solve
from kibitz.rules.game import Rules
from kibitz.rules.machine import machine
from kibitz.search.result import SearchResult
from kibitz.search.search import Search


@solve.register
def solve_rules(rules: Rules, seconds: float | None = None) -> SearchResult:
    """The value of perfect play.

    >>> from kibitz.rules.examples import TakeAway
    >>> solve(TakeAway(8)).value
    -1
    """
    return Search(rules).solve(seconds)


@draw.register
def draw_rules(rules: Rules) -> Picture:
    """The position at the start."""
    picture: Picture = rules.picture(rules.start())
    return picture


@describe.register
def describe_rules(rules: Rules) -> Description:
    """Who plays, what is hidden or left to chance, and whether the rules compile.

    >>> from kibitz.rules.examples import TakeAway
    >>> print(describe(TakeAway(5)))
    TakeAway
      players  2, zero-sum
      chance   no
      hidden   nothing
      moves    at most 256 in a position
      speed    compiled with the search
    """
    made = machine(rules)
    length = f", {rules.longest} in a game" if rules.longest else ""
    facts = (
        ("players", f"{rules.players}{', zero-sum' if rules.zero_sum else ''}"),
        ("chance", "yes" if rules.has("chance") else "no"),
        ("hidden", "yes" if rules.has("sees") else "nothing"),
        ("moves", f"at most {rules.most_moves} in a position{length}"),
        (
            "speed",
            "compiled with the search" if made.is_compiled else f"runs in Python: {made.reason}",
        ),
    )
    return Description(rules.name, facts)
