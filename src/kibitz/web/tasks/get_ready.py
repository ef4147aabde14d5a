"""Compile the searches of a game while a person looks at its board."""

from __future__ import annotations

import math

from kibitz.core.compiling.ahead import compiled_ahead
from kibitz.play.players import is_hopeless
from kibitz.rules.game import Rules
from kibitz.search.alpha_beta.exact import SMALL, ExactSearch
from kibitz.search.methods import automatic
from kibitz.search.random_games import tree_digits
from kibitz.search.search import Search
from kibitz.web.tasks.play import rules_of


def run(text: str) -> bool:
    """Whether there was something to compile: small games are sooner searched in Python."""
    rules = rules_of(text)
    if not is_worthwhile(rules):
        return False
    here = rules.position()
    with compiled_ahead():
        if rules.longest is not None and not rules.has("known") and not is_hopeless(here):
            ExactSearch(rules).prepare(here)
        Search(rules).best(depth=1)
    return True


def is_worthwhile(rules: Rules) -> bool:
    """Whether a game is searched, and too large for Python.

    >>> from kibitz.games import game
    >>> is_worthwhile(game("connect-four")), is_worthwhile(game("tic-tac-toe"))
    (True, False)
    """
    if automatic(rules) != "principal-variation" or not rules.lists_all:
        return False
    return tree_digits(rules, games=3) / 2 > math.log10(SMALL)
