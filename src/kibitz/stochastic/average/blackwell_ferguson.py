"""Strategies for games like the Big Match: wait, and settle the more boldly the worse it goes.

While the first player waits, every stage moves a count by what it paid above the value. With the
count at k the play is settled with probability 1/(N + 1 + k)², a number that grows when waiting
pays badly. However the other side replies, what is expected never falls below

    value - loss / (N + 1 + k),

and if the play is never settled the count has stayed above -N - 1, so the average is at least the
value. Blackwell and Ferguson (1968), for all games with choices that never settle the play and
others that always do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import ceil
from typing import Any

from kibitz.core.claim import Claim, place
from kibitz.core.errors import GameError
from kibitz.core.numbers import exact, plain, show
from kibitz.core.solution import Solution
from kibitz.stochastic.average.absorbing import Stage, seen_by
from kibitz.stochastic.average.determinants import prepared
from kibitz.stochastic.average.moves import moves_of
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.mirror import mirrored
from kibitz.stochastic.show import write_all

CHANCE = "1/(N+1+k)^2"
"""The probability to settle when the count is k; 1 where N + 1 + k is at most 1."""


@dataclass(frozen=True)
class BlackwellFerguson(Solution, kind="blackwell-ferguson"):
    """When to settle, and what that guarantees.

    >>> import kibitz as kb
    >>> plan = kb.game("big-match").solve().history_strategy("I", n=9)
    >>> print(plan.guarantee, plan.chance(0), plan.chance(-9), plan.verify().holds)
    9/20 1/100 1 True
    """

    how = "linear programming"
    game: StochasticGame
    player: str
    sign: int
    """1 for the first player, -1 for the second."""
    state: str
    stage: Stage
    """The cells as the player sees them, who chooses the row."""
    value: Fraction
    """As the player sees it."""
    wait: tuple[Fraction, ...]
    settle: tuple[Fraction, ...]
    step: Fraction
    """The most that a stage of waiting pays above or below the value; the count's unit."""
    loss: Fraction
    n: int
    elsewhere: Mapping[str, Fraction] = field(default_factory=dict, repr=False)
    """The values of the states that settling leads to, for the first player."""

    @property
    def guarantee(self) -> Fraction:
        """What the player gets at least, seen from the first player's side."""
        return self.sign * (self.value - self.loss / (self.n + 1))

    def excess(self, column: int) -> Fraction:
        """How far a stage of waiting against this reply moves the count.

        Parameters
        ----------
        column : int
            The reply of the opponent, from 0.
        """
        return (_paid(self.stage, self.wait, column) - self.value) / self.step

    def chance(self, count: Any) -> Fraction:
        """The probability to settle now, when the count is this.

        Parameters
        ----------
        count : number
            The excess so far, added up over all stages of waiting.
        """
        level = self.n + 1 + Fraction(count)
        return Fraction(1) if level <= 1 else 1 / level**2

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "player": self.player,
            "state": self.state,
            "N": self.n,
            "aim": plain(self.sign * self.value),
            "step": plain(self.step),
            "loss": plain(self.loss),
            "wait": [plain(x) for x in self.wait],
            "settle": [plain(x) for x in self.settle],
            "chance": CHANCE,
            "count": [plain(self.excess(j)) for j in range(len(self.stage[0]))],
            "guarantee": plain(self.guarantee),
            "elsewhere": {name: plain(x) for name, x in self.elsewhere.items()},
        }

    @classmethod
    def from_json(cls, game: StochasticGame, data: dict[str, Any]) -> BlackwellFerguson:
        claim = Claim(data)
        whole = mirrored(game.averaged())
        names = [str(name) for name in whole.states]
        sign = 1 if claim.place("player", game.players) == 0 else -1
        part = claim.part("elsewhere")
        worth = {names[place(name, names)]: exact(part.raw(name), name) for name in part.data}
        state = names[claim.place("state", names[: len(game.states)])]
        stage = stage_of(moves_of(whole.table.rational), names, state, worth, sign < 0)
        wait, settle = (
            tuple(exact(x, key) for x in claim.items(key, len(stage))) for key in ("wait", "settle")
        )
        numbers = {key: exact(claim.raw(key), key) for key in ("aim", "step", "loss")}
        if numbers["step"] <= 0:
            raise GameError(f"step: {show(numbers['step'])}; it must be positive")
        return cls(
            game,
            str(claim.raw("player")),
            sign,
            state,
            stage,
            sign * numbers["aim"],
            wait,
            settle,
            numbers["step"],
            numbers["loss"],
            claim.count("N"),
            worth,
        )

    def __str__(self) -> str:
        moves = ", ".join(show(self.excess(j)) for j in range(len(self.stage[0])))
        return (
            f"{self.player} in {self.state}: wait with {write_all(self.wait)}, and settle with "
            f"{write_all(self.settle)} with probability 1/({self.n + 1} + k)^2, where the other's "
            f"choices move k, 0 at first, by {moves}; guarantees {show(self.guarantee)} a stage"
        )


def stage_of(
    moves: Any, names: Sequence[str], state: str, worth: Mapping[str, Fraction], second: bool
) -> Stage:
    """A state as a player sees it, with what leads out of it settled at these values."""
    s = names.index(state)
    targets = {t for row in moves[s] for m in row for t in m.go if t != s}
    missing = [names[t] for t in targets if names[t] not in worth]
    if missing:
        raise GameError(f"elsewhere: the value of {missing[0]} is missing")
    known = {t: worth[names[t]] for t in targets}
    return seen_by(prepared(moves, [s], known)[0], int(second))


def blackwell_ferguson(
    game: StochasticGame, moves: Any, state: str, worth: Mapping[str, Fraction], player: int
) -> BlackwellFerguson | None:
    """The strategy with N = 0, where the state is of that kind; None otherwise.

    ``worth`` has the values of all states, those with exchanged roles included. The smallest
    weight of settling against waiting is found by linear programming.
    """
    from kibitz.linear.program import LinearProgram

    names = [str(name) for name in mirrored(game).states]
    sign, value = (1, worth[state]) if player == 0 else (-1, -worth[state])
    stage = stage_of(moves, names, state, worth, player == 1)
    waiting = [i for i, row in enumerate(stage) if not any(m.stop for m in row)]
    settling = [i for i, row in enumerate(stage) if all(m.stop == 1 for m in row)]
    if not waiting or not settling:
        return None
    rows: list[list[Any]] = [
        [
            *(stage[i][j].pay - value for i in waiting),
            *(stage[i][j].settled - value for i in settling),
        ]
        for j in range(len(stage[0]))
    ]
    relations = [">="] * len(rows) + ["="]
    rows.append([1] * len(waiting) + [0] * len(settling))
    program = LinearProgram.read(
        c=[0] * len(waiting) + [1] * len(settling),
        A=rows,
        rel=relations,
        b=[0] * (len(rows) - 1) + [1],
        sense="min",
    )
    best: Any = program.solve()
    if not hasattr(best, "x"):
        return None
    weights = [Fraction(x) for x in best.x]
    total = sum(weights[len(waiting) :], Fraction(0))
    if not total:
        return None
    wait = _spread(len(stage), waiting, weights[: len(waiting)])
    settle = _spread(len(stage), settling, [x / total for x in weights[len(waiting) :]])
    step = max(abs(_paid(stage, wait, j) - value) for j in range(len(stage[0])))
    there = {t for row in moves[names.index(state)] for m in row for t in m.go}
    return BlackwellFerguson(
        game,
        game.players[player],
        sign,
        state,
        stage,
        value,
        wait,
        settle,
        step,
        step / total,
        0,
        {names[t]: worth[names[t]] for t in sorted(there) if names[t] != state},
    )


def with_loss(plan: BlackwellFerguson, epsilon: Any) -> BlackwellFerguson:
    """The same strategy with N so large that it guarantees the value up to ε."""
    wanted = exact(epsilon, "epsilon")
    if wanted <= 0:
        raise GameError(f"epsilon: {show(wanted)}; it must be positive")
    return replace(plan, n=max(ceil(plan.loss / wanted) - 1, 0))


def _spread(size: int, rows: list[int], weights: list[Fraction]) -> tuple[Fraction, ...]:
    spread = [Fraction(0)] * size
    for i, x in zip(rows, weights, strict=True):
        spread[i] = x
    return tuple(spread)


def _paid(stage: Stage, mixture: tuple[Fraction, ...], column: int) -> Fraction:
    return sum((x * stage[i][column].pay for i, x in enumerate(mixture)), Fraction(0))
