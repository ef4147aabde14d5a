"""Equilibria of bimatrix games: whatever leaves no player a better reply."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import exact, show
from kibitz.exercises.judges.judge import Judge, Verdict
from kibitz.exercises.judges.read import is_rounded, read_distribution
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.two_player.equilibrium import Equilibria

Pair = tuple[tuple[Fraction, ...], tuple[Fraction, ...]]


@dataclass(frozen=True)
class EquilibriaJudge(Judge):
    """All equilibria of a bimatrix game with finitely many of them.

    >>> from kibitz import bimatrix
    >>> game = bimatrix("3 0; 0 2", "2 0; 0 3")
    >>> judge = EquilibriaJudge(game.solve())
    >>> print(judge.judge([["1 0", "1 0"], ["3/5 2/5", "2/5 3/5"]]).words)
    2 of 3 equilibria
    >>> print(judge.judge([["1 0", "0 1"]]).words)
    (1, 0), (0, 1): I gains 2 by changing to 2; 3 are missing
    >>> print(judge.judge("(1, 0), (1, 0); (0, 1), (0, 1); 0.600 0.400 | 0.4 0.6").words)
    right
    """

    solution: Equilibria

    @property
    def game(self) -> StrategicGame:
        return self.solution.game

    @property
    def form(self) -> str:
        return 'a list of pairs of strategies: [["1 0", "0 1"], ...]; or 1 0 | 0 1; ...'

    @property
    def right(self) -> list[list[list[str]]]:
        return [[[show(p) for p in mix] for mix in pair] for pair in self._pairs()]

    def shown(self) -> str:
        lines = ["(" + ", ".join(a) + "), (" + ", ".join(b) + ")" for a, b in self.right]
        return "; ".join(lines)

    def _pairs(self) -> list[Pair]:
        found = self.solution.to_json()["extreme"]
        return [_pair(*(tuple(map(exact, mix)) for mix in e["strategies"])) for e in found]

    def judge(self, given: Any) -> Verdict:
        known = self._pairs()
        pairs = list(dict.fromkeys(self._read(one, known) for one in _listed(given)))
        faults = []
        right = 0
        for pair in pairs:
            if fault := self.better_reply(pair):
                faults.append(fault)
            elif pair in known:
                right += 1
        if not faults and right == len(known):
            return Verdict(1, "right")
        if not faults:
            return Verdict(Fraction(right, len(known)), f"{right} of {len(known)} equilibria")
        if missing := len(known) - right:
            faults.append(f"{missing} {'is' if missing == 1 else 'are'} missing")
        score = Fraction(max(0, right - (len(pairs) - right)), len(known))
        return Verdict(min(score, Fraction(1, 2)), "; ".join(faults))

    def _read(self, one: Any, known: list[Pair]) -> Pair:
        """The pair, or the equilibrium that its decimals round."""
        rounded = is_rounded(one)
        if isinstance(one, str):
            one = one.split("|") if "|" in one else re.findall(r"\([^()]*\)", one)
        if not isinstance(one, (list, tuple)) or len(one) != 2:
            raise GameError("an equilibrium is a pair of strategies")
        names = self.game.strategies
        pair = _pair(*(tuple(read_distribution(x, n)) for x, n in zip(one, names, strict=True)))
        near = [other for other in known if rounded and _apart(pair, other) <= Fraction(1, 1000)]
        return near[0] if near else pair

    def better_reply(self, pair: Pair) -> str:
        """Who would deviate, and how; nothing at an equilibrium."""
        listed = "(" + ", ".join(map(show, pair[0])) + "), (" + ", ".join(map(show, pair[1])) + ")"
        for player in (0, 1):
            own, other = pair[player], pair[1 - player]
            table = _payoffs(self.game, player)
            payoffs = [
                sum((a * q for a, q in zip(line, other, strict=True)), Fraction(0))
                for line in table
            ]
            now = sum((p * x for p, x in zip(own, payoffs, strict=True)), Fraction(0))
            best = max(payoffs)
            if best > now:
                name = self.game.strategies[player][payoffs.index(best)]
                who = self.game.players[player]
                return f"{listed}: {who} gains {show(best - now)} by changing to {name}"
        return ""


def _listed(given: Any) -> list[Any]:
    if isinstance(given, str):
        return [one for one in given.replace("\n", ";").split(";") if one.strip()]
    if not isinstance(given, list):
        raise GameError("expected a list of pairs")
    return given


def _pair(first: tuple[Fraction, ...], second: tuple[Fraction, ...]) -> Pair:
    return first, second


def _apart(one: Pair, other: Pair) -> Fraction:
    """The largest difference between two probabilities."""
    numbers = zip((*one[0], *one[1]), (*other[0], *other[1]), strict=True)
    return max(abs(p - q) for p, q in numbers)


def _payoffs(game: StrategicGame, player: int) -> list[list[Fraction]]:
    """A line for each own strategy, with what it pays against each of the other's."""
    rows, columns = len(game.strategies[0]), len(game.strategies[1])
    if player == 0:
        return [[exact(game.payoff(r, c)[0]) for c in range(columns)] for r in range(rows)]
    return [[exact(game.payoff(r, c)[1]) for r in range(rows)] for c in range(columns)]
