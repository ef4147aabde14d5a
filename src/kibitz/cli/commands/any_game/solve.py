"""``kibitz solve``: what a game is worth and how to play it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.machinery.options import Exact, Explain, Game, Json, Method, Seed, Setting, Verify
from kibitz.cli.machinery.outputs import refuse_ending
from kibitz.core.errors import GameError
from kibitz.core.readable import readable
from kibitz.core.spelling import count_of

if TYPE_CHECKING:
    from kibitz.core.noun import Noun
    from kibitz.core.solution import Solution


def solve(
    game: Game,
    method: Method = "auto",
    option: Setting = None,
    every: Annotated[
        bool, typer.Option("--all", help="Find all optimal strategies of a zero-sum game.")
    ] = False,
    explain: Explain = False,
    verify: Verify = False,
    save: Annotated[
        Path | None,
        typer.Option(
            "--save",
            "--output",
            "-o",
            metavar="FILE",
            help="Save the answer (.json; .kbz for policies).",
        ),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", help="Time limit in seconds, for games with moves.")
    ] = None,
    target: Annotated[
        float | None,
        typer.Option("--target", metavar="NUMBER", help="Stop at this exploitability."),
    ] = None,
    digits: Annotated[
        int | None,
        typer.Option(
            "--digits", metavar="N", min=0, help="Show fractions as decimals with N digits."
        ),
    ] = None,
    json: Json = False,
    exact: Exact = None,
    seed: Seed = None,
) -> None:
    """Solve a game: its value, and how to play it.

    \b
    kibitz solve matrix "-2 3; 3 -4"
    kibitz solve blotto 4 3 2 --all
    kibitz solve game.nfg --json --verify
    kibitz solve pig 100 --save pig.kbz
    kibitz solve chicken --method lemke-howson --set label=2
    kibitz solve games/*.nfg --method lemke-howson -o answers.jsonl
    """
    from kibitz.cli.machinery.answer import answer
    from kibitz.cli.machinery.console import say
    from kibitz.cli.machinery.many_files import several
    from kibitz.cli.machinery.method import method_options
    from kibitz.cli.machinery.resolve import resolve

    if files := several(game):
        limits = seconds is not None or target is not None or digits is not None
        if every or explain or option or limits:
            raise GameError("with several games, only --method, --verify, --json and -o apply")
        _each_of(files, method, verify, save, json, exact, seed)
        return
    refuse_ending(save, (".json", ".kbz"), "answers are saved")
    noun = resolve(game, exact, seed)
    if save is not None and save.suffix.lower() != ".json":
        _refuse_policy(noun, method, every, save)
    if ahead := getattr(noun, "long_search", ""):
        sys.stderr.write(f"{' '.join(game)}: {ahead}; Ctrl-C stops it\n")
        sys.stderr.flush()
    if option:
        if every or seconds is not None or target is not None:
            raise GameError("--set needs a method; leave out --all, --seconds and --target")
        solution = noun.solve(method, exact=exact, **method_options(option))
    else:
        solution = _all_of(noun, method) if every else _one_of(noun, method, seconds, target, exact)
    if save is not None:
        _keep(solution, save)
    if json and digits is not None:
        raise GameError("--digits applies to printed answers; JSON gives numbers in full")
    if explain and digits is not None:
        raise GameError("--digits has no effect with --explain")
    others = "" if json or every or explain else _others(solution)
    answer(solution, json, verify, digits, explain)
    if others:
        say(others)


def _refuse_policy(noun: Noun, method: str, every: bool, path: Path) -> None:
    """Refuse to save as a policy what will be another answer, before it is sought."""
    from kibitz.core.method import AUTO, find
    from kibitz.rules.game import Rules

    if path.suffix != ".kbz":
        raise GameError(f"{path}: write the ending in small letters, .kbz")
    if isinstance(noun, Rules) and not noun.has("choices") and not every and "," not in method:
        chosen = find(noun, method)[0].name
        if chosen in POLICIES or (chosen == AUTO and noun.positions_recur):
            return
        if chosen == AUTO and not noun.has("information_state"):
            raise GameError(
                f"{path}: this answer is saved as .json; "
                "--method value-iteration finds a policy, saved as .kbz"
            )
    raise GameError(f"{path}: this answer is saved as .json")


def _each_of(
    files: list[str],
    method: str,
    verify: bool,
    save: Path | None,
    json: bool,
    exact: bool | None,
    seed: int | None,
) -> None:
    """Solve several games: a line of JSON or a few lines for each, or all of it in one file."""
    from json import dumps

    from kibitz.cli.machinery.console import say, say_raw
    from kibitz.cli.machinery.many_files import for_each
    from kibitz.cli.machinery.provenance import with_provenance
    from kibitz.formats.many import LINES, TABLE, write_documents

    if save is not None and save.suffix.lower() not in (LINES, TABLE):
        raise GameError(f"{save}: the answers of several games are saved as {LINES} or {TABLE}")
    kept: list[dict[str, Any]] = []

    def solve_one(where: str, noun: Noun) -> None:
        solution = _one_of(noun, method, None, exact=exact)
        proof = solution.verify() if verify else None
        certificate = {} if proof is None else {"certificate": proof.to_json()}
        data = with_provenance({**solution.to_json(), **certificate}, noun, solution)
        kept.append({"file": where, **data})
        if json:
            say_raw(dumps(kept[-1], ensure_ascii=False))
        elif save is None:
            say(f"{where}: {readable(str(solution), '--json')}")
        if proof is not None and not proof.holds:
            raise GameError(f"not proved: {proof.claim}")

    try:
        for_each(files, solve_one, exact, seed)
    finally:
        if save is not None and kept:
            write_documents(kept, save)
            say_raw(f"wrote {save}, {count_of(len(kept), 'answer')}") if not json else None


POLICIES = ("value-iteration", "policy-iteration")
"""Methods that choose a move in every position."""
MOST_CELLS, MOST_MOVES = 2_500, 40
"""Entries of a matrix, and moves of a tree, up to which other optimal strategies are looked for."""


def _others(solution: Solution) -> str:
    """Whose optimal strategies or points are not the only ones, where that is quickly known."""
    from kibitz.extensive.methods.all_solutions import others_are_optimal
    from kibitz.extensive.solution import ExtensiveEquilibrium
    from kibitz.linear.optimal_face import other_optima
    from kibitz.linear.solution import Optimum
    from kibitz.zero_sum.solution import MatrixSolution
    from kibitz.zero_sum.strategies.uniqueness import is_only_optimal

    if isinstance(solution, Optimum):
        return other_optima(solution)
    names: list[str] = []
    if isinstance(solution, MatrixSolution) and solution.game.exact:
        game = solution.game
        if game.shape[0] * game.shape[1] <= MOST_CELLS:
            sides = enumerate((solution.row, solution.column))
            names = [game.players[k] for k, s in sides if not is_only_optimal(game, k, s)]
    elif isinstance(solution, ExtensiveEquilibrium) and int(solution.game.offset[-1]) <= MOST_MOVES:
        names = others_are_optimal(solution)
    if not names:
        return ""
    return f"not the only optimal strategy of {' and of '.join(names)}; see --all"


def _keep(solution: Solution, path: Path) -> None:
    """Write an answer to a file that verify and play can read."""
    from kibitz.cli.machinery.provenance import with_provenance
    from kibitz.core.files.atomic_file import write_text
    from kibitz.formats.json_files.form import layout
    from kibitz.stochastic.from_rules.recurring import RulesSolution

    if isinstance(solution, RulesSolution) and path.suffix.lower() != ".json":
        solution.save(path)
        return
    document = with_provenance(solution.to_json(), getattr(solution, "game", None), solution)
    write_text(path, layout(document) + "\n")


def _one_of(
    noun: Noun,
    method: str,
    seconds: float | None,
    target: float | None = None,
    exact: bool | None = None,
) -> Solution:
    from kibitz.cli.machinery.method import by_method
    from kibitz.core import verbs
    from kibitz.rules.game import Rules

    if seconds is None and target is None:
        if exact and _can_insist(noun, method):
            return noun.solve(method, exact=True)
        if exact and method == "auto" and noun.kind == "stochastic" and _adds_up(noun):
            method = "exact"
        solution: Solution = by_method(verbs.solve, noun, method)
        return solution
    if _stops(noun, method):
        limits = {"seconds": seconds, "target": target}
        wanted: dict[str, Any] = {key: x for key, x in limits.items() if x is not None}
        bounded: Solution = noun.solve(method, **wanted)
        return bounded
    if target is not None:
        raise GameError(
            "--target applies only to games solved by regret minimization; see `kibitz cfr`"
        )
    if not isinstance(noun, Rules) or noun.has("information_state") or noun.positions_recur:
        raise GameError(
            "--seconds applies only to games with moves, without hidden information, in which no "
            "position recurs"
        )
    given = {} if method == "auto" else {"method": method}
    found: Solution = verbs.solve(noun, seconds=seconds, **given)
    return found


def _adds_up(noun: Noun) -> bool:
    """Whether exact values of a stochastic game can be asked for."""
    from kibitz.core.method import find

    return find(noun, "exact")[0].why_not(noun) is None


def _can_insist(noun: Noun, method: str) -> bool:
    """Whether the method has an option to stay exact where it would switch to floats."""
    from kibitz.core.method import find
    from kibitz.extensive.game import ExtensiveGame

    if not isinstance(noun, ExtensiveGame) or "," in method:
        return False
    return any(p.name == "exact" for p in find(noun, method)[0].options)


def _stops(noun: Noun, method: str) -> bool:
    """Whether the method of a game takes a time limit and an exploitability to stop at."""
    from kibitz.core.method import find

    options = {p.name for p in find(noun, method)[0].options}
    return {"seconds", "target"} <= options


def _all_of(noun: Noun, method: str) -> Solution:
    from kibitz.extensive.game import ExtensiveGame
    from kibitz.rules.game import Rules
    from kibitz.strategic.game import StrategicGame
    from kibitz.zero_sum.game import MatrixGame
    from kibitz.zero_sum.strategies.optimal_strategies import optimal_strategies

    if method != "auto":
        raise GameError("--all chooses its own method; leave out --method")
    if isinstance(noun, Rules) and noun.has("information_state"):
        from kibitz.extensive.arrows.unfold import unfold

        noun = unfold(noun)
    if isinstance(noun, ExtensiveGame):
        from kibitz.extensive.methods.all_solutions import all_solutions

        return all_solutions(noun)
    if isinstance(noun, StrategicGame):
        if noun.constant_sum() is None or len(noun.players) > 2:
            every: Solution = noun.equilibria()
            return every
        noun = noun.matrix_game()
    if not isinstance(noun, MatrixGame):
        raise GameError(f"--all applies to matrix games only, not to {noun.several}")
    return optimal_strategies(noun)
