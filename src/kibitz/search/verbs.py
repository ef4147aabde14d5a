"""The verbs for games written as rules."""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.explanation import Description, Explanation
from kibitz.core.options import refuse_unknown
from kibitz.core.picture import Picture
from kibitz.core.verbs import describe, draw, explain, solve
from kibitz.rules.compile.machine import machine
from kibitz.rules.game import Rules
from kibitz.rules.trees.game_tree import GameTree
from kibitz.search.alpha_beta.exact import NotSolved
from kibitz.search.alpha_beta.memo_value import Recurs
from kibitz.search.explain import explain_search
from kibitz.search.methods import prepare
from kibitz.search.perfect import Perfect
from kibitz.search.tree_statistics import tree_statistics

SMALL_SIZE = 10_000
"""Positions that are counted to describe a game."""
RECURRING = 1_000_000
"""Positions that are listed where they recur, unless the rules ask for it."""


@solve.register
def solve_rules(rules: Rules, **options: Any) -> Any:
    """The value of perfect play; where something is hidden, an equilibrium of the whole tree.

    Where all move at once, that of the stochastic game, or of the tree where that has no value.

    >>> from kibitz.rules.examples import TakeAway
    >>> solve(TakeAway(8)).value
    -1
    """
    if rules.has("sees"):
        return solve(_tree(rules), **options)
    if rules.has("choices"):
        return solve(_at_once(rules), **options)
    refuse_unknown(_value, options, "solve")
    return _value(rules, **options)


def _value(rules: Rules, method: str = "auto", seconds: float | None = None) -> Any:
    if method == "auto":
        perfect = Perfect(rules, seconds)
        if perfect.plan is not None:
            return perfect.plan
        try:
            return perfect.solve(rules.position())
        except Recurs as recurs:
            return _recurring(rules, recurs)
    given = {} if seconds is None else {"seconds": seconds}
    return prepare(method, rules, **given)(rules.position())


def _at_once(rules: Rules) -> Any:
    """Moves made at the same time: the stochastic game with a matrix game in each position.

    A tree where more than two play, or not against each other.
    """
    if rules.players > 1 and not rules.is_opposed:
        return _tree(rules)
    endless = getattr(rules, "endless", None)
    return import_module("kibitz.stochastic.from_rules.convert").to_stochastic(rules, endless)


def _recurring(rules: Rules, recurs: Recurs) -> Any:
    """Chance and positions that come back: a stochastic game, of a sibling of this package."""
    if rules.players > 2 or not rules.zero_sum:
        raise recurs
    try:
        return import_module("kibitz.stochastic.from_rules.recurring").solve_rules(
            rules, most=RECURRING
        )
    except GameError as error:
        raise NotSolved(f"{recurs} ({error})") from None


def _tree(rules: Rules) -> Any:
    """The game in extensive form, a sibling of this package that it does not import."""
    return import_module("kibitz.extensive.arrows.unfold").unfold(rules)


@explain.register
def explain_rules(rules: Rules, **options: Any) -> Explanation:
    """What a search did; for a game of hidden information, the derivation for its tree.

    >>> from kibitz.rules.examples import TakeAway
    >>> explain(TakeAway(6)).steps[1].prose.splitlines()[-1]
    'The value of perfect play is 1.'
    """
    if rules.has("sees"):
        return explain(_tree(rules), **options)
    if rules.has("choices"):
        return explain(_at_once(rules), **options)
    plan = None if options else rules.plan()
    if plan is not None:
        found: Explanation = plan.explain()
        return found
    refuse_unknown(explain_search, options, "explain")
    return explain_search(rules, **options)


@draw.register
def draw_rules(rules: Rules, **options: Any) -> Picture:
    """The position at the start; the whole of a tree, and of a game of hidden information."""
    if rules.has("sees") or isinstance(rules, GameTree):
        return draw(_tree(rules), **options)
    return rules.position().draw()


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
      size     28 nodes in the tree, 13 of them leaves; 10 positions; 5 moves at most
    """
    made = machine(rules)
    size: tuple[tuple[str, str], ...] = ()
    with suppress(GameError):
        counted = str(tree_statistics(rules, SMALL_SIZE))
        size = (("size", counted.removeprefix(f"{rules.name}: ")),)
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
        *size,
    )
    return Description(rules.name, facts)
