"""What the Tab key offers: games, files, methods, exercises, and the words of an option."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

REQUEST = "_KIBITZ_COMPLETE"
"""The variable by which a shell asks for completions."""


def offer_games(incomplete: str) -> Iterator[str]:
    """Words for typed games, names on the shelf, and files that hold a game.

    >>> list(offer_games("bimat")), list(offer_games("chomp-"))
    (['bimatrix'], ['chomp-board'])
    """
    from kibitz.core import index
    from kibitz.forms import FORMS

    typed = [word for form in FORMS for word in form.words]
    for name in sorted({*typed, *index.table("GAMES")}):
        if name.startswith(incomplete.lower()):
            yield name
    yield from offer_files(incomplete)


def offer_files(incomplete: str) -> Iterator[str]:
    """Folders, and files with an ending that Kibitz reads."""
    from kibitz.formats import ENDINGS

    folder, _, start = incomplete.rpartition("/")
    here = Path(f"{folder}/" if "/" in incomplete else ".").expanduser()
    before = f"{folder}/" if "/" in incomplete else ""
    if not here.is_dir():
        return
    for path in sorted(here.iterdir()):
        if not path.name.startswith(start) or (path.name.startswith(".") and not start):
            continue
        if path.is_dir():
            yield f"{before}{path.name}/"
        elif path.suffix.lower() in (*ENDINGS, ".py"):
            yield f"{before}{path.name}"


def offer_methods(incomplete: str) -> Iterator[str]:
    """Methods of any form.

    >>> list(offer_methods("lemke-howson-"))
    ['lemke-howson-all']
    """
    from kibitz.core import index

    names = {name for methods in index.table("METHODS").values() for name in methods}
    yield from (name for name in sorted(names) if name.startswith(incomplete.lower()))


def offer_families(incomplete: str) -> Iterator[str]:
    """Families and games of the shelf.

    >>> list(offer_families("coin-c"))
    ['coin-challenge', 'coin-count']
    """
    from kibitz.core import index

    names = {*index.table("FAMILIES"), *index.table("GAMES")}
    yield from (name for name in sorted(names) if name.startswith(incomplete.lower()))


def offer_exercises(incomplete: str) -> Iterator[str]:
    """Kinds of problems, and their families.

    >>> list(offer_exercises("two-")), list(offer_exercises("zero-sum"))
    (['two-by-n', 'two-by-two', 'two-states'], ['zero-sum', 'zero-sum-in-disguise'])
    """
    from kibitz.core import index
    from kibitz.exercises.kind import FAMILIES

    names = {*FAMILIES, *index.table("EXERCISES")}
    yield from (name for name in sorted(names) if name.startswith(incomplete.lower()))


def offer_experiments(incomplete: str) -> Iterator[str]:
    """Experiments with a class, and files that may hold a session.

    >>> list(offer_experiments("auct"))
    ['auction']
    """
    from kibitz.classroom.catalog import experiments

    yield from (name for name in sorted(experiments()) if name.startswith(incomplete.lower()))
    yield from offer_files(incomplete)


def offer_words(*words: str) -> Callable[[str], list[str]]:
    """What offers these words.

    >>> offer_words("light", "dark", "print")("d")
    ['dark']
    """
    return lambda incomplete: [word for word in words if word.startswith(incomplete)]


offer_themes = offer_words("light", "dark", "print")
