"""Claims about strategic games, read back from the JSON that ``to_json`` of a solution writes.

Claimed equilibria are read in :mod:`~kibitz.formats.answers.equilibria`. What JSON leaves out,
as the prices that prove a commitment to be best, is found anew.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.algebra.real_root import Point
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import Number, number
from kibitz.core.solution import Solution
from kibitz.core.tensor import Tensor
from kibitz.formats.answers.solution import Reader, solution_from_json
from kibitz.formats.answers.stated import Together, deniable, stated
from kibitz.formats.json_files.keys import algebraic, array, label, number_at, numbers_at
from kibitz.strategic.coalitions.coalition_values import coalition_values
from kibitz.strategic.coalitions.readings import coalition_readings
from kibitz.strategic.concepts.best_replies import best_replies
from kibitz.strategic.concepts.correlated_equilibrium import claimed_best, correlated_test
from kibitz.strategic.concepts.correlated_program import Objective
from kibitz.strategic.concepts.dominant import dominant_strategies
from kibitz.strategic.concepts.equilibrium_test import equilibrium_test
from kibitz.strategic.concepts.interchangeable import interchangeable
from kibitz.strategic.concepts.joint_optimum import joint_optimum
from kibitz.strategic.concepts.movement_diagram import movement_diagram
from kibitz.strategic.concepts.nash_map import nash_map
from kibitz.strategic.concepts.pareto import claimed_pareto
from kibitz.strategic.concepts.pure_equilibria import PureEquilibria
from kibitz.strategic.concepts.rationalizable import Rationalizable, rationalizable
from kibitz.strategic.concepts.safety_levels import SafetyLevels, safety_levels
from kibitz.strategic.concepts.zero_sum_equivalence import zero_sum_equivalence
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.n_player.logit import LogitEquilibrium, QuantalResponse
from kibitz.strategic.n_player.symmetric_two_action import (
    JointMaximum,
    SymmetricEquilibrium,
    SymmetricMixtures,
)
from kibitz.strategic.profile import Profile, read_cell, read_profile
from kibitz.strategic.sequential.repeated import RepeatedSolution, repeated
from kibitz.strategic.sequential.stackelberg import claimed_commitment
from kibitz.strategic.two_player.equalizing import equalizing
from kibitz.strategic.two_player.quadratic_program import quadratic_program
from kibitz.strategic.two_player.symmetric_equilibria import SymmetricEquilibria
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.strategies.dominance import Domination, Elimination, Kept
from kibitz.zero_sum.strategies.mixture import Mixture, mixture

Data = dict[str, Any]


def elimination(game: MatrixGame | StrategicGame, data: Data) -> Elimination:
    """Strategies that are said to go one after another, each with what dominates it.

    >>> from kibitz import matrix
    >>> game = matrix("2 0 4; 1 2 3; 4 1 2")
    >>> claim = {"removals": [{"player": "I", "label": "1", "by": {"3": "1"}, "strict": True}]}
    >>> elimination(game, claim).verify().holds
    False
    """
    names = game.strategies if isinstance(game, StrategicGame) else (game.rows, game.columns)
    removals = []
    for k, item in enumerate(array(data.get("removals", []), "removals")):
        where = f"removals[{k}]"
        if not isinstance(item, dict) or not isinstance(item.get("by"), dict):
            raise GameError(f"{where}: expected an object with 'player', 'label' and 'by'")
        player = _player(game, item.get("player", item.get("side")), where)
        own = names[player]
        index = _position(own, item.get("label"), where)
        pairs = item["by"].items()
        by = tuple((_position(own, name, where), number(w, where)) for name, w in pairs)
        removals.append(Domination(player, index, by, item.get("strict") is True))
    gone = {(d.player, d.index) for d in removals}
    left = tuple(
        tuple(i for i in range(len(own)) if (k, i) not in gone) for k, own in enumerate(names)
    )
    return Elimination(game, tuple(removals), _kept(names, data, left))


def _kept(names: Any, data: Data, left: Kept) -> Kept:
    """What is said to remain, by name; without a word about it, what the removals leave."""
    if "strategies" not in data:
        return left
    listed = array(data["strategies"], "strategies")
    if len(listed) != len(names):
        raise GameError(f"strategies: {len(listed)} lists for {len(names)} players")
    return tuple(
        tuple(_position(own, name, f"strategies[{k}]") for name in array(given, "strategies"))
        for k, (own, given) in enumerate(zip(names, listed, strict=True))
    )


def _player(game: MatrixGame | StrategicGame, given: Any, where: str) -> int:
    if isinstance(game, StrategicGame):
        return game.player(given)
    sides = {**{p: k for k, p in enumerate(game.players)}, "row": 0, "column": 1}
    if given not in sides:
        raise GameError(f"{where}: no player {given!r}{did_you_mean(str(given), sides)}")
    return sides[given]


def _position(names: tuple[str, ...], given: Any, where: str) -> int:
    name = label(given, where)
    if name not in names:
        raise GameError(f"{where}: no strategy {name!r}{did_you_mean(name, names)}")
    return names.index(name)


def _rationalizable(game: StrategicGame, data: Data) -> Rationalizable:
    removed = elimination(game, data)
    if "beliefs" not in data:
        return Rationalizable(game, removed, rationalizable(game).beliefs)
    beliefs = tuple(
        tuple(
            tuple(number(x, "beliefs") for x in array(b, "beliefs")) for b in array(own, "beliefs")
        )
        for own in array(data["beliefs"], "beliefs")
    )
    if len(beliefs) != len(game.players):
        raise GameError(f"beliefs: {len(beliefs)} lists for {len(game.players)} players")
    return Rationalizable(game, removed, beliefs)


def _safety(game: StrategicGame, data: Data) -> SafetyLevels:
    levels = tuple(numbers_at(data, "levels", len(game.players)))
    ours = safety_levels(game)
    if "strategies" not in data:
        return SafetyLevels(game, levels, ours.strategies, ours.punishments)
    listed = array(data["strategies"], "strategies")
    if len(listed) != len(game.players):
        raise GameError(f"strategies: {len(listed)} lists for {len(game.players)} players")
    extreme = tuple(
        tuple(mixture(w, names, f"strategies[{k}]") for w in array(own, f"strategies[{k}]"))
        for k, (own, names) in enumerate(zip(listed, game.strategies, strict=True))
    )
    return SafetyLevels(game, levels, extreme, ours.punishments)


def _pareto(game: StrategicGame, data: Data) -> Solution:
    key = "cells" if "cells" in data else "strategies"
    return claimed_pareto(game, [read_cell(game, cell) for cell in array(data.get(key), key)])


def _commitment(game: StrategicGame, data: Data) -> Solution:
    leader = game.player(data.get("leader", 0))
    follower = 1 - leader
    if "answer" not in data:
        raise GameError("answer: it is missing")
    answer = _position(game.strategies[follower], data["answer"], "answer")
    strategy = mixture(data.get("strategy"), game.strategies[leader], "strategy")
    return claimed_commitment(game, leader, strategy, answer, data.get("mixed", True) is True)


def _repeated(game: StrategicGame, data: Data) -> RepeatedSolution:
    rounds = number_at(data, "rounds")
    if rounds != int(rounds):
        raise GameError(f"rounds: {data['rounds']!r} is not a whole number")
    listed = array(data.get("stage_equilibria", [{"profile": data.get("each_round")}]), "stage")
    profiles = []
    for k, item in enumerate(listed):
        if not isinstance(item, dict) or "profile" not in item:
            raise GameError(f"stage_equilibria[{k}]: expected an object with 'profile'")
        profiles.append(read_profile(game, item["profile"]))
    whole = repeated(game, int(rounds), data.get("discount", 1))
    return RepeatedSolution(whole, tuple(profiles), data.get("unique") is True)


def _pure(game: StrategicGame, data: Data) -> PureEquilibria:
    listed = array(data.get("equilibria", []), "equilibria")
    cells = [read_cell(game, _key(item, f"equilibria[{k}]")) for k, item in enumerate(listed)]
    return PureEquilibria(game, tuple(sorted(cells)))


def _correlated(game: StrategicGame, data: Data) -> Solution:
    weights = {}
    for k, item in enumerate(array(data.get("distribution", []), "distribution")):
        where = f"distribution[{k}]"
        cell = read_cell(game, _key(item, where))
        if "probability" not in item:
            raise GameError(f"{where}: its probability is missing")
        weights[cell] = item["probability"]
    test = correlated_test(game, weights, str(data["kind"]).startswith("coarse"))
    if "objective" not in data:
        return test
    wanted: Any = data["objective"]
    if "worth" in data:
        wanted = Objective(str(wanted), Tensor.read(data["worth"], len(game.players), "worth"))
    return claimed_best(test, wanted, number_at(data, "value"), str(data.get("sense", "max")))


def _key(item: Any, where: str) -> Any:
    if not isinstance(item, dict) or not ("strategies" in item or "cell" in item):
        raise GameError(f"{where}: expected an object with 'strategies' or a 'cell'")
    return item["strategies"] if "strategies" in item else item["cell"]


def _symmetric(game: StrategicGame, data: Data) -> Solution:
    if len(game.players) == 2:
        listed = array(data.get("strategies"), "strategies")
        read = [mixture(w, game.strategies[0], f"strategies[{k}]") for k, w in enumerate(listed)]
        return SymmetricEquilibria(game, tuple(sorted(read, reverse=True)))  # type: ignore[arg-type]
    small = game.symmetric_two_action()
    found = []
    for k, item in enumerate(array(data.get("equilibria"), "equilibria")):
        found.append(SymmetricEquilibrium(small, _x(item, f"equilibria[{k}]")))
    return SymmetricMixtures(small, tuple(found))


def _x(item: Any, where: str) -> Point:
    if not isinstance(item, dict) or "x" not in item:
        raise GameError(f"{where}: expected an object with 'x'")
    return algebraic(item["x"], f"{where}.x")


def _logit(game: StrategicGame, data: Data) -> LogitEquilibrium:
    profile = _floats(game, data.get("strategies"), "strategies")
    return LogitEquilibrium(game, float(number_at(data, "lambda")), profile)


def _branch(game: StrategicGame, data: Data) -> QuantalResponse:
    rates: list[float] = []
    rows: list[list[float]] = []
    for k, item in enumerate(array(data.get("branch"), "branch")):
        if not isinstance(item, dict):
            raise GameError(f"branch[{k}]: expected an object with 'lambda' and 'profile'")
        rates.append(float(number_at(item, "lambda")))
        profile = _floats(game, item.get("profile"), f"branch[{k}].profile")
        rows.append([float(x) for weights in profile for x in weights])
    if not rows:
        raise GameError("branch: it is empty")
    return QuantalResponse(game, tuple(rates), np.array(rows), data.get("complete") is True)


def _floats(game: StrategicGame, given: Any, where: str) -> Profile:
    lists = array(given, where)
    if len(lists) != len(game.players):
        raise GameError(f"{where}: {len(lists)} strategies for {len(game.players)} players")
    return tuple(
        _as_floats(mixture(w, names, f"{where}[{k}]"))
        for k, (w, names) in enumerate(zip(lists, game.strategies, strict=True))
    )


def _as_floats(weights: Mixture) -> tuple[Number, ...]:
    return tuple(float(w) for w in weights)


def _answers(game: StrategicGame, data: Data) -> tuple[Solution, ...]:
    answers = data.get("answers")
    if not isinstance(answers, dict) or not answers:
        raise GameError("answers: expected an object with a claim for each name")
    return tuple(solution_from_json(game, claim) for claim in answers.values())


def _potential(game: StrategicGame, data: Data) -> Solution:
    found = game.potential()
    if found is None:
        raise GameError("kind: this game has no potential, exact or ordinal")
    return found


CLAIMS: dict[str, Reader] = {
    "elimination": stated(elimination),
    "rationalizable": stated(_rationalizable),
    "safety-levels": stated(_safety),
    "pareto-set": stated(_pareto),
    "commitment": stated(_commitment),
    "repeated-solution": stated(_repeated),
    "pure-equilibria": stated(_pure),
    "correlated-equilibrium": deniable(_correlated),
    "coarse-correlated-equilibrium": deniable(_correlated),
    "symmetric-equilibria": stated(_symmetric),
    "symmetric-equilibrium": stated(
        lambda game, data: SymmetricEquilibrium(game.symmetric_two_action(), _x(data, "claim"))
    ),
    "joint-maximum": stated(
        lambda game, data: JointMaximum(game.symmetric_two_action(), _x(data, "claim"))
    ),
    "logit-equilibrium": stated(_logit),
    "quantal-response": stated(_branch),
    "equilibrium-test": deniable(
        lambda game, data: equilibrium_test(game, array(data.get("profile"), "profile"))
    ),
    "nash-map": stated(lambda game, data: nash_map(game, array(data.get("profile"), "profile"))),
    "interchangeability": stated(
        lambda game, data: interchangeable(game, array(data.get("equilibria"), "equilibria"))
    ),
    "best-responses": stated(
        lambda game, data: best_replies(
            game, data.get("player", 0), array(data.get("profile"), "profile")
        )
    ),
    "quadratic-program": stated(
        lambda game, data: quadratic_program(game, array(data.get("profile"), "profile"))
    ),
    "equalizing-equilibria": stated(lambda game, data: equalizing(game)),
    "structure": lambda game, data: Together(_answers(game, data)),
    "dominant-strategies": stated(lambda game, data: dominant_strategies(game)),
    "movement-diagram": stated(lambda game, data: movement_diagram(game)),
    "joint-optimum": stated(lambda game, data: joint_optimum(game)),
    "zero-sum-equivalence": stated(lambda game, data: zero_sum_equivalence(game)),
    "potential": stated(_potential),
    "coalition-values": stated(
        lambda game, data: coalition_values(game, str(data.get("reading", "security")))
    ),
    "coalition-readings": stated(lambda game, data: coalition_readings(game)),
}
