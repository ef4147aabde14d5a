"""Databases on disk: a byte a position, memory-mapped, built block by block and taken up anywhere.

Positions are numbered by the words of their states, digits of a mixed radix, so that neither
positions nor moves are kept: a billion positions take a gigabyte of disk, and as much memory as
there is to spare. Each pass over the file decides the positions that end after one ply more.
Which positions there are is found first, by passes of the same kind from the start.

Costs a pass for each ply of the longest win, each over all positions and moves; the usual
:func:`~kibitz.search.retrograde.retrograde.retrograde` is faster where its tables fit into memory.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from kibitz.core.certificate import Certificate, Check
from kibitz.core.errors import GameError
from kibitz.core.files.atomic_file import write_text
from kibitz.core.progress import Task, work
from kibitz.core.spelling import count_of
from kibitz.rules.compile.machine import Machine, machine
from kibitz.rules.fingerprint import fingerprint, origin
from kibitz.rules.game import OVER, Move, Rules
from kibitz.search.kernels import packed as kernels
from kibitz.search.scope import require_two_sided
from kibitz.search.walk import state_of

ENDING = ".kbpd"
"""How the name of such a folder ends."""
CODES, HEAD = "codes.bin", "head.json"
BLOCK = 1 << 20
"""Positions that are looked at in one piece, between which the work can be stopped."""
MOST = 1 << 40
"""Numbers of positions that are accepted."""
MINIMAL = 4
"""How often a range is made just wide enough before it is doubled."""
FORMAT = 1
_TRIES = 20
_LOOKED_FOR = 10_000


@dataclass(frozen=True, eq=False)
class PackedDatabase:
    """The value of every position of a game, and how many moves away it is, in a file."""

    rules: Rules
    folder: Path
    head: dict[str, Any]
    codes: Any
    machine: Machine

    @property
    def low(self) -> Any:
        return np.array(self.head["low"], np.int64)

    @property
    def radix(self) -> Any:
        return np.array(self.head["radix"], np.int64)

    def __len__(self) -> int:
        return int(self.head["positions"])

    def number(self, state: Any) -> int:
        """The number of a position that is in the database."""
        state = state_of(self.rules, state)
        words = np.zeros(self.machine.STATE_WORDS, np.int64)
        self.machine.write_state(self.machine.encode(state), words)
        control = np.zeros(8, np.int64)
        found = int(self.machine.number_of_words(words, self.low, self.radix, control))
        if found < 0 or self.codes[found] == kernels.NOT_REACHED:
            raise GameError(
                f"{self.rules.name}: the position is not in the database:\n{self.rules.show(state)}"
            )
        return found

    def state(self, number: int) -> Any:
        """The position of a number."""
        words = np.zeros(self.machine.STATE_WORDS, np.int64)
        self.machine.words_of_number(number, self.low, self.radix, words)
        return self.machine.decode(self.machine.read_state(words))

    def value(self, state: Any) -> int:
        """What the first player gets: 1, 0 or -1."""
        return self.entry(state_of(self.rules, state))[0]

    def plies(self, state: Any) -> int | None:
        """Moves of both to the end when one wins; None while it is drawn."""
        state = state_of(self.rules, state)
        found = self.entry(state)[1]
        return 0 if found is None and self.rules.player(state) == OVER else found

    def entry(self, state: Any) -> tuple[int, int | None]:
        """What the first player gets, and the plies to the end; None where it is drawn."""
        code = int(self.codes[self.number(state)])
        return _value(code), _plies(code)

    def best_moves(self, state: Any) -> tuple[Move, ...]:
        """All moves that win soonest, hold the draw, or lose latest."""
        state = state_of(self.rules, state)
        mover = self.rules.player(state)
        if mover == OVER:
            return ()
        sign = 1 if mover == 0 else -1
        scored = []
        for move in self.rules.moves(state):
            found, left = self.entry(self.rules.play(state, move))
            value, plies = sign * found, left or 0
            scored.append(((value, -plies if value > 0 else plies if value < 0 else 0), move))
        best = max(score for score, _ in scored)
        return tuple(move for score, move in scored if score == best)

    def check_sums(self) -> bool:
        """Whether every block of the file is as it was written."""
        return bool(_sums(self.codes) == self.head["sums"])

    def verify(self, samples: int | None = 1000, seed: int = 0) -> Certificate:
        """Check the file, and of a sample of positions that they follow from those after them.

        Parameters
        ----------
        samples : int, default 1000
            How many positions are looked at, by the rules in Python; None, for all, is refused.
        seed : int, default 0
            Random seed.

        Returns
        -------
        Certificate
            What was checked; the other positions are listed as not proved.
        """
        if samples is None:
            raise GameError(
                f"{self.rules.name}: only databases of games that number their positions by layers "
                "are checked whole; give a number of samples"
            )
        tried, wrong = 0, 0
        for number in islice(self._sampled(Random(seed)), min(samples, len(self))):
            tried += 1
            wrong += not self._follows(number)
        return Certificate(
            f"{self.rules.name}: the value of each of {count_of(len(self), 'position')}",
            "retrograde analysis: a position follows from those after it",
            (
                Check("the file is as it was written", self.check_sums()),
                Check(
                    f"{tried:,} positions follow from those after them",
                    wrong == 0,
                    f"{wrong} do not" if wrong else "",
                ),
            ),
            (f"the other {max(len(self) - tried, 0):,} positions",),
        )

    def _sampled(self, random: Random) -> Iterator[int]:
        """Numbers of positions, by chance; as many as are found in a while."""
        for _ in range(_LOOKED_FOR * len(self)):
            number = random.randrange(len(self.codes))
            if self.codes[number] != kernels.NOT_REACHED:
                yield number

    def _follows(self, number: int) -> bool:
        """Whether the code of a position is the one that those after it lead to."""
        state = self.state(number)
        (value, plies), mover = self.entry(state), self.rules.player(state)
        if mover == OVER:
            return value == self.rules.payoffs(state)[0] and plies in (0, None)
        sign = 1 if mover == 0 else -1
        after = [self.entry(self.rules.play(state, m)) for m in self.rules.moves(state)]
        best = max(sign * found for found, _ in after)
        ends = [left or 0 for found, left in after if sign * found == best]
        if sign * value != best or best == 0:
            return sign * value == best and plies is None
        return plies == 1 + (min(ends) if best > 0 else max(ends))

    def __str__(self) -> str:
        counts = self.head["counts"]
        listed = ", ".join(f"{n:,} {word}" for word, n in counts.items())
        size = len(self.codes) / max(len(self), 1)
        return (
            f"{self.rules.name}: {count_of(len(self), 'position')}, for the first player "
            f"{listed}; the longest "
            f"win takes {self.head['longest']} plies; {size:.2f} bytes a position"
        )


def packed_database(
    rules: Rules,
    folder: str | Path,
    starts: Iterable[Any] | None = None,
    block: int = BLOCK,
) -> PackedDatabase:
    """Solve every position that can be reached, in a file; continues where it was stopped.

    Parameters
    ----------
    rules : Rules
        The game: two players without chance, whose final payoffs are 1, 0 and -1, and whose states
        are a few whole numbers of small ranges, such as the squares of pieces.
    folder : str or Path
        The folder that keeps the database; its name ends in ``.kbpd``.
    starts : iterable, optional
        Positions to start from; if omitted all those that a game lists, else its start.
    block : int, default 2**20
        Positions that are looked at in one piece.

    Returns
    -------
    PackedDatabase
        The value of every position, and how far from the end it is.

    Notes
    -----
    Cost: a pass over all positions and moves for each ply of the longest win; a byte on disk for
    each number that a state could have.

    References
    ----------
    Thompson 1986.
    """
    require_two_sided(rules)
    place = Path(folder)
    if place.suffix != ENDING:
        raise GameError(f"{place}: the folder of a packed database ends in {ENDING}")
    if (place / HEAD).exists():
        head = head_of(place, _about(rules))
        if head["phase"] == "done":
            if head | origin(rules) != head:
                write_text(place / HEAD, json.dumps(head | origin(rules)) + "\n")
            return load_packed(place, rules)
    made = machine(rules, kernels)
    if not made.is_compiled:
        raise GameError(f"{rules.name}: its rules run in Python ({made.reason}); use retrograde")
    place.mkdir(parents=True, exist_ok=True)
    if not (place / HEAD).exists():
        about = {**_about(rules), **origin(rules)}
        head = {**about, **_ranges(made, rules, starts), "phase": "exploring", "plies": 0}
        write_text(place / HEAD, json.dumps(head) + "\n")
    with work(f"positions of {rules.name}") as task:
        head = _explored(made, rules, place, head, starts, block, task)
        _decided(made, rules, place, head, block, task)
    return load_packed(place, rules)


def load_packed(folder: str | Path, rules: Rules) -> PackedDatabase:
    """Open a packed database; one of other rules, or one that is not finished, is refused.

    Parameters
    ----------
    folder : str or Path
        The folder.
    rules : Rules
        The rules of the game.

    Returns
    -------
    PackedDatabase
        The database; positions are read from the file as they are asked for.
    """
    place = Path(folder)
    head = head_of(place, _about(rules))
    if head["phase"] != "done":
        raise GameError(f"{place}: this database is not finished; build it again to continue")
    size = (place / CODES).stat().st_size
    if size != _size(head):
        raise GameError(f"{place}: {size:,} bytes of codes, not {_size(head):,}; it is truncated")
    codes = np.memmap(place / CODES, np.uint8, "r")
    return PackedDatabase(rules, place, head, codes, machine(rules, kernels))


def head_of(place: Path, wanted: dict[str, Any]) -> dict[str, Any]:
    """What a folder says of its database, which must have been made for what is wanted."""
    try:
        head: dict[str, Any] = json.loads((place / HEAD).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise GameError(f"{place}: there is no packed database here") from None
    for key, value in wanted.items():
        if head.get(key) != value:
            raise GameError(f"{place}: made for {key} {head.get(key)!s:.60}, not {value!s:.60}")
    return head


def _about(rules: Rules) -> dict[str, Any]:
    return {"format": FORMAT, "game": rules.name, "rules": fingerprint(rules)}


def _size(head: dict[str, Any]) -> int:
    size = 1
    for digit in head["radix"]:
        size *= int(digit)
    return size


def _starts(rules: Rules, starts: Iterable[Any] | None) -> Iterable[Any]:
    if starts is not None:
        return starts
    listed: Any = getattr(rules, "all_positions", None)
    return [rules.start()] if listed is None else listed()


def _rows(made: Machine, states: Iterable[Any]) -> Iterator[Any]:
    """States as rows of words, many at a time."""
    source = iter(states)
    while some := list(islice(source, 1 << 14)):
        rows = np.zeros((len(some), made.STATE_WORDS), np.int64)
        for row, state in zip(rows, some, strict=True):
            made.write_state(made.encode(state), row)
        yield rows


def _ranges(made: Machine, rules: Rules, starts: Iterable[Any] | None) -> dict[str, Any]:
    """The ranges of the words of a state: those of the starts, and what some games lead to."""
    low = np.full(made.STATE_WORDS, np.iinfo(np.int64).max)
    high = np.full(made.STATE_WORDS, np.iinfo(np.int64).min)
    for rows in _rows(made, _starts(rules, starts)):
        low, high = np.minimum(low, rows.min(0)), np.maximum(high, rows.max(0))
    random = Random(0)
    for _ in range(_TRIES):
        state = rules.start()
        seen = [state]
        while rules.player(state) != OVER and len(seen) < 200:
            state = rules.play(state, random.choice(list(rules.moves(state))))
            seen.append(state)
        for rows in _rows(made, seen):
            low, high = np.minimum(low, rows.min(0)), np.maximum(high, rows.max(0))
    return _fitted(rules, low, high)


def _fitted(rules: Rules, low: Any, high: Any) -> dict[str, Any]:
    radix = [int(h) - int(n) + 1 for n, h in zip(low, high, strict=True)]
    head = {"low": [int(x) for x in low], "radix": radix}
    if _size(head) > MOST:
        raise GameError(
            f"{rules.name}: its states could have {_size(head):.1e} numbers, too many for a file; "
            "use retrograde, which keeps only the positions that there are"
        )
    return head


def _explored(
    made: Machine,
    rules: Rules,
    place: Path,
    head: dict[str, Any],
    starts: Iterable[Any] | None,
    block: int,
    task: Task,
) -> dict[str, Any]:
    """Mark every position that can be reached; begins again with wider ranges where one must."""
    while head["phase"] == "exploring":
        codes = _codes(place, _size(head))
        control = np.zeros(8, np.int64)
        low, radix = np.array(head["low"], np.int64), np.array(head["radix"], np.int64)
        for rows in _rows(made, _starts(rules, starts)):
            made.add_numbers(rows, low, radix, codes, control)
        _spread(made, rules, codes, low, radix, control, block, task)
        codes.flush()
        if control[kernels.OUTSIDE]:
            word, value = int(control[kernels.WORD]), int(control[kernels.VALUE])
            high, widened = low + radix - 1, int(head.get("widened", 0)) + 1
            more = radix[word] if widened > MINIMAL else 0
            if value < low[word]:
                low[word] = value - more
            else:
                high[word] = value + more
            head["widened"] = widened
            del codes
            (place / CODES).unlink()
            head = {**head, **_fitted(rules, low, high)}
        else:
            head = {**head, "phase": "deciding", "plies": 1}
        write_text(place / HEAD, json.dumps(head) + "\n")
    return head


def _spread(
    made: Machine,
    rules: Rules,
    codes: Any,
    low: Any,
    radix: Any,
    control: Any,
    block: int,
    task: Task,
) -> None:
    """Look at new positions until there are none."""
    words = np.zeros(made.STATE_WORDS, np.int64)
    row = np.zeros(rules.most_moves, np.int64)
    found = 1
    while found and not control[kernels.OUTSIDE]:
        found = 0
        for begin in range(0, len(codes), block):
            end = min(begin + block, len(codes))
            count = int(made.expand_block(begin, end, low, radix, codes, words, row, control))
            found += count
            task.advance(count)
            _refuse(rules, control)
            _stop(rules, task)
            if control[kernels.OUTSIDE]:
                return


def _decided(
    made: Machine, rules: Rules, place: Path, head: dict[str, Any], block: int, task: Task
) -> dict[str, Any]:
    """Decide positions ply by ply until a pass decides none."""
    codes = _codes(place, _size(head))
    low, radix = np.array(head["low"], np.int64), np.array(head["radix"], np.int64)
    words = np.zeros(made.STATE_WORDS, np.int64)
    row = np.zeros(rules.most_moves, np.int64)
    control = np.zeros(8, np.int64)
    plies = int(head["plies"])
    while True:
        task.label = f"{rules.name}, ply {plies}"
        code, found = kernels.FIRST + 2 * plies, 0
        for begin in range(0, len(codes), block):
            end = min(begin + block, len(codes))
            found += int(
                made.decide_block(begin, end, plies, low, radix, codes, words, row, control)
            )
            if not found:  # an earlier run may have decided some
                found += int(np.isin(codes[begin:end], (code, code + 1)).sum())
            task.advance()
            _refuse(rules, control)
            _stop(rules, task)
        if not found:
            break
        plies += 1
        codes.flush()
        head = {**head, "plies": plies}
        write_text(place / HEAD, json.dumps(head) + "\n")
    return _finished(place, codes, head, plies - 1)


def _finished(place: Path, codes: Any, head: dict[str, Any], longest: int) -> dict[str, Any]:
    """Count, sum up, and say that it is done."""
    counted = np.zeros(256, np.int64)
    for begin in range(0, len(codes), BLOCK):
        counted += np.bincount(codes[begin : begin + BLOCK], minlength=256)
    decided = counted[kernels.FIRST : kernels.NEW]
    head = {
        **head,
        "phase": "done",
        "positions": int(counted[1:].sum()),
        "counts": {
            "won": int(decided[::2].sum()),
            "drawn": int(counted[kernels.OPEN]),
            "lost": int(decided[1::2].sum()),
        },
        "longest": longest,
        "sums": _sums(codes),
    }
    codes.flush()
    write_text(place / HEAD, json.dumps(head) + "\n")
    return head


def _codes(place: Path, size: int) -> Any:
    """The file of codes, made where there is none: what is not written takes no room."""
    path = place / CODES
    if not path.exists() or path.stat().st_size != size:
        with open(path, "wb") as file:
            file.truncate(size)
    return np.memmap(path, np.uint8, "r+")


def _sums(codes: Any) -> list[int]:
    """A checksum for each block."""
    return [zlib.crc32(codes[k : k + BLOCK].tobytes()) for k in range(0, len(codes), BLOCK)]


def _refuse(rules: Rules, control: Any) -> None:
    if control[kernels.STRANGE]:
        raise GameError(f"{rules.name}: it can pay amounts other than 1, 0 and -1")
    if control[kernels.STUCK]:
        raise GameError(
            f"{rules.name}: no move at a position that is not over; kibitz check shows it"
        )
    if control[kernels.FAR]:
        raise GameError(f"{rules.name}: a win takes more than 125 plies, too many for a byte")


def _stop(rules: Rules, task: Task) -> None:
    if task.stopped:
        raise GameError(f"{rules.name}: stopped; the same command resumes")


def _value(code: int) -> int:
    """What the first player gets where the code is this.

    >>> [_value(code) for code in (1, 2, 3, 4)]
    [0, 1, -1, 1]
    """
    return 0 if code == kernels.OPEN else 1 - 2 * ((code - kernels.FIRST) % 2)


def _plies(code: int) -> int | None:
    """Moves to the end where the code is this; None where it is drawn."""
    return None if code == kernels.OPEN else (code - kernels.FIRST) // 2
