"""Claims about what was played: a match, rounds, a tournament, and a book of openings."""

from __future__ import annotations

from typing import Any

from kibitz.combinatorial.game import ImpartialGame
from kibitz.core.claim import Claim, Proof, checks, place
from kibitz.core.errors import GameError
from kibitz.core.numbers import exact
from kibitz.core.spelling import count_of
from kibitz.proof.kernel.arithmetic import summed
from kibitz.proof.kernel.positions import named
from kibitz.rules.game import Rules
from kibitz.strategic.game import StrategicGame

SIDES = ("first", "second")
NEAR = 1e-9
"""How far scores in floats may be off."""


@checks("match", of=ImpartialGame)
def match(game: ImpartialGame, claim: Claim, proof: Proof) -> None:
    """The game, played again move by move."""
    proof.states(f"{game.name}: a match that was played", "the rules, move by move")
    proof.says(claim, game=game.name, play=game.play, start=game.show(game.position))
    players = list(map(claim.part("players").text, SIDES))
    proof.leaves("who played")
    here: Any = game.position
    turns = claim.parts("turns")
    for k, part in enumerate(turns):
        after = {m[0]: m[1] for m in game.moves(here)}
        move = part.text("move")
        if move not in after:
            proof.that("every move is legal", False, f"turn {k + 1}: {move}")
            return
        here = after[move]
        proof.says(part, leaves=game.show(here), side=SIDES[k % 2], player=players[k % 2])
    proof.that("every move is legal", True, count_of(len(turns), "move"))
    if next(iter(game.moves(here)), None) is None:
        last = SIDES[(len(turns) + game.is_misere + 1) % 2]
        proof.says(claim, winner=last, ending="no move is left")
    else:
        claim.raw("winner"), claim.text("ending")
        proof.leaves("winner and ending, of a match that was not finished")


@checks("rounds", of=StrategicGame)
def rounds(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """What was played pays what it says, and the best single strategy this much more."""
    names, given = claim.items("players", len(game.players)), claim.items("rounds")
    proof.states(f"{' and '.join(map(str, names))}: what their rounds paid", "adding up")
    proof.leaves("who played, and in which order")
    if len(game.players) != 2:
        raise GameError("rounds are played by two")
    cells = [_cell(x, game) for x in given]
    scores, regrets = [], []
    for k, (own, size) in enumerate(zip(game.payoffs, game.shape, strict=True)):
        scores.append(summed(exact(own[cell]) for cell in cells))
        instead = [[(*cell[:k], i, *cell[k + 1 :]) for cell in cells] for i in range(size)]
        regrets.append(max(summed(exact(own[c]) for c in row) for row in instead) - scores[k])
    proof.says(claim, scores=scores, regrets=regrets)
    proof.that("the scores and the regrets", "scores" in claim and "regrets" in claim)
    claim.exacts("value", 2)
    proof.leaves("value, what an equilibrium pays a round")


def _cell(names: Any, game: StrategicGame) -> tuple[int, ...]:
    """What both played in a round."""
    if not isinstance(names, list) or len(names) != len(game.shape):
        raise GameError("rounds: expected what each player chose")
    pairs = zip(names, game.strategies, strict=True)
    return tuple(place(name, own, "rounds") for name, own in pairs)


@checks("opening-book", of=Rules)
def opening_book(rules: Rules, claim: Claim, proof: Proof) -> None:
    """Every line and every move of the book is legal; how often they were played is not proved."""
    proof.states(f"{rules.name}: an opening book", "the rules, move by move")
    proof.says(claim, game=rules.name)
    lines = claim.part("after")
    for line in lines.data:
        here = rules.position()
        for text in line.split():
            here = here.play(named(here, text))
        part = lines.part(line)
        for text in part.data:
            named(here, text)
            proof.also(part.path(text), part.exact(text) > 0)
    proof.that("every move is legal", True, count_of(len(lines.data), "position"))
    proof.leaves("after: how much each move weighs")


@checks("tournament", of=Rules)
def tournament(rules: Rules, claim: Claim, proof: Proof) -> None:
    """The standings add up: games, points and means within their intervals."""
    proof.states(f"{rules.name}: the standings of a tournament", f"adding up, within {NEAR:.0e}")
    claim.flag("complete")
    games, standings = claim.count("games"), claim.parts("standings")
    points = claim.part("points")
    agents = [part.text("agent") for part in standings]
    proof.that("every agent is listed once", len(set(agents)) == len(agents))
    seats = wins = losses = 0
    for part in standings:
        played, counts = part.count("games"), [part.count(k) for k in ("wins", "draws", "losses")]
        seats, met = seats + played, sum(counts)
        wins, losses = wins + counts[0], losses + counts[2]
        good = met == played * (rules.players - 1) and part.count("forfeits") <= played
        proof.also(f"{part.where}: wins, draws and losses are those of its games", good)
        score = _interval(part, "score", proof)
        right = (counts[0] + counts[1] / 2) / met if met else None
        what = f"{part.where}: the score is the share of points"
        proof.also(what, score is None or right is None or abs(score - right) <= NEAR)
        _interval(part, "payoff", proof)
        _interval(part, "elo", proof)
        part.number("seconds")
    ratings = [part.data["elo"][0] for part in standings if part.data["elo"][0] is not None]
    proof.that("the highest ratings come first", ratings == sorted(ratings, reverse=True))
    proof.that("every game has as many agents as seats", seats == games * rules.players)
    proof.that("what one wins another loses", wins == losses)
    for name in points.data:
        if name not in agents:
            raise GameError(f"points: {name!r:.40} is not in the table")
        row = points.part(name)
        for other in row.data:
            row.number(other)
    proof.leaves("that these games were played, and all of them (complete)")
    proof.leaves("forfeits, intervals of scores, ratings, mean payoffs, points and times")


def _interval(part: Claim, key: str, proof: Proof) -> float | None:
    """The middle of an interval, which lies between its ends."""
    found = part.items(key, 3)
    known = [x for x in found if x is not None]
    if not all(isinstance(x, (int, float)) and not isinstance(x, bool) for x in known):
        raise GameError(f"{part.path(key)}: expected numbers")
    if len(known) == 3:
        proof.also(part.path(key), found[1] - NEAR <= found[0] <= found[2] + NEAR)
    return None if found[0] is None else float(found[0])
