"""Whether a mutant that the checker accepts may be accepted, decided without the checker.

A mutant may be accepted if it says the same as the answer that it was made of; if it says less; if
all that it says otherwise is named in its certificate as not proved, or is off by less than the
tolerance that the certificate states; or if an independent route, :mod:`helpers.routes`, shows that
it is true.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from helpers.mutants import says_the_same
from helpers.routes import CLOSE, ROUTES
from kibitz.core.certificate import NO_THEOREM, Certificate
from kibitz.core.errors import GameError

TINY = 1e-300
WEAKER = ("complete", "finished", "exact")
"""Flags that claim less when they say no; in a potential, "exact" claims more than "ordinal"."""
SOME = ["history_strategies", "replies", "line", "pieces", "statements"]
SOME += ["against_rows", "against_columns"]
"""Lists that claim less when entries are left out."""
BOUNDS = {"upper": 1, "bound": 1, "lower": -1, "gap": 1}
"""Bounds that claim less when they are moved this way."""
WITNESSES = {
    "average-solution": "limits replies",
    "balancedness": "balanced_weights point",
    "coarse-correlated-equilibrium": "prices",
    "coalition-readings": "plans",
    "coalition-values": "plans",
    "commitment": "bounds weak",
    "consistency": "utilities contradiction",
    "core": "balanced_weights point",
    "correlated-equilibrium": "prices",
    "interchangeability": "failing",
    "least-core": "balanced_weights point",
    "no-value": "row column",
    "rationalizable": "beliefs",
    "safety-levels": "punishments",
    "trajectory": "bound_strategies",
    "weber-set-membership": "orders",
}
"""Fields that prove the claim and are no part of it: others that prove it are as good."""
SAID = {
    "who played": "players player winner",
    "ratings, mean payoffs": "elo payoff points score forfeits",
    "the ends of the intervals": "ranges",
    "the size of the subgame": "nodes margin",
    "the reasons in words": "why reasons",
    "the wording of the reasons": "why",
    "how the orders were drawn": "orders stratified stopped_by",
    "an optimal stationary strategy": "stationary_optimal",
    "that no stationary strategy of": "stationary_optimal",
    "which labels lead where": "by_label",
    "the entrant's profit as a function": "entrant_profit_function",
    "more can be cut": "finished",
    "of a match that was not finished": "turns",
    "that these games were played": "games wins draws losses standings",
}
"""What certificates say to be not proved in other words than those of the fields."""
GIVEN = {
    "bargaining-set-membership": "payoffs",
    "contraction": "map points point fixed_point",
    "domination": "better worse",
    "kernel-membership": "payoffs",
    "strategic-equivalence": "worths shifts scale",
}
"""Fields that say what is asked about: of another question the rest, which is checked, is true."""
UNORDERED = ["coalition", "equilibria", "losing", "minimal_winning", "removals", "representatives"]
UNORDERED += ["tight", "vertices", "winning", "winning_moves"]
"""Lists that say the same in any order."""
SEVERAL = ("answers", "coalitional-solution", "structure")
"""Kinds of answers that are several answers about the same game."""
MISSING = object()
Path = tuple[Any, ...]


def verdict(
    game: Any, data: dict[str, Any], mutant: dict[str, Any], certificate: Certificate
) -> str:
    """Why a mutant may be accepted, in a word; nothing where that is not known."""
    found = _verdict(game, data, mutant, certificate)
    name = "" if found or data.get("kind") not in SEVERAL else _only_answer(data, mutant)
    if not name:
        return found
    parts = data["answers"][name], mutant["answers"][name]
    left = [words.removeprefix(f"{name}: ") for words in certificate.unproved]
    part = Certificate(certificate.claim, _theorem_of(name, certificate), (), tuple(left))
    return _verdict(game, *parts, part)


def _only_answer(data: dict[str, Any], mutant: dict[str, Any]) -> str:
    """The name of the answer inside that alone was changed, if it is of the same kind."""
    paths = [path for path, *_ in differences(data, mutant)]
    names = {str(path[1]) if path[0] == "answers" and len(path) > 2 else "" for path in paths}
    if len(names) != 1 or "" in names:
        return ""
    one, two = (claim["answers"][min(names)] for claim in (data, mutant))
    return min(names) if "kind" in one and one["kind"] == two.get("kind") else ""


def _theorem_of(name: str, certificate: Certificate) -> str:
    """By what an answer inside is proved."""
    return next((c.found for c in certificate.checks if c.what.startswith(f"{name}: ")), "")


def _verdict(
    game: Any, data: dict[str, Any], mutant: dict[str, Any], certificate: Certificate
) -> str:
    changes = [change for change in differences(data, mutant) if not _same(*change[1:])]
    if not changes:
        return "same"
    if certificate.theorem.startswith(NO_THEOREM):
        return "unproved"
    kind = str(data.get("kind"))
    left = [c for c in changes if not _named(c[0], data, certificate)]
    if not left:
        return "unproved"
    left = [c for c in left if not _less(*c) and not _same_root(c[0], mutant)]
    if not left:
        return "less"
    left = [c for c in left if c[0][0] not in WITNESSES.get(kind, "").split()]
    if not left:
        return "witness"
    if all(c[0][0] in GIVEN.get(kind, "").split() for c in left):
        return "true"
    left = [c for c in left if not _reordered(c[0], data, mutant)]
    if not left:
        return "same"
    left = [c for c in left if not ("about" in c[0] and _near(*c[1:]))]  # beside an exact number
    if not left:
        return "rounding"
    rough = 100 if "times the rounding" in certificate.theorem else 1
    if re.search(r"within 1e-\d\d", certificate.theorem) and all(
        _near(*c[1:], rough) for c in left
    ):
        return "rounding"
    return "true" if kind in ROUTES and _is_true(game, mutant) else ""


def _is_true(game: Any, claim: dict[str, Any]) -> bool:
    """What the independent route says; a claim that it cannot read is not judged."""
    try:
        return bool(ROUTES[claim["kind"]](game, claim))
    except (GameError, KeyError, TypeError, ValueError, AttributeError, IndexError):
        return False


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


def _reordered(path: Path, data: dict[str, Any], mutant: dict[str, Any]) -> bool:
    """Whether a place lies in a list that was only put into another order."""
    for k, key in enumerate(path):
        try:
            data, mutant = data[key], mutant[key]
        except (KeyError, IndexError):
            return False
        if str(key) in UNORDERED or (k and str(path[k - 1]) in UNORDERED):
            lists = isinstance(data, list) and isinstance(mutant, list)
            if lists and sorted(map(str, data)) == sorted(map(str, mutant)):
                return True
        if not isinstance(data, (dict, list)) or not isinstance(mutant, (dict, list)):
            break
    return False


def _same(one: Any, two: Any) -> bool:
    if isinstance(two, float) and _number(one) is not None and abs(two) < TINY:
        return abs(Fraction(one)) < TINY
    return one is not MISSING and two is not MISSING and says_the_same(one, two)


def _near(one: Any, two: Any, times: int = 1) -> bool:
    try:
        gap, size = abs(Fraction(one) - Fraction(two)), abs(Fraction(one))
    except (TypeError, ValueError, OverflowError, ZeroDivisionError):
        return False
    return bool(gap <= times * CLOSE * (1 + size))


def _less(path: Path, one: Any, two: Any) -> bool:
    """Whether the mutant says less at a place: nothing, no instead of yes, or a wider bound."""
    if two is MISSING or (path[-1] in WEAKER and one is True and two is False):
        return True
    if len(path) > 1 and path[-2] == "between" and _number(two) is not None:
        return (Fraction(two) > Fraction(one)) is (path[-1] == 1)  # wider around the same root
    if {*map(str, path)} & {*SOME} and isinstance(one, list) and isinstance(two, list):
        return all(any(says_the_same(x, y) for y in one) for x in two)
    way = BOUNDS.get(str(path[-1]), 0)
    numbers = isinstance(one, (int, float, str)) and isinstance(two, (int, float, str))
    return bool(way and numbers and way * (Fraction(two) - Fraction(one)) > 0)


def _same_root(path: Path, mutant: Any) -> bool:
    """Whether an interval that holds a root was changed, and still holds the number beside it."""
    if len(path) < 2 or path[-2] != "between":
        return False
    for key in path[:-2]:
        mutant = mutant[key]
    low, high = (_number(x) for x in mutant["between"])
    about = _number(mutant.get("about"))
    return low is not None and high is not None and about is not None and low < about < high


def _named(path: Path, data: Any, certificate: Certificate) -> bool:
    """Whether a field, or what it lies in, is said to be not proved.

    What is said of an answer inside begins with its name, and is not said of what lies beside it;
    the name of that answer is no field that is left.
    """
    return any(_tells(words.lower(), path, data) for words in certificate.unproved)


def _tells(words: str, path: Path, data: Any) -> bool:
    keys, rest = [], [*path]
    while rest:
        key = rest.pop(0)
        data = data[key] if isinstance(data, (dict, list)) and _has(data, key) else None
        if isinstance(data, dict) and "kind" in data and isinstance(key, str):
            if words.startswith(f"{key.lower()}: "):
                words, keys = words[len(key) + 2 :], []
        elif isinstance(key, str) and len(key) > 1:
            keys.append(key)
    said = {key for told, fields in SAID.items() if told in words for key in fields.split()}
    spelled = {word.lower() for key in keys for word in (key, key.replace("_", " "))}
    return bool({*keys} & said) or any(re.search(rf"\b{re.escape(w)}\b", words) for w in spelled)


def _has(data: Any, key: Any) -> bool:
    return key in data if isinstance(data, dict) else type(key) is int and key < len(data)


def _number(x: Any) -> Fraction | None:
    try:
        return None if isinstance(x, bool) else Fraction(x)
    except (TypeError, ValueError, OverflowError, ZeroDivisionError):
        return None
