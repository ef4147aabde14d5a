"""Games given as explicit digraphs: the vertices are the positions, the arrows the moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from kibitz.combinatorial.digraphs.analysis import SMALL, Analysis
from kibitz.combinatorial.digraphs.explore import Indices, Starts, explore
from kibitz.combinatorial.errors import CycleError
from kibitz.combinatorial.game import ImpartialGame
from kibitz.core.errors import GameError
from kibitz.core.extension import call, extends
from kibitz.core.spelling import count_of

if TYPE_CHECKING:
    from kibitz.combinatorial.digraphs.loopy import LoopyValue
    from kibitz.combinatorial.digraphs.mex_equations import GrundyFunctions


@dataclass(frozen=True, eq=False, repr=False)
class Digraph(ImpartialGame):
    """A finite digraph in compressed rows, with a start vertex.

    ``heads[starts[v]:starts[v + 1]]`` are the numbers of the vertices one move from vertex v,
    ``names[v]`` is its position, and ``numbers`` leads back from names to numbers (not needed when
    the names are a range). Build one with :func:`kibitz.combinatorial.digraph`.

    >>> from kibitz.combinatorial.digraphs.read import digraph
    >>> game = digraph({"a": "b", "b": "c", "c": "ad", "d": "e", "e": ""})
    >>> game.outcomes()
    {'a': 'T', 'b': 'T', 'c': 'T', 'd': 'N', 'e': 'P'}
    >>> game.cycle(), game.at("d").nimber()
    (('a', 'b', 'c'), 1)
    """

    kind: ClassVar[str] = "digraph"
    theorem: ClassVar[str] = "working backwards from the ends"

    starts: Starts
    heads: Indices
    names: Sequence[Any]
    show_position: Callable[[Any], str] = field(default=str, kw_only=True)
    numbers: Mapping[Any, int] = field(default_factory=dict, kw_only=True)

    def check(self, position: Any) -> None:
        if position not in self:
            raise GameError(f"the start {position!r} is not a vertex of the graph")

    def __contains__(self, position: Any) -> bool:
        try:
            return position in (self.names if isinstance(self.names, range) else self.numbers)
        except TypeError:
            return False

    def __len__(self) -> int:
        return len(self.names)

    @property
    def edge_count(self) -> int:
        return len(self.heads)

    @property
    def name(self) -> str:
        return self.title or "a digraph"

    def show(self, position: Any) -> str:
        return self.show_position(position)

    def options(self, position: Any) -> list[Any]:
        v = self.number(position)
        names = self.names
        return [names[w] for w in self.heads[self.starts[v] : self.starts[v + 1]].tolist()]

    def number(self, position: Any) -> int:
        """The number of a vertex in the arrays.

        Parameters
        ----------
        position : hashable
            The name of a vertex.
        """
        return int(position) if isinstance(self.names, range) else self.numbers[position]

    def vertices(self) -> tuple[Any, ...]:
        return tuple(self.names)

    def terminals(self) -> tuple[Any, ...]:
        """The vertices without followers, where the game ends."""
        return tuple(self.names[v] for v in np.flatnonzero(np.diff(self.starts) == 0).tolist())

    def at(self, position: Any) -> Self:
        other = super().at(position)
        other.__dict__["analysis"] = self.analysis
        return other

    # Whole-graph answers: as arrays in the order of ``names``, and as dictionaries.

    @cached_property
    def analysis(self) -> Analysis:
        """Everything that is computed for the whole graph, kept for all its positions."""
        return Analysis(self.starts, self.heads, self.is_misere)

    @property
    def outcome_array(self) -> npt.NDArray[Any]:
        """P, N or T of every vertex, by retrograde analysis. O(V + E)."""
        return self.analysis.letters

    @property
    def remoteness_array(self) -> Indices:
        """Moves to the end under perfect play from every vertex; -1 where tied."""
        return self.analysis.labeled[1]

    @property
    def nimber_array(self) -> Indices:
        """The nimber of every vertex; -1 where a cycle can be reached. O(V + E)."""
        self._refuse_misere()
        return self.analysis.nimbers

    def outcomes(self) -> dict[Any, str]:
        """P, N or T of every vertex."""
        return dict(zip(self.names, self.outcome_array.tolist(), strict=True))

    def remotenesses(self) -> dict[Any, int | None]:
        """Moves to the end under perfect play from every vertex; None where tied."""
        array = self.remoteness_array.tolist()
        return {v: None if r < 0 else r for v, r in zip(self.names, array, strict=True)}

    def nimbers(self) -> dict[Any, int]:
        """The nimber of every vertex of a graph without cycles."""
        values = self.nimber_array
        if not self.acyclic:
            raise CycleError(self.cycle() or (), self.show)
        return dict(zip(self.names, values.tolist(), strict=True))

    def loopy_values(self) -> dict[Any, LoopyValue]:
        """The Fraenkel-Smith value of every vertex."""
        return call(self, "fraenkel_smith_values")

    def grundy_functions(self) -> GrundyFunctions:
        """The functions that satisfy the mex equation everywhere: none, one or several."""
        return call(self, "grundy_functions")

    # Structure.

    @property
    def acyclic(self) -> bool:
        """Whether no position can repeat; a finite graph is then progressively bounded."""
        return self.analysis.acyclic

    @property
    def progressively_bounded(self) -> bool:
        """Whether the number of moves from each vertex has a bound."""
        return self.acyclic

    def cycle(self) -> tuple[Any, ...] | None:
        """Some cycle, as the vertices on it; None when there is none. Loops count as cycles."""
        if self.acyclic:
            return None
        return self._cycle_from(int(np.flatnonzero(self.analysis.nimbers < 0)[0]))

    def longest_play(self, limit: int | None = None) -> int | None:
        """The most moves that can be made from the start; None when there is no bound."""
        most = int(self.analysis.longest[self.number(self.position)])
        return None if most < 0 else most

    def graph(self, limit: int | None = None) -> Digraph:
        """The part of the graph that can be reached from the start."""
        return reached(self, limit)

    def label_of(self, position: Any) -> str:
        """P, N or T of one vertex.

        Parameters
        ----------
        position : hashable
            The name of a vertex.

        Returns
        -------
        str
            "P": the previous player wins, "N": the next player wins, "T": tied.
        """
        return str(self.outcome_array[self.number(position)])

    def nimber_of(self, position: Any) -> int:
        """The nimber of one vertex; refused where a cycle can be reached.

        Parameters
        ----------
        position : hashable
            The name of a vertex.
        """
        v = self.number(position)
        value = int(self.nimber_array[v])
        if value < 0:
            raise CycleError(self._cycle_from(v), self.show)
        return value

    def remoteness_of(self, position: Any) -> int | None:
        """Moves to the end under perfect play from one vertex; None where tied.

        Parameters
        ----------
        position : hashable
            The name of a vertex.
        """
        moves = int(self.remoteness_array[self.number(position)])
        return None if moves < 0 else moves

    # Theorems and search.

    def _nimber(self, position: Any) -> int | None:
        if self.edge_count <= SMALL:
            return None
        value = int(self.nimber_array[self.number(position)])
        return None if value < 0 else value

    def _searched_nimber(self, position: Any, limit: int | None) -> int:
        if self.edge_count > SMALL:
            return self.nimber_of(position)
        return super()._searched_nimber(position, limit)

    def _outcome(self, position: Any) -> str | None:
        return None if self.edge_count <= SMALL else self.label_of(position)

    def remoteness_at(self, position: Any, limit: int | None = None) -> int | None:
        if self.edge_count <= SMALL:
            return super().remoteness_at(position, limit)
        return self.remoteness_of(position)

    def _graph_around(self, position: Any, limit: int | None = None) -> Digraph:
        return self

    def _cycle_from(self, v: int) -> tuple[Any, ...]:
        return tuple(self.names[w] for w in self.analysis.cycle_from(v))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Digraph):
            return NotImplemented
        return (
            (self.position, self.play) == (other.position, other.play)
            and list(self.names) == list(other.names)
            and np.array_equal(self.starts, other.starts)
            and np.array_equal(self.heads, other.heads)
        )

    def __repr__(self) -> str:
        size = f"{count_of(len(self), 'vertex')}, {count_of(self.edge_count, 'arrow')}"
        return f"<Digraph {size}, at {self.position!r}>"

    def __hash__(self) -> int:
        return hash((len(self), self.edge_count, self.position, self.play))


@extends(ImpartialGame)
def reached(game: ImpartialGame, limit: int | None = None) -> Digraph:
    """The positions of a game within reach of its start, as a digraph with the same moves.

    Parameters
    ----------
    game : ImpartialGame
        The game.
    limit : int, optional
        The largest number of positions visited.

    Returns
    -------
    Digraph
        The game.

    Examples
    --------
    >>> from kibitz import impartial
    >>> reached(impartial(10, lambda n: [n - k for k in (1, 2, 3) if k <= n])).longest_play()
    10
    """
    explored = explore(game.position, game.options, limit)
    return Digraph(
        game.position,
        explored.starts,
        explored.followers,
        explored.order,
        play=game.play,
        title=game.title,
        show_position=game.show,
        numbers=explored.numbers,
    )
