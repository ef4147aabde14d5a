"""Poker with hands from [0, 1] while it is being written: the model, the ante, and the bets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.web.models.faults import number_fault

MODELS = {
    "la-relance": "La Relance (Borel): bet or fold",
    "von-neumann": "von Neumann: bet or check",
    "check-call": "a check can be answered",
    "newman": "Newman: any bet",
}
MANY = "von-neumann"
"""The model that may have several sizes of bets; its file then calls it otherwise."""
SEVERAL = "bet-sizes"
MOST_BETS = 12


@dataclass
class Stakes:
    """The numbers of a model.

    >>> stakes = Stakes.from_json({"model": "bet-sizes", "bet": ["1", "3"], "ante": "1"})
    >>> stakes.model, stakes.bets
    ('von-neumann', ['1', '3'])
    >>> stakes.become("newman"); stakes.to_json()["model"], stakes.bets
    ('newman', ['1'])
    """

    model: str
    bets: list[str]
    ante: str = "1"

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Stakes:
        """The stakes as their file says them."""
        bet, model = data.get("bet", "2"), str(data["model"])
        bets = list(map(str, bet)) if isinstance(bet, list) else [str(bet)]
        return cls(MANY if model == SEVERAL else model, bets, str(data.get("ante", "1")))

    def become(self, model: str) -> None:
        """Take another model; only one of them has several bets."""
        self.model = model
        if model != MANY:
            del self.bets[1:]

    def add(self) -> None:
        """One more size of bets, like the last one."""
        if self.model == MANY and len(self.bets) < MOST_BETS:
            self.bets.append(self.bets[-1])

    def remove(self, k: int) -> None:
        """Take a size of bets away, unless it is the last one."""
        if len(self.bets) > 1:
            del self.bets[k]

    def faults(self) -> dict[str, str]:
        """What is wrong, by the key of its field."""
        texts = {"ante": self.ante, **{f"bet.{k}": bet for k, bet in enumerate(self.bets)}}
        wrong = {key: fault for key, text in texts.items() if (fault := number_fault(text))}
        for k, bet in enumerate(self.bets):
            if bet in self.bets[:k]:
                wrong.setdefault(f"bet.{k}", f"{bet} is used twice")
        return wrong

    def to_json(self) -> dict[str, Any]:
        """The game as its file says it."""
        several = len(self.bets) > 1
        model = SEVERAL if several else self.model
        bet = self.bets if several else self.bets[0]
        return {"kind": "continuous-poker", "model": model, "bet": bet, "ante": self.ante}
