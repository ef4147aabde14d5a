"""Every game, answer, proof, derivation, table and picture shows itself in a notebook, in HTML."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.core.method import methods

QUICK = ("nim 3 4 5", "gloves", "bargaining-triangle")
ALL = (
    "chicken",
    "dare",
    "centipede",
    "kayles 5",
    "nim 3 4 + kayles 5",
    "mock-turtles HTHTTH",
    "hackenbush house",
    "odd-or-even",
    "congestion",
    "selten-horse",
    "kuhn-poker",
    "forgetful-team",
    "big-match",
    "games-as-components",
    "cournot",
    "bertrand",
    "stackelberg",
    "airport",
    "bankruptcy",
    "security-council",
    "la-relance",
    "one-parameter",
    "larger-integer-infinite",
)
LONG = {"mccfr", "forgetful-cfr", "fictitious-play", "mcts"}
"""Methods that take seconds and give kinds of answers that others give, too."""
VOID = {"br", "img", "hr", "meta", "input"}


class Balance(HTMLParser):
    """Which tags are open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag, attrs):
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag


def check(shown) -> None:
    bundle = shown._repr_mimebundle_()
    assert bundle["text/plain"].strip()
    page = Balance()
    page.feed(bundle["text/html"])
    page.close()
    assert not page.open


@pytest.mark.parametrize("name", [*QUICK, *(pytest.param(n, marks=pytest.mark.slow) for n in ALL)])
def test_everything_shows_itself(name):
    game = kb.game(name)
    check(game)
    kinds: set[str] = set()
    for method in methods(game):
        if method.name in LONG or method.why_not(game):
            continue
        try:
            found = game.solve(method.name)
        except GameError:
            continue
        if found.kind in kinds:
            continue
        kinds.add(found.kind)
        check(found)
        check(found.verify())
        told = found.explain()
        check(told)
        for step in told.steps:
            for part in (step.table, step.picture):
                if part is not None:
                    check(part)
    assert kinds
