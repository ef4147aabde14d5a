"""Kibitz as an engine that speaks its own protocol, :mod:`kibitz.play.adapters.text_protocol`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from kibitz.core.errors import GameError
from kibitz.play.adapters.text_protocol import VERSION, squeeze
from kibitz.play.players import ProfilePlayer, RandomMover
from kibitz.play.specs import agent
from kibitz.rules.game import CHANCE, Position, Rules


class TextServer:
    """Lets an agent of ours answer the lines that a referee writes.

    >>> from kibitz.rules.examples import TakeAway
    >>> said = []
    >>> server = TextServer(TakeAway(9), said.append, "minimax")
    >>> server.serve(["seat 1", "ready?", "moves 2", "legal 1 2 3", "go 5", "quit"])
    >>> said
    ['ready', 'move 3']
    """

    def __init__(
        self, rules: Rules, say: Callable[[str], None], spec: str, seed: int | None = None
    ) -> None:
        self.rules, self.say = rules, say
        self._player: Any = agent(spec, rules, seed)
        if rules.has("information_state") and not isinstance(
            self._player, (ProfilePlayer, RandomMover)
        ):
            raise GameError(
                f"{rules.name}: {spec} needs more than what a seat sees, which is all that an "
                "engine receives; use perfect, random, or a solution from a file"
            )
        self._random = Random(seed)
        self._seat = 0
        self._received: dict[str, str] = {}

    def serve(self, lines: Iterable[str]) -> None:
        """Answer line after line, until ``quit`` or the last one."""
        for line in lines:
            word, _, rest = line.strip().partition(" ")
            if word == "quit":
                return
            try:
                self._answer(word, rest.strip())
            except GameError as error:
                self.say(f"# {error}")
                return

    def _answer(self, word: str, rest: str) -> None:
        if word == "kibitz" and rest != str(VERSION):
            raise GameError(f"this engine speaks version {VERSION} of the protocol, not {rest!r}")
        if word == "game" and rest != self.rules.name:
            raise GameError(f"this engine plays {self.rules.name}, not {rest}")
        if word == "seat":
            if not rest.isdigit() or int(rest) >= self.rules.players:
                raise GameError(f"there is no seat {rest!r} in {self.rules.name}")
            self._seat = int(rest)
        elif word == "ready?":
            self.say("ready")
        elif word in ("moves", "view", "legal"):
            self._received[word] = rest
        elif word == "go":
            self.say(f"move {self._move()}")

    def _move(self) -> str:
        if "view" in self._received:
            return self._by_view(self._received["view"], self._received.get("legal", "").split())
        here = self.rules.position()
        for word in self._received.get("moves", "").split():
            here = _after(here, word)
        move = self._player.choose(here, self._seat)
        return squeeze(self.rules.show_move(here.state, move))

    def _by_view(self, view: str, legal: list[str]) -> str:
        """A move where the position is hidden: by the strategy at hand, or at random."""
        if not isinstance(self._player, ProfilePlayer):
            return self._random.choice(legal)
        odds = self._player.profile[self._player.profile.game.find(view, self._seat)]
        drawn = self._random.choices(list(odds), [float(p) for p in odds.values()])[0]
        return squeeze(drawn)


def _after(here: Position, word: str) -> Position:
    """The position after a move written without spaces."""
    rules, state = here.rules, here.state
    moves = [m for m, _ in rules.chance(state)] if here.player == CHANCE else here.moves
    meant = {squeeze(rules.show_move(state, move)): move for move in moves}
    if word not in meant:
        raise GameError(f"{word!r} is not a legal move here")
    return here.play(meant[word])
