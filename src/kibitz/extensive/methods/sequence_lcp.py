"""General-sum games of two by the complementarity problem of the sequence form, exactly.

Plans x and y and prices p and q with ``E x = e``, ``F y = f``, ``E' p >= A y``, ``F' q >= B' x``,
and nothing played that pays less than its price. Lemke's method finds a solution when all payoffs
are negative; so a constant is taken off at every leaf, weighted with chance's probability of that
leaf, which moves every payoff by the same amount. Koller, Megiddo and von Stengel (1996).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.spelling import count_of
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.methods.best_response import expected_payoffs
from kibitz.extensive.methods.sequence_form import SequenceForm, sequence_form
from kibitz.extensive.methods.zero_sum import behavior, needs_recall, needs_zero_sum
from kibitz.extensive.solution import ExtensiveEquilibrium
from kibitz.linear.lemke import lemke

MOST_ROWS = 700


def _needs_two(game: ExtensiveGame) -> str | None:
    if len(game.players) != 2:
        return f"the sequence form needs two players, but there are {len(game.players)}"
    return needs_recall(game)


@method(
    ExtensiveGame,
    "lemke",
    finds="an equilibrium in behavior strategies",
    cost="exponential in the worst case; exact pivots with a row for each sequence",
    reference="Koller, Megiddo and von Stengel 1996",
    applies=_needs_two,
    aliases=("lcp",),
)
def sequence_lcp(game: ExtensiveGame) -> ExtensiveEquilibrium:
    """One equilibrium in behavior strategies of a game of two, by Lemke's method.

    Parameters
    ----------
    game : ExtensiveGame
        A game of two players with perfect recall, in exact numbers.

    Returns
    -------
    ExtensiveEquilibrium
        The equilibrium.

    Notes
    -----
    Cost: exponential in the worst case; exact pivots with a row for each sequence.

    References
    ----------
    Koller, Megiddo and von Stengel 1996.

    Examples
    --------
    >>> from kibitz.extensive import decision, extensive_game
    >>> hidden = lambda a, b: decision("B", "b", l=a, r=b)
    >>> game = extensive_game(decision("A", T=hidden((3, 2), (0, 0)), B=hidden((0, 0), (2, 3))))
    >>> sequence_lcp(game).verify().holds
    True
    """
    if not game.exact:
        raise GameError("Lemke's method works on exact payoffs; write them as fractions")
    form = sequence_form(game)
    n0, n1 = form.shape
    rows = _require_small(form)
    sides = [_dense(form, player) for player in range(2)]
    m0, m1 = sides[0].shape[0], sides[1].shape[0]
    costs = _costs(form)
    matrix = np.zeros((rows, rows), object)
    x, y = slice(0, n0), slice(n0, n0 + n1)
    p = n0 + n1
    q = p + 2 * m0
    matrix[x, y] = costs[0]
    matrix[y, x] = costs[1].T
    for start, side, plan in ((p, sides[0], x), (q, sides[1], y)):
        m = side.shape[0]
        for sign, at in ((1, start), (-1, start + m)):
            matrix[plan, at : at + m] = sign * side.T
            matrix[at : at + m, plan] = -sign * side
    right = np.zeros(rows, object)
    right[[p, q]] = 1
    right[[p + m0, q + m1]] = -1
    answer = lemke(matrix.tolist(), right.tolist())
    assert answer.is_solution, "with negative payoffs the method ends at an equilibrium"
    plans = np.array(answer.z[:n0], object), np.array(answer.z[n0 : n0 + n1], object)
    profile = behavior(form, plans)
    method = f"Lemke's method on the sequence form, exactly, in {count_of(answer.pivots, 'pivot')}"
    return ExtensiveEquilibrium(game, profile, expected_payoffs(game, profile), method)


def _require_small(form: SequenceForm) -> int:
    """The rows of the problem, counted before any matrix is built, and refused where too many."""
    sets = sum(int(form.constraint_entries(player)[0].max()) + 1 for player in range(2))
    rows = sum(form.shape) + 2 * sets
    if rows > MOST_ROWS:
        raise GameError(
            f"the complementarity problem has {count_of(rows, 'row')}, more than {MOST_ROWS}, "
            "the limit of "
            f"exact pivots; {_instead(form.game)}"
        )
    return rows


def _instead(game: ExtensiveGame) -> str:
    if game.has_perfect_information:
        return "backward-induction takes trees of this size"
    if needs_zero_sum(game) is None:
        return "linear-program takes a zero-sum tree of this size, in floats"
    return "kibitz cfr takes trees of this size, for a coarse correlated equilibrium"


def _dense(form: SequenceForm, player: int) -> Any:
    rows, columns, data = form.constraint_entries(player)
    side = np.zeros((int(rows.max()) + 1, form.shape[player]), object)
    side[rows, columns] = [int(x) for x in data]
    return side


def _costs(form: SequenceForm) -> tuple[Any, Any]:
    """What each pair of sequences costs each player, positive at every leaf that can be reached."""
    game = form.game
    weights, bottom = game.chance_weights
    likely = _leaf_weights(form, weights)
    assert game.unit is not None
    costs = []
    for player in range(2):
        highest = int(game.amounts[:, player].max()) + 1
        cost = np.zeros(form.shape, object)
        paid = [int(x) for x in form.entries[:, player]]
        cost[form.rows, form.columns] = [
            Fraction(highest * w - x) for w, x in zip(likely, paid, strict=True)
        ]
        costs.append(cost / Fraction(bottom))
    return costs[0], costs[1]


def _leaf_weights(form: SequenceForm, weights: Any) -> list[int]:
    """How likely chance makes the leaves of each entry of the form, in the form's order."""
    plex = form.game.treeplex
    place = np.zeros((2, plex.sequences + 1), np.int64)
    for player in range(2):
        place[player, form.sequences[player]] = np.arange(1, form.shape[player])
    keys = place[0, plex.at_leaf[:, 0]] * form.shape[1] + place[1, plex.at_leaf[:, 1]]
    total: dict[int, int] = {}
    for key, weight in zip(keys.tolist(), weights.tolist(), strict=True):
        total[key] = total.get(key, 0) + int(weight)
    order = (form.rows * form.shape[1] + form.columns).tolist()
    return [total[key] for key in order]
