"""Kinds of problems: what makes them, for which chapter, at which levels."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import process_time
from typing import TYPE_CHECKING, TypeVar

from kibitz.core import index
from kibitz.core.dice import Dice
from kibitz.core.errors import GameError, nearest
from kibitz.core.spelling import canonical_name
from kibitz.exercises.wish import excluded

if TYPE_CHECKING:
    from kibitz.exercises.problem import Problem
    from kibitz.exercises.wish import Wish

Found = TypeVar("Found")

TRIES, SECONDS = 20_000, 30.0
"""Games looked at, and seconds of work, before a search for a property is given up."""


@dataclass
class Draft:
    """What a problem is made from: random numbers, the level, and wishes besides its own."""

    dice: Dice
    level: int = 1
    wanted: tuple[Wish, ...] = ()

    def find(
        self, candidate: Callable[[], Found | None], *own: Wish
    ) -> tuple[Found, tuple[Wish, ...]]:
        """The first candidate with all properties that are wanted, and the list of these.

        A candidate that is None is drawn again. Wishes about games of another form do not count.

        Parameters
        ----------
        candidate : callable
            A function that draws a game, or gives None to draw again.
        *own : Wish
            Properties that this kind of problem needs; a wish of the user about the same
            property replaces them.
        """
        wanted, begun, tries = own, process_time(), 0
        while tries < TRIES and process_time() - begun < SECONDS:
            tries += 1
            game = candidate()
            if game is None:
                continue
            wishes = tuple(w for w in self.wanted if isinstance(game, w.noun))
            replaced = {w.pattern for w in wishes}
            wanted = (*(w for w in own if w.pattern not in replaced), *wishes)
            self._refuse_excluded(wanted)
            if all(wish.holds(game) for wish in wanted):
                return game, wanted
        names = ", ".join(map(str, wanted))
        raise GameError(
            f"found no game with these properties in {tries:,} tries at level {self.level}: "
            f"{names}; try another level, or fewer properties"
        )

    def _refuse_excluded(self, wanted: tuple[Wish, ...]) -> None:
        """Refuse what no game has together, before it is looked for."""
        pair = excluded(wanted)
        if pair is not None:
            one, other = pair
            raise GameError(
                f"no game has both {str(one)!r} and {str(other)!r}; at level {self.level} such "
                "problems are made with the first, so try another level or kind"
                if one not in self.wanted
                else f"no game has both {str(one)!r} and {str(other)!r}; ask for one of them"
            )


Maker = Callable[[Draft], "Problem"]


@dataclass(frozen=True)
class Kind:
    """A kind of problem."""

    name: str
    family: str
    book: str
    levels: tuple[str, ...]
    make: Maker

    @property
    def title(self) -> str:
        """The first line of its documentation."""
        return (inspect.getdoc(self.make) or "").partition("\n")[0].rstrip(".")

    def problem(
        self, seed: int | str = 0, level: int = 1, wanted: tuple[Wish, ...] = ()
    ) -> Problem:
        """The problem of a seed; the same one everywhere.

        Parameters
        ----------
        seed : int or str, default 0
            Random seed.
        level : int, default 1
            1 is the easiest.
        wanted : tuple of Wish, default ()
            Properties that the game must have.

        Examples
        --------
        >>> print(kind("nim").problem(7).game)
        nim: 13 6 10, normal play
        """
        if not 1 <= level <= len(self.levels):
            listed = "; ".join(f"{k} {words}" for k, words in enumerate(self.levels, 1))
            raise GameError(f"{self.name} has no level {level}; its levels are: {listed}")
        return self.make(Draft(Dice(f"{self.name} {level} {seed}"), level, wanted))


_KINDS: dict[str, Kind] = {}


def exercise(
    name: str, family: str, *, book: str, levels: tuple[str, ...]
) -> Callable[[Maker], Maker]:
    """Register what makes problems of a kind.

    Parameters
    ----------
    name : str
        What it is called on the command line.
    family : str
        The part of the subject: impartial, zero-sum, general-sum, ...
    book : str
        The sections of the textbooks it belongs to, with commas between them.
    levels : tuple of str
        What each level asks for, beginning with the easiest.

    Returns
    -------
    callable
        The decorator.
    """

    def register(make: Maker) -> Maker:
        _KINDS[name] = Kind(name, family, book, levels, make)
        return make

    return register


def kind(name: str) -> Kind:
    """The kind of this name."""
    if name not in _KINDS and not index.load("EXERCISES", name):
        near = nearest(name, index.table("EXERCISES")) or ";"
        raise GameError(f"unknown exercise {name!r}{near} `kibitz exercise` lists them all")
    return _KINDS[name]


def kinds() -> list[Kind]:
    """All kinds, in the order of the families and of the books.

    Returns
    -------
    list of Kind
        Each with its name, chapter and levels.
    """
    found = [kind(name) for name in index.table("EXERCISES")]
    return sorted(found, key=lambda k: (FAMILIES.index(k.family), _place(k.book), k.name))


FAMILIES = (
    "impartial",
    "zero-sum",
    "trees",
    "stochastic",
    "general-sum",
    "coalitional",
    "search",
    "foundations",
)
"""The families of problems, in the order of a course."""


def _place(book: str) -> tuple[tuple[int, int | str], ...]:
    """A section as something to sort by: II.2.10 after II.2.9."""
    words = book.partition(",")[0].replace(".", " ").split()
    return tuple((1, int(w)) if w.isdigit() else (0, w) for w in words)


def chosen(words: str) -> Iterator[Kind]:
    """The kinds that some words mean: a name, a family, or a section such as "II.2".

    >>> [k.name for k in chosen("Ferguson I.2")]
    ['nim', 'moore']
    """
    name = canonical_name(words)
    if name in index.table("EXERCISES"):
        yield kind(name)
        return
    everything = kinds()
    found = [k for k in everything if name in ("all", k.family) or _in_section(k.book, words)]
    if not found:
        known = [*index.table("EXERCISES"), *FAMILIES]
        near = _meant(name) or nearest(name, known) or ";"
        raise GameError(f"unknown exercise {words!r}{near} `kibitz exercise` lists them all")
    yield from found


MEANT = {
    "equilibria": "bimatrix nash nash-equilibrium equilibrium mixed-equilibrium strategic",
    "two-by-two": "matrix mixed mixed-strategies minimax-theorem equalizing",
    "saddle-point": "saddle pure-strategies",
    "pivoting": "simplex linear-program lp",
    "digraph": "grundy sprague-grundy nimber mex",
    "hidden-move": "tree extensive extensive-form information-set",
    "backward-induction": "subgame-perfect centipede spe",
    "shapley": "shapley-value coalition",
    "voting-power": "voting banzhaf shapley-shubik power",
    "bankruptcy": "estate claims talmud",
    "cournot": "duopoly oligopoly market",
    "nash-bargaining": "bargaining",
    "recursive": "stochastic-game markov",
    "alpha-beta": "pruning cutoffs",
    "poker-endgame": "poker bluffing",
    "expected-utility": "utility lottery",
}
"""Other words for what a kind of exercise is about."""


def _meant(word: str) -> str:
    """The suggestion for a word of the field that names no kind of its own; empty where none is.

    >>> _meant("bimatrix")
    '; for that write `kibitz exercise equilibria`;'
    """
    found = next((name for name, words in MEANT.items() if word in words.split()), "")
    return f"; for that write `kibitz exercise {found}`;" if found else ""


def _in_section(book: str, words: str) -> bool:
    """Whether a section of the book is meant, or one inside it.

    >>> _in_section("Ferguson II.2.4, Young 3", "II.2"), _in_section("Ferguson II.2", "I.2")
    (True, False)
    """
    asked = words.strip().casefold()
    for place in book.split(","):
        author, _, section = place.strip().casefold().partition(" ")
        for whole in (f"{author} {section}", section, author):
            if whole == asked or whole.startswith(f"{asked}."):
                return True
    return False
