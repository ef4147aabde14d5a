"""Two automata that play a repeated game: what happens, and does it pay to deviate?

Two automata are together in finitely many pairs of states, so that endless play ends in a cycle.
Against an automaton the other player faces a decision process with its states; the best reply is
found from the last round back, or without end by trying every rule for every state.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, ClassVar

from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import exact, plain, show, show_all
from kibitz.core.solution import Solution
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.sequential.automaton import Automaton, D, automaton

MOST_ROUNDS = 10_000
MOST_STATES = 10
"""States of an automaton up to which every reply is tried without end."""
SHOWN = 12
"""Rounds that are listed one by one."""
COOPERATIVE = ("cooperate", "silent", "quiet", "swerve", "share", "stag", "dove", "c")
"""What cooperation is called in games with names."""


@dataclass(frozen=True)
class AutomataPlay(Solution, kind="automata-play"):
    """What two automata do against each other, and what each earns.

    >>> from kibitz import game
    >>> print(automata_play(game("prisoners-dilemma"), "tit-for-tat, always-defect", rounds=10))
    tit-for-tat against always-defect, 10 rounds; C is cooperate, D is defect
    CD once, then DD
    payoffs (9, 14) in all, (9/10, 7/5) a round
    I can do better: 10
    II can do better: 32
    found by playing the automata
    """

    how: ClassVar[str] = "playing the automata"

    game: StrategicGame
    strategies: tuple[str, str]
    rounds: int | None
    """None without end."""
    discount: Fraction
    cooperate: int
    """The strategy of the stage that counts as cooperation."""
    before: tuple[tuple[int, int], ...]
    """Moves of both, 0 to cooperate, until the cycle begins."""
    cycle: tuple[tuple[int, int], ...]
    """Moves that are repeated to the end."""
    totals: tuple[Fraction, ...] | None
    """Payoffs of all rounds, discounted; None for endless play without a discount."""
    averages: tuple[Fraction, ...]
    """Payoffs a round: in the long run without a discount, else weighted by it."""
    best: tuple[Fraction, ...] | None
    """What the best reply to the other's automaton earns, as in the totals."""

    @property
    def is_equilibrium(self) -> bool | None:
        """Whether neither can do better; None for endless play without a discount."""
        return None if self.best is None else self.best == self.totals

    def to_json(self) -> dict[str, Any]:
        names = "CD"

        def spelled(moves: tuple[tuple[int, int], ...]) -> list[str]:
            return [names[a] + names[b] for a, b in moves]

        def listed(x: tuple[Fraction, ...] | None) -> list[Any] | None:
            return None if x is None else [plain(y) for y in x]

        return {
            "kind": self.kind,
            "players": list(self.game.players),
            "strategies": list(self.strategies),
            "rounds": self.rounds,
            "discount": plain(self.discount),
            "cooperate": self.game.strategies[0][self.cooperate],
            "before": spelled(self.before),
            "cycle": spelled(self.cycle),
            "totals": listed(self.totals),
            "averages": listed(self.averages),
            "best_replies": listed(self.best),
            "equilibrium": self.is_equilibrium,
        }

    @classmethod
    def from_json(cls, game: StrategicGame, data: dict[str, Any]) -> AutomataPlay:
        claim = Claim(data)

        def moves(key: str) -> tuple[tuple[int, int], ...]:
            cells = []
            for pair in claim.items(key):
                if not isinstance(pair, str) or len(pair) != 2 or not set(pair) <= set("CD"):
                    raise GameError(f"{key}: expected pairs such as CD")
                cells.append(("CD".index(pair[0]), "CD".index(pair[1])))
            return tuple(cells)

        def numbers(key: str) -> tuple[Fraction, ...] | None:
            given = None if claim.raw(key) is None else claim.items(key, 2)
            return None if given is None else tuple(exact(x, key) for x in given)

        first, second = (str(name) for name in claim.items("strategies", 2))
        averages = numbers("averages")
        if averages is None:
            raise GameError("averages: expected two numbers")
        return cls(
            game,
            (first, second),
            None if claim.raw("rounds") is None else claim.count("rounds"),
            exact(claim.raw("discount"), "discount"),
            _place(game, claim.text("cooperate")),
            moves("before"),
            moves("cycle"),
            numbers("totals"),
            averages,
            numbers("best_replies"),
        )

    def __str__(self) -> str:
        names = self.game.strategies[0]
        how_long = "without end" if self.rounds is None else f"{self.rounds} rounds"
        at = "" if self.discount == 1 else f" at discount {show(self.discount)}"
        lines = [
            f"{' against '.join(self.strategies)}, {how_long}{at}; "
            f"C is {names[self.cooperate]}, D is {names[1 - self.cooperate]}",
            self._course(),
        ]
        word = f"{self.game.word}s"
        if self.totals is None:
            lines.append(f"{word} {show_all(self.averages)} a round in the long run")
        else:
            lines.append(
                f"{word} {show_all(self.totals)} in all, {show_all(self.averages)} a round"
            )
        if self.best is not None and self.totals is not None:
            better = [
                f"{player} can do better: {show(best)}"
                for player, best, got in zip(self.game.players, self.best, self.totals, strict=True)
                if best != got
            ]
            lines += better or ["an equilibrium: neither can do better"]
        return "\n".join([*lines, f"found by {self.how}"])

    def _course(self) -> str:
        def spelled(moves: tuple[tuple[int, int], ...]) -> str:
            words = ["CD"[a] + "CD"[b] for a, b in moves[:SHOWN]]
            return " ".join(words) + " ..." * (len(moves) > SHOWN)

        if not self.cycle:
            return spelled(self.before)
        again = spelled(self.cycle)
        again = again if len(self.cycle) == 1 else f"{again} over and over"
        if not self.before:
            return f"{again} in every round" if len(self.cycle) == 1 else again
        once = " once" if len(self.before) == 1 else ""
        return f"{spelled(self.before)}{once}, then {again}"


def _not_applicable(game: StrategicGame) -> str | None:
    if [len(names) for names in game.strategies] != [2, 2]:
        return "tit for tat and its relatives need two players with two strategies each"
    return None if game.exact else "it needs exact payoffs"


@method(
    StrategicGame,
    "automata-play",
    finds="what two automata, such as tit for tat, earn against each other",
    cost="O(rounds) for two automata, 2^k replies to one of k states without end",
    reference="Axelrod 1984; Rubinstein 1986",
    applies=_not_applicable,
    aliases=("tit-for-tat",),
)
def automata_play(
    game: StrategicGame,
    strategies: Any = "tit-for-tat",
    rounds: int | None = None,
    discount: Any = 1,
) -> AutomataPlay:
    """Play a stage game over and over by two automata, and look for better replies.

    Parameters
    ----------
    game : StrategicGame
        The stage, of two players with two strategies each.
    strategies : str or sequence of str, default "tit-for-tat"
        One for both or one for each: tit-for-tat, grim-trigger, always-defect, always-cooperate,
        pavlov, tit-for-two-tats, two-tits-for-tat, suspicious-tit-for-tat, alternate, or a
        pattern such as CCD.
    rounds : int, optional
        The number of rounds; without end if None.
    discount : number, default 1
        The discount factor per round.

    Returns
    -------
    AutomataPlay
        The course of play, the payoffs, and what best replies earn.

    Notes
    -----
    Cost: O(rounds) for two automata; every reply to an automaton of k states is tried without end,
    2^k of them.

    References
    ----------
    Axelrod 1984; Rubinstein 1986.

    Examples
    --------
    >>> from kibitz import game
    >>> automata_play(game("prisoners-dilemma"), "tft", discount="2/3").is_equilibrium
    True
    >>> automata_play(game("prisoners-dilemma"), "tft", discount="1/2").is_equilibrium
    False
    """
    if (reason := _not_applicable(game)) is not None:
        raise GameError(reason)
    first, second = both = _both(strategies)
    factor = exact(discount, "discount")
    if rounds is not None and (type(rounds) is not int or not 1 <= rounds <= MOST_ROUNDS):
        raise GameError(
            f"rounds is {rounds!r}; it must be a whole number from 1 to {MOST_ROUNDS:,}"
        )
    if not 0 <= factor <= 1:
        raise GameError(f"discount is {show(factor)}; it must lie between 0 and 1")
    stage = _Stage(game, cooperation(game))
    before, cycle = _course(first, second, rounds)
    endless = rounds is None and factor == 1
    totals = None if endless else stage.totals(before, cycle, rounds, factor)
    if totals is None:
        averages = tuple(sum(x) / len(cycle) for x in zip(*map(stage.pays, cycle), strict=True))
    else:
        weight = 1 / (1 - factor) if rounds is None else _weight(factor, rounds)
        averages = tuple(x / weight for x in totals)
    best = None
    if not endless:
        best = (
            _best(stage, 0, second, rounds, factor),
            _best(stage, 1, first, rounds, factor),
        )
    names = (both[0].name, both[1].name)
    return AutomataPlay(
        game, names, rounds, factor, stage.cooperate, before, cycle, totals, averages, best
    )


def cooperation(game: StrategicGame) -> int:
    """The strategy that counts as cooperation: by its name, as the dominated one, or the first.

    >>> from kibitz import game
    >>> cooperation(game("prisoners-years")), cooperation(game("stag-hunt"))
    (1, 0)
    """
    names = [name.lower() for name in game.strategies[0]]
    named = [k for k, name in enumerate(names) if name in COOPERATIVE]
    if len(named) == 1:
        return named[0]
    for k in range(2):
        rest = [game.payoff(1 - k, other)[0] - game.payoff(k, other)[0] for other in range(2)]
        sign = -1 if game.costs else 1
        if all(sign * x > 0 for x in rest):
            return k
    return 0


def _place(game: StrategicGame, name: str) -> int:
    names = game.strategies[0]
    if name not in names:
        raise GameError(f"cooperate: expected one of {', '.join(names)}")
    return names.index(name)


@dataclass(frozen=True)
class _Stage:
    game: StrategicGame
    cooperate: int

    def pays(self, moves: tuple[int, int]) -> tuple[Fraction, ...]:
        """What both get, as the game counts it, when 0 is to cooperate."""
        cell = [m if self.cooperate == 0 else 1 - m for m in moves]
        return tuple(exact(x) for x in self.game.payoff(*cell))

    def totals(
        self,
        before: tuple[tuple[int, int], ...],
        cycle: tuple[tuple[int, int], ...],
        rounds: int | None,
        factor: Fraction,
    ) -> tuple[Fraction, ...]:
        """Discounted payoffs of the whole play."""
        sums, weight = [Fraction(0), Fraction(0)], Fraction(1)
        whole = before if rounds is None else (before + cycle * (rounds // max(1, len(cycle)) + 1))
        for moves in whole[:rounds]:
            sums = [x + weight * y for x, y in zip(sums, self.pays(moves), strict=True)]
            weight *= factor
        if rounds is None:
            again, power = [Fraction(0), Fraction(0)], Fraction(1)
            for moves in cycle:
                again = [x + power * y for x, y in zip(again, self.pays(moves), strict=True)]
                power *= factor
            sums = [x + weight * y / (1 - power) for x, y in zip(sums, again, strict=True)]
        return tuple(sums)


def _both(strategies: Any) -> tuple[Automaton, Automaton]:
    given = strategies.replace(";", ",").split(",") if isinstance(strategies, str) else strategies
    named = [automaton(name) for name in given]
    if len(named) == 1:
        named = named * 2
    if len(named) != 2:
        raise GameError(f"{len(named)} strategies; give one for both players, or one for each")
    return named[0], named[1]


def _course(
    first: Automaton, second: Automaton, rounds: int | None
) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]:
    """The moves until a pair of states comes again, and those from there on."""
    seen: dict[tuple[int, int], int] = {}
    moves: list[tuple[int, int]] = []
    here = (0, 0)
    while here not in seen and (rounds is None or len(moves) < rounds):
        seen[here] = len(moves)
        a, b = first.moves[here[0]], second.moves[here[1]]
        moves.append((a, b))
        here = first.after[here[0]][b], second.after[here[1]][a]
    if here not in seen:
        return tuple(moves), ()
    start = seen[here]
    return tuple(moves[:start]), tuple(moves[start:])


def _weight(factor: Fraction, rounds: int) -> Fraction:
    return Fraction(rounds) if factor == 1 else (1 - factor**rounds) / (1 - factor)


def _best(
    stage: _Stage, player: int, other: Automaton, rounds: int | None, factor: Fraction
) -> Fraction:
    """What the best reply of a player to an automaton earns."""
    sign = -1 if stage.game.costs else 1
    states = range(len(other.moves))

    def gain(state: int, move: int) -> Fraction:
        pair = (move, other.moves[state]) if player == 0 else (other.moves[state], move)
        return sign * stage.pays(pair)[player]

    if rounds is not None:
        values = [Fraction(0) for _ in states]
        for _ in range(rounds):
            values = [
                max(gain(s, m) + factor * values[other.after[s][m]] for m in (0, D)) for s in states
            ]
        return sign * values[0]
    if len(states) > MOST_STATES:
        raise GameError(f"a pattern of {len(states)} moves is too long for best replies")
    payoffs = [
        _value(rule, [gain(s, rule[s]) for s in states], other, factor)
        for rule in product((0, D), repeat=len(states))
    ]
    return sign * max(payoffs)


def _value(
    rule: tuple[int, ...], gains: list[Fraction], other: Automaton, factor: Fraction
) -> Fraction:
    """What a rule for every state of the other earns from the first state on, without end."""
    seen: dict[int, int] = {}
    path: list[int] = []
    state = 0
    while state not in seen:
        seen[state] = len(path)
        path.append(state)
        state = other.after[state][rule[state]]
    start = seen[state]
    once = sum((factor**k * gains[s] for k, s in enumerate(path[:start])), Fraction(0))
    again = sum((factor**k * gains[s] for k, s in enumerate(path[start:])), Fraction(0))
    return once + factor**start * again / (1 - factor ** (len(path) - start))
