"""Games that go on: inspection, exhaustion, duels, challenges, and the classical examples."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from math import ceil, log, sqrt
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.registry import named
from kibitz.games.zero_sum.build import whole
from kibitz.stochastic.families.family import GameFamily, game_family
from kibitz.stochastic.game import StochasticGame, stochastic_game

MOST_STATES = 20_000
Cell = dict[str, Any]
Stage = dict[str, Any]


@named("inspection-stages", family="stochastic")
def inspection_stages(inspections: int = 1, periods: int = 3) -> StochasticGame:
    """The inspection game stage by stage: m inspections in n periods, 1 if the act is caught.

    Parameters
    ----------
    inspections : int, default 1
        The number of inspections.
    periods : int, default 3
        The number of periods.

    Returns
    -------
    StochasticGame
        The game.

    Examples
    --------
    >>> print(inspection_stages(2, 5).solve().value)
    2/5
    """
    m, n = whole(inspections, "inspections", 0), whole(periods, "periods", 1)
    _fits(n, "inspection-stages")
    _fits(sum(min(m, n - time) + 1 for time in range(1, n + 1)), "inspection-stages")

    def stage(left: int, time: int) -> Stage:
        after = time - 1
        look = [{"pay": 1}, {"go": _at(max(left - 1, 0), after)}]
        wait = [{"pay": 0}, {"go": _at(left, after)}]
        cells = [look, wait] if left else [wait]
        rows = ["inspect", "wait"] if left else ["wait"]
        columns = ["act", "wait"]
        if time == 1:
            cells, columns = [line[:1] for line in cells], ["act"]
        return {"rows": rows, "columns": columns, "cells": cells}

    states = {
        _at(left, time): stage(left, time)
        for time in range(1, n + 1)
        for left in range(max(0, m - n + time), m + 1)
    }
    return stochastic_game(
        states,
        start=_at(m, n),
        players=("inspector", "inspectee"),
        title=f"Inspection, {m} inspections in {n} periods",
    )


def _at(*numbers: int) -> str:
    return ",".join(map(str, numbers))


@named("guess-it-stages", family="stochastic")
def guess_it_stages(m: int = 5, n: int = 5) -> StochasticGame:
    """Guess it! stage by stage: m cards of one's own against n, payoff 1 for a win.

    Parameters
    ----------
    m : int, default 5
        The cards of the player to move.
    n : int, default 5
        The cards of the other player.

    Returns
    -------
    StochasticGame
        The game.

    Examples
    --------
    >>> print(guess_it_stages(2, 3).solve().value)
    23/45
    """
    mine, theirs = whole(m, "m", 0), whole(n, "n", 0)
    _fits(min(mine, theirs) ** 2 // 2, "guess-it-stages")
    states: dict[str, Any] = {}
    todo = [(mine, theirs)]
    while todo:
        a, b = todo.pop()
        name = f"{a} v {b}"
        if name in states:
            continue
        _fits(len(states) + 1, "guess-it-stages")
        if a == 0 or b == 0:
            states[name] = [[Fraction(1, b + 1)]]
            continue
        found = Fraction(b, b + 1)
        asked, exposed = f"{b - 1} v {a}", f"{b} v {a - 1}"
        states[name] = {
            "rows": ["honest", "bluff"],
            "columns": ["ignore", "call"],
            "cells": [
                [{"pay": 1, "neg_go": {asked: found}}, {"pay": found, "neg_go": {asked: found}}],
                [{"pay": 1, "neg_go": {exposed: 1}}, {"pay": 1}],
            ],
        }
        todo += [(b - 1, a), (b, a - 1)]
    title = f"Guess it! with {mine} cards against {theirs}, stage by stage"
    return stochastic_game(states, start=f"{mine} v {theirs}", title=title)


@named("endurance-stages", family="stochastic")
def endurance_stages(n: int = 5) -> StochasticGame:
    """The endurance game stage by stage: guess every step of a count down by ones and twos.

    Parameters
    ----------
    n : int, default 5
        Where the count begins.

    Returns
    -------
    StochasticGame
        The game.

    Examples
    --------
    >>> print(endurance_stages(5).solve().value)
    1/8
    """
    size = whole(n, "n", 0)
    _fits(size, "endurance-stages")
    states: dict[str, Any] = {"0": [[1]], "1": [[1]]}
    for k in range(2, size + 1):
        labels = ["one", "two"]
        cells: list[list[Any]] = [[{"go": str(k - 1)}, 0], [0, {"go": str(k - 2)}]]
        states[str(k)] = {"rows": labels, "columns": labels, "cells": cells}
    return stochastic_game(states, start=str(size), title=f"Endurance, {size} to go")


@named("games-as-components", family="stochastic")
def games_as_components() -> StochasticGame:
    """A 2 x 2 game two of whose entries are games themselves.

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
       I   (5/3-sqrt(7)/3, -2/3+sqrt(7)/3)
       II  (3-sqrt(7), -2+sqrt(7))
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
    """An infinite ladder: G(n) = [[n+3, n+2], [n+1, G(n+1)]], and the next game is one step up.

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
    """Serving high or low, received near or far; the server who loses the point passes the serve.

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
    _fits(last, "coin-challenge")
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
    """Pick a hand, again: coins in the left or the right hand, and a wrong guess may be repeated.

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


def exhaustion(
    counts: tuple[int, int],
    others: tuple[int, int],
    beats: Callable[[int, int], bool],
    names: tuple[list[str], list[str]],
    title: str,
) -> StochasticGame:
    """A game of exhaustion: each stage both field a member, the loser's leaves the game.

    The side whose members are gone has lost; payoff 1 when that is the second side.
    """
    states: dict[str, Any] = {}
    size = 1
    for count in (*counts, *others):
        size *= count + 1
    _fits(size, title)
    todo = [(*counts, *others)]
    while todo:
        here = todo.pop()
        name = _at(*here)
        if name in states:
            continue
        mine, theirs = here[:2], here[2:]
        if sum(mine) == 0 or sum(theirs) == 0:
            states[name] = [[int(sum(theirs) == 0)]]
            continue
        rows = [i for i in (0, 1) if mine[i]]
        columns = [j for j in (0, 1) if theirs[j]]
        cells = []
        for i in rows:
            line = []
            for j in columns:
                after = list(here)
                after[2 + j if beats(i, j) else i] -= 1
                todo.append((after[0], after[1], after[2], after[3]))
                line.append({"go": _at(*after)})
            cells.append(line)
        states[name] = {
            "rows": [names[0][i] for i in rows],
            "columns": [names[1][j] for j in columns],
            "cells": cells,
        }
    return stochastic_game(states, start=_at(*counts, *others), title=title)


@named("women-and-cats", family="stochastic")
def women_and_cats(women: int = 2, cats: int = 2, mice: int = 2, men: int = 2) -> StochasticGame:
    """Women and cats versus mice and men: mice scare women, who tame men, who shoo cats.

    Both sides send one forward simultaneously; the loser leaves. The first side wins 1 when the
    others are gone.

    Parameters
    ----------
    women : int, default 2
        The number of women.
    cats : int, default 2
        The number of cats.
    mice : int, default 2
        The number of mice.
    men : int, default 2
        The number of men.

    Returns
    -------
    StochasticGame
        The game.

    Examples
    --------
    >>> print(women_and_cats(1, 1, 1, 1).solve().value)
    1/2
    """
    return exhaustion(
        (whole(women, "women", 0), whole(cats, "cats", 0)),
        (whole(mice, "mice", 0), whole(men, "men", 0)),
        lambda i, j: (i == 0) == (j == 1),
        (["woman", "cat"], ["mouse", "man"]),
        f"{women} women and {cats} cats versus {mice} mice and {men} men",
    )


@named("goofspiel-stages", family="stochastic")
def goofspiel_stages(cards: int = 3) -> StochasticGame:
    """Goofspiel with prizes in random order: both bid a card for each; payoff, points ahead.

    Parameters
    ----------
    cards : int, default 3
        The number of cards.

    Returns
    -------
    StochasticGame
        The game.

    Examples
    --------
    >>> print(goofspiel_stages(3).solve().value)
    0
    """
    n = whole(cards, "cards", 1)
    if n > 4:
        raise GameError(f"goofspiel: {n} cards make too many states here; take 4 or fewer")
    everything = tuple(range(1, n + 1))
    states: dict[str, Any] = {
        "deal": [
            [
                {
                    "go": {
                        _bids(everything, everything, everything, k): Fraction(1, n)
                        for k in everything
                    }
                }
            ]
        ]
    }
    for size in range(n, 0, -1):
        for mine in combinations(everything, size):
            for theirs in combinations(everything, size):
                for prizes in combinations(everything, size):
                    for prize in prizes:
                        name = _bids(mine, theirs, prizes, prize)
                        states[name] = _auction(mine, theirs, prizes, prize)
    _fits(len(states), "goofspiel")
    return stochastic_game(states, start="deal", title=f"Goofspiel with {n} cards")


def _bids(
    mine: tuple[int, ...], theirs: tuple[int, ...], prizes: tuple[int, ...], prize: int
) -> str:
    hands = ["".join(map(str, cards)) for cards in (mine, theirs, prizes)]
    return f"{hands[0]}/{hands[1]} for {prize} of {hands[2]}"


def _auction(
    mine: tuple[int, ...], theirs: tuple[int, ...], prizes: tuple[int, ...], prize: int
) -> Stage:
    left = tuple(x for x in prizes if x != prize)
    cells = []
    for a in mine:
        line = []
        for b in theirs:
            pay = prize if a > b else -prize if a < b else 0
            hands = (tuple(x for x in mine if x != a), tuple(x for x in theirs if x != b))
            go = {_bids(*hands, left, k): Fraction(1, len(left)) for k in left}
            line.append({"pay": pay, "go": go})
        cells.append(line)
    return {"rows": list(map(str, mine)), "columns": list(map(str, theirs)), "cells": cells}


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
    _fits(times**2 // 2, "basketball")
    for name, x in (("two", two), ("three", three), ("guarded", guarded)):
        if not 0 <= x <= 1:
            raise GameError(f"basketball: {name} is {x}; it must lie between 0 and 1")
    states: dict[str, Any] = {}
    todo = [(gap, times)]
    while todo:
        lead, left = todo.pop()
        if _at(lead, left) in states:
            continue
        _fits(len(states) + 1, "basketball")
        if left == 0:
            states[_at(lead, left)] = [[Fraction(int(lead < 0)) + Fraction(int(lead == 0), 2)]]
            continue
        cells = []
        for points, chance in ((2, two), (3, three)):
            line = []
            for guard in (2, 3):
                hit = chance * (guarded if guard == points else 1)
                line.append(
                    {"go": {_at(lead - points, left - 1): hit, _at(lead, left - 1): 1 - hit}}
                )
            cells.append(line)
            todo += [(lead - points, left - 1), (lead, left - 1)]
        labels = ["two", "three"]
        states[_at(lead, left)] = {"rows": labels, "columns": labels, "cells": cells}
    return stochastic_game(
        states,
        start=_at(gap, times),
        players=("offense", "defense"),
        title=f"Basketball, {gap} behind",
    )


@named("noisy-duel", family="stochastic")
def noisy_duel(steps: int = 5, first: int = 1, second: int = 1) -> StochasticGame:
    """A duel step by step: at step k of n a shot hits with probability k/n; shots are heard.

    Each has some bullets; the payoff is 1 for the player who alone hits.

    Parameters
    ----------
    steps : int, default 5
        The number of steps.
    first : int, default 1
        The bullets of the first player.
    second : int, default 1
        The bullets of the second player.

    Returns
    -------
    StochasticGame
        The game.

    Examples
    --------
    >>> print(noisy_duel(5).solve().value)
    0
    """
    n = whole(steps, "steps", 1)
    bullets = whole(first, "first", 0), whole(second, "second", 0)
    states: dict[str, Any] = {}
    todo = [(n, *bullets)]
    _fits(n * (bullets[0] + 1) * (bullets[1] + 1), "noisy-duel")
    while todo:
        left, a, b = todo.pop()
        if _at(left, a, b) in states:
            continue
        if left == 0 or a + b == 0:
            states[_at(left, a, b)] = [[0]]
            continue
        hit = Fraction(n - left + 1, n)
        rows, columns = ["wait", "fire"][: 2 if a else 1], ["wait", "fire"][: 2 if b else 1]
        cells = []
        for i in range(len(rows)):
            line = []
            for j in range(len(columns)):
                after = (left - 1, a - i, b - j)
                todo.append(after)
                mine, theirs = i * hit, j * hit
                on = (1 - mine) * (1 - theirs)
                line.append(
                    {"pay": mine * (1 - theirs) - theirs * (1 - mine), "go": {_at(*after): on}}
                )
            cells.append(line)
        states[_at(left, a, b)] = {"rows": rows, "columns": columns, "cells": cells}
    return stochastic_game(states, start=_at(n, *bullets), title=f"A noisy duel of {n} steps")


@named("big-match", family="stochastic")
def big_match(discount: Fraction = Fraction(1)) -> StochasticGame:
    """The Big Match: guess or wait; a guess settles all later days.

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
    """A game in which both may settle all later days, with a value that the discount moves.

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
    """One state whose cells pay a day and go on, or settle all days; in payments a day."""
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


def _fits(states: int, name: str) -> None:
    if states > MOST_STATES:
        raise GameError(
            f"{name}: {states:,} states or more, and {MOST_STATES:,} are the most; take fewer"
        )
