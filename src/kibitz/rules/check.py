"""Plays random games and reports where the rules contradict themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import isfinite
from random import Random
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import is_one, show
from kibitz.core.progress import work
from kibitz.core.spelling import count_of
from kibitz.rules.game import CHANCE, OVER, SIMULTANEOUS, Rules

ENDLESS = 10_000
"""Moves after which a random game without a stated length counts as endless."""
_LOTS = 8
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Finding:
    """A contradiction: which method, what is wrong, and the position it was seen in."""

    method: str
    what: str
    position: str

    def __str__(self) -> str:
        where = self.position.replace("\n", "\n    ")
        place = f"\n    {where}" if where not in ("", "None") else ""
        return f"{self.method}: {self.what}{place}"


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What checking found: the contradictions, and how much was played."""

    game: str
    games: int
    positions: int
    longest: int
    findings: tuple[Finding, ...]
    compiled: str
    """Empty when the rules compile and agree with themselves; otherwise the reason why not."""

    @property
    def passed(self) -> bool:
        return not self.findings

    def __bool__(self) -> bool:
        return self.passed

    def __str__(self) -> str:
        played = (
            f"{count_of(self.games, 'random game')}, {count_of(self.positions, 'position')}, "
            f"at most {count_of(self.longest, 'move')}"
        )
        speed = "compiled" if not self.compiled else f"runs in Python: {self.compiled}"
        if self.passed:
            return f"{self.game}: no contradiction in {played}; {speed}"
        lines = [f"{self.game}: {count_of(len(self.findings), 'contradiction')} in {played}"]
        return "\n".join([*lines, *(f"  {finding}" for finding in self.findings)])

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "check",
            "game": self.game,
            "passed": self.passed,
            "games": self.games,
            "positions": self.positions,
            "longest": self.longest,
            "compiled": not self.compiled,
            "reason": self.compiled,
            "findings": [
                {"method": f.method, "what": f.what, "position": f.position} for f in self.findings
            ],
            "method": "random games",
            "exact": True,
        }


def check(rules: Rules, games: int = 100, seed: int = 0, compiled: bool = True) -> CheckReport:
    """Play random games by these rules and look for contradictions; Ctrl-C ends it early.

    >>> from kibitz.rules.examples import TakeAway
    >>> print(check(TakeAway(7), compiled=False))
    TakeAway: no contradiction in 100 random games, ... at most 6 moves; runs in Python: ...
    """
    if games < 1:
        raise GameError(f"games is {games}; it must be at least 1")
    checker = _Checker(rules, Random(seed))
    if checker.facts():
        with work(f"random games of {rules.name}", games) as task:
            for _ in range(games):
                if task.stopped or not checker.play_one():
                    break
                task.advance()
    reason = _reason(rules, compiled, checker)
    return CheckReport(
        rules.name,
        checker.games,
        checker.positions,
        checker.longest,
        tuple(checker.findings.values()),
        reason,
    )


def _reason(rules: Rules, compiled: bool, checker: _Checker) -> str:
    """Why the rules are not compiled; where they are, all games are compared with Python's."""
    if checker.findings:
        return "it has contradictions"
    from kibitz.rules.compile.machine import machine
    from kibitz.rules.compile.self_test import disagreement

    made = machine(rules, compiled=compiled)
    if not made.is_compiled:
        return made.reason
    if wrong := disagreement(made, checker.games, checker.longest + 1):
        method = wrong.partition("()")[0].split()[-1]
        checker.findings[method, wrong] = Finding(method, wrong, "compiled numbers have 64 bits")
    return ""


class _Fault(Exception):
    """A contradiction after which the game cannot continue."""


@dataclass
class _Checker:
    rules: Rules
    random: Random
    games: int = 0
    positions: int = 0
    longest: int = 0
    findings: dict[tuple[str, str], Finding] = field(default_factory=dict)
    by_key: dict[Any, Any] = field(default_factory=dict)
    by_view: dict[Any, tuple[Any, ...]] = field(default_factory=dict)

    def fault(self, method: str, what: str, state: Any) -> None:
        """Note a contradiction; the same kind is reported once, with its first position."""
        kind = (method, what.split(" (")[0])
        if kind not in self.findings:
            self.findings[kind] = Finding(method, what, self._shown(state))

    def _shown(self, state: Any) -> str:
        try:
            return str(self.rules.show(state))
        except Exception:
            return repr(state)

    def facts(self) -> bool:
        """Whether what the rules say of themselves makes sense."""
        rules: Any = self.rules
        for name in ("players", "most_moves"):
            value = getattr(rules, name)
            if not isinstance(value, int) or value < 1:
                self.fault(name, f"it is {value!r}; it must be a whole number from 1", "")
        if rules.longest is not None and (not isinstance(rules.longest, int) or rules.longest < 0):
            self.fault("longest", f"it is {rules.longest!r}; it must be a whole number", "")
        bounds = rules.payoff_bounds
        if bounds is not None and (len(bounds) != 2 or not bounds[0] <= bounds[1]):
            self.fault("payoff_bounds", f"{bounds!r} is not (least, most)", "")
        return not self.findings

    def _listed(self, method: str, things: Any, state: Any) -> list[Any]:
        """What a method lists, if it lists something."""
        try:
            found = iter(things)
        except TypeError:
            self.fault(method, f"it gives {things!r}; it must list moves", state)
            raise _Fault from None
        return list(found)

    def play_one(self) -> bool:
        """One random game; False when the rules are too broken to continue."""
        self.games += 1
        state: Any = None
        try:
            state = self.rules.start()
            for length in range(self._limit() + 1):
                self.longest = max(self.longest, length)
                after = self._step(state)
                if after is None:
                    return True
                state = after[0]
            self._endless(state)
        except _Fault:
            return False
        except NotImplementedError as error:
            self.fault(_missing(error), "it is missing, and this position needs it", state)
            return False
        except Exception as error:
            self.fault(_culprit(error), f"{type(error).__name__}: {error}", state)
            return False
        return False

    def _limit(self) -> int:
        return ENDLESS if self.rules.longest is None else self.rules.longest

    def _endless(self, state: Any) -> None:
        if self.rules.longest is not None:
            longest = count_of(self.rules.longest, "move")
            self.fault("longest", f"a game lasts for more than {longest}", state)
        else:
            self.fault(
                "player",
                f"a game is not over after {ENDLESS:,} moves; add a rule for repetition or length",
                state,
            )

    def _step(self, state: Any) -> tuple[Any] | None:
        """Check a position and continue from it; None at the end of a game."""
        self.positions += 1
        self._hashable(state, "play" if self.positions > 1 else "start")
        player = self.rules.player(state)
        if player == OVER:
            self._payoffs(state)
            return None
        self._optional(state)
        if player == CHANCE:
            return (self._chance(state),)
        if player == SIMULTANEOUS:
            return (self._together(state),)
        if not isinstance(player, int) or not 0 <= player < self.rules.players:
            last = self.rules.players - 1
            self.fault("player", f"it is {player!r}; it must be 0 to {last}, OVER or CHANCE", state)
            raise _Fault
        return (self._turn(state, player),)

    def _hashable(self, state: Any, method: str) -> None:
        try:
            hash(state)
        except TypeError:
            self.fault(
                method, f"the state is a {type(state).__name__}, which is not hashable", state
            )
            raise _Fault from None

    def _payoffs(self, state: Any) -> None:
        paid = self.rules.payoffs(state)
        if not isinstance(paid, tuple) or len(paid) != self.rules.players:
            self.fault("payoffs", f"{paid!r} is not a tuple of {self.rules.players} numbers", state)
            return
        if not all(isinstance(x, (int, float, Fraction)) and isfinite(x) for x in paid):
            self.fault("payoffs", f"{paid!r} has something in it that is not a number", state)
            return
        total: Any = sum(paid)
        if self.rules.zero_sum and abs(total) > _ROUNDING:
            self.fault("payoffs", f"they add up to {show(total)}, in a game called zero-sum", state)
        bounds: Any = self.rules.payoff_bounds
        if bounds and not all(bounds[0] <= x <= bounds[1] for x in paid):
            self.fault("payoffs", f"{paid!r} is outside the payoff_bounds {bounds!r}", state)

    def _chance(self, state: Any) -> Any:
        outcomes = self._listed("chance", self.rules.chance(state), state)
        if not all(isinstance(pair, (tuple, list)) and len(pair) == 2 for pair in outcomes):
            pairs = "it must list pairs (outcome, probability)"
            self.fault("chance", f"it gives {outcomes!r:.60}; {pairs}", state)
            raise _Fault
        if not outcomes:
            self.fault("chance", "chance is to move, but there are no outcomes", state)
            raise _Fault
        weights: list[Any] = [weight for _, weight in outcomes]
        total: Any = sum(weights)
        if any(weight < 0 for weight in weights):
            self.fault("chance", f"a probability is negative ({min(weights)})", state)
        if not is_one(total):
            self.fault("chance", f"the probabilities add up to {show(total)}, not 1", state)
        self._distinct([move for move, _ in outcomes], "chance", state)
        [(chosen, _)] = self.random.choices(outcomes, [float(w) for w in weights])
        return self.rules.play(state, chosen)

    def _together(self, state: Any) -> Any:
        chosen = []
        for player in range(self.rules.players):
            choices = self._listed("choices", self.rules.choices(state, player), state)
            if not choices:
                self.fault("choices", f"player {player} has no moves", state)
                raise _Fault
            self._distinct(choices, "choices", state)
            chosen.append(self.random.choice(choices))
        return self.rules.play_together(state, tuple(chosen))

    def _turn(self, state: Any, player: int) -> Any:
        moves = self._listed("moves", self.rules.moves(state), state)
        if not moves:
            self.fault("moves", "there are no moves, but the game is not over", state)
            raise _Fault
        if len(moves) > self.rules.most_moves:
            self.fault("most_moves", f"a position has {count_of(len(moves), 'move')}", state)
        self._distinct(moves, "moves", state)
        self._candidates(state, moves)
        self._pick(state, moves)
        self._view(state, player, moves)
        self._key(state, player, moves)
        move = self.random.choice(moves)
        self._notation(state, move)
        after = self.rules.play(state, move)
        if self.rules.play(state, move) != after:
            self.fault(
                "play", f"the move {move!r} leads to different states when it is made twice", state
            )
        return after

    def _distinct(self, moves: list[Any], method: str, state: Any) -> None:
        try:
            twice = [move for move, count in Counter(moves).items() if count > 1]
        except TypeError:
            self.fault(method, "a move is not hashable", state)
            raise _Fault from None
        if twice:
            self.fault(method, f"the same move is listed twice ({twice[0]!r})", state)

    def _pick(self, state: Any, moves: list[Any]) -> None:
        if self.rules.has("pick"):
            lots = [self.random.randrange(1 << 32) for _ in range(_LOTS)]
            odd = {self.rules.pick(state, lot) for lot in lots} - {-1, *moves}
            if odd:
                self.fault("pick", f"what it picks is not a move ({min(odd)!r})", state)

    def _candidates(self, state: Any, moves: list[Any]) -> None:
        if self.rules.has("candidates") and not set(self.rules.candidates(state)) <= set(moves):
            self.fault("candidates", "a candidate is not a move", state)

    def _view(self, state: Any, player: int, moves: list[Any]) -> None:
        """A player who cannot tell positions apart must have the same moves in them."""
        if not self.rules.has("information_state"):
            return
        self._alike(state, player)
        view = (player, self.rules.information_state(state, player))
        known = self.by_view.setdefault(view, tuple(moves))
        if set(known) != set(moves):
            self.fault(
                "information_state",
                "positions with the same information state have different moves",
                state,
            )

    def _alike(self, state: Any, player: int) -> None:
        """What is listed as looking alike must do so, and the position must be among it."""
        if not self.rules.has("alike"):
            return
        listed = list(self.rules.alike(state, player))
        view = (player, self.rules.information_state(state, player))
        if state not in [other for other, _ in listed]:
            self.fault("alike", "the position itself is not listed", state)
        for other, weight in self.random.sample(listed, min(len(listed), _LOTS)):
            if (self.rules.player(other), self.rules.information_state(other, player)) != view:
                self.fault("alike", "it lists a position with another information state", state)
            if not weight > 0:
                self.fault(
                    "alike", f"the weight of a position is {weight!r}; it must be positive", state
                )

    def _key(self, state: Any, player: int, moves: list[Any]) -> None:
        """Positions with one key must be worth the same: the same mover, and alike after a move."""
        if not self.rules.has("key"):
            return
        key = self.rules.key(state)
        other = self.by_key.setdefault(key, state)
        if other == state:
            return
        if self.rules.player(other) != player and not self.rules.zero_sum:
            self.fault("key", "positions with one key have different players to move", state)
        here = Counter(self._marks(state, moves))
        there = Counter(self._marks(other, list(self.rules.moves(other))))
        if here != there:
            self.fault("key", "positions with one key lead to different positions", state)

    def _marks(self, state: Any, moves: list[Any]) -> Iterator[Any]:
        for move in moves:
            after = self.rules.play(state, move)
            over = self.rules.player(after) == OVER
            yield ("over", self.rules.payoffs(after)) if over else self.rules.key(after)

    def _notation(self, state: Any, move: Any) -> None:
        text = self.rules.show_move(state, move)
        if self.rules.read_move(state, text) != move:
            self.fault("read_move", f"it does not read back what show_move wrote ({text!r})", state)

    def _optional(self, state: Any) -> None:
        if not isinstance(self.rules.show(state), str):
            self.fault("show", "it is not text", state)
        if self.rules.has("evaluate"):
            guess = self.rules.evaluate(state)
            if not isinstance(guess, tuple) or len(guess) != self.rules.players:
                self.fault(
                    "evaluate", f"{guess!r} is not a tuple of {self.rules.players} numbers", state
                )


def _missing(error: Exception) -> str:
    """The method that the base class was asked for."""
    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    return frame.tb_frame.f_code.co_name if frame else "start"


def _culprit(error: Exception) -> str:
    """The method of the rules that an error came out of."""
    frame = error.__traceback__
    found = "play"
    while frame is not None:
        if "self" in frame.tb_frame.f_locals and isinstance(frame.tb_frame.f_locals["self"], Rules):
            found = frame.tb_frame.f_code.co_name
        frame = frame.tb_next
    return found
