"""The noun: a picture of edges that stands on the ground, to be chopped down edge by edge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, Self

from kibitz.combinatorial.errors import LimitError, require_hashable
from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.hackenbush.chops import chop_values, chops_to
from kibitz.combinatorial.hackenbush.fusion import Fusion, fuse
from kibitz.combinatorial.hackenbush.stalks import misere_outcome, stalk_lengths
from kibitz.combinatorial.hackenbush.standing import Incidence, depth_first, incidence
from kibitz.combinatorial.limits import read_limit
from kibitz.combinatorial.move import Move
from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of

if TYPE_CHECKING:
    from kibitz.combinatorial.digraphs.game import Digraph
    from kibitz.combinatorial.methods.perfect_play import PerfectPlay

Edge = tuple[Hashable, Hashable]
MOST_EDGES = 500_000
"""Edges of the largest picture that is accepted: about a kilobyte each."""
SMALL = 300
"""Edges up to which a position is evaluated afresh rather than looked up among all chops."""
AFFORDABLE = 40_000
"""Positions searched for the quickest win and the longest resistance when no limit is given."""
_OF_ONE_POSITION = ("position", "made_by", "_fusion", "_bridges", "_chop_values")


@dataclass(frozen=True, repr=False)
class Hackenbush(ImpartialGame):
    """Green Hackenbush: chop an edge, and all that has lost contact with the ground falls.

    Edges are pairs of vertices, in any number between the same two; an edge may be a loop. All
    vertices in ``ground`` are one as far as play goes. A position is the tuple of the edges, by
    number and in ascending order, that were chopped from what still stands: the start is ``()``,
    and what has fallen need not be given. Build one with
    :func:`~kibitz.combinatorial.hackenbush.reading.hackenbush`.

    >>> from kibitz.combinatorial.hackenbush import hackenbush
    >>> house = hackenbush("0-a a-b b-0 b-c")
    >>> house.nimber(), [str(move) for move in house.moves_to(1)]
    (0, ['chop 0-a', 'chop b-c'])
    """

    theorem: ClassVar[str] = "the fusion and colon principles"

    edges: tuple[Edge, ...]
    ground: tuple[Hashable, ...] = (0,)
    spelling: str = field(default="edges", kw_only=True, compare=False)
    """How positions are written: as "edges", "stalks" or a "tree", or by the name of a picture."""
    places: Mapping[Hashable, tuple[float, float]] | None = field(
        default=None, kw_only=True, compare=False
    )
    """Where the vertices are drawn: to the right and upwards, the ground at height 0."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "edges", checked_edges(self.edges))
        object.__setattr__(self, "ground", checked_ground(self.ground))
        self._refuse_what_floats()
        super().__post_init__()

    # Positions.

    def check(self, position: Any) -> None:
        right = "give a tuple of edge numbers in ascending order, () for the whole picture"
        if not isinstance(position, tuple):
            raise GameError(f"{position!r:.60} is not a position of hackenbush; {right}")
        for edge in position:
            self._check_edge(edge)
        if any(a >= b for a, b in pairwise(position)):
            raise GameError(f"{position!r:.60} is not a position of hackenbush; {right}")
        place = self._fusion_at(position).standing.place
        for edge in position:
            if max(place[v] for v in self._incidence.ends[edge]) < 0:
                raise GameError(
                    f"edge {self.label(edge)} (number {edge}) fell with another edge and was not "
                    "chopped itself; omit it from the position"
                )

    def at(self, position: Any) -> Self:
        require_hashable(position)
        kept = {key: value for key, value in self.__dict__.items() if key not in _OF_ONE_POSITION}
        other = object.__new__(type(self))
        other.__dict__.update(kept, position=position, _memory=self._memory)
        other.check(position)
        return other

    def chop(self, *edges: int) -> Self:
        """The game after some edges, by number, have been chopped one after the other.

        Parameters
        ----------
        *edges : int
            The numbers of the edges, from 0, in the order in which they are chopped.

        Returns
        -------
        Hackenbush
            The game after the chops; an edge that is down already is refused.

        Examples
        --------
        >>> from kibitz.combinatorial.hackenbush import stalks
        >>> print(stalks(3, 4, 5).chop(1, 7))
        Green Hackenbush: stalks 1 4 0, normal play
        """
        game = self
        for edge in edges:
            game._check_edge(edge)
            if not game._stands(edge):
                raise GameError(f"edge {self.label(edge)} (number {edge}) has already been chopped")
            game = game.at(game._left_by(edge))
        return game

    def standing(self, position: Any = None) -> tuple[int, ...]:
        """The numbers of the edges that still stand.

        Parameters
        ----------
        position : hashable, optional
            A position of the game; that of this game if None.
        """
        fusion = self._fusion if position is None else self._fusion_at(position)
        return tuple(fusion.standing.edges())

    def options(self, position: Any) -> Iterator[Any]:
        fusion, bridges = self._analyzed(position)
        for edge in fusion.standing.edges():
            yield self._after(fusion, bridges, position, edge)

    def _moves(self, position: Any) -> Iterator[Move]:
        fusion, bridges = self._analyzed(position)
        for edge in fusion.standing.edges():
            left = self._after(fusion, bridges, position, edge)
            yield Move(f"chop {self.label(edge)}", left)

    def _after(
        self, fusion: Fusion, bridges: dict[int, int], position: Any, edge: int
    ) -> tuple[int, ...]:
        """The position left by a chop; earlier chops that fall with a branch are forgotten."""
        if not position:
            return (edge,)
        b = bridges.get(edge)
        if b is None:
            return tuple(sorted((*position, edge)))
        standing, ends = fusion.standing, self._incidence.ends
        low, high = fusion.head[b], standing.last[fusion.head[b]]

        def stays(vertex: int) -> bool:
            v = standing.place[vertex]
            return v >= 0 and not low <= v <= high

        kept = [e for e in position if stays(ends[e][0]) or stays(ends[e][1])]
        return tuple(sorted((*kept, edge)))

    # How it is written.

    @property
    def name(self) -> str:
        return self.title or "Green Hackenbush"

    @cached_property
    def labels(self) -> list[str]:
        """A name for each edge: its ends, and its number among edges with the same ends."""
        names = [f"{u}-{v}" for u, v in self.edges]
        keys = [frozenset(pair) for pair in self.edges]
        alike, seen = Counter(keys), Counter[frozenset[Hashable]]()
        for k, key in enumerate(keys):
            if alike[key] > 1:
                seen[key] += 1
                names[k] += f" ({seen[key]})"
        return names

    def label(self, edge: int) -> str:
        """The name of an edge.

        Parameters
        ----------
        edge : int
            The number of an edge, from 0.
        """
        return self.labels[edge]

    def show(self, position: Any) -> str:
        from kibitz.combinatorial.hackenbush.writing import written

        return written(self, position)

    def __repr__(self) -> str:
        return f"hackenbush({self.show(self.position)!r})"

    # Values.

    def _nimber(self, position: Any) -> int | None:
        if position == self.position:
            return self._fusion.nimber
        if len(self.edges) > SMALL:
            for edge in set(position) - set(self.position):
                if self._stands(edge) and position == self._left_by(edge):
                    return self._chop_values[edge]
        return self._fusion_at(position).nimber

    def _outcome(self, position: Any) -> str | None:
        if not self.is_misere:
            return super()._outcome(position)
        lengths = stalk_lengths(self._fusion_at(position))
        return None if lengths is None else misere_outcome(lengths)

    def chop_values(self) -> dict[int, int]:
        """The nimber that the chop of each standing edge leaves, by edge number.

        >>> from kibitz.combinatorial.hackenbush import hackenbush
        >>> hackenbush("0-a a-b b-0").chop_values()
        {0: 2, 1: 0, 2: 2}
        """
        self._refuse_misere()
        return dict(self._chop_values)

    def moves_to(self, value: int, limit: int | None = None) -> tuple[Move, ...]:
        """Every chop that leaves this nimber, in linear time on trees."""
        self._refuse_misere()
        return tuple(
            Move(f"chop {self.label(edge)}", self._left_by(edge))
            for edge in chops_to(self._fusion, value)
        )

    def longest_play(self, limit: int | None = None) -> int | None:
        """All edges, one by one from the top."""
        return len(self.standing())

    # Searches, refused before they begin where the positions are too many.

    def remoteness_at(self, position: Any, limit: int | None = None) -> int | None:
        self._refuse_vast(position, limit)
        return super().remoteness_at(position, limit)

    def best_moves(self, limit: int | None = None) -> tuple[Move, ...]:
        return super().best_moves(self._affordable(limit))

    def line(self, limit: int | None = None) -> PerfectPlay:
        return super().line(self._affordable(limit))

    def graph(self, limit: int | None = None) -> Digraph:
        self._refuse_vast(self.position, limit)
        return super().graph(limit)

    def _searched_nimber(self, position: Any, limit: int | None) -> int:
        self._refuse_vast(position, limit)
        return super()._searched_nimber(position, limit)

    def _searched_outcome(self, position: Any, limit: int | None) -> str:
        self._refuse_vast(position, limit)
        return super()._searched_outcome(position, limit)

    def _affordable(self, limit: int | None) -> int | None:
        """A limit for a search that is not needed to know who wins."""
        return AFFORDABLE if limit is None and not self.is_misere else limit

    def _refuse_vast(self, position: Any, limit: int | None) -> None:
        bound = read_limit(limit)
        least = self._fusion_at(position).standing.positions_at_least()
        if least > bound:
            known = "nimber() and winning_moves() need no search"
            raise LimitError(
                f"{self.name}: {count_of(least, 'position')} or more can be reached, and a "
                "search keeps at "
                f"most {bound:,}; " + ("take a smaller picture" if self.is_misere else known)
            )

    # The picture by numbers.

    @cached_property
    def _incidence(self) -> Incidence:
        return incidence(self.edges, self.ground)

    @cached_property
    def _fusion(self) -> Fusion:
        return fuse(depth_first(self._incidence, self.position))

    def _fusion_at(self, position: Any) -> Fusion:
        if position == self.position:
            return self._fusion
        return fuse(depth_first(self._incidence, position))

    @cached_property
    def _chop_values(self) -> dict[int, int]:
        return chop_values(self._fusion)

    @cached_property
    def _bridges(self) -> dict[int, int]:
        return self._fusion.bridges()

    def _analyzed(self, position: Any) -> tuple[Fusion, dict[int, int]]:
        if position == self.position:
            return self._fusion, self._bridges
        fusion = self._fusion_at(position)
        return fusion, fusion.bridges()

    def _left_by(self, edge: int) -> tuple[int, ...]:
        return self._after(self._fusion, self._bridges, self.position, edge)

    def _stands(self, edge: int) -> bool:
        place, (u, v) = self._fusion.standing.place, self._incidence.ends[edge]
        return place[u] >= 0 and place[v] >= 0 and edge not in self.position

    # Bad input.

    def _check_edge(self, edge: Any) -> None:
        if isinstance(edge, bool) or not isinstance(edge, int) or not 0 <= edge < len(self.edges):
            raise GameError(
                f"there is no edge {edge!r:.40}; edges are numbered 0 to {len(self.edges) - 1}"
            )

    def _refuse_what_floats(self) -> None:
        standing = depth_first(self._incidence) if self.position else self._fusion.standing
        if len(standing.stem) - 1 + len(standing.back) == len(self.edges):
            return
        held = set(standing.edges())
        first = next(edge for edge in range(len(self.edges)) if edge not in held)
        count = len(self.edges) - len(held)
        more = f", and {count - 1:,} more are not" if count > 1 else ""
        points = ", ".join(map(str, self.ground[:4]))
        raise GameError(
            f"edge {self.label(first)} (number {first}) is not connected to the ground "
            f"({points}){more}; join it to the picture, or keep only what connected() leaves"
        )


def checked_edges(edges: Iterable[Any]) -> tuple[Edge, ...]:
    """Edges as a tuple of pairs, if that is what they are."""
    if isinstance(edges, (str, Mapping)) or not hasattr(edges, "__iter__"):
        raise GameError(f"edges are {edges!r:.60}; give pairs of vertices such as [(0, 1), (1, 2)]")
    read: list[Edge] = []
    for number, pair in enumerate(edges):
        if isinstance(pair, str) or not hasattr(pair, "__len__") or len(pair) != 2:
            raise GameError(f"edge {number} is {pair!r:.60}; an edge is a pair of vertices")
        u, v = pair
        require_hashable((u, v))
        read.append((u, v))
    if len(read) > MOST_EDGES:
        raise GameError(
            f"a picture of {count_of(len(read), 'edge')}; the limit is {MOST_EDGES:,}. A "
            "branch whose "
            "nimber n is known may be replaced by the nim heap n in a sum"
        )
    return tuple(read)


def checked_ground(ground: Any) -> tuple[Hashable, ...]:
    """The points on the ground, given as one vertex or several."""
    points = tuple(ground) if isinstance(ground, (list, tuple, set, frozenset)) else (ground,)
    if not points:
        raise GameError("ground is empty; give at least one vertex on the ground")
    require_hashable(points)
    return points
