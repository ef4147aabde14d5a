"""The rules by name: one door to all dynamics."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kibitz.core.errors import GameError, did_you_mean
from kibitz.learning.dynamics.best_response import best_response_dynamics
from kibitz.learning.dynamics.best_response_flow import best_response_flow
from kibitz.learning.dynamics.fictitious_play import fictitious_play
from kibitz.learning.dynamics.logit import logit_dynamics
from kibitz.learning.dynamics.regret_matching import regret_matching
from kibitz.learning.dynamics.replicator import replicator
from kibitz.learning.dynamics.trajectory import Trajectory

RULES: dict[str, Callable[..., Trajectory]] = {
    "fictitious-play": fictitious_play,
    "best-response": best_response_dynamics,
    "best-response-flow": best_response_flow,
    "replicator": replicator,
    "logit": logit_dynamics,
    "regret-matching": regret_matching,
}
ALSO = {
    "fp": "fictitious-play",
    "br": "best-response",
    "rm": "regret-matching",
    "logit-dynamics": "logit",
    "replicator-dynamics": "replicator",
}
FLOWS = ("best-response-flow", "replicator", "logit")


def rule_name(rule: str) -> str:
    """The full name of a rule.

    >>> rule_name("FP")
    'fictitious-play'
    """
    name = str(rule).strip().lower().replace("_", "-").replace(" ", "-")
    name = ALSO.get(name, name)
    if name not in RULES:
        raise GameError(f"no rule is called {rule!r}{did_you_mean(name, RULES)}")
    return name


def dynamics(game: Any, rule: str = "replicator", start: Any = None, **options: Any) -> Trajectory:
    """Follow a rule: fictitious-play, best-response, best-response-flow, replicator, logit,
    regret-matching.

    Rounds are for the rules that go step by step, time and step for the flows.

    >>> from kibitz import bimatrix
    >>> dynamics(bimatrix("3 0; 4 1", "3 4; 0 1"), "fictitious-play", rounds=50).profile[0]
    (Fraction(1, 50), Fraction(49, 50))
    """
    import inspect

    name = rule_name(rule)
    taken = inspect.signature(RULES[name]).parameters
    given = {key: value for key, value in options.items() if value is not None}
    for key in given:
        if key not in taken:
            raise GameError(f"{name} has no {key}; it takes {', '.join(list(taken)[1:])}")
    return RULES[name](game, start=start, **given)
