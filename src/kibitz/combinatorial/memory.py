"""What searches from any position of the same game have found so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kibitz.combinatorial.errors import CycleError, require_hashable
from kibitz.combinatorial.methods.nimber import nimber_search
from kibitz.combinatorial.methods.outcome import outcome_search
from kibitz.combinatorial.methods.post_order import Values

if TYPE_CHECKING:
    from kibitz.combinatorial.digraphs.game import Digraph
    from kibitz.combinatorial.game import ImpartialGame


@dataclass
class Memory:
    """What is known of the positions of a game, and the searches that add to it."""

    nimbers: dict[Any, int] = field(default_factory=dict)
    """As :func:`~kibitz.combinatorial.methods.nimber.nimber_search` keeps them."""
    outcomes: dict[Any, bool] = field(default_factory=dict)
    """As :func:`~kibitz.combinatorial.methods.outcome.outcome_search` keeps them."""
    remoteness: Values = field(default_factory=Values)
    graph: Digraph | None = None
    """Laid out when a search has gone round, to be worked on from its ends backwards."""

    def laid_out(self, position: Any) -> bool:
        return self.graph is not None and position in self.graph

    def nimber(self, game: ImpartialGame, position: Any, limit: int | None) -> int:
        """The nimber of a position by the mex rule."""
        if not self.laid_out(position):
            return nimber_search(position, game.options, self.nimbers, limit, game.show)
        return game._graph_around(position, limit).nimber_of(position)

    def outcome(self, game: ImpartialGame, position: Any, limit: int | None) -> str:
        """The outcome of a position by search, backwards from the ends if play can cycle."""
        require_hashable(position)
        bit = None if game.is_misere else self.nimbers.get(position)
        if bit is not None:
            return "N" if bit > 1 else "P"
        if not self.laid_out(position):
            try:
                return outcome_search(
                    position, game.options, game.is_misere, self.outcomes, limit, game.show
                )
            except CycleError:
                pass
        return game._graph_around(position, limit).label_of(position)

    def graph_around(self, game: ImpartialGame, position: Any, limit: int | None) -> Digraph:
        """An explicit graph that holds everything reachable from a position."""
        if self.graph is None or position not in self.graph:
            self.graph = game.at(position).graph(limit)
        return self.graph
