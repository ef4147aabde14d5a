from kibitz.experiments.experiment import experiment as experiment
from kibitz.experiments.grid import expand as expand
from kibitz.experiments.grid import grid as grid
from kibitz.experiments.results import Results as Results
from kibitz.experiments.results import results as results
from kibitz.experiments.tournaments import spread_tournament as spread_tournament
