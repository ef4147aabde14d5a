"""The noun: an impartial game, its rules together with a position to start from."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, Self

from kibitz.combinatorial.errors import CycleError, no_nimbers, require_hashable
from kibitz.combinatorial.memory import Memory
from kibitz.combinatorial.move import LOOKED, SOME, Move
from kibitz.combinatorial.play import PLAYS, read_play
from kibitz.core.extension import call
from kibitz.core.noun import Noun

if TYPE_CHECKING:
    from kibitz._types import SolveImpartialGame
    from kibitz.combinatorial.digraphs.game import Digraph
    from kibitz.combinatorial.digraphs.loopy import LoopyValue
    from kibitz.combinatorial.in_turns import InTurns
    from kibitz.combinatorial.methods.perfect_play import PerfectPlay
    from kibitz.combinatorial.move import MoveRange
    from kibitz.combinatorial.solution import ImpartialSolution
    from kibitz.combinatorial.sums.sum import Sum

_HERE: Any = object()
"""Where the game stands, when no position is given."""


@dataclass(frozen=True)
class ImpartialGame(Noun, ABC):
    """Two players move in turn, both with the same moves; who cannot move loses (misère: wins).

    A family of games is a subclass: a frozen dataclass whose fields are its rules, with

    * :meth:`options`, the finite collection of positions one move away (all that is required);
    * :meth:`_moves`, the same with a description of each move, when "to ..." says too little;
    * :meth:`show`, a position as text, and :meth:`check`, which refuses what is no position;
    * :meth:`_nimber`, :meth:`_outcome` and :meth:`moves_to`, where a theorem beats search.

    Positions are anything hashable. All methods speak of the start position; :meth:`at` is the same
    game from elsewhere, and shares what has been found.

    >>> from kibitz import impartial
    >>> game = impartial(10, lambda n: [n - k for k in (1, 3, 4) if k <= n])
    >>> game.outcome(), game.nimber(), [move.position for move in game.winning_moves()]
    ('N', 1, [9, 7])
    """

    kind: ClassVar[str] = "impartial"
    usual_answer: ClassVar[str] = "impartial-solution"
    summable: ClassVar[bool] = True
    """Whether it may stand in a sum: both players must have the same moves at every turn."""

    unlisted: ClassVar[str] = "there are too many moves to look through"
    """Why a solution may list only some of the winning moves."""

    position: Any
    play: str = field(default="normal", kw_only=True)
    title: str = field(default="", kw_only=True)

    def __post_init__(self) -> None:
        if self.play not in PLAYS:
            object.__setattr__(self, "play", read_play(self.play))
        require_hashable(self.position)
        self.check(self.position)

    # What a family says of itself.

    @property
    def theorem(self) -> str:
        """What :meth:`_nimber` and :meth:`_outcome` rest on."""
        return "a theorem about its family"

    @property
    def closed_form(self) -> str:
        """The nimber g(n) of a heap of n, or what else is known of all positions, as a formula."""
        return ""

    @abstractmethod
    def options(self, position: Any) -> Iterable[Any]:
        """The positions that one move leads to; none at the end. Finitely many, perhaps lazily.

        Parameters
        ----------
        position : hashable
            Any position of the game, not only one that can be reached.
        """

    def moves(self, position: Any = _HERE) -> Iterable[Move]:
        """Every move with its description; two moves may lead to one position.

        Parameters
        ----------
        position : hashable, optional
            The position to move from, by default that of the game.

        Returns
        -------
        iterable of Move
            Pairs of a description and the position that the move leaves.

        Examples
        --------
        >>> from kibitz.combinatorial import nim
        >>> [str(move) for move in nim([2]).moves()]
        ['take 2 from heap 1, leaving 0', 'take 1 from heap 1, leaving 1']
        """
        return self._moves(self.position if position is _HERE else position)

    def followers(self, position: Any = _HERE) -> list[Any]:
        """The positions one move away, each once.

        Parameters
        ----------
        position : hashable, optional
            The position to move from, by default that of the game.

        Examples
        --------
        >>> from kibitz import impartial
        >>> impartial(5, lambda n: [n - k for k in (1, 3, 4) if k <= n]).followers()
        [4, 2, 1]
        """
        return list(dict.fromkeys(self.options(self.position if position is _HERE else position)))

    def _moves(self, position: Any) -> Iterable[Move]:
        """What :meth:`moves` lists; families say more than where a move leads."""
        return (Move(f"to {self.show(option)}", option) for option in self.options(position))

    def show(self, position: Any) -> str:
        """A position as text.

        Parameters
        ----------
        position : hashable
            A position of the game.
        """
        return str(position)

    def end(self, position: Any) -> str:
        """The outcome at a position without moves.

        Parameters
        ----------
        position : hashable
            A position from which :meth:`options` gives nothing.

        Returns
        -------
        str
            "P" in normal play, "N" in misère play.
        """
        return "N" if self.is_misere else "P"

    def is_drawn(self, position: Any) -> bool:
        """Whether a position without moves is a draw, in the games that have them.

        Parameters
        ----------
        position : hashable
            A position from which :meth:`options` gives nothing.
        """
        return False

    @property
    def ends_in_a_win(self) -> bool:
        """Whether someone wins every play: none is drawn, and none continues forever."""
        return self.ends()

    def ending(self) -> str:
        """How the game is won, in words."""
        if self.is_misere:
            return "misère: the player who cannot move wins"
        return "normal: the player who cannot move loses"

    def check(self, position: Any) -> None:
        """Raise a :class:`GameError` when this is not a position of the game.

        Parameters
        ----------
        position : object
            What may or may not be a position.
        """

    def _nimber(self, position: Any) -> int | None:
        """The nimber by a theorem, in normal play; None where only search can tell."""
        return None

    def _outcome(self, position: Any) -> str | None:
        """The outcome by a theorem, in the game's own play; None where only search can tell."""
        if self.play == "misere":
            return None
        value = self._nimber(position)
        return None if value is None else "N" if value else "P"

    def _solution_class(self) -> type[ImpartialSolution]:
        """What an answer about this game is."""
        return call(self, "solution_class")

    def _sum_class(self) -> type[Sum]:
        """What a sum with this game among its components is."""
        return call(self, "sum_class")

    def _reach(self, position: Any) -> int | None:
        """About how many positions can be reached, rather too few; None where that is unknown."""
        return None

    def progress(self, position: Any) -> int:
        """A number that a winner keeps small so as not to cycle; 0 if no one can.

        Parameters
        ----------
        position : hashable
            A position of the game.
        """
        return 0

    # The same game elsewhere.

    @property
    def name(self) -> str:
        """The title, or the name of the family."""
        return self.title or type(self).__name__

    @property
    def is_misere(self) -> bool:
        return self.play == "misere"

    def at(self, position: Any) -> Self:
        """The same game from another position.

        Parameters
        ----------
        position : hashable
            Where the new game starts; it must be a position of this one.

        Notes
        -----
        The games share what searches have found, so asking many positions of one game is cheap.
        """
        other = replace(self, position=position)
        other.__dict__["_memory"] = self._memory
        return other

    def misere(self) -> Self:
        """The same game where the player who cannot move wins."""
        return replace(self, play="misere")

    def normal(self) -> Self:
        """The same game where the player who cannot move loses."""
        return replace(self, play="normal")

    def __add__(self, other: ImpartialGame) -> Sum:
        """The disjunctive sum: a move is a move in one of the games."""
        if not isinstance(other, ImpartialGame):
            return NotImplemented
        return call(self, "disjunctive_sum", other)

    def __radd__(self, other: object) -> ImpartialGame:
        """So that ``sum(games)`` works."""
        return self if isinstance(other, int) and other == 0 else NotImplemented

    @cached_property
    def _memory(self) -> Memory:
        return Memory()

    # The answers.

    def outcome(self, limit: int | None = None) -> str:
        """N: the next player wins. P: the previous one does. T: neither, play continues forever.

        Parameters
        ----------
        limit : int, optional
            The largest number of positions visited.

        Notes
        -----
        Cost: O(1) where a theorem applies; otherwise each position that can be reached is visited
        at most once.
        """
        return self.outcome_at(self.position, limit)

    def nimber(self, limit: int | None = None) -> int:
        """The Sprague-Grundy value: the size of the nim heap that this game is worth in a sum.

        Parameters
        ----------
        limit : int, optional
            The largest number of positions visited.

        Notes
        -----
        Only in normal play, and only where play must end. Cost: as for :meth:`outcome`.

        References
        ----------
        Sprague 1935; Grundy 1939
        """
        return self.nimber_at(self.position, limit)

    def outcome_at(self, position: Any, limit: int | None = None) -> str:
        """The outcome of any position, by theorem where there is one, otherwise by search.

        Parameters
        ----------
        position : hashable
            A position of the game.
        limit : int, optional
            The largest number of positions visited.

        Returns
        -------
        str
            "N", "P" or "T", as :meth:`outcome` gives it.
        """
        known = self._outcome(position)
        return known if known is not None else self._searched_outcome(position, limit)

    def nimber_at(self, position: Any, limit: int | None = None) -> int:
        """The nimber of any position, by theorem where there is one, otherwise by search.

        Parameters
        ----------
        position : hashable
            A position of the game.
        limit : int, optional
            The largest number of positions visited.
        """
        self._refuse_misere()
        known = self._nimber(position)
        return known if known is not None else self._searched_nimber(position, limit)

    def remoteness_at(self, position: Any, limit: int | None = None) -> int | None:
        """The remoteness of any position.

        Parameters
        ----------
        position : hashable
            A position of the game.
        limit : int, optional
            The largest number of positions visited.

        Returns
        -------
        int or None
            The number of moves, as :meth:`remoteness` counts them; None if the position is
            tied.
        """
        return call(self, "remoteness", position, limit)

    def search_outcome(self, limit: int | None = None) -> str:
        """The outcome by search alone, whatever theorems are known.

        Parameters
        ----------
        limit : int, optional
            The largest number of positions visited.

        Returns
        -------
        str
            "N", "P" or "T", as :meth:`outcome` gives it.
        """
        return self._searched_outcome(self.position, limit)

    def search_nimber(self, limit: int | None = None) -> int:
        """The nimber by the mex rule alone, whatever theorems are known.

        Parameters
        ----------
        limit : int, optional
            The largest number of positions visited.
        """
        self._refuse_misere()
        return self._searched_nimber(self.position, limit)

    def moves_to(self, value: int, limit: int | None = None) -> tuple[Move, ...]:
        """Every move to a position with this nimber, larger or smaller than the present one.

        Parameters
        ----------
        value : int
            The nimber to leave; 0 for the winning moves.
        limit : int, optional
            The largest number of positions visited.
        """
        self._refuse_misere()
        return tuple(Move(*m) for m in self.moves() if self.nimber_at(m[1], limit) == value)

    def winning_moves(self, limit: int | None = None) -> tuple[Move, ...]:
        """Every move to a P-position; none when the game is lost or tied.

        Parameters
        ----------
        limit : int, optional
            The largest number of positions visited.

        Examples
        --------
        >>> from kibitz import impartial
        >>> game = impartial(10, lambda n: [n - k for k in (1, 3, 4) if k <= n])
        >>> [str(move) for move in game.winning_moves()]
        ['to 9', 'to 7']
        """
        if not self.is_misere and self._nimber(self.position) is not None:
            return self.moves_to(0, limit)
        return tuple(Move(*m) for m in self.moves() if self.outcome_at(m[1], limit) == "P")

    def move_outcomes(self, limit: int | None = None) -> dict[Move, str]:
        """The outcome of the position that each move leaves.

        Parameters
        ----------
        limit : int, optional
            The largest number of positions visited.

        Returns
        -------
        dict
            For each move the outcome of the position it leaves: "P" is a winning move.
        """
        moves = [Move(*m) for m in self.moves()]
        return {move: self.outcome_at(move.position, limit) for move in moves}

    def winning_ranges(self) -> tuple[MoveRange, ...]:
        """The winning moves as ranges, in the families where they can be too many to list."""
        return ()

    def some_winning_moves(self) -> tuple[Move, ...]:
        """A few winning moves of a game that may have too many moves to look through."""
        looked = islice(self.moves(), LOOKED)
        winning = (Move(*m) for m in looked if self.outcome_at(m[1]) == "P")
        return tuple(islice(winning, SOME))

    def remoteness(self, limit: int | None = None) -> int | None:
        """How many moves are left when the winner hurries and the loser resists; None if tied.

        Parameters
        ----------
        limit : int, optional
            The largest number of positions visited.

        References
        ----------
        Smith 1966
        """
        return self.remoteness_at(self.position, limit)

    def best_moves(self, limit: int | None = None) -> tuple[Move, ...]:
        """The quickest wins; when lost, the longest resistance; when tied, what keeps the tie.

        Parameters
        ----------
        limit : int, optional
            The largest number of positions visited.
        """
        return call(self, "best_moves", limit)

    def line(self, limit: int | None = None) -> PerfectPlay:
        """Perfect play to the end by both sides.

        Parameters
        ----------
        limit : int, optional
            The largest number of positions visited.

        Returns
        -------
        PerfectPlay
            The moves to the end, each the first of :meth:`best_moves`.
        """
        return call(self, "line", limit)

    if TYPE_CHECKING:
        solve: ClassVar[SolveImpartialGame]

    @property
    def exact(self) -> bool:
        """Always: there are only whole numbers."""
        return True

    def ends(self, limit: int | None = None) -> bool:
        """Whether play must end, so that there is a nimber.

        Parameters
        ----------
        limit : int, optional
            The largest number of positions visited.
        """
        if self._nimber(self.position) is not None:
            return True
        try:
            self._searched_nimber(self.position, limit)
        except CycleError:
            return False
        return True

    def longest_play(self, limit: int | None = None) -> int | None:
        """The length of the longest play; None when there is no bound.

        Parameters
        ----------
        limit : int, optional
            The largest number of positions visited.

        Notes
        -----
        Cost: linear in the moves of all positions that can be reached.
        """
        return self.graph(limit).longest_play()

    @property
    def progressively_bounded(self) -> bool:
        """Whether some number bounds the length of play."""
        return self.longest_play() is not None

    def graph(self, limit: int | None = None) -> Digraph:
        """The positions that can be reached, as an explicit digraph.

        Parameters
        ----------
        limit : int, optional
            The largest number of positions visited.

        Returns
        -------
        Digraph
            Its vertices are the positions, with this game's position as the start.
        """
        return call(self, "reached", limit)

    def loopy_value(self, limit: int | None = None) -> LoopyValue:
        """The Fraenkel-Smith value of a game that may cycle forever.

        Parameters
        ----------
        limit : int, optional
            The largest number of positions visited.

        Returns
        -------
        LoopyValue
            A nimber, or infinity with the nimbers that can be reached.

        References
        ----------
        Smith 1966; Fraenkel and Perl 1975
        """
        return call(self, "loopy_value", limit)

    def equivalent(self, other: ImpartialGame) -> bool:
        """Whether the two are worth the same in every sum.

        Parameters
        ----------
        other : ImpartialGame
            Another game in normal play.

        Notes
        -----
        Games that end are compared by their nimbers, games that can cycle by their loopy values.
        """
        return call(self, "equivalent", other)

    def as_rules(self) -> InTurns:
        """The same game as rules for two players in turn, for searches and agents.

        >>> from kibitz.search import minimax
        >>> from kibitz import impartial
        >>> game = impartial(6, lambda n: [n - k for k in (1, 2, 3) if k <= n], play="misere")
        >>> found = minimax(game.as_rules())
        >>> found.value, found.shown_move, found.counts["nodes"]
        (1, 'to 5', 52)
        """
        return call(self, "impartial_to_rules")

    # Search.

    def _searched_nimber(self, position: Any, limit: int | None) -> int:
        return self._memory.nimber(self, position, limit)

    def _searched_outcome(self, position: Any, limit: int | None) -> str:
        return self._memory.outcome(self, position, limit)

    def _graph_around(self, position: Any, limit: int | None = None) -> Digraph:
        """An explicit graph that holds everything reachable from a position."""
        return self._memory.graph_around(self, position, limit)

    def _refuse_misere(self) -> None:
        if self.is_misere:
            raise no_nimbers(self.name)

    def __str__(self) -> str:
        return f"{self.name}: {self.show(self.position)}, {self.play.replace('ere', 'ère')} play"
