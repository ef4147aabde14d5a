"""How the help is laid out: commands by what they are for, arguments without their types."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from kibitz.core.index import table

SECTIONS = {
    "Any game": (
        "any_game",
        "solve explain draw describe methods games convert verify tour web warm completion",
    ),
    "Tables of payoffs": (
        "tables",
        "evaluate equilibria quantal-response dominance safety correlated stackelberg pareto "
        "structure repeat dynamics nash-map",
    ),
    "Cards, trees and time": ("trees", "cfr exploit iterate reproduce hands"),
    "Boards and moves": (
        "boards",
        "play train analyze search database tournament engine check size puzzle bandit dice",
    ),
    "Learning by hand": ("learning", "gain genes updates perceptron"),
    "Heaps and coins": ("heaps", "sequence nimbers"),
    "Markets, bargains and coalitions": (
        "markets",
        "duopoly bargain coalition voting bankruptcy",
    ),
    "Foundations": ("foundations", "utility contraction"),
    "Computational experiments": ("experiments", "batch"),
    "For the class": ("teaching", "exercise grade experiment"),
}
"""The headings of the help: the room that holds the files of its commands, and which come first."""

_TYPES = {"<str>": "TEXT", "<list[str]>": "TEXT", "<int>": "N", "<float>": "NUMBER"}
_WHOLE = "\N{NON-BREAKING HYPHEN}"
_PIECE = re.compile(r"[{\[](?P<name>.*)[}\]](?:\.\.\.)?", re.DOTALL)


def sections() -> Iterator[tuple[str, list[str]]]:
    """The headings of the help, each with the commands of its room."""
    for heading, (room, first) in SECTIONS.items():
        held = [name for name in table("COMMANDS") if room_of(name) == room]
        yield heading, [*first.split(), *(name for name in held if name not in first.split())]


def room_of(command: str) -> str:
    """The room that holds the file of a command.

    >>> room_of("pareto")
    'tables'
    """
    return str(table("COMMANDS")[command].split(".")[-2])


def write_commands(commands: dict[str, Any], formatter: Any) -> None:
    """Write what each command does, section by section, in columns that stand below each other."""
    width = max(map(len, commands))
    for heading, names in sections():
        with formatter.section(heading):
            room = formatter.width - width - 4
            short = {name: unbroken(in_short(commands[name].help, room)) for name in names}
            formatter.write_dl([(f"{name:<{width}}", words) for name, words in short.items()])


def in_short(words: str, room: int) -> str:
    """The first sentence of a help, or as many of its clauses as fit on a line.

    A list behind a colon is kept whole, or left out; a first clause of one word begins a list.

    >>> in_short("Check a claim.", 30), in_short("Count the tree, or the positions.", 30)
    ('Check a claim', 'Count the tree')
    >>> in_short("Calculate: sums, products, roots.", 25)
    'Calculate'
    >>> in_short("Solve, explain and check a game.", 25)
    'Solve, explain and check a game'
    """
    sentence = " ".join(words.strip().partition("\n\n")[0].split()).rstrip(".")
    if len(sentence) <= room:
        return sentence
    sentence = sentence.partition(";")[0]
    listed = "[:,] |$" if ": " not in sentence else ": |, (?:and|or) |$"
    ends = [match.start() for match in re.finditer(listed, sentence) if match.start() <= room]
    ends = [end for end in ends if " " in sentence[:end] or sentence[end:].startswith(":")]
    return sentence[: ends[-1]] if ends else sentence


def write_parameters(parameters: Iterable[Any], ctx: Any, formatter: Any) -> None:
    """Write arguments and options, types in one word each."""
    records: dict[str, list[tuple[str, str]]] = {"argument": [], "option": []}
    for parameter in parameters:
        record = parameter.get_help_record(ctx)
        if record is not None:
            kind = parameter.param_type_name
            plain = plain_argument if kind == "argument" else plain_option
            records[kind].append((plain(record[0]), unbroken(record[1])))
    for kind, rows in records.items():
        if rows:
            with formatter.section(f"{kind.capitalize()}s"):
                formatter.write_dl(rows)


def unbroken(text: str) -> str:
    """A text that is not broken into lines at its hyphens; ``with_hyphens`` gives these back."""
    return text.replace("-", _WHOLE)


def with_hyphens(text: str) -> str:
    """A text that was kept from being broken, as it was.

    >>> with_hyphens(unbroken("support-enumeration"))
    'support-enumeration'
    """
    return text.replace(_WHOLE, "-")


def plain_argument(name: str) -> str:
    """The name of an argument without a type.

    >>> plain_argument("GAME [MOVE...] <list[str]>"), plain_argument("quota <str>")
    ('GAME [MOVE...]', 'QUOTA')
    """
    name = re.sub(r" <.*>$", "", name)
    return name.upper() if name.islower() else name


def plain_option(name: str) -> str:
    """An option with one word for what it takes.

    >>> plain_option("--to <int>"), plain_option("--first <me|computer>")
    ('--to N', '--first <me|computer>')
    """
    first, _, kind = name.rpartition(" ")
    return f"{first} {_TYPES[kind]}" if kind in _TYPES else name


def plain_usage(piece: str) -> str:
    """An argument in the line of usage, without brackets round what brings its own.

    >>> plain_usage("{GAME}..."), plain_usage("{GAME [MOVE...]}..."), plain_usage("[SIDES]")
    ('GAME...', 'GAME [MOVE...]', '[SIDES]')
    >>> plain_usage("[[FAMILY|NAME]]..."), plain_usage("[OPTIONS]"), plain_usage("{quota}")
    ('[FAMILY|NAME]', '[OPTIONS]', 'QUOTA')
    """
    match = _PIECE.fullmatch(piece)
    name = plain_argument(match["name"]) if match else piece
    if match is None or name == "OPTIONS":
        return piece
    if " " in name or "." in name or name.startswith("["):
        return name
    more = "..." if piece.endswith("...") else ""
    return (f"[{name}]" if piece.startswith("[") else name) + more
