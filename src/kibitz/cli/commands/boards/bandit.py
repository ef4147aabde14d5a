"""``kibitz bandit``: arms that pay at random, pulled by a policy, and the regret of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.machinery.look import Theme, Width, check_look, write_picture
from kibitz.cli.machinery.options import Json, Luck, Output, Verify
from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of

if TYPE_CHECKING:
    from kibitz.search.monte_carlo.bandit import Bandit, BanditRun
    from kibitz.search.monte_carlo.bandit_history import History

_TALLY = re.compile(r"\s*(\S+)\s+(?:of|in|from|out\s+of)\s+(\d+)\s*")
"""What an arm has paid in all, and in how many pulls."""


def bandit(
    arms: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="ARM...",
            help="The probability that an arm pays 1, or its distribution, as in 1/2:5,1/2:0. Or "
            "all arms as JSON: typed, in a file, or - for standard input.",
            show_default=False,
        ),
    ] = None,
    method: Annotated[
        list[str] | None,
        typer.Option(
            "--method",
            "--policy",
            metavar="NAME",
            help="greedy, epsilon-greedy[:0.1], ucb1[:1.4], thompson or softmax[:0.1]; if "
            "omitted, all of them.",
        ),
    ] = None,
    epsilon: Annotated[
        str | None,
        typer.Option("--epsilon", metavar="NUMBER", help="How often epsilon-greedy pulls any arm."),
    ] = None,
    rounds: Annotated[
        int | None,
        typer.Option(
            "--rounds",
            help="Number of pulls; 1000, or until the rewards of --script are used up.",
        ),
    ] = None,
    seed: Luck = 0,
    script: Annotated[
        str | None,
        typer.Option(
            "--script", metavar="ROWS", help="The rewards of each arm, in order: '1 0 1; 0 1 1'."
        ),
    ] = None,
    past: Annotated[
        str | None,
        typer.Option(
            "--past",
            metavar="ROWS",
            help="Rewards so far, or totals, '10 of 20; 3 of 5': report means, bounds and regret, "
            "and the arm to pull next.",
        ),
    ] = None,
    pulls: Annotated[
        int | None,
        typer.Option(
            "--pulls",
            metavar="K",
            help="Find which arm has paid most after K pulls of each.",
            min=1,
        ),
    ] = None,
    trace: Annotated[bool, typer.Option("--trace", help="Show every round.")] = False,
    output: Output = None,
    theme: Theme = None,
    width: Width = None,
    verify: Verify = False,
    json: Json = False,
) -> None:
    """Pull the arms of a bandit by a policy, and count the regret.

    \b
    kibitz bandit 0.2 0.5 0.45 --method ucb1 --rounds 2000
    kibitz bandit 1/2:5,1/2:0 1:2 --method epsilon-greedy:0.2 -o regret.svg
    kibitz bandit --script "1 0 1; 0 1 1" --method ucb1 --trace
    kibitz bandit 0.2 0.5 --past "0 1; 1"
    kibitz bandit --past "10 of 20; 3 of 5; 1 of 2" --method ucb1
    kibitz bandit '[[["1/2", 5], ["1/2", 1]], 3]' --method greedy
    """
    from kibitz.cli.machinery.answer import claimed
    from kibitz.cli.machinery.console import say_raw
    from kibitz.core.progress import stops
    from kibitz.search.monte_carlo.bandit import draw_regret
    from kibitz.search.monte_carlo.bandit_policies import POLICIES, named_policy, policy_of

    check_look(theme, width, output)
    words = method or list(POLICIES)
    if epsilon is not None:
        if "epsilon-greedy" not in words:
            raise GameError("--epsilon is for --method epsilon-greedy")
        words = [f"{word}:{epsilon}" if word == "epsilon-greedy" else word for word in words]
    named = [named_policy(word) for word in words]
    if twice := [word for k, word in enumerate(words) if named[k] in named[:k]]:
        raise GameError(f"--policy: {twice[0]} is named twice, and would do the same again")
    if pulls is not None and (past is not None or script is not None):
        raise GameError("--pulls needs arms with known probabilities")
    if past is not None:
        _tell_past(arms, past, words, json, verify)
        return
    made = _bandit(arms, script)
    made.greedy_lock_in(pulls or 1)  # refuses what takes too long before any arm is pulled
    before = stops()
    runs = [made.play(policy_of(word), rounds, seed) for word in words if stops() == before]
    words = words[: len(runs)]
    if output is not None:
        write_picture(draw_regret(runs), output, theme, width)
    report = {
        "kind": "bandit",
        **_facts(made, pulls),
        "rounds": max(len(run.arms) for run in runs),
        "runs": [
            {**run.to_json(), **_limit(made, word)} for run, word in zip(runs, words, strict=True)
        ],
        "method": "simulation",
        "exact": False,
    }
    first = pulls or (1 if method and "greedy" in words else None)
    claimed(report, json, verify, lambda: _say_runs(made, runs, words, first, trace))
    if output is not None and not json:
        say_raw(f"wrote {output}")


def _say_runs(
    made: Bandit, runs: list[BanditRun], words: list[str], pulls: int | None, trace: bool
) -> None:
    """The means, which arm pays most at first, and what each policy lost."""
    from kibitz.cli.machinery.console import say
    from kibitz.cli.machinery.console import show as show_table
    from kibitz.core.numbers import show

    _say_means(made)
    if pulls is not None:
        paid = ", ".join(f"arm {k}: {show(p)}" for k, p in enumerate(made.greedy_lock_in(pulls)))
        lost = show(made.greedy_regret(pulls))
        say(f"paid most after {count_of(pulls, 'pull')} of each  {paid}")
        say(f"regret of staying with that arm  {lost} a round")
    for run, word in zip(runs, words, strict=True):
        if trace:
            show_table(run.table().rich(), 140)
        limit = "".join(
            f"; {amount} a round in the limit" for amount in _limit(made, word).values()
        )
        say(f"{run}{limit}")


def _facts(made: Bandit, pulls: int | None) -> dict[str, Any]:
    """What is known of the arms before any is pulled."""
    from kibitz.core.numbers import show

    return {
        "means": [show(mean) for mean in made.means],
        "best_arm": made.best_arm,
        "gaps": [show(gap) for gap in made.gaps],
        **({} if pulls is None else {"greedy_pulls": pulls}),
        "greedy_lock_in": [show(chance) for chance in made.greedy_lock_in(pulls or 1)],
        "greedy_regret": show(made.greedy_regret(pulls or 1)),
        "epsilon_greedy_regret_per_epsilon": show(made.epsilon_greedy_regret(1)),
    }


def _limit(made: Bandit, word: str) -> dict[str, str]:
    """What the average regret tends to, where that is known: every arm is pulled without end."""
    from kibitz.core.numbers import number, show
    from kibitz.search.monte_carlo.bandit_policies import named_policy

    name, setting = named_policy(word)
    if name == "epsilon-greedy" and number(setting or "1/10", word) > 0:
        return {"limit_average_regret": show(made.epsilon_greedy_regret(setting or "1/10"))}
    return {}


def _say_means(made: Bandit) -> None:
    from kibitz.cli.machinery.console import say
    from kibitz.core.numbers import show

    means = ", ".join(f"arm {k}: {show(mean)}" for k, mean in enumerate(made.means))
    say(f"means  {means}; the best is arm {made.best_arm}")


def _bandit(arms: list[str] | None, script: str | None) -> Bandit:
    from kibitz.cli.machinery.typed_data import typed_data
    from kibitz.search.monte_carlo.bandit import Bandit, ScriptedBandit

    if script is not None:
        return ScriptedBandit(_rows(typed_data(script)), arms or None)
    if not arms:
        raise GameError("no arms; give their probabilities, as in 0.2 0.5, or --script '1 0; 0 1'")
    given = typed_data(arms[0]) if len(arms) == 1 else None
    if isinstance(given, (list, dict)):
        return _bandit_of(given)
    if all(":" not in arm for arm in arms):
        return _by_chances(arms)
    lotteries = []
    for k, arm in enumerate(arms):
        pairs = [part.split(":") for part in arm.split(",")]
        if any(len(pair) != 2 for pair in pairs):
            raise GameError(
                f"arm {k} is {arm!r}; write probabilities and rewards, as in 1/2:5,1/2:0"
            )
        lotteries.append([(chance, paid) for chance, paid in pairs])
    return Bandit(lotteries)


def _bandit_of(data: Any) -> Bandit:
    """The arms of a list, or of an object with ``arms``, ``means`` or a ``script`` of rewards."""
    from kibitz.search.monte_carlo.bandit import Bandit, ScriptedBandit

    if isinstance(data, list):
        return Bandit(data)
    if "script" in data:
        return ScriptedBandit(_rows(data["script"]), data.get("means"))
    if "arms" in data:
        return Bandit(data["arms"])
    if "means" in data:
        return Bandit(data["means"])
    raise GameError("a bandit needs 'arms', 'means' or a 'script' of rewards")


def _by_chances(arms: list[Any]) -> Bandit:
    from kibitz.search.monte_carlo.bandit import Bandit

    try:
        return Bandit.bernoulli(arms)
    except GameError as error:
        raise GameError(f"{error}; an arm that always pays 3 is 1:3") from None


def _rows(given: Any) -> list[list[Any]]:
    """The rewards of each arm, as text or lists."""
    if isinstance(given, str):
        return [row.replace(",", " ").split() for row in given.split(";")]
    if not isinstance(given, list) or not all(isinstance(row, list) for row in given):
        raise GameError("rewards must be one list per arm, as in [[1, 0, 1], [0, 1, 1]]")
    return given


def _history(past: str) -> History:
    """What each arm has paid, or how often it was pulled and what it paid in all."""
    from kibitz.cli.machinery.typed_data import typed_data
    from kibitz.search.monte_carlo.bandit_history import History

    given = typed_data(past)
    if isinstance(given, dict):
        if given.keys() == {"pulls", "totals"}:
            return History.counted(given["pulls"], given["totals"])
        if given.keys() == {"pulls", "means"}:
            return History.averaged(given["pulls"], given["means"])
        raise GameError(
            f"--past has {', '.join(given)}; give 'pulls' with 'totals' or 'means', or the rewards"
        )
    tallies = [_TALLY.fullmatch(arm) for arm in re.split("[;,]", str(given))]
    if all(tallies):
        totals, pulls = zip(*(tally.groups() for tally in tallies if tally), strict=True)
        return History.counted([int(count) for count in pulls], list(totals))
    return History.of(_rows(given))


def _tell_past(
    arms: list[str] | None, past: str, words: list[str], json: bool, verify: bool
) -> None:
    """What a record of rewards says: means, bounds, regret, and what the policies do next."""
    from random import Random

    from kibitz.cli.machinery.answer import claimed
    from kibitz.cli.machinery.console import say
    from kibitz.core.numbers import show
    from kibitz.search.monte_carlo.bandit_policies import exploration_of, policy_of

    history = _history(past)
    made = _bandit(arms, None) if arms else None
    if made is not None and len(made.arms) != len(history.pulls):
        raise GameError(
            f"--past has {count_of(len(history.pulls), 'arm')}, but {len(made.arms)} are given"
        )
    following = {word: policy_of(word)(history, Random(0)) for word in words}
    means = [None if mean is None else show(mean) for mean in history.means]
    constants = {exploration_of(word) for word in words if word.startswith("ucb")}
    if len(constants) > 1:
        raise GameError("the bounds depend on the constant of ucb1; give one of them")
    constant = constants.pop() if constants else exploration_of("ucb1")
    bounds = ["inf" if x == float("inf") else x for x in history.ucb_scores(constant)]
    lost = {} if made is None else _lost(made, history)
    report = {
        "kind": "bandit-history",
        "pulls": list(history.pulls),
        "totals": [show(total) for total in history.totals],
        "means": means,
        "constant": constant,
        "ucb_scores": bounds,
        "next": following,
        **lost,
        "method": "the definition",
        "exact": False,
    }

    def tell() -> None:
        for k, pulls in enumerate(history.pulls):
            bound = bounds[k] if isinstance(bounds[k], str) else f"{bounds[k]:.6f}"
            say(
                f"arm {k}: {count_of(pulls, 'pull')}, mean {means[k] or 'unknown'}, upper "
                f"confidence bound {bound}"
            )
        for what, amount in lost.items():
            say(f"{what.replace('_', ' ')} {amount}")
        say("next  " + ", ".join(f"{word}: arm {arm}" for word, arm in following.items()))

    claimed(report, json, verify, tell)


def _lost(made: Bandit, history: History) -> dict[str, str]:
    from kibitz.core.numbers import show

    pulled = [arm for arm, pulls in enumerate(history.pulls) for _ in range(pulls)]
    best: Any = max(made.means)
    return {
        "regret": show(made.regret(pulled)),
        "realized_regret": show(best * history.rounds - sum(history.totals)),
    }
