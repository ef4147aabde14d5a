"""The arrow from rules with chance and recurring positions to a stochastic game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.rules.game import CHANCE, OVER, TOGETHER, Rules
from kibitz.rules.kernels import hash_table
from kibitz.rules.layout import Layout, layout_of
from kibitz.rules.machine import Machine, machine
from kibitz.rules.run import run
from kibitz.stochastic.game import StochasticGame, read_endless, stochastic_game
from kibitz.stochastic.rules_kernels import enumerate as kernels
from kibitz.stochastic.table import Table

FIRST_SIZE, MOST_POSITIONS = 1 << 12, 1 << 26
"""Up to the first size Python lists the positions sooner than a compiler gets ready."""
MOST_TOGETHER = 200_000


@dataclass(frozen=True, eq=False)
class Positions:
    """All positions that can be reached, numbered, with what leads from each to which."""

    made: Machine
    keys: Any
    slots: Any
    actor: Any
    begins: Any
    target: Any
    code: Any
    likely: Any
    paid: Any
    number: Any = field(default=None)
    """For every position the number of its state, -1 where it is not one."""

    @property
    def count(self) -> int:
        return len(self.actor)

    def holds(self, state: Any) -> bool:
        """Whether a position can be reached."""
        return self._number(state) >= 0

    def _number(self, state: Any) -> int:
        with np.errstate(over="ignore"):
            return int(self.made.position_number(self.made.encode(state), self.keys, self.slots))

    def find(self, state: Any) -> int:
        """The number of a position of the game."""
        found = self._number(state)
        if found < 0:
            raise GameError(f"{self.made.rules.name}: {state} cannot be reached from the start")
        return found

    def move(self, position: int, choice: int) -> Any:
        """The move of that number at a position."""
        return self.made.move(int(self.code[self.begins[position] + choice]))


@dataclass(frozen=True, eq=False)
class RulesGame(StochasticGame):
    """A stochastic game that was made from rules, and remembers its positions."""

    rules: Rules | None = None
    positions: Positions | None = None

    def state_number(self, state: Any) -> int:
        """The state of this game that a position of the rules is."""
        assert self.positions is not None
        found = int(self.positions.number[self.positions.find(state)])
        if found < 0:
            raise GameError("nobody has a choice at this position")
        return found


class StateNames(Sequence[str]):
    """Names of states, made from the positions when somebody asks."""

    def __init__(self, found: Positions, kept: Any) -> None:
        self.rules = found.made.rules
        self.keys, self.kept = found.keys, kept
        self.listed = None if found.made.is_compiled else _in_order(found)
        self.layout = None if self.rules.has("key") or self.listed else _layout(self.rules)

    def __len__(self) -> int:
        return len(self.kept)

    def __getitem__(self, k: Any) -> Any:
        if isinstance(k, slice):
            return [self[i] for i in range(*k.indices(len(self)))]
        if not 0 <= k < len(self.kept):
            raise IndexError(k)
        if self.listed is not None:
            return " ".join(self.rules.show(self.listed[int(self.kept[k])]).split())
        if self.layout is None:
            return f"#{int(k)}"
        words = iter(self.keys[self.kept[k]].tolist())
        return " ".join(self.rules.show(_state(self.layout, words)).split())


def _in_order(found: Positions) -> list[Any]:
    """The positions themselves, by the edges along which they were met first."""
    rules = found.made.rules
    listed: list[Any] = [None] * found.count
    listed[0] = rules.start()
    for here in range(found.count):
        for e in range(int(found.begins[here]), int(found.begins[here + 1])):
            after = int(found.target[e])
            if listed[after] is None:
                listed[after] = rules.play(listed[here], found.made.move(int(found.code[e])))
    return listed


def _layout(rules: Rules) -> Layout | None:
    try:
        return layout_of(rules.start())
    except Exception:
        return None


def _state(layout: Layout, words: Any) -> Any:
    """A state from its words."""
    if layout.leaf:
        return layout.leaf(next(words))
    parts = [_state(part, words) for part in layout.parts]
    make: Any = layout.named._make if layout.named else tuple  # type: ignore[attr-defined]
    return make(parts)


def to_stochastic(rules: Rules, endless: Any = 0, most: int = MOST_POSITIONS) -> StochasticGame:
    """The stochastic game whose states are the positions of some rules.

    Positions may come back; a play without end pays ``endless`` to the first player. Where chance
    moves, its lottery becomes part of the move before it. About a million positions a second for
    rules that compile.

    >>> from kibitz.games.dice import Pig
    >>> game = to_stochastic(Pig(10))
    >>> round(game.solve().value, 6)
    0.418849
    """
    if rules.players > 2 or (rules.players == 2 and not rules.zero_sum):
        raise GameError(f"{rules.name}: the arrow takes games of one player, or zero-sum ones")
    if rules.has("sees"):
        raise GameError(f"{rules.name}: something is hidden; unfold it to a tree instead")
    if rules.has("choices"):
        return _together(rules, endless)
    found = enumerate_rules(rules, most)
    from kibitz.stochastic import arrow_kernels

    number, count = arrow_kernels.kept_positions(found.actor, found.begins, found.target)
    parts = arrow_kernels.build(
        found.actor, found.begins, found.target, found.likely, found.paid, number, count
    )
    rows, columns, first, pay, link, target, weight = parts
    table = Table(rows, columns, first, pay[:, None], link, target, weight)
    kept = np.flatnonzero(number >= 0)
    located = Positions(
        found.made, found.keys, found.slots, found.actor, found.begins, found.target, found.code,
        found.likely, found.paid, number,
    )  # fmt: skip
    names = tuple(rules.player_name(k) for k in range(2))
    return RulesGame(
        StateNames(located, kept), table, read_endless(endless), 1.0, 0, players=names,
        title=rules.name, rules=rules, positions=located,
    )  # fmt: skip


def enumerate_rules(rules: Rules, most: int = MOST_POSITIONS) -> Positions:
    """Every position that can be reached; by Python while there are few of them."""
    made = machine(rules, hash_table, kernels, compiled=False)
    size = FIRST_SIZE
    while True:
        if size > most:
            raise GameError(
                f"{rules.name}: more than {most:,} positions can be reached; take a smaller game"
            )
        found = _enumerate(made, size)
        if found is not None:
            return found
        if size == FIRST_SIZE:
            made = machine(rules, hash_table, kernels)
        size *= 8 if size < 1 << 18 else 4


def _enumerate(made: Machine, size: int) -> Positions | None:
    """All positions, if they are no more than so many."""
    slots = np.full(2 * size, -1, np.int64)
    keys = np.zeros((size, _words(made)), np.int64)
    actor, begins = np.zeros(size, np.int8), np.zeros(size + 1, np.int64)
    edges = 4 * size
    target, code, likely = np.zeros(edges, np.int64), np.zeros(edges, np.int64), np.zeros(edges)
    paid = np.zeros(size)
    control = np.zeros(8, np.int64)
    start = made.encode(made.rules.start())
    run(
        lambda: made.enumerate_positions(
            start, keys, slots, actor, begins, target, code, likely, paid, control
        ),
        control,
        label="listing positions",
    )
    if control[kernels.TROUBLE] == kernels.FULL:
        return None
    if control[kernels.STOP]:
        raise GameError(f"{made.rules.name}: listing the positions was stopped")
    nodes, used = int(control[kernels.NODES]), int(control[kernels.EDGES])
    return Positions(
        made, keys[:nodes].copy(), slots, actor[:nodes].copy(), begins[: nodes + 1].copy(),
        target[:used].copy(), code[:used].copy(), likely[:used].copy(), paid[:nodes].copy(),
    )  # fmt: skip


def _words(made: Machine) -> int:
    return int(made.KEY_WORDS)


def _together(rules: Rules, endless: Any) -> StochasticGame:
    """Rules in which both move at once, state by state in Python."""
    names: dict[Any, str] = {}
    stages: dict[str, Any] = {}
    todo = [rules.start()]
    while todo:
        state = todo.pop()
        name = names.setdefault(state, f"s{len(names)}")
        if name in stages:
            continue
        if len(names) > MOST_TOGETHER:
            raise GameError(f"{rules.name}: more than {MOST_TOGETHER:,} positions")
        player = rules.player(state)
        if player == OVER:
            stages[name] = [[rules.payoffs(state)[0]]]
            continue

        def leads(after: Any) -> dict[str, Any]:
            todo.append(after)
            return {"go": names.setdefault(after, f"s{len(names)}")}

        if player == CHANCE:
            go: dict[str, Any] = {}
            for move, likely in rules.chance(state):
                where = leads(rules.play(state, move))["go"]
                go[where] = go.get(where, 0) + likely
            stages[name] = [[{"go": go}]]
        elif player == TOGETHER:
            mine, theirs = list(rules.choices(state, 0)), list(rules.choices(state, 1))
            stages[name] = [
                [leads(rules.play_together(state, (a, b))) for b in theirs] for a in mine
            ]
        else:
            after = [leads(rules.play(state, move)) for move in rules.moves(state)]
            stages[name] = [[cell] for cell in after] if player == 0 else [after]
    return stochastic_game(stages, endless, start=names[rules.start()], title=rules.name)
