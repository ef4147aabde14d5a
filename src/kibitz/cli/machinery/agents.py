"""Games with moves and agents on the command line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kibitz.core.errors import GameError

if TYPE_CHECKING:
    from kibitz.play.players import Player
    from kibitz.rules.game import Rules

SOLUTIONS = (".json",)


def rules_of(words: list[str], any_form: bool = False) -> Rules:
    """The game with moves that these words name, or one of any form as rules."""
    from kibitz.cli.machinery.resolve import resolve
    from kibitz.combinatorial.game import ImpartialGame
    from kibitz.play.adapters.forms import as_rules
    from kibitz.rules.game import Rules

    noun = resolve(words)
    if not (any_form or isinstance(noun, (Rules, ImpartialGame))):
        raise GameError(
            f"{noun.several} are not played move by move; give a game that is, such as tic-tac-toe"
        )
    return as_rules(noun)


def game_and_agents(words: list[str]) -> tuple[Rules, list[str]]:
    """The words up to the first agent name a game, the others its players."""
    cut = len(words)
    while cut > 0 and _is_agent(words[cut - 1]):
        cut -= 1
    if cut == 0 and Path(words[0]).suffix.lower() in SOLUTIONS:
        cut = 1
    if cut == 0:
        raise GameError("no game; write it before the agents, as in tic-tac-toe random perfect")
    if cut == len(words):
        from kibitz.play.specs import agent

        rules = rules_of(words[:1], any_form=True)
        if len(words) > 1:
            agent(words[-1], rules)
        raise GameError("no agents; write two or more after the game, such as random depth:4")
    return rules_of(words[:cut], any_form=True), words[cut:]


def _is_agent(word: str) -> bool:
    from kibitz.play.specs import is_agent

    return is_agent(word) or Path(word).suffix.lower() in SOLUTIONS


def make_agent(
    spec: str, rules: Rules, seed: int | None = None, seconds: float | None = None
) -> Player:
    """The agent of a specification, or the strategy in a file."""
    from kibitz.play.specs import agent

    if Path(spec).suffix.lower() in SOLUTIONS and ":" not in spec:
        return _strategy(spec, rules, seed)
    return agent(spec, rules, seed, seconds)


def _strategy(path: str, rules: Rules, seed: int | None) -> Player:
    from kibitz.extensive.strategies.profile import Profile
    from kibitz.formats import load
    from kibitz.play.players import ProfilePlayer
    from kibitz.play.specs import recurs

    if recurs(rules):
        return _policy(path, rules)
    kept = load(path)
    profile = kept if isinstance(kept, Profile) else getattr(kept, "profile", None)
    if not isinstance(profile, Profile):
        raise GameError(f"{path}: it contains no strategy")
    return ProfilePlayer(profile, seed, path)


def _policy(path: str, rules: Rules) -> Player:
    """The policy that a claim about a game with recurring positions states."""
    from kibitz.formats import read_text
    from kibitz.formats.json_files.form import parse
    from kibitz.play.players import PolicyPlayer
    from kibitz.stochastic.from_rules.recurring import RulesSolution

    try:
        data = parse(read_text(path))
        if not isinstance(data, dict) or "policy" not in data:
            raise GameError("it contains no policy; save the policy of a large game as .kbz")
        return PolicyPlayer(RulesSolution.from_json(rules, data), path)
    except GameError as error:
        raise GameError(f"{path}: {error}") from None
