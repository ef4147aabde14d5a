"""What a search answers: a value, a move, the line that leads there, and how much it took."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, show
from kibitz.core.solution import Certificate, Check, Solution
from kibitz.rules.game import Move, Position
from kibitz.search.trace import Trace

MOVES_SHOWN = 20
"""How many moves are written with their values; the others stand in ``moves``."""
RECHECKED = 200_000
"""Positions that ``verify`` looks at before it gives up."""


@dataclass(frozen=True)
class SearchResult(Solution):
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
    trace: Trace | None = field(default=None, compare=False)
    note: str = ""
    ties: Literal["first", "last"] = "first"
    """Which of equally good moves players make, where that changes what others get."""

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

    def verify(self) -> Certificate:
        """Check the value by plain minimax with memory, where the whole game is small enough."""
        from kibitz.search.alpha_beta.plain import plain_value

        shown = _show(self.value)
        if not self.is_exact:
            claim = f"{self.position.rules.name} is estimated at {shown}"
            only = Check("the value is an estimate, not a claim", True, self.method)
            return Certificate(claim, "no theorem: the search did not reach the end", (only,))
        claim = f"{self.position.rules.name} is worth {shown} with perfect play"
        try:
            found = plain_value(self.position, RECHECKED, self.ties)
        except GameError:
            return self._verify_by_database(claim)
        if found is None:
            what = f"minimax over at most {RECHECKED:,} positions"
            return Certificate(claim, "minimax", (Check(what, False, "the game is larger"),))
        claimed = self._as_told()
        checks = [Check("minimax over all positions gives it", found == claimed, _show(found))]
        if self.move is not None:
            after = plain_value(self.position.play(self.move), RECHECKED, self.ties)
            same = after == claimed
            checks.append(Check(f"the move {self.shown_move} keeps it", same, _show(after)))
        return Certificate(claim, "minimax", tuple(checks))

    def _as_told(self) -> Number | tuple[Number, ...]:
        """The value as games of its kind have it: one number where two play for a zero sum."""
        rules = self.position.rules
        if isinstance(self.value, tuple) and rules.is_opposed:
            return self.value[0] if sum(self.value) == 0 else self.value
        return self.value

    def _verify_by_database(self, claim: str) -> Certificate:
        """Where positions recur, minimax has no end; a consistent list of all of them proves it."""
        from kibitz.search.retrograde.retrograde import retrograde

        database = retrograde(self.position)
        found = database.value(self.position.state)
        own = Check("the position has this value in it", found == self.value, _show(found))
        return Certificate(claim, "retrograde analysis", (*database.verify().checks, own))

    def __str__(self) -> str:
        mover = self.position.player
        who = self.position.rules.player_name(mover) if mover >= 0 else "nobody"
        kind = "value" if self.is_exact else "estimate"
        lines = [f"{self.position.rules.name}: {kind} {_show(self.value)}"]
        if self.move is not None:
            lines.append(f"  {who} {'play' if who == 'you' else 'plays'} {self.shown_move}")
        if len(self.line) > 1:
            between = ", " if any(" " in word for word in self.shown_line) else " "
            lines.append(f"  line  {between.join(self.shown_line)}")
        if self.moves:
            lines.append(f"  moves  {', '.join(self._valued_moves())}")
        counted = ", ".join(f"{count:,} {what}" for what, count in self.counts.items())
        deep = f" to depth {self.depth}" if self.depth is not None else ""
        lines.append(f"found by {self.method}{deep}: {counted} in {self.seconds:.3g} s")
        if self.note:
            lines.append(self.note)
        return "\n".join(lines)

    def _valued_moves(self) -> list[str]:
        """The moves with their values, as many as a person reads."""
        rules, state = self.position.rules, self.position.state
        shown = list(self.moves.items())[:MOVES_SHOWN]
        each = [f"{rules.show_move(state, move)} {_show(value)}" for move, value in shown]
        left = len(self.moves) - len(shown)
        return [*each, f"and {left} more"] if left else each

    def to_json(self) -> dict[str, Any]:
        rules, state = self.position.rules, self.position.state
        return {
            "kind": "search",
            "game": rules.name,
            "position": rules.show(state),
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
        }


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
    return [show(v) for v in value] if isinstance(value, tuple) else show(value)
