"""Every search by its name, with its settings: what commands and agents choose from.

>>> from kibitz.rules.examples import TakeAway
>>> prepare("minimax", TakeAway(6), depth=None)(TakeAway(6).position()).move
2
>>> prepare("minmax", TakeAway(6))
Traceback (most recent call last):
...
kibitz.core.errors.GameError: no search is called 'minmax'; did you mean 'minimax'?
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import Any

from kibitz.core.errors import GameError, did_you_mean
from kibitz.rules.game import Position, Rules
from kibitz.search.alpha_beta.transposition_table import Replacement
from kibitz.search.budget import Budget
from kibitz.search.result import SearchResult

Method = Callable[[Position], SearchResult]
SECONDS = 1.0
"""How long a search with a clock thinks about a move when nobody says."""

_FUNCTIONS = {
    "alpha-beta": "alpha_beta.alpha_beta:alpha_beta",
    "best-reply": "many_players.best_reply:best_reply",
    "clairvoyance": "hidden.clairvoyance:clairvoyance",
    "expectiminimax": "alpha_beta.expectiminimax:expectiminimax",
    "flat-monte-carlo": "monte_carlo.flat_monte_carlo:flat_monte_carlo",
    "flat-ucb": "monte_carlo.flat_monte_carlo:flat_ucb",
    "information-set-mcts": "hidden.information_set_mcts:information_set_mcts",
    "max-n": "many_players.max_n:max_n",
    "minimax": "alpha_beta.minimax:minimax",
    "mtd-f": "alpha_beta.mtd_f:mtd_f",
    "negamax": "alpha_beta.negamax:negamax",
    "paranoid": "many_players.paranoid:paranoid",
    "proof-number": "retrograde.proof_number:proof_number",
    "quiescence": "alpha_beta.quiescence:quiescence",
    "random-play": "monte_carlo.random_play:random_play",
    "scout": "alpha_beta.scout:scout",
    "shallow-max-n": "many_players.shallow_max_n:shallow_max_n",
    "single-reply-extension": "alpha_beta.single_reply_extension:single_reply_extension",
    "singular-extension": "alpha_beta.singular_extension:singular_extension",
    "star1": "alpha_beta.star:star1",
    "star2": "alpha_beta.star:star2",
    "uct-graph": "monte_carlo.uct_graph:uct_graph",
    "uct-tree": "monte_carlo.uct_tree:uct_tree",
}
"""Searches that are one function of a position."""
BLIND = ("clairvoyance", "information-set-mcts")
"""Searches that look only at what the player to move sees."""
_ALIASES = {
    "alphabeta": "alpha-beta",
    "negascout": "scout",
    "expectimax": "expectiminimax",
    "expecti-minimax": "expectiminimax",
    "iterative-deepening": "principal-variation",
    "singular": "singular-extension",
    "opening-book": "book",
    "gib": "clairvoyance",
    "ismcts": "information-set-mcts",
    "pvs": "principal-variation",
    "mtd(f)": "mtd-f",
    "mtdf": "mtd-f",
    "maxn": "max-n",
    "max^n": "max-n",
    "perfect": "exact",
    "uct": "mcts",
    "flat": "flat-monte-carlo",
    "pns": "proof-number",
}


def names() -> tuple[str, ...]:
    """What can be asked for.

    >>> "mcts" in names() and "scout" in names()
    True
    """
    return tuple(sorted([*_FUNCTIONS, *_MAKERS]))


def canonical(name: str) -> str:
    """The name of a search as it is kept here; a GameError with the nearest one if none is meant.

    >>> canonical("Alpha_Beta"), canonical("uct")
    ('alpha-beta', 'mcts')
    """
    word = name.strip().lower().replace("_", "-").replace(" ", "-")
    word = _ALIASES.get(word, word)
    if word not in names():
        near = did_you_mean(word, names()) or f"; known: {', '.join(names())}"
        raise GameError(f"no search is called {name!r}{near}")
    return word


def settings(name: str) -> dict[str, inspect.Parameter]:
    """The settings that a search takes, by name.

    >>> list(settings("mtd-f"))
    ['guess', 'depth', 'step', 'trace', 'table']
    """
    function = _MAKERS.get(canonical(name)) or _function(canonical(name))
    return dict(list(inspect.signature(function).parameters.items())[1:])


def prepare(name: str, rules: Rules, **given: Any) -> Method:
    """A search of one game, ready to be asked about positions; it may keep what it learns."""
    word = canonical(name)
    known = settings(word)
    for key in given:
        if key not in known:
            raise GameError(f"{word} has no setting {key!r}{did_you_mean(key, list(known))}")
    for key, setting in known.items():
        if setting.default is inspect.Parameter.empty and key not in given:
            raise GameError(f"{word} needs the setting {key!r}")
    if word in _MAKERS:
        made: Method = _MAKERS[word](rules, **given)
        return made
    return partial(_function(word), **given)


def automatic(rules: Rules) -> str:
    """The search that suits a game when nobody chooses.

    >>> from kibitz.rules.examples import TakeAway
    >>> automatic(TakeAway(6))
    'principal-variation'
    """
    if rules.searched_by:
        return rules.searched_by
    if rules.has("sees"):
        return "information-set-mcts"
    if rules.is_opposed and not rules.has("chance"):
        return "principal-variation"
    return "mcts"


def textbook(rules: Rules) -> str:
    """The search of the textbooks that covers a game whole.

    >>> from kibitz.rules.trees.build import game_tree
    >>> trees = ("max(1, 2)", "max(chance(1/2: 3, 1/2: 0), 1)", [(1, 2, 3), (3, 2, 1)])
    >>> [textbook(game_tree(tree)) for tree in trees]
    ['alpha-beta', 'expectiminimax', 'max-n']
    """
    if not rules.is_opposed:
        return "max-n"
    return "expectiminimax" if rules.has("chance") else "alpha-beta"


def _function(word: str) -> Callable[..., SearchResult]:
    module, _, name = _FUNCTIONS[word].partition(":")
    found: Callable[..., SearchResult] = getattr(import_module(f"kibitz.search.{module}"), name)
    return found


def _principal_variation(
    rules: Rules,
    depth: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    null_move: bool = False,
    futility: float = 0.0,
    width: int = 0,
    singular: float = 0.0,
    extend_forced: bool = True,
    memory: int = Budget().memory,
    replacement: Replacement = "always",
) -> Method:
    from kibitz.search.alpha_beta.principal_variation import PrincipalVariation, Pruning

    budget = Budget(seconds, nodes, depth, memory)
    if seconds is None and nodes is None and depth is None:
        budget = replace(budget, seconds=SECONDS)
    pruning = Pruning(null_move, futility, width, extend_forced, singular)
    engine = PrincipalVariation(rules, memory, pruning, replacement=replacement)
    return lambda position: engine.best(position, budget)


def _exact(rules: Rules, seconds: float | None = None, memory: int = Budget().memory) -> Method:
    from kibitz.search.perfect import Perfect

    return Perfect(rules, seconds, memory).solve


def _mcts(
    rules: Rules,
    iterations: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    threads: int = 1,
    exploration: float = 2**0.5,
    rave: float = 0.0,
    bias: float = 0.0,
    solver: bool = False,
    expand_at: int = 1,
    answer: str = "visits",
) -> Method:
    from kibitz.search.monte_carlo.mcts import MCTSSettings, mcts

    chosen = MCTSSettings(exploration, rave, bias, solver, expand_at, answer=answer)

    def search(position: Position) -> SearchResult:
        turn = seed + 1_000_003 * len(position.history)
        return mcts(position, iterations, seconds, turn, chosen, threads)

    return search


def _book(rules: Rules, file: str, then: str = "auto") -> Method:
    """The opening book in a file where it knows a move, another search where it does not."""
    from kibitz.search.opening_book import load_book

    book = load_book(file, rules)
    other = prepare(automatic(rules) if then == "auto" else then, rules)
    return lambda position: book.answer(position) or other(position)


_MAKERS: dict[str, Callable[..., Method]] = {
    "principal-variation": _principal_variation,
    "exact": _exact,
    "mcts": _mcts,
    "book": _book,
}
"""Searches that keep something from one position to the next, or have settings of their own."""
