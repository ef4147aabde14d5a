from kibitz.combinatorial.nim_family.bins import Bins as Bins
from kibitz.combinatorial.nim_family.bins import bins as bins
from kibitz.combinatorial.nim_family.chomp import Chomp as Chomp
from kibitz.combinatorial.nim_family.chomp import chomp as chomp
from kibitz.combinatorial.nim_family.chomp import chomp_board as chomp_board
from kibitz.combinatorial.nim_family.divisors import Divisors as Divisors
from kibitz.combinatorial.nim_family.divisors import divisors as divisors
from kibitz.combinatorial.nim_family.empty_and_divide import EmptyAndDivide as EmptyAndDivide
from kibitz.combinatorial.nim_family.empty_and_divide import empty_and_divide as empty_and_divide
from kibitz.combinatorial.nim_family.moore import Moore as Moore
from kibitz.combinatorial.nim_family.moore import jenkyns_mayberry as jenkyns_mayberry
from kibitz.combinatorial.nim_family.moore import moore as moore
from kibitz.combinatorial.nim_family.moore import moore_move as moore_move
from kibitz.combinatorial.nim_family.nim import Nim as Nim
from kibitz.combinatorial.nim_family.nim import nim as nim
from kibitz.combinatorial.nim_family.nim import powers_of_two as powers_of_two
from kibitz.combinatorial.nim_family.nimble import Nimble as Nimble
from kibitz.combinatorial.nim_family.nimble import nimble as nimble
from kibitz.combinatorial.nim_family.northcott import Northcott as Northcott
from kibitz.combinatorial.nim_family.northcott import northcott as northcott
from kibitz.combinatorial.nim_family.poker_nim import PokerNim as PokerNim
from kibitz.combinatorial.nim_family.poker_nim import poker_nim as poker_nim
from kibitz.combinatorial.nim_family.rims import Rayles as Rayles
from kibitz.combinatorial.nim_family.rims import Rims as Rims
from kibitz.combinatorial.nim_family.rims import rayles as rayles
from kibitz.combinatorial.nim_family.rims import rims as rims
from kibitz.combinatorial.nim_family.rook import Rook as Rook
from kibitz.combinatorial.nim_family.rook import rook as rook
from kibitz.combinatorial.nim_family.rook import rook_table as rook_table
from kibitz.combinatorial.nim_family.sos import SOS as SOS
from kibitz.combinatorial.nim_family.sos import sos as sos
from kibitz.combinatorial.nim_family.staircase import StaircaseNim as StaircaseNim
from kibitz.combinatorial.nim_family.staircase import staircase as staircase
from kibitz.combinatorial.nim_family.thirty_one import ThirtyOne as ThirtyOne
from kibitz.combinatorial.nim_family.thirty_one import thirty_one as thirty_one
from kibitz.combinatorial.nim_family.transfinite_nim import TransfiniteNim as TransfiniteNim
from kibitz.combinatorial.nim_family.transfinite_nim import choose_a_pile as choose_a_pile
from kibitz.combinatorial.nim_family.transfinite_nim import (
    transfinite_nim_game as transfinite_nim_game,
)
from kibitz.combinatorial.nim_family.two_dimensional_nim import (
    TwoDimensionalNim as TwoDimensionalNim,
)
from kibitz.combinatorial.nim_family.two_dimensional_nim import (
    two_dimensional_nim as two_dimensional_nim,
)
from kibitz.combinatorial.nim_family.vertex_deletion import VertexDeletion as VertexDeletion
from kibitz.combinatorial.nim_family.vertex_deletion import cycle_graph as cycle_graph
from kibitz.combinatorial.nim_family.vertex_deletion import double_star_graph as double_star_graph
from kibitz.combinatorial.nim_family.vertex_deletion import grid_graph as grid_graph
from kibitz.combinatorial.nim_family.vertex_deletion import path_graph as path_graph
from kibitz.combinatorial.nim_family.vertex_deletion import path_value as path_value
from kibitz.combinatorial.nim_family.vertex_deletion import star_graph as star_graph
from kibitz.combinatorial.nim_family.vertex_deletion import vertex_deletion as vertex_deletion
from kibitz.combinatorial.nim_family.welter import Mating as Mating
from kibitz.combinatorial.nim_family.welter import Welter as Welter
from kibitz.combinatorial.nim_family.welter import mating_value as mating_value
from kibitz.combinatorial.nim_family.welter import welter as welter
from kibitz.combinatorial.nim_family.welter import welter_function as welter_function
from kibitz.combinatorial.nim_family.wythoff import Wythoff as Wythoff
from kibitz.combinatorial.nim_family.wythoff import wythoff as wythoff
from kibitz.combinatorial.nim_family.wythoff import wythoff_index as wythoff_index
from kibitz.combinatorial.nim_family.wythoff import wythoff_pair as wythoff_pair
from kibitz.combinatorial.nim_family.wythoff import wythoff_table as wythoff_table
