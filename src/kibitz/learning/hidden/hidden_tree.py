"""The tree of a game with hidden information, in which learners are measured exactly."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.extensive.arrows.unfold import RulesLabels, unfold
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.methods.best_response import exploitability
from kibitz.extensive.strategies.profile import Profile
from kibitz.learning.training import conditions
from kibitz.learning.training.lesson import Lesson
from kibitz.rules.game import Move, Rules, State

MOST_NODES = 2_000_000
"""Trees of up to this many nodes are unfolded."""


def why_no_tree(lesson: Lesson) -> str | None:
    """Why a game has no tree of this kind, None when it has."""
    reason = conditions.hidden(lesson)
    if reason is None and lesson.rules.has("choices"):
        return "players move simultaneously in this game"
    return reason


class HiddenTree:
    """The unfolded game, with a way from positions to information sets."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.game: ExtensiveGame = unfold(rules, MOST_NODES)
        if self.game.forgetting:
            raise GameError(f"imperfect recall: {self.game.forgetting[0]}")

    def state(self, infoset: int) -> State:
        """A position of an information set."""
        labels = self.game.labels
        assert isinstance(labels, RulesLabels)
        return labels.state(self.game.tree, int(self.game.members[infoset][0]))

    @cached_property
    def _where(self) -> dict[Any, int]:
        found = {}
        for infoset, owner in enumerate(self.game.owners.tolist()):
            found[owner, self.rules.information_state(self.state(infoset), owner)] = infoset
        return found

    def infoset(self, state: State, player: int) -> int:
        """The information set of a player at a position."""
        found = self._where.get((player, self.rules.information_state(state, player)))
        if found is None:
            raise GameError(f"{self.rules.name}: player {player + 1} is not to move here")
        return found

    def policy(self, weights: Any, state: State, player: int) -> dict[Move, float]:
        """The part of a behavior strategy at a position; one weight for each sequence."""
        infoset = self.infoset(state, player)
        start, stop = self.game.offset[infoset : infoset + 2]
        moves = tuple(self.rules.moves(state))
        return dict(zip(moves, weights[start:stop].astype(float).tolist(), strict=True))

    def exploitability(self, weights: Any) -> float:
        """What both players could gain together by best responses to a behavior strategy."""
        return max(0.0, float(exploitability(self.game, Profile(self.game, weights))))

    def behavior(self, plan: Any) -> Any:
        """The behavior strategy of a realization plan; even where the plan never goes."""
        offset = self.game.offset[:-1].astype(np.int64)
        sizes = np.diff(self.game.offset)
        total = np.repeat(np.add.reduceat(plan[:-1], offset), sizes)
        even = np.repeat(1.0 / sizes, sizes)
        return np.where(total > 0, plan[:-1] / np.where(total > 0, total, 1), even)


@lru_cache(maxsize=4)
def hidden_tree(rules: Rules) -> HiddenTree:
    """The tree of a game; the same one every time."""
    return HiddenTree(rules)
