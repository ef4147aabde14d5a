"""What the textbook searches share: leaves and estimates, counts, and a record of what was done."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, number, whole
from kibitz.rules.compile.run import run
from kibitz.rules.fault import chances, guarded
from kibitz.rules.game import CHANCE, OVER, SIMULTANEOUS, Move, Position, Rules
from kibitz.rules.trees.build import GameTree, game_tree
from kibitz.search.alpha_beta.transposition_table import TableEntry, TranspositionTable
from kibitz.search.legal import legal_moves
from kibitz.search.result import SearchResult
from kibitz.search.scope import require_turn_in_key
from kibitz.search.trace import Event, Trace, What

Line = tuple[Move, ...]
Found = tuple[Any, Line]
"""A value, and the line of play that leads to it."""
INFINITY = float("inf")
_NOWHERE = object()
PLIES = 10_000
"""Moves in one line of play, after which a search without a depth gives up."""


@dataclass
class Walk:
    """One search: the rules, and what it has done so far."""

    rules: Rules
    tracing: bool = False
    counts: Counter[str] = field(default_factory=Counter)
    events: list[Event] = field(default_factory=list)
    path: list[str] = field(default_factory=list)
    moves: dict[Move, Any] = field(default_factory=dict)
    """What the moves at the root are worth, where the search finds that out."""
    open: set[Any] | None = None
    """The states of the line of play looked at, where that line must come to an end."""
    table: TranspositionTable | None = None
    """What is known of positions, where the search keeps it."""
    estimated: bool = False
    """Whether a value rests on an estimate."""
    by_position: bool = False
    """Whether the trace shows positions in the place of moves, which are phrases."""
    _last: tuple[Any, int] = (_NOWHERE, OVER)
    """The state that was looked at last, and who moves there."""

    def player(self, state: Any) -> int:
        """Who moves, asked of the rules once for each visit of a state."""
        last, who = self._last
        if last is not state:
            who = self.rules.player(state)
            self._last = state, who
        return who

    def is_leaf(self, state: Any, depth: int | None) -> bool:
        """Whether the game is over or the depth is used up."""
        return depth == 0 or self.player(state) == OVER

    def payoffs(self, state: Any) -> tuple[Number, ...]:
        """What each player gets at a leaf, or is estimated to get at the horizon."""
        self.counts["leaves"] += 1
        if self.player(state) == OVER:
            return tuple(self.rules.payoffs(state))
        self.estimated = True
        is_tree = isinstance(self.rules, GameTree)
        if not is_tree and not self.rules.has("evaluate"):
            raise GameError(
                f"{self.rules.name}: a depth limit needs an estimate of positions; write "
                "evaluate(), or omit the depth"
            )
        if isinstance(self.rules, GameTree) and self.rules.lacks_estimate(state):
            raise GameError(
                f"node {self.rules.show(state)}: the search stops here, and the node has no "
                "estimate; give one, or omit the depth"
            )
        return tuple(self.rules.evaluate(state))

    def leaf(self, state: Any, who: int = 0) -> Number:
        """What one player gets at a leaf, the first unless said."""
        value = self.payoffs(state)[who]
        self.note("leaf", state, value)
        return value

    def leaf_of_all(self, state: Any) -> tuple[Number, ...]:
        """What each player gets at a leaf."""
        paid = self.payoffs(state)
        self.note("leaf", state, paid)
        return paid

    def enter(self, state: Any, alpha: Number | None = None, beta: Number | None = None) -> None:
        self.counts["nodes"] += 1
        if self.tracing:
            self.note("enter", state, None, alpha, beta)

    def options(self, state: Any) -> list[Move]:
        player = self.player(state)
        if player == SIMULTANEOUS:
            raise GameError(f"{self.rules.name}: players move simultaneously; searches need turns")
        if player >= self.rules.players:
            raise GameError(
                f"{self.rules.name}: player() gives {player}; players are 0 to "
                f"{self.rules.players - 1}"
            )
        if player == CHANCE:
            return [move for move, _ in self.rules.chance(state)]
        return legal_moves(self.rules, state)

    def after(self, state: Any, move: Move) -> _After:
        """The state after a move, while the search looks at it."""
        after = self.rules.play(state, move)
        self.path.append(self._word(state, move, after) if self.tracing else "")
        if self.open is not None:
            self._must_end(after)
            self.open.add(after)
        return _After(self, after)

    def _word(self, state: Any, move: Move, after: Any) -> str:
        """A move as a trace shows it: where it is a phrase, the position that it leads to."""
        word = self.rules.show_move(state, move)
        if " " not in word:
            return word
        shown = self.rules.show(after)
        self.by_position = "\n" not in shown
        return shown if self.by_position else word

    def _name(self, path: list[str]) -> str:
        """What a trace calls a position, where its moves alone would not be read."""
        return " → ".join(path) if self.by_position else ""

    def _must_end(self, state: Any) -> None:
        """Refuse a line of play that returns to a position, or goes on and on."""
        assert self.open is not None
        if state in self.open:
            other = "solve it, kibitz.solve" if self.rules.has("chance") else "use retrograde"
            raise GameError(
                f"{self.rules.name}: positions can repeat, so this search may not end; give a "
                f"depth or {other}"
            )
        if len(self.path) > PLIES:
            raise GameError(
                f"{self.rules.name}: a line of play is longer than {PLIES:,} moves; give a depth"
            )

    def known(self, state: Any, depth: int | None, alpha: Any, beta: Any) -> Found | None:
        """What the table says, where that is deep and sharp enough; nothing at the root."""
        if self.table is None or not self.path:
            return None
        entry = self.table.find(self.rules.key(state))
        if entry is None or not entry.usable(INFINITY if depth is None else depth, alpha, beta):
            return None
        self.table.hits += 1
        self.counts["table hits"] += 1
        self.estimated = self.estimated or entry.estimated
        self.note("table", state, entry.value, alpha, beta, entry.flag)
        return entry.value, entry.line if entry.state == state else ()

    def keep(self, state: Any, depth: int | None, alpha: Any, beta: Any, found: Found) -> None:
        """Store a result of a search with this window."""
        if self.table is None:
            return
        value, line = found
        deep = INFINITY if depth is None else depth
        flag: Any = "upper" if value <= alpha else "lower" if value >= beta else "exact"
        entry = TableEntry(deep, value, flag, state, line, self.estimated)
        self.table.store(self.rules.key(state), entry)

    def prune(self, state: Any, moves: list[Move], alpha: Any = None, beta: Any = None) -> None:
        """Note moves that need not be looked at, and the window that they cannot enter."""
        self.skip(state, [(move,) for move in moves], alpha, beta)

    def skip(self, state: Any, lines: list[Line], alpha: Any = None, beta: Any = None) -> None:
        """Note lines of play that need not be looked at; in a tree, the leaves below them."""
        if not lines:
            return
        self.counts["cutoffs"] += 1
        if not self.tracing:
            return
        self.note("cutoff", state, None, alpha, beta)
        for line in lines:
            here, where = state, list(self.path)
            for move in line:
                after = self.rules.play(here, move)
                where.append(self._word(here, move, after))
                here = after
            names: tuple[str, ...] = (self._name(where),)
            if isinstance(self.rules, GameTree):
                names = self.rules.leaves_below(here)
            self.events += [Event("pruned", tuple(where), name) for name in names]

    def mean(self, state: Any, below: Callable[[Any], Any]) -> Any:
        """What follows on average where chance moves, ``below`` telling the value of a state."""
        total: Any = 0
        for outcome, probability in chances(self.rules, state):
            with self.after(state, outcome) as after:
                total += probability * below(after)
        self.note("value", state, total)
        return total

    def rate(self, move: Move, value: Any) -> None:
        """Keep what a move was found to be worth, if it is one at the root."""
        if not self.path:
            self.moves[move] = value

    def note(
        self,
        what: What,
        state: Any,
        value: Any = None,
        alpha: Any = None,
        beta: Any = None,
        note: str = "",
    ) -> None:
        if self.tracing:
            name = self._name(self.path)
            if isinstance(self.rules, GameTree):
                name = self.rules.show(state)
            self.events.append(Event(what, tuple(self.path), name, value, alpha, beta, note))


class _After:
    """A step of the line of play that is looked at, taken back in the end."""

    __slots__ = ("state", "walk")

    def __init__(self, walk: Walk, state: Any) -> None:
        self.walk = walk
        self.state = state

    def __enter__(self) -> Any:
        return self.state

    def __exit__(self, *error: object) -> None:
        if self.walk.open is not None:
            self.walk.open.discard(self.state)
        self.walk.path.pop()


Searched = Rules | Position | str | Mapping[str, Any] | Sequence[Any]
"""What a search takes: rules, a position, a name from the shelf, or a tree in any spelling."""


def root_of(game: Any) -> Position:
    """The position to search from: of rules, a tree, a name from the shelf, an impartial game.

    >>> root_of("take-away 6").moves, root_of([[3, 12], [2, 8]]).moves
    ((0, 1, 2), (0, 1))
    """
    if isinstance(game, Position):
        return game
    is_text = isinstance(game, str) and set(game) & set("([{")
    if isinstance(game, (list, dict)) or hasattr(game, "tolist") or is_text:
        game = game_tree(game)
    if isinstance(game, str):
        from kibitz.core.shelf import game as named_game

        game = named_game(game)
    if hasattr(game, "as_rules"):
        game = game.as_rules()
    if not isinstance(game, Rules):
        raise GameError(
            f"a {type(game).__name__} is not a game to search; give rules or a position, such as "
            "kibitz.game(NAME) or game_tree(LISTS)"
        )
    return game.position()


def state_of(rules: Rules, given: Any) -> Any:
    """The state of a position, of one written down, or a state as it is."""
    if isinstance(given, Position):
        return given.state
    if isinstance(given, str) and rules.has("read_position"):
        return rules.read_position(given)
    return given


def check_step(step: Number | str) -> Number:
    """How far apart values are at least, as a number."""
    apart: Number = whole(number(step, "the step"))
    if not apart > 0:
        raise GameError(f"the step is {step}; it must be positive, and 1 where values are whole")
    return apart


def check_depth(depth: int | None) -> None:
    if depth is not None and (isinstance(depth, bool) or not isinstance(depth, int)):
        raise GameError(f"the depth is {depth!r}; it must be a whole number of moves")
    if depth is not None and depth < 0:
        raise GameError(f"depth is {depth}; it must not be negative")


def search_from(
    position: Position,
    method: str,
    visit: Callable[[Walk], Found],
    depth: int | None,
    trace: bool,
    table: TranspositionTable | None = None,
) -> SearchResult:
    """Run a search from a position and say what it found."""
    check_depth(depth)
    if table is not None and not isinstance(table, TranspositionTable):
        raise GameError(f"the table is {table!r}; give a TranspositionTable")
    if table is not None:
        require_turn_in_key(position)
    whole = {position.state} if depth is None else None
    walk = Walk(position.rules, trace, open=whole, table=table)
    began = time.monotonic()
    visit_all = guarded(visit, position.rules, lambda state: state)
    value, line = run(lambda: visit_all(walk), np.zeros(2, np.int64))
    return SearchResult(
        position,
        value,
        line[0] if line else None,
        line,
        method,
        not walk.estimated,
        depth,
        dict(walk.counts),
        time.monotonic() - began,
        walk.moves,
        Trace(tuple(walk.events)) if trace else None,
    )


def shallower(depth: int | None) -> int | None:
    return None if depth is None else depth - 1
