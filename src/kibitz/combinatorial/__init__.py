"""Impartial games: who wins, nimbers, sums, games that go round, and the families by name.

All names are to be had from here; what stands behind a name is loaded when it is first used.

>>> from kibitz.combinatorial import kayles, nim, nim_product, stalks
>>> nim([3, 4, 5]).nimber(), (kayles(5) + stalks(4)).nimber(), nim_product(8, 8)
(2, 0, 13)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.combinatorial.errors import CycleError, LimitError
from kibitz.combinatorial.game import ImpartialGame, Move, OptionsGame, impartial
from kibitz.combinatorial.star import Star, star
from kibitz.core.lazy_package import fetch_lazily

if TYPE_CHECKING:
    from kibitz.combinatorial.coins import *  # noqa: F403
    from kibitz.combinatorial.describe import describe_impartial
    from kibitz.combinatorial.digraphs.game import Digraph, reached
    from kibitz.combinatorial.digraphs.loopy import (
        LoopyValue,
        fraenkel_smith_values,
        loopy_sum,
        loopy_value,
    )
    from kibitz.combinatorial.digraphs.mex_equations import (
        GrundyFunctions,
        grundy_functions,
        mex_functions,
    )
    from kibitz.combinatorial.digraphs.read import digraph, digraph_from_edges
    from kibitz.combinatorial.draw import draw_graph
    from kibitz.combinatorial.explain import explain_impartial, explain_sum, nim_columns
    from kibitz.combinatorial.hackenbush import *  # noqa: F403
    from kibitz.combinatorial.heaps import *  # noqa: F403
    from kibitz.combinatorial.in_turns import InTurns
    from kibitz.combinatorial.methods.nimber import mex, nim_sum, nimber_search
    from kibitz.combinatorial.methods.outcome import outcome_of_sum, outcome_search
    from kibitz.combinatorial.methods.perfect_play import Line, best_moves, line
    from kibitz.combinatorial.methods.remoteness import remoteness_search
    from kibitz.combinatorial.nim_family import *  # noqa: F403
    from kibitz.combinatorial.nimbers.arrays import *  # noqa: F403
    from kibitz.combinatorial.nimbers.field import *  # noqa: F403
    from kibitz.combinatorial.nimbers.ordinal import *  # noqa: F403
    from kibitz.combinatorial.solution import ImpartialSolution
    from kibitz.combinatorial.solve import solve_impartial
    from kibitz.combinatorial.sums.draw import draw_sum
    from kibitz.combinatorial.sums.equivalence import (
        Equivalence,
        compare,
        equivalent,
        separating_game,
    )
    from kibitz.combinatorial.sums.sum import Simplification, Sum, disjunctive_sum, simplify
    from kibitz.combinatorial.transfinite import Transfinite, TransfiniteSum

_ROOMS = {
    "describe": "describe_impartial",
    "digraphs.game": "Digraph reached",
    "draw": "draw_graph",
    "sums.draw": "draw_sum",
    "sums.equivalence": "Equivalence compare equivalent separating_game",
    "explain": "explain_impartial explain_sum nim_columns",
    "in_turns": "InTurns",
    "digraphs.mex_equations": "GrundyFunctions grundy_functions mex_functions",
    "digraphs.loopy": "LoopyValue fraenkel_smith_values loopy_sum loopy_value",
    "methods.nimber": "mex nim_sum nimber_search",
    "methods.outcome": "outcome_of_sum outcome_search",
    "methods.perfect_play": "Line best_moves line",
    "digraphs.read": "digraph digraph_from_edges",
    "methods.remoteness": "remoteness_search",
    "solution": "ImpartialSolution",
    "solve": "solve_impartial",
    "sums.sum": "Simplification Sum disjunctive_sum simplify",
    "transfinite": "Transfinite TransfiniteSum",
    "coins": """
        AcrosticTwins BoardRule CoinBoard CoinCount CoinRow CoinRule CoinRun TartanRule
        TartanStep TartanTurn Turn acrostic_twins board_rule coin_board coin_count coin_row
        coin_rule coin_run coin_subtraction coin_subtraction_pairs grunt mock_turtles
        mock_turtles_squared moebius mogul moidores named_rule one_or_two_at_distance rugs ruler
        rulerette sym tartan tartan_product triplets turning_corners turning_turtles
        turning_turtles_squared turnips twins
    """,
    "hackenbush": """
        Hackenbush circuits colon connected draw_hackenbush explain_hackenbush fused hackenbush
        stalks tree
    """,
    "heaps": """
        Aliquot Amounts AtLeastFraction AtMostFraction BipartiteMonoid Code DimPlus
        DynamicSubtraction EvenIfNotAll EvenOrLone Genus GrundysGame HeapGame HeapRule
        ImpatientSubtraction InfiniteQuotient Linear MisereQuotient MoveRange NimSequence
        Periodicity
        RemovalGame SubtractionGame TakeAndBreak ThreesOrAll Treblecross Unknown at_least
        at_most dawsons_chess dawsons_kayles draw_heaps dynamic_subtraction explain_heaps
        explain_period explain_quotient fibonacci fibonacci_nim find_period genus groups
        grundys_game heap_game impatient_subtraction kayles knock_down laskers_nim
        misere_outcome misere_quotient nim_sequence octal officers one_pile p_positions
        read_amounts read_code schwenk_sequence subtraction take_and_break treblecross
        winning_marks winning_pins zeckendorf
    """,
    "nim_family": """
        SOS Bins Chomp Divisors EmptyAndDivide Mating Moore Nim Nimble Northcott PokerNim Rayles
        Rims Rook StaircaseNim ThirtyOne TransfiniteNim TwoDimensionalNim VertexDeletion Welter
        Wythoff bins chomp chomp_board choose_a_pile cycle_graph divisors double_star_graph
        empty_and_divide grid_graph jenkyns_mayberry mating_value moore moore_move nim nimble
        northcott path_graph path_value poker_nim powers_of_two rayles rims rook rook_table sos
        staircase star_graph thirty_one transfinite_nim_game two_dimensional_nim vertex_deletion
        welter welter_function wythoff wythoff_index wythoff_pair wythoff_table
    """,
    "nimbers.arrays": """
        nim_product_array nim_inverse_array nim_square_array nim_square_root_array
        nim_power_array
    """,
    "nimbers.expression": "nim_value",
    "nimbers.field": """
        nim_product nim_square nim_square_root nim_inverse nim_quotient nim_power nim_quadratic
        field_bits fermat_powers nim_trace nim_order nim_logarithm nim_polynomial
        nim_matrix_product nim_solve nim_null_space nim_matrix_inverse tartan_pairs is_odious
        is_evil nim_table
    """,
    "nimbers.ordinal": """
        Ordinal OMEGA ordinal_nim_sum ordinal_mex transfinite_nim
    """,
}
_HOME = {
    name: f"kibitz.combinatorial.{room}" for room, names in _ROOMS.items() for name in names.split()
}

__all__ = [
    "CycleError",
    "Digraph",
    "Equivalence",
    "GrundyFunctions",
    "ImpartialGame",
    "ImpartialSolution",
    "InTurns",
    "LimitError",
    "Line",
    "LoopyValue",
    "Move",
    "OptionsGame",
    "Simplification",
    "Star",
    "Sum",
    "Transfinite",
    "TransfiniteSum",
    "best_moves",
    "compare",
    "describe_impartial",
    "digraph",
    "digraph_from_edges",
    "disjunctive_sum",
    "draw_graph",
    "draw_sum",
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
__all__ += [name for name in _HOME if name not in __all__]
fetch_lazily(__name__, _HOME)
