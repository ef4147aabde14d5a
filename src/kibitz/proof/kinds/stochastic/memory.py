"""Blackwell and Ferguson's strategies: wait, and settle the more boldly the worse it goes."""

from __future__ import annotations

from fractions import Fraction

from kibitz.core.claim import Claim, Proof, checks, place
from kibitz.core.errors import GameError
from kibitz.core.numbers import exact, show
from kibitz.proof.kernel.arithmetic import summed
from kibitz.stochastic.average.moves import Continuation, moves_of
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.mirror import mirrored

CHANCE = "1/(N+1+k)^2"


@checks("blackwell-ferguson", of=StochasticGame)
def blackwell_ferguson(game: StochasticGame, claim: Claim, proof: Proof) -> None:
    """What is expected, aim - loss/(N + 1 + k), does not fall at any stage, whatever the reply.

    With M = N + 1 + k > 1 and a reply that moves the count k by e, which settling repays by at
    least aim - loss e, the expectation is at least aim - loss ((1 - 1/M^2)/(M + e) + e/M^2), which
    is at least aim - loss/M because e^2 <= 1. With M <= 1 play is settled, for at least aim - loss.
    A play that is never settled keeps k above -N - 1, so its average is at least the aim.
    """
    player = claim.place("player", game.players)
    sign = 1 if player == 0 else -1
    numbers = {key: exact(claim.raw(key), key) for key in ("aim", "step", "loss")}
    aim, step, loss = sign * numbers["aim"], numbers["step"], numbers["loss"]
    if step <= 0 or loss < 0:
        raise GameError("step and loss: one must be positive, the other not negative")
    stage = _stage(game, claim, player, proof)
    mixed = []
    for key in ("wait", "settle"):
        mixture = [exact(x, key) for x in claim.numbers(key, len(stage))]
        proof.distribution(key, mixture)
        mixed.append(mixture)
    columns = list(zip(*stage, strict=True))
    waits, settles = ([Continuation.mix(line, mixture) for line in columns] for mixture in mixed)
    proof.that("waiting never settles the play", all(m.stop == 0 for m in waits))
    proof.that("settling always does", all(m.stop == 1 for m in settles))
    counts = [(m.pay - aim) / step for m in waits]
    proof.equal("count", claim.raw("count"), counts)
    proof.that("no reply moves the count by more than 1", all(abs(e) <= 1 for e in counts))
    repaid = all(m.settled - aim >= -loss * e for m, e in zip(settles, counts, strict=True))
    proof.that("what a reply takes while waiting it gives back when play is settled", repaid)
    proof.equal("chance", claim.text("chance"), CHANCE)
    right = sign * (aim - loss / (claim.count("N") + 1))
    proof.equal("guarantee", claim.raw("guarantee"), right)
    told = f"{game.players[player]} gets {show(right)} a stage or better in {claim.raw('state')}"
    proof.states(told, "aim - loss/(N + 1 + k) never falls in expectation")


def _stage(
    game: StochasticGame, claim: Claim, player: int, proof: Proof
) -> list[tuple[Continuation, ...]]:
    """The cells of the state as the player sees them, with what leads out of it settled."""
    whole = mirrored(game.averaged())
    names = [str(name) for name in whole.states]
    s = claim.place("state", names[: game.table.states])
    part = claim.part("elsewhere")
    known = {place(name, names): exact(part.raw(name), name) for name in part.data}
    cells = moves_of(whole.table.rational)[s]
    if {t for row in cells for m in row for t in m.go if t != s} != set(known):
        raise GameError("elsewhere: it must have the states that the state leads to")
    if known:
        proof.leaves("elsewhere: the values of the states that it leads to")
    sign = 1 if player == 0 else -1
    rows = [tuple(_settled(m, s, known, sign) for m in row) for row in cells]
    return rows if player == 0 else list(zip(*rows, strict=True))


def _settled(move: Continuation, s: int, known: dict[int, Fraction], sign: int) -> Continuation:
    left = {t: w for t, w in move.go.items() if t != s}
    settled = move.settled + summed(w * known[t] for t, w in left.items())
    stop = move.stop + sum(left.values(), Fraction(0))
    return Continuation(sign * move.pay, sign * settled, {}, stop)
