"""Best replies to a guess: what a player should do against what the others are thought to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.algebra.weight import read_weight, weight_list, weight_table
from kibitz.core.claim import Claim
from kibitz.core.method import method
from kibitz.core.numbers import plain
from kibitz.core.solution import Solution
from kibitz.strategic.expected_payoffs import against, best_responses
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.profile import Profile, read_profile
from kibitz.zero_sum.strategies.best_response import PureBestResponses
from kibitz.zero_sum.strategies.mixture import uniform


@dataclass(frozen=True)
class BestReplies(Solution, kind="best-responses"):
    """All pure best replies of one player to what the others do.

    >>> from kibitz import bimatrix
    >>> game = bimatrix("4,1 0,0; 0,0 1,4", rows="o b", columns="o b")
    >>> print(best_replies(game, "I", "o; 1/5 4/5"))
    I, best: o or b, for 4/5
    strategy   payoff
    ─────────────────
    o            4/5*
    b            4/5*
    """

    game: StrategicGame
    player: int
    profile: Profile
    """What everybody does; the own part does not matter."""
    reply: PureBestResponses

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "player": self.game.players[self.player],
            "profile": [[plain(x) for x in side] for side in self.profile],
            "best_responses": list(self.reply.labels),
            self.game.word: plain(self.reply.payoff),
            "by_strategy": [plain(x) for x in self.reply.payoffs],
        }

    @classmethod
    def from_json(cls, game: StrategicGame, data: dict[str, Any]) -> BestReplies:
        claim = Claim(data)
        k = claim.place("player", game.players)
        names, paid = game.strategies[k], weight_list(claim, "by_strategy", game.shape[k])
        best = claim.places("best_responses", names)
        reply = PureBestResponses(best, read_weight(claim.raw(game.word)), paid, names, game.word)
        return cls(game, k, weight_table(claim, "profile", len(game.players)), reply)

    def __str__(self) -> str:
        return f"{self.game.players[self.player]}, {self.reply}"


@method(
    StrategicGame,
    "best-responses",
    finds="the best responses of a player to a profile",
    cost="O(cells)",
    aliases=(
        "best-replies",
        "best-response",
    ),
)
def best_replies(game: StrategicGame, player: Any, profile: Any) -> BestReplies:
    """The best replies of a player to a profile in any spelling.

    Parameters
    ----------
    game : StrategicGame
        A game in strategic form.
    player : int or str
        The player, by name or by position from 0.
    profile : profile
        A strategy for each player: labels, positions from 0, or probabilities. That of the player
        may be left out.

    Returns
    -------
    BestReplies
        The payoff of each strategy of the player, and the best ones.

    Notes
    -----
    Cost: O(cells).

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> best_replies(bimatrix("4,1 0,0; 0,0 1,4"), "I", ["1/2", "1/2"]).reply.responses
    (0,)
    """
    k = game.player(player)
    items = list(profile) if isinstance(profile, (list, tuple)) else profile
    if isinstance(items, list) and len(items) == len(game.players) and items[k] is None:
        items[k] = uniform(game.shape[k])
    read = read_profile(game, against(game, k, items))
    return BestReplies(game, k, read, best_responses(game, k, read))
