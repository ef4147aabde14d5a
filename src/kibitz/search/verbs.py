"""The verbs for games written as rules."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from kibitz.core.errors import GameError, nearest
from kibitz.core.explanation import Description, Explanation
from kibitz.core.options import refuse_unknown
from kibitz.core.verbs import describe, draw, explain
from kibitz.pictures import Picture
from kibitz.rules.compile.machine import machine
from kibitz.rules.game import Rules
from kibitz.rules.trees.game_tree import GameTree
from kibitz.search.draw import draw_search, searched
from kibitz.search.explain import explain_found, explain_search
from kibitz.search.methods import canonical, names, settings
from kibitz.search.result import SearchResult
from kibitz.search.solve import in_other_form
from kibitz.search.tree_statistics import tree_statistics

MOST_UNFOLDED = 2_000_000
"""Nodes of a game of hidden information whose tree is drawn."""
SMALL_SIZE = 10_000
"""Positions that are counted to describe a game."""


@explain.register
def explain_rules(rules: Rules, **options: Any) -> Explanation:
    """What a search did; for a game of hidden information, the derivation for its tree.

    >>> from kibitz.rules.examples import TakeAway
    >>> explain(TakeAway(6)).steps[1].prose.splitlines()[-1]
    'The value of perfect play is 1.'
    """
    if rules.has("information_state"):
        return explain(rules.as_tree(), **options)
    if rules.has("choices"):
        return explain(in_other_form(rules), **options)
    plan = None if options else rules.plan()
    if plan is not None:
        found: Explanation = plan.explain()
        return found
    refuse_unknown(explain_search, options, "explain")
    return explain_search(rules, **options)


@explain.register
def _(result: SearchResult) -> Explanation:
    return explain_found(result)


@draw.register
def draw_rules(rules: Rules, **options: Any) -> Picture:
    """The position at the start; the whole of a tree, and of a game of hidden information.

    ``what`` may be ``board``, ``tree``, or the name of a search that keeps a trace, such as
    ``alpha-beta``, for the tree that it walks through.
    """
    what = options.pop("what", "")
    if not what:
        tree = _tree(rules)
        if tree is not None:
            return draw(tree, **options)
    if what in ("", "board"):
        refuse_unknown(lambda rules: rules, options, "draw")
        return rules.position().draw()
    if what in ("tree", "solution"):
        return draw(rules.as_tree(), what=what, **options)
    return draw_search(searched(rules, _traced(rules, what)), **options)


def _traced(rules: Rules, what: str) -> str:
    """The search whose tree is to be drawn; an error with what can be drawn instead."""
    try:
        return canonical(what)
    except GameError:
        known = ("board", "tree", "solution")
        near = nearest(what, [*known, *(name for name in names() if "trace" in settings(name))])
        near = near or f"; known: {', '.join(known)}, and searches such as alpha-beta"
        raise GameError(f"cannot draw the {what!r} of {rules.name}{near}") from None


def _tree(rules: Rules) -> Any:
    """The tree, where it is what there is to see and small enough to unfold."""
    if isinstance(rules, GameTree) or rules.has("information_state"):
        with suppress(GameError):
            return rules.as_tree(MOST_UNFOLDED)
    return None


@describe.register
def describe_rules(rules: Rules) -> Description:
    """Who plays, what is hidden or left to chance, and whether the rules compile.

    >>> from kibitz.rules.examples import TakeAway
    >>> print(describe(TakeAway(5)))
    TakeAway
      players  2, zero-sum
      chance   no
      hidden   no
      moves    at most 256 in a position
      speed    compiled with the search
      size     28 nodes in the tree, 13 of them leaves; 10 positions; the longest play has 5 moves
    """
    made = machine(rules)
    size: tuple[tuple[str, str], ...] = ()
    with suppress(GameError):
        counted = str(tree_statistics(rules, SMALL_SIZE))
        size = (("size", counted.removeprefix(f"{rules.name}: ")),)
    bounded = rules.longest and not size  # where the plays were counted, their length is known
    length = f", {rules.longest:,} in a game" if bounded else ""
    facts = (
        ("players", f"{rules.players}{', zero-sum' if rules.zero_sum else ''}"),
        ("chance", "yes" if rules.has("chance") else "no"),
        ("hidden", "yes" if rules.has("information_state") else "no"),
        ("moves", f"at most {rules.most_moves} in a position{length}"),
        (
            "speed",
            "compiled with the search" if made.is_compiled else f"runs in Python: {made.reason}",
        ),
        *size,
    )
    return Description(rules.name, facts)
