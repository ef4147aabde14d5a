"""British spellings of names, understood wherever a name is looked up, and plurals."""

from __future__ import annotations

import math
import operator
import re
import shlex
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from kibitz.core.files.pickled import Pickled
from kibitz.core.names.missing_names import MissingName

_STEMS = {
    "analyse": "analyze",
    "behaviour": "behavior",
    "centre": "center",
    "colour": "color",
    "discretise": "discretize",
    "favour": "favor",
    "labelled": "labeled",
    "labelling": "labeling",
    "maximise": "maximize",
    "minimise": "minimize",
    "neighbour": "neighbor",
    "normalise": "normalize",
    "traveller": "traveler",
    "travelling": "traveling",
}
_BRITISH = re.compile("|".join(_STEMS), re.IGNORECASE)


_MANY = {
    "child": "children",
    "die": "dice",
    "equilibrium": "equilibria",
    "leaf": "leaves",
    "man": "men",
    "matrix": "matrices",
    "vertex": "vertices",
}
"""Plurals without a rule."""
_ONE = {many: one for one, many in _MANY.items()}


READ = 10**30
"""Whole numbers from here on are not read digit by digit."""
_QUOTED = re.compile(r"""['"\\]|[^ \t\r\n!-~]""")
"""What parts words otherwise than spaces do, or might."""


def count_of(number: Any, one: str) -> str:
    """A number of things in words; the number may be written already, as in 2^20.

    >>> count_of(1, "number"), count_of(2000, "number"), count_of(0, "entry")
    ('1 number', '2,000 numbers', '0 entries')
    >>> count_of(10**585 + 1, "strategy")
    'about 10^585 strategies'
    >>> count_of(1, "leaf"), count_of(2, "pure equilibrium"), count_of(3, "box")
    ('1 leaf', '2 pure equilibria', '3 boxes')
    """
    shown = whole_in_words(operator.index(number)) if hasattr(number, "__index__") else str(number)
    return f"{shown} {one if shown == '1' else _plural(one)}"


def whole_in_words(number: int) -> str:
    """A whole number with commas; one too long to be read by its size.

    >>> whole_in_words(2000), whole_in_words(10**40)
    ('2,000', 'about 10^40')
    """
    return f"{number:,}" if abs(number) < READ else f"about 10^{math.log10(abs(number)):.0f}"


def count_that(number: int, one: str, do: str) -> str:
    """A number of things and what they do, the verb in the number of the things.

    >>> count_that(1, "payoff", "solve"), count_that(2, "payoff", "solve")
    ('1 payoff solves', '2 payoffs solve')
    >>> count_that(1, "strategy", "go"), count_that(1, "cell", "are"), count_that(1, "row", "have")
    ('1 strategy goes', '1 cell is', '1 row has')
    """
    does = {"are": "is", "have": "has", "go": "goes"}.get(do, f"{do}s")
    return f"{count_of(number, one)} {does if number == 1 else do}"


def these(number: int, one: str) -> str:
    """What is pointed at, with its verb, as the beginning of a statement.

    >>> these(1, "piece"), these(2, "profile")
    ('this piece is', 'these 2 profiles are')
    """
    return f"this {one} is" if number == 1 else f"these {count_of(number, one)} are"


def _plural(one: str) -> str:
    head, _, last = one.rpartition(" ")
    if last in _MANY:
        many = _MANY[last]
    elif last.endswith("y") and last[-2:-1] not in "aeiou":
        many = last[:-1] + "ies"
    elif last.endswith(("s", "x", "ch", "sh")):
        many = last + "es"
    else:
        many = last + "s"
    return f"{head} {many}" if head else many


def counts_in_words(counts: Mapping[str, int]) -> str:
    """Numbers of things that are named in the plural.

    >>> counts_in_words({"nodes": 1200, "table hits": 1, "entries": 1})
    '1,200 nodes, 1 table hit, 1 entry'

    What is no noun stays as it is.

    >>> counts_in_words({"states": 114, "taken back": 105})
    '114 states, 105 taken back'
    """
    return ", ".join(
        count_of(number, _singular(many))
        if many.endswith("s") or many in _ONE
        else f"{number:,} {many}"
        for many, number in counts.items()
    )


def _singular(many: str) -> str:
    if many in _ONE:
        return _ONE[many]
    return many[:-3] + "y" if many.endswith("ies") else many.removesuffix("s")


def words_of(text: str) -> list[str]:
    """The words of a line as a shell parts them; a quotation that is left open is a ValueError.

    >>> words_of("nim 3 4"), words_of("matrix '1 2; 3 4'")
    (['nim', '3', '4'], ['matrix', '1 2; 3 4'])
    """
    return shlex.split(text) if _QUOTED.search(text) else text.split()


def place_of_set(given: Sequence[Any]) -> int | None:
    """Where a set stands before or behind single numbers, as in 100 1,3,4; None where none does.

    >>> place_of_set(["100", "1,3,4"]), place_of_set([{1, 3}, 100]), place_of_set(["3,4", "5,6"])
    (1, 0, None)
    """
    places = [k for k, thing in enumerate(given) if _is_several(thing)]
    is_clear = len(given) > 1 and len(places) == 1 and places[0] in (0, len(given) - 1)
    return places[0] if is_clear else None


def _is_several(given: Any) -> bool:
    """Whether it is a collection, or one typed with commas or in braces or brackets."""
    if isinstance(given, str):
        return "," in given or given[:1] + given[-1:] in ("{}", "[]")
    return isinstance(given, (set, frozenset, list, tuple, range))


def parted(text: str, separator: str = ",") -> list[str]:
    """The parts of a text between separators that stand outside of brackets.

    >>> parted("max(0, q-2), 3q"), parted("q+9")
    (['max(0, q-2)', '3q'], ['q+9'])
    """
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "([{") - (letter in ")]}")
        if letter == separator and depth <= 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def american(name: str) -> str:
    """A name as Kibitz spells it.

    >>> american("normalised_banzhaf"), american("NormalisedBanzhaf"), american("nim")
    ('normalized_banzhaf', 'NormalizedBanzhaf', 'nim')
    """
    return _BRITISH.sub(_respelled, name)


def _respelled(match: re.Match[str]) -> str:
    word = _STEMS[match[0].lower()]
    return word.capitalize() if match[0][0].isupper() else word


@lru_cache(maxsize=1024)
def canonical_name(name: str) -> str:
    """A name of a method, a game or a rule as the lists of them have it, however it was typed.

    >>> canonical_name("Lemke_Howson"), canonical_name(" mean  payoff ")
    ('lemke-howson', 'mean-payoff')
    """
    return american(re.sub(r"[\s_\u2010-\u2015-]+", "-", name.strip().lower()))


class Respelled(Pickled):
    """An object whose attributes may also be spelled the British way."""

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """The attribute as it is spelled here: ``behavioral`` for ``behavioural``."""
            if american(name) != name:
                return getattr(self, american(name))
            words = f"{type(self).__name__!r} object has no attribute {name!r}"
            raise MissingName(words, name=name, obj=self)
