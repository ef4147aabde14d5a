"""Markov decision processes: one player, by value, policy and modified policy iteration, or LP."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import number
from kibitz.core.spelling import count_of
from kibitz.stochastic.conditions import REPLIES, TOLERANCE, one_player_decides, tolerated
from kibitz.stochastic.decision.policy import PolicySolution
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.methods.reply_bounds import reply_error, rounding_of, stage_error
from kibitz.stochastic.solution import StochasticSolution
from kibitz.stochastic.table import CellOutcome, TransitionTable

MOST_ROUNDS = 1_000_000
FEW = 100
"""States up to which policies are evaluated by one system of equations."""
STEPS = 4
"""Evaluation steps between two improvements."""
MOST_STEPS = 100
"""Evaluation steps of a policy that an improvement did not change."""
SOMETIMES = 100
"""Rounds after which values are compared with what rounding may come to."""
NOBODY = np.uint64(2**64 - 1)
"""No choice."""


def decision_process(
    rewards: Any, transitions: Any, discount: Any, states: Any = None, title: str = ""
) -> StochasticGame:
    """A Markov decision process as a game of one player.

    ``rewards[s][a]`` is paid, ``transitions[s][a]`` lists probabilities of all states or maps
    states to probabilities.

    Parameters
    ----------
    rewards : nested sequences
        A reward for each state and action.
    transitions : nested sequences
        Where each action leads, with probabilities.
    discount : number
        The discount factor, from 0 to 1.
    states : Any, optional
        Names of the states.
    title : str, optional
        A title for the game.

    Returns
    -------
    StochasticGame
        The decision process.

    Examples
    --------
    >>> game = decision_process([[5, 10], [-1]], [[[0.5, 0.5], [0, 1]], [[0, 1]]], 0.95)
    >>> [round(x, 4) for x in game.solve(method="policy-iteration").value_array.tolist()]
    [-8.5714, -20.0]
    """
    count = len(rewards)
    if len(transitions) != count:
        raise GameError(
            f"rewards for {count_of(count, 'state')} and transitions for {len(transitions)}"
        )
    names = [str(s) for s in (range(count) if states is None else states)]
    stages = []
    for s in range(count):
        if len(rewards[s]) != len(transitions[s]):
            raise GameError(
                f"state {names[s]}: {len(rewards[s])} rewards, "
                f"{count_of(len(transitions[s]), 'transition')}"
            )
        stages.append(
            [
                [CellOutcome((number(pay, f"reward of {names[s]}"),), _go(go, s, a, count, names))]
                for a, (pay, go) in enumerate(zip(rewards[s], transitions[s], strict=True))
            ]
        )
    return StochasticGame(
        tuple(names), TransitionTable.of(stages), None, number(discount, "discount"), title=title
    )


def _go(given: Any, s: int, a: int, count: int, names: list[str]) -> dict[tuple[int, int], Any]:
    pairs = given.items() if isinstance(given, dict) else enumerate(given)
    where = f"state {names[s]}, action {a + 1}"
    chances = {}
    for target, weight in pairs:
        t = names.index(str(target)) if str(target) in names and isinstance(given, dict) else target
        if not isinstance(t, (int, np.integer)) or not 0 <= t < count:
            raise GameError(f"{where}: no state {target!r}")
        value = number(weight, where)
        if value < 0:
            raise GameError(f"{where}: the probability of {names[t]} is {value}, below 0")
        if value:
            chances[int(t), 1] = value
    if sum(chances.values()) > 1 + 1e-9:
        raise GameError(f"{where}: the probabilities add up to {float(sum(chances.values()))}")
    return chances


def from_pairs(
    rewards: Any, transitions: Any, discount: float, state_of: Any, title: str = ""
) -> StochasticGame:
    """A decision process from arrays: a reward and a sparse row of transitions for each pair.

    ``state_of`` holds the state of every state-action pair, in ascending order.

    Parameters
    ----------
    rewards : array_like
        A reward for each state-action pair.
    transitions : sparse matrix
        A row of probabilities for each state-action pair.
    discount : float
        The discount factor, below 1.
    state_of : array_like of int
        The state of each pair, in ascending order.
    title : str, optional
        A title for the game.

    Returns
    -------
    StochasticGame
        The decision process.
    """
    from scipy.sparse import csr_matrix

    sparse = csr_matrix(transitions)
    owner = np.asarray(state_of)
    count = sparse.shape[1]
    rows = np.bincount(owner, minlength=count)
    if (owner[1:] < owner[:-1]).any() or (rows == 0).any():
        raise GameError("state_of must be ascending and every state needs a pair")
    table = TransitionTable(
        rows.astype(np.int64, copy=False),
        np.ones(count, np.int64),
        np.concatenate([[0], np.cumsum(rows)]),
        np.asarray(rewards, float)[:, None],
        sparse.indptr.astype(np.int64),
        sparse.indices,
        np.asarray(sparse.data, float),
    )
    if sparse.data.size and (sparse.data.min() < 0 or table.stay.max() > 1 + 1e-9):
        raise GameError("transition probabilities must not be negative nor add up to more than 1")
    return StochasticGame(_Numbered(count), table, None, float(discount), title=title)


class _Numbered(tuple[str, ...]):
    """Names 0, 1, 2, ... that are not kept in memory."""

    size: int

    def __new__(cls, size: int) -> _Numbered:
        made = super().__new__(cls)
        made.size = size
        return made

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, k: Any) -> Any:
        return str(k) if isinstance(k, (int, np.integer)) else [str(x) for x in range(self.size)[k]]

    def __iter__(self) -> Any:
        return map(str, range(self.size))


def _refuse_others(game: StochasticGame) -> None:
    reason = one_player_decides(game)
    if reason is not None:
        raise GameError(reason)


def _mixtures(table: TransitionTable, policy: Any) -> tuple[Any, Any]:
    """A policy of the only player as one long array of weights, and what there is of the other."""
    row = np.zeros(table.cells)
    row[table.first[:-1] + policy] = 1.0
    return row, np.ones(table.states)


def value_iteration(game: StochasticGame, tolerance: float = 1e-6) -> PolicySolution:
    """Improve all values at once until the bounds of MacQueen close. O(transitions) a sweep.

    Parameters
    ----------
    game : StochasticGame
        A decision process.
    tolerance : float, default 1e-06
        The largest error allowed in the values.

    Returns
    -------
    PolicySolution
        The values and a policy, with a bound of their error.

    Notes
    -----
    Cost: O(transitions) per sweep.
    """
    return _modified(game, tolerance, 0, "value iteration")


@method(
    StochasticGame,
    "modified-policy-iteration",
    finds="the value of every state and stationary strategies",
    cost="O(transitions) per sweep",
    reference="Puterman and Shin 1978",
    applies=one_player_decides,
)
def modified_policy_iteration(game: StochasticGame, tolerance: float = TOLERANCE) -> PolicySolution:
    """Between two improvements follow the policy for some steps.

    Parameters
    ----------
    game : StochasticGame
        A decision process.
    tolerance : float, default TOLERANCE
        The largest error allowed in the values.

    Returns
    -------
    PolicySolution
        The values and a policy, with a bound of their error.

    Notes
    -----
    Cost: O(transitions) per sweep.

    References
    ----------
    Puterman and Shin 1978.
    """
    return _modified(game, tolerance, STEPS, "modified policy iteration")


def _modified(game: StochasticGame, tolerance: float, steps: int, method: str) -> PolicySolution:
    from kibitz.core.progress import work
    from kibitz.stochastic.decision import sweep_kernels as kernels

    began, tolerance = time.perf_counter(), tolerated(tolerance)
    _refuse_others(game)
    table, discount = game.table.floats, float(game.discount)
    factor = discount * float(table.stay.max())
    constant = discount * float(table.stay.min()) >= factor - 1e-9 > 0
    scale = factor / (1 - factor)
    pay = np.ascontiguousarray(table.pay[:, 0])
    links = (_unsigned(table.first), pay, _unsigned(table.link), _unsigned(table.target))
    arrays = (*links, table.weight)
    size = float(np.abs(pay).max())
    values, after = np.zeros(table.states), np.empty(table.states)
    policy = np.zeros(table.states, np.uint64)
    rows = _room(table) if steps else ()
    bound, rounds = np.inf, 0
    with work("improving policies", None) as task:
        for _ in range(MOST_ROUNDS):
            rounds += 1
            before = bound
            least, most, changed = kernels.improve(*arrays, discount, values, after, policy)
            values, after = after, values
            bound = scale * (most - least) / 2 if constant else scale * max(abs(least), abs(most))
            task.advance()
            if bound <= tolerance or rounds % SOMETIMES == 0 or task.stopped:
                rounding = rounding_of(table, size, values) / (1 - factor)
                if bound + rounding <= max(tolerance, 2 * rounding) or task.stopped:
                    break
            if steps:
                times = steps if changed else _enough(steps, before, bound, tolerance)
                kernels.take_rows(*arrays, policy, rows)
                kernels.follow(*rows[1:], discount, values, after, times)
                if times % 2:
                    values, after = after, values
    if constant:
        values += scale * (most + least) / 2
    choices = policy.view(np.int64)
    bound = float(bound) + rounding_of(table, size, values) / (1 - factor)
    return PolicySolution(game, values, choices, method, bound, rounds, time.perf_counter() - began)


def _unsigned(positions: Any) -> Any:
    return positions.view(f"u{positions.dtype.itemsize}")


def _room(table: TransitionTable) -> tuple[Any, ...]:
    """Where the rows of a policy go: the policy, their pay, links, targets and weights."""
    states, most = table.states, len(table.target)
    target = np.empty(most, _unsigned(table.target).dtype)
    kept, link = np.full(states, NOBODY), np.zeros(states + 1, np.uint64)
    return kept, np.empty(states), link, target, np.empty(most)


def _enough(steps: int, before: float, bound: float, tolerance: float) -> int:
    """Steps after which a policy that did not change should be within the tolerance."""
    if not 0 < bound < before < np.inf:
        return steps
    needed = (steps + 1) * np.log(tolerance / bound) / np.log(bound / before)
    return int(min(max(needed, steps), MOST_STEPS))


def _worth_of(own: Any, pay: Any, start: Any) -> Any:
    """What a policy is worth, from its transitions: a linear system, up to rounding."""
    from scipy.sparse import identity
    from scipy.sparse.linalg import bicgstab, spsolve

    size = len(pay)
    if size <= FEW:
        return np.linalg.solve(np.eye(size) - own.toarray(), pay)
    system = identity(size, format="csr") - own
    worth, trouble = bicgstab(system, pay, x0=start, rtol=1e-14, atol=0.0, maxiter=2000)
    gap = float(np.abs(pay - system @ worth).max()) if not trouble else np.inf
    if gap > 1e-12 * max(float(np.abs(pay).max()), 1e-300):
        worth = spsolve(system.tocsc(), pay)
    return worth


def policy_iteration(game: StochasticGame, tolerance: float = 1e-12) -> PolicySolution:
    """Evaluate the policy exactly, improve it, and stop when nothing improves.

    Parameters
    ----------
    game : StochasticGame
        A decision process.
    tolerance : float, default 1e-12
        The largest error allowed in the values.

    Returns
    -------
    PolicySolution
        The values and a policy, with a bound of their error.

    Notes
    -----
    Cost: a linear system per round, few rounds in practice.

    References
    ----------
    Howard 1960.
    """
    from scipy.sparse import csr_matrix

    began = time.perf_counter()
    _refuse_others(game)
    table = game.effective.floats
    pay = table.pay[:, 0]
    size = max(float(np.abs(pay).max()), 1e-300)
    shape = (table.cells, table.states)
    chain = csr_matrix((table.weight, table.target, table.link), shape=shape)
    policy = np.zeros(table.states, np.int64)
    values = np.zeros(table.states)
    rounds = 0
    for _ in range(1000):
        rounds += 1
        chosen = table.first[:-1] + policy
        values = _worth_of(chain[chosen], pay[chosen], values)
        worth = pay + chain @ values
        best = np.maximum.reduceat(worth, table.first[:-1])
        better = best > worth[chosen] + 1e-12 * np.maximum(size, np.abs(best))
        if not better.any():
            break
        is_best = worth >= best[table.owner]
        marks = np.flatnonzero(is_best)[::-1]
        improved = policy.copy()
        improved[table.owner[marks]] = marks - table.first[table.owner[marks]]
        policy = np.where(better, improved, policy)
    bound = stage_error(table, values, *_mixtures(table, policy))
    return PolicySolution(
        game, values, policy, "policy iteration", bound, rounds, time.perf_counter() - began
    )


@method(
    StochasticGame,
    "linear-program",
    finds="the value of every state and stationary strategies",
    cost="a linear program with a variable per state and a row per choice",
    reference="d'Epenoux 1960",
    applies=one_player_decides,
    aliases=("lp", "linear-programming"),
)
def linear_program(game: StochasticGame) -> StochasticSolution:
    """The least values that no choice exceeds, by linear programming; exact for exact games.

    d'Epenoux (1960): minimize the sum of v(s) subject to v(s) >= pay + P v for every choice.

    Parameters
    ----------
    game : StochasticGame
        A decision process.

    Returns
    -------
    StochasticSolution
        The values and an optimal policy.

    Notes
    -----
    Cost: a linear program with a variable per state and a row per choice.

    References
    ----------
    d'Epenoux 1960.
    """
    from kibitz.linear.program import LinearProgram

    _refuse_others(game)
    table = game.effective
    zero = Fraction(0) if table.exact else 0.0
    rows, right = [], []
    for cell in range(table.cells):
        line: list[Any] = [zero] * table.states
        line[int(table.owner[cell])] += 1
        for target, weight in table.go(cell):
            line[target] -= weight
        rows.append(line)
        right.append(table.pay[cell, 0])
    program = LinearProgram.read(
        c=[1] * table.states,
        A=rows,
        rel=">=",
        b=right,
        sense="min",
        lower=[None] * table.states,
    )
    optimum: Any = program.solve()
    values = list(optimum.x)
    policies, ones = [], []
    for s in range(table.states):
        worth = [row[0] for row in table.matrix(s, values)]
        best = max(range(len(worth)), key=lambda a: worth[a])
        policies.append([Fraction(int(a == best)) for a in range(len(worth))])
        ones.append([Fraction(1)])
    bound: Any = Fraction(0)
    if not table.exact:
        row = np.array([float(x) for mixture in policies for x in mixture])
        floats = np.array(values), row, np.ones(table.states)
        bound = stage_error(table, *floats)
        if table.states <= REPLIES:
            bound = min(bound, reply_error(game, floats[0], policies, ones))
    return StochasticSolution(game, values, policies, ones, "linear programming", bound)
