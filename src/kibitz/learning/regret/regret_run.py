"""What the answers of all runs of regret minimization share: how they are printed and saved."""

from __future__ import annotations

from typing import Any, ClassVar

from kibitz.core.claim import Claim
from kibitz.core.explanation import Explanation, Step
from kibitz.core.solution import Solution
from kibitz.core.spelling import count_of
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.solution import payoffs_by_player
from kibitz.extensive.strategies.profile import Profile


class RegretRun(Solution):
    """The average strategy of a run, and one number that says how good it is."""

    measure: ClassVar[str]
    """The name of the field that holds the number."""
    game: ExtensiveGame
    profile: Profile
    payoffs: tuple[float, ...]
    iterations: int
    seconds: float

    @property
    def exact(self) -> bool:
        return False

    def explain(self) -> Explanation:
        """How the run went, and the proof of what it measured."""
        steps = Step("The run", str(self)), Step("The proof", self.verify().prose())
        return Explanation(self.game.title or "Regret minimization", steps)

    def _text(self, *measured: str) -> str:
        """The payoffs, what was measured, and how long that took."""
        shown = payoffs_by_player(self.game, self.payoffs)
        done = count_of(self.iterations, "iteration")
        head, last = f"{self.game.title or 'game'}: {shown}", f"found by {self.method}: {done} in"
        return "\n".join(
            (head, *(f"  {line}" for line in measured), f"{last} {self.seconds:.3g} s")
        )

    def _written(self, **more: Any) -> dict[str, Any]:
        """The claim that it makes, with what else its kind holds."""
        return {
            "kind": self.kind,
            "game": self.game.title,
            "payoffs": list(self.payoffs),
            self.measure: getattr(self, self.measure),
            "iterations": self.iterations,
            "seconds": self.seconds,
            "strategies": self.profile.to_json(),
            **more,
            "method": self.method,
        }

    @classmethod
    def _read(cls, game: ExtensiveGame, data: dict[str, Any]) -> dict[str, Any]:
        """The fields that every run has, from the claim that it wrote."""
        claim = Claim(data)
        paid = claim.numbers("payoffs", len(game.players))
        return {
            "game": game,
            "profile": game.profile(claim.raw("strategies")).floating(),
            "payoffs": tuple(float(x) for x in paid),
            cls.measure: float(claim.number(cls.measure)),
            "iterations": claim.count("iterations"),
            "seconds": float(data.get("seconds", 0)),
        }
