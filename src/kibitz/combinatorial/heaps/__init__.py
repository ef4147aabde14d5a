"""Heap games: subtraction, take-and-break codes, one-pile families, periods, misère quotients."""

from kibitz.combinatorial.heaps.amounts import Amounts, read_amounts
from kibitz.combinatorial.heaps.code import Code, read_code
from kibitz.combinatorial.heaps.draw import draw_heaps
from kibitz.combinatorial.heaps.dynamic_subtraction import (
    DynamicSubtraction,
    Linear,
    dynamic_subtraction,
    fibonacci_nim,
)
from kibitz.combinatorial.heaps.explain import explain_heaps, explain_period, explain_quotient
from kibitz.combinatorial.heaps.fraction import AtLeastFraction, AtMostFraction, at_least, at_most
from kibitz.combinatorial.heaps.game import HeapGame
from kibitz.combinatorial.heaps.grundys_game import GrundysGame, grundys_game
from kibitz.combinatorial.heaps.misere.bipartite_monoid import BipartiteMonoid
from kibitz.combinatorial.heaps.misere.genus import Genus, genus
from kibitz.combinatorial.heaps.misere.quotient import (
    InfiniteQuotient,
    MisereQuotient,
    misere_quotient,
)
from kibitz.combinatorial.heaps.misere.search import misere_outcome
from kibitz.combinatorial.heaps.move_range import MoveRange
from kibitz.combinatorial.heaps.one_pile import (
    Aliquot,
    DimPlus,
    EvenIfNotAll,
    EvenOrLone,
    RemovalGame,
    ThreesOrAll,
    one_pile,
)
from kibitz.combinatorial.heaps.periods.periodicity import Periodicity, Unknown, find_period
from kibitz.combinatorial.heaps.rows import groups, knock_down, winning_marks, winning_pins
from kibitz.combinatorial.heaps.rule import HeapRule, heap_game
from kibitz.combinatorial.heaps.sequence import NimSequence, nim_sequence
from kibitz.combinatorial.heaps.subtraction import (
    ImpatientSubtraction,
    SubtractionGame,
    impatient_subtraction,
    p_positions,
    subtraction,
)
from kibitz.combinatorial.heaps.take_and_break import (
    TakeAndBreak,
    dawsons_chess,
    dawsons_kayles,
    kayles,
    laskers_nim,
    octal,
    officers,
    take_and_break,
)
from kibitz.combinatorial.heaps.treblecross import Treblecross, treblecross
from kibitz.combinatorial.heaps.zeckendorf import fibonacci, schwenk_sequence, zeckendorf

__all__ = [
    "Aliquot",
    "Amounts",
    "AtLeastFraction",
    "AtMostFraction",
    "BipartiteMonoid",
    "Code",
    "DimPlus",
    "DynamicSubtraction",
    "EvenIfNotAll",
    "EvenOrLone",
    "Genus",
    "GrundysGame",
    "HeapGame",
    "HeapRule",
    "ImpatientSubtraction",
    "InfiniteQuotient",
    "Linear",
    "MisereQuotient",
    "MoveRange",
    "NimSequence",
    "Periodicity",
    "RemovalGame",
    "SubtractionGame",
    "TakeAndBreak",
    "ThreesOrAll",
    "Treblecross",
    "Unknown",
    "at_least",
    "at_most",
    "dawsons_chess",
    "dawsons_kayles",
    "draw_heaps",
    "dynamic_subtraction",
    "explain_heaps",
    "explain_period",
    "explain_quotient",
    "fibonacci",
    "fibonacci_nim",
    "find_period",
    "genus",
    "groups",
    "grundys_game",
    "heap_game",
    "impatient_subtraction",
    "kayles",
    "knock_down",
    "laskers_nim",
    "misere_outcome",
    "misere_quotient",
    "nim_sequence",
    "octal",
    "officers",
    "one_pile",
    "p_positions",
    "read_amounts",
    "read_code",
    "schwenk_sequence",
    "subtraction",
    "take_and_break",
    "treblecross",
    "winning_marks",
    "winning_pins",
    "zeckendorf",
]
