"""What networks see of the information sets of a game, and which outputs are moves there."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.learning.deep.network import Weights, answers
from kibitz.learning.encoding.encode import encode
from kibitz.learning.hidden.hidden_tree import HiddenTree
from kibitz.learning.training.learner import Kept
from kibitz.rules.game import Move, State

FAR = -1e9


class SeenInfosets:
    """Inputs, outputs and legal moves of all information sets."""

    def __init__(self, tree: HiddenTree) -> None:
        game, rules = tree.game, tree.rules
        self.code = encode(rules)
        states = [tree.state(infoset) for infoset in range(game.infosets)]
        self.seen = self.code.observe_all(states, game.owners.tolist()).reshape(len(states), -1)
        self.output = np.concatenate([self.code.action_list(rules.moves(s)) for s in states])
        self.infoset = game.treeplex.infoset_of
        self.legal = np.zeros((len(states), self.code.actions), bool)
        self.legal[self.infoset, self.output] = True
        self.sequence = np.zeros(self.legal.shape, np.int64)
        self.sequence[self.infoset, self.output] = np.arange(len(self.output))

    def behavior(self, odds: Any) -> Any:
        """Rows of outputs as a weight for each sequence."""
        return odds[self.infoset, self.output].astype(float)

    def policy(self, weights: Weights, state: State, player: int) -> dict[Move, float]:
        """What a policy network does at a position."""
        seen = self.code.observe(state, player).reshape(1, -1)
        legal = self.code.legal(state, player)[None]
        odds = softmax(answers(weights, seen), legal)[0]
        return self.code.policy(state, odds, player)


def softmax(found: Any, legal: Any) -> Any:
    """Probabilities of the legal outputs, a row each."""
    wanted = np.where(legal, found, FAR)
    powers = np.exp(wanted - wanted.max(axis=1, keepdims=True)) * legal
    return powers / powers.sum(axis=1, keepdims=True)


def read_network(kept: Kept, name: str, own: Weights) -> Weights:
    """The arrays of a network, which must have the sizes of ours."""
    for part, array in own.items():
        found = kept.arrays.get(f"{name}.{part}")
        if found is None or found.shape != np.shape(array):
            raise GameError("the network of the model has different sizes")
    return {part: kept.arrays[f"{name}.{part}"].copy() for part in own}
