"""How large a game is: positions against the nodes of its tree, and the ways to one position.

>>> from kibitz.rules.examples import TakeAway
>>> print(tree_statistics(TakeAway(6)))
TakeAway: 52 nodes in the tree, 24 of them leaves; 12 positions; the longest play has 6 moves
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any, cast

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number
from kibitz.core.spelling import count_of
from kibitz.rules.game import CHANCE, OVER, SIMULTANEOUS, Move, Position, Rules
from kibitz.rules.trees.game_tree import GameTree
from kibitz.search.walk import root_of

POSITIONS = 1_000_000
HISTORIES = 100_000
MOST_PLIES = 1_000


class EndlessTree(GameError):
    """A tree that cannot be counted, since positions can repeat."""


@dataclass(frozen=True)
class TreeStatistics:
    """The size of a game, from a position on."""

    position: Position
    nodes: int
    """Nodes of the tree: every position as often as there are ways to it; minimax visits all."""
    leaves: int
    positions: int
    """Different positions: what a table with all of them holds."""
    plies: int
    """Moves of the longest game."""
    ends: int
    """Different positions in which the game is over."""
    visits: dict[Any, int]
    """How many nodes of the tree show each state: the calls of a search without memory."""

    @property
    def branching(self) -> float:
        """Moves on average at the inner nodes of the tree."""
        inner = self.nodes - self.leaves
        return (self.nodes - 1) / inner if inner else 0.0

    @property
    def move_factor(self) -> float:
        """Moves on average at the nodes of the tree where someone chooses."""
        return self._factor(chance=False)

    @property
    def chance_factor(self) -> float:
        """Outcomes on average at the nodes of the tree where chance moves; 0 where it never does.

        Expectiminimax visits b^d n^d nodes with b moves and n outcomes.
        """
        return self._factor(chance=True)

    def _factor(self, chance: bool) -> float:
        rules, inner, below = self.position.rules, 0, 0
        for state, count in self.visits.items():
            player = rules.player(state)
            if player != OVER and (player == CHANCE) == chance:
                inner += count
                below += count * sum(1 for _ in _after(rules, state))
        return below / inner if inner else 0.0

    @property
    def outcomes(self) -> dict[tuple[Number, ...], int]:
        """How many leaves of the tree pay what, the most frequent first.

        >>> from kibitz.rules.examples import TakeAway
        >>> tree_statistics(TakeAway(5)).outcomes
        {(1, -1): 7, (-1, 1): 6}
        """
        rules = self.position.rules
        paid: Counter[tuple[Number, ...]] = Counter()
        for state, count in self.visits.items():
            if rules.player(state) == OVER:
                paid[tuple(rules.payoffs(state))] += count
        return dict(paid.most_common())

    def calls_by(self, part: Callable[[Any], Hashable]) -> dict[Any, int]:
        """The nodes of the tree sorted by a part of the state, such as the counters left.

        Parameters
        ----------
        part : callable
            A function from a state to what the nodes are sorted by.

        Examples
        --------
        >>> from kibitz.rules.examples import TakeAway
        >>> sorted(tree_statistics(TakeAway(6)).calls_by(lambda state: state[0]).items())
        [(0, 24), (1, 13), (2, 7), (3, 4), (4, 2), (5, 1), (6, 1)]
        """
        calls: Counter[Any] = Counter()
        for state, count in self.visits.items():
            calls[part(state)] += count
        return dict(calls)

    def __str__(self) -> str:
        chance = ", those of chance included" if self.position.rules.has("chance") else ""
        return (
            f"{self.position.rules.name}: {count_of(self.nodes, 'node')} in the tree, "
            f"{self.leaves:,} of "
            f"them leaves; {count_of(self.positions, 'position')}; "
            f"the longest play has {count_of(self.plies, 'move')}{chance}"
        )


def tree_statistics(game: Rules | Position, most: int = POSITIONS) -> TreeStatistics:
    """Count the tree below a position by listing its positions once, however large the tree is.

    Parameters
    ----------
    game : Rules or Position
        The game, or a position of it.
    most : int, default POSITIONS
        The largest number of positions.

    Returns
    -------
    TreeStatistics
        The counts.

    Notes
    -----
    Cost: every position once.

    Examples
    --------
    >>> from kibitz.rules.examples import TakeAway
    >>> tree_statistics(TakeAway(100)).nodes > 10**26
    True
    """
    position = root_of(game)
    rules = position.rules
    order = _in_order(position, most)
    visits: dict[Any, int] = dict.fromkeys(order, 0)
    plies = dict.fromkeys(order, 0)
    visits[position.state] = 1
    leaves = 0
    for state in order:
        if rules.player(state) == OVER:
            leaves += visits[state]
        for after in _after(rules, state):
            visits[after] += visits[state]
            plies[after] = max(plies[after], plies[state] + 1)
    ends = sum(rules.player(state) == OVER for state in order)
    return TreeStatistics(
        position, sum(visits.values()), leaves, len(order), max(plies.values()), ends, visits
    )


def count_positions(
    game: Rules | Position, up_to: Callable[[Any], Hashable] | None = None, most: int = POSITIONS
) -> int:
    """How many positions can be reached.

    Parameters
    ----------
    game : Rules or Position
        The game, or a position of it.
    up_to : callable, optional
        A function whose values are counted; ``rules.key`` counts up to the game's own symmetry.
    most : int, default POSITIONS
        The largest number of positions.

    Returns
    -------
    int
        The number.

    Notes
    -----
    Cost: every position once.

    Examples
    --------
    >>> from kibitz.rules.examples import TakeAway
    >>> count_positions(TakeAway(12)), count_positions(TakeAway(12), up_to=lambda s: s[0])
    (24, 13)
    """
    position = root_of(game)
    seen = {position.state}
    stack = [position.state]
    while stack:
        for after in _after(position.rules, stack.pop()):
            if after not in seen:
                seen.add(after)
                stack.append(after)
        _check_size(position.rules, len(seen), most)
    return len(seen) if up_to is None else len({up_to(state) for state in seen})


def positions_by_ply(
    game: Rules | Position,
    up_to: Callable[[Any], Hashable] | None = None,
    plies: int | None = None,
    most: int = POSITIONS,
) -> tuple[int, ...]:
    """How many positions can come up after 0, 1, 2, ... moves, as far as there are moves.

    Parameters
    ----------
    game : Rules or Position
        The game, or a position of it.
    up_to : callable, optional
        A function whose values are counted; ``rules.key`` counts up to the game's own symmetry.
    plies : int, optional
        The last ply; all if omitted.
    most : int, default POSITIONS
        The largest number of positions.

    Returns
    -------
    tuple of int
        One number for each ply.

    Examples
    --------
    >>> import kibitz
    >>> rules = kibitz.game("tic-tac-toe")
    >>> positions_by_ply(rules, up_to=rules.key, plies=4)
    (1, 3, 12, 38, 108)
    """
    position = root_of(game)
    level = {position.state}
    counts: list[int] = []
    while level and (plies is None or len(counts) <= plies):
        counts.append(len(level) if up_to is None else len({up_to(state) for state in level}))
        level = {after for state in level for after in _after(position.rules, state)}
        _check_size(position.rules, len(level), most)
        if len(counts) > MOST_PLIES:
            raise GameError(f"{position.rules.name}: more than {MOST_PLIES:,} plies; give plies=")
    return tuple(counts)


def games_by_length(game: Rules | Position, most: int = POSITIONS) -> dict[int, int]:
    """How many games, that is leaves of the tree, last for how many moves.

    Parameters
    ----------
    game : Rules or Position
        The game, or a position of it.
    most : int, default POSITIONS
        The largest number of positions.

    Returns
    -------
    dict[int, int]
        The number of games of each length.

    Examples
    --------
    >>> from kibitz.rules.examples import TakeAway
    >>> games_by_length(TakeAway(4))
    {2: 3, 3: 3, 4: 1}
    """
    position = root_of(game)
    rules = position.rules
    order = _in_order(position, most)
    ways: dict[Any, Counter[int]] = {state: Counter() for state in order}
    ways[position.state][0] = 1
    lengths: Counter[int] = Counter()
    for state in order:
        here = ways.pop(state)
        if rules.player(state) == OVER:
            lengths.update(here)
        for after in _after(rules, state):
            for length, count in here.items():
                ways[after][length + 1] += count
    return dict(sorted(lengths.items()))


def histories(
    game: Rules | Position, target: Any, most: int = HISTORIES
) -> tuple[tuple[Move, ...], ...]:
    """All orders of moves that lead to a position: its transpositions.

    Parameters
    ----------
    game : Rules or Position
        The game, or a position of it.
    target : state, str or callable
        A state, one as it is shown (with any player to move), the name of a node of a tree, or a
        function that says whether a state is meant.
    most : int, default HISTORIES
        The largest number of histories.

    Returns
    -------
    tuple[tuple[Move, ...], ...]
        The sequences of moves.

    Examples
    --------
    >>> from kibitz.rules.examples import TakeAway
    >>> histories(TakeAway(12), (8, 0))
    ((1, 1, 1, 1), (1, 3), (2, 2), (3, 1))
    >>> len(histories("nim 2 1", "1 0"))
    2
    """
    position = root_of(game)
    rules = position.rules
    order = _in_order(position, POSITIONS)
    wanted = _meant(position, target, order)
    leading = {state for state in order if wanted(state)}
    for state in reversed(order):
        if any(after in leading for after in _after(rules, state)):
            leading.add(state)
    found: list[tuple[Move, ...]] = []
    stack: list[tuple[Any, tuple[Move, ...]]] = [(position.state, ())]
    while stack:
        state, moves = stack.pop()
        if wanted(state):
            found.append(moves)
            if len(found) > most:
                raise GameError(
                    f"{rules.name}: more than {count_of(most, 'order')} of moves lead there"
                )
        following = [(after, (*moves, move)) for move, after in _steps(rules, state)]
        stack += [(after, so_far) for after, so_far in reversed(following) if after in leading]
    return tuple(found)


def _meant(position: Position, target: Any, order: list[Any]) -> Callable[[Any], bool]:
    """Which states a target means; one that cannot be a state of the game is refused."""
    rules = position.rules
    if callable(target):
        return cast("Callable[[Any], bool]", target)
    if isinstance(target, str) and isinstance(rules, GameTree):
        target = rules.find(target)
    if isinstance(target, str) and rules.has("read_position"):
        target = rules.read_position(target)
    if isinstance(target, str):
        if all(rules.show(state) != target for state in order):
            shown = rules.show(position.state)
            raise GameError(
                f"{rules.name}: no position is shown as {target!r:.40}; one is {shown!r}"
            )
        return lambda state: rules.show(state) == target
    if target not in order and not _is_alike(target, position.state):
        raise GameError(f"{rules.name}: {target!r:.40} is not a state; one is {position.state!r}")
    return lambda state: bool(state == target)


def _is_alike(one: Any, other: Any) -> bool:
    """Whether two states are built in the same way."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) != len(other) or all(map(_is_alike, one, other))
    return isinstance(one, type(other))


def _steps(rules: Rules, state: Any) -> Iterator[tuple[Move, Any]]:
    """What may be done at a position, with what it leads to; simultaneous moves as one tuple."""
    player = rules.player(state)
    if player == SIMULTANEOUS:
        all_choices = (rules.choices(state, who) for who in range(rules.players))
        for moves in product(*all_choices):
            yield moves, rules.play_together(state, moves)
    elif player == CHANCE:
        for move, _ in rules.chance(state):
            yield move, rules.play(state, move)
    elif player != OVER:
        for move in rules.moves(state):
            yield move, rules.play(state, move)


def _after(rules: Rules, state: Any) -> Iterator[Any]:
    return (after for _, after in _steps(rules, state))


def _in_order(position: Position, most: int) -> list[Any]:
    """All states, each before those that follow it; a GameError where positions recur."""
    rules = position.rules
    finished: list[Any] = []
    is_done: dict[Any, bool] = {}
    stack: list[tuple[Any, bool]] = [(position.state, False)]
    while stack:
        state, ready = stack.pop()
        if ready:
            is_done[state] = True
            finished.append(state)
        elif state not in is_done:
            is_done[state] = False
            _check_size(rules, len(is_done), most)
            stack.append((state, True))
            stack += [(after, False) for after in _after(rules, state)]
        elif not is_done[state]:
            raise EndlessTree(f"{rules.name}: positions can repeat, so the tree is infinite")
    finished.reverse()
    return finished


def _check_size(rules: Rules, count: int, most: int) -> None:
    if count > most:
        raise GameError(f"{rules.name}: more than {count_of(most, 'position')}, too many to count")
