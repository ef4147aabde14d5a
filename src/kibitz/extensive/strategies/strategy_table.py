"""Strategy tables that someone published: are they strategies, and how much do they give away?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.extension import extends
from kibitz.core.numbers import Number, is_one, number, plain, show
from kibitz.core.spelling import count_of
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.methods.best_response import best_response, expected_payoffs, realization
from kibitz.extensive.strategies.profile import Profile, uniform

ROUNDING = Fraction(1, 200)
"""Printed probabilities are taken for rounded when they miss 1 by no more than this a move."""

MOST_NAMES = 8
"""Information sets that a report names of a kind."""


@dataclass(frozen=True, slots=True)
class RowFault:
    """A row of a table that is not a distribution."""

    infoset: str
    what: str

    def __str__(self) -> str:
        return f"{self.infoset!r}: {self.what}"


@dataclass(frozen=True, eq=False)
class TableReport:
    """What is wrong with a strategy table, what does not matter in it, and what it guarantees."""

    game: ExtensiveGame
    player: int
    faults: tuple[RowFault, ...]
    """Rows that are not distributions; they were scaled, or made uniform, to go on."""
    missing: tuple[str, ...]
    """Information sets without a row although own moves may lead there."""
    irrelevant: tuple[str, ...]
    """Information sets that the player's own moves make impossible: anything may stand there."""
    unreached: tuple[str, ...]
    """Relevant ones that the opponent's best answer never reaches; what stands there matters."""
    guarantee: Number
    """What the player is sure of against the best answer."""
    value: Number | None
    """What an optimal strategy is sure of; None when the game is not zero-sum for two."""
    answer: Profile
    """The profile in which the opponents answer best."""
    strategy: Profile

    @property
    def is_valid(self) -> bool:
        """Whether every row that matters is there and is a distribution."""
        return not self.faults and not self.missing

    @property
    def exploitability(self) -> Number | None:
        """How much less than the value the strategy is sure of: zero when it is optimal."""
        return None if self.value is None else self.value - self.guarantee

    def __str__(self) -> str:
        name = self.game.players[self.player]
        lines = [f"{name}'s strategy is " + ("well formed" if self.is_valid else "not well formed")]
        lines += [f"  not a distribution: {fault}" for fault in self.faults]
        lines += [f"  missing: {infoset!r}" for infoset in self.missing]
        if self.irrelevant:
            lines.append("  never reached, because of own moves: " + _first(self.irrelevant))
        if self.unreached:
            lines.append("  not reached by the best response: " + _first(self.unreached))
        if self.value is None:
            lines.append(f"gets {show(self.guarantee)} against a best response")
        else:
            lines.append(f"guarantees {show(self.guarantee)}")
            assert self.exploitability is not None
            lines.append(f"value {show(self.value)}, exploitable by {show(self.exploitability)}")
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        gap = self.exploitability
        return {
            "kind": "strategy-report",
            "player": self.game.players[self.player],
            "valid": self.is_valid,
            "faults": [{"infoset": f.infoset, "what": f.what} for f in self.faults],
            "missing": list(self.missing),
            "irrelevant": list(self.irrelevant),
            "unreached": list(self.unreached),
            "guarantee": plain(self.guarantee),
            "value": None if self.value is None else plain(self.value),
            "exploitability": None if gap is None else plain(gap),
            "strategy": self.strategy.to_json()[self.game.players[self.player]],
            "method": "best responses",
            "exact": self.strategy.exact and self.game.exact,
        }


@extends(ExtensiveGame)
def check_strategy(
    game: ExtensiveGame, player: str | int, table: Mapping[Any, Any], value: Any = None
) -> TableReport:
    """Examine one player's table: information set -> move -> probability.

    A row may be None, ``"***"`` or left out where it does not matter. Rows that do not add up are
    reported and scaled. The value is computed unless it is given.

    Parameters
    ----------
    game : ExtensiveGame
        A game in extensive form.
    player : int or str
        The player, by name or by position from 0.
    table : mapping[Any, Any]
        The probabilities of the moves, by information set.
    value : number, optional
        The value of the game.

    Returns
    -------
    TableReport
        What is wrong in the table, and what the best response to it wins.

    Examples
    --------
    >>> from kibitz.extensive import decision, extensive_game
    >>> hidden = lambda a, b: decision("II", "guess", heads=a, tails=b)
    >>> pennies = extensive_game(decision("I", "coin", heads=hidden(1, -1), tails=hidden(-1, 1)))
    >>> print(check_strategy(pennies, "I", {"coin": {"heads": "3/4", "tails": "1/4"}}))
    I's strategy is well formed
    guarantees -1/2
    value 0, exploitable by 1/2
    """
    who = game.player(player)
    rows = _rows(game, who, table)
    faults, weights, given = [], uniform(game).weights.astype(object), set()
    for infoset, row in rows.items():
        if row is None:
            continue
        fault, fixed = _mended(game, infoset, row)
        if fault is not None:
            faults.append(fault)
        given.add(infoset)
        weights[game.offset[infoset] : game.offset[infoset + 1]] = fixed
    if not game.exact or any(isinstance(x, float) for x in weights):
        weights = weights.astype(float)
    strategy = Profile(game, weights)
    before = _own_reach(game, strategy)
    mine = np.flatnonzero(game.owners == who).tolist()
    irrelevant = [i for i in mine if not before[i]]
    missing = [i for i in mine if i not in given and before[i] and game.sizes[i] > 1]
    guarantee, answer = _worst(game, who, strategy)
    reached = _reached(game, answer)
    unreached = [i for i in mine if before[i] and i not in reached]
    names = game.infoset_names
    return TableReport(
        game,
        who,
        tuple(faults),
        tuple(names[i] for i in missing),
        tuple(names[i] for i in irrelevant),
        tuple(names[i] for i in unreached),
        guarantee,
        _value(game, who, value),
        answer,
        strategy,
    )


def _rows(game: ExtensiveGame, player: int, table: Mapping[Any, Any]) -> dict[int, Any]:
    if set(table) and set(table) <= set(game.players):
        name = game.players[player]
        if name not in table:
            raise GameError(f"the table has no row for {name}")
        table = table[name]
    rows = {}
    for key, row in table.items():
        infoset = game.find(key, player) if isinstance(key, str) else int(key)
        if game.owners[infoset] != player:
            raise GameError(f"{key!r} is an information set of another player")
        blank = row is None or (isinstance(row, str) and set(row.strip()) <= {"*", "-"})
        rows[infoset] = None if blank else _read(game, infoset, row)
    return rows


def _read(game: ExtensiveGame, infoset: int, row: Any) -> list[Number]:
    moves, where = game.moves(infoset), f"{game.infoset_names[infoset]!r}"
    if isinstance(row, str) and row in moves:
        return [Fraction(int(move == row)) for move in moves]
    if isinstance(row, Mapping):
        for move in row:
            if move not in moves:
                raise GameError(f"{where}: no move {move!r}{did_you_mean(str(move), moves)}")
        if len(moves) == 2 and len(row) == 1:
            ((move, p),) = row.items()
            share = number(p, where)
            return [share if m == move else 1 - share for m in moves]
        return [number(row.get(move, 0), where) for move in moves]
    if isinstance(row, (list, tuple)):
        if len(row) != len(moves):
            raise GameError(
                f"{where}: {count_of(len(row), 'probability')} for {count_of(len(moves), 'move')}"
            )
        return [number(p, where) for p in row]
    if len(moves) == 2:
        share = number(row, where)
        return [1 - share, share]
    raise GameError(f"{where}: {row!r:.40} is not a distribution over {', '.join(moves)}")


def _mended(
    game: ExtensiveGame, infoset: int, row: list[Number]
) -> tuple[RowFault | None, list[Any]]:
    name = game.infoset_names[infoset]
    total: Any = sum(row)
    words = fault_in(row)
    if not words:
        return None, row
    if any(p < 0 or p > 1 for p in row):
        positive = [p if p > 0 else Fraction(0) for p in row]
        return RowFault(name, words), _shares(positive, sum(positive))
    rounded = abs(total - 1) <= ROUNDING * len(row)
    return RowFault(name, words + (" (rounding)" if rounded else "")), _shares(row, total)


def fault_in(row: Sequence[Number], rounding: Number = Fraction(0)) -> str:
    """Why some numbers are not a distribution, or nothing; their sum may miss 1 by the rounding.

    >>> fault_in([Fraction(1, 2), Fraction(1, 3)]), fault_in([Fraction(3, 2), Fraction(-1, 2)])
    ('the probabilities add up to 5/6, not 1', '3/2 is not a probability')
    """
    wrong = [p for p in row if p < 0 or p > 1]
    if wrong:
        return f"{show(wrong[0])} is not a probability"
    total: Any = sum(row)
    if is_one(total) or abs(total - 1) <= rounding:
        return ""
    return f"the probabilities add up to {show(total)}, not 1"


def irrelevant(profile: Profile) -> list[tuple[int, str]]:
    """Information sets, with their players, that a player's own moves never reach.

    Parameters
    ----------
    profile : Profile
        What everybody plays.

    Returns
    -------
    list of tuples
        The position of the player and the name of each such set.
    """
    game = profile.game
    never = np.flatnonzero([not weight for weight in _own_reach(game, profile)])
    return [(int(game.owners[k]), game.infoset_name(int(k))) for k in never]


def _shares(row: list[Any], total: Any) -> list[Any]:
    return [p / total for p in row] if total else [Fraction(1, len(row))] * len(row)


def _own_reach(game: ExtensiveGame, strategy: Profile) -> Any:
    plan = realization(game, strategy)
    return plan[game.treeplex.parent]


def _worst(game: ExtensiveGame, player: int, strategy: Profile) -> tuple[Number, Profile]:
    """What the player gets when one opponent (the only one of two) answers best."""
    if len(game.players) != 2:
        return expected_payoffs(game, strategy)[player], strategy
    answer = best_response(game, 1 - player, strategy).strategy
    return expected_payoffs(game, answer)[player], answer


def _reached(game: ExtensiveGame, profile: Profile) -> set[int]:
    from kibitz.extensive.strategies.outcomes import reach_probabilities

    reach = reach_probabilities(game, profile)
    nodes = np.flatnonzero(game.tree.infoset >= 0)
    return {int(game.tree.infoset[n]) for n in nodes if reach[n]}


def _value(game: ExtensiveGame, player: int, value: Any) -> Number | None:
    if value is not None:
        return number(value, "value")
    if len(game.players) != 2 or game.constant_sum is None:
        return None
    from kibitz.extensive.methods.zero_sum import EXACT_ENTRIES, zero_sum

    small = (int(game.offset[-1]) + 2) ** 2 <= EXACT_ENTRIES
    return zero_sum(game, exact=game.exact and small).payoffs[player]


def _first(names: Sequence[str]) -> str:
    """The first few of many names.

    >>> _first(["J", "Q"]), _first("abcdefghijk")
    ('J, Q', 'a, b, c, d, e, f, g, h, and 3 more')
    """
    more = f", and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return ", ".join(names[:MOST_NAMES]) + more
