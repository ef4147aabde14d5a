"""Chess endings with up to three men beside the kings, all of whose positions have numbers.

A position is the squares of the kings, from a1 to h8, the men, and who is to move. A man is 64
times its kind plus its square; one that was taken is 0. A pawn that has just made two steps, and
may be taken in passing, stands on the first row of its own side until the next move. A move is
1024 times what a pawn becomes, plus 64 times the place of the man (0 is the king), plus the square
that it goes to. Castling and the counting of quiet moves are left out, as in all such databases.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.registry import named
from kibitz.core.spelling import count_of
from kibitz.games.board.boards import board_text, square_name
from kibitz.games.board.chess import Chess, men_of, plies_left
from kibitz.games.board.chess_ending_position import (
    Ending,
    passing_pawn,
    pieces_of,
    placed,
    turn_of,
)
from kibitz.games.board.chess_material import (
    LETTERS,
    MOST_MEN,
    PAWN,
    QUEEN,
    SIGNS,
    TO_BLACK,
    filled,
    kinds_of,
    size,
    spelled,
    tables,
)
from kibitz.games.board.chess_squares import (
    BETWEEN,
    PAIRS,
    PAWN_PAIRS,
    PAWN_PLACES,
    PAWN_TURNS,
    PLACES,
    TARGETS,
    TURNED,
    TURNS,
)
from kibitz.games.board.read_board import mover
from kibitz.pictures import BLACK, WHITE, Board, grid_board
from kibitz.rules import OVER, Rules, lowest, shift_left, shift_right, without_lowest
from kibitz.rules.numbered_positions import InEnding

_FILE = 0x0101010101010101
_LAST = 0xFF | shift_left(0xFF, 56)


class ChessEnding(Rules):
    """Mate the other king; stalemate, and what no one can win, is a draw."""

    names = ("white", "black")
    colors = (WHITE, BLACK)
    payoff_bounds = (-1, 1)
    most_moves = 256
    alternates = True

    def __init__(self, material: str = "KQKR") -> None:
        self.kinds = kinds_of(material)
        self.title = f"Chess ending {spelled(self.kinds)}"

    @property
    def materials(self) -> Any:
        """The kinds of men of every layer."""
        return tables(self.kinds)[0]

    @property
    def offsets(self) -> Any:
        """The first number of every layer, and the number after the last."""
        return tables(self.kinds)[1]

    @property
    def layer_of(self) -> Any:
        """The layer of three kinds of men, or -1."""
        return tables(self.kinds)[2]

    def start(self) -> Ending:
        """A quiet position with everything on the board, white to move."""
        return self.at_index(_start_number(self.layers()[-1][0]))

    def layers(self) -> tuple[tuple[str, int], ...]:
        found = map(tuple, self.materials.tolist())
        return tuple((spelled(kinds), size(kinds)) for kinds in found)

    def man(self, state: Ending, place: int) -> int:
        """The man at a place from 1 to 3."""
        if place == 1:
            return state.first
        return state.second if place == 2 else state.third

    def stands(self, man: int) -> int:
        """The square of a man, also of a pawn that may be taken in passing."""
        kind, square = man // 64, man % 64
        if kind == PAWN and square < 8:
            return square + 24
        if kind == PAWN + TO_BLACK and square >= 56:
            return square - 24
        return square

    def settled(self, man: int) -> int:
        """A man on the square where it stands."""
        return man - man % 64 + self.stands(man) if man else 0

    def side(self, man: int) -> int:
        """Whose man it is."""
        return 1 if man // 64 > TO_BLACK else 0

    def occupied(self, state: Ending) -> int:
        """The squares that are not empty, as bits."""
        found = shift_left(1, state.white) | shift_left(1, state.black)
        for man in (state.first, state.second, state.third):
            if man:
                found |= shift_left(1, self.stands(man))
        return found

    def attacks(self, man: int, target: int, occupied: int) -> bool:
        """Whether a man attacks a square."""
        source, piece = self.stands(man), man // 64 - TO_BLACK * self.side(man)
        if piece == PAWN:
            ahead = 1 if self.side(man) == 0 else -1
            return target // 8 - source // 8 == ahead and abs(target % 8 - source % 8) == 1
        if shift_right(int(TARGETS[64 * piece + source]), target) & 1 == 0:
            return False
        return int(BETWEEN[64 * source + target]) & occupied == 0

    def in_check(self, state: Ending, side: int) -> bool:
        """Whether the king of a side is attacked by a man."""
        king = state.white if side == 0 else state.black
        occupied = self.occupied(state)
        for man in (state.first, state.second, state.third):
            if man and self.side(man) != side and self.attacks(man, king, occupied):
                return True
        return False

    def player(self, state: Ending) -> int:
        if state.first | state.second | state.third == 0:
            return OVER
        return state.turn if self.can_move(state) else OVER

    def can_move(self, state: Ending) -> bool:
        for place in range(4):
            targets = self.targets(state, place)
            while targets:
                if not self.in_check(self.play(state, 64 * place + lowest(targets)), state.turn):
                    return True
                targets = without_lowest(targets)
        return False

    def moves(self, state: Ending) -> Iterator[int]:
        for place in range(4):
            targets = self.targets(state, place)
            while targets:
                target = lowest(targets)
                targets = without_lowest(targets)
                move = 64 * place + target
                if self.in_check(self.play(state, move), state.turn):
                    continue
                if self.is_promoted(state, place, target):
                    for becomes in range(QUEEN, PAWN, -1):
                        yield 1024 * becomes + move
                else:
                    yield move

    def is_promoted(self, state: Ending, place: int, target: int) -> bool:
        """Whether a move is a pawn's to the last row."""
        last = (target < 8 or target >= 56) and place > 0
        return last and self.man(state, place) // 64 - TO_BLACK * state.turn == PAWN

    def converting(self, state: Ending) -> Iterator[int]:
        """Captures and promotions."""
        occupied = self.occupied(state)
        for place in range(4):
            targets = self.targets(state, place)
            man = self.man(state, place) if place else 0
            if man and man // 64 - TO_BLACK * state.turn == PAWN:
                targets &= _LAST | ~shift_left(_FILE, man % 8)
            else:
                targets &= occupied
            while targets:
                target = lowest(targets)
                targets = without_lowest(targets)
                move = 64 * place + target
                if self.in_check(self.play(state, move), state.turn):
                    continue
                if self.is_promoted(state, place, target):
                    for becomes in range(QUEEN, PAWN, -1):
                        yield 1024 * becomes + move
                else:
                    yield move

    def targets(self, state: Ending, place: int) -> int:
        """Where the king (place 0) or a man may go if its own king stays out of check, as bits."""
        other = state.black if state.turn == 0 else state.white
        occupied, theirs = self.occupied(state), shift_left(1, other)
        for man in (state.first, state.second, state.third):
            if man and self.side(man) != state.turn:
                theirs |= shift_left(1, self.stands(man))
        free = ~occupied | (theirs & ~shift_left(1, other))
        if place == 0:
            own = state.white if state.turn == 0 else state.black
            return int(TARGETS[own]) & free & ~int(TARGETS[other])
        man = self.man(state, place)
        if man == 0 or self.side(man) != state.turn:
            return 0
        source, piece = self.stands(man), man // 64 - TO_BLACK * state.turn
        if piece == PAWN:
            return self.pawn_targets(state, source, occupied)
        return self.reached(piece, source, occupied) & free

    def reached(self, piece: int, source: int, occupied: int) -> int:
        """The squares that a piece attacks, as bits."""
        left, found = int(TARGETS[64 * piece + source]), 0
        while left:
            target = lowest(left)
            left = without_lowest(left)
            if int(BETWEEN[64 * source + target]) & occupied == 0:
                found |= shift_left(1, target)
        return found

    def pawn_targets(self, state: Ending, source: int, occupied: int) -> int:
        """Where a pawn of the mover's may go, as bits."""
        ahead = 8 if state.turn == 0 else -8
        found = 0
        if shift_right(occupied, source + ahead) & 1 == 0:
            found |= shift_left(1, source + ahead)
            home = 1 if state.turn == 0 else 6
            if source // 8 == home and shift_right(occupied, source + 2 * ahead) & 1 == 0:
                found |= shift_left(1, source + 2 * ahead)
        for man in (state.first, state.second, state.third):
            if man and self.side(man) != state.turn:
                there = self.stands(man)
                if there != man % 64 and there // 8 == source // 8:
                    there += ahead
                if there // 8 == (source + ahead) // 8 and abs(there % 8 - source % 8) == 1:
                    found |= shift_left(1, there)
        return found

    def play(self, state: Ending, move: int) -> Ending:
        place, target, turn = move // 64 % 16, move % 64, state.turn
        white = target if place == 0 and turn == 0 else state.white
        black = target if place == 0 and turn == 1 else state.black
        first, second = self.after(state, 1, move), self.after(state, 2, move)
        return Ending(white, black, first, second, self.after(state, 3, move), 1 - turn)

    def after(self, state: Ending, place: int, move: int) -> int:
        """The man at a place after a move: moved, taken or left alone."""
        man, moved, target = self.man(state, place), move // 64 % 16, move % 64
        if man == 0:
            return 0
        ahead = 8 if state.turn == 0 else -8
        there = self.stands(man)
        if moved != place:
            pawn = moved > 0 and self.man(state, moved) // 64 - TO_BLACK * state.turn == PAWN
            passed = pawn and there != man % 64 and there + ahead == target
            return 0 if there == target or passed else man - man % 64 + there
        if move >= 1024:
            return 64 * (move // 1024 + TO_BLACK * state.turn) + target
        if man // 64 - TO_BLACK * state.turn == PAWN and abs(target - there) == 16:
            for other in (state.first, state.second, state.third):
                if other // 64 == PAWN + TO_BLACK * (1 - state.turn) and self.beside(other, target):
                    return man - man % 64 + target - 3 * ahead
        return man - man % 64 + target

    def beside(self, man: int, square: int) -> bool:
        """Whether a man stands next to a square in its row."""
        return man % 64 // 8 == square // 8 and abs(man % 8 - square % 8) == 1

    def payoffs(self, state: Ending) -> tuple[int, int]:
        if not self.in_check(state, state.turn):
            return (0, 0)
        return (-1, 1) if state.turn == 0 else (1, -1)

    def evaluate(self, state: Ending) -> tuple[float, float]:
        """The men by their usual worth."""
        total = 0.0
        for man in (state.first, state.second, state.third):
            if man:
                worth = (0.0, 1.0, 3.0, 3.0, 5.0, 9.0)[man // 64 - TO_BLACK * self.side(man)]
                total += worth if self.side(man) == 0 else -worth
        guess = max(-0.99, min(0.99, total / 20))
        return (guess, -guess)

    def has_pawns(self, state: Ending) -> bool:
        for man in (state.first, state.second, state.third):
            if man // 64 == PAWN or man // 64 == PAWN + TO_BLACK:
                return True
        return False

    def ordered(self, one: int, two: int, three: int, turn: int) -> tuple[int, int, int]:
        """Three men after a symmetry, those of the highest kind first and taken ones last."""
        one = one - one % 64 + int(TURNED[64 * turn + one % 64]) if one else 0
        two = two - two % 64 + int(TURNED[64 * turn + two % 64]) if two else 0
        three = three - three % 64 + int(TURNED[64 * turn + three % 64]) if three else 0
        if one < two:
            one, two = two, one
        if two < three:
            two, three = three, two
        if one < two:
            one, two = two, one
        return (one, two, three)

    def index(self, state: Ending) -> int:
        """The number of a position, the same for all its turns and mirror images."""
        pawns = self.has_pawns(state)
        pair = 64 * state.white + state.black
        turn = int(PAWN_TURNS[pair] if pawns else TURNS[pair])
        white = int(TURNED[64 * turn + state.white])
        black = int(TURNED[64 * turn + state.black])
        men = self.ordered(state.first, state.second, state.third, turn)
        if not pawns and white // 8 == white % 8 and black // 8 == black % 8:
            other = self.ordered(men[0], men[1], men[2], 4)
            men = other if other < men else men
        layer = int(self.layer_of[men[0] // 64, men[1] // 64, men[2] // 64])
        pair = 64 * white + black
        place = int(PAWN_PLACES[pair] if pawns else PLACES[pair])
        if layer < 0 or place < 0:
            return -1
        for man in men:
            if man:
                place = 64 * place + man % 64
        return int(self.offsets[layer]) + 2 * place + state.turn

    def at_index(self, number: int) -> Ending:
        layer = 0
        while number >= self.offsets[layer + 1]:
            layer += 1
        rest = number - int(self.offsets[layer])
        turn, rest = rest % 2, rest // 2
        one, two = int(self.materials[layer, 0]), int(self.materials[layer, 1])
        three = int(self.materials[layer, 2])
        pawns = one in (1, 6) or two in (1, 6) or three in (1, 6)
        if three:
            three, rest = 64 * three + rest % 64, rest // 64
        if two:
            two, rest = 64 * two + rest % 64, rest // 64
        one, rest = 64 * one + rest % 64, rest // 64
        pair = int(PAWN_PAIRS[rest] if pawns else PAIRS[rest])
        return Ending(pair // 64, pair % 64, one, two, three, turn)

    def is_position(self, state: Ending) -> bool:
        seen = shift_left(1, state.white) | shift_left(1, state.black)
        if seen & int(TARGETS[state.white]) or state.white == state.black:
            return False
        for man in (state.first, state.second, state.third):
            if man:
                bit = shift_left(1, self.stands(man))
                if seen & bit or not self.may_stand(state, man):
                    return False
                seen |= bit
        return not self.in_check(state, 1 - state.turn)

    def may_stand(self, state: Ending, man: int) -> bool:
        """Whether a man may stand where it does: pawns not on the last rows, nor without cause
        where they could be taken in passing."""
        kind, square = man // 64, man % 64
        if kind not in (1, 6):
            return True
        there = self.stands(man)
        if there == square:
            return 8 <= square < 56
        if self.side(man) == state.turn:
            return False
        behind = -8 if kind == PAWN else 8
        way = shift_left(1, there + behind) | shift_left(1, there + 2 * behind)
        if self.occupied(state) & way:
            return False
        for other in (state.first, state.second, state.third):
            if other // 64 == 7 - kind and self.beside(other, there):
                return True
        return False

    def predecessors(self, state: Ending) -> Iterator[int]:
        for place in range(4):
            targets = self.origins(state, place)
            while targets:
                target = lowest(targets)
                targets = without_lowest(targets)
                for passing in range(4):
                    if passing == 0 or self.may_have_passed(state, passing):
                        yield self.index(self.undone(state, place, target, passing))

    def origins(self, state: Ending, place: int) -> int:
        """Where the king or a man may have come from without taking anything, as bits."""
        occupied, side = self.occupied(state), 1 - state.turn
        for other in range(1, 4):
            if (
                other != place
                and self.stands(self.man(state, other)) != self.man(state, other) % 64
            ):
                return 0
        if place == 0:
            own = state.white if side == 0 else state.black
            other = state.black if side == 0 else state.white
            return int(TARGETS[own]) & ~occupied & ~int(TARGETS[other])
        man = self.man(state, place)
        if man == 0 or self.side(man) != side:
            return 0
        source, piece = self.stands(man), man // 64 - TO_BLACK * side
        if piece != PAWN:
            return self.reached(piece, source, occupied) & ~occupied
        back = -8 if side == 0 else 8
        origin, found = source + back, 0
        if 8 <= origin < 56 and shift_right(occupied, origin) & 1 == 0:
            could_be_taken = source != man % 64
            if not could_be_taken:
                found = shift_left(1, origin)
            if source // 8 == (3 if side == 0 else 4) and self.met(state, source) == could_be_taken:
                found |= shift_left(1, origin + back) & ~occupied
        return found

    def met(self, state: Ending, square: int) -> bool:
        """Whether a pawn of the mover's stands beside a square."""
        for man in (state.first, state.second, state.third):
            if man // 64 == PAWN + TO_BLACK * state.turn and self.beside(man, square):
                return True
        return False

    def may_have_passed(self, state: Ending, place: int) -> bool:
        """Whether a man of the mover's is a pawn that may have made two steps before."""
        man = self.man(state, place)
        if man // 64 != PAWN + TO_BLACK * state.turn:
            return False
        return man % 64 // 8 == (3 if state.turn == 0 else 4)

    def undone(self, state: Ending, place: int, target: int, passing: int) -> Ending:
        """The position before the other's move from a square, or before a pawn's two steps."""
        side = 1 - state.turn
        white = target if place == 0 and side == 0 else state.white
        black = target if place == 0 and side == 1 else state.black
        first = self.before(state, 1, place, target, passing)
        second = self.before(state, 2, place, target, passing)
        third = self.before(state, 3, place, target, passing)
        return Ending(white, black, first, second, third, side)

    def before(self, state: Ending, which: int, place: int, target: int, passing: int) -> int:
        """A man as it was."""
        man = self.man(state, which)
        if which == place:
            return man - man % 64 + target
        if which == passing:
            return man - 24 if state.turn == 0 else man + 24
        return self.settled(man)

    def counted_in(self, game: Rules) -> None:
        if not isinstance(game, ChessEnding):
            raise GameError(f"{game.name}: it never reaches a chess ending")

    def comes_to(self, state: Ending) -> tuple[Ending, int, int]:
        """A position of an ending with more men: itself."""
        return state, 0 if self.index(state) >= 0 else -1, 0

    def ending_of(self, game: Rules, state: Any) -> InEnding | None:
        """A position of chess with these men and without castling, or with the colors changed."""
        if not isinstance(game, Chess):
            return super().ending_of(game, state)
        men, passing = men_of(state, MOST_MEN + 2), passing_pawn(state.fen)
        plies = plies_left(state)
        if men is None or plies is None:
            return None
        turn = 0 if " w " in state.fen else 1
        for swapped in (False, True):
            found = placed(men, passing, turn, swapped)
            if self.index(found) >= 0:
                return InEnding(found, swapped, plies)
        return None

    def _men(self, state: Ending) -> tuple[int, ...]:
        return tuple(man for man in (state.first, state.second, state.third) if man)

    def _piece(self, state: Ending, square: int) -> str:
        if square in (state.white, state.black):
            return "K" if square == state.white else "k"
        found = [man // 64 for man in self._men(state) if self.stands(man) == square]
        return SIGNS[found[0]] if found else "."

    def show(self, state: Ending) -> str:
        board = board_text(8, 8, lambda row, column: self._piece(state, 8 * row + column))
        return f"{board}\n{self.show_turn(state)}"

    def board_of(self, state: Ending) -> Board:
        return grid_board(
            8,
            8,
            lambda row, column: self._piece(state, 8 * row + column),
            self.title,
            checkered=True,
            colors=self.colors,
        )

    def move_cells(self, state: Ending, move: int) -> tuple[str, ...]:
        return tuple(square_name(s // 8, s % 8) for s in (self._source(state, move), move % 64))

    def _source(self, state: Ending, move: int) -> int:
        place = move // 64 % 16
        if place == 0:
            return state.white if state.turn == 0 else state.black
        return self.stands(self.man(state, place))

    def show_move(self, state: Ending, move: int) -> str:
        place, target = move // 64 % 16, move % 64
        source, goal = self._source(state, move), square_name(target // 8, target % 8)
        takes = len(self._men(self.play(state, move))) < len(self._men(state))
        mark = "x" if takes else ""
        if place == 0:
            return f"K{mark}{goal}"
        kind = self.man(state, place) // 64
        letter = LETTERS[kind - TO_BLACK * state.turn]
        if letter == "P":
            becomes = f"={LETTERS[move // 1024]}" if move >= 1024 else ""
            return (f"{'abcdefgh'[source % 8]}x{goal}" if takes else goal) + becomes
        twins = sum(man // 64 == kind for man in self._men(state)) > 1
        return f"{letter}{square_name(source // 8, source % 8) if twins else ''}{mark}{goal}"

    def read_position(self, text: str) -> Ending:
        """Forsyth's rows, ``8/8/8/3k4/8/8/1Q6/K6r w``, or a list, ``Ka1 Qb2 kd5 rh1 black``."""
        found = pieces_of(text)
        kings = [[s for sign, s in found if sign == king] for king in "Kk"]
        if [len(squares) for squares in kings] != [1, 1]:
            raise GameError(f"{self.title}: a position has one K and one k")
        kinds = sorted(
            ((SIGNS.index(sign), s) for sign, s in found if sign not in "Kk"), reverse=True
        )
        men = [64 * kind + square for kind, square in kinds]
        if len(men) > MOST_MEN:
            raise GameError(
                f"{self.title}: {count_of(len(men), 'man')} besides the kings, too many"
            )
        turn = mover(turn_of(text), self.names, 0)
        state = Ending(kings[0][0], kings[1][0], *filled(tuple(men)), turn)
        if not self.is_position(state):
            raise GameError(f"{self.title}: {text!r:.60} is not a legal position")
        if men and self.index(state) < 0:
            known = ", ".join(name for name, _ in self.layers())
            raise GameError(f"{self.title}: {text!r:.60} has other men; it knows {known}")
        return state


@cache
def _start_number(material: str) -> int:
    rules = ChessEnding(material)
    first, size = int(rules.offsets[-2]), int(rules.offsets[-1] - rules.offsets[-2])
    for k in range(size):
        number = first + (size // 2 + 2 * 7919 * k) % size
        state = rules.at_index(number)
        quiet = all(man % 64 == rules.stands(man) for man in rules._men(state))
        quiet = quiet and rules.is_position(state) and not rules.in_check(state, state.turn)
        if quiet and rules.index(state) == number and rules.player(state) != OVER:
            return number
    raise AssertionError(material)


@named("chess-ending", "board")
def chess_ending(material: str = "KQKR") -> ChessEnding:
    """A chess endgame of the kings and up to three men, positions numbered for databases.

    Parameters
    ----------
    material : str, default "KQKR"
        The men of white and of black: ``KBNK`` is king, bishop and knight against king.

    Returns
    -------
    ChessEnding
        The game.
    """
    return ChessEnding(material)
