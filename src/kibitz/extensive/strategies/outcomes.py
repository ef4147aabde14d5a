"""What happens when a profile is played: how likely each node, and each ending, is."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from kibitz.core.numbers import Number
from kibitz.extensive.strategies.profile import Profile
from kibitz.extensive.tree import LEAF

if TYPE_CHECKING:
    from kibitz.extensive.game import ExtensiveGame


def reach_probabilities(game: ExtensiveGame, profile: Profile) -> Any:
    """How likely each node is; needs no recall, since moves are drawn afresh at every node."""
    reach = edge_weights(game, profile)
    for start, stop in game.tree.spans[1:]:
        reach[start:stop] = reach[start:stop] * reach[game.tree.parent[start:stop]]
    return reach


def profile_values(game: ExtensiveGame, profile: Profile) -> Any:
    """What each player gets from every node on when the profile is played, in the game's unit."""
    tree = game.tree
    kind = object if profile.exact and game.exact else float
    values = np.zeros((len(tree), len(game.players)), kind)
    leaves = np.flatnonzero(tree.actor == LEAF)
    values[leaves] = game.amounts[tree.row[leaves]]
    weight = edge_weights(game, profile)
    for start, stop in reversed(tree.spans[1:]):
        np.add.at(values, tree.parent[start:stop], values[start:stop] * weight[start:stop, None])
    return values


def edge_weights(game: ExtensiveGame, profile: Profile) -> Any:
    """The probability of the move that leads to each node; 1 for the root."""
    tree = game.tree
    kind = object if profile.exact and game.exact else float
    weight = np.ones(len(tree), kind)
    happened = tree.chance >= 0
    if happened.any():
        weight[happened] = np.array(game.probabilities, kind)[tree.chance[happened]]
    below = np.arange(1, len(tree))
    chosen = below[tree.infoset[tree.parent[below]] >= 0]
    places = game.offset[tree.infoset[tree.parent[chosen]]] + tree.move[chosen]
    weight[chosen] = profile.weights[places]
    return weight


def outcome_distribution(game: ExtensiveGame, profile: Profile) -> dict[int, Number]:
    """The leaves that can be reached, each with its probability.

    >>> from kibitz.extensive import decision, extensive_game
    >>> from kibitz.extensive.strategies.profile import uniform
    >>> game = extensive_game(decision("A", l=(1, 0), r=(0, 1)))
    >>> outcome_distribution(game, uniform(game))
    {1: Fraction(1, 2), 2: Fraction(1, 2)}
    """
    reach = reach_probabilities(game, profile)
    leaves = np.flatnonzero(game.tree.row >= 0)
    return {int(leaf): _number(reach[leaf]) for leaf in leaves if reach[leaf]}


def history(game: ExtensiveGame, node: int) -> tuple[str, ...]:
    """The moves and events that lead to a node, in words."""
    words = []
    for below in game.tree.path(node)[1:]:
        above = int(game.tree.parent[below])
        infoset = int(game.tree.infoset[above])
        names = game.moves(infoset) if infoset >= 0 else game.labels.outcomes(game, above)
        words.append(names[int(game.tree.move[below])])
    return tuple(words)


def play_payoffs(game: ExtensiveGame, profile: Profile) -> tuple[Number, ...]:
    """What each player expects when the profile is played, with or without perfect recall."""
    reach = reach_probabilities(game, profile)[game.tree.row >= 0]
    exact = reach.dtype == object
    unit: Any = game.unit if game.unit is not None else 1.0
    payoffs = []
    for player in range(len(game.players)):
        column = game.amounts[:, player]
        total = (reach * (column.astype(object) if exact else column.astype(float))).sum()
        payoffs.append(Fraction(total) * unit if exact else float(total) * float(unit))
    return tuple(payoffs)


def _number(p: Any) -> Number:
    return p if isinstance(p, Fraction) else (Fraction(p) if isinstance(p, int) else float(p))
