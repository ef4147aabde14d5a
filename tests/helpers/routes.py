"""Independent routes: whether a claim is true of a game, by kind and without its checker."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from helpers.mutants import says_the_same
from kibitz.core.claim import PROVENANCE
from kibitz.core.errors import GameError
from kibitz.rules.game import OVER

CLOSE = 1e-8
MOST_POSITIONS = 20_000
"""Of a game that is searched once more, to the end."""
ROUTES: dict[str, Callable[[Any, dict[str, Any]], bool]] = {}
"""By kind: whether a claim is true of a game."""


def route(*kinds: str) -> Callable[[Any], Any]:
    """Make a function the independent route for claims of these kinds."""

    def register(function: Any) -> Any:
        ROUTES.update(dict.fromkeys(kinds, function))
        return function

    return register


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
