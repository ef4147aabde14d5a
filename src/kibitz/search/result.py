"""What a search answers: a value, a move, the line that leads there, and how much it took."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from kibitz.core.certificate import Certificate
from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.extension import call
from kibitz.core.numbers import Number, number, show, whole
from kibitz.core.solution import Claimed, Solution, check_answer
from kibitz.core.spelling import count_of, counts_in_words
from kibitz.rules.game import Move, Position, Rules
from kibitz.search.trace import Trace

if TYPE_CHECKING:
    from kibitz.pictures import Picture

MOVES_SHOWN = 20
"""How many moves are written with their values; the others stand in ``moves``."""


@dataclass(frozen=True)
class SearchResult(Solution, kind="search"):
    """The answer of a search at a position.

    In a zero-sum game of two, ``value`` is what the first player gets; otherwise it is a tuple with
    an entry for each player. ``is_exact`` says that the whole game was searched, so that the value
    is that of perfect play; otherwise it is an estimate.

    >>> import kibitz
    >>> found = kibitz.search("tic-tac-toe", "a1", "b1").solve()
    >>> found.value, found.shown_move, bool(found.verify())
    (1, 'a2', True)
    """

    position: Position
    value: Number | tuple[Number, ...]
    move: Move | None
    """The move to make; None where the game is over or chance is to move."""
    line: tuple[Move, ...]
    """The principal variation: best play for all, as far as the search saw it."""
    method: str
    is_exact: bool
    depth: int | None = None
    counts: dict[str, int] = field(default_factory=dict)
    """Nodes, leaves, cutoffs, table hits, whatever the method counts."""
    seconds: float = field(default=0.0, compare=False)
    moves: dict[Move, Number | tuple[Number, ...]] = field(default_factory=dict)
    """The value of each move at the root, as far as the method found them."""
    trace: Trace | Any = field(default=None, compare=False)
    note: str = ""
    ties: Literal["first", "last"] = "first"
    """Which of equally good moves players make, where that changes what others get."""
    rests_on: dict[str, Any] = field(default_factory=dict)
    """The databases that the values rest on, and the positions looked up there."""
    is_guaranteed: bool = field(default=False, compare=False)
    """Whether one player can be sure of ``value``, though with others it may be more."""

    @property
    def shown_line(self) -> tuple[str, ...]:
        """The principal variation in the game's own notation."""
        state, words = self.position.state, []
        for move in self.line:
            words.append(self.position.rules.show_move(state, move))
            state = self.position.rules.play(state, move)
        return tuple(words)

    @property
    def shown_move(self) -> str | None:
        if self.move is None:
            return None
        return self.position.rules.show_move(self.position.state, self.move)

    @property
    def game(self) -> Rules:
        return self.position.rules

    @property
    def exact(self) -> bool:
        return self.is_exact

    def verify(self) -> Certificate:
        """Check the value by plain minimax with memory, where the whole game is small enough."""
        return check_answer(self.position, self.to_json())

    def draw(self, layout: str = "auto") -> Picture:
        """What the search did as a tree, where it kept a trace of a small game; else the board."""
        if self.trace is not None and layout != "board":
            with suppress(GameError):
                return call(self, "draw_search", layout)
        return self.position.draw()

    def __str__(self) -> str:
        mover = self.position.player
        who = self.position.rules.player_name(mover) if mover >= 0 else "nobody"
        sure = "guarantee" if self.is_guaranteed else "estimate"
        kind = "value" if self.is_exact else sure
        lines = [f"{self.position.rules.name}: {kind} {_show(self.value)}"]
        if self.move is not None:
            lines.append(f"  {who} {'play' if who == 'you' else 'plays'} {self.shown_move}")
        if len(self.line) > 1:
            between = ", " if any(" " in word for word in self.shown_line) else " "
            lines.append(f"  line  {between.join(self.shown_line)}")
        lines += self._valued_moves()
        counted = counts_in_words(self.counts)
        deep = f" to depth {self.depth}" if self.depth is not None else ""
        lines.append(f"found by {self.method}{deep}: {counted} in {self.seconds:.3g} s")
        if self.note:
            lines.append(self.note)
        if self.rests_on:
            named = "; ".join(self.rests_on["databases"])
            lines.append(f"rests on {count_of(self.rests_on['count'], 'position')} of {named}")
        return "\n".join(lines)

    def _valued_moves(self) -> list[str]:
        """The moves with their values, as many as a person reads; phrases a line for each value."""
        shown = list(self.moves.items())[:MOVES_SHOWN]
        if not shown:
            return []
        rules, state = self.position.rules, self.position.state
        named = [(rules.show_move(state, move), _show(value)) for move, value in shown]
        left = len(self.moves) - len(shown)
        more = [f"and {left} more"] if left else []
        if not any(" " in move for move, _ in named):
            each = [f"{move} {value}" for move, value in named]
            return [f"  moves  {', '.join([*each, *more])}"]
        alike: dict[str, list[str]] = {}
        for move, value in named:
            alike.setdefault(value, []).append(move)
        lines = [f"  worth {value}: {'; '.join(moves)}" for value, moves in alike.items()]
        return [*lines, *(f"  {word}" for word in more)]

    def to_json(self) -> dict[str, Any]:
        rules, state = self.position.rules, self.position.state
        return {
            "kind": "search",
            "game": rules.name,
            "position": rules.show(state),
            **placed(self.position),
            "value": _json(self.value),
            "exact": bool(self.is_exact),
            "move": self.shown_move,
            "line": list(self.shown_line),
            "moves": {rules.show_move(state, m): _json(v) for m, v in self.moves.items()},
            "method": self.method,
            "depth": self.depth,
            "counts": dict(self.counts),
            "seconds": self.seconds,
            **(_traced(self.trace) if self.trace else {}),
            **({"note": self.note} if self.note else {}),
            **({"ties": self.ties} if self.ties != "first" else {}),
            **({"rests_on": self.rests_on} if self.rests_on else {}),
        }

    @classmethod
    def from_json(cls, game: Rules, data: dict[str, Any]) -> SearchResult | Claimed:
        """The result; one that says how the search went as the claim that it makes."""
        claim = Claim(data)
        if any(key in claim for key in ("trace", "tree", "visits")):
            return Claimed(game, data)
        position = position_from(game, claim)
        rules, here, line = position.rules, position, []
        for text in claim.items("line"):
            here = here.play(str(text))
            line.append(here.history[-1])
        move = None if data.get("move") is None else rules.read_move(position.state, data["move"])
        listed = data.get("moves", {})
        values = {rules.read_move(position.state, m): _read(v) for m, v in listed.items()}
        counts = data.get("counts", {})
        found = (str(data.get("method", "")), claim.flag("exact"), data.get("depth"), counts)
        value = _read(claim.raw("value"))
        seconds = float(data.get("seconds", 0.0))
        note, ties = str(data.get("note", "")), data.get("ties", "first")
        rests = dict(data.get("rests_on", {}))
        return SearchResult(
            position, value, move, tuple(line), *found, seconds, values, None, note, ties, rests
        )


def placed(position: Position) -> dict[str, Any]:
    """How to return to a position: the moves from the start, or the state itself."""
    rules = position.rules
    words: list[str] = []
    try:
        here = rules.position()
        for move in position.history:
            words.append(rules.show_move(here.state, move))
            here = here.play(move)
    except GameError:
        here = None
    if here is not None and here.state == position.state:
        return {"history": words}
    return {"state": as_listed(position.state)} if _is_plain(position.state) else {}


def position_from(game: Rules, claim: Claim) -> Position:
    """The position that a claim is about."""
    here = game.position()
    for text in claim.items("history") if "history" in claim else ():
        here = here.play(text)
    return here


def _is_plain(state: Any) -> bool:
    if isinstance(state, tuple):
        return all(map(_is_plain, state))
    return isinstance(state, (int, str)) and not isinstance(state, bool)


def as_listed(state: Any) -> Any:
    """A state with lists in the place of tuples, as JSON has it."""
    return [as_listed(x) for x in state] if isinstance(state, tuple) else state


def _read(given: Any) -> Any:
    if isinstance(given, list):
        return tuple(whole(number(x, "value")) for x in given)
    return whole(number(given, "value"))


def _traced(trace: Trace) -> dict[str, Any]:
    """The trace, and what people look for in it."""
    return {
        "nodes": list(trace.nodes),
        "leaves": list(trace.leaves),
        "cutoffs": list(trace.cutoffs),
        "pruned": list(trace.pruned),
        "values": {where: _json(value) for where, value in trace.values.items()},
        "trace": trace.to_json(),
    }


def _show(value: Number | tuple[Number, ...] | None) -> str:
    if value is None:
        return "unknown"
    return "(" + ", ".join(map(show, value)) + ")" if isinstance(value, tuple) else show(value)


def _json(value: Number | tuple[Number, ...]) -> Any:
    if isinstance(value, tuple):
        return [_json(v) for v in value]
    return float(value) if isinstance(value, float) else show(value)
