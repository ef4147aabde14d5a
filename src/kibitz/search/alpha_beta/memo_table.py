"""Minimax with memory whose table can be read: every position once, with its value and best move.

It also counts what the memory saves: how often plain recursion, which looks at every option again,
would come to each position. Cost: every position and every move once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.explanation import Table
from kibitz.core.numbers import show
from kibitz.core.spelling import count_of
from kibitz.rules.fault import chances
from kibitz.rules.game import CHANCE, OVER, Position, Rules
from kibitz.search.alpha_beta.memo_value import POSITIONS, Payoffs, table_of
from kibitz.search.walk import root_of

WORDS = {1: "win", 0: "draw", -1: "loss"}


@dataclass(frozen=True)
class MemoEntry:
    """One position of the table."""

    state: Any
    shown: str
    player: str
    """The player to move; none where the game is over, chance where chance moves."""
    payoffs: Payoffs
    move: str | None
    """The first of the best moves."""
    outcome: str
    """Win, draw or loss for the player to move; empty where there is none, or all may win."""
    calls: int
    """How often plain recursion comes here."""


@dataclass(frozen=True)
class MemoTable:
    """All positions below one, in the order in which their values were found.

    >>> from kibitz.rules.examples import TakeAway
    >>> table = memo_table(TakeAway(6))
    >>> len(table), table.calls, table.outcomes
    (12, 52, {'loss': 2, 'win': 8})
    >>> table[6, 0].move, table[0, 0].calls
    ('2', 12)
    """

    position: Position
    values: dict[Any, Payoffs] = field(repr=False)

    def __len__(self) -> int:
        return len(self.values)

    def __iter__(self) -> Iterator[MemoEntry]:
        return iter(self.entries)

    def __contains__(self, state: Any) -> bool:
        return state in self.values

    def __getitem__(self, state: Any) -> MemoEntry:
        """The entry of a position, by its state."""
        try:
            return self._by_state[state]
        except (KeyError, TypeError):
            raise GameError(f"no position {state!r:.40} is in the table") from None

    @cached_property
    def _by_state(self) -> dict[Any, MemoEntry]:
        return {entry.state: entry for entry in self.entries}

    @cached_property
    def entries(self) -> tuple[MemoEntry, ...]:
        """The positions, the last ones of the game first."""
        return tuple(self._entry(state, paid) for state, paid in self.values.items())

    @property
    def calls(self) -> int:
        """How many calls plain recursion makes in all; with memory there is one a position."""
        return sum(self.calls_by_state.values())

    @cached_property
    def calls_by_state(self) -> dict[Any, int]:
        """How often plain recursion comes to each position: once for each way to it."""
        found = dict.fromkeys(self.values, 0)
        found[self.position.state] = 1
        for state in reversed(list(self.values)):
            for after in _after(self.position.rules, state):
                found[after] += found[state]
        return found

    @property
    def outcomes(self) -> dict[str, int]:
        """How many positions are won, drawn and lost for who is to move."""
        return dict(sorted(Counter(e.outcome for e in self.entries if e.outcome).items()))

    @property
    def distribution(self) -> dict[str, int]:
        """How many positions have each value."""
        return dict(Counter(_value(self.position.rules, e.payoffs) for e in self.entries))

    def _entry(self, state: Any, paid: Payoffs) -> MemoEntry:
        rules, player = self.position.rules, self.position.rules.player(state)
        shown = rules.show(state)
        calls = self.calls_by_state[state]
        if player < 0:
            who = "chance" if player == CHANCE else "nobody"
            return MemoEntry(state, shown, who, paid, None, "", calls)
        moves = [(m, self.values[rules.play(state, m)][player]) for m in rules.moves(state)]
        best, _ = max(moves, key=lambda pair: pair[1])
        word = WORDS[_sign(paid[player])] if rules.is_opposed else ""
        best_shown = rules.show_move(state, best)
        return MemoEntry(state, shown, rules.player_name(player), paid, best_shown, word, calls)

    def table(self, most: int = 200) -> Table:
        """The positions as a table to read, the first one of the game first.

        Parameters
        ----------
        most : int, default 200
            How many positions to list.
        """
        rows = [
            (e.shown, e.player, _value(self.position.rules, e.payoffs), e.move or "", str(e.calls))
            for e in list(reversed(self.entries))[:most]
        ]
        return Table(
            ("position", "to move", "value", "best move", "calls without memory"), tuple(rows)
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "memo-table",
            "game": self.position.rules.name,
            "positions": len(self),
            "calls_without_memory": self.calls,
            "outcomes": self.outcomes,
            "entries": [
                {
                    "position": e.shown,
                    "player": e.player,
                    "payoffs": [show(x) for x in e.payoffs],
                    "move": e.move,
                    "outcome": e.outcome,
                    "calls": e.calls,
                }
                for e in reversed(self.entries)
            ],
            "method": "minimax with memory",
            "exact": True,
        }

    def __str__(self) -> str:
        counted = ", ".join(count_of(n, word) for word, n in self.outcomes.items())
        for_mover = f"; for the player to move {counted}" if counted else ""
        value = _value(self.position.rules, self.values[self.position.state])
        return (
            f"{self.position.rules.name}: value {value}, "
            f"{count_of(len(self), 'position')}{for_mover}\n"
            f"without memory {self.calls:,} calls"
        )


def memo_table(
    game: Rules | Position, positions: int = POSITIONS, seconds: float | None = None
) -> MemoTable:
    """Solve a game by minimax with memory, and keep the memory.

    Parameters
    ----------
    game : Rules or Position
        The game, or a position of it.
    positions : int, default POSITIONS
        The largest number of positions.
    seconds : float, optional
        The time limit.

    Returns
    -------
    MemoTable
        The value and the best move of every position below.

    Notes
    -----
    Cost: every position and every move once.
    """
    position = root_of(game)
    return MemoTable(position, table_of(position, positions, seconds))


def _after(rules: Rules, state: Any) -> list[Any]:
    player = rules.player(state)
    if player == OVER:
        return []
    if player == CHANCE:
        return [rules.play(state, move) for move, _ in chances(rules, state)]
    return [rules.play(state, move) for move in rules.moves(state)]


def _sign(x: Any) -> int:
    return int(x > 0) - int(x < 0)


def _value(rules: Rules, paid: Payoffs) -> str:
    if rules.players == 1 or rules.is_opposed:
        return show(paid[0])
    return "(" + ", ".join(map(show, paid)) + ")"
