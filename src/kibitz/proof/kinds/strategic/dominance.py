"""Claims about dominated strategies, of matrix games and of strategic ones."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.core.claim import Claim, Proof, checks, in_form
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import Number, number
from kibitz.core.spelling import count_that
from kibitz.core.tensor import Array, Tensor
from kibitz.proof.kernel.arithmetic import ends, fractions, mixture, times, whole
from kibitz.strategic.game import StrategicGame
from kibitz.zero_sum.game import MatrixGame

Kept = list[list[int]]
SIDES = ("row", "column")
Game = MatrixGame | StrategicGame


@checks("elimination")
def elimination(given: Any, claim: Claim, proof: Proof) -> None:
    """Each witness dominates what it removes, in what is left at its turn."""
    game = given if isinstance(given, MatrixGame) else in_form(given, StrategicGame)
    names = _names(game)
    kept: Kept = [list(range(len(own))) for own in names]
    if "together" in claim:
        kept = _positions(names, claim.items("together", len(names)), "together")
    before = [list(k) for k in kept]
    removals = claim.parts("removals")
    proof.states(count_that(len(removals), "strategy", "go"), "the definition of dominance")
    for part in removals:
        player, index, by = _removal(game, part)
        proof.within(ends(_payoffs(game, player)), by.values())
        view = before if "together" in claim else kept
        strict = part.flag("strict", False)
        least, most = _gaps(game, view, player, index, by)
        weakly = isinstance(game, MatrixGame) or most > 0
        dominates = least > 0 if strict else least >= -proof.tolerance and weakly
        good = dominates and most >= 0 and index in kept[player]
        if "strict" in part and not proof.tolerance:
            proof.says(part, "strict", least > 0)
        witness = " + ".join(f"{w} × {names[player][k]}" for k, w in by.items())
        how = "strictly dominated" if strict else "dominated"
        proof.that(f"{names[player][index]} of {game.players[player]} is {how} by {witness}", good)
        kept[player] = [k for k in kept[player] if k != index]
    left = [[own[k] for k in positions] for own, positions in zip(names, kept, strict=True)]
    proof.says(claim, "strategies", left)
    if len(left) == 2:
        proof.says(claim, rows=left[0], columns=left[1])
    proof.says(claim, "solved", all(len(one) == 1 for one in left))
    if "reduced" in claim:
        _reduced(game, claim.part("reduced"), kept, proof)
    if [len(one) for one in before] != [len(own) for own in names]:
        proof.leaves("that what is not in play at first was dominated before")
    proof.leaves("that nothing else is dominated")


def _removal(game: Game, part: Claim) -> tuple[int, int, dict[int, Number]]:
    """Who loses which strategy, and the mixture of others that dominates it."""
    player = part.raw("player", None)
    side = part.raw("side", None)
    if side is not None and side not in ("row", "column"):
        raise GameError(f"{part.path('side')}: expected 'row' or 'column', found {side!r:.40}")
    if player is not None and player not in game.players:
        near = did_you_mean(str(player), game.players)
        raise GameError(f"{part.path('player')}: no player {player!r:.40}{near}")
    numbers = {SIDES.index(side)} if side is not None else set()
    numbers |= {game.players.index(player)} if player is not None else set()
    if len(numbers) != 1:
        raise GameError(f"{part.where}: player and side must say who loses the strategy")
    (k,) = numbers
    own = _names(game)[k]
    by, where = part.entries("by"), part.path("by")
    weights = {_place(own, n, where): number(w, where) for n, w in by.items()}
    return k, _place(own, part.raw("label"), part.path("label")), weights


def _gaps(
    game: Game, kept: Kept, player: int, index: int, by: dict[int, Number]
) -> tuple[Fraction, Fraction]:
    """The least and the greatest gain of a mixture over a strategy; below 0 without dominance."""
    own = kept[player]
    weights = [by.get(k, Fraction(0)) for k in own]
    mixed = fractions(mixture(weights))
    whole_mixture = set(by) <= set(own) and sum(mixed) == 1
    if index in by or index not in own or not whole_mixture or min(weights) < 0:
        return Fraction(-1), Fraction(-1)
    lines, bottom = _lines(game, kept, player)
    gaps = times([w - int(k == index) for k, w in zip(own, mixed, strict=True)], lines, bottom)
    return min(gaps), max(gaps)


def _lines(game: Game, kept: Kept, player: int) -> tuple[Array, int]:
    """A player's strategies in rows and what the others may do in columns; larger is better."""
    tensor = _payoffs(game, player)
    chosen = Tensor(np.ascontiguousarray(tensor.array[np.ix_(*kept)]), tensor.denominator)
    array, bottom = whole(chosen)
    if isinstance(game, MatrixGame):
        return (array if player == 0 else -array.T), bottom
    return np.moveaxis(array, player, 0).reshape(len(kept[player]), -1), bottom


def _payoffs(game: Game, player: int) -> Tensor:
    return game.matrix if isinstance(game, MatrixGame) else game.payoffs[player]


def _reduced(game: Game, part: Claim, kept: Kept, proof: Proof) -> None:
    """The game that is left, in the JSON of games."""
    left = game.restrict(*kept)
    if isinstance(left, MatrixGame):
        right: dict[str, Any] = {"rows": left.rows, "columns": left.columns}
        right["matrix"] = left.matrix.numbers()
    else:
        right = {"strategies": left.strategies, "payoffs": [t.numbers() for t in left.payoffs]}
    more = {"kind": left.kind, "players": left.players, "title": left.title}
    for key, found in {**right, **more}.items():
        proof.says(part, key, found)
    if "total" in part and isinstance(left, MatrixGame):
        proof.says(part, "total", left.total)


def _names(game: Game) -> tuple[tuple[str, ...], ...]:
    return (game.rows, game.columns) if isinstance(game, MatrixGame) else game.strategies


def _positions(names: tuple[tuple[str, ...], ...], listed: list[Any], where: str) -> Kept:
    if not all(isinstance(one, list) for one in listed):
        raise GameError(f"{where}: expected a list of labels for each player")
    pairs = zip(names, listed, strict=True)
    found = [[_place(own, name, where) for name in one] for own, one in pairs]
    if any(len(set(one)) != len(one) or not one for one in found):
        raise GameError(f"{where}: each player needs different labels, at least one")
    return [sorted(one) for one in found]


def _place(labels: tuple[str, ...], name: Any, where: str) -> int:
    if name not in labels:
        raise GameError(f"{where}: no strategy {name!r:.40}{did_you_mean(str(name), labels)}")
    return labels.index(name)
