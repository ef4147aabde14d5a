"""Which games a search covers, and what it may be asked for; refusals say what else there is."""

from __future__ import annotations

from collections import deque
from itertools import islice
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.players import ROMAN, which_player
from kibitz.rules.fault import OF_RULES, blamed
from kibitz.rules.game import OVER, SIMULTANEOUS, Position, Rules
from kibitz.rules.trees.game_tree import GameTree

NEXT = 64
"""Positions whose keys are compared before a search."""


HIDDEN = (
    "it would see hidden information; solve finds an equilibrium, and information-set-mcts or "
    "clairvoyance a move"
)


def moved_in_turn(rules: Rules) -> str | None:
    """Games in which the players move in turn."""
    if rules.has("choices"):
        return "players move simultaneously; solve finds mixed strategies"
    return None


def in_turn(rules: Rules) -> str | None:
    """Games in which the players move in turn and see everything."""
    return HIDDEN if rules.has("information_state") else moved_in_turn(rules)


def two_sided(rules: Rules) -> str | None:
    """Games of two players with a zero sum, who see everything, without chance."""
    return in_turn(rules) or _not_two_sided(rules)


def at_most_two(rules: Rules) -> str | None:
    """Games of one or two sides who see everything; there may be chance."""
    return in_turn(rules) or _too_many(rules)


def quiet_known(rules: Rules) -> str | None:
    """Quiescence asks the rules for estimates and for noisy moves."""
    for needed in ("evaluate", "noisy"):
        if not rules.has(needed):
            return f"it needs rules with the method {needed}()"
    return two_sided(rules)


def _not_two_sided(rules: Rules) -> str | None:
    if not rules.is_opposed:
        return "it is not a zero-sum game of two players; use max-n, paranoid or mcts"
    return "chance moves in this game; use expectiminimax or mcts" if rules.has("chance") else None


def _too_many(rules: Rules) -> str | None:
    more = rules.players > 1 and not rules.is_opposed
    return "more than two sides; use max-n" if more else None


IN_A_TREE = {"evaluate": 'nodes with an "estimate"', "noisy": 'moves that are "noisy"'}
"""What stands in a tree where rules have a method."""


def require_written(rules: Rules, search: str, *methods: str) -> None:
    """Refuse a game that lacks what a search goes by."""
    for name in methods:
        if not rules.has(name):
            needed = IN_A_TREE[name] if isinstance(rules, GameTree) else f"the method {name}()"
            raise GameError(f"{rules.name}: {search} needs {needed}")


def require_two_sided(rules: Rules) -> None:
    """Refuse what minimax is not made for: other than two players with a zero sum, and chance.

    >>> from kibitz.rules.trees.build import game_tree
    >>> require_two_sided(game_tree([(1, 2, 3), (3, 2, 1)], players=3))
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: game tree: it is not a zero-sum game of two ...
    """
    reason = _not_two_sided(rules)
    if reason is not None:
        raise GameError(f"{rules.name}: {reason}")


def require_at_most_two(rules: Rules) -> None:
    """Refuse more than two sides; one player alone, and chance, are welcome."""
    reason = _too_many(rules)
    if reason is not None:
        raise GameError(f"{rules.name}: {reason}")


def require_turn_in_key(position: Position) -> None:
    """Refuse a ``key`` that forgets whose turn it is, as far as the next positions show it.

    A table would take what is known of the one position for the other. Rules that go wrong here are
    refused as well, or left to the search, which says what it cannot use.
    """
    if not position.rules.has("key"):
        return
    from kibitz.rules.compile.machine import what_they_are

    same = what_they_are(position.rules)
    asked = None if same is None else (*same, position.state)
    try:
        if asked in _COMPARED:
            return
        _compare_keys(position)
        if asked is not None:
            _COMPARED[asked] = None
            while len(_COMPARED) > MOST_COMPARED:
                _COMPARED.pop(next(iter(_COMPARED)), None)
    except GameError:
        raise
    except OF_RULES as error:
        if fault := blamed(position.rules, error):
            raise GameError(fault) from error


MOST_COMPARED = 256
_COMPARED: dict[tuple[Any, ...] | None, None] = {}
"""Rules and positions whose keys were found to tell whose turn it is, those last asked for."""


def _compare_keys(position: Position) -> None:
    rules = position.rules
    first: dict[Any, Any] = {}
    waiting, seen = deque([position.state]), {position.state}
    while waiting:
        state = waiting.popleft()
        if rules.player(state) < 0:
            continue
        other = first.setdefault(rules.key(state), state)
        if rules.player(other) != rules.player(state):
            raise GameError(
                f"{rules.name}: key() is the same at {rules.show(other)!r:.40} and "
                f"{rules.show(state)!r:.40}, where different players move; make the turn part of it"
            )
        moves = islice(rules.moves(state), NEXT - len(seen))
        after = [rules.play(state, move) for move in moves]
        waiting += [new for new in dict.fromkeys(after) if new not in seen]
        seen.update(after)


def require_player(position: Position) -> None:
    """Refuse a position where no single player is to move."""
    if position.player == OVER:
        raise GameError(f"{position.rules.name}: the game is over, so there is no move to find")
    if position.player == SIMULTANEOUS:
        raise GameError(
            f"{position.rules.name}: players move simultaneously; write the moves one after another"
        )
    if position.player < 0:
        raise GameError(f"{position.rules.name}: chance is to move, so there is no move to find")


def require_some(count: Any, things: str) -> None:
    """Refuse a number of iterations, games and the like that is not whole, or less than one.

    >>> require_some(0, "games")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: games is 0; it must be a whole number, at least 1
    """
    if isinstance(count, bool) or not isinstance(count, int) or count < 1:
        raise GameError(f"{things} is {count}; it must be a whole number, at least 1")


def require_whole(limit: Any, name: str, things: str) -> None:
    """Refuse a limit on some things that is not a whole number from 0 on."""
    if isinstance(limit, bool) or not isinstance(limit, int) or limit < 0:
        raise GameError(f"{name} is {limit!r}; it must be a whole number of {things}, 0 or more")


def seat_of(rules: Rules, player: int | str) -> int:
    """A player by position, from 0, or by name; as text also by number, as the game counts.

    I, II, ... are names everywhere, max and min those of two players.

    >>> from kibitz.rules.trees.build import game_tree
    >>> seat_of(game_tree([3, 5]), "min"), seat_of(game_tree([(1, 2), (2, 1)], "AB"), "b")
    (1, 1)
    >>> seat_of(game_tree([(1, 2, 3), (2, 1, 3)]), "III")
    2
    """
    names = [rules.player_name(k) for k in range(rules.players)]
    if isinstance(player, str):
        words, word = [name.lower() for name in names], player.strip().lower()
        if rules.players == 2 and word in ("max", "min") and word not in words:
            return ("max", "min").index(word)
        if word not in words and word.upper() in ROMAN[: rules.players]:
            return ROMAN.index(word.upper())
    try:
        return which_player(player, names, rules.first_number)
    except GameError as error:
        raise GameError(f"{rules.name}: {error}") from None
