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
from functools import cache
from typing import Any

import numpy as np

from helpers.mutants import says_the_same
from kibitz.core.certificate import NO_THEOREM, Certificate
from kibitz.core.claim import PROVENANCE
from kibitz.core.errors import GameError
from kibitz.rules.game import OVER

CLOSE, TINY = 1e-8, 1e-300
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
MOST_POSITIONS = 20_000
"""Of a game that is searched once more, to the end."""
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


@route("shapley-iteration")
def _iterated(game: Any, claim: dict[str, Any]) -> bool:
    """The values are within the bound of the true ones."""
    found = game.solve().to_json()["values"]
    told = {name: float(Fraction(x)) for name, x in claim["values"].items()}
    right = {k: float(x["about"] if isinstance(x, dict) else Fraction(x)) for k, x in found.items()}
    most = float(Fraction(claim["bound"])) + CLOSE
    return all(abs(told[name] - right[name]) <= most for name in right)


@route("equilibria")
def _fewer(game: Any, claim: dict[str, Any]) -> bool:
    """A list that does not claim to be complete, of profiles that no one gains by leaving."""
    profiles = [part["strategies"] for part in claim["equilibria"]]
    return not claim["complete"] and all(
        game.solve("equilibrium-test", profile=profile).equilibrium for profile in profiles
    )


@route("interchangeability")
def _swaps(game: Any, claim: dict[str, Any]) -> bool:
    """Of the equilibria that are listed, by trying all of their mixes."""
    from itertools import product

    sides = list(zip(*claim["equilibria"], strict=True))
    mixes = product(*([list(x) for x in {tuple(w) for w in side}] for side in sides))
    stable = all(game.solve("equilibrium-test", profile=[*mix]).equilibrium for mix in mixes)
    return stable is claim["interchangeable"]


@route("cost-solution")
def _costs(game: Any, claim: dict[str, Any]) -> bool:
    """The savings by their methods, and the costs alone less these."""
    answers = claim["savings"]["answers"]
    if not _each(game.savings(), {"answers": answers}):
        return False
    saved = [part["payoffs"] for part in answers.values() if "payoffs" in part]
    paid = [[str(c - Fraction(x)) for c, x in zip(game.alone, s, strict=True)] for s in saved]
    return all(any(says_the_same(x, y) for y in paid) for x in claim["payments"].values())


@route("strategic-equivalence")
def _carried(game: Any, claim: dict[str, Any]) -> bool:
    """Every worth of the second game, player by player."""
    shifts = dict(zip(game.players, map(float, map(Fraction, claim["shifts"])), strict=True))
    for name, worth in claim["worths"].items():
        team = name.split(",")
        right = float(Fraction(claim["scale"]) * Fraction(game.value(team)))
        right += sum(shifts[player] for player in team)
        if abs(float(Fraction(worth)) - right) > CLOSE * (1 + abs(right)):
            return False
    return len(claim["worths"]) == 2 ** len(game.players) - 1


@route("truncations")
def _truncated(game: Any, claim: dict[str, Any]) -> bool:
    """The value of each truncated game, by the method."""
    from kibitz.zero_sum.infinite.truncation import truncation

    pairs = zip(claim["sizes"], claim["values"], strict=True)
    return all(truncation(game, size).solve().value == Fraction(x) for size, x in pairs)


@route("best-search")
def _cheapest(game: Any, claim: dict[str, Any]) -> bool:
    """By the method, against the mixture that is told."""
    return bool(game.best_search(claim["hider"]).cost == Fraction(claim["cost"]))


@route("countable-lottery")
def _countable(game: Any, claim: dict[str, Any]) -> bool:
    """By the lottery that is told."""
    from kibitz.utility.countable import geometric_lottery

    given = {key: claim[key] for key in ("ratio", "growth", "scale", "shift")}
    found = geometric_lottery(**given).to_json()
    return all(says_the_same(found[key], claim[key]) for key in ("expected_utility", "conclusion"))


@route("average-solution")
def _secured(game: Any, claim: dict[str, Any]) -> bool:
    """The method's values, and what the strategies secure against best replies."""
    from kibitz.core.claim import Claim
    from kibitz.stochastic.average.best_reply import guarantee, moves_of
    from kibitz.stochastic.state_answers import read_states

    found, (_, *sides) = game.solve().to_json(), read_states(game, Claim(claim))
    moves = moves_of(game.averaged().table.rational)
    right = [
        [str(x) for x in guarantee(moves, side, by_rows)]
        for side, by_rows in zip(sides, (True, False), strict=True)
    ]
    told = [[*claim["guarantees"][name].values()] for name in game.players]
    kept = ("values", "value", "bound", "stationary_optimal")
    return says_the_same(right, told) and all(
        says_the_same(found[key], claim[key]) for key in kept if key in claim
    )


@route("weber-set")
def _weber(game: Any, claim: dict[str, Any]) -> bool:
    """The vectors of the method, each that of the order that is told."""
    found = game.solve("weber").to_json()["answers"]["weber"]
    sides = [sorted(str(v["payoffs"]) for v in x["marginal_vectors"]) for x in (found, claim)]
    return (
        sides[0] == sides[1]
        and found["is_core"] is claim["is_core"]
        and all(
            _of_payoffs(game, {"kind": "marginal-vector", **v}) for v in claim["marginal_vectors"]
        )
    )


@route("kernel", "prekernel")
def _pieces(game: Any, claim: dict[str, Any]) -> bool:
    """The pieces of the method, whose corners have no order."""
    name = f"{claim['kind']}-set"
    found = game.solve(name).to_json()["answers"][name]
    sets = [sorted(sorted(map(str, piece)) for piece in x["pieces"]) for x in (found, claim)]
    rest = [
        {k: v for k, v in x.items() if k not in ("pieces", *PROVENANCE)} for x in (found, claim)
    ]
    return sets[0] == sets[1] and says_the_same(*rest)


@route("sampled-shapley")
def _sampled(game: Any, claim: dict[str, Any]) -> bool:
    """Every value is near its estimate, and the estimates add up."""
    right, told = [float(x) for x in game.shapley().payoffs], claim["payoffs"]
    trios = zip(right, told, claim["half_widths"], strict=True)
    near = all(abs(x - y) <= 2 * width for x, y, width in trios)
    return near and abs(sum(told) - sum(right)) <= CLOSE * max(map(abs, right))


@route("best-responses")
def _replies(game: Any, claim: dict[str, Any]) -> bool:
    """By the method, to the profile that is told."""
    found = game.solve("best-responses", player=claim["player"], profile=claim["profile"])
    told = found.to_json()
    return all(says_the_same(told[key], claim[key]) for key in claim if key not in PROVENANCE)


@route("domination", "excesses", "core-membership", "marginal-vector")
def _of_payoffs(game: Any, claim: dict[str, Any]) -> bool:
    """The method, asked about the payoffs that are told."""
    asked = {
        "domination": ("domination", {"better": "better", "worse": "worse"}),
        "excesses": ("excesses", {"payoffs": "payoffs"}),
        "core-membership": ("core-membership", {"payoffs": "payoffs"}),
        "marginal-vector": ("marginal-vector", {"order": "order"}),
    }
    name, fields = asked[claim["kind"]]
    given = {option: claim[key] for option, key in fields.items()}
    found = game.solve(name, **given).to_json()["answers"][name]
    sure = {k: v for k, v in claim.items() if k not in ("through", *PROVENANCE)}
    return says_the_same({k: found.get(k) for k in sure}, sure)


@route("hands")
def _hands(game: Any, claim: dict[str, Any]) -> bool:
    """By the tables of the evaluator."""
    from kibitz.poker.cards import Deck
    from kibitz.poker.named_rankings import ranking

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


@route("coalitional-letters-solution")
def _letters(game: Any, claim: dict[str, Any]) -> bool:
    """The value and the conditions of the method, these in any order."""
    found = game.solve().to_json()
    both = [{**data, "core": sorted(map(str, data["core"] or []))} for data in (found, claim)]
    return says_the_same(_told_of(*both), _told_of(*both[::-1]))


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


@route("value-updates")
def _updated(game: Any, claim: dict[str, Any]) -> bool:
    """The steps that are told, taken by the method, leave what is told."""
    from kibitz.learning.by_hand.updates import value_updates

    keys = ("state", "choice", "reward", "after", "then")
    steps = [{k: x[k] for k in keys if k in x} for x in claim["updates"]]
    given = (claim["rule"], claim["rate"], claim["discount"], claim["start"])
    found = value_updates(steps, *given, claim["exploration"]).to_json()
    return says_the_same(_told_of(found, claim), _told_of(claim, found))


@route("genes")
def _genes(game: Any, claim: dict[str, Any]) -> bool:
    """By the functions that the command calls."""
    from kibitz.learning.by_hand import genes

    if "fitness" in claim:
        chances = genes.selection_probabilities(
            claim["fitness"], claim["selection"], claim.get("contestants", 2)
        )
        right: dict[str, Any] = {"probabilities": [*map(str, chances)]}
        right["expected_copies"] = [*map(str, genes.expected_copies(chances))]
        right["chosen"] = [*genes.spin(chances, claim.get("draws", []))]
    else:
        made = [*claim["parents"]]
        if "points" in claim or "mask" in claim:
            made = [*genes.cross(*made, claim.get("points", []), claim.get("mask"))]
        right = {"children": made}
        right["mutated"] = [genes.mutate(x, claim.get("places", [])) for x in made]
    return all(says_the_same(claim[key], right[key]) for key in right if key in claim)


@route("information-gain")
def _gained(game: Any, claim: dict[str, Any]) -> bool:
    """By the method, of the examples that are told."""
    from kibitz.learning.by_hand.information_gain import Examples

    rows = [[*claim["attributes"], claim["target"]], *claim["examples"]]
    found, criterion = Examples.of(rows, claim["target"]), claim["criterion"]
    gains = found.gains(criterion)
    most = max(gains.values())
    right: dict[str, Any] = {"counts": found.counts}
    right["best"] = [name for name, gain in gains.items() if gain > most - 1e-12]
    right |= {"gains": {k: x if isinstance(x, float) else str(x) for k, x in gains.items()}}
    right |= {"tables": {name: found.table(name) for name in found.attributes}}
    return all(says_the_same(claim[key], right[key]) for key in right)


@route("consistency")
def _consistent(game: Any, claim: dict[str, Any]) -> bool:
    """The method's verdict, and that each statement of a contradiction was made."""
    from kibitz.utility.consistency import consistency

    return consistency(claim["statements"]).consistent is claim["consistent"]


@route("expected-utility")
def _expected(game: Any, claim: dict[str, Any]) -> bool:
    """By the method, lottery by lottery."""
    from kibitz.utility.expected_utility import expected_utility

    parts = claim["lotteries"]
    found = [expected_utility(part["lottery"], claim["utilities"]) for part in parts]
    told = [Fraction(part["expected_utility"]) for part in parts]
    return found == told == sorted(told, reverse=True)


@route("undefined-expectation")
def _diverges(game: Any, claim: dict[str, Any]) -> bool:
    """Other numbers of opponents, each with what the method says of it."""
    from kibitz.zero_sum.infinite import Geometric
    from kibitz.zero_sum.infinite.expectation import expectation

    sides = [Geometric(claim[key]) for key in ("row_ratio", "column_ratio")]
    found = expectation(game, *sides).to_json()
    keys = ("against_columns", "against_rows")
    longest = min(len(found[key]) for key in keys)
    return all(
        says_the_same(found[key][:longest], claim[key][:longest])
        and {*claim[key][longest:]} <= {*found[key]}
        for key in keys
    )


@route("coalitional-solution", "answers", "structure")
def _each(game: Any, claim: dict[str, Any]) -> bool:
    """Each answer is the one that the method of its name gives."""
    for name, part in claim["answers"].items():
        found = game.solve(name).to_json()
        if not says_the_same(found.get("answers", {name: found})[name], part):
            return False
    return True


@route("impartial-solution", "coin-solution")
def _winning(game: Any, claim: dict[str, Any]) -> bool:
    """The same winning moves in another order."""
    found = game.solve().to_json()
    both = [sorted(map(str, data.get("winning_moves", []))) for data in (found, claim)]
    others = [
        {k: v for k, v in data.items() if k not in ("winning_moves", "method", *PROVENANCE)}
        for data in (found, claim)
    ]
    return both[0] == both[1] and says_the_same(_told_of(*others), others[1])


@route("tree-worths")
def _worths(game: Any, claim: dict[str, Any]) -> bool:
    """The tree that is told, by recursion for each coalition."""
    nodes = claim["tree"]

    def value(k: int, team: set[str]) -> Fraction:
        node = nodes[k]
        if not node.get("moves_to"):
            pairs = zip(game.players, node["payoffs"], strict=True)
            return sum((Fraction(x) for name, x in pairs if name in team), Fraction(0))
        below = [value(child, team) for child in node["moves_to"]]
        if "player" in node:
            return max(below) if node["player"] in team else min(below)
        chances = zip(node["chances"], below, strict=True)
        return sum((Fraction(p) * x for p, x in chances), Fraction(0))

    told = claim["worths"].items()
    return all(value(0, {*name.split(",")}) == Fraction(x) for name, x in told)


@route("cfr", "mccfr")
def _exploited(game: Any, claim: dict[str, Any]) -> bool:
    """Best responses by the method gain what is told."""
    from kibitz.extensive import unfold

    tree = game if hasattr(game, "exploitability") else unfold(game)
    profile = tree.profile(claim["strategies"])
    near = abs(float(tree.exploitability(profile)) - claim["exploitability"]) <= CLOSE
    return near and _near_all(tree.expected_payoffs(profile), claim["payoffs"])


@route("extensive-equilibrium")
def _unbeaten(game: Any, claim: dict[str, Any]) -> bool:
    """Best responses by the method gain nothing."""
    from kibitz.extensive.methods.best_response import regrets

    profile = game.profile(claim["strategies"])
    near = [abs(float(x)) <= CLOSE for x in regrets(game, profile)]
    return all(near) and _near_all(game.expected_payoffs(profile), claim["payoffs"])


@route("search")
def _searched(game: Any, claim: dict[str, Any]) -> bool:
    """The value, that of every move, and every position of the line, by minimax to the end."""
    here = game.position() if hasattr(game, "position") and callable(game.position) else game
    if claim.get("history") or claim.get("state"):
        return False
    rules, state = here.rules, here.state
    worth = _minimax(rules)
    after = {rules.show_move(state, m): worth(rules.play(state, m)) for m in rules.moves(state)}
    told = {text: Fraction(x) for text, x in (claim.get("moves") or {}).items()}
    values = [worth(state), after[claim["move"]]]
    for text in claim["line"]:
        moves = {rules.show_move(state, m): m for m in rules.moves(state)}
        state = rules.play(state, moves[text])
        values.append(worth(state))
    right = all(value == Fraction(claim["value"]) for value in values)
    return right and all(after[text] == x for text, x in told.items())


def _minimax(rules: Any) -> Callable[[Any], Fraction]:
    """What positions of a small game of two are worth to the first."""

    @cache
    def worth(state: Any) -> Fraction:
        player = rules.player(state)
        if player == OVER:
            return Fraction(rules.payoffs(state)[0])
        if player not in (0, 1) or worth.cache_info().currsize > MOST_POSITIONS:
            raise GameError("it is too large, or has chance in it")
        best = min if player else max
        return Fraction(best(worth(rules.play(state, move)) for move in rules.moves(state)))

    return worth


def _near_all(found: Any, told: Any) -> bool:
    return all(
        abs(float(x) - float(Fraction(y))) <= CLOSE for x, y in zip(found, told, strict=True)
    )


def _told_of(data: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """The fields of a claim that another one has too, how it was found aside."""
    return {k: v for k, v in data.items() if k in other and k not in PROVENANCE}


def _number(x: Any) -> Fraction | None:
    try:
        return None if isinstance(x, bool) else Fraction(x)
    except (TypeError, ValueError, OverflowError, ZeroDivisionError):
        return None
