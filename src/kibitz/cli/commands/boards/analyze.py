"""``kibitz analyze``: the best move at a position, and what every other one is worth."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.machinery.completion import offer_games
from kibitz.cli.machinery.options import Databases, Json, State

if TYPE_CHECKING:
    from kibitz.core.numbers import Number
    from kibitz.rules.game import Move, Position, Rules
    from kibitz.search.result import SearchResult
    from kibitz.stochastic.from_rules.recurring import RulesSolution

SECONDS = 5.0


def analyze(
    words: Annotated[
        list[str],
        typer.Argument(
            autocompletion=offer_games,
            metavar="GAME [MOVE...]",
            help="A game with moves, followed by the moves played so far, or by a position.",
            show_default=False,
        ),
    ],
    moves: Annotated[
        str | None,
        typer.Option("--moves", help="The moves played, if the game has parameters."),
    ] = None,
    state: State = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", help="Time limit in seconds.")
    ] = None,
    depth: Annotated[int | None, typer.Option("--depth", help="Search depth.")] = None,
    nodes: Annotated[int | None, typer.Option("--nodes", help="Number of nodes to search.")] = None,
    method: Annotated[
        str,
        typer.Option(
            "--method",
            metavar="NAME",
            help="The search to use: mcts, exact, uci:stockfish, a model.kbz, or a database.",
        ),
    ] = "auto",
    only: Annotated[
        str | None, typer.Option("--only", metavar="MOVES", help="Compare only these moves.")
    ] = None,
    database: Databases = None,
    seed: Annotated[int, typer.Option("--seed", help="Random seed.")] = 0,
    json: Json = False,
) -> None:
    """Find the best move at a position, and say what each move is worth.

    \b
    kibitz analyze connect-four 4 4 5
    kibitz analyze connect-four 5 4 --moves "3 3" --seconds 1
    kibitz analyze chess "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"
    kibitz analyze chess e4 --only "e5, c5" --depth 3
    kibitz analyze my_game.py:MyGame --method mcts --json
    kibitz analyze connect-four 4 4 --method model.kbz
    kibitz analyze chess "8/8/8/8/4k3/8/1R1r4/1K6 w - - 0 1" --database krk.kbpd
    """
    from kibitz.cli.machinery.console import say, say_json, say_raw
    from kibitz.cli.machinery.position import moves_among, position_of
    from kibitz.core.errors import GameError
    from kibitz.search.retrograde.read_database import DATABASES, read_database

    here = position_of(words, moves, state)
    if method.endswith(DATABASES):
        from kibitz.cli.commands.boards.database import tell_entry

        if database:
            raise GameError(
                "--method and --database both choose a database; to search, leave out --method"
            )
        tell_entry(read_database(method, here.rules), here, json)
        return
    some = () if only is None else moves_among(here, only)
    if some and method in ("auto", "principal-variation", "pvs"):
        if database:
            raise GameError("--only and --database cannot be combined; leave one out")
        result = _best_of(here, some, seconds, depth, nodes)
    elif database:
        from kibitz.search.retrograde.endings import Endings

        if method.startswith("uci:"):
            raise GameError("--database applies to Kibitz's own searches, not to an engine")
        result = Endings(here.rules, database).answer(
            here, lambda there: _found(there, method, seconds, depth, nodes, seed, some)
        )
    else:
        result = _found(here, method, seconds, depth, nodes, seed, some)
    if json:
        say_json(result.to_json())
        return
    say_raw(here.rules.show(here.state))
    say(str(result))


def _found(
    here: Position,
    method: str,
    seconds: float | None,
    depth: int | None,
    nodes: int | None,
    seed: int,
    only: tuple[Move, ...] = (),
) -> SearchResult:
    from kibitz.core.errors import GameError
    from kibitz.play.players import refuse_hidden
    from kibitz.search.budget import Budget
    from kibitz.search.methods import canonical, is_blind, prepare, settings
    from kibitz.search.search import Search

    Budget(seconds, nodes, depth or None)
    if method.startswith("uci:"):
        return _by_engine(here, method.removeprefix("uci:"), seconds, depth, only)
    if only:
        raise GameError("--only applies only to principal-variation and to engines (uci:COMMAND)")
    learned: dict[str, Any] = {}
    if method.endswith(".kbz"):
        from kibitz.learning.training.model import load_model

        learned, method = {"model": load_model(method, here.rules)}, "mcts"
    if method != "auto" and not is_blind(method):
        refuse_hidden(here.rules, "a search")
    if here.is_over:
        raise GameError(f"{here.rules.name}: the game is over here, {_paid(here)}")
    if here.player < 0:
        raise GameError(f"{here.rules.name}: no player is to move here{_missing(here)}")
    plain = method == "auto" and nodes is None
    if method == "auto" and depth == 0:
        return Search(here).analyze(depth=0)
    name = _suitable(here.rules, depth, nodes) if method == "auto" else canonical(method)
    if plain and name == "principal-variation":
        return Search(here).analyze(seconds or SECONDS, depth)
    if (
        plain
        and not (here.rules.searched_by or here.rules.has("information_state"))
        and depth is None
    ):
        solved = _solved(here, seconds)
        if solved is not None:
            return solved
    known = settings(name)
    asked = {"seconds": seconds, "depth": depth, "nodes": nodes}
    given = {key: value for key, value in asked.items() if value is not None} | learned
    if method == "auto":
        given = {key: value for key, value in given.items() if key in known}
    for key in given:
        if key not in known:
            raise GameError(f"{name} does not take --{key}; it takes {', '.join(known)}")
    if "seed" in known:
        given["seed"] = seed
    if not given.keys() & {"seconds", "depth", "nodes"} and "seconds" in known and name != "exact":
        given["seconds"] = SECONDS
    return prepare(name, here.rules, **given)(here)


def _suitable(rules: Rules, depth: int | None, nodes: int | None) -> str:
    """The search that suits the game, or the usual one where only that knows the limits given."""
    from kibitz.search.methods import automatic, settings

    name = automatic(rules)
    limits = {"depth": depth, "nodes": nodes}
    unknown = {key for key, value in limits.items() if value is not None} - set(settings(name))
    return "principal-variation" if rules.searched_by and unknown else name


def _solved(here: Position, seconds: float | None) -> SearchResult | None:
    """The solution, where the game is small enough for a part of the time, or makes it itself."""
    from kibitz.core.errors import GameError
    from kibitz.search.alpha_beta.memo_value import Recurs
    from kibitz.search.perfect import Perfect

    patient = seconds is None and here.rules.has("plan")
    try:
        return Perfect(here.rules, None if patient else (seconds or SECONDS) / 4).solve(here)
    except Recurs:
        return _by_policy(here) if seconds is None else None
    except GameError:
        return None


def _by_policy(here: Position) -> SearchResult | None:
    """From the policy of a game whose positions repeat, as far as that is found."""
    from kibitz.core import verbs
    from kibitz.core.errors import GameError
    from kibitz.search.result import SearchResult
    from kibitz.stochastic.from_rules.recurring import RulesSolution

    began = perf_counter()
    try:
        solution = verbs.solve(here.rules)
        if not isinstance(solution, RulesSolution):
            return None
        rules, move = here.rules, solution.move(here.state)
        after: dict[Move, Number | tuple[Number, ...]] = {
            m: solution.value_of(rules.play(here.state, m)) for m in here.moves
        }
    except GameError:
        return None
    return SearchResult(
        here,
        solution.value_of(here.state),
        move,
        (move,),
        solution.policy.method,
        True,
        counts={"positions": solution.game.table.states},
        seconds=perf_counter() - began,
        moves=after,
        note=_chance_to_win(here, solution),
    )


def _chance_to_win(here: Position, solution: RulesSolution) -> str:
    """The chance of the first player to win, where a game is won or lost."""
    if not solution.is_decided:
        return ""
    chance = (1 + solution.value_of(here.state)) / 2
    return f"{here.rules.player_name(0)} wins with probability {chance:.10g}"


def _best_of(
    here: Position,
    some: tuple[Move, ...],
    seconds: float | None,
    depth: int | None,
    nodes: int | None,
) -> SearchResult:
    from kibitz.play.players import refuse_hidden
    from kibitz.search.alpha_beta.principal_variation import PrincipalVariation
    from kibitz.search.alpha_beta.some_moves import best_of
    from kibitz.search.budget import Budget

    refuse_hidden(here.rules, "a search")
    unlimited = seconds is None and depth is None and nodes is None
    budget = Budget(SECONDS if unlimited else seconds, nodes, depth)
    return best_of(PrincipalVariation(here.rules), here, some, budget)


def _by_engine(
    here: Position, command: str, seconds: float | None, depth: int | None, only: tuple[Move, ...]
) -> SearchResult:
    from kibitz.core.errors import GameError
    from kibitz.play.adapters.uci import UciEngine
    from kibitz.play.players import Forfeit

    if here.player < 0:
        raise GameError(f"{here.rules.name}: no player is to move here, so no engine can")
    engine = UciEngine(command, here.rules, seconds)
    try:
        return engine.analyze(here, depth, only)
    except Forfeit as error:
        raise GameError(f"engine {command!r}: {error}") from None
    finally:
        engine.close()


def _missing(here: Position) -> str:
    """What must be said before anyone can move."""
    from kibitz.rules.game import CHANCE

    if here.player != CHANCE:
        return ", since players move simultaneously; searches need players to take turns"
    some = [here.rules.show_move(here.state, m) for m in here.moves[:3]]
    return f"; add the outcome of chance, such as {', '.join(some)}"


def _paid(here: Position) -> str:
    from kibitz.core.numbers import show

    names = (here.rules.player_name(k) for k in range(here.rules.players))
    return ", ".join(f"{n} {show(x)}" for n, x in zip(names, here.payoffs, strict=True))
