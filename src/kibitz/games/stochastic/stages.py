"""Games of several stages: inspection, guessing, endurance, exhaustion, auctions, duels."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.registry import named
from kibitz.core.spelling import count_of
from kibitz.games.zero_sum.build import whole
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
    fits(n, "inspection-stages")
    fits(sum(min(m, n - time) + 1 for time in range(1, n + 1)), "inspection-stages")

    def stage(left: int, time: int) -> Stage:
        after = time - 1
        look = [{"pay": 1}, {"go": at(max(left - 1, 0), after)}]
        wait = [{"pay": 0}, {"go": at(left, after)}]
        cells = [look, wait] if left else [wait]
        rows = ["inspect", "wait"] if left else ["wait"]
        columns = ["act", "wait"]
        if time == 1:
            cells, columns = [line[:1] for line in cells], ["act"]
        return {"rows": rows, "columns": columns, "cells": cells}

    states = {
        at(left, time): stage(left, time)
        for time in range(1, n + 1)
        for left in range(max(0, m - n + time), m + 1)
    }
    return stochastic_game(
        states,
        start=at(m, n),
        players=("inspector", "inspectee"),
        title=f"Inspection, {m} inspection{'s' if m != 1 else ''} in {count_of(n, 'period')}",
    )


def at(*numbers: int) -> str:
    return ",".join(map(str, numbers))


@named("guess-it-stages", family="stochastic")
def guess_it_stages(m: int = 5, n: int = 5) -> StochasticGame:
    """Guess it! stage by stage: m cards against n, payoff 1 for a win.

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
    fits(min(mine, theirs) ** 2 // 2, "guess-it-stages")
    states: dict[str, Any] = {}
    todo = [(mine, theirs)]
    while todo:
        a, b = todo.pop()
        name = f"{a} v {b}"
        if name in states:
            continue
        fits(len(states) + 1, "guess-it-stages")
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
    title = f"Guess it! with {count_of(mine, 'card')} against {theirs}, stage by stage"
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
    fits(size, "endurance-stages")
    states: dict[str, Any] = {"0": [[1]], "1": [[1]]}
    for k in range(2, size + 1):
        labels = ["one", "two"]
        cells: list[list[Any]] = [[{"go": str(k - 1)}, 0], [0, {"go": str(k - 2)}]]
        states[str(k)] = {"rows": labels, "columns": labels, "cells": cells}
    return stochastic_game(states, start=str(size), title=f"Endurance, {size} to go")


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
    fits(size, title)
    todo = [(*counts, *others)]
    while todo:
        here = todo.pop()
        name = at(*here)
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
                line.append({"go": at(*after)})
            cells.append(line)
        states[name] = {
            "rows": [names[0][i] for i in rows],
            "columns": [names[1][j] for j in columns],
            "cells": cells,
        }
    return stochastic_game(states, start=at(*counts, *others), title=title)


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
        f"{women} women and {cats} cats versus {mice} mice and {count_of(men, 'man')}",
    )


@named("goofspiel-stages", family="stochastic")
def goofspiel_stages(cards: int = 3) -> StochasticGame:
    """Goofspiel with prizes in random order: both bid a card for each; the payoff is the lead.

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
    fits(len(states), "goofspiel")
    return stochastic_game(states, start="deal", title=f"Goofspiel with {count_of(n, 'card')}")


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


@named("noisy-duel", family="stochastic")
def noisy_duel(steps: int = 5, first: int = 1, second: int = 1) -> StochasticGame:
    """A noisy duel: at step k of n a shot hits with probability k/n; shots are heard.

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
    fits(n * (bullets[0] + 1) * (bullets[1] + 1), "noisy-duel")
    while todo:
        left, a, b = todo.pop()
        if at(left, a, b) in states:
            continue
        if left == 0 or a + b == 0:
            states[at(left, a, b)] = [[0]]
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
                    {"pay": mine * (1 - theirs) - theirs * (1 - mine), "go": {at(*after): on}}
                )
            cells.append(line)
        states[at(left, a, b)] = {"rows": rows, "columns": columns, "cells": cells}
    return stochastic_game(states, start=at(n, *bullets), title=f"A noisy duel of {n} steps")


def fits(states: int, name: str) -> None:
    if states > MOST_STATES:
        raise GameError(
            f"{name}: {count_of(states, 'state')} or more; the limit is {MOST_STATES:,}; take fewer"
        )
