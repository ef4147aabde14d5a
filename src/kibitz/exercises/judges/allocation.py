"""A point of the core: whatever no coalition can improve upon."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

from kibitz.coalitional.game import CoalitionalGame
from kibitz.core.numbers import exact, show
from kibitz.exercises.judges.judge import Judge, Verdict
from kibitz.exercises.judges.read import read_vector


@dataclass(frozen=True)
class CoreJudge(Judge):
    """Any payoff vector of the core.

    >>> from kibitz import coalition
    >>> game = coalition({"A,B": 4, "A,C": 2, "B,C": 3, "A,B,C": 6})
    >>> judge = CoreJudge(game, (Fraction(2), Fraction(2), Fraction(2)))
    >>> judge.judge("3 1 2").words, judge.judge("1 1 4").words
    ('right', 'A, B get 2 and can have 4')
    """

    game: CoalitionalGame
    point: tuple[Fraction, ...]

    @property
    def form(self) -> str:
        return f"what {', '.join(self.game.players)} get, such as 1 2 3"

    @property
    def right(self) -> list[str]:
        return [show(x) for x in self.point]

    def judge(self, given: Any) -> Verdict:
        payoffs = [exact(x) for x in read_vector(given, self.game.players)]
        players = self.game.players
        total, whole = sum(payoffs, Fraction(0)), exact(self.game.worth(players))
        if total != whole:
            return Verdict(0, f"together they get {show(total)}, but {show(whole)} is available")
        for size in range(1, len(players)):
            for chosen in combinations(range(len(players)), size):
                got = sum((payoffs[i] for i in chosen), Fraction(0))
                worth = exact(self.game.worth([players[i] for i in chosen]))
                if got < worth:
                    names = ", ".join(players[i] for i in chosen)
                    verb = "get" if size > 1 else "gets"
                    return Verdict(0, f"{names} {verb} {show(got)} and can have {show(worth)}")
        return Verdict(1, "right")
