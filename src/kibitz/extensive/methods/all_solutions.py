"""All solutions of a tree, if they can be listed: equilibria by induction, or the optimal face."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.core.claim import Claim
from kibitz.core.explanation import Explanation
from kibitz.core.method import method
from kibitz.core.numbers import show_all
from kibitz.core.solution import Solution
from kibitz.core.spelling import count_of
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.methods.backward_induction import (
    SubgamePerfect,
    needs_perfect_information,
    subgame_perfect_equilibria,
)
from kibitz.extensive.methods.optimal_face import (
    OptimalFace,
    is_only_optimal,
    optimal_face,
    plan_faces,
)
from kibitz.extensive.methods.zero_sum import needs_zero_sum_and_recall
from kibitz.extensive.solution import ExtensiveEquilibrium
from kibitz.pictures import Picture


@dataclass(frozen=True, eq=False)
class SubgamePerfectEquilibria(Solution, kind="subgame-perfect-equilibria"):
    """All subgame-perfect equilibria in pure strategies of a game of perfect information."""

    game: ExtensiveGame
    equilibria: tuple[SubgamePerfect, ...]
    method: str = "backward induction with every tie"

    def __len__(self) -> int:
        return len(self.equilibria)

    @property
    def exact(self) -> bool:
        return self.game.exact

    def __str__(self) -> str:
        lines = [f"{count_of(len(self), 'subgame-perfect equilibrium')} in pure strategies"]
        for k, equilibrium in enumerate(self.equilibria, 1):
            moves = ", ".join(f"{where}: {move}" for where, move in equilibrium.choices.items())
            lines.append(f"{k}. pays {show_all(equilibrium.payoffs)}   {moves}")
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "game": self.game.title,
            "equilibria": [equilibrium.to_json() for equilibrium in self.equilibria],
            "method": self.method,
        }

    @classmethod
    def from_json(cls, game: ExtensiveGame, data: dict[str, Any]) -> SubgamePerfectEquilibria:
        parts = Claim(data).items("equilibria")
        return cls(game, tuple(SubgamePerfect.from_json(game, part) for part in parts))

    def explain(self) -> Explanation:
        """The derivation of the first."""
        return self.equilibria[0].explain()

    def draw(self) -> Picture:
        """The tree with the first of them."""
        return self.equilibria[0].draw()


def others_are_optimal(solution: ExtensiveEquilibrium) -> list[str]:
    """The players of an exact zero-sum game whose optimal strategy is not the only one.

    A linear program for each player, and two for each further move of a mixture; of other games
    nothing is claimed.

    >>> from kibitz import game
    >>> from kibitz.arrows import to_extensive
    >>> others_are_optimal(to_extensive(game("kuhn-poker")).solve("linear-program"))
    ['I']
    """
    game, profile = solution.game, solution.profile
    if not (game.exact and solution.exact) or needs_zero_sum_and_recall(game) is not None:
        return []
    faces = enumerate(plan_faces(game, solution.value))
    return [game.players[k] for k, face in faces if not is_only_optimal(game, k, face, profile)]


@method(
    ExtensiveGame,
    "subgame-perfect-equilibria",
    finds="all subgame-perfect equilibria in pure strategies",
    cost="O(nodes) for each of them",
    reference="Kuhn 1953",
    applies=needs_perfect_information,
    aliases=("all-subgame-perfect",),
)
def every_subgame_perfect_equilibrium(
    game: ExtensiveGame, most: int = 1000
) -> SubgamePerfectEquilibria:
    """All subgame-perfect equilibria in pure strategies of a game of perfect information.

    Parameters
    ----------
    game : ExtensiveGame
        A game of perfect information.
    most : int
        How many there may be; more are refused.

    Returns
    -------
    SubgamePerfectEquilibria
        The equilibria, in one answer.

    Notes
    -----
    Cost: O(nodes) for each of them.

    References
    ----------
    Kuhn 1953.

    Examples
    --------
    >>> from kibitz.extensive import decision, extensive_game
    >>> second = decision("B", "b", l=(0, 1), r=(3, 1))
    >>> game = extensive_game(decision("A", quit=(2, 2), go=second))
    >>> len(every_subgame_perfect_equilibrium(game))
    2
    """
    return SubgamePerfectEquilibria(game, subgame_perfect_equilibria(game, most))


def all_solutions(game: ExtensiveGame) -> SubgamePerfectEquilibria | OptimalFace:
    """All equilibria by backward induction, or the whole optimal face of a zero-sum game."""
    if game.has_perfect_information:
        return every_subgame_perfect_equilibrium(game)
    return optimal_face(game)
