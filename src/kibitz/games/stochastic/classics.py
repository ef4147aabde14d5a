"""Games that may continue forever: challenges, matches, and the classical examples."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, log, sqrt
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.registry import named
from kibitz.games.stochastic.stages import at, fits
from kibitz.games.zero_sum.build import whole
from kibitz.stochastic.families.family import GameFamily, game_family
from kibitz.stochastic.game import StochasticGame, stochastic_game


@named("games-as-components", family="stochastic")
def games_as_components() -> StochasticGame:
    """A 2 x 2 game in which two entries are games themselves.

    >>> print(games_as_components().solve().value)
    17/5
    """
    return stochastic_game(
        "G: G1, 4; 5, G2 | G1: 0, 3; 2, -1 | G2: 0, 1; 4, 3", title="Games as components"
    )


@named("keep-playing", family="stochastic")
def keep_playing(other: Fraction = Fraction(1), endless: Fraction = Fraction(0)) -> StochasticGame:
    """The recursive game [[G, a], [1, 0]], with a payoff for endless play.

    For a = 1 the first player has nearly optimal strategies only, for a = 5 every number from 1 to
    5 satisfies the equation.

    Parameters
    ----------
    other : number, default 1
        The payoff a.
    endless : number, default 0
        The payoff of endless play.

    Returns
    -------
    StochasticGame
        The game.

    Examples
    --------
    >>> print(keep_playing(5, 3).solve().value, keep_playing().solve().has_optimal("I"))
    3 False
    """
    return stochastic_game({"G": [["G", other], [1, 0]]}, endless, title="Keep playing")


@named("dare", family="stochastic")
def dare(leader: Fraction = Fraction(1), follower: Fraction = Fraction(3)) -> StochasticGame:
    """Dare: both pass or dare simultaneously; if both dare, they play again with roles reversed.

    Parameters
    ----------
    leader : number, default 1
        The payoff when only the second player dares.
    follower : number, default 3
        The payoff when only the first player dares.

    Returns
    -------
    StochasticGame
        The game.

    Examples
    --------
    >>> print(dare().solve())
    G  value -2+sqrt(7)
       I   pass: 5/3-sqrt(7)/3   dare: -2/3+sqrt(7)/3
       II  pass: 3-sqrt(7)   dare: -2+sqrt(7)
    both strategies are optimal; found by the fixed points of each state
    """
    names = ["pass", "dare"]
    cells: list[list[Any]] = [[0, leader], [follower, "-G"]]
    return stochastic_game(
        {"G": {"rows": names, "columns": names, "cells": cells}}, 0, title="Dare"
    )


@named("ladder", family="stochastic")
def ladder(
    n: int = 0,
    first: Fraction = Fraction(3),
    second: Fraction = Fraction(2),
    third: Fraction = Fraction(1),
) -> GameFamily:
    """An infinite ladder of games: G(n) = [[n+3, n+2], [n+1, G(n+1)]].

    Parameters
    ----------
    n : int, default 0
        The number of the game.
    first : number, default 3
        The payoff above n at the top left.
    second : number, default 2
        The payoff above n at the top right.
    third : number, default 1
        The payoff above n at the bottom left.

    Returns
    -------
    GameFamily
        The game.

    Examples
    --------
    >>> print(ladder().solve().formula)
    n+1+sqrt(2)
    """
    cells = [[f"n+({first})", f"n+({second})"], [f"n+({third})", "G(n+1)"]]
    return game_family({"G(n)": cells}, 0, n, "An infinite ladder")


@named("serve", family="stochastic")
def serve(
    near_high: Fraction = Fraction(4, 5),
    far_high: Fraction = Fraction(1, 2),
    near_low: Fraction = Fraction(3, 5),
    far_low: Fraction = Fraction(7, 10),
) -> StochasticGame:
    """Serve high or low, receive near or far; a server who loses the point loses the serve.

    The four numbers are the server's chances to win the point, which wins the game. The payoff is
    the probability that the first server wins.

    Parameters
    ----------
    near_high : number, default 4/5
        The chance against a high serve received near.
    far_high : number, default 1/2
        The chance against a high serve received far.
    near_low : number, default 3/5
        The chance against a low serve received near.
    far_low : number, default 7/10
        The chance against a low serve received far.

    Returns
    -------
    StochasticGame
        The game.

    Examples
    --------
    >>> print(serve().solve().value)
    20/27
    """
    chances = [[near_high, far_high], [near_low, far_low]]
    for p in (near_high, far_high, near_low, far_low):
        if not 0 <= p <= 1:
            raise GameError(f"serve: {p} is not a probability; it must lie between 0 and 1")
    cells = [[{"pay": 1, "neg_go": {"serve": 1 - p}} for p in row] for row in chances]
    labels = {"rows": ["high", "low"], "columns": ["near", "far"], "cells": cells}
    return stochastic_game(
        {"serve": labels}, 0, title="Serve and receive", players=("server", "receiver")
    )


@named(
    "coin-challenge",
    family="stochastic",
    note="larger numbers take over as p grows, and the value tends to 4-2*sqrt(3) as p tends to 1",
)
def coin_challenge(p: Fraction = Fraction(1, 2), most: int = 0) -> StochasticGame:
    """Coin challenge: name k and toss k heads in a row, then the other must match it or lose.

    The player who fails at first passes the turn. The payoff is the probability to win: naming k
    wins with (1 - x^2)/(2 - x) for x = p^k, which is greatest at x = 2 - sqrt(3), so that the value
    tends to 4 - 2 sqrt(3) as p tends to 1. Numbers k go up to ``most``; 0 takes those with p^k
    above 1/8 and one more, or, of many, the two of which one is best.

    Parameters
    ----------
    p : number, default 1/2
        The chance of heads.
    most : int, default 0
        The largest number named; 0 takes as many as can be best.

    Returns
    -------
    StochasticGame
        The game.

    Examples
    --------
    >>> print(coin_challenge().solve().value)
    15/28
    """
    if not 0 < p < 1:
        raise GameError(f"coin-challenge: p is {p}; it must lie between 0 and 1")
    last = whole(most, "most", 0)
    names = range(1, last + 1)
    if not last:
        last = 1 + max(1, ceil(log(1 / 8) / log(p)))
        best = log(2 - sqrt(3)) / log(p)
        names = range(1, last + 1) if last <= 60 else range(int(best), int(best) + 2)
    fits(last, "coin-challenge")
    rows = [str(k) for k in names]
    cells = []
    for k in names:
        hit = p**k
        cells.append([{"pay": hit * (1 - hit) + (1 - hit), "neg_go": {"G": 1 - hit}}])
    return stochastic_game(
        {"G": {"rows": rows, "columns": ["match"], "cells": cells}}, title="Coin challenge"
    )


@named("pick-a-hand", family="stochastic")
def pick_a_hand(
    left: Fraction = Fraction(1), right: Fraction = Fraction(2), again: Fraction = Fraction(1, 2)
) -> StochasticGame:
    """Pick a hand: coins are in the left or right hand, and a wrong guess may be repeated.

    The first player picks and gets the coins that are there; after a wrong pick both start over
    with probability ``again``. Endless play pays nothing.

    Parameters
    ----------
    left : number, default 1
        The coins in the left hand.
    right : number, default 2
        The coins in the right hand.
    again : number, default 1/2
        The probability that a wrong guess may be repeated.

    Returns
    -------
    StochasticGame
        The game.

    Examples
    --------
    >>> print(pick_a_hand(again=0).solve().value)
    2/3
    """
    labels = ["left", "right"]
    miss = {"go": {"G": again}}
    cells: list[list[Any]] = [[left, miss], [miss, right]]
    if not 0 <= again <= 1:
        raise GameError(f"pick-a-hand: again is {again}; it must lie between 0 and 1")
    return stochastic_game(
        {"G": {"rows": labels, "columns": labels, "cells": cells}}, 0, title="Pick a hand"
    )


@named("basketball", family="stochastic")
def basketball(
    behind: int = 2,
    possessions: int = 2,
    two: Fraction = Fraction(1, 2),
    three: Fraction = Fraction(2, 5),
    guarded: Fraction = Fraction(1, 2),
) -> StochasticGame:
    """The end of a basketball game: a team behind shoots for two or three, the other guards one.

    The team has the ball for a number of possessions; a guarded shot goes in only ``guarded`` times
    as often. The payoff is the probability to win; a tie counts one half.

    Parameters
    ----------
    behind : int, default 2
        The points behind.
    possessions : int, default 2
        The number of possessions left.
    two : number, default 1/2
        The chance of an unguarded shot for two.
    three : number, default 2/5
        The chance of an unguarded shot for three.
    guarded : number, default 1/2
        The factor of a guarded shot.

    Returns
    -------
    StochasticGame
        The game.

    Examples
    --------
    >>> print(basketball(2, 1).solve().value)
    3/13
    """
    gap, times = whole(behind, "behind", 0), whole(possessions, "possessions", 1)
    fits(times**2 // 2, "basketball")
    for name, x in (("two", two), ("three", three), ("guarded", guarded)):
        if not 0 <= x <= 1:
            raise GameError(f"basketball: {name} is {x}; it must lie between 0 and 1")
    states: dict[str, Any] = {}
    todo = [(gap, times)]
    while todo:
        lead, left = todo.pop()
        if at(lead, left) in states:
            continue
        fits(len(states) + 1, "basketball")
        if left == 0:
            states[at(lead, left)] = [[Fraction(int(lead < 0)) + Fraction(int(lead == 0), 2)]]
            continue
        cells = []
        for points, chance in ((2, two), (3, three)):
            line = []
            for guard in (2, 3):
                hit = chance * (guarded if guard == points else 1)
                line.append({"go": {at(lead - points, left - 1): hit, at(lead, left - 1): 1 - hit}})
            cells.append(line)
            todo += [(lead - points, left - 1), (lead, left - 1)]
        labels = ["two", "three"]
        states[at(lead, left)] = {"rows": labels, "columns": labels, "cells": cells}
    return stochastic_game(
        states,
        start=at(gap, times),
        players=("offense", "defense"),
        title=f"Basketball, {gap} behind",
    )


@named("big-match", family="stochastic")
def big_match(discount: Fraction = Fraction(1)) -> StochasticGame:
    """The Big Match: guess or wait; a guess decides all later days.

    Payoffs are those of an average day, discounted when a factor below 1 is given; the value is 1/2
    in every case. Without a discount only the second player has an optimal strategy.

    Parameters
    ----------
    discount : number, default 1
        The discount factor.

    Returns
    -------
    StochasticGame
        The game.

    Examples
    --------
    >>> print(big_match().solve().value, big_match(Fraction(9, 10)).solve().value)
    1/2 1/2
    """
    return _settling(
        [[(0, True), (1, True)], [(1, False), (0, False)]],
        discount,
        "The Big Match",
        ["wait", "guess"],
        ["left", "right"],
    )


@named("bad-match", family="stochastic")
def bad_match(discount: Fraction = Fraction(1)) -> StochasticGame:
    """A stochastic game that either player may settle, with a value that depends on the discount.

    Payoffs are those of an average day; the value falls to 0 as the discount vanishes.

    Parameters
    ----------
    discount : number, default 1
        The discount factor.

    Returns
    -------
    StochasticGame
        The game.

    Examples
    --------
    >>> print(bad_match(Fraction(3, 4)).solve().value, bad_match().solve().value)
    1/3 0
    """
    return _settling(
        [[(1, True), (0, False)], [(0, False), (1, False)]],
        discount,
        "The bad match",
        ["1", "2"],
        ["1", "2"],
    )


def _settling(
    cells: list[list[tuple[int, bool]]],
    discount: Fraction,
    title: str,
    rows: list[str],
    columns: list[str],
) -> StochasticGame:
    """One state whose cells pay a day and continue, or settle all days; in payments a day."""
    whole = discount == 1
    day = Fraction(1) if whole else 1 - discount
    stage = [
        [{"pay": pay * day, "go": "play"} if on else {"pay": pay} for pay, on in row]
        for row in cells
    ]
    labels = {"rows": rows, "columns": columns, "cells": stage}
    return stochastic_game(
        {"play": labels}, endless="average" if whole else None, discount=discount, title=title
    )
