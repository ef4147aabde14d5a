"""Claims about games on intervals whose players move in order: Stackelberg, entry deterrence."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

from kibitz.algebra.joint_field import joint_field
from kibitz.algebra.number_field import NumberField
from kibitz.algebra.rational_function import RationalFunction
from kibitz.algebra.show_exact import brief, point_json, read_point
from kibitz.continuous.enclosures.entry import CLOSE, stays_away
from kibitz.continuous.enclosures.play import EnclosedPlay, best_first, claimed_play
from kibitz.continuous.enclosures.stages import enclosed_stages
from kibitz.continuous.exact.deviation import profitable_deviation
from kibitz.continuous.exact.family import IDENTITY, Span, never_gains
from kibitz.continuous.exact.payoff import Slice
from kibitz.continuous.exact.reaction import ReactionPiece, range_text
from kibitz.continuous.markets.entry import Entry
from kibitz.continuous.markets.stackelberg import Stackelberg, Stage
from kibitz.continuous.sequential.subgame_perfect import SequentialSolution
from kibitz.continuous.solution import EnclosedEquilibrium, Equilibrium, market_facts, read_profile
from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.errors import GameError
from kibitz.proof.continuous import enclosed, equilibrium, nobody_gains
from kibitz.proof.exact_points import agrees

ZERO = RationalFunction.constant(Fraction(0))
INDUCTION = "backward induction, each reply being best against everything before it"
INTERVALS = "interval arithmetic: everything else is worse, each reply being put in"


@checks("stackelberg-solution", of=Stackelberg)
def stackelberg_solution(game: Stackelberg, claim: Claim, proof: Proof) -> None:
    """Every reply function is best everywhere, and the leader cannot do better against them."""
    play = claimed_play(game, claim)
    _states(play, proof)
    _played(play, proof)
    agrees(proof, claim, {k: x for k, x in play.to_json().items() if k != "remark"})
    if "remark" in claim and claim.text("remark"):
        proof.leaves("its remark")
    if "reactions" in claim:
        claim.raw("reactions")
        proof.leaves("the reaction curves")


def _states(play: SequentialSolution, proof: Proof) -> None:
    moves = zip(play.game.variables, play.moves, strict=True)
    told = ", ".join(f"{v} = {brief(x)}" for v, x in moves)
    theorem = INTERVALS if isinstance(play, EnclosedPlay) else INDUCTION
    proof.states(f"{told} is subgame-perfect play", theorem)


def _played(play: SequentialSolution, proof: Proof) -> None:
    if isinstance(play, EnclosedPlay):
        _enclosed_play(play, proof)
    else:
        _exact_play(play, proof)


def _exact_play(play: SequentialSolution, proof: Proof) -> None:
    first, *later = reversed(play.game.stages)
    for stage in reversed(later):
        assert stage.reaction is not None
        pieces = stage.reaction.pieces
        ends = stage.game.intervals[1]
        covered = pieces[0].start == ends[0] and pieces[-1].end == ends[1]
        covered &= all(a.end == b.start for a, b in pairwise(pieces))
        proof.that(f"the replies of {stage.game.players[0]} cover every past", covered)
        for piece in pieces:
            _best_everywhere(stage, piece, proof)
    over = NumberField(play.moves[0])
    game = first.game
    assert game.cut_payoffs is not None
    low, high = game.intervals[0]
    move = play.moves[0]
    inside = (low is None or move >= low) and (high is None or move <= high)
    value = game.cut_payoffs[0].at(over, {game.variables[0]: over.theta_element})
    better = profitable_deviation(game.slice(0, over, [over.theta_element]), value)
    found = "" if better is None else f"{game.variables[0]} = {brief(better.strategy)} earns more"
    proof.that(
        f"{game.players[0]} cannot gain, given the replies", inside and better is None, found
    )
    total = over.theta_element
    for stage, move in zip(later, play.moves[1:], strict=True):
        reply = stage.reply_to(over, total)
        name = play.game.variables[stage.place]
        right = reply is not None and over.point(reply) == move
        proof.that(f"{name} = {brief(move)} is the reply on the path", right)
        if reply is None:
            break
        total = total + reply


def _best_everywhere(stage: Stage, piece: ReactionPiece, proof: Proof) -> None:
    """The reply of a piece is best against every past that the piece is about."""
    own, past = stage.game.variables
    assert stage.reply is not None
    branch = next(b for p, b in stage.reply.pieces if p is piece)
    what = f"{own} is best against every {past} in {range_text(piece)}"
    if piece.is_point or branch.formula is None:
        proof.that(what, _best_at(stage, branch.at(piece.sample), piece.sample))
        if not piece.is_point:
            proof.leaves(f"that {what}, beyond {past} = {brief(piece.sample)}")
        return
    span = Span(piece.start, piece.end, piece.start_included, piece.end_included)
    good = never_gains(stage.game, 0, [branch.formula, IDENTITY], span)
    proof.that(what, good, str(branch))


def _best_at(stage: Stage, x: Any, sample: Any) -> bool:
    if x is None:
        return False
    over, (own, past) = joint_field([x, sample])
    game = stage.game
    assert game.cut_payoffs is not None
    payoff, names = game.cut_payoffs[0], game.variables
    value = payoff.at(over, {names[0]: own, names[1]: past})
    here = Slice.of(payoff, names[0], game.intervals[0], over, {names[1]: past})
    return profitable_deviation(here, value) is None


def _enclosed_play(play: EnclosedPlay, proof: Proof) -> None:
    """Nothing outside the intervals is best for anybody, from the first mover to the last."""
    from flint import arb

    first, *later = enclosed_stages(play.game)
    near = play.radius + 1e-9 * (1 + abs(float(play.moves[0])))
    here = best_first(first)
    good = bool(here) and all(abs(float(play.moves[0]) - e) <= near for c in here for e in c)
    what = f"no {first.own} but within {near:.1g} of {brief(play.moves[0])} is best"
    proof.that(f"{what}, given the replies", good, "" if good else f"the best are in {here}")
    so_far = arb(float(play.moves[0]))
    for stage, move in zip(later, play.moves[1:], strict=True):
        cuts = stage.replies(so_far)
        close = 1e-6 * (1 + abs(float(move))) + 10 * play.radius
        good = any(a - close <= float(move) <= b + close for a, b in cuts)
        found = " or ".join(f"{(a + b) / 2:.7g}" for a, b in cuts)
        proof.that(f"{stage.own} = {brief(move)} is a best reply to the moves before", good, found)
        so_far = so_far + arb(float(move))


@checks("entry-solution", of=Entry)
def entry_solution(game: Entry, claim: Claim, proof: Proof) -> None:
    """The play in order, and each line of the comparison by itself."""
    proof.says(claim, "fixed", game.fixed)
    play = claimed_play(game.sequential, claim)
    inner = Proof()
    _states(play, inner)
    _played(play, inner)
    proof.includes("the play", inner.certificate())
    said = play.to_json()
    agrees(
        proof, claim, {key: said[key] for key in ("quantities", "strategies", "price", "profits")}
    )
    proof.says(claim, "exact", not isinstance(play, EnclosedPlay) or play.exact)
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


def _profile(game: Any, strategies: tuple[Any, ...]) -> Equilibrium:
    if game.algebraic:
        return Equilibrium(game, strategies)
    return EnclosedEquilibrium(game, tuple(map(float, strategies)), 1e-9)


def _monopoly(game: Entry, claim: Claim, proof: Proof) -> Any:
    """The incumbent alone: a best output, and what follows from it."""
    part = claim.part("monopoly")
    alone = _profile(game.market.monopoly(1), (read_point(part.raw("q"), part.path("q")),))
    inner = Proof()
    inner.states(f"q = {brief(alone.strategies[0])} is best alone", "the signs of all gains")
    if isinstance(alone, EnclosedEquilibrium):
        enclosed(alone, inner)
    else:
        nobody_gains(alone, inner)
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
    market = game.market
    if reply < 0:
        return False
    if market.cut_payoffs is None:
        from flint import arb

        cuts = enclosed_stages(game.sequential)[1].replies(arb(float(first)))
        close = 1e-6 * (1 + abs(float(reply)))
        return any(a - close <= float(reply) <= b + close for a, b in cuts)
    over, profile = joint_field([first, reply])
    point = dict(zip(market.variables, profile, strict=True))
    value = market.cut_payoffs[1].at(over, point)
    return profitable_deviation(market.slice(1, over, profile), value) is None


def _deterring(game: Entry, claim: Claim, proof: Proof) -> None:
    """From this output on staying away is best; just below it entering is better."""
    if "deterring_quantity" not in claim:
        return
    given, kept = claim.raw("deterring_quantity"), None
    if given is None:
        proof.leaves("that no output keeps the entrant out")
    else:
        quantity = read_point(given, "deterring_quantity")
        kept = _profile(game.market, (quantity, Fraction(0)))
        if game.market.algebraic:
            _least_deterrent(game, quantity, proof)
        else:
            entrant, at = enclosed_stages(game.sequential)[1], float(quantity)
            hair = CLOSE * (1 + at)
            proof.that(
                f"just above q1 = {at:.10g} the entrant stays away", stays_away(entrant, at + hair)
            )
            if at > hair:
                below = not stays_away(entrant, at - hair)
                proof.that("just below it, entering is better", below)
    earned = None if kept is None else point_json(kept.payoffs[0])
    agrees(proof, claim, {"incumbent_profit_when_deterring": earned})


def _least_deterrent(game: Entry, quantity: Any, proof: Proof) -> None:
    market = game.market
    span = Span(quantity, market.intervals[0][1])
    out = never_gains(market, 1, [IDENTITY, ZERO], span)
    proof.that(f"from q1 = {brief(quantity)} on, staying away is best", out)
    if quantity > 0:
        below = (quantity if isinstance(quantity, Fraction) else quantity.low) * Fraction(999, 1000)
        enters = not never_gains(market, 1, [IDENTITY, ZERO], Span(below, below))
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
        claim.raw("accommodating")
        proof.leaves("that no output lets it in")
    if "cournot" in claim:
        raw = claim.raw("cournot")
        single = isinstance(raw, dict)
        parts = [claim.part("cournot")] if single else claim.parts("cournot")
        for part in parts:
            inner = Proof()
            equilibrium(game.market, part, inner)
            proof.includes("both at once", inner.certificate())
        proof.leaves("that there are no other equilibria of both at once")


def _enters(game: Entry, first: Any, reply: Any) -> bool:
    """Whether a positive answer is the entrant's best one, or best but for staying away."""
    if reply <= 0 or first < 0:
        return False
    if _is_reply(game, first, reply):
        return True
    market = game.market
    if market.cut_payoffs is None:
        raise GameError("accommodating: the entrant would stay away")
    over, profile = joint_field([first, reply])
    point = dict(zip(market.variables, profile, strict=True))
    value = market.cut_payoffs[1].at(over, point)
    better = profitable_deviation(market.slice(1, over, profile), value)
    return better is not None and better.strategy == 0
