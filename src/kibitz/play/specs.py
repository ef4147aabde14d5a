"""Agents by words: ``random``, ``perfect``, ``depth:6``, ``mcts:iterations=2000``.

A specification is a name, or a name, a colon and settings: ``key=value`` with commas between. The
names are those of the searches (:mod:`kibitz.search.methods`), and

========================  ====================================================================
``random``                moves drawn at random
``auto``                  perfect where the game can be solved, else a search
``perfect``               never gives anything away; ``perfect:seconds=30`` to try for longer
``depth:6``               principal variation search to a depth
``seconds:1``             the same within a time a move
``nodes:100000``          the same within this many positions
``mcts:model=FILE.kbz``   Monte Carlo tree search led by a trained model
``FILE.kbz``              the strategies of a solution that was saved, or a trained model
``FILE.kbdb``             a database of all positions, in memory or, as ``.kbpd``, on disk; one
                          of an ending is consulted by a search of the rest
``depth:6,database=FILE``  any search that ends in a database of the game or of an ending
``engine:COMMAND``        a program that speaks the text protocol
``uci:COMMAND``           a program that speaks UCI
========================  ====================================================================
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any

from kibitz.combinatorial.in_turns import InTurns
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.files import npz_file
from kibitz.core.numbers import number
from kibitz.core.spelling import canonical_name
from kibitz.play.agents import PerfectPlayer
from kibitz.play.players import (
    DatabasePlayer,
    EndingPlayer,
    HurriedMover,
    MixedPlayer,
    ModelPlayer,
    PerfectMover,
    Player,
    PolicyPlayer,
    ProfilePlayer,
    RandomMover,
    Searcher,
    UnseenPlayer,
    by_book,
    is_hopeless,
)
from kibitz.rules.game import Position, Rules
from kibitz.rules.trees.size_sign import estimated_ends
from kibitz.search import methods
from kibitz.search.alpha_beta.alpha_beta import window_end
from kibitz.search.budget import Budget
from kibitz.search.retrograde.endings import Endings
from kibitz.search.retrograde.read_database import DATABASES

if TYPE_CHECKING:
    from kibitz.learning.training.model import Model
    from kibitz.stochastic.from_rules.recurring import RulesSolution
    from kibitz.stochastic.state_answers import StateAnswers

_BUDGETS = {"depth": "int", "seconds": "float", "nodes": "int"}
_PROGRAMS = ("engine", "uci")
MOVE_SECONDS = 0.8
"""The time that the computer takes for a move by default."""
MOST_ENDS = 1_000_000
"""Ends of a tree, by a few random games, beyond which no equilibrium is computed at the table."""
SOLUTION = ".kbz"
MODEL = "model"
"""The kind of such a file that holds what was learned."""
OWN = ("auto", "random", "perfect", *_BUDGETS, *_PROGRAMS)
_NOT_WORDS = ("trace", "order", "draw", "table", "tree_policy")
"""Settings that cannot be typed."""
_LED = re.compile(r"\s*[\w-]+:(.*,)?\s*model\s*=")
"""A search that a model leads, which ends as the name of a file does."""
_ENDING = re.compile(r"[:,]\s*database\s*=\s*([^,]+)")
"""A database that a search ends in; several may be named."""
_CHOICES = {
    "Ties": ("first", "last"),
    "Rule": ("UCT1", "UCT2", "UCT3"),
    "Answer": ("mean", "visits"),
}
_SHORT = {
    "mcts": "iterations",
    "flat-monte-carlo": "games",
    "flat-ucb": "games",
    "uct-graph": "iterations",
    "uct-tree": "iterations",
    "information-set-mcts": "iterations",
    "clairvoyance": "samples",
}
"""Which setting a bare number means, where it is not the depth."""


def is_agent(word: str) -> bool:
    """Whether a word names an agent.

    >>> is_agent("mcts:iterations=50"), is_agent("random"), is_agent("connect-four")
    (True, True, False)
    """
    head = word.partition(":")[0].strip().lower()
    if head in OWN or word.endswith((SOLUTION, *DATABASES)):
        return True
    try:
        methods.canonical(head)
    except GameError:
        return False
    return True


def agent(spec: str, rules: Rules, seed: int | None = None, seconds: float | None = None) -> Player:
    """The agent that a specification names, for one game.

    Parameters
    ----------
    spec : str
        The specification, such as ``"mcts:iterations=1000"``.
    rules : Rules
        The rules of the game.
    seed : int, optional
        Random seed.
    seconds : float, optional
        The time for a move of agents that have no budget of their own.

    Returns
    -------
    Player
        The agent.

    Examples
    --------
    >>> from kibitz.rules.examples import TakeAway
    >>> agent("minimax:depth=8", TakeAway(6)).choose(TakeAway(6).position(), 0)
    2
    >>> agent("mtcs", TakeAway(6))
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: unknown agent 'mtcs'; did you mean 'mcts'?
    """
    if seconds is not None:
        Budget(seconds)
    if _ENDING.search(spec) or spec.endswith(DATABASES):
        return _ending_player(spec, rules, seed, seconds)
    if spec.endswith(SOLUTION) and not _LED.match(spec):
        if npz_file.kind_of(spec) == MODEL:
            return ModelPlayer(_model(spec, rules), seed, spec)
        if recurs(rules):
            return PolicyPlayer(_stored_policy(spec, rules), spec)
        return ProfilePlayer(_stored(spec, rules), seed, spec)
    head, _, rest = spec.strip().partition(":")
    word = canonical_name(head)
    if word in _PROGRAMS:
        return _program(word, rest, rules, spec, seconds)
    if word == "random":
        _none(rest, spec)
        return RandomMover(seed, spec)
    if word == "perfect":
        return _perfect(rest, rules, seed, spec)
    if word == "auto":
        _none(rest, spec)
        return automatic_player(rules, seed, seconds)
    if word in _BUDGETS:
        return Searcher(rules, "principal-variation", spec, **{word: _budget(word, rest, spec)})
    if not is_agent(word):
        known = [*OWN, *methods.names()]
        near = did_you_mean(word, known) or f"; known: {', '.join(known)}"
        raise GameError(f"unknown agent {head!r}{near}")
    return _searcher(methods.canonical(word), rest, rules, seed, spec, seconds)


def _ending_player(spec: str, rules: Rules, seed: int | None, seconds: float | None) -> Player:
    """A database alone, or a search that ends in databases; ``auto`` where none is named."""
    files = [file.strip() for file in _ENDING.findall(spec)]
    if not files:
        endings = Endings(rules, spec.strip())
        if endings.databases[0].rules == rules:
            return DatabasePlayer(endings.databases[0], spec)
    else:
        endings = Endings(rules, files)
    rest = _ENDING.sub("", spec)
    rest = rest if ":" in rest else rest.replace(",", ":", 1)
    inner = agent(rest if files else "auto", endings.cut, seed, seconds)
    if isinstance(inner, (RandomMover, ModelPlayer, DatabasePlayer)) or rest.startswith(_PROGRAMS):
        raise GameError(f"{spec}: a database needs a search, such as depth:6,database=FILE")
    return EndingPlayer(endings, inner, spec)


def _searcher(
    method: str, rest: str, rules: Rules, seed: int | None, spec: str, seconds: float | None
) -> Player:
    known = methods.settings(method)
    given = with_model(read_settings(method, rest, spec), rules, spec)
    if "seed" in known and "seed" not in given:
        given["seed"] = Random(seed).randrange(1 << 30)
    budgets = {"seconds", "depth", "nodes", "iterations", "games"} & known.keys()
    if seconds is not None and "seconds" in known and not budgets & given.keys():
        given["seconds"] = seconds
    return Searcher(rules, method, spec, **given)


def with_model(given: dict[str, Any], rules: Rules, spec: str) -> dict[str, Any]:
    """Settings with the model itself in the place of its file."""
    path = given.get("model")
    if path is None:
        return given
    if not str(path).endswith(SOLUTION) or npz_file.kind_of(path) != MODEL:
        raise GameError(f"{spec}: model is {path!r}; it must be a file of kibitz train, FILE.kbz")
    return {**given, "model": _model(str(path), rules)}


def read_settings(method: str, text: str, spec: str) -> dict[str, Any]:
    """Settings as words, ``iterations=500,rave=0.5``, in the types that the search takes.

    >>> read_settings("mcts", "500,solver=yes", "mcts:500,solver=yes")
    {'iterations': 500, 'solver': True}
    >>> read_settings("uct-tree", "9,playout=[1, 0, 1]", "--set")
    {'iterations': 9, 'playout': [1, 0, 1]}
    """
    known = methods.settings(method)
    given: dict[str, Any] = {}
    for part in filter(None, (p.strip() for p in _joined(_parts(text), known))):
        key, equals, value = part.partition("=")
        if not equals:
            key, value = _SHORT.get(method, "depth"), part
        key = methods.setting_named(method, key.strip().replace("-", "_"))
        if key == "window" and {"alpha", "beta"} <= known.keys():
            given |= _window(value, spec)
            continue
        if key not in known or key in _NOT_WORDS:
            usual = [name for name in known if name not in _NOT_WORDS]
            raise GameError(f"{spec}: {method} has no setting {key!r}{did_you_mean(key, usual)}")
        given[key] = _value(value.strip(), str(known[key].annotation), f"{spec}: {key}")
    return given


def _window(text: str, spec: str) -> dict[str, Any]:
    """Both ends of a window, ``3,5``."""
    ends = re.split(r"[:,]", text.strip("[]() "))
    if len(ends) != 2:
        raise GameError(f"{spec}: window is {text.strip()!r}; write alpha and beta, as in -1,1")
    return {key: window_end(end, key) for key, end in zip(("alpha", "beta"), ends, strict=True)}


def _joined(parts: list[str], known: Any) -> list[str]:
    """The parts, with both ends of bounds together: ``bounds=-3,3`` is one setting."""
    found: list[str] = []
    for part in parts:
        key, equals, value = found[-1].partition("=") if found else ("", "", "")
        name = key.strip().replace("-", "_")
        bounds = name == "window" or (name in known and "Bounds" in str(known[name].annotation))
        if equals and bounds and "=" not in part and re.fullmatch(r"[^,:]+", value.strip()):
            found[-1] += f",{part}"
        else:
            found.append(part)
    return found


def _parts(text: str) -> list[str]:
    """What stands between commas, those within brackets left alone."""
    parts, depth = [""], 0
    for sign in text:
        depth += (sign in "[{") - (sign in "]}")
        if sign == "," and depth <= 0:
            parts.append("")
        else:
            parts[-1] += sign
    return parts


def _value(text: str, kind: str, what: str) -> Any:
    if kind == "Any" and text[:1] in ("[", "{"):
        return _listed(text, what)
    if "bool" in kind:
        words = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
        if text.lower() not in words:
            raise GameError(f"{what} is {text!r}; it must be yes or no")
        return words[text.lower()]
    if "int" in kind and "str" in kind:
        return int(text) if re.fullmatch(r"\d{1,18}", text) else text
    if "int" in kind:
        if not re.fullmatch(r"[+-]?\d{1,18}", text.replace("_", "")):
            raise GameError(f"{what} is {text!r}; it must be a whole number")
        return int(text.replace("_", ""))
    if "float" in kind:
        return float(number(text, what))
    if kind == "WindowEnd":
        return window_end(text, what)
    if "Number" in kind:
        return number(text, what)
    if "Bounds" in kind:
        ends = re.split(r"[:,]", text.strip("[] "))
        if len(ends) != 2:
            raise GameError(f"{what} is {text!r}; write the least and the greatest, as in -10:10")
        return tuple(number(end, what) for end in ends)
    choices = _CHOICES.get(kind) or re.findall(r"'(\w+)'", kind)
    meant = [choice for choice in choices if choice.lower() == text.lower()]
    if choices and not meant:
        raise GameError(f"{what} is {text!r}; it must be {' or '.join(choices)}")
    return meant[0] if meant else text


def _listed(text: str, what: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise GameError(f"{what} is {text:.40}; this is not JSON ({error.msg.lower()})") from None


def _budget(word: str, rest: str, spec: str) -> Any:
    if not rest.strip():
        raise GameError(f"{spec}: give a number, as in {word}:{4 if word != 'nodes' else 100000}")
    kind = _BUDGETS[word]
    return _value(rest.strip(), kind, f"{spec}: {word}")


def _perfect(rest: str, rules: Rules, seed: int | None, spec: str) -> Player:
    if isinstance(rules, InTurns) and not rest.strip():
        return PerfectPlayer(seed, spec)
    if rules.has("information_state"):
        return ProfilePlayer(_equilibrium(rules), seed, spec)
    if recurs(rules):
        _none(rest, spec)
        return PolicyPlayer(solved(rules), spec)
    if rules.has("choices"):
        _none(rest, spec)
        return at_once(rules, seed, spec)
    return _solver(rules, rest, spec)


def automatic_player(rules: Rules, seed: int | None = None, seconds: float | None = None) -> Player:
    """Perfect play where the game can be solved, else a search; ``about`` says which.

    >>> from kibitz.rules.examples import TakeAway
    >>> automatic_player(TakeAway(9)).about  # type: ignore[attr-defined]
    'plays perfectly'
    """
    try:
        if rules.has("information_state") and estimated_ends(rules) > MOST_ENDS:
            raise GameError(f"{rules.name}: finding an equilibrium would take too long")
        made: Any = _perfect("", rules, seed, "computer")
    except GameError:
        if rules.has("choices"):
            made = RandomMover(seed, "computer")
            return _about(made, "plays at random: the game is too large for an equilibrium")
        how = methods.automatic(rules)
        made = _searcher(how, "", rules, seed, "computer", seconds)
        return _about(made, f"searches ({how}): the game is too large for an equilibrium")
    if isinstance(made, PerfectMover) and not _is_solvable(made, rules.position()):
        made = HurriedMover(rules, MOVE_SECONDS if seconds is None else seconds, "computer")
        return _about(made, "searches, and plays perfectly where it can solve the position")
    return _about(made, "plays perfectly")


def _is_solvable(player: PerfectMover, start: Position) -> bool:
    """Whether all of a game can be solved in a moment."""
    return by_book(start) is None and not is_hopeless(start) and player.solves(start)


def _about(player: Any, words: str) -> Player:
    player.about = words
    made: Player = player
    return made


def at_once(
    rules: Rules, seed: int | None = None, name: str = "perfect"
) -> MixedPlayer | UnseenPlayer:
    """Perfect play of simultaneous moves: of positions for two opponents, else of the tree."""
    if rules.players > 1 and not rules.is_opposed:
        return UnseenPlayer(_equilibrium(rules), seed, name)
    return MixedPlayer(mixed(rules), seed, name)


@lru_cache(maxsize=4)
def _solver(rules: Rules, rest: str, spec: str) -> PerfectMover:
    """One for all games of a match: what it has solved stays solved."""
    return PerfectMover(rules, name=spec, **read_settings("exact", rest, spec))


def _model(path: str, rules: Rules) -> Model:
    """The model of a file, read again when the file has changed."""
    from os import stat

    return _read_model(path, rules, stat(path).st_mtime_ns)


@lru_cache(maxsize=4)
def _read_model(path: str, rules: Rules, changed: int) -> Model:
    from kibitz.learning.training.model import load_model

    return load_model(path, getattr(rules, "form", rules))


@lru_cache(maxsize=4)
def _stored(path: str, rules: Rules) -> Any:
    """The profile of a solution file."""
    from kibitz.learning.regret.strategy_store import load_solution

    return load_solution(path, rules).profile


def recurs(rules: Rules) -> bool:
    """Whether a game is solved as a whole, because its positions repeat."""
    return rules.positions_recur and not rules.has("choices")


@lru_cache(maxsize=4)
def solved(rules: Rules) -> RulesSolution:
    """All positions of such a game."""
    from kibitz.stochastic.from_rules.recurring import solve_rules

    return solve_rules(rules)


@lru_cache(maxsize=4)
def mixed(rules: Rules) -> StateAnswers:
    """The mixed strategies of a game with simultaneous moves, by position."""
    answer: StateAnswers = rules.solve()
    strategies = getattr(answer, "strategies", None)
    if strategies is None or rules.has("key") or any(" #" in name for name in strategies):
        raise GameError(
            f"{rules.name}: its solution does not name every position; use random, or let "
            f"show() return a unique text for each position, without key()"
        )
    return answer


@lru_cache(maxsize=4)
def _stored_policy(path: str, rules: Rules) -> RulesSolution:
    from kibitz.stochastic.from_rules.policy_store import load_policy

    return load_policy(path, rules)


@lru_cache(maxsize=4)
def _equilibrium(rules: Rules) -> Any:
    profile = getattr(rules.solve(), "profile", None)
    if profile is None:
        raise GameError(
            f"{rules.name}: its solution is not a strategy for a table; use information-set-mcts, "
            "random, or a solution from a file"
        )
    return profile


def _program(word: str, command: str, rules: Rules, spec: str, seconds: float | None) -> Player:
    if not command.strip():
        raise GameError(f"{word}: write the command that starts the engine, {word}:COMMAND")
    if word == "uci":
        from kibitz.play.adapters.uci import UciEngine

        return UciEngine(command, rules, seconds, name=spec)
    from kibitz.play.adapters.text_protocol import TextEngine

    return TextEngine(command, rules, seconds, name=spec)


def _none(rest: str, spec: str) -> None:
    if rest.strip():
        raise GameError(f"{spec}: {spec.partition(':')[0]} has no settings in this game")
