"""Learning and evolution: rules by which players change what they do, and where they lead.

>>> from kibitz import matrix
>>> from kibitz.learning import fictitious_play
>>> print(fictitious_play(matrix("1 -1; -1 1"), rounds=200).value_bounds[1] < 0.1)
True
"""

from kibitz.learning.dynamics.best_response import best_response_dynamics
from kibitz.learning.dynamics.best_response_flow import best_response_flow
from kibitz.learning.dynamics.draw import draw_trajectory, phase_portrait
from kibitz.learning.dynamics.fictitious_play import fictitious_play
from kibitz.learning.dynamics.logit import logit_dynamics
from kibitz.learning.dynamics.methods import dynamics
from kibitz.learning.dynamics.regret_matching import regret_matching
from kibitz.learning.dynamics.replicator import replicator
from kibitz.learning.dynamics.trajectory import Trajectory

__all__ = [
    "Trajectory",
    "best_response_dynamics",
    "best_response_flow",
    "draw_trajectory",
    "dynamics",
    "fictitious_play",
    "logit_dynamics",
    "phase_portrait",
    "regret_matching",
    "replicator",
]
