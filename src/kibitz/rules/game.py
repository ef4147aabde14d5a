"""The noun: a game with moves, written once as plain Python.

A subclass of :class:`Rules` says where the game starts, who is to move, which moves there are, what
a move does and what each player gets at the end. All else is optional.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from inspect import signature
from reprlib import Repr
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.core.errors import GameError
from kibitz.core.extension import call
from kibitz.core.noun import Noun
from kibitz.core.numbers import Number, show
from kibitz.core.spelling import count_of
from kibitz.rules.numbered_positions import NumberedPositions
from kibitz.rules.position import (
    CHANCE,
    OVER,
    SIMULTANEOUS,
    TOGETHER,
    Move,
    Position,
    State,
    match_move,
)
from kibitz.rules.search_hints import SearchHints

if TYPE_CHECKING:
    from kibitz._types import SolveRules
    from kibitz.extensive.game import ExtensiveGame
    from kibitz.rules.compile.probe import Probe
    from kibitz.stochastic.game import StochasticGame

__all__ = [
    "CHANCE",
    "OVER",
    "SIMULTANEOUS",
    "TOGETHER",
    "Known",
    "Move",
    "Position",
    "Rules",
    "State",
    "match_move",
]

_brief = Repr()
_brief.maxstring = 100

MOST_TRIED = 1 << 14
"""Positions up to which a game is made stochastic only to see which methods take it."""
_ALSO_CALLED = {"sees": "information_state", "passed": "null_move"}
"""Other names by which a game may define a method; both names then mean the same."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a position without a search: a value for the first player, and why."""

    value: int
    best: Move
    moves: Mapping[Move, int]
    """The moves with their values, the best first; perhaps only some of them."""
    method: str
    is_complete: bool = True
    """Whether all moves are there."""


class Rules(SearchHints, NumberedPositions, Noun):
    """A game with moves. Subclass it; five methods make a game.

    States are integers, tuples or NamedTuples of them, moves are integers: such rules are compiled.
    Anything else that can be hashed works too, at the speed of Python.

    >>> class TakeAway(Rules):
    ...     "Take one, two or three counters; the player who takes the last one wins."
    ...
    ...     def __init__(self, counters: int = 10) -> None:
    ...         self.counters = counters
    ...
    ...     def start(self):
    ...         return (self.counters, 0)
    ...
    ...     def player(self, state):
    ...         counters, player = state
    ...         return player if counters else OVER
    ...
    ...     def moves(self, state):
    ...         return range(1, min(3, state[0]) + 1)
    ...
    ...     def play(self, state, move):
    ...         counters, player = state
    ...         return (counters - move, 1 - player)
    ...
    ...     def payoffs(self, state):
    ...         return (-1, 1) if state[1] == 0 else (1, -1)
    >>> game = TakeAway(5)
    >>> game.position().play(2).play(3).payoffs
    (-1, 1)
    """

    kind: ClassVar[str] = "rules"
    plural: ClassVar[str] = "games with moves"
    also: ClassVar[dict[str, str]] = {
        "ExtensiveGame": "as_tree",
        "StochasticGame": "as_stochastic",
    }

    positions_recur: ClassVar[bool] = False
    """Whether positions may come back, so that the game is solved whole and not searched."""

    title: str = ""
    """What people call the game; the name of the class when left out."""
    players: int = 2
    names: tuple[str, ...] = ()
    """What the players are called, such as white and black."""
    first_number: int = 1
    """The number of the first player where one is typed; 0 where a description counts so."""
    colors: tuple[str, ...] = ()
    """The colors of the players' pieces in pictures, where they are not the usual ones."""
    zero_sum: bool = True
    """Whether the payoffs always add up to zero."""
    most_moves: int = 256
    """No position has more moves than this; compiled searches set the room aside."""
    longest: int | None = None
    """No game lasts for more moves than this, when it is known."""
    payoff_bounds: tuple[Number, Number] | None = None
    """No player gets less or more than this at the end, when it is known."""
    repeats: int = 0
    """How often a position may come up before a game that is played is drawn; 0 forever."""
    lists_all: bool = True
    """Whether the moves of every position are few enough to list."""
    searched_by: str = ""
    """The default search for this game, if it is not the usual one."""
    in_python: str = ""
    """Why the rules are never compiled, where that is so."""
    uncut: ClassVar[Rules | None] = None
    """The game that this one is, but for its ends."""
    probe: ClassVar[Probe | None] = None
    """What compiled rules ask whether play ends at a position."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        for other, name in _ALSO_CALLED.items():
            if name in vars(cls):
                setattr(cls, other, vars(cls)[name])
            elif other in vars(cls):
                setattr(cls, name, vars(cls)[other])

    def start(self) -> State:
        """The position at the beginning."""
        raise NotImplementedError

    def player(self, state: State) -> int:
        """Who is to move, from 0; or OVER, CHANCE or SIMULTANEOUS.

        Parameters
        ----------
        state : State
            A position.
        """
        raise NotImplementedError

    def moves(self, state: State) -> Iterable[Move]:
        """The moves of the player to move, likely good ones first if that is easy to say.

        Parameters
        ----------
        state : State
            A position where a player is to move.
        """
        raise NotImplementedError

    def play(self, state: State, move: Move) -> State:
        """The position after a move, or after an outcome of chance.

        Parameters
        ----------
        state : State
            A position that is not over.
        move : Move
            One of :meth:`moves`, or an outcome of :meth:`chance`.

        Returns
        -------
        State
            The new position; the old one is not changed.
        """
        raise NotImplementedError

    def payoffs(self, state: State) -> tuple[Number, ...]:
        """What each player gets where the game is over.

        Parameters
        ----------
        state : State
            A position where the game is over.
        """
        raise NotImplementedError

    def chance(self, state: State) -> Iterable[tuple[Move, Number]]:
        """The outcomes where chance is to move, each with its probability.

        Parameters
        ----------
        state : State
            A position where chance is to move.

        Returns
        -------
        iterable of pairs
            Pairs of an outcome and its probability; the probabilities add up to 1.
        """
        raise NotImplementedError

    def choices(self, state: State, player: int) -> Iterable[Move]:
        """The moves of a player where all move simultaneously.

        Parameters
        ----------
        state : State
            A position where all move simultaneously.
        player : int
            The player who chooses, from 0.
        """
        raise NotImplementedError

    def play_together(self, state: State, moves: tuple[Move, ...]) -> State:
        """The position after simultaneous moves, one of each player.

        Parameters
        ----------
        state : State
            A position where all move simultaneously.
        moves : tuple of Move
            The choice of each player, in their order.
        """
        raise NotImplementedError

    def information_state(self, state: State, player: int) -> Hashable:
        """What the player knows here: equal for positions in the same information set.

        Parameters
        ----------
        state : State
            A position.
        player : int
            The player who looks, from 0.
        """
        seen: Hashable = state
        return seen

    sees = information_state

    def show_view(self, state: State, player: int) -> str:
        """What the player knows here, as text: the name of the information set.

        Parameters
        ----------
        state : State
            A position.
        player : int
            The player who looks, from 0.
        """
        return str(self.information_state(state, player))

    def puzzle(self, state: State) -> Any:
        """For one player: the position as a search problem, with costs and estimates of them.

        Parameters
        ----------
        state : State
            A position of a game for one player.

        Returns
        -------
        Puzzle
            The search problem.
        """
        raise NotImplementedError

    def plan(self, seconds: float | None = None) -> Any:
        """Perfect play from a table of the game's own making, where it has one; else None.

        None also when it is not made in time. It is a solution that has ``value_of(state)``,
        ``move(state)``, ``explain()``, ``method``, and ``counts`` of what it lists.

        Parameters
        ----------
        seconds : float, optional
            How long it may take; as long as it takes if None.
        """
        return None

    def known(self, state: State) -> Known | None:
        """What a theorem says of a position of two opponents; None where none does.

        Parameters
        ----------
        state : State
            A position.
        """
        return None

    def book_move(self, history: tuple[Move, ...]) -> Move | None:
        """A perfect move after these moves from the start, out of a book; None beyond it.

        Parameters
        ----------
        history : tuple of Move
            The moves from the start on.
        """
        return None

    def book_value(self, state: State) -> int | None:
        """What perfect play pays the first player here, computed before; None beyond the book.

        Parameters
        ----------
        state : State
            A position.
        """
        return None

    def key(self, state: State) -> Hashable:
        """Equal for positions that are worth the same, such as mirror images.

        Parameters
        ----------
        state : State
            A position.
        """
        same: Hashable = state
        return same

    def show(self, state: State) -> str:
        """The position as text.

        Parameters
        ----------
        state : State
            A position.
        """
        return str(state)

    def show_turn(self, state: State, todo: str = "to move") -> str:
        """Who has something to do, or what each player got; the last line of many boards.

        Parameters
        ----------
        state : State
            A position.
        todo : str, default "to move"
            What follows the name of the player to move.
        """
        player = self.player(state)
        if player == OVER:
            paid = enumerate(self.payoffs(state))
            return "over: " + ", ".join(f"{self.player_name(who)} {show(x)}" for who, x in paid)
        if player == SIMULTANEOUS:
            return "all move simultaneously"
        return f"{'chance' if player == CHANCE else self.player_name(player)} {todo}"

    def board_of(self, state: State) -> Any:
        """The position as a board of cells (:class:`kibitz.pictures.Board`), where it has one.

        Parameters
        ----------
        state : State
            A position.

        Returns
        -------
        Board
            The board; None where the game has none.
        """
        return None

    def picture(self, state: State) -> Any:
        """The position as a picture: its board, or its text in a fixed-width font.

        Parameters
        ----------
        state : State
            A position.

        Returns
        -------
        Picture
            The picture.
        """
        from kibitz.pictures import text_picture

        board = self.board_of(state)
        return text_picture(self.show(state)) if board is None else board.picture()

    def view_picture(self, state: State, player: int | None) -> Any:
        """What one player sees, as a picture, where something is hidden and it can be drawn.

        Parameters
        ----------
        state : State
            A position.
        player : int or None
            The player who looks, from 0; None for one who sees everything.

        Returns
        -------
        Picture
            The picture; None where ``show_view`` says it in words.
        """
        return None

    def move_cells(self, state: State, move: Move) -> tuple[str, ...]:
        """What is clicked on the board to make a move, in order: the cells in its notation.

        Parameters
        ----------
        state : State
            The position before the move.
        move : Move
            One of its moves.

        Examples
        --------
        >>> import kibitz
        >>> checkers = kibitz.game("checkers")
        >>> checkers.move_cells(checkers.start(), checkers.read_move(checkers.start(), "11-15"))
        ('11', '15')
        """
        board = self.board_of(state)
        return () if board is None else board.words_in(self.show_move(state, move))

    def show_move(self, state: State, move: Move) -> str:
        """A move in the game's own notation.

        Parameters
        ----------
        state : State
            The position before the move.
        move : Move
            One of its moves.
        """
        return str(move)

    def read_move(self, state: State, text: str) -> Move:
        """The move that a text stands for.

        Parameters
        ----------
        state : State
            The position before the move.
        text : str
            The move in the game's own notation; spaces and, if need be, case do not count.

        Returns
        -------
        Move
            The move; anything else is refused with the legal moves.
        """
        return match_move(self, state, text)

    def read_position(self, text: str) -> State:
        """The position that a text stands for, where the game has a notation for positions.

        Parameters
        ----------
        text : str
            The position in the game's own notation.
        """
        raise GameError(
            f"{self.name}: this game has no notation for positions; give the moves instead"
        )

    def at(self, text: str) -> Position:
        """The position that a text stands for.

        Parameters
        ----------
        text : str
            The position in the game's own notation.

        Examples
        --------
        >>> import kibitz
        >>> kibitz.game("tic-tac-toe").at("X.O / .X. / ...").player
        1
        """
        return Position(self, self.read_position(text))

    if TYPE_CHECKING:
        solve: ClassVar[SolveRules]

    def as_tree(self, most: int = 50_000_000) -> ExtensiveGame:
        """The game in extensive form, unfolded whole; refused with more than ``most`` nodes.

        Parameters
        ----------
        most : int, default 50000000
            The most nodes that the tree may have.
        """
        return call(self, "rules_to_extensive", most)

    def as_stochastic(self, most: int | None = None) -> StochasticGame:
        """The stochastic game of its positions, refused with more than ``most`` of them.

        Parameters
        ----------
        most : int, optional
            The most positions that it may have; what fits into memory if None.
        """
        return call(self, "rules_to_stochastic", most)

    def tried_in_form(self, arrow: str) -> Any:
        """The game in another form, to see which methods take it: only where that is quick."""
        if arrow != "as_stochastic":
            return super().tried_in_form(arrow)
        return call(self, "rules_to_stochastic", MOST_TRIED, first_look=True)

    def in_exact_form(self, arrow: str) -> Any:
        """The game in another form; the probabilities of a stochastic game stay fractions."""
        if arrow != "as_stochastic":
            return super().in_exact_form(arrow)
        return call(self, "rules_to_stochastic", exact=True)

    @property
    def name(self) -> str:
        """What the game is called: its title, or the name of the class."""
        return self.title or type(self).__name__

    def has(self, method: str) -> bool:
        """Whether the game says more than the base class about something optional.

        Parameters
        ----------
        method : str
            The name of a method of :class:`Rules`, such as "evaluate".
        """
        return getattr(type(self), method) is not getattr(Rules, method)

    @property
    def is_opposed(self) -> bool:
        """Whether two play for a zero sum, so that what one gets says what both get."""
        return self.players == 2 and self.zero_sum

    def player_name(self, player: int) -> str:
        """What a player is called, ``player 1`` and so on where the game has no names.

        Parameters
        ----------
        player : int
            The position of the player, from 0.
        """
        named = player < len(self.names)
        return self.names[player] if named else f"player {player + self.first_number}"

    def position(self, *moves: Move | str) -> Position:
        """The start, or the position after some moves; moves may be typed as text.

        Parameters
        ----------
        *moves : Move or str
            The moves made so far, as the rules write them or in the game's notation.
        """
        here = Position(self, self.start())
        for move in moves:
            here = here.play(move)
        return here

    @property
    def parameters(self) -> dict[str, Any]:
        """What this instance was made with: its public attributes."""
        return {key: value for key, value in vars(self).items() if key != "made_by"}

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.parameters == other.parameters

    def __hash__(self) -> int:
        return hash((type(self), tuple(sorted((k, repr(v)) for k, v in self.parameters.items()))))

    def __repr__(self) -> str:
        kept, given = self.parameters, signature(type(self)).parameters
        shown = given if given.keys() <= kept.keys() else [k for k in kept if k[0] != "_"]
        inside = ", ".join(f"{k}={_brief.repr(kept[k])}" for k in shown)
        return f"{type(self).__name__}({inside})"

    def __str__(self) -> str:
        return f"{self.name}, {count_of(self.players, 'player')}\n{self.show(self.start())}"
