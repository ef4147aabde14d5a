from kibitz.learning.by_hand.genes import cross as cross
from kibitz.learning.by_hand.genes import mutate as mutate
from kibitz.learning.by_hand.genes import selection_probabilities as selection_probabilities
from kibitz.learning.by_hand.genes import spin as spin
from kibitz.learning.by_hand.information_gain import Examples as Examples
from kibitz.learning.by_hand.information_gain import entropy as entropy
from kibitz.learning.by_hand.information_gain import gini as gini
from kibitz.learning.by_hand.information_gain import information_gain as information_gain
from kibitz.learning.by_hand.updates import discounted_return as discounted_return
from kibitz.learning.by_hand.updates import value_updates as value_updates
from kibitz.learning.dynamics.best_response import best_response_dynamics as best_response_dynamics
from kibitz.learning.dynamics.best_response_flow import best_response_flow as best_response_flow
from kibitz.learning.dynamics.draw import draw_trajectory as draw_trajectory
from kibitz.learning.dynamics.draw import phase_portrait as phase_portrait
from kibitz.learning.dynamics.fictitious_play import fictitious_play as fictitious_play
from kibitz.learning.dynamics.logit import logit_dynamics as logit_dynamics
from kibitz.learning.dynamics.methods import dynamics as dynamics
from kibitz.learning.dynamics.multiplicative_weights import (
    multiplicative_weights as multiplicative_weights,
)
from kibitz.learning.dynamics.regret_matching import regret_matching as regret_matching
from kibitz.learning.dynamics.replicator import replicator as replicator
from kibitz.learning.dynamics.trajectory import Trajectory as Trajectory
from kibitz.learning.encoding.encode import encode as encode
from kibitz.learning.encoding.encodes import encodes as encodes
from kibitz.learning.encoding.encoding import Encoding as Encoding
from kibitz.learning.encoding.encoding import Symmetry as Symmetry
from kibitz.learning.evolution.automata import axelrod_tournament as axelrod_tournament
from kibitz.learning.training.history import History as History
from kibitz.learning.training.learner import Learner as Learner
from kibitz.learning.training.lesson import Lesson as Lesson
from kibitz.learning.training.model import Model as Model
from kibitz.learning.training.model import load_model as load_model
from kibitz.learning.training.train import train as train
