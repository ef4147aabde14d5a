"""Searches by name, with their settings: what commands and players choose from.

The searches are the methods of :class:`~kibitz.rules.game.Rules` in the one registry
(:mod:`kibitz.core.method`) that can be asked about any position.

>>> from kibitz.rules.examples import TakeAway
>>> prepare("minimax", TakeAway(6), depth=None)(TakeAway(6).position()).move
2
>>> prepare("minmax", TakeAway(6))
Traceback (most recent call last):
...
kibitz.core.errors.GameError: unknown search 'minmax'; did you mean 'minimax'?
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.method import Method as Registered
from kibitz.core.method import own_method, own_methods
from kibitz.rules.game import Position, Rules
from kibitz.search.result import SearchResult
from kibitz.search.walk import root_of

Method = Callable[[Position], SearchResult]
SECONDS = 1.0
"""How long a search with a clock thinks about a move by default."""


def keeping(maker: Callable[..., Method]) -> Callable[..., SearchResult]:
    """A method that keeps what it learns from one position to the next.

    The function makes the search of one game, ``maker(rules, **settings)``; the method asks it
    about one position, and :func:`prepare` about many.
    """

    @wraps(maker)
    def search(game: Rules | Position, **settings: Any) -> SearchResult:
        position = root_of(game)
        return maker(position.rules, **settings)(position)

    search.prepared = maker  # type: ignore[attr-defined]
    return search


def names() -> tuple[str, ...]:
    """The searches.

    >>> "mcts" in names() and "scout" in names()
    True
    """
    return tuple(found.name for found in own_methods(Rules) if _is_search(found))


def canonical(name: str) -> str:
    """The name of a search as the registry has it; an error with the nearest one otherwise.

    >>> canonical("Alpha_Beta"), canonical("uct")
    ('alpha-beta', 'mcts')
    """
    return _search(name).name


def is_blind(name: str) -> bool:
    """Whether a search looks only at what the player to move sees.

    >>> is_blind("clairvoyance"), is_blind("mcts")
    (True, False)
    """
    return _search(name).applies(_Hidden()) is None


def settings(name: str) -> dict[str, inspect.Parameter]:
    """The settings that a search takes, by name.

    >>> list(settings("mtd-f"))
    ['guess', 'depth', 'step', 'trace', 'table']
    """
    return {option.name: option for option in _search(name).options}


_SAME = (
    ("constant", "exploration", "c"),
    ("games", "iterations", "samples", "simulations", "playouts", "rollouts"),
    ("guess", "first_guess", "f"),
)
"""Words for one setting; each search takes one of them, and is asked with any."""


def setting_named(name: str, word: str) -> str:
    """The setting of a search that a word means; the word itself where it means none.

    >>> setting_named("uct-tree", "c"), setting_named("mcts", "c"), setting_named("mcts", "depth")
    ('constant', 'exploration', 'depth')
    """
    known = settings(name)
    for words in _SAME if word not in known else ():
        meant = [other for other in words if other in known]
        if word in words and len(meant) == 1:
            return meant[0]
    return word


def prepare(name: str, rules: Rules, **given: Any) -> Method:
    """A search of one game, ready to be asked about positions; it may keep what it learns."""
    chosen = _search(name)
    known = settings(chosen.name)
    given = {setting_named(chosen.name, key): value for key, value in given.items()}
    for key in given:
        if key not in known:
            raise GameError(f"{chosen.name} has no setting {key!r}{did_you_mean(key, list(known))}")
    for key, setting in known.items():
        if setting.default is inspect.Parameter.empty and key not in given:
            raise GameError(f"{chosen.name} needs the setting {key!r}")
    maker = getattr(chosen.function, "prepared", None)
    ready: Method = partial(chosen.function, **given) if maker is None else maker(rules, **given)
    return ready


def automatic(rules: Rules) -> str:
    """The search that suits a game where none is chosen.

    >>> from kibitz.rules.examples import TakeAway
    >>> automatic(TakeAway(6))
    'principal-variation'
    """
    if rules.searched_by:
        return rules.searched_by
    if rules.has("information_state"):
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


class _Hidden(Rules):
    """Rules in which something is hidden."""

    def information_state(self, state: Any, player: int) -> Any:
        return player


def _search(name: str) -> Registered:
    found = own_method(Rules, name)
    if found is None or not _is_search(found):
        near = did_you_mean(name, names()) or f"; known: {', '.join(names())}"
        raise GameError(f"unknown search {name!r}{near}")
    return found


def _is_search(method: Registered) -> bool:
    """Whether it can be asked about any position, not only about the game from its start."""
    if hasattr(method.function, "prepared"):
        return True
    signature = inspect.signature(method.function)
    first = next(iter(signature.parameters.values()))
    takes = any(word in str(first.annotation) for word in ("Position", "Searched"))
    return takes and "Result" in str(signature.return_annotation)
