"""The nodes that a tree is written with: decisions, chance, and ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.core.errors import GameError


@dataclass(frozen=True, slots=True)
class Leaf:
    """The end of the game: what each player gets, and perhaps what this ending is called.

    Payoffs are in the order of the players, or by player.
    """

    payoffs: tuple[Any, ...] | Mapping[str | int, Any]
    name: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """A player chooses a move; nodes with one ``infoset`` look alike to the player."""

    player: str | int
    moves: tuple[tuple[str, Any], ...]
    infoset: str | None = None


@dataclass(frozen=True, slots=True)
class Chance:
    """Something happens: labels, probabilities and what follows."""

    outcomes: tuple[tuple[str, Any, Any], ...]


def leaf(*payoffs: Any, name: str = "") -> Leaf:
    """An ending that pays this much; one number in a game of two is what the second player pays.

    Parameters
    ----------
    *payoffs : Any
        A payoff for each player, in order.
    name : str, optional
        A name for the outcome.

    Returns
    -------
    Leaf
        The leaf.
    """
    return Leaf(tuple(payoffs), name)


def decision(
    player: str | int,
    infoset: str | None = None,
    moves: Mapping[str, Any] | None = None,
    /,
    **more: Any,
) -> Decision:
    """A node where a player chooses among named moves.

    Moves whose names are not Python words go into a dict: ``decision("Ann", "1", {"2x": ...})``.

    Parameters
    ----------
    player : str or int
        Who moves, by name or by position from 0.
    infoset : str, optional
        The name of the information set; by default the node is one by itself.
    moves : mapping[str, Any], optional
        What follows each move, by name.
    **more : Any
        What follows each move, by name.

    Returns
    -------
    Decision
        The node.
    """
    given = {**(moves or {}), **more}
    if not given:
        raise GameError(f"player {player!r}: a node without moves is a leaf; give it payoffs")
    return Decision(player, tuple(given.items()), infoset)


def chance(
    outcomes: Mapping[str, tuple[Any, Any]] | None = None, /, **more: tuple[Any, Any]
) -> Chance:
    """A node where chance moves: ``label=(probability, what follows)``.

    Parameters
    ----------
    outcomes : mapping[str, tuple[Any, Any]], optional
        A pair (probability, node) for each outcome, by name.
    **more : tuple[Any, Any]
        The same as keywords.

    Returns
    -------
    Chance
        The node.
    """
    given = {**(outcomes or {}), **more}
    for label, pair in given.items():
        if not isinstance(pair, Sequence) or isinstance(pair, str) or len(pair) != 2:
            raise GameError(f"chance, {label!r}: give a pair (probability, node)")
    return Chance(tuple((label, p, after) for label, (p, after) in given.items()))
