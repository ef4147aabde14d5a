"""What an error advises, in the options of the command that was run.

The library speaks Python: ``method='logit'``, ``limit=``, ``exact=True``. A command says the same
by its options, ``--method logit``; what it has no option for is not advised.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from difflib import get_close_matches

from kibitz.core.index import table

ADVISED = (
    "actions",
    "add",
    "bounds",
    "checkpoint",
    "exact",
    "free_disposal",
    "least",
    "limit",
    "longest",
    "method",
    "missing",
    "most",
    "normalize",
    "player",
    "players",
    "plies",
    "to",
    "total",
    "values",
    "variables",
    "variant",
)
"""Arguments of functions, not parameters of games, that messages advise."""
_GIVEN = re.compile(
    rf"\b({'|'.join(ADVISED)})=((?:'[^']*'|\([^)]*\)|\[[^]]*\]|\{{[^}}]*\}}|[\w/]+)?)"
)
_UNUSED = re.compile(r"(?:draw|describe|explain|solve) has no option '(\w+)'")
_OWNED = re.compile(r"solve has no option '(\w+)'")
_NEEDED = re.compile(r"needs (\w+)=\.\.\.")
_CALLED = {
    "payoffs": "--at",
    "better": "--at",
    "candidates": "--at",
    "worse": "--over",
    "links": "--myerson",
    "unions": "--owen",
}
"""Options that are not called as the argument is."""
_OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
_CALL = re.compile(r"\b(?:use|call) [a-z_]+\(\)")
_BRACKETS = re.compile(r"\s*\([^()]*\)")
_QUOTED = re.compile(r"`[^`]*`")


def in_options(message: str, options: Collection[str]) -> str:
    """A message with its advice in the options of a command, and none that it does not have.

    >>> in_options("too many profiles; use method='logit'", {"--method"})
    'too many profiles; use --method logit'
    >>> in_options("too many positions; give a larger limit=, or split the game", {"--json"})
    'too many positions; split the game'
    >>> in_options("a number is too large for floating point; give exact=True", {"--exact"})
    'a number is too large for floating point; give --exact'
    >>> in_options("draw has no option 'layout'; known: what", {"--layout"})
    '--layout does not apply to this game'
    >>> in_options("solve has no option 'label'; known: method, exact", {"--set"})
    '--set label: options belong to methods; name the method with --method'
    >>> in_options("nash-map needs profile=...", {"--set"})
    'nash-map needs --set profile=...'
    """

    def needed(match: re.Match[str]) -> str:
        name = match[1]
        own = (f"--{name.replace('_', '-')}", _CALLED.get(name, ""))
        option = next((option for option in own if option in options), "")
        if option:
            return f"needs {option} ..."
        return f"needs --set {name}=..." if "--set" in options else match[0]

    def spelled(match: re.Match[str]) -> str:
        name, value = match[1], match[2]
        if name == "exact" and value in ("True", "False"):
            option, value = ("--exact" if value == "True" else "--float"), "True"
        else:
            option = f"--{name.replace('_', '-')}"
        if option not in options:
            return match[0]
        shown = value.strip("'()[]{}").replace("', '", ",").replace("'", "").replace(", ", ",")
        return option if value in ("", "True") else f"{option} {shown}"

    if (owned := _OWNED.match(message)) and "--set" in options:
        return f"--set {owned[1]}: options belong to methods; name the method with --method"
    if (unused := _UNUSED.match(message)) and f"--{unused[1]}" in options:
        return f"--{unused[1]} does not apply to this game"
    fault, *advice = _NEEDED.sub(needed, _GIVEN.sub(spelled, message)).split("; ")
    clauses = [_bare(fault, options), *(_without(clause, options) for clause in advice)]
    return "; ".join(clause for clause in clauses if clause)


def _without(clause: str, options: Collection[str]) -> str:
    """A clause without the alternatives that the command does not have; empty if none is left."""
    if _fits(clause, options):
        return clause
    bare = _bare(clause, options)
    if _fits(bare, options):
        return bare
    parts = [part for part in re.split(r",? or |, ", clause) if _fits(part, options)]
    kept = [part for part in parts if part.strip()]
    return ", or ".join(kept) if kept and len(kept) < len(re.split(r",? or |, ", clause)) else ""


def _bare(clause: str, options: Collection[str]) -> str:
    """A clause without the advice in brackets that the command does not have."""
    bare = _BRACKETS.sub(lambda m: m[0] if _fits(m[0], options) else "", clause)
    return bare.strip()


def _fits(text: str, options: Collection[str]) -> bool:
    """Whether all that a text advises can be done on the command line, by this command."""
    plain = _QUOTED.sub("", text)
    unknown = [option for option in _OPTION.findall(plain) if option not in options]
    return not (unknown or _GIVEN.search(plain) or _CALL.search(plain))


_WRITTEN = ("docx", "html", "latex", "markdown", "md", "pdf", "png", "svg", "tex", "tikz", "txt")
_ENDINGS = {"docx": "pdf", "latex": "tex", "markdown": "md", "tikz": "tex"}
"""Formats that are asked for as if they were options, and the endings that ask for them here."""
_OTHERWISE = {
    "algorithm": "--method",
    "colors": "--theme",
    "difficulty": "--level",
    "file": "--output",
    "hard": "--level",
    "iter": "--iterations",
    "max-depth": "--depth",
    "number": "--count",
    "opponent": "--vs",
    "out": "--output",
    "proof": "--verify",
    "prove": "--verify",
    "random-seed": "--seed",
    "solver": "--method",
    "steps": "--explain",
    "time": "--seconds",
    "timeout": "--seconds",
    "workers": "--jobs",
}
"""What options are called elsewhere; spelling would not lead from one to the other."""


_OF_GAMES = {
    "ante": "1",
    "bet": "2",
    "cards": "3",
    "discount": "9/10",
    "endless": "0",
    "goal": "20",
    "heaps": "3,4,5",
    "sides": "6",
}
"""Parameters of games that are asked for as options, with values that they may have."""


def instead_of(option: str, options: Collection[str]) -> str:
    """What to write in place of an option that a command does not have; empty if nothing is near.

    >>> instead_of("--latex", {"--output", "--json"}), instead_of("--timeout", {"--seconds"})
    ('; write -o FILE.tex', '; did you mean --seconds?')
    >>> instead_of("--solution", {"--solutions", "--json"}), instead_of("--latex", {"--json"})
    ('; did you mean --solutions?', '')
    >>> instead_of("--tu", {"--method"})
    '; write --method tu'
    >>> instead_of("--discount", {"--method"})
    '; the parameters of a game follow it: discount=9/10'
    """
    word = option.lstrip("-").lower()
    if word in _WRITTEN and "--output" in options:
        return f"; write -o FILE.{_ENDINGS.get(word, word)}"
    if (other := _OTHERWISE.get(word, "")) in options:
        return f"; did you mean {other}?"
    if "--method" in options and any(word in names for names in table("METHODS").values()):
        return f"; write --method {word}"
    words = {known.lstrip("-"): known for known in options if known.startswith("--")}
    near = get_close_matches(word, words, n=1, cutoff=0.65)
    if near:
        return f"; did you mean {words[near[0]]}?"
    own = _OF_GAMES.get(word, "") if "--method" in options else ""
    return f"; the parameters of a game follow it: {word}={own}" if own else ""


def options_of(command: object) -> frozenset[str]:
    """All spellings of all options of a command."""
    params = getattr(command, "params", ())
    return frozenset(
        spelling for p in params for spelling in (*p.opts, *p.secondary_opts) if "-" in spelling
    ) | {"--help"}
