"""Every position of some rules at which someone chooses, with what its moves lead to."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.core.errors import GameError, TooLarge
from kibitz.core.system.memory import require_memory
from kibitz.rules.compile.layout import layout_of
from kibitz.rules.compile.machine import Machine, by_python, is_at_hand, machine
from kibitz.rules.compile.not_compilable import NotCompilable
from kibitz.rules.compile.run import run
from kibitz.rules.game import Rules
from kibitz.rules.kernels import hash_table
from kibitz.search.position_sample import PositionSample
from kibitz.stochastic.from_rules.kernels import enumerate as kernels
from kibitz.stochastic.from_rules.kernels import position_index
from kibitz.stochastic.table import TransitionTable

ALGORITHM = (hash_table, position_index, kernels)
FIRST_SIZE, NEXT_SIZE, MOST_POSITIONS = 1 << 13, 1 << 16, 1 << 26
"""Up to the first size Python lists the positions sooner than a compiler gets ready."""
CELLS, LINKS = 4, 8
"""Moves and transitions for each position that there is room for at first."""
FEW_GAMES, PEEK, PATIENCE = 24, 1.0, 5.0
"""Random games before anything is listed, and seconds for them then and later."""
GLANCE = 0.3
"""Seconds in which a few random games must end for a first look to go on."""
PROMISING = 50
"""A few games that show this part of too many positions are worth more of them."""
WIDEST, ROOMY = 1 << 23, 16
"""Places of a box that are always allowed, and places for each position that there is room for."""
_TROUBLES = {
    kernels.AT_ONCE: "simultaneous moves",
    kernels.UNLIKELY: "probabilities that are negative or do not add up to 1",
}


@dataclass(frozen=True, eq=False)
class Positions:
    """All positions that can be reached and at which someone chooses, numbered."""

    made: Machine
    states: Any
    """A row of words for each."""
    keys: Any
    slots: Any
    box: Any
    actor: Any
    first: Any
    code: Any
    """The moves, those of position k from ``first[k]`` to ``first[k + 1]``."""

    @property
    def count(self) -> int:
        return len(self.actor)

    def holds(self, state: Any) -> bool:
        """Whether a position can be reached."""
        return self.number(state) >= 0

    def number(self, state: Any) -> int:
        """The number of a position; negative where it cannot be reached."""
        with np.errstate(over="ignore"):
            here = self.made.encode(state)
            return int(self.made.position_number(here, self.keys, self.slots, self.box))

    def find(self, state: Any) -> int:
        """The number of a position of the game."""
        place = self.number(state)
        if place < 0:
            raise GameError(
                f"{self.made.rules.name}: {self.made.rules.show(state)!r} cannot be reached from "
                "the start, or no player has a choice there"
            )
        return place

    def state(self, position: int) -> Any:
        """The position of that number."""
        return self.made.decode(self.made.read_state(self.states[position]))

    def move(self, position: int, choice: int) -> Any:
        """The move of that number at a position."""
        return self.made.move(int(self.code[self.first[position] + choice]))

    def moves(self, position: int) -> list[Any]:
        """All moves at a position."""
        count = int(self.first[position + 1] - self.first[position])
        return [self.move(position, k) for k in range(count)]


def position_name(rules: Rules, state: Any) -> str:
    """A position on one line."""
    return " ".join(rules.show(state).split())


def enumerate_rules(
    rules: Rules, most: int = MOST_POSITIONS, first_look: bool = False
) -> tuple[Positions, TransitionTable]:
    """Every position that can be reached, and what its moves lead to.

    By Python while there are few of them. Arrays grow as they fill, and the work continues. For a
    first look nothing is compiled.
    """
    soon = is_at_hand(rules, *ALGORITHM) and _integral(rules)
    key = rules.key if rules.has("key") else None
    sample = PositionSample(rules, [rules.start()], chance=True, key=key)
    with by_python(rules, *ALGORITHM):
        if not soon:
            peek = GLANCE if first_look else PEEK
            _look_ahead(sample, most, 0.0 if first_look else PATIENCE, peek)
            if first_look and 0 < sample.games < FEW_GAMES:
                raise _too_long(rules)
        sheet = _Sheet(machine(rules, *ALGORITHM, compiled=soon), FIRST_SIZE, most)
        while not sheet.filled():
            if not sheet.made.is_compiled and not first_look:
                _look_ahead(sample, most, PATIENCE)
            if soon:
                sheet.make_room()
            elif first_look:
                raise _too_long(rules)
            else:
                soon, made = True, machine(rules, *ALGORITHM, compiled=_integral(rules))
                sheet = _Sheet(made, NEXT_SIZE, most)
    return sheet.positions(), sheet.table()


def _look_ahead(sample: PositionSample, most: int, patience: float, peek: float = PEEK) -> None:
    """Refuse a game whose random games show that it has too many positions.

    Few are listed sooner than a random game is played.
    """
    if most <= FIRST_SIZE:
        return
    if not sample.games:
        sample.play(FEW_GAMES, peek)
    if patience and PROMISING * sample.at_least() > most:
        sample.play(1 << 30, patience, enough=most)
    if sample.at_least() > most:
        raise too_many(sample.rules, most)


def _too_long(rules: Rules) -> TooLarge:
    """What is said of a game that only solving can tell more about."""
    return TooLarge(
        f"{rules.name}: listing its positions takes longer than a first look; solving tries "
        f"{MOST_POSITIONS:,}"
    )


def too_many(rules: Rules, most: int) -> GameError:
    """What is said of a game with more positions than are allowed."""
    sentence = f"{rules.name}: more than {most:,} positions can be reached; use a smaller game"
    if most < MOST_POSITIONS:
        return TooLarge(f"{sentence}, or allow more; solving tries {MOST_POSITIONS:,}")
    return GameError(sentence)


def _integral(rules: Rules) -> bool:
    """Whether states are rows of integers, as compiled kernels keep them."""
    try:
        return all(leaf is int for leaf in layout_of(rules.start()).leaves)
    except NotCompilable:
        return False


class _Sheet:
    """The arrays into which positions are written, and how far that is done."""

    def __init__(self, made: Machine, size: int, most: int) -> None:
        self.made, self.most = made, most
        self.size = self.cells = self.links = 0
        self.control = np.zeros(8, np.int64)
        self.arrays: dict[str, Any] = {}
        self.words = np.zeros(int(made.KEY_WORDS), np.int64)
        start = made.encode(made.rules.start())
        made.write_key(start, self.words)
        self.box = np.stack([self.words, np.ones_like(self.words)])
        self.slots: Any = None
        self.grow(min(size, self.largest), CELLS * size, LINKS * size)
        made.write_state(start, self.arrays["states"][0])
        made.write_key(start, self.arrays["keys"][0])
        self.control[kernels.NODES] = 1
        self.index()

    @property
    def _crowded(self) -> bool:
        """Whether the positions after one more might not find room."""
        return int(self.control[kernels.NODES]) + int(self.made.rules.most_moves) > self.size

    @property
    def largest(self) -> int:
        """Positions that there may be room for: all that are allowed, and those after one more."""
        return self.most + int(self.made.rules.most_moves)

    def make_room(self) -> None:
        """Larger arrays, where they are full: for positions, or else for moves and what follows."""
        more = 16 if self.size <= NEXT_SIZE else 4
        if self._crowded:
            size = min(more * self.size, self.largest)
            self.grow(size, max(self.cells, CELLS * size), max(self.links, LINKS * size))
        else:
            self.grow(self.size, 4 * self.cells, 4 * self.links)

    def grow(self, size: int, room: int, links_room: int) -> None:
        """Arrays of these lengths with the same in them."""
        made, old, nodes = self.made, self.arrays, int(self.control[kernels.NODES])
        cells, links = int(self.control[kernels.CELLS]), int(self.control[kernels.LINKS])
        shapes: dict[str, tuple[Any, Any, int]] = {
            "states": ((size, int(made.STATE_WORDS)), np.int64, nodes),
            "keys": ((size, int(made.KEY_WORDS)), np.int64, nodes),
            "actor": (size, np.int8, nodes),
            "first": (size + 1, np.int32, nodes + 1),
            "code": (room, np.int64, cells),
            "pay": (room, np.float64, cells),
            "link": (room + 1, np.int32, cells + 1),
            "target": (links_room, np.int32, links),
            "weight": (links_room, np.float64, links),
        }
        self.arrays = {}
        needed = sum(
            float(np.prod(shape)) * np.dtype(kind).itemsize for shape, kind, _ in shapes.values()
        )
        require_memory(
            needed, f"{made.rules.name}: room for {size:,} positions", "use a smaller game"
        )
        for name, (shape, kind, used) in shapes.items():
            if name == "keys" and not made.rules.has("key"):
                self.arrays[name] = self.arrays["states"]
                continue
            self.arrays[name] = np.empty(shape, kind)
            if old:
                self.arrays[name][:used] = old[name][:used]
        self.arrays["link"][0] = 0
        self.size, self.cells, self.links = size, room, links_room
        if nodes:
            listed = self.arrays["keys"][:nodes]
            low = listed.min(axis=0)
            self.box = np.stack([low, listed.max(axis=0) - low + 1])
        self.index()

    def index(self) -> None:
        """New slots for all positions listed so far."""
        places = math.prod(self.box[1].tolist())
        if places > max(WIDEST, ROOMY * self.size):
            self.box = np.zeros_like(self.box)
        if not self.box[1, 0]:
            places = 1 << (2 * self.size - 1).bit_length()
        self.slots = np.full(places, -1, np.int32)
        with np.errstate(over="ignore"):
            self.made.fill_slots(
                self.arrays["keys"], int(self.control[kernels.NODES]), self.slots, self.box
            )

    def widen(self) -> None:
        """A box that holds the key that was outside, with room for more on that side."""
        low, many = self.box
        for k, word in enumerate(self.words.tolist()):
            if word < low[k]:
                low[k], many[k] = (
                    low[k] + many[k] - 2 * (low[k] + many[k] - word),
                    2 * (low[k] + many[k] - word),
                )
            elif word >= low[k] + many[k]:
                many[k] = 2 * (word - low[k] + 1)
        self.index()

    def filled(self) -> bool:
        """Write on; False when the arrays are full before the work is done."""
        made, control = self.made, self.control
        control[kernels.TROUBLE] = kernels.OUTSIDE
        while control[kernels.TROUBLE] == kernels.OUTSIDE:
            control[kernels.TROUBLE] = 0
            self._write_on()
            if control[kernels.STOP]:
                raise GameError(f"{made.rules.name}: listing the positions was stopped")
            if control[kernels.TROUBLE] == kernels.OUTSIDE:
                self.widen()
        trouble = int(control[kernels.TROUBLE])
        if trouble in _TROUBLES:
            raise GameError(
                f"{made.rules.name}: {_TROUBLES[trouble]}, at or after {self._where()!r}"
            )
        if control[kernels.NODES] > self.most:
            raise too_many(made.rules, self.most)
        return trouble != kernels.FULL

    def _where(self) -> str:
        """The position that is being looked at."""
        row = self.arrays["states"][int(self.control[kernels.HERE])]
        return position_name(self.made.rules, self.made.decode(self.made.read_state(row)))

    def _write_on(self) -> None:
        made, control, a = self.made, self.control, self.arrays
        run(
            lambda: made.enumerate_positions(
                a["states"],
                a["keys"],
                self.slots,
                self.box,
                self.words,
                a["actor"],
                a["first"],
                a["code"],
                a["pay"],
                a["link"],
                a["target"],
                a["weight"],
                control,
            ),
            control,
            label="listing positions",
        )

    def positions(self) -> Positions:
        """What was listed."""
        a, nodes = self.arrays, int(self.control[kernels.NODES])
        states = a["states"][:nodes]
        keys = states if a["keys"] is a["states"] else a["keys"][:nodes]
        cells = int(self.control[kernels.CELLS])
        return Positions(
            self.made,
            states,
            keys,
            self.slots,
            self.box,
            a["actor"][:nodes],
            a["first"][: nodes + 1],
            a["code"][:cells],
        )

    def table(self) -> TransitionTable:
        """Cells and transitions."""
        a, nodes = self.arrays, int(self.control[kernels.NODES])
        cells, links = int(self.control[kernels.CELLS]), int(self.control[kernels.LINKS])
        first = a["first"][: nodes + 1]
        sizes, actor = np.diff(first), a["actor"][:nodes]
        return TransitionTable(
            np.where(actor == 0, sizes, 1),
            np.where(actor == 1, sizes, 1),
            first,
            a["pay"][:cells, None],
            a["link"][: cells + 1],
            a["target"][:links],
            a["weight"][:links],
            a["pay"][:cells, None],  # only ends pay
        )
