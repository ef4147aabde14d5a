"""Retrograde analysis: the value of every position, computed from the ends backwards.

Unlike searches from the front it is right where positions recur: what can never be forced is drawn.
Costs time and memory in proportion to positions and moves. Ströhlein (1970), Thompson (1986).
"""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.core.certificate import Certificate, check
from kibitz.core.errors import GameError
from kibitz.core.files import npz_file
from kibitz.core.files.atomic_file import atomic_file
from kibitz.core.method import method
from kibitz.core.solution import Solution
from kibitz.core.spelling import count_of
from kibitz.core.system.memory import require_memory
from kibitz.rules.compile.machine import Machine, machine
from kibitz.rules.compile.run import run
from kibitz.rules.fingerprint import fingerprint, origin
from kibitz.rules.game import CHANCE, OVER, Move, Position, Rules
from kibitz.rules.kernels import hash_table
from kibitz.search.kernels import retrograde as kernels
from kibitz.search.position_sample import PositionSample
from kibitz.search.scope import require_two_sided, two_sided
from kibitz.search.walk import root_of, state_of

ROOM = 1 << 16
ROOM_IN_PYTHON = 1 << 8
MOST = 200_000_000
MOST_IN_PYTHON = 5_000_000
_ANSWERS = (-1, 0, 1)
_PEEK = 20
_PATIENCE = 5.0
_LISTED = 1_000
"""Positions that Python lists in a second at the least: to sample longer would be in vain."""
_PROMISING = 50
"""A few games that show this part of too many positions are worth more games before listing."""
FORMAT = 1
_TYPES = {
    "states": np.int64,
    "values": np.int8,
    "distance": np.int32,
    "first": np.int64,
    "after": np.int32,
    "movers": np.int8,
    "slots": np.int32,
}
"""The arrays of a database."""
_WORDS = {1: "won", 0: "drawn", -1: "lost"}
_INSTEAD = "solve a smaller game or a later position, or search this one (kibitz analyze)"


class NotWinOrLose(GameError):
    """Payoffs other than 1, 0 and -1, which retrograde analysis does not tell apart."""


@dataclass(frozen=True, eq=False)
class Database(Solution, kind="database"):
    """The value of every position of a game, and how many moves away it is."""

    rules: Rules
    states: Any
    """Positions as rows of words, in the order in which they were found."""
    values: Any
    """int8: 1, 0 or -1 for the first player."""
    distance: Any
    """int32: moves to the end with best play, -1 where it is drawn before the end."""
    first: Any
    after: Any
    movers: Any
    slots: Any
    machine: Machine

    def __len__(self) -> int:
        return len(self.values)

    def find(self, state: Any) -> int:
        """The number of a position, which may be written down where the game reads that.

        Parameters
        ----------
        state : object
            A position, or its notation.

        Notes
        -----
        Cost: O(1), a look into a hash table.
        """
        state = state_of(self.rules, state)
        words = np.zeros(self.machine.STATE_WORDS, np.int64)
        self.machine.write_state(self.machine.encode(state), words)
        with np.errstate(over="ignore"):
            place = int(
                self.slots[self.machine.find_slot(words, len(words), self.states, self.slots)]
            )
        if place < 0:
            raise GameError(
                f"{self.rules.name}: the position is not in the database:\n{self.rules.show(state)}"
            )
        return place

    def value(self, state: Any) -> int:
        """What the first player gets: 1, 0 or -1.

        Parameters
        ----------
        state : object
            A position, or its notation.
        """
        return int(self.values[self.find(state)])

    def plies(self, state: Any) -> int | None:
        """Moves of both to the end when one wins; None while it is drawn.

        Parameters
        ----------
        state : object
            A position, or its notation.
        """
        found = int(self.distance[self.find(state)])
        return None if found < 0 else found

    def best_moves(self, state: Any) -> tuple[Move, ...]:
        """All moves that win soonest, hold the draw, or lose latest.

        Parameters
        ----------
        state : object
            A position, or its notation.

        Returns
        -------
        tuple of Move
            The moves; none where the game is over.
        """
        state = state_of(self.rules, state)
        mover = self.rules.player(state)
        if mover == OVER:
            return ()
        sign = 1 if mover == 0 else -1
        scored = []
        for move in self.rules.moves(state):
            after = self.find(self.rules.play(state, move))
            value, plies = sign * int(self.values[after]), int(self.distance[after])
            scored.append(((value, -plies if value > 0 else plies if value < 0 else 0), move))
        best = max(score for score, _ in scored)
        return tuple(move for score, move in scored if score == best)

    def counts(self) -> dict[str, dict[str, int]]:
        """For each player to move, how many positions are won, drawn and lost for that player."""
        table: dict[str, dict[str, int]] = {}
        for mover in range(2):
            sign = 1 if mover == 0 else -1
            found = Counter((sign * self.values[self.movers == mover]).tolist())
            table[self.rules.player_name(mover)] = {w: found.get(v, 0) for v, w in _WORDS.items()}
        return table

    def state(self, number: int) -> Any:
        """The position of a number.

        Parameters
        ----------
        number : int
            The number of a position, as :meth:`find` gives it.
        """
        return self.machine.decode(self.machine.read_state(self.states[number]))

    def entries(self) -> Iterator[tuple[Any, int, int | None]]:
        """Every position with its value for the first player and the moves to the end.

        >>> from kibitz.rules.examples import TakeAway
        >>> sorted(retrograde(TakeAway(2), compiled=False).entries())
        [((0, 0), -1, 0), ((0, 1), 1, 0), ((1, 1), -1, 1), ((2, 0), 1, 1)]
        """
        for k, (value, plies) in enumerate(zip(self.values, self.distance, strict=True)):
            yield self.state(k), int(value), None if plies < 0 else int(plies)

    def ends(self) -> dict[str, int]:
        """How many positions are the end of a game, by who has won."""
        over = Counter(self.values[self.movers == OVER].tolist())
        first, second = (self.rules.player_name(k) for k in range(2))
        return {f"won by {first}": over[1], "drawn": over[0], f"won by {second}": over[-1]}

    def by_plies(self) -> dict[str, dict[int, int]]:
        """For each player to move, how many positions are this many moves (of both) from a win."""
        table: dict[str, dict[int, int]] = {}
        for mover in range(2):
            decided = (self.movers == mover) & (self.values != 0)
            found = Counter(self.distance[decided].tolist())
            table[self.rules.player_name(mover)] = dict(sorted(found.items()))
        return table

    def longest_win(self) -> int:
        """The most moves (of both) that a forced win takes."""
        won = (self.values != 0) & (self.movers >= 0)
        return int(self.distance[won].max(initial=0))

    def longest_win_moves(self) -> int:
        """The same in moves of the winner, whichever player is to move."""
        return (self.longest_win() + 1) // 2

    def hardest(self, most: int = 100) -> tuple[Any, ...]:
        """Positions from which a win takes longest.

        Parameters
        ----------
        most : int, default 100
            How many positions to list.
        """
        far = (self.values != 0) & (self.movers >= 0) & (self.distance == self.longest_win())
        return tuple(self.state(int(k)) for k in np.flatnonzero(far)[:most])

    @property
    def game(self) -> Rules:
        return self.rules

    @property
    def method(self) -> str:
        return "retrograde analysis"

    @property
    def exact(self) -> bool:
        return True

    def verify(self) -> Certificate:
        """Every value follows from those one move on, and every distance counts down."""
        size = {"kind": self.kind, "positions": len(self)}
        return check(self.rules, {**size, "table": self})

    def __str__(self) -> str:
        lines = [f"{self.rules.name}: {count_of(len(self), 'position')}"]
        for name, row in self.counts().items():
            words = ", ".join(f"{count:,} {word}" for word, count in row.items())
            lines.append(f"  {name} to move: {words}")
        ended = ", ".join(f"{count:,} {word}" for word, count in self.ends().items())
        lines.append(f"  the end of a game: {ended}")
        lines.append(
            f"  the longest win takes {count_of(self.longest_win(), 'move')} of both, "
            f"{self.longest_win_moves()} of the winner"
        )
        return "\n".join([*lines, "found by retrograde analysis"])

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "game": self.rules.name,
            "positions": len(self),
            "counts": self.counts(),
            "ends": self.ends(),
            "by_plies": self.by_plies(),
            "longest_win": self.longest_win(),
            "longest_win_moves": self.longest_win_moves(),
            "method": self.method,
        }

    def save(self, path: str | Path) -> None:
        """Write it down; only the same rules read it back.

        Parameters
        ----------
        path : str or Path
            The file, which is replaced if it exists.
        """
        if not self.machine.is_compiled:
            raise GameError(
                f"{self.rules.name}: only databases of compiled rules can be saved; these rules "
                f"run in Python ({self.machine.reason})"
            )
        with atomic_file(path) as file:
            np.savez_compressed(
                file,
                states=self.states,
                values=self.values,
                distance=self.distance,
                first=self.first,
                after=self.after,
                movers=self.movers,
                slots=self.slots,
                head=np.array(json.dumps({**_head(self.rules), **origin(self.rules)})),
            )


@method(
    Rules,
    "retrograde",
    finds="the value of every position, and its distance from the end",
    cost="every position and every move once, kept in memory",
    reference="Thompson 1986",
    applies=two_sided,
    aliases=("retrograde-analysis", "database"),
)
def retrograde(
    game: Rules | Position,
    starts: Iterable[Any] | None = None,
    most: int | None = None,
    compiled: bool = True,
    seconds: float | None = None,
) -> Database:
    """Solve every position that can be reached from the start, or from all of ``starts``.

    This is the strong solution of a game whose final payoffs are 1, 0 or -1. A game that is too
    large, for ``most`` or for memory, is refused as soon as random games show it.

    Parameters
    ----------
    game : Rules or Position
        The game, or a position of it.
    starts : iterable, optional
        Positions to start from; if omitted all those that a game lists, else its start.
    most : int, optional
        The largest number of positions: 200 million, or 5 million where the rules run in Python.
    compiled : bool, default True
        Whether compiled rules may be used.
    seconds : float, optional
        How long positions may be listed; more time is refused.

    Returns
    -------
    Database
        The value of every position, and how far from the end it is.

    Notes
    -----
    Cost: every position and every move once, kept in memory.

    References
    ----------
    Thompson 1986.

    Examples
    --------
    >>> from kibitz.rules.examples import TakeAway
    >>> found = retrograde(TakeAway(8), compiled=False)
    >>> found.value((8, 0)), found.plies((8, 0)), found.best_moves((7, 0))
    (-1, 4, (3,))
    """
    position = root_of(game)
    rules = position.rules
    require_two_sided(rules)
    if starts is None and not isinstance(game, Position):
        starts = getattr(rules, "all_positions", lambda: None)()
    first_states = list(starts) if starts is not None else [position.state]
    if not first_states:
        raise GameError(f"{rules.name}: there is no position to start from")
    sample = PositionSample(rules, first_states)
    sample.play(games=_PEEK, seconds=1.0)
    _check_payoffs(rules, [x for x in sample.payoffs if x not in _ANSWERS])
    made = machine(rules, hash_table, kernels, compiled=compiled)
    most = (MOST if made.is_compiled else MOST_IN_PYTHON) if most is None else most
    if not made.is_compiled and _PROMISING * sample.at_least() > most:
        sample.play(games=1 << 30, seconds=min(_PATIENCE, most / _LISTED), enough=most)
        _check_count(made, sample.at_least(), most, 1)
    arrays = _explore(made, first_states, most, sample, seconds)
    return _solve(made, *arrays)


def _explore(
    made: Machine, starts: list[Any], most: int, sample: PositionSample, seconds: float | None
) -> tuple[Any, ...]:
    """All positions and moves; begins again with more room when it runs out.

    Then as much time as that took goes into the sample, which may show that it is in vain.
    """
    rows = _rows(made, starts)
    room = max(ROOM if made.is_compiled else ROOM_IN_PYTHON, 1 << len(starts).bit_length())
    edges = 8 * room
    deadline = None if seconds is None else time.monotonic() + seconds
    while True:
        began = time.monotonic()
        left = None if deadline is None else max(0.0, deadline - began)
        _check_memory(made, room, edges)
        states = np.zeros((room, made.STATE_WORDS), np.int64)
        slots = np.full(2 * room, -1, np.int32)
        first, movers = np.zeros(room + 1, np.int64), np.zeros(room, np.int8)
        ends = np.zeros(room)
        after = np.zeros(edges, np.int32)
        control = np.zeros(8, np.int64)
        with np.errstate(over="ignore"):
            made.add_states(rows, states, slots, control)
        job = partial(made.explore, states, slots, first, after, movers, ends, control)
        run(job, control, left, f"positions of {made.rules.name}", kernels.COUNT)
        count, used = int(control[kernels.COUNT]), int(control[kernels.EDGES])
        if not control[kernels.FULL]:
            if control[kernels.STOP]:
                raise GameError(f"{made.rules.name}: stopped after {count_of(count, 'position')}")
            return (
                states[:count],
                slots,
                first[: count + 1],
                after[:used],
                movers[:count],
                ends[:count],
            )
        spent = time.monotonic() - began
        patience = min(spent, _PATIENCE, most / _LISTED)
        sample.play(games=1 << 30, seconds=patience, enough=most)
        _check_count(made, max(count, sample.at_least()), most, -(-used // max(count, 1)))
        if count >= room:
            room *= 4
        edges = max(edges * 4, 4 * room)


def _check_count(made: Machine, count: int, most: int, edges: int) -> None:
    """Refuse a game whose table of positions and moves would be too large."""
    if count > most:
        raise GameError(
            f"{made.rules.name}: at least {count_of(count, 'position')}, above the limit of "
            f"{most:,} (raise "
            f"it with most=); {_INSTEAD}"
        )
    _check_memory(made, count, edges * count)


def _check_memory(made: Machine, positions: int, edges: int) -> None:
    """Refuse to ask for more memory than there is."""
    needed = positions * (8 * made.STATE_WORDS + 64) + 16 * edges
    require_memory(needed, f"{made.rules.name}: room for {positions:,} positions", _INSTEAD)


def _check_payoffs(rules: Rules, other: Sequence[Any]) -> None:
    """Refuse games that end in more ways than won, drawn and lost."""
    if other:
        raise NotWinOrLose(
            f"{rules.name}: a game can pay {float(other[0]):g}; retrograde analysis needs payoffs "
            "1, 0 and -1"
        )


def _rows(made: Machine, starts: list[Any]) -> Any:
    """The positions to start from as rows of words."""
    if made.is_compiled:
        return np.array([list(_flat(state)) for state in starts], np.int64)
    rows = np.zeros((len(starts), made.STATE_WORDS), np.int64)
    for row, state in zip(rows, starts, strict=True):
        made.write_state(state, row)
    return rows


def _flat(state: Any) -> Iterator[int]:
    if isinstance(state, tuple):
        for part in state:
            yield from _flat(part)
    else:
        yield int(state)


def _solve(
    made: Machine, states: Any, slots: Any, first: Any, after: Any, movers: Any, ends: Any
) -> Database:
    if (movers == CHANCE).any():
        raise GameError(f"{made.rules.name}: chance moves; solve it as a stochastic game")
    if ((movers >= 0) & (np.diff(first) == 0)).any():
        raise GameError(
            f"{made.rules.name}: no move at a position that is not over; kibitz check shows it"
        )
    _check_payoffs(made.rules, ends[(movers == OVER) & ~np.isin(ends, _ANSWERS)].tolist())
    count = len(movers)
    sources = np.repeat(np.arange(count, dtype=np.int32), np.diff(first))
    order = np.argsort(after, kind="stable")
    back = sources[order]
    back_first = np.zeros(count + 1, np.int64)
    back_first[1:] = np.cumsum(np.bincount(after, minlength=count))
    values, distance = np.zeros(count, np.int8), np.zeros(count, np.int32)
    queue, open_ = np.zeros(count, np.int32), np.zeros(count, np.int32)
    made.solve_backwards(
        first, after, back_first, back, movers, ends, values, distance, queue, open_
    )
    return Database(made.rules, states, values, distance, first, after, movers, slots, made)


def load_database(path: str | Path, rules: Rules) -> Database:
    """Read a database, and refuse one of other rules or another version.

    Parameters
    ----------
    path : str or Path
        The path of the file.
    rules : Rules
        The rules of the game.

    Returns
    -------
    Database
        The database.
    """
    source = Path(path)
    if not source.exists():
        raise GameError(f"{source}: no such file")
    try:
        arrays = npz_file.read_arrays(source, "not a database, or truncated")
        head = json.loads(str(arrays.pop("head")))
        wanted = {key: head.get(key) for key in _head(rules)}
    except (KeyError, AttributeError, json.JSONDecodeError):
        raise GameError(f"{source}: not a database, or truncated") from None
    for key, value in _head(rules).items():
        if wanted[key] != value:
            raise GameError(f"{source}: made for {key} {wanted[key]!s:.60}, not {value!s:.60}")
    made = machine(rules, hash_table, kernels)
    if not _fit_together(arrays, made.STATE_WORDS):
        raise GameError(f"{source}: parts of the database are missing")
    return Database(rules, machine=made, **arrays)


def _fit_together(arrays: dict[str, Any], words: int) -> bool:
    """Whether all arrays are there, with an entry for every position and move.

    Compiled code follows the numbers without looking, so that none may lead outside.
    """
    if {name: array.dtype for name, array in arrays.items()} != _TYPES:
        return False
    states, first, slots = arrays["states"], arrays["first"], arrays["slots"]
    count = len(states)
    return bool(
        states.ndim == 2
        and states.shape[1] == words
        and all(arrays[name].shape == (count,) for name in ("values", "distance", "movers"))
        and first.shape == (count + 1,)
        and first[0] == 0
        and (np.diff(first) >= 0).all()
        and ((np.diff(first) > 0) == (arrays["movers"] >= 0)).all()
        and arrays["after"].shape == (first[-1],)
        and _within(arrays["after"], 0, count)
        and _within(arrays["values"], -1, 2)
        and _within(arrays["movers"], OVER, 2)
        and slots.ndim == 1
        and len(slots).bit_count() == 1
        and _within(slots, -1, count)
        and (slots < 0).any()
    )


def _within(array: Any, low: int, stop: int) -> bool:
    return not len(array) or bool(array.min() >= low and array.max() < stop)


def _head(rules: Rules) -> dict[str, Any]:
    """What a database must share with the rules that read it: the source, and what it does."""
    import inspect

    text = fingerprint(rules)
    for kind in type(rules).__mro__[: type(rules).__mro__.index(Rules)]:
        try:
            text += inspect.getsource(kind)
        except (OSError, TypeError):
            text += repr(kind)
    public = {key: value for key, value in rules.parameters.items() if key[0] != "_"}
    digest = hashlib.sha256(f"{text}{public}".encode()).hexdigest()[:16]
    return {"format": FORMAT, "game": repr(rules), "checksum": digest}
