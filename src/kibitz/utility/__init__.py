"""Utility theory: lotteries, expected utility, elicitation, and the axioms behind them.

>>> from kibitz.utility import elicit, expected_utility
>>> u = elicit(["C ~ 1/3 A + 2/3 B"], zero="B", one="A")
>>> print(expected_utility("1/2 A + 1/2 C", u))
2/3
"""

from kibitz.algebra.contraction import (
    Contraction,
    a_posteriori_bound,
    a_priori_bound,
    contract,
    contraction_factor,
    shrunk,
)
from kibitz.utility.axioms import AxiomTest, axiom_test
from kibitz.utility.consistency import Consistency, consistency
from kibitz.utility.countable import (
    GeometricLottery,
    geometric_lottery,
    st_petersburg,
    unbounded_witness,
)
from kibitz.utility.elicitation import elicit, zone_utility
from kibitz.utility.expected_utility import (
    AffineEquivalence,
    Utility,
    affine_equivalence,
    expected_utility,
    utility,
)
from kibitz.utility.lottery import Lottery, compound, lottery, mix

__all__ = [
    "AffineEquivalence",
    "AxiomTest",
    "Consistency",
    "Contraction",
    "GeometricLottery",
    "Lottery",
    "Utility",
    "a_posteriori_bound",
    "a_priori_bound",
    "affine_equivalence",
    "axiom_test",
    "compound",
    "consistency",
    "contract",
    "contraction_factor",
    "elicit",
    "expected_utility",
    "geometric_lottery",
    "lottery",
    "mix",
    "shrunk",
    "st_petersburg",
    "unbounded_witness",
    "utility",
    "zone_utility",
]
