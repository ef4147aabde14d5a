"""A trick-taking game for two: lead a card, follow suit if you can, and the trick's winner leads.

A hand is a set of bits, one for each of 52 cards: clubs, diamonds, hearts, spades, each from the
two to the ace. A move is a card.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import lcm
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, exact
from kibitz.core.registry import named
from kibitz.core.spelling import count_of
from kibitz.pictures import COLUMN, PLAYERS, ROW, Canvas, Picture
from kibitz.pictures.card_table import DOWN, Lying, card_table, draw_card
from kibitz.rules import CHANCE, OVER, Position, Rules, lowest, replaced, without_lowest
from kibitz.search.alpha_beta.plain import plain_value
from kibitz.search.hidden.clairvoyance import OPEN_POSITIONS

SUITS = "CDHS"
_SIGNS = str.maketrans("♣♦♥♠♧♢♡♤", "CDHSCDHS")
Cards = str | Sequence[str]
"""A hand: cards in one text, or a list of them."""
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
NO_CARD = -1


class Hands(NamedTuple):
    """Both hands, what the second player has shown, the card led, tricks won, and the mover."""

    first: int
    second: int
    shown: int
    led: int
    first_tricks: int
    second_tricks: int
    turn: int


class HiddenHands(NamedTuple):
    """As :class:`Hands`, with the cards in the order in which they were played."""

    first: int
    second: int
    shown: int
    led: int
    first_tricks: int
    second_tricks: int
    turn: int
    played: tuple[int, ...]


Dealt = TypeVar("Dealt", bound=Hands | HiddenHands)


class TrickRules(Rules, Generic[Dealt]):
    """What does not depend on who sees which cards: the play of a trick, and what it wins."""

    title = "Tricks"
    names = ("MAX", "MIN")

    def __init__(
        self,
        first: Cards = "H6 D6 C9 C8",
        second: Cards = "H4 S2 C10 C5",
        leader: int | str = 0,
        trump: str = "none",
    ) -> None:
        self.first, self.second = read_hand(first), read_hand(second)
        _check(self.first, self.second)
        self.leader = _seat(leader)
        self.trump = _suit(trump)
        self.cards = self.first.bit_count()
        self.most_moves = max(self.cards, 2)
        self.longest = 2 * self.cards
        self.payoff_bounds = (-self.cards, self.cards)

    def moves(self, state: Dealt) -> Iterator[int]:
        hand = state.first if state.turn == 0 else state.second
        if state.led >= 0:
            suit = hand & (0x1FFF << (13 * (state.led // 13)))
            if suit:
                hand = suit
        while hand:
            yield lowest(hand)
            hand = without_lowest(hand)

    def play_card(self, state: Hands, move: int) -> Hands:
        card = 1 << move
        first, second, shown = state.first, state.second, state.shown
        if state.turn == 0:
            first ^= card
        else:
            second ^= card
            shown |= card
        if state.led < 0:
            return Hands(
                first, second, shown, move, state.first_tricks, state.second_tricks, 1 - state.turn
            )
        winner = state.turn if self.beats(move, state.led) else 1 - state.turn
        return Hands(
            first,
            second,
            shown,
            NO_CARD,
            state.first_tricks + 1 - winner,
            state.second_tricks + winner,
            winner,
        )

    def beats(self, card: int, led: int) -> bool:
        """Whether a card that follows beats the one that was led."""
        if card // 13 == led // 13:
            return card > led
        return card // 13 == self.trump

    def tricks(self, value: Number) -> Number:
        """The tricks that the first player wins in all, where it is ahead by this value at the end.

        >>> TrickGame("SA SK", "S3 S2").tricks(2)
        2
        """
        total: Any = self.cards + value
        return total // 2 if isinstance(total, int) and total % 2 == 0 else Fraction(total) / 2

    def payoffs(self, state: Dealt) -> tuple[int, int]:
        ahead = state.first_tricks - state.second_tricks
        return (ahead, -ahead)

    def evaluate(self, state: Dealt) -> tuple[int, int]:
        """Tricks won so far."""
        ahead = state.first_tricks - state.second_tricks
        return (ahead, -ahead)

    def key(self, state: Dealt) -> tuple[int, int, int, int, int]:
        return (
            state.first,
            state.second,
            state.led,
            state.first_tricks - state.second_tricks,
            state.turn,
        )

    def show(self, state: Dealt) -> str:
        lines = [
            f"{self.names[0]}  {show_hand(state.first)}  tricks {state.first_tricks}",
            f"{self.names[1]}  {show_hand(state.second)}  tricks {state.second_tricks}",
        ]
        led = f", {card_name(state.led)} led" if state.led >= 0 else ""
        return "\n".join([*lines, self.show_turn(state, f"to play{led}")])

    def picture(self, state: Dealt) -> Any:
        hands = (state.first, state.second)
        canvas = Canvas(90 + 42 * max(self.cards, 1) + 50, 190)
        for who, hand in enumerate(hands):
            y = 110 if who == 0 else 20
            color = ROW if who == 0 else COLUMN
            canvas.text(10, y + 24, self.names[who], anchor="start", fill=color, bold=True)
            won = (state.first_tricks, state.second_tricks)[who]
            canvas.text(10, y + 42, f"tricks {won}", size=11, anchor="start", fill=color)
            for k, word in enumerate(show_hand(hand).split()):
                draw_card(canvas, 70 + 42 * k, y, _suit_last(word))
        if state.led >= 0:
            draw_card(canvas, 80 + 42 * self.cards, 65, _suit_last(card_name(state.led)))
        return canvas.finish(self.title)

    def show_move(self, state: Dealt, move: int) -> str:
        return card_name(move)


class TrickGame(TrickRules[Hands]):
    """All cards open. One gets the tricks one wins, less those of the other."""

    def start(self) -> Hands:
        return Hands(self.first, self.second, 0, NO_CARD, 0, 0, self.leader)

    def player(self, state: Hands) -> int:
        return OVER if state.first | state.second == 0 else state.turn

    def play(self, state: Hands, move: int) -> Hands:
        return self.play_card(state, move)


class HiddenTrickGame(TrickRules[HiddenHands]):
    """The first player does not know which of some hands the second one holds.

    All are equally likely, or as likely as the ``prior`` says.
    """

    def __init__(
        self,
        first: Cards,
        seconds: str | Sequence[Cards],
        leader: int | str = 0,
        prior: str | Sequence[Any] | None = None,
        trump: str = "none",
    ) -> None:
        hands = seconds.split("|") if isinstance(seconds, str) else list(seconds)
        if not hands:
            raise GameError("tricks: no hand is given that the second player may hold")
        super().__init__(first, hands[0], leader, trump)
        self.deals = tuple(read_hand(hand) for hand in hands)
        for hand in self.deals:
            _check(self.first, hand)
        if len(set(self.deals)) < len(self.deals):
            raise GameError("tricks: two of the deals are the same; give each once, with its prior")
        weights = _prior(prior, len(hands))
        self.whole = lcm(*(weight.denominator for weight in weights))
        self.shares = tuple(int(weight * self.whole) for weight in weights)
        self.most_moves = max(self.cards, len(hands))
        self.longest = 2 * self.cards + 1

    def start(self) -> HiddenHands:
        nothing = (NO_CARD,) * (2 * self.cards)
        return HiddenHands(self.first, 0, 0, NO_CARD, 0, 0, self.leader, nothing)

    def player(self, state: HiddenHands) -> int:
        if state.second == 0 and state.shown == 0:
            return CHANCE
        return OVER if state.first | state.second == 0 else state.turn

    def chance(self, state: HiddenHands) -> Iterator[tuple[int, Fraction]]:
        for deal in range(len(self.deals)):
            yield deal, Fraction(self.shares[deal], self.whole)

    def play(self, state: HiddenHands, move: int) -> HiddenHands:
        if state.second == 0 and state.shown == 0:
            return HiddenHands(
                state.first, self.deals[move], 0, NO_CARD, 0, 0, state.turn, state.played
            )
        open_hands = Hands(
            state.first,
            state.second,
            state.shown,
            state.led,
            state.first_tricks,
            state.second_tricks,
            state.turn,
        )
        after = self.play_card(open_hands, move)
        count = 0
        while state.played[count] >= 0:
            count += 1
        return HiddenHands(
            after.first,
            after.second,
            after.shown,
            after.led,
            after.first_tricks,
            after.second_tricks,
            after.turn,
            replaced(state.played, count, move),
        )

    def information_state(
        self, state: HiddenHands, player: int
    ) -> tuple[int, int, tuple[int, ...]]:
        """The cards in the order of play; the second player sees all, the first only its own."""
        return (state.first, state.second if player == 1 else 0, state.played)

    def view_picture(self, state: HiddenHands, player: int | None) -> Picture:
        first = 0 if player is None else player
        rows = []
        for who in (1 - first, first):
            hand = [
                _suit_last(word) for word in show_hand((state.first, state.second)[who]).split()
            ]
            hidden = player == 0 and who == 1
            won = (state.first_tricks, state.second_tricks)[who]
            things = [DOWN] * len(hand) if hidden else hand
            rows.append(Lying(self.names[who], things, f"tricks {won}", PLAYERS[who]))
        led = [Lying("led", [_suit_last(card_name(state.led))])] if state.led >= 0 else []
        return card_table([rows[0], *led, rows[1]], self.title)

    def show_view(self, state: HiddenHands, player: int) -> str:
        played = " ".join(card_name(card) for card in state.played if card >= 0)
        hand = show_hand(state.second if player == 1 else state.first)
        return f"{hand} after {played}" if played else hand

    def show_move(self, state: HiddenHands, move: int) -> str:
        if state.second == 0 and state.shown == 0:
            return show_hand(self.deals[move]).replace(" ", "")
        return card_name(move)


def read_hand(cards: Cards) -> int:
    """Cards such as ``H6 D6 C9 C8``, suit first or last; 10 or T for the ten.

    >>> show_hand(read_hand("c8, D6 CT")), show_hand(read_hand(["♥6", "A♠", "10C"]))
    ('D6 C10 C8', 'SA H6 C10')
    """
    if isinstance(cards, str):
        cards = cards.replace(",", " ").split()
    if not isinstance(cards, Sequence):
        raise GameError(f"tricks: {cards!r} is not a hand; write cards such as H6 D6 C9 C8")
    hand = 0
    for word in cards:
        card = 1 << read_card(word)
        if hand & card:
            raise GameError(f"tricks: {word} is twice in a hand")
        hand |= card
    return hand


def read_card(word: Any) -> int:
    """The place of a card among the 52.

    >>> read_card("C2"), read_card("2♣"), read_card("SA")
    (0, 0, 51)
    """
    text = str(word).strip().upper().translate(_SIGNS)
    for suit, rank in ((text[:1], text[1:]), (text[-1:], text[:-1])):
        rank = "10" if rank == "T" else rank
        if suit in SUITS and suit and rank in RANKS:
            return 13 * SUITS.index(suit) + RANKS.index(rank)
    raise GameError(f"tricks: {word!r} is not a card; write cards such as H6, C10, SA")


def card_name(card: int) -> str:
    return f"{SUITS[card // 13]}{RANKS[card % 13]}"


def show_hand(hand: int) -> str:
    """The cards of a hand, spades first, high ones first."""
    return " ".join(card_name(card) for card in reversed(range(52)) if hand >> card & 1)


def _seat(leader: Any) -> int:
    """Who leads: 0 or 1, MAX or MIN."""
    word = str(leader).strip().upper()
    seats = {"0": 0, "1": 1, "MAX": 0, "MIN": 1}
    if isinstance(leader, bool) or word not in seats:
        raise GameError(f"tricks: the leader is {leader}; it must be 0 or 1, MAX or MIN")
    return seats[word]


def _suit(trump: Any) -> int:
    word = str(trump).strip().upper().translate(_SIGNS)
    if word in ("NONE", "", "NT"):
        return -1
    if word[:1] not in SUITS or word not in (word[:1], *_NAMES):
        raise GameError(f"tricks: trump is {trump!r}; it must be none, C, D, H or S")
    return SUITS.index(word[:1])


_NAMES = ("CLUBS", "DIAMONDS", "HEARTS", "SPADES")


def _prior(given: str | Sequence[Any] | None, deals: int) -> tuple[Fraction, ...]:
    """How likely each deal is, exactly."""
    if given is None or (isinstance(given, str) and not given.strip()):
        return (Fraction(1, deals),) * deals
    words = given.replace(",", " ").split() if isinstance(given, str) else list(given)
    weights = tuple(exact(word, "tricks, the prior") for word in words)
    if len(weights) != deals:
        raise GameError(f"tricks: a prior of {count_of(len(weights), 'number')} for {deals} deals")
    if any(w < 0 for w in weights):
        raise GameError("tricks: the prior must not be negative")
    if sum(weights) != 1:
        raise GameError(f"tricks: the prior adds up to {sum(weights)}, not 1")
    return weights


def _check(first: int, second: int) -> None:
    if first & second:
        raise GameError(f"tricks: both hands hold {show_hand(first & second)}")
    if first.bit_count() != second.bit_count() or not first:
        raise GameError(
            f"tricks: hands of {first.bit_count()} and {count_of(second.bit_count(), 'card')}; "
            "they must be equal and not empty"
        )


def _suit_last(word: str) -> str:
    """A card as other games write it.

    >>> _suit_last("H10")
    '10h'
    """
    return word[1:] + word[0].lower()


def tricks_by_lead(game: TrickRules[Any] | Position) -> dict[str, Number]:
    """How many tricks the first player wins in all after each move, all cards open.

    >>> tricks_by_lead(TrickGame("H6 D6 C9 C8", "H4 S2 C10 C5"))
    {'C8': 2, 'C9': 2, 'D6': 2, 'H6': 2}
    """
    here = game if isinstance(game, Position) else game.position()
    rules = here.rules
    if not isinstance(rules, TrickRules) or here.player < 0:
        raise GameError("tricks are counted where a player is to play a card")
    found: dict[str, Number] = {}
    for move in here.moves:
        value = plain_value(here.play(move), OPEN_POSITIONS)
        if value is None or isinstance(value, tuple):
            raise GameError(f"tricks: more than {OPEN_POSITIONS:,} positions, too many to list")
        found[rules.show_move(here.state, move)] = rules.tricks(value)
    return found


@named("tricks", "cards", together=("first", "second"))
def tricks(
    first: str = "H6 D6 C9 C8",
    second: str = "H4 S2 C10 C5",
    leader: str = "MAX",
    trump: Literal["none", "C", "D", "H", "S"] = "none",
) -> TrickGame:
    """A trick-taking game with open hands: follow suit; the winner of a trick leads the next.

    Parameters
    ----------
    first : str, default "H6 D6 C9 C8"
        The hand of MAX.
    second : str, default "H4 S2 C10 C5"
        The hand of MIN.
    leader : str, default "MAX"
        Who leads to the first trick.
    trump : {"none", "C", "D", "H", "S"}, default "none"
        The trump suit.

    Returns
    -------
    TrickGame
        The game.
    """
    return TrickGame(first, second, leader, trump)


@named("hidden-tricks", "cards")
def hidden_tricks(
    first: str = "H6 D6",
    seconds: str = "H4 S2 | D4 S2",
    leader: str = "MAX",
    prior: str = "",
    trump: Literal["none", "C", "D", "H", "S"] = "none",
) -> HiddenTrickGame:
    """Tricks in which MAX does not know which of several hands (separated by |) MIN holds.

    Parameters
    ----------
    first : str, default "H6 D6"
        The hand of MAX.
    seconds : str, default "H4 S2 | D4 S2"
        The hands that MIN may hold, separated by ``|``.
    leader : str, default "MAX"
        Who leads to the first trick.
    prior : str, optional
        The probability of each hand; equal if omitted.
    trump : {"none", "C", "D", "H", "S"}, default "none"
        The trump suit.

    Returns
    -------
    HiddenTrickGame
        The game.
    """
    return HiddenTrickGame(first, seconds, leader, prior, trump)


@named("four-card-bridge", "cards")
def four_card_bridge(card: Literal["H4", "D4", "hidden"] = "hidden") -> TrickRules[Any]:
    """MAX holds H6 D6 C9 C8, MIN S2 C10 C5 and the four of hearts or of diamonds, hidden.

    Parameters
    ----------
    card : {"H4", "D4", "hidden"}, default "hidden"
        The fourth card of MIN, or ``hidden``.

    Returns
    -------
    TrickRules
        The game.
    """
    ours, theirs = "H6 D6 C9 C8", "S2 C10 C5"
    if card == "hidden":
        return HiddenTrickGame(ours, (f"{theirs} H4", f"{theirs} D4"))
    return TrickGame(ours, f"{theirs} {card}")
