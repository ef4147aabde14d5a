"""Claims about games on intervals: equilibria, best responses, dominance."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from kibitz.algebra.line_cells import LineCell, line_cells
from kibitz.algebra.number_field import NumberField
from kibitz.algebra.rational_function import RationalFunction
from kibitz.algebra.real_root import rational_between
from kibitz.algebra.show_exact import brief, point_json, read_point
from kibitz.continuous.exact.components import CurveOfProfiles, RegionOfProfiles, SharesOfTotal
from kibitz.continuous.exact.deviation import gains, profitable_deviation
from kibitz.continuous.exact.family import (
    IDENTITY,
    against_the_rest,
    is_dominated,
    is_indifferent,
    never_gains,
)
from kibitz.continuous.game import ContinuousGame
from kibitz.continuous.markets.price_rules import PriceRule
from kibitz.continuous.solution import (
    ContinuousEquilibrium,
    Continuum,
    EnclosedEquilibrium,
    claimed,
    read_shape,
)
from kibitz.core.certificate import NO_THEOREM
from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.errors import GameError
from kibitz.core.numbers import exact
from kibitz.core.spelling import count_of
from kibitz.proof.kernel.intervals import agrees, enclosed, nobody_gains, stands

THEOREM = "the signs of every gain from deviating, on the whole interval of each player"
MOST_CLAIMED = 1000


@checks("continuous-equilibrium", of=ContinuousGame)
def equilibrium(game: ContinuousGame, claim: Claim, proof: Proof) -> None:
    """No one gains by a deviation: the sign of every gain on every cell of the line."""
    found = claimed(game, claim)
    proof.states(f"{vector(found)} is an equilibrium", THEOREM)
    if isinstance(found, EnclosedEquilibrium):
        told = f"an equilibrium lies within {4 * found.radius:.1g} of {vector(found)}"
        proof.states(told, "interval arithmetic")
    stands(found, proof)
    agrees(proof, claim, found.to_json())


@checks("continuous-equilibria", of=ContinuousGame)
def equilibria(game: ContinuousGame, claim: Claim, proof: Proof) -> None:
    """Each of them is one; that there are no others is decided for one and two players."""
    listed = "equilibria" in claim
    parts = claim.parts("equilibria") if listed else [claim]
    continua = claim.parts("continua", [])
    if len(parts) + len(continua) > MOST_CLAIMED:
        raise GameError(f"equilibria: {len(parts)} are claimed; at most {MOST_CLAIMED} are checked")
    count = str(len(parts)) if parts or continua else "no"
    more = f" isolated and {len(continua)} continua of" if continua else ""
    word = "equilibrium" if count == "1" and not more else "equilibria"
    some = bool(parts or continua)
    proof.states(f"{count}{more} pure {word}", THEOREM if some else f"{NO_THEOREM}: none is listed")
    found, sharp = [], True
    for part in parts:
        inner = Proof()
        equilibrium(game, part, inner)
        proof.includes(part.where or "the profile", inner.certificate())
        one = claimed(game, part)
        found.append(one.strategies)
        sharp &= not isinstance(one, EnclosedEquilibrium)
    told = [part.data for part in continua]
    for what, them in (("equilibrium", found), ("continuum", told)):
        if any(x in them[:k] for k, x in enumerate(them)):
            proof.that(f"no {what} is listed twice", False)
    for part in continua:
        inner = Proof()
        continuum(game, part, inner)
        proof.includes(part.where, inner.certificate())
    shapes = [read_shape(game, part) for part in continua]
    if not listed:
        return
    proof.says(claim, model=game.model, exact=sharp)
    _complete(game, claim, proof, found, shapes)
    if "remark" in claim and claim.text("remark"):
        proof.leaves("its remark")
    proof.found(claim, "reactions", words="the reaction curves")


def _complete(
    game: ContinuousGame, claim: Claim, proof: Proof, found: list[Any], shapes: list[Any]
) -> None:
    """All best strategies of a single player are seen; else that there are no others is left."""
    if "complete" not in claim:
        return
    complete = claim.flag("complete")
    sharp = not any(isinstance(x, float) for x in found[0]) if found else False
    if game.algebraic and len(game.players) == 1 and sharp:
        points, cells = best_cells(game, found[0][0])
        others = [x for x in points if (x,) not in found]
        proof.that("there is no other best strategy", not others)
        if cells:
            proof.leaves("best strategies that form an interval")
        else:
            proof.says(claim, "complete", True)
        return
    told = "there are no other pure equilibria" if found else "there is no pure equilibrium"
    proof.leaves(f"that {told}" if complete else "whether there are others")


def best_cells(game: ContinuousGame, best: Any) -> tuple[list[Any], list[LineCell]]:
    """The points and the open intervals at which a single player earns what ``best`` earns."""
    assert game.cut_payoffs is not None
    field = NumberField(best)
    here = game.slice(0, field, [field.theta_element])
    value = game.cut_payoffs[0].at(field, {game.variables[0]: field.theta_element})
    excess = gains(here, value)
    count = len(here.switches)
    cells = line_cells(field, [*here.switches, *excess], here.low, here.high)
    equal = [c for c in cells if c.signs[count + here.payoff.choose(c.signs[:count])] == 0]
    return [c.sample for c in equal if c.is_point], [c for c in equal if not c.is_point]


@checks("continuum", of=ContinuousGame)
def continuum(game: ContinuousGame, claim: Claim, proof: Proof) -> None:
    """No one gains anywhere on a curve or in a region: cells of deviation and parameter."""
    shape = read_shape(game, claim)
    whole = Continuum(game, shape)
    if isinstance(shape, PriceRule):
        proof.states(f"all profiles in which {whole} are equilibria", "undercutting loses")
        for profile in shape.samples(len(game.players)):
            nobody_gains(ContinuousEquilibrium(game, profile), proof)
        proof.leaves("all profiles of the rule but one for each way to obey it")
    else:
        told = f"all profiles with {whole} are equilibria"
        proof.states(told, "cells of the plane of deviation and parameter")
        if game.cut_payoffs is None or len(game.players) < 2:
            raise GameError("continua are proved for two players and more, without exp and log")
        _everywhere(game, shape, proof)
    agrees(proof, claim, whole.to_json())


def _everywhere(game: ContinuousGame, shape: Any, proof: Proof) -> None:
    for i, player in enumerate(game.players):
        if isinstance(shape, CurveOfProfiles):
            good = _stays(game, shape) and never_gains(game, i, shape.formulas, shape.span)
            proof.that(f"{player} cannot gain anywhere on the curve", good)
        elif isinstance(shape, SharesOfTotal):
            rest = RationalFunction.constant(shape.total) - IDENTITY
            good = never_gains(against_the_rest(game, i), 0, [IDENTITY, rest], shape.spans[i])
            proof.that(f"{player} cannot gain, whatever its share", shape.feasible and good)
        elif shape.whole:
            proof.that(f"{player} cannot gain anywhere in the region", _flat(game, shape, i))
    if isinstance(shape, RegionOfProfiles) and not shape.whole:
        proof.that("the part holds a profile", bool(shape.samples))
        for profile in shape.samples:
            if len(profile) != len(game.players):
                raise GameError(f"samples: expected {count_of(len(game.players), 'number')} each")
            nobody_gains(ContinuousEquilibrium(game, profile), proof)
        proof.leaves("all profiles of the part but its samples")


def _stays(game: ContinuousGame, shape: CurveOfProfiles) -> bool:
    """The parameter is one of the strategies, and all of them stay in their intervals."""
    if shape.formulas[shape.parameter] != IDENTITY:
        return False
    start, end = shape.span.start, shape.span.end
    for f, (low, high) in zip(shape.formulas, game.intervals, strict=True):
        ends = [(e, s) for e, s in ((low, 1), (high, -1)) if e is not None]
        for e, s in ends:
            room = f - RationalFunction.constant(e)
            if not (room if s > 0 else -room).nonnegative_on(start, end):
                return False
    return True


def _flat(game: ContinuousGame, shape: RegionOfProfiles, i: int) -> bool:
    """Against every strategy of the other all own ones of the region are best."""
    if len(game.players) != 2:
        raise GameError("regions are proved for two players")
    profile = [RationalFunction.constant(rational_between(s.start, s.end)) for s in shape.spans]
    profile[1 - i] = IDENTITY
    best = never_gains(game, i, profile, shape.spans[1 - i])
    return best and is_indifferent(game, i, profile, shape.spans[1 - i], shape.spans[i])


@checks("best-response", of=ContinuousGame)
def best_response(game: ContinuousGame, claim: Claim, proof: Proof) -> None:
    """The others stand, so it is a game of one player; all its best strategies are seen."""
    k = claim.place("variable", game.variables)
    proof.says(claim, "player", game.players[k])
    part = claim.part("others")
    names = [v for j, v in enumerate(game.variables) if j != k]
    others = {v: read_point(part.raw(v), part.path(v)) for v in names}
    if any(not isinstance(x, Fraction) for x in others.values()):
        raise GameError("others: they must be rational")
    own = game.variables[k]
    alone = ContinuousGame(
        (game.players[k],),
        (own,),
        (game.intervals[k] if game.algebraic else game.search_intervals()[k],),
        (game.payoffs[k].substitute(others),),
    )
    proof.says(claim, "exact", game.algebraic)
    exists, value = claim.flag("exists"), claim.raw("value")
    listed = [read_point(x, "strategies") for x in claim.items("strategies")]
    pairs = [Claim({"ends": x}, "intervals").items("ends", 2) for x in claim.items("intervals")]
    flats = [[None if e is None else read_point(e, "intervals") for e in x] for x in pairs]
    proof.states(f"the best {own}", "the signs of all gains on the whole interval")
    if not exists:
        proof.equal("strategies", [listed, flats], [[], []])
        if value is not None:
            _never_reached(alone, read_point(value, "value"), proof)
        proof.leaves("that there is no best response")
    elif game.algebraic:
        _best(alone, listed, flats, read_point(value, "value"), proof)
    else:
        proof.leaves("that no other strategy is as good")
        proof.that("a best strategy is given", bool(listed) and not flats)
        for x in listed:
            found = EnclosedEquilibrium(alone, (float(x),), 1e-9)
            enclosed(found, proof)
            agrees(proof, Claim({"value": value}), {"value": found.payoffs[0]})


def _best(
    game: ContinuousGame, listed: list[Any], flats: list[Any], value: Any, proof: Proof
) -> None:
    inside = [rational_between(*f) for f in flats]
    for x in (*listed, *inside):
        found = ContinuousEquilibrium(game, (x,))
        nobody_gains(found, proof)
        proof.that("it earns the value", found.payoffs[0] == value, brief(found.payoffs[0]))
    first = next(iter((*listed, *inside)), None)
    if not proof.that("a best strategy is given", first is not None):
        return
    points, cells = best_cells(game, first)
    runs = _joined(points, cells)
    proof.that("every interval of best strategies is given", runs == flats)
    single = [p for p in points if not any(_holds(f, p) for f in runs)]
    same = sorted(map(float, single)) == sorted(map(float, listed)) and set(single) == set(listed)
    proof.that("no other strategy is as good", same)


def _joined(points: list[Any], cells: list[LineCell]) -> list[list[Any]]:
    """Open intervals of best strategies, put together where the point between them is best."""
    out: list[list[Any]] = []
    for cell in cells:
        if out and out[-1][1] == cell.start and cell.start in points:
            out[-1][1] = cell.end
        else:
            out.append([cell.start, cell.end])
    return out


def _holds(flat: list[Any], x: Any) -> bool:
    return (flat[0] is None or x >= flat[0]) and (flat[1] is None or x <= flat[1])


def _never_reached(game: ContinuousGame, bound: Any, proof: Proof) -> None:
    over = NumberField(bound)
    here = game.slice(0, over, [over.number(Fraction(0))])
    better = profitable_deviation(here, over.theta_element)
    proof.that("no strategy earns more than the bound", better is None)


@checks("interval-elimination", of=ContinuousGame)
def interval_elimination(game: ContinuousGame, claim: Claim, proof: Proof) -> None:
    """Every cut is strictly dominated by its end, against all that was left before its round."""
    if game.cut_payoffs is None or len(game.players) < 2:
        raise GameError("dominance is proved for two players and more, without exp and log")
    parts = claim.parts("cuts")
    if len(parts) > MOST_CLAIMED:
        raise GameError(f"cuts: {len(parts)} are claimed; at most {MOST_CLAIMED} are checked")
    cuts = [_cut(game, part, proof) for part in parts]
    rounds = [c[0] for c in cuts]
    numbered = sorted(set(rounds)) == list(range(1, len(set(rounds)) + 1))
    proof.that("the rounds are counted from 1, in order", numbered and rounds == sorted(rounds))
    told = f"{len(cuts)} cuts by strict dominance"
    proof.states(told, "the sign of the loss on every cell of own and other strategies")
    box = after = list(game.intervals)
    for number in sorted(set(rounds)):
        now = replace(game, intervals=tuple(box))
        after = list(box)
        for _, k, end, at in (c for c in cuts if c[0] == number):
            name, side = game.variables[k], "above" if end == "upper" else "below"
            low, high = after[k]
            inside = (low is None or at >= low) and (high is None or at <= high)
            shorter = at != (high if end == "upper" else low)
            good = inside and shorter and is_dominated(now, k, end, at)
            proof.that(f"round {number}: every {name} {side} {brief(at)} is worse", good)
            after[k] = (low, at) if end == "upper" else (at, high)
        box = after
    left = {
        v: [None if e is None else point_json(e) for e in ends]
        for v, ends in zip(game.variables, box, strict=True)
    }
    agrees(proof, claim, {"left": left, "exact": True})
    _limit(game, claim, proof, box)


def _cut(game: ContinuousGame, part: Claim, proof: Proof) -> tuple[int, int, str, Fraction]:
    """Round, player, end and place of one cut."""
    end, k = part.choice("end", ("upper", "lower")), part.place("variable", game.variables)
    proof.says(part, "player", game.players[k])
    return part.count("round"), k, end, exact(part.raw("at"), part.path("at"))


def _limit(game: ContinuousGame, claim: Claim, proof: Proof, box: list[Any]) -> None:
    if "finished" in claim:
        told = "nothing more can be cut" if claim.flag("finished") else "more can be cut"
        proof.leaves(f"that {told}")
    limit = claim.raw("limit", None)
    if limit is None:
        return
    inside = any(low != high for low, high in box)
    proof.also("finished", not (inside and claim.data.get("finished")), "the limit is a point")
    points = [read_point(x, "limit") for x in claim.items("limit", len(game.players))]
    nobody_gains(ContinuousEquilibrium(replace(game, intervals=tuple(box)), tuple(points)), proof)
    proof.leaves("that the cuts tend to the limit")


def vector(found: ContinuousEquilibrium) -> str:
    """The strategies in brackets."""
    return "(" + ", ".join(brief(x) for x in found.strategies) + ")"
