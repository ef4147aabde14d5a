"""Claims about games with moves: what a search found, a database, a game that was played."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from kibitz.core.claim import Claim, Proof, checks, same
from kibitz.core.errors import GameError
from kibitz.core.numbers import number, show
from kibitz.core.spelling import count_of
from kibitz.proof.kernel.positions import MOST, at, backed_up, named, recurring, state_like
from kibitz.proof.kernel.trees import is_solved
from kibitz.proof.kernel.walks import Unsettled
from kibitz.rules.cut_short import cut_short
from kibitz.rules.game import CHANCE, OVER, SIMULTANEOUS, Position, Rules

WORK = (
    *("depth", "counts", "note", "nodes", "leaves", "cutoffs", "pruned", "trace"),
    *("visits", "means", "tree", "iterations", "tallies", "nodes_known", "edges_known"),
)
"""Fields that say how a search went."""
MOST_FORCED = 200_000
"""Positions that one search for a forced win may come to."""
DEEPEST = 300
"""Moves one after the other in such a search."""


@checks("search")
def search(game: Any, claim: Claim, proof: Proof) -> None:
    """The value is that of minimax over all positions, where the claim is exact."""
    here = at(game, claim)
    rules = here.rules
    proof.says(claim, game=rules.name, position=rules.show(here.state))
    exact = claim.flag("exact")
    claimed = claim.raw("value")
    told = f"{rules.name} is {'worth' if exact else 'estimated at'} {_words(claimed)}"
    proof.states(told + (" with perfect play" if exact else ""), "minimax")
    move, line = claim.raw("move"), claim.items("line")
    _follow(here, move, line, proof)
    moves = claim.entries("moves", None, {})
    for text in moves:
        named(here, text)
    grown = "visits" in claim or "tree" in claim
    if "rests_on" in claim:
        _resting(here, claim, {} if grown else moves, proof)
    elif exact:
        _solved(here, claimed, move, {} if grown else moves, claim, proof)
    else:
        proof.theorem = "no theorem: the search did not reach the end"
        proof.leaves("value, an estimate")
    if moves and (grown or not exact):
        proof.leaves("moves, estimates")
    proof.found(claim, *WORK, "values")


def _resting(here: Position, claim: Claim, moves: dict[str, Any], proof: Proof) -> None:
    """The values follow, within the plies that were searched, from those of a database."""
    told = claim.part("rests_on")
    depth = None if claim.raw("depth") is None else claim.count("depth")
    names, count = "; ".join(map(str, told.items("databases"))), told.count("count")
    proof.theorem = "what both can force, given the values of positions in a database"
    listed = told.items("positions", count) if "positions" in told else None
    proof.leaves(f"the values of {count_of(count, 'position')}, from {names}")
    if not claim.flag("exact"):
        proof.theorem = "no theorem: the search did not reach the end or a database throughout"
        proof.leaves("value and moves, estimates")
        return
    if listed is None:
        proof.leaves("value and moves, which follow from more positions than are listed")
        return
    start = here.rules.start()
    try:
        known = {state_like(x, start): (number(v), -number(v)) for x, v in listed}
    except (TypeError, ValueError):
        raise GameError("rests_on.positions: expected positions, each with a value") from None
    rules = cut_short(here.rules, known.get, "it is checked")

    forced, within = dict[tuple[int, Any], Force](), dict[tuple[Any, ...], bool]()

    def is_sure(player: int, state: Any, value: Any, plies: Any) -> bool:
        """Whether a player can force it, within some plies if they are given."""
        if plies is None:
            return forced.setdefault((player, value), Force(rules, player, value)).holds(state)
        mover, key = rules.player(state), (player, value, state, plies)
        if mover == OVER or plies == 0:
            paid = rules.payoffs(state)[0] if mover == OVER else None
            return paid is not None and bool(paid <= value if player else paid >= value)
        if key not in within:
            if len(within) >= MOST:
                raise Unsettled
            after = [rules.play(state, move) for move in rules.moves(state)]
            each = (is_sure(player, then, value, plies - 1) for then in after)
            within[key] = any(each) if mover == player else all(each)
        return within[key]

    def compare(what: str, state: Any, told: Any, plies: Any) -> None:
        value = number(told)
        try:
            right = all(is_sure(player, state, value, plies) for player in (0, 1))
            wrong = is_sure(0, state, value + 1, plies) or is_sure(1, state, value - 1, plies)
        except Unsettled:
            right = wrong = False
        if right or wrong:
            proof.that(f"{what}, which both can force", right)
        else:
            proof.leaves(f"{what}, which these values do not settle")

    compare("value", here.state, claim.raw("value"), depth)
    for text, value in ({claim.raw("move"): claim.raw("value")} | moves).items():
        after = rules.play(here.state, named(here, text))
        compare(f"the move {text}", after, value, depth and depth - 1)


def _words(value: Any) -> str:
    return "(" + ", ".join(map(str, value)) + ")" if isinstance(value, list) else str(value)


def _follow(here: Position, move: Any, line: list[Any], proof: Proof) -> None:
    """The line is one of legal moves, and begins with the move."""
    if line and line[0] != move:
        proof.that("the line begins with the move", False, str(line[0]))
        return
    for text in line or ([] if move is None else [move]):
        here = here.play(named(here, text))
    proof.that("the moves are legal", True)


def _solved(
    here: Position, claimed: Any, move: Any, moves: dict[str, Any], claim: Claim, proof: Proof
) -> None:
    ties = claim.choice("ties", ("first", "last"), "first")
    if not moves and _forced(here, claimed, move, claim, proof):
        return
    values = backed_up(here, ties) or recurring(here)
    if values is None:
        if _forced(here, claimed, move, claim, proof, draws=True):
            if moves:
                proof.leaves("moves, for which there are too many positions")
            return
        proof.theorem = f"no theorem: there are more than {MOST:,} positions"
        proof.leaves("value and moves, for which there are too many positions")
        return
    rules, one = here.rules, here.rules.is_opposed

    def worth(state: Any) -> Any:
        return values[state][0] if one else list(values[state])

    found, as_told = worth(here.state), _first(claimed) if one else claimed
    proof.that("minimax over all positions gives it", same(as_told, found), _show(found))
    if move is not None and here.player >= 0:
        after = worth(rules.play(here.state, named(here, move)))
        proof.that(f"the move {move} keeps it", same(_show_plain(found), after), _show(after))
    if "visits" in claim or "tree" in claim:
        proof.leaves("line: that its moves are best")
        return
    then = here
    for text in claim.items("line"):
        before, then = then, then.play(named(then, text))
        if before.player >= 0:
            proof.equal("the line, of best moves", worth(then.state), worth(before.state))
    for text, value in moves.items():
        after = worth(rules.play(here.state, named(here, text)))
        proof.equal(f"moves, {text}", _first(value) if one else value, after)


def _forced(
    here: Position, claimed: Any, move: Any, claim: Claim, proof: Proof, draws: bool = False
) -> bool:
    """Prove the value by forcing it, or leave all of it to minimax.

    The highest and the lowest payoff are forced by one side; others by both, where ``draws`` says
    that minimax is out of reach.
    """
    rules = here.rules
    if not rules.is_opposed or rules.has("chance") or rules.payoff_bounds is None:
        return False
    told = _first(claimed)
    if isinstance(told, list) or here.player < 0 or move is None:
        return False
    value = Fraction(number(told, "value"))
    low, high = (Fraction(x) for x in rules.payoff_bounds)
    players = [0] if value == high else [1] if value == low else [0, 1]
    if len(players) > 1 and not draws:
        return False  # minimax over all positions costs less than both sides
    forces = [Force(rules, player, value) for player in players]
    line = [here.state]
    for text in claim.items("line") or [move]:
        line.append(rules.play(line[-1], named(Position(rules, line[-1]), text)))
    try:
        sure = [all(force.holds(state) for force in forces) for state in line]
    except Unsettled:
        return False
    if not sure[0]:
        return False
    proof.theorem = "a strategy that forces it, whatever is answered, and the bounds of the payoffs"
    if len(players) > 1:
        proof.theorem = "strategies of both that force it, whatever is answered"
    for force in forces:
        words = f"{count_of(len(force.known), 'position')} of its strategy"
        proof.that(f"{rules.player_name(force.player)} can force it", True, words)
    proof.that(f"the move {move} keeps it", sure[1])
    proof.also("the line, of best moves", all(sure))
    return True


def _first(told: Any) -> Any:
    """The payoff of the first player, where a zero-sum claim gives those of both players."""
    zero = isinstance(told, list) and len(told) == 2 and sum(Fraction(number(x)) for x in told) == 0
    return told[0] if zero else told


def _show(value: Any) -> str:
    return "(" + ", ".join(map(show, value)) + ")" if isinstance(value, list) else show(value)


def _show_plain(value: Any) -> Any:
    return [show(x) for x in value] if isinstance(value, list) else show(value)


@checks("memo-table")
def memo_table(game: Any, claim: Claim, proof: Proof) -> None:
    """Every position below, with its payoffs, a best move and the ways that lead to it."""
    here = at(game, claim)
    rules, values = here.rules, backed_up(here, "first")
    if values is None:
        raise GameError(f"positions recur, or there are more than {MOST:,}")
    proof.states(f"{rules.name}: the value of every position", "minimax over all positions")
    ways = dict.fromkeys(values, 0) | {here.state: 1}
    words: Counter[str] = Counter()
    rows = []
    for state in reversed(values):
        player, best, word = rules.player(state), None, ""
        after = [(m, rules.play(state, m)) for m in Position(rules, state).moves]
        for _, then in after:
            ways[then] += ways[state]
        if player >= 0:
            move, then = max(after, key=lambda pair: values[pair[1]][player])
            best, paid = rules.show_move(state, move), values[state][player]
            word = ("draw", "win", "loss")[(paid > 0) - (paid < 0)] if rules.is_opposed else ""
            words[word] += 1
        who = {OVER: "nobody", CHANCE: "chance"}.get(player) or rules.player_name(player)
        row = {"position": rules.show(state), "player": who, "payoffs": values[state]}
        rows.append({**row, "move": best, "outcome": word, "calls": ways[state]})
    del words[""]
    proof.says(claim, game=rules.name, positions=len(values), outcomes=dict(words))
    proof.says(claim, calls_without_memory=sum(ways.values()), entries=rows)
    proof.that("every position is listed", "entries" in claim)


@checks("belief-values", of=Rules)
def belief_values(rules: Rules, claim: Claim, proof: Proof) -> None:
    """The value is that of the whole game, which is proved as such."""
    value, whole = claim.raw("value"), claim.raw("whole")
    is_solved(rules.as_tree(), whole, "the whole game", proof)
    proof.states(f"{rules.name} is worth {value} without further information", "the whole game")
    proof.equal("value", value, Claim(whole, "whole").number("value"))
    proof.found(claim, "move", "moves", "plan", "best", "player")


@checks("contest", of=Rules)
def contest(rules: Rules, claim: Claim, proof: Proof) -> None:
    """The game, played again move by move."""
    here, players = rules.position(), claim.items("players", rules.players)
    proof.states(f"{rules.name}: a game that was played", "the rules, move by move")
    proof.leaves("who played")
    at_once: list[Any] = []
    for part in claim.parts("moves"):
        seat, who, text = part.raw("seat"), part.raw("player"), part.raw("move")
        if here.player == SIMULTANEOUS:
            choices = {str(m): m for m in rules.choices(here.state, len(at_once))}
            if seat != len(at_once) or text not in choices:
                proof.that("every move is legal", False, str(text))
                return
            at_once.append(choices[text])
            if len(at_once) == rules.players:
                after = rules.play_together(here.state, tuple(at_once))
                here, at_once = Position(rules, after), []
            continue
        mover = None if here.player == CHANCE else here.player
        name = "chance" if mover is None else players[mover]
        if here.is_over or seat != mover or who != name:
            proof.that("the players move in turn", False, f"{who}: {text}")
            return
        here = here.play(named(here, text))
    proof.that("every move is legal, and made in turn", True)
    proof.says(claim, "position", rules.show(here.state))
    payoffs = claim.exacts("payoffs", rules.players)
    proof.says(claim, "winners", [k for k, paid in enumerate(payoffs) if paid == max(payoffs)])
    forfeited = claim.raw("forfeited", None)
    ending = claim.raw("ending", "")
    if here.is_over:
        proof.equal("payoffs", payoffs, list(here.payoffs))
        proof.equal("forfeited", forfeited, None)
        proof.equal("ending", ending, "the game is over")
    else:
        proof.leaves("payoffs, forfeited and ending, of a game that was not finished")


class Force:
    """Can ``player`` be sure that the first player gets at least, or at most, an amount?

    The search stops at the first move that proves it, so far fewer positions are looked at than by
    minimax.
    """

    def __init__(self, rules: Rules, player: int, amount: Any) -> None:
        self.rules, self.player, self.amount = rules, player, amount
        self.known: dict[Any, bool] = {}
        self.open: set[Any] = set()
        self.good: dict[tuple[int, Any], int] = {}
        """How often a move settled a position, by who made it."""

    def holds(self, state: Any, depth: int = 0) -> bool:
        """Whether it can be forced from here; raises :class:`Unsettled` beyond the limits."""
        known = self.known.get(state)
        if known is not None:
            return known
        if depth > DEEPEST or state in self.open or len(self.known) + len(self.open) >= MOST_FORCED:
            raise Unsettled("there are too many positions, or they recur")
        mover = self.rules.player(state)
        if mover == OVER:
            found = self._pays(state)
        else:
            self.open.add(state)
            wanted = mover == self.player
            found = self._some(state, mover, wanted, depth) == wanted
            self.open.discard(state)
        self.known[state] = found
        return found

    def _some(self, state: Any, mover: int, wanted: bool, depth: int) -> bool:
        """Whether some move leads where the force holds, or for the other player fails."""
        moves = list(self.rules.moves(state))
        after = [(move, self.rules.play(state, move)) for move in moves]
        for _, then in after:  # what ends the game, or is known, costs nothing
            settled = self.known.get(then)
            if settled is None and self.rules.player(then) == OVER:
                settled = self._pays(then)
            if settled is wanted:
                return True
        after.sort(key=lambda pair: -self.good.get((mover, pair[0]), 0))
        for move, then in after:
            if self.holds(then, depth + 1) is wanted:
                self.good[mover, move] = self.good.get((mover, move), 0) + 1
                return True
        return False

    def _pays(self, state: Any) -> bool:
        paid = self.rules.payoffs(state)[0]
        return bool(paid >= self.amount if self.player == 0 else paid <= self.amount)
