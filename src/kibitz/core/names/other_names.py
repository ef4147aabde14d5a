"""Other names that games go by, codes among them; words behind a name belong to it."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable

from kibitz.core import index
from kibitz.core.spelling import canonical_name, place_of_set

_CALL = re.compile(r"\s*(?P<name>[A-Za-z\d][\w'+.-]*)\((?P<arguments>.*)\)\s*", re.DOTALL)
"""A call as in Python, nim(3, 4), with no space before the parenthesis."""
_BOARD = re.compile(r"chomp '?(\d+)\s*[x×]\s*(\d+)'?(.*)")
_MISERE = re.compile(r"(?<!\S)'?(?:play=)?mis[eè]re(?:[ -]play)?'?(?!\S)", re.IGNORECASE)
_NAME = re.compile(r"[\w'’-]+")
_PRODUCT = re.compile(r"(\S+) [x×] (\S+)(.*)")
_CODE = re.compile(r"[0-9a-f]?\.[0-9a-f(][0-9a-f().]*", re.ASCII)
OTHER_NAMES = {
    "1-2-3-nim": "subtraction set=1,2,3",
    "2-7-lowball": "lowball-draw",
    "21-chip-take-away": "subtraction 21 set=1,2,3",
    "2d-nim": "two-dimensional-nim",
    "31": "thirty-one",
    "4-in-a-row": "connect-four",
    "8-puzzle": "tiles",
    "8-queens": "queens",
    "adjacent-number": "adjacent-numbers",
    "airport-runway": "airport",
    "aliquot-game": "aliquot",
    "all-if-odd": "even-if-not-all",
    "arms-inspection": "inspection",
    "art-market": "one-seller",
    "assurance": "stag-hunt",
    "assurance-game": "stag-hunt",
    "bach-stravinsky": "bach-or-stravinsky",
    "bamboo": "hackenbush",
    "bamboo-stalks": "hackenbush",
    "basic-endgame": "endgame",
    "battle-of-sexes": "battle-of-the-sexes",
    "battleships": "battleship",
    "beasley": "card-bet",
    "beer-and-quiche": "beer-quiche",
    "bertrand-competition": "bertrand",
    "bertrand-duopoly": "bertrand",
    "bohm-bawerk": "horse-market",
    "book": "cost-allocation",
    "borel": "la-relance",
    "borel-poker": "la-relance",
    "bos": "battle-of-the-sexes",
    "bridge": "four-card-bridge",
    "card-color": "card-colors",
    "challenge": "coin-challenge",
    "check-call": "check-call-poker",
    "check-or-call": "check-call-poker",
    "chicken-game": "chicken",
    "choose-a-nim-pile": "choose-a-pile",
    "coin-subtraction-exactly-two": "coin-subtraction-pairs",
    "colonel-blotto": "blotto",
    "connect-4": "connect-four",
    "connect4": "connect-four",
    "contest": "advertising",
    "cost-sharing": "cost-allocation",
    "counting-game": "endurance",
    "cournot-competition": "cournot",
    "cournot-duopoly": "cournot",
    "dawson": "dawsons-chess",
    "dawson-chess": "dawsons-chess",
    "dawson-kayles": "dawsons-kayles",
    "dawsons-game": "dawsons-chess",
    "decay": "guess-decay",
    "deuce-to-seven": "lowball-draw",
    "dim": "dim-plus",
    "dim+": "dim-plus",
    "divide-the-dollar": "share-a-sum",
    "divisor-game": "divisors",
    "divisor-nim": "dim-plus",
    "dove-hawk": "hawk-dove",
    "draughts": "checkers",
    "dreshers-guessing": "dresher",
    "duel": "noisy-duel",
    "duopoly": "cournot",
    "dynamic-nim": "dynamic-subtraction",
    "eight-puzzle": "tiles",
    "eight-queens": "queens",
    "empty-divide": "empty-and-divide",
    "endurance-counting": "endurance",
    "english-draughts": "checkers",
    "entry": "entry-deterrence",
    "even-if-not-all-all-if-odd": "even-if-not-all",
    "even-number-or-lone-chip": "even-or-lone",
    "even-or-a-lone-chip": "even-or-lone",
    "even-or-lone-chip": "even-or-lone",
    "farms": "road",
    "farms-road": "road",
    "fibonacci": "fibonacci-nim",
    "figure-4": "forgetful-team",
    "forgetful": "forgetful-player",
    "four-in-a-line": "connect-four",
    "four-in-a-row": "connect-four",
    "game-of-chicken": "chicken",
    "game-of-dare": "dare",
    "glove": "gloves",
    "glove-market": "gloves",
    "gomoku": "mnk 15 15 5",
    "graph-deletion": "vertex-deletion",
    "green-hackenbush": "hackenbush",
    "grundys": "grundy",
    "grundys-game": "grundy",
    "guess-the-number": "dresher",
    "guess-two-thirds": "beauty-contest",
    "guess-two-thirds-of-the-average": "beauty-contest",
    "guessing": "dresher",
    "hare-and-stag": "stag-hunt",
    "helicopter-submarine": "helicopter",
    "helicopter-versus-submarine": "helicopter",
    "hit-or-miss": "guess-near-miss",
    "holmes": "holmes-moriarty",
    "holmes-and-moriarty": "holmes-moriarty",
    "impatient": "impatient-subtraction",
    "infinite-ladder": "ladder",
    "inspector": "inspection",
    "keynesian-beauty-contest": "beauty-contest",
    "kqk": "lone-king queen",
    "krk": "lone-king rook",
    "kuhn": "kuhn-poker",
    "kuhns-poker": "kuhn-poker",
    "lasker": "laskers-nim",
    "lasker's-nim": "laskers-nim",
    "lasker-nim": "laskers-nim",
    "leduc-holdem": "leduc",
    "leduc-poker": "leduc",
    "lone-chip": "even-or-lone",
    "lowball": "lowball-draw",
    "mancala": "kalah",
    "marriage-contract": "bankruptcy",
    "matching-coins": "matching-pennies",
    "mill": "nine-mens-morris",
    "minimum-cost-spanning-tree": "spanning-tree",
    "minimum-spanning-tree": "spanning-tree",
    "minority": "minority-game",
    "misere-nim": "nim play=misere",
    "mock-turtle": "mock-turtles",
    "moore-nim": "moore",
    "moores-nim": "moore",
    "morris": "nine-mens-morris",
    "mst": "spanning-tree",
    "multiple-of-3-or-all": "threes-or-all",
    "multiples-of-3": "threes-or-all",
    "multiples-of-three": "threes-or-all",
    "n-queens": "queens",
    "near-miss": "guess-near-miss",
    "newman": "newman-poker",
    "nim-2d": "two-dimensional-nim",
    "nim-k": "moore",
    "northcotts-game": "northcott",
    "noughts-and-crosses": "tic-tac-toe",
    "number-guess": "guess-exact",
    "objet-dart": "one-seller",
    "odds-and-evens": "odd-or-even",
    "one-dimensional-tic-tac-toe": "treblecross",
    "one-or-two-coins": "one-or-two",
    "one-seller-market": "one-seller",
    "opera": "opera-baseball",
    "ordinal-nim": "transfinite-nim",
    "over-estimate": "guess-overestimate",
    "overestimate": "guess-overestimate",
    "p-beauty-contest": "beauty-contest",
    "pd": "prisoners-dilemma",
    "peasants": "landowner",
    "predict-the-coin": "predict-coin",
    "prisoner-dilemma": "prisoners-dilemma",
    "proper-divisors": "aliquot",
    "pure-coordination": "coordination",
    "queen": "wythoff",
    "relance": "la-relance",
    "reversi": "othello",
    "roshambo": "rock-paper-scissors",
    "rps": "rock-paper-scissors",
    "ruler-squared": "rugs",
    "runway": "airport",
    "salvo": "battleship",
    "schwenk": "dynamic-subtraction",
    "seltens-horse": "selten-horse",
    "signaling-game": "beer-quiche",
    "silver-dollars": "silver-dollar",
    "snowdrift": "chicken",
    "stackelberg-competition": "stackelberg",
    "stackelberg-duopoly": "stackelberg",
    "staircase-nim": "staircase",
    "stalks": "hackenbush",
    "statistical": "coin-test",
    "subtract": "subtraction",
    "subtract-a-square": "subtraction set=squares",
    "subtract-square": "subtraction set=squares",
    "take-and-break": "hexadecimal",
    "take-away": "subtraction set=1,2,3",
    "tennis": "serve",
    "tennis-serve": "serve",
    "three-finger-morra": "morra 3",
    "three-person-fingers": "finger-game 3",
    "too-high": "guess-too-high",
    "travel-cost": "consultant",
    "traveler-dilemma": "travelers-dilemma",
    "travelers-dilemma": "travelers-dilemma",
    "tsp": "traveling-salesman",
    "ttt": "tic-tac-toe",
    "turnablock": "rugs",
    "turning-corner": "turning-corners",
    "turning-turtle": "turning-turtles",
    "turtles": "turning-turtles",
    "twins-squared": "turning-corners",
    "two-finger-morra": "morra 2",
    "two-thirds-of-the-average": "beauty-contest",
    "un-security-council": "security-council",
    "united-nations": "security-council",
    "unsc": "security-council",
    "volunteer": "volunteers-dilemma",
    "volunteers": "volunteers-dilemma",
    "von-neumann": "von-neumann-poker",
    "voting": "weighted-voting",
    "welters-game": "welter",
    "wythoff-nim": "wythoff",
    "wythoff-queen": "wythoff",
    "wythoffs": "wythoff",
    "wythoffs-game": "wythoff",
    "wythoffs-queen": "wythoff",
}


def usual_name(call: str) -> str:
    """The call with the name under which the game stands on the shelf.

    >>> usual_name("Lasker 3 4"), usual_name("misere-nim 3 4 5"), usual_name("nim 3")
    ('laskers-nim 3 4', 'nim 3 4 5 play=misere', 'nim 3')
    >>> usual_name("0.77 12 5")
    'hexadecimal 0.77 12 5'
    >>> usual_name("nim 3 4 misère"), usual_name("misere kayles 5")
    ('nim 3 4 play=misere', 'kayles 5 play=misere')
    >>> usual_name("gomoku"), usual_name("gomoku 7 7 4"), usual_name("misere-nim 3 4")
    ('mnk 15 15 5', 'mnk 7 7 4', 'nim 3 4 play=misere')
    >>> usual_name("mock-turtles x ruler 2:3"), usual_name("chomp 3x2")
    ('tartan mock-turtles ruler 2:3', 'chomp-board 3 2')
    """
    call = call.strip()
    if _MISERE.search(call):
        call = " ".join([*_MISERE.sub("", call).split(), "play=misere"])
    if board := _BOARD.fullmatch(call):
        return f"chomp-board {board[1]} {board[2]}{board[3]}"
    if product := _PRODUCT.fullmatch(call):
        return f"tartan {product[1]} {product[2]} {product[3].strip()}".rstrip()
    first, _, rest = call.partition(" ")
    word = canonical_name(first.strip("'\""))
    if _CODE.fullmatch(word):
        return f"hexadecimal {word} {rest}".rstrip()
    if word in OTHER_NAMES and rest[:1].isalpha():
        call = run_together(call, [*index.table("GAMES"), *OTHER_NAMES])
        first, _, rest = call.partition(" ")
        word = first.lower()
    usual = OTHER_NAMES.get(word)
    if usual is None:
        return call
    name, _, settings = usual.partition(" ")
    is_given = _gives(rest, settings.partition("=")[0]) if "=" in settings else bool(rest)
    return " ".join(word for word in (name, rest.strip(), "" if is_given else settings) if word)


def _gives(rest: str, setting: str) -> bool:
    """Whether the words behind a name give this setting, a set also without its name.

    >>> _gives("22 set=1,2", "set"), _gives("22 1,2", "set"), _gives("3,4", "set")
    (True, True, False)
    """
    if f"{setting}=" in rest:
        return True
    return setting == "set" and place_of_set(shlex.split(rest)) is not None


def run_together(call: str, names: Iterable[str]) -> str:
    """The call with the one of these names that its first words spell, however they are parted.

    >>> run_together("prisoner's dilemma", ["prisoners-dilemma"])
    'prisoners-dilemma'
    >>> run_together("Connect Four 5 4", ["connect-four"]), run_together("x 1", ["nim"])
    ('connect-four 5 4', 'x 1')
    """
    spelled = {_letters(name): name for name in names}
    try:
        words = shlex.split(call)
    except ValueError:
        words = call.split()
    for k in range(len(words), 0, -1):
        first = "".join(" ".join(words[:k]).split())
        name = spelled.get(_letters(first)) or spelled.get(_bare(first))
        if name is not None and _NAME.fullmatch(first):
            return shlex.join([name, *words[k:]])
    return call


def _bare(name: str) -> str:
    """The letters of a name without an article, and without a last word that says no more.

    >>> _bare("the-dictator-game"), _bare("Assignment-Problem"), _bare("game")
    ('dictator', 'assignment', 'game')
    """
    letters = _letters(name).removeprefix("the")
    for last in ("games", "game", "problem"):
        if letters.endswith(last) and letters != last:
            return letters.removesuffix(last)
    return letters


def _letters(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalnum())


def in_words(call: str) -> str:
    """A call as in Python in words, as it is typed; other calls as they are.

    >>> in_words("nim(3, 4)"), in_words("subtraction(21, set=[1, 3])"), in_words("nim 3 4")
    ('nim 3 4', "subtraction 21 'set=[1, 3]'", 'nim 3 4')
    """
    match = _CALL.fullmatch(call)
    if not match:
        return call
    depth, pieces = 0, [""]
    for letter in match["arguments"]:
        depth += (letter in "([{") - (letter in ")]}")
        if depth < 0:
            return call
        if letter == "," and depth == 0:
            pieces.append("")
        else:
            pieces[-1] += letter
    words = [_unquoted(piece.strip()) for piece in pieces if piece.strip()]
    return call if depth else shlex.join([match["name"], *words])


def _unquoted(word: str) -> str:
    """An argument without the quotation marks of Python around its text.

    >>> _unquoted("'HTH'"), _unquoted('play="misere"')
    ('HTH', 'play=misere')
    """
    return re.sub(r"""^(\w+=)?(["'])(.*)\2$""", r"\1\3", re.sub(r"^(\w+)\s*=\s*", r"\1=", word))
