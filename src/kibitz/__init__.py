"""Game theory, computed: who wins, what it is worth, how to play it, and why.

>>> import kibitz as kb
>>> print(kb.matrix([[-2, 3], [3, -4]]).solve().value)
1/12

Write a game down: matrix, bimatrix, strategic_game; extensive_game, game_tree, Rules;
stochastic_game; cournot, bertrand, continuous_game; bargaining; coalition, cost_game, bankruptcy;
impartial; LinearProgram.read. Or take one from the shelf: game("blotto 4 3 2"); shelf() lists them.

Ask: game.solve(), explain(), draw(), describe(), or the functions of these names. Every solution
prints itself and has verify(). Games with moves: search(game).best(), cfr(game) where something is
hidden. Files: load, save.
"""

from __future__ import annotations

from importlib import import_module
from types import FunctionType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kibitz.arrows import to_bargaining, to_coalitional, to_extensive, to_strategic
    from kibitz.bargaining.game import BargainingProblem, bargaining
    from kibitz.coalitional.bankruptcy.division import divide
    from kibitz.coalitional.bankruptcy.game import bankruptcy
    from kibitz.coalitional.cost_game import CostGame, cost_game
    from kibitz.coalitional.game import CoalitionalGame
    from kibitz.coalitional.make import coalition
    from kibitz.coalitional.voting.weighted import weighted_voting
    from kibitz.combinatorial.game import ImpartialGame, impartial
    from kibitz.continuous.game import ContinuousGame, continuous_game
    from kibitz.continuous.markets.advertising import advertising
    from kibitz.continuous.markets.bertrand import bertrand
    from kibitz.continuous.markets.cournot import cournot, monopoly
    from kibitz.continuous.markets.entry import entry
    from kibitz.continuous.markets.stackelberg import stackelberg
    from kibitz.continuous.poker.betting_tree import betting_game
    from kibitz.continuous.poker.game import continuous_poker
    from kibitz.core.errors import GameError
    from kibitz.core.method import methods
    from kibitz.core.verbs import describe, draw, explain, solve
    from kibitz.extensive.arrows.unfold import unfold
    from kibitz.extensive.build import extensive_game
    from kibitz.extensive.game import ExtensiveGame
    from kibitz.formats import load, save
    from kibitz.games import game, shelf
    from kibitz.learning.dynamics.methods import dynamics
    from kibitz.learning.regret.cfr import cfr
    from kibitz.learning.regret.mccfr import mccfr
    from kibitz.learning.regret.strategy_store import load_solution
    from kibitz.linear.program import LinearProgram
    from kibitz.rules.game import CHANCE, OVER, TOGETHER, Rules
    from kibitz.rules.trees.build import game_tree
    from kibitz.search.search import search
    from kibitz.stochastic.families.family import game_family
    from kibitz.stochastic.game import StochasticGame, stochastic_game
    from kibitz.strategic.game import StrategicGame, bimatrix, strategic_game
    from kibitz.zero_sum.game import MatrixGame, matrix

__version__ = "0.1.0"

_HOME = {
    "GameError": "kibitz.core.errors",
    "describe": "kibitz.core.verbs",
    "draw": "kibitz.core.verbs",
    "explain": "kibitz.core.verbs",
    "methods": "kibitz.core.method",
    "solve": "kibitz.core.verbs",
    "load": "kibitz.formats",
    "save": "kibitz.formats",
    "game": "kibitz.games",
    "shelf": "kibitz.games",
    "to_bargaining": "kibitz.arrows",
    "to_coalitional": "kibitz.arrows",
    "to_extensive": "kibitz.arrows",
    "to_strategic": "kibitz.arrows",
    "ExtensiveGame": "kibitz.extensive.game",
    "extensive_game": "kibitz.extensive.build",
    "unfold": "kibitz.extensive.arrows.unfold",
    "cfr": "kibitz.learning.regret.cfr",
    "dynamics": "kibitz.learning.dynamics.methods",
    "load_solution": "kibitz.learning.regret.strategy_store",
    "mccfr": "kibitz.learning.regret.mccfr",
    "BargainingProblem": "kibitz.bargaining.game",
    "CoalitionalGame": "kibitz.coalitional.game",
    "CostGame": "kibitz.coalitional.cost_game",
    "coalition": "kibitz.coalitional.make",
    "bankruptcy": "kibitz.coalitional.bankruptcy.game",
    "divide": "kibitz.coalitional.bankruptcy.division",
    "weighted_voting": "kibitz.coalitional.voting.weighted",
    "cost_game": "kibitz.coalitional.cost_game",
    "ImpartialGame": "kibitz.combinatorial.game",
    "impartial": "kibitz.combinatorial.game",
    "ContinuousGame": "kibitz.continuous.game",
    "advertising": "kibitz.continuous.markets.advertising",
    "bertrand": "kibitz.continuous.markets.bertrand",
    "continuous_game": "kibitz.continuous.game",
    "betting_game": "kibitz.continuous.poker.betting_tree",
    "continuous_poker": "kibitz.continuous.poker.game",
    "cournot": "kibitz.continuous.markets.cournot",
    "entry": "kibitz.continuous.markets.entry",
    "monopoly": "kibitz.continuous.markets.cournot",
    "stackelberg": "kibitz.continuous.markets.stackelberg",
    "LinearProgram": "kibitz.linear.program",
    "Rules": "kibitz.rules.game",
    "OVER": "kibitz.rules.game",
    "CHANCE": "kibitz.rules.game",
    "TOGETHER": "kibitz.rules.game",
    "game_tree": "kibitz.rules.trees.build",
    "MatrixGame": "kibitz.zero_sum.game",
    "StochasticGame": "kibitz.stochastic.game",
    "game_family": "kibitz.stochastic.families.family",
    "stochastic_game": "kibitz.stochastic.game",
    "StrategicGame": "kibitz.strategic.game",
    "bimatrix": "kibitz.strategic.game",
    "matrix": "kibitz.zero_sum.game",
    "strategic_game": "kibitz.strategic.game",
}
_ROOMS = (
    "algebra",
    "bargaining",
    "coalitional",
    "combinatorial",
    "continuous",
    "core",
    "formats",
    "games",
    "linear",
    "poker",
    "reproduce",
    "stochastic",
    "strategic",
    "rules",
    "search",
    "extensive",
    "learning",
    "play",
    "utility",
    "zero_sum",
)

__all__ = [
    "CHANCE",
    "OVER",
    "TOGETHER",
    "BargainingProblem",
    "CoalitionalGame",
    "ContinuousGame",
    "CostGame",
    "ExtensiveGame",
    "GameError",
    "ImpartialGame",
    "LinearProgram",
    "MatrixGame",
    "Rules",
    "StochasticGame",
    "StrategicGame",
    "advertising",
    "bankruptcy",
    "bargaining",
    "bertrand",
    "betting_game",
    "bimatrix",
    "cfr",
    "coalition",
    "continuous_game",
    "continuous_poker",
    "cost_game",
    "cournot",
    "describe",
    "divide",
    "draw",
    "dynamics",
    "entry",
    "explain",
    "extensive_game",
    "game",
    "game_family",
    "game_tree",
    "impartial",
    "load",
    "load_solution",
    "matrix",
    "mccfr",
    "methods",
    "monopoly",
    "save",
    "search",
    "shelf",
    "solve",
    "stackelberg",
    "stochastic_game",
    "strategic_game",
    "to_bargaining",
    "to_coalitional",
    "to_extensive",
    "to_strategic",
    "unfold",
    "weighted_voting",
]


def __getattr__(name: str) -> Any:
    """Fetch a name when it is first used, so that ``import kibitz`` costs next to nothing."""
    if name in _HOME:
        found = getattr(import_module(_HOME[name]), name)
        if isinstance(found, FunctionType):
            from kibitz.core.options import with_known_parameters

            found = with_known_parameters(found)
        globals()[name] = found
        return found
    if name in _ROOMS:
        return import_module(f"kibitz.{name}")
    raise AttributeError(f"module 'kibitz' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*__all__, *_ROOMS, "__version__"})
