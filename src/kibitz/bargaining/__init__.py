"""Bargaining: what two players can reach together, and which of it they should agree on.

The package can be called like its constructor, so that ``kibitz.bargaining`` is both:

>>> import kibitz as kb
>>> kb.bargaining([(0, 0), (0, 1), (3, 0)], (0, 0)).nash().point
(Fraction(3, 2), Fraction(1, 2))
"""

import sys
from types import ModuleType
from typing import Any

from kibitz.bargaining.all_in import AllInEndgame, all_in_endgame
from kibitz.bargaining.axioms import AxiomReport, axioms
from kibitz.bargaining.describe import describe_bargaining
from kibitz.bargaining.draw import draw_bargaining, draw_sets
from kibitz.bargaining.explain import explain_bargaining
from kibitz.bargaining.game import BargainingProblem, bargaining, threat_point, tu_set
from kibitz.bargaining.sets.feasible import FeasibleSet, show_pair
from kibitz.bargaining.sets.frontier import Frontier, frontier
from kibitz.bargaining.sets.noncooperative import NonCooperativeSet, noncooperative_set
from kibitz.bargaining.sets.polygon import Polygon, polygon
from kibitz.bargaining.sets.read import inequalities, ntu_set, read_set
from kibitz.bargaining.sets.region import Region
from kibitz.bargaining.sets.transferable import TransferableSet, transferable_set
from kibitz.bargaining.several import BargainingSolutions
from kibitz.bargaining.solution import BargainingSolution
from kibitz.bargaining.solutions.egalitarian import egalitarian
from kibitz.bargaining.solutions.fixed_threats import FixedThreats, fixed_threats
from kibitz.bargaining.solutions.kalai_smorodinsky import ideal_point, kalai_smorodinsky
from kibitz.bargaining.solutions.lambda_transfer import (
    LambdaTransfer,
    lambda_transfer,
    transfer_value,
)
from kibitz.bargaining.solutions.nash import nash
from kibitz.bargaining.solutions.tu_solution import TuSolution, tu_solution
from kibitz.bargaining.solutions.utilitarian import utilitarian
from kibitz.bargaining.solve import solve_bargaining
from kibitz.core.options import with_known_parameters

__all__ = [
    "AllInEndgame",
    "AxiomReport",
    "BargainingProblem",
    "BargainingSolution",
    "BargainingSolutions",
    "FeasibleSet",
    "FixedThreats",
    "Frontier",
    "LambdaTransfer",
    "NonCooperativeSet",
    "Polygon",
    "Region",
    "TransferableSet",
    "TuSolution",
    "all_in_endgame",
    "axioms",
    "bargaining",
    "describe_bargaining",
    "draw_bargaining",
    "draw_sets",
    "egalitarian",
    "explain_bargaining",
    "fixed_threats",
    "frontier",
    "ideal_point",
    "inequalities",
    "kalai_smorodinsky",
    "lambda_transfer",
    "nash",
    "noncooperative_set",
    "ntu_set",
    "polygon",
    "read_set",
    "show_pair",
    "solve_bargaining",
    "threat_point",
    "transfer_value",
    "transferable_set",
    "tu_set",
    "tu_solution",
    "utilitarian",
]


class _Package(ModuleType):
    """A package that stands for the constructor of the same name when it is called."""

    def __call__(self, *args: Any, **options: Any) -> BargainingProblem:
        return with_known_parameters(bargaining)(*args, **options)


sys.modules[__name__].__class__ = _Package
