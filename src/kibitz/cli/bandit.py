"""``kibitz bandit``: arms that pay by lot, pulled by a policy, and the regret of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cli.options import Json, Output

if TYPE_CHECKING:
    from kibitz.search.bandit import Bandit, Policy


def bandit(
    arms: Annotated[
        list[str],
        typer.Argument(
            metavar="ARM...",
            help="The chance of an arm to pay 1, or what it pays by lot: 1/2:5,1/2:0.",
            show_default=False,
        ),
    ],
    policy: Annotated[
        list[str] | None,
        typer.Option(
            "--policy",
            metavar="NAME",
            help="greedy, epsilon-greedy[:0.1], ucb1, thompson or softmax[:0.1]; all without it.",
        ),
    ] = None,
    rounds: Annotated[int, typer.Option("--rounds", help="How often an arm is pulled.")] = 1000,
    seed: Annotated[int, typer.Option("--seed", help="For everything drawn by lot.")] = 0,
    output: Output = None,
    json: Json = False,
) -> None:
    """Pull the arms of a bandit by a policy, and count the regret.

    \b
    kibitz bandit 0.2 0.5 0.45 --policy ucb1 --rounds 2000
    kibitz bandit 1/2:5,1/2:0 1:2 --policy epsilon-greedy:0.2 -o regret.svg
    """
    from kibitz.cli.console import say, say_json, say_raw
    from kibitz.core.numbers import show
    from kibitz.search.bandit import POLICIES, draw_regret

    made = _bandit(arms)
    runs = [made.play(_policy(word), rounds, seed) for word in policy or POLICIES]
    if output is not None:
        draw_regret(runs).save(output)
    if json:
        say_json(
            {
                "kind": "bandit",
                "means": [show(mean) for mean in made.means],
                "best_arm": made.best_arm,
                "rounds": rounds,
                "runs": [run.to_json() for run in runs],
            }
        )
        return
    means = ", ".join(f"arm {k}: {show(mean)}" for k, mean in enumerate(made.means))
    say(f"means  {means}; the best is arm {made.best_arm}")
    for run in runs:
        say(str(run))
    if output is not None:
        say_raw(f"wrote {output}")


def _bandit(arms: list[str]) -> Bandit:
    from kibitz.core.errors import GameError
    from kibitz.search.bandit import Bandit

    if all(":" not in arm for arm in arms):
        return Bandit.bernoulli(arms)
    lotteries = []
    for k, arm in enumerate(arms):
        pairs = [part.split(":") for part in arm.split(",")]
        if any(len(pair) != 2 for pair in pairs):
            raise GameError(f"arm {k} is {arm!r}; write chances and payments, as in 1/2:5,1/2:0")
        lotteries.append([(chance, paid) for chance, paid in pairs])
    return Bandit(lotteries)


def _policy(word: str) -> Policy | str:
    from kibitz.core.errors import GameError
    from kibitz.core.numbers import number
    from kibitz.search.bandit import epsilon_greedy, softmax

    name, colon, setting = word.strip().lower().partition(":")
    if not colon:
        return name
    made = {"epsilon-greedy": epsilon_greedy, "softmax": softmax}.get(name)
    if made is None:
        raise GameError(f"{name!r} takes no setting; epsilon-greedy and softmax do")
    return made(float(number(setting, word)))
