"""Whether a mutant that the checker accepts may be accepted, decided without the checker.

A mutant may be accepted if it says the same as the answer that it was made of; if it says less; if
all that it says otherwise is named in its certificate as not proved, or is off by less than the
tolerance that the certificate states; or if an independent route, :data:`ROUTES`, shows that it is
true.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from helpers.mutants import says_the_same
from kibitz.core.certificate import NO_THEOREM, Certificate
from kibitz.core.claim import PROVENANCE

CLOSE = 1e-8
WEAKER = ("complete", "finished", "exact")
"""Flags that claim less when they say no; in a potential, "exact" claims more than "ordinal"."""
BOUNDS = {"upper": 1, "bound": 1, "lower": -1}
"""Bounds that claim less when they are moved this way."""
WITNESSES = {
    "average-solution": "limits replies",
    "coarse-correlated-equilibrium": "prices",
    "commitment": "bounds weak",
    "consistency": "utilities",
    "core": "balanced_weights point",
    "correlated-equilibrium": "prices",
    "least-core": "balanced_weights point",
    "rationalizable": "beliefs",
    "safety-levels": "punishments",
}
"""Fields that prove the claim and are no part of it: others that prove it are as good."""
SAID = {
    "who played": "players player winner",
    "ratings, mean payoffs": "elo payoff points score forfeits",
    "the ends of the intervals": "ranges",
    "the size of the subgame": "nodes margin",
    "the entrant's profit as a function": "entrant_profit_function",
    "of a match that was not finished": "turns",
}
"""What certificates say to be not proved in other words than those of the fields."""
MISSING = object()
Path = tuple[Any, ...]
ROUTES: dict[str, Callable[[Any, dict[str, Any]], bool]] = {}
"""By kind: whether a claim is true of a game."""


def route(*kinds: str) -> Callable[[Any], Any]:
    """Make a function the independent route for claims of these kinds."""

    def register(function: Any) -> Any:
        ROUTES.update(dict.fromkeys(kinds, function))
        return function

    return register


def verdict(
    game: Any, data: dict[str, Any], mutant: dict[str, Any], certificate: Certificate
) -> str:
    """Why a mutant may be accepted, in a word; nothing where that is not known."""
    changes = [change for change in differences(data, mutant) if not _same(*change[1:])]
    if not changes:
        return "same"
    if certificate.theorem.startswith(NO_THEOREM):
        return "unproved"
    kind = str(data.get("kind"))
    left = [c for c in changes if not _named(c[0], certificate)]
    if not left:
        return "unproved"
    left = [c for c in left if not _less(*c)]
    if not left:
        return "less"
    left = [c for c in left if c[0][0] not in WITNESSES.get(kind, "").split()]
    if not left:
        return "witness"
    if certificate.theorem.endswith("of the spread") and all(_near(*c[1:]) for c in left):
        return "rounding"
    if kind in ROUTES and ROUTES[kind](game, mutant):
        return "true"
    return ""


def differences(one: Any, two: Any, path: Path = ()) -> Iterator[tuple[Path, Any, Any]]:
    """The places where two claims differ; what is not there is MISSING."""
    if isinstance(one, dict) and isinstance(two, dict):
        for key in [*one, *(k for k in two if k not in one)]:
            yield from differences(one.get(key, MISSING), two.get(key, MISSING), (*path, key))
    elif isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        for k, (a, b) in enumerate(zip(one, two, strict=True)):
            yield from differences(a, b, (*path, k))
    elif one is not two and (type(one) is not type(two) or one != two):
        yield path, one, two


def _same(one: Any, two: Any) -> bool:
    return one is not MISSING and two is not MISSING and says_the_same(one, two)


def _near(one: Any, two: Any) -> bool:
    try:
        gap, size = abs(Fraction(one) - Fraction(two)), abs(Fraction(one))
    except (TypeError, ValueError, OverflowError, ZeroDivisionError):
        return False
    return bool(gap <= CLOSE * (1 + size))


def _less(path: Path, one: Any, two: Any) -> bool:
    """Whether the mutant says less at a place: nothing, no instead of yes, or a wider bound."""
    if two is MISSING or (path[-1] in WEAKER and one is True and two is False):
        return True
    way = BOUNDS.get(str(path[-1]), 0)
    numbers = isinstance(one, (int, float, str)) and isinstance(two, (int, float, str))
    return bool(way and numbers and way * (Fraction(two) - Fraction(one)) > 0)


def _named(path: Path, certificate: Certificate) -> bool:
    """Whether a field says where an answer comes from, or is said to be not proved."""
    words = " ".join(certificate.unproved).lower()
    keys = {str(key) for key in path if isinstance(key, str)}
    if keys & PROVENANCE:
        return True
    said = {key for told, fields in SAID.items() if told in words for key in fields.split()}
    spelled = {word.lower() for key in keys for word in (key, key.replace("_", " "))}
    return bool(keys & said) or any(re.search(rf"\b{re.escape(w)}\b", words) for w in spelled)


@route("hands")
def _hands(game: Any, claim: dict[str, Any]) -> bool:
    """By the tables of the evaluator."""
    from kibitz.poker.cards import Deck
    from kibitz.poker.ranking import ranking

    order = ranking(
        claim["ranking"], Deck(tuple(claim["ranks"]), tuple(claim["suits"])), claim["size"]
    )
    if "compared" not in claim:
        counts = {name: part["hands"] for name, part in claim["categories"].items()}
        return bool(counts == order.frequencies())
    told = [(part["strength"], part["category"]) for part in claim["compared"]]
    hands = [part["hand"] for part in claim["compared"]]
    return told == [(order.strength(hand), order.category(hand)) for hand in hands]


@route("potential")
def _potential(game: Any, claim: dict[str, Any]) -> bool:
    """Along every deviation of one player the potential moves as the payoff does."""
    values = np.array(claim["values"], object)
    table = np.vectorize(lambda x: Fraction(x), otypes=[object])(values)
    for k in range(len(game.players)):
        payoffs = np.array(game.payoffs[k].numbers(), object)
        for here in np.ndindex(*table.shape):
            for other in range(table.shape[k]):
                there = (*here[:k], other, *here[k + 1 :])
                more, rise = payoffs[there] - payoffs[here], table[there] - table[here]
                if (more > 0) != (rise > 0) or (claim["exact"] and more != rise):
                    return False
    return True


@route("bargaining-solution")
def _bargained(game: Any, claim: dict[str, Any]) -> bool:
    """The solution of that name is the one that its own method finds."""
    found = game.solve(claim["concept"]).to_json()
    return says_the_same(found["solution"], claim["solution"])


@route("contest")
def _played(game: Any, claim: dict[str, Any]) -> bool:
    """The moves, played one by one, end in the position and with the payoffs that are told."""
    here = game.position()
    for part in claim["moves"]:
        legal = {here.rules.show_move(here.state, move): move for move in here.moves}
        if part["move"] not in legal:
            return False
        here = here.play(legal[part["move"]])
    ended = not here.is_over or says_the_same([*map(str, here.payoffs)], claim["payoffs"])
    return bool(ended and claim["position"] == here.rules.show(here.state))


@route("affine-equivalence")
def _alike(game: Any, claim: dict[str, Any]) -> bool:
    """The method's own verdict, and by random lotteries that the map or the witness is right."""
    from kibitz.utility import affine_equivalence, utility

    u, w = utility(claim["first"]), utility(claim["second"])
    found = affine_equivalence(u, w)
    if found.same_preferences != claim["same_preferences"]:
        return False
    if not found.same_preferences:
        left, right = claim["witness"]
        gaps = [Fraction(one(left) - one(right)) for one in (u, w)]
        return (gaps[0] > 0, gaps[0] < 0) != (gaps[1] > 0, gaps[1] < 0)
    if claim["scale"] is None:
        return len({x for _, x in u.values}) == 1
    scale, shift = Fraction(claim["scale"]), Fraction(claim["shift"])
    return scale > 0 and all(w[name] == shift + scale * u[name] for name in u.outcomes)


@route("axioms")
def _axioms(game: Any, claim: dict[str, Any]) -> bool:
    """By the method itself."""
    found = game.axioms(claim["concept"])
    return bool({c.what: c.passed for c in found.checks} == claim["axioms"])


@route("core-range")
def _core_range(game: Any, claim: dict[str, Any]) -> bool:
    """The interval is that of the method."""
    found = game.core().to_json()
    return all(says_the_same(found[key], claim[key]) for key in ("low", "high", "empty", "letter"))


@route("letter-nucleolus")
def _letter_nucleolus(game: Any, claim: dict[str, Any]) -> bool:
    """At many values of the letter the pieces have the nucleolus of that one game."""
    from kibitz.coalitional.lexicographic.letter_nucleolus import LetterNucleolus

    told, right = LetterNucleolus.from_json(game, claim), game.nucleolus()
    ends = [(found.pieces[0].low, found.pieces[-1].high) for found in (told, right)]
    values = [a for piece in told.pieces for a in (piece.low, piece.high) if a is not None]
    tried = [Fraction(k, 7) for k in range(-40, 41, 3)] + values
    inside = [a for a in tried if any(piece.holds(a) for piece in right.pieces)]
    return ends[0] == ends[1] and all(
        told.at(a) == tuple(game.at(a).nucleolus().payoffs) for a in inside
    )


@route("coalitional-family-solution")
def _family(game: Any, claim: dict[str, Any]) -> bool:
    """Each part by its own route."""
    shares = tuple(claim["shapley"][name] for name in game.players)
    nucleolus = claim["nucleolus"]
    return (
        shares == game.shapley()
        and _core_range(game, claim["core"])
        and (nucleolus is None or _letter_nucleolus(game, nucleolus))
    )
