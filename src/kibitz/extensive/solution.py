"""Equilibria of games in extensive form, with what each player could gain: nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from kibitz.core.claim import CLOSE, Claim
from kibitz.core.explanation import Explanation
from kibitz.core.extension import call
from kibitz.core.numbers import Number, number, plain, show
from kibitz.core.solution import Solution
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.methods.best_response import regrets
from kibitz.extensive.strategies.outcomes import play_payoffs
from kibitz.extensive.strategies.profile import Profile
from kibitz.pictures import Picture


@dataclass(frozen=True, eq=False)
class ExtensiveEquilibrium(Solution, kind="extensive-equilibrium"):
    """A profile from which no one gains by deviating, in behavior strategies."""

    game: ExtensiveGame
    profile: Profile
    payoffs: tuple[Number, ...]
    method: str

    @property
    def value(self) -> Number:
        """What the first player gets; in a zero-sum game of two, the value."""
        return self.payoffs[0]

    @property
    def exact(self) -> bool:
        return self.profile.exact

    @property
    def strategies(self) -> tuple[dict[str, dict[str, Number]], ...]:
        """The strategy of each player: information set -> move -> probability."""
        return tuple(self.profile.of(player) for player in range(len(self.game.players)))

    def regrets(self) -> tuple[Number, ...]:
        """What each player could gain by answering the others best."""
        return regrets(self.game, self.profile)

    @property
    def regret(self) -> float:
        """The most that a player could gain, where rounding leaves something; 0 otherwise."""
        if self.exact:
            return 0.0
        amounts, unit = self.game.amounts, self.game.unit
        regret = 0.0
        for player, gain in enumerate(self.regrets()):
            column = amounts[:, player]
            spread = float((column.max() - column.min()) * (1 if unit is None else unit))
            if gain > float(CLOSE) * spread:
                regret = max(regret, float(gain))
        return regret

    def explain(self) -> Explanation:
        """The derivation, by the method that was run."""
        return call(self, "explain_solution")

    def draw(self) -> Picture:
        """The tree with these strategies."""
        return call(self, "draw_solution")

    def __str__(self) -> str:
        shown = payoffs_by_player(self.game, self.payoffs)
        head = f"{self.game.title or 'extensive game'}: {shown}"
        lines = [head, str(self.profile), f"found by {self.method}"]
        return "\n".join(filter(None, lines))

    def to_json(self) -> dict[str, Any]:
        rest = {"regret": self.regret} if self.regret else {}
        return {
            "kind": self.kind,
            "game": self.game.title,
            "payoffs": [plain(p) for p in self.payoffs],
            "value": plain(self.value),
            "strategies": self.profile.to_json(),
            "exact": self.exact,
            "method": self.method,
            **rest,
        }

    @classmethod
    def from_json(cls, game: ExtensiveGame, data: dict[str, Any]) -> Self:
        claim = Claim(data)
        profile = game.profile(claim.raw("strategies"))
        payoffs = play_payoffs(game, profile)
        if "payoffs" in claim:
            payoffs = tuple(number(x, "payoffs") for x in claim.items("payoffs", len(payoffs)))
        return cls._read(game, profile, payoffs, str(data.get("method", "")))

    @classmethod
    def _read(
        cls, game: ExtensiveGame, profile: Profile, payoffs: tuple[Number, ...], method: str
    ) -> Self:
        return cls(game, profile, payoffs, method)


def payoffs_by_player(game: ExtensiveGame, payoffs: Sequence[Number]) -> str:
    """Everyone's payoff on one line.

    >>> from kibitz.extensive import decision, extensive_game
    >>> game = extensive_game(decision("I", l=(1, 0), r=(0, 1)), ["I", "II"])
    >>> payoffs_by_player(game, (1, 0))
    'I 1, II 0'
    """
    pairs = zip(game.players, payoffs, strict=True)
    return ", ".join(f"{name} {show(payoff)}" for name, payoff in pairs)
