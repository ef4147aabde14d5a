"""The nim family: nim and its disguises, Moore, Wythoff, Welter, chomp, and games beside them."""

from kibitz.combinatorial.nim_family import explain as _explain  # noqa: F401
from kibitz.combinatorial.nim_family.bins import Bins, bins
from kibitz.combinatorial.nim_family.chomp import Chomp, chomp, chomp_board
from kibitz.combinatorial.nim_family.divisors import Divisors, divisors
from kibitz.combinatorial.nim_family.empty_and_divide import EmptyAndDivide, empty_and_divide
from kibitz.combinatorial.nim_family.moore import Moore, jenkyns_mayberry, moore, moore_move
from kibitz.combinatorial.nim_family.nim import Nim, nim, powers_of_two
from kibitz.combinatorial.nim_family.nimble import Nimble, nimble
from kibitz.combinatorial.nim_family.northcott import Northcott, northcott
from kibitz.combinatorial.nim_family.poker_nim import PokerNim, poker_nim
from kibitz.combinatorial.nim_family.rims import Rayles, Rims, rayles, rims
from kibitz.combinatorial.nim_family.rook import Rook, rook, rook_table
from kibitz.combinatorial.nim_family.sos import SOS, sos
from kibitz.combinatorial.nim_family.staircase import StaircaseNim, staircase
from kibitz.combinatorial.nim_family.thirty_one import ThirtyOne, thirty_one
from kibitz.combinatorial.nim_family.transfinite_nim import (
    TransfiniteNim,
    choose_a_pile,
    transfinite_nim_game,
)
from kibitz.combinatorial.nim_family.two_dimensional_nim import (
    TwoDimensionalNim,
    two_dimensional_nim,
)
from kibitz.combinatorial.nim_family.vertex_deletion import (
    VertexDeletion,
    cycle_graph,
    double_star_graph,
    grid_graph,
    path_graph,
    path_value,
    star_graph,
    vertex_deletion,
)
from kibitz.combinatorial.nim_family.welter import (
    Mating,
    Welter,
    mating_value,
    welter,
    welter_function,
)
from kibitz.combinatorial.nim_family.wythoff import (
    Wythoff,
    wythoff,
    wythoff_index,
    wythoff_pair,
    wythoff_table,
)

__all__ = [
    "SOS",
    "Bins",
    "Chomp",
    "Divisors",
    "EmptyAndDivide",
    "Mating",
    "Moore",
    "Nim",
    "Nimble",
    "Northcott",
    "PokerNim",
    "Rayles",
    "Rims",
    "Rook",
    "StaircaseNim",
    "ThirtyOne",
    "TransfiniteNim",
    "TwoDimensionalNim",
    "VertexDeletion",
    "Welter",
    "Wythoff",
    "bins",
    "chomp",
    "chomp_board",
    "choose_a_pile",
    "cycle_graph",
    "divisors",
    "double_star_graph",
    "empty_and_divide",
    "grid_graph",
    "jenkyns_mayberry",
    "mating_value",
    "moore",
    "moore_move",
    "nim",
    "nimble",
    "northcott",
    "path_graph",
    "path_value",
    "poker_nim",
    "powers_of_two",
    "rayles",
    "rims",
    "rook",
    "rook_table",
    "sos",
    "staircase",
    "star_graph",
    "thirty_one",
    "transfinite_nim_game",
    "two_dimensional_nim",
    "vertex_deletion",
    "welter",
    "welter_function",
    "wythoff",
    "wythoff_index",
    "wythoff_pair",
    "wythoff_table",
]
