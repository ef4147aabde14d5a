"""The simplex of mixtures of three strategies, with trajectories from where it is clicked."""

from __future__ import annotations

from typing import Any

import traitlets

from kibitz.core.errors import GameError
from kibitz.core.shelf import game as named
from kibitz.learning.dynamics.methods import dynamics
from kibitz.notebook.widget import Widget, asset
from kibitz.strategic.build import bimatrix
from kibitz.strategic.game import StrategicGame
from kibitz.zero_sum.game import MatrixGame

LEAST = 1e-3
"""How far from the sides a trajectory begins."""


class SimplexWidget(Widget):
    """A triangle; a click follows the dynamics from there."""

    _esm = asset("simplex.js")
    labels = traitlets.List(traitlets.Unicode()).tag(sync=True)
    paths: Any = traitlets.List().tag(sync=True)
    """Trajectories, each a list of mixtures."""
    status = traitlets.Unicode().tag(sync=True)

    def __init__(self, game: StrategicGame, rule: str, options: dict[str, Any]) -> None:
        super().__init__()
        self._game, self._rule, self._options = game, rule, options
        self.labels = list(game.strategies[0])

    def follow(self, first: float, second: float, third: float) -> None:
        """Add the trajectory from a mixture of the three strategies.

        Parameters
        ----------
        first, second, third : float
            The weights of the strategies; they are scaled to add up to 1.
        """
        weights = [max(x, LEAST) for x in (first, second, third)]
        start = [x / sum(weights) for x in weights]
        path = dynamics(self._game, self._rule, [start, start], **self._options)
        spots = [[round(float(x), 5) for x in state[0]] for state in path.states]
        every = max(1, len(spots) // 400)
        self.paths = [*self.paths, spots[::every]]
        ends = ", ".join(
            f"{label} {x:.3f}" for label, x in zip(self.labels, spots[-1], strict=True)
        )
        self.status = f"{self._rule} leads to {ends}"

    def hear(self, message: dict[str, Any]) -> None:
        if message.get("ask") == "clear":
            self.paths, self.status = [], ""
        else:
            self.follow(*(float(x) for x in message["at"]))


def simplex(game: Any, rule: str = "replicator", **options: Any) -> SimplexWidget:
    """The simplex of a symmetric game with three strategies, to click on.

    Parameters
    ----------
    game : str or Noun
        A symmetric game, its name, or the payoff matrix of one player.
    rule : str, default "replicator"
        The dynamics: replicator, logit, best-response-flow, ...
    **options
        Options of the dynamics, such as ``time``.

    Returns
    -------
    SimplexWidget
        The widget; ``follow`` adds a trajectory as a click does.

    Examples
    --------
    >>> widget = simplex([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], time=5)
    >>> widget.follow(0.5, 0.3, 0.2)
    >>> len(widget.paths), len(widget.labels)
    (1, 3)
    """
    noun = named(game) if isinstance(game, str) else game
    if isinstance(noun, MatrixGame):
        noun = noun.strategic()
    if not isinstance(noun, StrategicGame):
        table = [list(line) for line in noun]
        noun = bimatrix(table, [list(line) for line in zip(*table, strict=True)])
    if [len(own) for own in noun.strategies] != [3, 3]:
        raise GameError("the simplex needs two players with three strategies each")
    return SimplexWidget(noun, rule, options)
