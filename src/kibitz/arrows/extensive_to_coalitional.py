"""What every coalition can guarantee in a tree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibitz.arrows.strategic_to_coalitional import strategic_to_coalitional
from kibitz.arrows.to_coalitional import to_coalitional
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.perfect_information import TreeWorths, perfect_information
from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.tree import CHANCE, LEAF


@to_coalitional.register
def extensive_to_coalitional(
    game: ExtensiveGame, reading: str = "security", order: Sequence[Any] | str | None = None
) -> CoalitionalGame:
    """The coalitional form of a tree: by minimax where everyone sees all moves.

    Where information is not perfect, that of its normal form.
    """
    if order is not None:
        raise GameError("order: a tree already says who moves when; leave it out")
    if reading == "security" and game.has_perfect_information:
        return tree_worths(game).game
    return strategic_to_coalitional(game.strategic(), reading)


@extends(ExtensiveGame)
def tree_worths(game: ExtensiveGame) -> TreeWorths:
    """What every coalition can guarantee in a tree of perfect information, by minimax.

    Parameters
    ----------
    game : ExtensiveGame
        A tree of perfect information.

    Returns
    -------
    TreeWorths
        The worths, with the tree they come from.

    Notes
    -----
    Cost: two passes over the tree for each coalition.
    """
    if not game.has_perfect_information:
        raise GameError("minimax needs a tree in which every player sees all moves")
    return perfect_information(_written(game), list(game.players), game.title)


def _written(game: ExtensiveGame) -> Any:
    """The tree as perfect_information reads it; children come after their parents."""
    tree = game.tree
    made: dict[int, Any] = {}
    for node in range(len(tree.actor) - 1, -1, -1):
        actor, children = int(tree.actor[node]), tree.children(node)
        if actor == LEAF:
            made[node] = {"payoffs": list(game.payoffs(node))}
        elif actor == CHANCE:
            made[node] = {"chance": [(game.probability(c), made.pop(c)) for c in children]}
        else:
            words = game.moves(int(tree.infoset[node]))
            moves = [(str(w), made.pop(c)) for w, c in zip(words, children, strict=True)]
            made[node] = {"player": str(game.players[actor]), "moves": moves}
    return made[0]
