"""The noun: states, in each a matrix game whose entries pay now and move on, or stop."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.extension import call
from kibitz.core.noun import Noun
from kibitz.core.numbers import Number, number, show
from kibitz.core.numbers import exact as as_exact
from kibitz.core.spelling import count_of
from kibitz.stochastic.read_cell import read_cell
from kibitz.stochastic.read_text import split_states
from kibitz.stochastic.table import CellOutcome, TransitionTable

if TYPE_CHECKING:
    from kibitz._types import SolveStochasticGame
    from kibitz.stochastic.methods.shapley_iteration import ShapleyIteration
    from kibitz.zero_sum.game import MatrixGame

PLAYERS = ("I", "II")
ANY = "any"
"""Endless play may pay anything: the value must not depend on it."""
AVERAGE = "average"
"""Endless play is worth the average of its payments."""
AVERAGES = (
    AVERAGE,
    "mean",
    "limit average",
    "long run average",
    "mean payoff",
    "undiscounted",
    "uniform",
)
Labels = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, eq=False)
class StochasticGame(Noun):
    """A game of stages: each state is a matrix game, and what is played decides where to continue.

    ``endless`` is the payoff to the first player of play that never stops; None when no play can
    last forever, ``"any"`` when the value does not depend on it, ``"average"`` when it is the
    average of all payments (a play that stops is then paid its last payment forever). The
    ``prize`` of a cell is the part of its payment that only plays which stop there are paid.
    ``discount`` multiplies whatever comes a stage later.

    >>> game = stochastic_game({"G": [["1 + 3G/5", "3 + G/5"], ["1 + 4G/5", "2 + 2G/5"]]})
    >>> print(game.solve())
    G  value 5*sqrt(2)/2
       I   (-1+sqrt(2), 2-sqrt(2))
       II  (1-sqrt(2)/2, sqrt(2)/2)
    both strategies are optimal; found by the fixed points of each state
    """

    kind: ClassVar[str] = "stochastic"

    states: Sequence[str]
    table: TransitionTable
    endless: Number | str | None = None
    discount: Number = Fraction(1)
    start: int = 0
    rows: Labels | None = None
    columns: Labels | None = None
    players: tuple[str, ...] = PLAYERS
    title: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.discount <= 1:
            raise GameError(
                f"the discount factor is {show(self.discount)}; it must lie between 0 and 1"
            )
        if self.endless == AVERAGE and self.discount != 1:
            raise GameError("average payments have no discount; leave out one of the two")

    @property
    def usual_answer(self) -> str:
        """The kind of a claim about it that does not say its kind."""
        return "average-solution" if self.endless == AVERAGE else "stochastic-solution"

    @property
    def exact(self) -> bool:
        return self.table.exact and isinstance(self.discount, Fraction)

    @property
    def zero_sum(self) -> bool:
        return self.table.zero_sum

    @property
    def effective(self) -> TransitionTable:
        """The entries with the discount factor in their weights."""
        return self.table.scaled(self.discount)

    @property
    def rational(self) -> TransitionTable:
        """The same in fractions, floats read at their shortest spelling."""
        return self.table.rational.scaled(as_exact(self.discount))

    @property
    def stop_probability(self) -> Number:
        """The least probability that a stage is the last one; a discount counts as stopping."""
        stay = self.table.stay
        most = max(stay.tolist(), default=Fraction(0)) if self.table.exact else float(stay.max())
        return max(1 - most * self.discount, 0 * most)

    @property
    def is_turn_based(self) -> bool:
        """Whether at most one player has a choice in every state."""
        return bool(((self.table.rows == 1) | (self.table.columns == 1)).all())

    @property
    def is_decision_process(self) -> bool:
        """Whether only the first player ever has a choice."""
        return bool((self.table.columns == 1).all())

    def index(self, state: Any) -> int:
        """The position of a state that is named or numbered.

        Parameters
        ----------
        state : str or int
            The state, by name or by position from 0.
        """
        if isinstance(state, (int, np.integer)) and 0 <= state < self.table.states:
            return int(state)
        names = list(self.states)
        if str(state) in names:
            return names.index(str(state))
        raise GameError(f"unknown state {state!r}{did_you_mean(str(state), names)}")

    def row_names(self, state: int) -> tuple[str, ...]:
        """What the first player's choices are called.

        Parameters
        ----------
        state : int
            The number of the state, from 0.
        """
        if self.rows is not None:
            return self.rows[state]
        return tuple(map(str, range(1, int(self.table.rows[state]) + 1)))

    def column_names(self, state: int) -> tuple[str, ...]:
        """What the second player's choices are called.

        Parameters
        ----------
        state : int
            The number of the state, from 0.
        """
        if self.columns is not None:
            return self.columns[state]
        return tuple(map(str, range(1, int(self.table.columns[state]) + 1)))

    def stage(self, state: Any, values: Any = None) -> MatrixGame:
        """The matrix game of a state when all states are worth these values (0 by default).

        Parameters
        ----------
        state : str or int
            The state, by name or by position from 0.
        values : sequence, mapping or number, optional
            What the states are worth when play continues; zeros if None.
        """
        from kibitz.zero_sum.game import matrix

        s = self.index(state)
        worth = self.value_list(values)
        rows, columns = self.row_names(s), self.column_names(s)
        return matrix(self.effective.matrix(s, worth), rows, columns, str(self.states[s]))

    def value_list(self, values: Any) -> list[Number]:
        """Values by state, from a mapping, a list or one number; nothing stands for zeros.

        Parameters
        ----------
        values : mapping, sequence or number
            The values; in a mapping, states that are missing have 0.
        """
        zero: Number = Fraction(0) if self.exact else 0.0
        if values is None:
            return [zero] * self.table.states
        if isinstance(values, Mapping):
            by_state = [zero] * self.table.states
            for name, x in values.items():
                by_state[self.index(name)] = number(x, str(name))
            return by_state
        if isinstance(values, (str, int, float, Fraction)):
            return [number(values)] * self.table.states
        listed = [number(x) for x in values]
        if len(listed) != self.table.states:
            raise GameError(
                f"{count_of(len(listed), 'value')} for {count_of(self.table.states, 'state')}"
            )
        return listed

    if TYPE_CHECKING:
        solve: ClassVar[SolveStochasticGame]

    def with_numbers(self, exact: bool) -> StochasticGame:
        """The same game in exact numbers, or in floats.

        Parameters
        ----------
        exact : bool
            True for exact numbers, False for floats.
        """
        convert: Any = as_exact if exact else float
        endless = self.endless
        if endless is not None and not isinstance(endless, str):
            endless = convert(endless)
        table = self.table.rational if exact else self.table.floats
        return replace(self, table=table, discount=convert(self.discount), endless=endless)

    def iterate(
        self, steps: int | None = None, tolerance: Any = None, start: Any = None
    ) -> ShapleyIteration:
        """Shapley's iteration with its error bound, exactly for exact games and few steps.

        Parameters
        ----------
        steps : int, optional
            How many times the values are improved.
        tolerance : number, optional
            The error bound at which the iteration ends.
        start : sequence, mapping or number, optional
            The values it starts with; zeros if None.
        """
        if self.endless == AVERAGE and self.discount == 1:
            raise GameError("the iteration sums payments; for averages give a discount")
        return call(self, "shapley_iteration", steps, tolerance, start)

    def discounted(self, discount: Any) -> StochasticGame:
        """The same game with another discount factor; average payments stay payments a stage.

        Parameters
        ----------
        discount : number
            The new discount factor, at most 1.
        """
        factor = number(discount, "discount")
        if self.endless != AVERAGE or factor == 1:
            return replace(self, discount=factor)
        pay = (1 - factor) * self.table.pay + factor * self.table.settled
        table = replace(self.table, pay=pay, prize=None)
        return replace(self, table=table, discount=factor, endless=None)

    def averaged(self) -> StochasticGame:
        """The same game for its average payment: no discount, plays that stop are paid on."""
        return replace(self, endless=AVERAGE, discount=Fraction(1))

    def with_endless(self, payoff: Any) -> StochasticGame:
        """The same game with another payoff for endless play.

        Parameters
        ----------
        payoff : number or str
            What the first player gets when play never ends; ``average`` for the payoff per stage.
        """
        return replace(self, endless=read_endless(payoff))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, StochasticGame):
            return NotImplemented
        mine, theirs = self._names(), other._names()
        return mine == theirs and self.table.same(other.table)

    def __hash__(self) -> int:
        return hash((len(self.states), self.table.cells, self.discount))

    def _names(self) -> tuple[Any, ...]:
        labels = (self.rows, self.columns, self.players, self.title)
        return (list(self.states), self.endless, self.discount, self.start, *labels)

    def __str__(self) -> str:
        from kibitz.stochastic.show import game_text

        return game_text(self)

    def __repr__(self) -> str:
        count = self.table.states
        name = f" {self.title}" if self.title else ""
        return f"<StochasticGame{name}: {count:,} state{'s' if count != 1 else ''}>"


def stochastic_game(
    games: Any,
    endless: Any = None,
    discount: Any = 1,
    start: Any = None,
    players: Sequence[Any] | None = None,
    title: str = "",
) -> StochasticGame:
    """A stochastic game from its states: a mapping of names to rows of cells, or text.

    A cell is a number, a mapping ``{"pay": 1, "go": {"G": "1/2"}, "neg_go": {...}}``, or a sum such
    as ``"1 + G/2"``; ``-G`` continues with the roles of the players exchanged. A state may also be
    a mapping with ``rows``, ``columns`` (labels) and ``cells``. In text, ``|`` parts the states,
    ``;`` the rows and commas the cells.

    Parameters
    ----------
    games : mapping or str
        The states by name, each with its rows of cells.
    endless : number or str, optional
        The payoff of a play that never ends, or "any", or "average" for average payments.
    discount : number
        The discount factor, from 0 to 1.
    start : str, optional
        The state where play begins; the first by default.
    players : sequence of str, optional
        The names of the two players.
    title : str, optional
        A title for the game.

    Returns
    -------
    StochasticGame
        The game, checked.

    Examples
    --------
    >>> stochastic_game("G: G, 1; 1, 0", endless=0).solve().values
    {'G': Fraction(1, 1)}
    >>> stochastic_game("G: 3/2 G, 1", endless=0)
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: G, row 1, column 1: the probabilities of continuing add up to ...
    """
    named = _stages(games)
    if any(re.fullmatch(r"\w+(\(\s*n\s*\)|_n|\[n\])", name) for name in named):
        raise GameError("states with an index n make a family; use game_family")
    names = {name: k for k, name in enumerate(named)}
    rows, columns, stages = [], [], []
    for name, given in named.items():
        cells, row_labels, column_labels = _stage(given, name)
        stages.append(_cells(cells, names, name))
        rows.append(_labels(row_labels, len(cells), f"{name}: rows"))
        columns.append(_labels(column_labels, len(cells[0]), f"{name}: columns"))
    count = _players_given(stages, named)
    game = StochasticGame(
        tuple(named),
        TransitionTable.of(stages),
        read_endless(endless),
        number(discount, "discount"),
        0,
        tuple(rows),
        tuple(columns),
        _player_names(players, max(count, 2)),
        title,
    )
    return game if start is None else replace(game, start=game.index(start))


def read_endless(given: Any) -> Number | str | None:
    """The payoff for endless play: a number, ``any``, ``average``, or nothing."""
    if given is None or (isinstance(given, str) and given.strip().lower() in ("", "none")):
        return None
    if isinstance(given, str) and given.strip().lower() == ANY:
        return ANY
    if is_average(given):
        return AVERAGE
    return number(given, "the payoff for endless play")


def is_average(given: Any) -> bool:
    """Whether a word stands for the average of all payments."""
    return isinstance(given, str) and given.strip().lower().replace("-", " ") in AVERAGES


def _stages(games: Any) -> dict[str, Any]:
    if isinstance(games, str):
        games = split_states(games)
    if isinstance(games, Mapping):
        if not games:
            raise GameError("a stochastic game needs at least one state")
        return {str(name).strip(): given for name, given in games.items()}
    if isinstance(games, Sequence) and games:
        return {"G": games}
    raise GameError("give the states by name, such as {'G': [['G', 1], [1, 0]]}")


def _stage(given: Any, name: str) -> tuple[list[Any], Any, Any]:
    if isinstance(given, Mapping):
        known = ("cells", "matrix", "rows", "columns")
        for key in given:
            if key not in known:
                raise GameError(f"{name}: no key {key!r} in a state{did_you_mean(key, known)}")
        cells = given.get("cells", given.get("matrix"))
        labels = given.get("rows"), given.get("columns")
    else:
        cells, labels = given, (None, None)
    if not isinstance(cells, Iterable) or isinstance(cells, (str, bytes)):
        raise GameError(f"{name}: a state is a list of rows of cells")
    rows = [list(row) if _is_row(row) else [row] for row in cells]
    if not rows or not rows[0]:
        raise GameError(f"{name}: a state needs at least one row and one column")
    for i, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise GameError(
                f"{name}: row {i} has {count_of(len(row), 'entry')}, row 1 has {len(rows[0])}"
            )
    return rows, *labels


def _is_row(row: Any) -> bool:
    return isinstance(row, Iterable) and not isinstance(row, (str, bytes, Mapping))


def _cells(rows: list[Any], names: Mapping[str, int], state: str) -> list[list[CellOutcome]]:
    return [
        [read_cell(cell, names, f"{state}, row {i}, column {j}") for j, cell in enumerate(row, 1)]
        for i, row in enumerate(rows, 1)
    ]


def _players_given(stages: list[list[list[CellOutcome]]], names: Mapping[str, Any]) -> int:
    """How many payoffs every cell tells, the same number everywhere."""
    counts = [
        (len(entry.pay), name)
        for name, stage in zip(names, stages, strict=True)
        for row in stage
        for entry in row
    ]
    most = max(count for count, _ in counts)
    if most > 2:
        raise GameError(f"a cell pays {count_of(most, 'player')}; stochastic games here have two")
    for stage in stages:
        for row in stage:
            for j, entry in enumerate(row):
                if len(entry.pay) < most:
                    if any(entry.pay):
                        raise GameError("some cells pay one player and others two; write pairs")
                    row[j] = CellOutcome((entry.pay[0],) * most, entry.go)
    return most


def _labels(given: Any, size: int, where: str) -> tuple[str, ...]:
    if given is None:
        return tuple(map(str, range(1, size + 1)))
    if not isinstance(given, (list, tuple)):
        raise GameError(f"{where}: expected a list of names, found {given!s:.60}")
    labels = tuple(str(x) for x in given)
    if len(labels) != size:
        raise GameError(f"{where}: {count_of(len(labels), 'name')} for {size}")
    return labels


def _player_names(given: Sequence[Any] | None, count: int) -> tuple[str, ...]:
    if given is None:
        return PLAYERS
    if not isinstance(given, (list, tuple)):
        raise GameError(f"players: {given!r:.40} is not a list of names")
    names = tuple(str(name) for name in given)
    if len(names) != count:
        raise GameError(f"players: {count_of(len(names), 'name')} for {count}")
    return names
