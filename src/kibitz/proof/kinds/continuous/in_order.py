"""Claims about games on intervals whose players move in order: Stackelberg, entry deterrence."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

from kibitz.algebra.expressions.tree import expression
from kibitz.algebra.number_field import NumberField
from kibitz.algebra.rational_function import RationalFunction
from kibitz.algebra.show_exact import brief, point_json, read_point
from kibitz.continuous.exact.family import IDENTITY, NumberInterval, against_the_rest, never_gains
from kibitz.continuous.game import ContinuousGame
from kibitz.continuous.markets.entry import Entry
from kibitz.continuous.markets.stackelberg import Stackelberg, Stage
from kibitz.continuous.solution import (
    ContinuousEquilibrium,
    EnclosedEquilibrium,
    claimed,
    market_facts,
    read_profile,
)
from kibitz.core.claim import Claim, Proof, check_as, checks
from kibitz.core.errors import GameError
from kibitz.proof.kernel.intervals import agrees, deviation, enclosed, matches, nobody_gains, stands

ZERO = RationalFunction.constant(Fraction(0))
INDUCTION = "backward induction, each reply being best against everything before it"
BELOW = Fraction(1, 10**30)
"""How far below the least output that deters the entrant enters, relative to it."""
CLOSE, NEAR, JUMP = 1e-7, 1e-9, 1e-6
"""How far floats may be off that are compared, that are best replies, and that lie at a jump."""


@checks("stackelberg-solution", of=Stackelberg)
def stackelberg_solution(game: Stackelberg, claim: Claim, proof: Proof) -> None:
    """Every reply function is best everywhere, and the leader cannot do better against them."""
    play = claimed(game.base, claim)
    _played(game, play, proof)
    agrees(proof, claim, play.to_json())
    proof.says(claim, order=game.players, exact=play.exact)
    if "remark" in claim and claim.text("remark"):
        proof.leaves("the wording of its remark")
    for key in ("reactions", "replies"):
        if claim.raw(key, None):
            proof.leaves(f"the wording of its {key}")


def _played(game: Stackelberg, play: ContinuousEquilibrium, proof: Proof) -> None:
    moves = [play.strategies[k] for k in game.order]
    told = ", ".join(f"{v} = {brief(x)}" for v, x in zip(game.variables, moves, strict=True))
    exact = game.base.algebraic and not isinstance(play, EnclosedEquilibrium)
    proof.states(f"{told} is subgame-perfect play", INDUCTION)
    try:
        stages = game.stages if exact else ()
    except GameError:
        stages = ()
    if stages:
        _exact_play(stages, game, moves, proof)
        return
    last = game.order[-1]
    others = dict(zip(game.base.variables, play.strategies, strict=True))
    del others[game.base.variables[last]]
    proof.theorem = "the signs of all gains of the last mover"
    what = f"{game.variables[-1]} = {brief(moves[-1])} is best against the moves before"
    proof.that(what, _is_best(game.base, last, others, moves[-1]))
    proof.leaves("that the earlier moves are best, given the replies to all others")


def _is_best(game: ContinuousGame, k: int, others: dict[str, Any], move: Any) -> bool:
    """Whether one player cannot do better while the others stand."""
    if move < 0:
        return False
    if game.algebraic and not any(isinstance(x, float) for x in (*others.values(), move)):
        profile = tuple(move if j == k else others[v] for j, v in enumerate(game.variables))
        return deviation(game, k, profile) is None
    tried = (others, {v: float(x) * (1 + JUMP) for v, x in others.items()})
    return any(_is_near_best(game, k, at, move) for at in tried[: 1 + (move == 0)])


def _is_near_best(game: ContinuousGame, k: int, others: dict[str, Any], move: Any) -> bool:
    """The same in floats; where a player stays away at a jump, the other side of it does."""
    fixed = {v: Fraction(float(x)) for v, x in others.items()}
    inside = game.search_intervals()[k]
    alone = ContinuousGame(
        (game.players[k],), (game.variables[k],), (inside,), (game.payoffs[k].substitute(fixed),)
    )
    inner = Proof()
    enclosed(EnclosedEquilibrium(alone, (float(move),), NEAR * (1 + abs(float(move)))), inner)
    return inner.holds


def _exact_play(
    stages: tuple[Stage, ...], game: Stackelberg, moves: list[Any], proof: Proof
) -> None:
    """The game proposes the replies; that they are best against every past is checked."""
    first, *later = reversed(stages)
    for stage in reversed(later):
        assert stage.reaction is not None
        pieces = stage.reaction.pieces
        ends = stage.game.intervals[1]
        covered = pieces[0].start == ends[0] and pieces[-1].end == ends[1]
        covered &= all(a.end == b.start for a, b in pairwise(pieces))
        proof.that(f"the replies of {stage.game.players[0]} cover every past", covered)
        for piece in pieces:
            _best_everywhere(stage, piece, proof)
    inner = Proof()
    good = nobody_gains(ContinuousEquilibrium(first.game, (moves[0],)), inner)
    told = "" if good else inner.checks[-1].found
    proof.that(f"{first.game.players[0]} cannot gain, given the replies", good, told)
    over = NumberField(moves[0])
    total = over.theta_element
    for stage, move in zip(later, moves[1:], strict=True):
        reply = stage.reply_to(over, total)
        name = game.base.variables[game.order[stage.place]]
        right = reply is not None and over.point(reply) == move
        proof.that(f"{name} = {brief(move)} is the reply on the path", right)
        if reply is None:
            break
        total = total + reply


def _best_everywhere(stage: Stage, piece: Any, proof: Proof) -> None:
    """The reply of a piece is best against every past that the piece is about."""
    own, past = stage.game.variables
    assert stage.reply is not None
    branch = next(b for p, b in stage.reply.pieces if p is piece)
    span = NumberInterval(piece.start, piece.end, piece.start_included, piece.end_included)
    what = f"{own} is best against every {past} in {span}"
    if piece.is_point or branch.formula is None:
        x = branch.at(piece.sample)
        good = x is not None and deviation(stage.game, 0, (x, piece.sample)) is None
        proof.that(what, good)
        if not piece.is_point:
            proof.leaves(f"that {what}, beyond {past} = {brief(piece.sample)}")
        return
    good = never_gains(stage.game, 0, [branch.formula, IDENTITY], span)
    proof.that(what, good, str(branch))


@checks("entry-solution", of=Entry)
def entry_solution(game: Entry, claim: Claim, proof: Proof) -> None:
    """The play in order, and each line of the comparison by itself."""
    proof.says(claim, "fixed", game.fixed)
    play = claimed(game.market, claim)
    inner = Proof()
    _played(game.sequential, play, inner)
    proof.includes("the play", inner.certificate())
    keys, said = ("quantities", "strategies", "price", "profits"), play.to_json()
    agrees(proof, claim, {key: said[key] for key in keys})
    proof.says(claim, "exact", play.exact)
    alone = _monopoly(game, claim, proof) if "monopoly" in claim else None
    proof.states("the play and the comparison of entry", inner.theorem)
    if alone is not None:
        _answered(game, claim, proof, alone)
        second = float(play.strategies[1]) > 0
        same = _same(play.strategies[0], alone)
        decision = "accommodated" if second else "blockaded" if same else "deterred"
        proof.states(f"entry is {decision}", inner.theorem)
        proof.says(claim, "decision", decision)
    _deterring(game, claim, proof)
    _others(game, claim, proof)


def _same(x: Any, y: Any) -> bool:
    if isinstance(x, float) or isinstance(y, float):
        return abs(float(x) - float(y)) <= CLOSE * (1 + abs(float(y)))
    return bool(x == y)


def _profile(game: Any, strategies: tuple[Any, ...]) -> ContinuousEquilibrium:
    if game.algebraic:
        return ContinuousEquilibrium(game, strategies)
    return EnclosedEquilibrium(game, tuple(map(float, strategies)), 1e-9)


def _monopoly(game: Entry, claim: Claim, proof: Proof) -> Any:
    """The incumbent alone: a best output, and what follows from it."""
    part = claim.part("monopoly")
    alone = _profile(game.market.monopoly(0), (read_point(part.raw("q"), part.path("q")),))
    inner = Proof()
    inner.states(f"q = {brief(alone.strategies[0])} is best alone", "the signs of all gains")
    stands(alone, inner)
    proof.includes("the monopoly", inner.certificate())
    price = market_facts(alone.game, alone)["price"]
    agrees(proof, part, {"price": point_json(price), "profit": point_json(alone.payoffs[0])})
    return alone.strategies[0]


def _answered(game: Entry, claim: Claim, proof: Proof, alone: Any) -> None:
    """What the entrant answers to the monopoly output, and what both then earn."""
    if "entrant_best_response_to_monopoly" not in claim:
        return
    part = claim.part("entrant_best_response_to_monopoly")
    reply = read_point(part.raw("q"), part.path("q"))
    after = _profile(game.market, (alone, reply))
    proof.that("the entrant's answer to monopoly is best", _is_reply(game, alone, reply))
    agrees(proof, part, {"profit": point_json(after.payoffs[1])})
    right = {
        "price_after_entry": point_json(market_facts(game.market, after)["price"]),
        "incumbent_profit_after_entry": point_json(after.payoffs[0]),
    }
    agrees(proof, claim, right)


def _is_reply(game: Entry, first: Any, reply: Any) -> bool:
    """Whether the entrant cannot do better against an output of the incumbent."""
    return _is_best(game.market, 1, {game.market.variables[0]: first}, reply)


def _deterring(game: Entry, claim: Claim, proof: Proof) -> None:
    """From this output on staying away is best; just below it entering is better."""
    if "deterring_quantity" not in claim:
        return
    given, earned = claim.raw("deterring_quantity"), None
    if given is None:
        proof.leaves("that no output keeps the entrant out")
    else:
        quantity = read_point(given, "deterring_quantity")
        earned = point_json(_profile(game.market, (quantity, Fraction(0))).payoffs[0])
        if game.market.algebraic:
            _least_deterrent(game, quantity, proof)
        else:
            proof.leaves("that this output deters, and no smaller one")
    agrees(proof, claim, {"incumbent_profit_when_deterring": earned})


def _least_deterrent(game: Entry, quantity: Any, proof: Proof) -> None:
    market = game.market
    span = NumberInterval(quantity, market.intervals[0][1])
    out = never_gains(market, 1, [IDENTITY, ZERO], span)
    proof.that(f"from q1 = {brief(quantity)} on, staying away is best", out)
    if quantity > 0:
        near = quantity if isinstance(quantity, Fraction) else quantity.refine(BELOW * BELOW).low
        below = near * (1 - BELOW)
        enters = not never_gains(market, 1, [IDENTITY, ZERO], NumberInterval(below, below))
        proof.that("just below it, entering is better", enters)


def _others(game: Entry, claim: Claim, proof: Proof) -> None:
    """Letting the entrant in, and both at once."""
    if "entrant_profit_function" in claim:
        claim.text("entrant_profit_function")
        proof.leaves("the entrant's profit as a function of q1")
    if claim.data.get("accommodating") is not None:
        part = claim.part("accommodating")
        let_in = _profile(game.market, read_profile(game.market, part))
        first, reply = let_in.strategies
        proof.that("the output that lets it in is answered so", _enters(game, first, reply))
        agrees(proof, part, let_in.to_json())
        proof.leaves("that no other output lets it in and earns more")
    elif "accommodating" in claim:
        proof.leaves("that no output lets it in", claim, "accommodating")
    if "cournot" in claim:
        single = isinstance(claim.raw("cournot"), dict)
        for part in [claim.part("cournot")] if single else claim.parts("cournot"):
            inner = Proof()
            check_as("continuous-equilibrium", game.market, part, inner)
            proof.includes("both at once", inner.certificate())
        proof.leaves("that there are no other equilibria of both at once")


def _enters(game: Entry, first: Any, reply: Any) -> bool:
    """Whether a positive answer is the entrant's best one, or best but for staying away."""
    if reply <= 0 or first < 0:
        return False
    if _is_reply(game, first, reply):
        return True
    if game.market.cut_payoffs is None:
        raise GameError("accommodating: the entrant would stay out")
    better = deviation(game.market, 1, (first, reply))
    return better is not None and better.strategy == 0


@checks("interval-safety", of=ContinuousGame)
def interval_safety(game: ContinuousGame, claim: Claim, proof: Proof) -> None:
    """Each player leads in the zero-sum game of their own payoff, which is checked as such."""
    parts = claim.parts("levels")
    proof.states("these are the safety levels in pure strategies", "backward induction")
    told = [part.text("player") for part in parts]
    proof.that("every player has a level", told == list(game.players))
    for k, part in enumerate(parts[: len(game.players)]):
        two = against_the_rest(game, k)
        losses = expression(0) - two.payoffs[0]
        base = ContinuousGame(two.players, two.variables, two.intervals, (two.payoffs[0], losses))
        play = Claim(part.raw("play"), "play")
        proof.proves(told[k], Stackelberg(base, (0, 1)), play.data, "stackelberg-solution")
        moves = dict(Claim(play.raw("strategies"), "strategies").data)
        right = {
            "strategy": moves.get(base.variables[0]),
            "worst": moves.get(base.variables[1]),
            "level": play.items("payoffs", 2)[0],
        }
        for key, said in right.items():
            proof.also(f"{key} is that of the play", matches(part.raw(key), said))
