"""Impartial games: who wins, nimbers, sums, games that go round, and the families by name."""

from kibitz.combinatorial.describe import describe_impartial
from kibitz.combinatorial.digraph import Digraph, reached
from kibitz.combinatorial.draw import draw_graph
from kibitz.combinatorial.equivalence import Equivalence, compare, equivalent, separating_game
from kibitz.combinatorial.errors import CycleError, LimitError
from kibitz.combinatorial.explain import explain_impartial, explain_sum, nim_columns
from kibitz.combinatorial.game import ImpartialGame, Move, OptionsGame, impartial
from kibitz.combinatorial.grundy_functions import GrundyFunctions, grundy_functions, mex_functions
from kibitz.combinatorial.loopy import LoopyValue, fraenkel_smith_values, loopy_sum, loopy_value
from kibitz.combinatorial.nimber import mex, nim_sum, nimber_search
from kibitz.combinatorial.outcome import outcome_of_sum, outcome_search
from kibitz.combinatorial.perfect_play import Line, best_moves, line
from kibitz.combinatorial.read_digraph import digraph, digraph_from_edges
from kibitz.combinatorial.remoteness import remoteness_search
from kibitz.combinatorial.solution import ImpartialSolution
from kibitz.combinatorial.solve import solve_impartial
from kibitz.combinatorial.star import Star, star
from kibitz.combinatorial.sum import Simplification, Sum, disjunctive_sum, simplify

__all__ = [
    "CycleError",
    "Digraph",
    "Equivalence",
    "GrundyFunctions",
    "ImpartialGame",
    "ImpartialSolution",
    "LimitError",
    "Line",
    "LoopyValue",
    "Move",
    "OptionsGame",
    "Simplification",
    "Star",
    "Sum",
    "best_moves",
    "compare",
    "describe_impartial",
    "digraph",
    "digraph_from_edges",
    "disjunctive_sum",
    "draw_graph",
    "equivalent",
    "explain_impartial",
    "explain_sum",
    "fraenkel_smith_values",
    "grundy_functions",
    "impartial",
    "line",
    "loopy_sum",
    "loopy_value",
    "mex",
    "mex_functions",
    "nim_columns",
    "nim_sum",
    "nimber_search",
    "outcome_of_sum",
    "outcome_search",
    "reached",
    "remoteness_search",
    "separating_game",
    "simplify",
    "solve_impartial",
    "star",
]
