"""Claims about coalitional games, read back from the JSON that ``to_json`` of a solution writes.

Besides that, ``{"shapley": [...], "nucleolus": {"A": "1/2", ...}}`` claims payoffs by the names
that ``kibitz solve --method`` knows. Nothing is believed: ``verify`` of the result tells.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from kibitz.coalitional.bankruptcy.division import Award, Division
from kibitz.coalitional.bankruptcy.game import Bankruptcy
from kibitz.coalitional.bankruptcy.rules import rule_called
from kibitz.coalitional.claims import ClaimedPayments, ClaimedSet
from kibitz.coalitional.coalitions import tensor_over
from kibitz.coalitional.cost_game import CostGame
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.lexicographic.allocation import LexicographicAllocation
from kibitz.coalitional.lexicographic.center import Round
from kibitz.coalitional.lexicographic.modified_nucleolus import ModifiedNucleolus
from kibitz.coalitional.lexicographic.nucleolus import Nucleolus
from kibitz.coalitional.lexicographic.per_capita_nucleolus import (
    PerCapitaNucleolus,
    PerCapitaPrenucleolus,
)
from kibitz.coalitional.lexicographic.prenucleolus import Prenucleolus
from kibitz.coalitional.sets.balanced import Balancedness
from kibitz.coalitional.sets.core import Core
from kibitz.coalitional.sets.imputations import Imputations
from kibitz.coalitional.sets.kernel import KernelPoint
from kibitz.coalitional.sets.least_core import Least, LeastCore, WeakLeastCore
from kibitz.coalitional.sets.prekernel import PrekernelPoint
from kibitz.coalitional.sets.weber_set import WeberSet
from kibitz.coalitional.solution import Allocation
from kibitz.coalitional.solve import CoalitionalSolution
from kibitz.coalitional.values.banzhaf import BanzhafValue, NormalizedBanzhaf
from kibitz.coalitional.values.dividends import Dividends
from kibitz.coalitional.values.gately import GatelyPoint
from kibitz.coalitional.values.shapley import ShapleyValue
from kibitz.coalitional.values.solidarity import SolidarityValue
from kibitz.coalitional.values.tau_value import TauValue
from kibitz.coalitional.voting.game import VotingGame
from kibitz.coalitional.voting.power_by_weights import (
    ShapleyShubik,
    SwingChance,
    VotingIndex,
    VotingPower,
)
from kibitz.coalitional.voting.power_indices import DEFINITIONS, PowerIndex, PowerTable
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import Number, exact, number
from kibitz.core.solution import Solution
from kibitz.formats.answers.solution import ANY, Reader
from kibitz.formats.json_files.keys import array

Data = dict[str, Any]

POINTS: dict[str, type[Allocation]] = {
    "shapley": ShapleyValue,
    "banzhaf": BanzhafValue,
    "normalized-banzhaf": NormalizedBanzhaf,
    "tau": TauValue,
    "gately": GatelyPoint,
    "solidarity": SolidarityValue,
    "nucleolus": Nucleolus,
    "prenucleolus": Prenucleolus,
    "per-capita-nucleolus": PerCapitaNucleolus,
    "per-capita-prenucleolus": PerCapitaPrenucleolus,
    "modified-nucleolus": ModifiedNucleolus,
    "kernel": KernelPoint,
    "prekernel": PrekernelPoint,
}
"""Answers with a payoff for each player, by the name they are asked for with."""
SETS: dict[str, Callable[[CoalitionalGame, Data], Solution]] = {
    "core": lambda game, data: _core(game, data),
    "least-core": lambda game, data: _least(game, data, LeastCore),
    "weak-least-core": lambda game, data: _least(game, data, WeakLeastCore),
    "balanced": lambda game, data: _balance(game, data, "weights"),
    "imputations": lambda game, data: Imputations(game, _points(game, data, "vertices") or ()),
    "weber": lambda game, data: _weber(game, data),
    "dividends": lambda game, data: _dividends(game, data),
    "power": lambda game, data: _power(game, data),
}


def claim(game: CoalitionalGame, data: Data) -> Solution:
    """What somebody claims about a coalitional game.

    >>> from kibitz import coalition
    >>> game = coalition({"S,F": 1000, "S,B": 500, "S,F,B": 1000})
    >>> claim(game, {"nucleolus": [750, 250, 0]}).verify().holds
    True
    >>> claim(game, {"nucleolus": {"S": 700, "F": 300, "B": 0}}).verify().holds
    False
    """
    kind = data.get("kind")
    if kind == "coalitional-solution":
        return _answers(game, data.get("answers"))
    if kind == "bankruptcy-division":
        return _division(game, data)
    if kind == "bankruptcy-award":
        return _award(game, data.get("rule"), data.get("payoffs"))
    if kind is None:
        return _answers(game, {k: v for k, v in data.items() if k != "players"})
    return _answer(game, _name_of(kind), data)


def cost_claim(game: CostGame, data: Data) -> Solution:
    """What somebody claims about a cost game: savings, and payments that follow from them."""
    if data.get("kind") != "cost-solution":
        raise GameError("kind: a claim about a cost game is of the kind cost-solution")
    savings = game.savings()
    given = data.get("payments", {})
    if not isinstance(given, dict):
        raise GameError("payments: expected an object with a list for each answer")
    payments = tuple((name, savings.payoffs(x, "payments")) for name, x in given.items())
    answers = data.get("savings")
    inner = answers.get("answers") if isinstance(answers, dict) else None
    return ClaimedPayments(game, _answers(savings, inner), payments)


def _name_of(kind: Any) -> str:
    """The name of an answer, from the kind that its JSON has."""
    kinds = {cls.concept.lower().replace(" ", "-"): name for name, cls in POINTS.items()}
    others = {"balancedness": "balanced", "weber-set": "weber", "power-indices": "power"}
    known = {**kinds, **others, **{name: name for name in (*SETS, *POINTS)}}
    if kind not in known:
        raise GameError(f"kind: {kind!r} is not a claim{did_you_mean(str(kind), known)}")
    return known[kind]


def _answers(game: CoalitionalGame, given: Any) -> CoalitionalSolution:
    if not isinstance(given, dict) or not given:
        raise GameError("answers: nothing is claimed; write for instance {'shapley': [1, 2, 3]}")
    answers = tuple(_answer(game, _name_of(name), data) for name, data in given.items())
    return CoalitionalSolution(game, tuple(zip(given, answers, strict=True)))


def _answer(game: CoalitionalGame, name: str, data: Any) -> Solution:
    if name in POINTS:
        return _point(game, POINTS[name], data)
    if not isinstance(data, dict):
        raise GameError(f"{name}: expected an object, found {data!r:.40}")
    return SETS[name](game, data)


def _point(game: CoalitionalGame, cls: type[Allocation], data: Any) -> Allocation:
    given = data.get("payoffs", data) if isinstance(data, dict) else data
    payoffs = game.payoffs(given, f"payoffs of the {cls.concept}")
    method = str(data.get("method", "a claim")) if isinstance(data, dict) else "a claim"
    if isinstance(game, VotingGame) and cls is ShapleyValue:
        return ShapleyShubik(game, payoffs, method)
    if isinstance(game, VotingGame) and cls is BanzhafValue:
        return SwingChance(game, payoffs, method)
    if issubclass(cls, LexicographicAllocation):
        return cls(game, payoffs, method, rounds=_rounds(game, cls, payoffs, data))
    return cls(game, payoffs, method)


def _rounds(
    game: CoalitionalGame,
    cls: type[LexicographicAllocation],
    payoffs: tuple[Number, ...],
    data: Any,
) -> tuple[Round, ...]:
    """The weights that come with the claim; without them they are sought anew."""
    if not isinstance(data, dict) or "rounds" not in data:
        return cls.of(game).rounds
    complaints = cls.complaints_in(game)
    known: dict[str, int] = {}
    if cls is ModifiedNucleolus:
        known = {complaints.spell(k): k for k in range(len(complaints.worths.array))}
    rounds = []
    for given in array(data["rounds"], "rounds"):
        if not isinstance(given, dict):
            raise GameError(f"rounds: expected objects, found {given!r:.40}")
        names = [str(name) for name in array(given.get("tight", []), "tight")]
        tight = tuple(known[x] if x in known else game.mask(x) for x in names)
        bound = tuple(game.position(p) for p in array(given.get("at_lower_bound", []), "bound"))
        weights = _numbers(given, "weights", len(tight))
        beside = _numbers(given, "bound_weights", len(bound))
        level = number(given.get("level"), "level")
        dimension = int(number(given.get("dimension", 0), "dimension"))
        rounds.append(Round(level, tight, weights, bound, beside, payoffs, dimension))
    return tuple(rounds)


def _core(game: CoalitionalGame, data: Data) -> ClaimedSet:
    found = Core(game, _balance(game, data, "balanced_weights"))
    return ClaimedSet(found, _points(game, data, "vertices"), _ranges(game, data))


def _least(game: CoalitionalGame, data: Data, cls: type[Least]) -> ClaimedSet:
    epsilon = number(data.get("epsilon"), "epsilon")
    relaxed = cls.relaxed(game, epsilon)
    found = cls(game, _balance(relaxed, data, "balanced_weights"), epsilon)
    return ClaimedSet(found, _points(game, data, "vertices"), _ranges(game, data))


def _balance(game: CoalitionalGame, data: Data, weights: str) -> Balancedness:
    """The point, or the balanced weights without one."""
    point = data.get("point")
    table = data.get(weights) or {}
    if not isinstance(table, dict):
        raise GameError(f"{weights}: expected an object with a weight for each coalition")
    pairs = tuple((game.mask(k), number(w, f"weight of {k}")) for k, w in table.items())
    if point is None and not data.get("empty", not data.get("balanced", False)):
        raise GameError("point: it is missing, though the set is said not to be empty")
    earned = sum((w * game.value(mask) for mask, w in pairs), Fraction(0))
    read = None if point is None else game.payoffs(point, "point")
    return Balancedness(game, earned, read, pairs)


def _weber(game: CoalitionalGame, data: Data) -> WeberSet:
    vectors = []
    for given in array(data.get("marginal_vectors", []), "marginal_vectors"):
        if not isinstance(given, dict):
            raise GameError("marginal_vectors: expected objects with 'order' and 'payoffs'")
        order = tuple(game.position(p) for p in array(given.get("order", []), "order"))
        if sorted(order) != list(range(game.n)):
            raise GameError(f"order: {given.get('order')!r} does not name every player once")
        vectors.append((tuple(map(exact, game.payoffs(given.get("payoffs")))), order))
    return WeberSet(game, tuple(vectors))


def _dividends(game: CoalitionalGame, data: Data) -> Dividends:
    table = data.get("dividends", data)
    if not isinstance(table, dict):
        raise GameError("dividends: expected an object with a number for each coalition")
    values: list[Number] = [Fraction(0)] * (1 << game.n)
    for name, value in table.items():
        values[game.mask(name)] = number(value, f"dividend of {name}")
    if not game.exact:
        import numpy as np

        return Dividends(game, tensor_over(np.array([float(x) for x in values])))
    from kibitz.core.tensor import Tensor

    return Dividends(game, Tensor.read(values, 1, "dividends"))


def _power(game: CoalitionalGame, data: Data) -> PowerTable:
    table = data.get("indices", data)
    if not isinstance(table, dict) or not table:
        raise GameError("indices: expected an object with a list for each power index")
    known = ("Shapley-Shubik index", "Banzhaf value", "normalized Banzhaf index", *DEFINITIONS)
    found: list[Allocation] = []
    for name, given in table.items():
        if name not in known:
            raise GameError(f"indices: no index is called {name!r}{did_you_mean(name, known)}")
        payoffs = game.payoffs(given, name)
        if isinstance(game, VotingGame):
            found.append(VotingIndex(game, payoffs, "a claim", None, name))
        elif name in DEFINITIONS:
            found.append(PowerIndex(game, payoffs, "a claim", None, name))
        else:
            plain = {"Banzhaf value": BanzhafValue, "Shapley-Shubik index": ShapleyValue}
            found.append(plain.get(name, NormalizedBanzhaf)(game, payoffs, "a claim"))
    if isinstance(game, VotingGame):
        return VotingPower(game, tuple(found), game.swings())
    return PowerTable(game, tuple(found))


def _division(game: CoalitionalGame, data: Data) -> Division:
    awards = data.get("awards")
    if not isinstance(awards, dict) or not awards:
        raise GameError("awards: expected an object with a list for each rule")
    found = tuple(_award(game, rule, payoffs) for rule, payoffs in awards.items())
    return Division(found[0].problem, found)


def _award(game: CoalitionalGame, rule: Any, payoffs: Any) -> Award:
    if not isinstance(game, Bankruptcy):
        raise GameError(f"kind: awards are claims about a bankruptcy, and this game is {game.kind}")
    return Award(game, rule_called(str(rule)), game.payoffs(payoffs, "awards"))


def _points(game: CoalitionalGame, data: Data, key: str) -> tuple[tuple[Number, ...], ...] | None:
    if data.get(key) is None:
        return None
    return tuple(game.payoffs(x, key) for x in array(data[key], key))


def _ranges(game: CoalitionalGame, data: Data) -> tuple[tuple[Number, Number], ...] | None:
    if data.get("ranges") is None:
        return None
    if not isinstance(data["ranges"], dict):
        raise GameError("ranges: expected an object with two numbers for each player")
    missing = [p for p in game.players if p not in data["ranges"]]
    if missing:
        raise GameError(f"ranges: nothing is given for {', '.join(missing)}")
    pairs = []
    for player in game.players:
        low, high = _numbers(data["ranges"], player, 2)
        pairs.append((low, high))
    return tuple(pairs)


def _numbers(data: Data, key: str, size: int) -> tuple[Number, ...]:
    read = tuple(number(x, key) for x in array(data.get(key, []), key))
    if len(read) != size:
        raise GameError(f"{key}: {len(read)} numbers, there must be {size}")
    return read


CLAIMS: dict[str, Reader] = {
    ANY: lambda game, data: (cost_claim if isinstance(game, CostGame) else claim)(game, data)
}
