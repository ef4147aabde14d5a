"""Every command spells the same thing the same way, and keeps the spellings of before."""

from __future__ import annotations

import inspect
import shlex
from collections.abc import Callable
from typing import Any

import click
import pytest
import typer

from kibitz.cli import app
from kibitz.cli.machinery.shell import COMMANDS
from kibitz.core.names.topics import TOPICS

GROUP = typer.main.get_command(app)
NAMED_FILES = {
    "cfr": {"curve", "grid", "checkpoint"},  # pictures and a checkpoint besides the strategies
    "train": {"curve", "log"},  # a picture and a record besides the model
    "tournament": {"db"},  # a database that is added to
    "database": {"load"},  # read, not written
    "duopoly": {"draw"},  # the spelling of before
}
"""Files of which a command has several: they are named for what they hold."""
EXPLAINED = [
    "solve",
    "gain",
    "equilibria",
    "quantal-response",
    "dominance",
    "safety",
    "correlated",
    "stackelberg",
    "pareto",
    "structure",
    "repeat",
    "dynamics",
    "nash-map",
    "evaluate",
    "cfr",
    "iterate",
    "train",
    "search",
    "puzzle",
    "duopoly",
    "bargain",
    "coalition",
    "voting",
    "bankruptcy",
    "contraction",
]
"""The commands that answer a question; the others list, write, play or count."""
BY_METHOD = [
    "solve",
    "explain",
    "equilibria",
    "dynamics",
    "cfr",
    "train",
    "analyze",
    "search",
    "puzzle",
    "bandit",
    "bargain",
    "coalition",
    "voting",
    "bankruptcy",
    "batch",
    "updates",
]
"""The commands with a choice of methods."""


def options(name: str) -> dict[str, list[str]]:
    """The spellings of each option of a command."""
    command = GROUP.get_command(click.Context(GROUP), name)
    return {p.name: [*p.opts, *p.secondary_opts] for p in command.params if p.opts[0][0] == "-"}


def is_file(name: str, option: str) -> bool:
    """Whether an option of a command takes a path."""
    called = GROUP.get_command(click.Context(GROUP), name).callback
    taken = inspect.signature(inspect.unwrap(called), eval_str=True).parameters.get(option)
    return taken is not None and "Path" in str(taken.annotation)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_file_to_write_is_an_output(name: str) -> None:
    spelled = options(name)
    files = {key for key in spelled if is_file(name, key)}
    assert NAMED_FILES.get(name, set()) <= files
    assert files - NAMED_FILES.get(name, set()) <= {"output", "save"}
    for written in {"output", "save"} & set(spelled):
        assert {"--output", "-o"} <= set(spelled[written])
    assert all("-o" not in words for key, words in spelled.items() if key not in ("output", "save"))


@pytest.mark.parametrize("name", COMMANDS)
def test_what_answers_can_explain(name: str) -> None:
    assert ("explain" in options(name)) == (name in EXPLAINED)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_choice_of_methods_is_called_so(name: str) -> None:
    spelled = options(name)
    assert ("method" in spelled) == (name in BY_METHOD)
    assert "--method" in spelled.get("method", ["--method"])
    for other in ("rule", "variant", "policy", "solution", "concept", "algorithm", "solver"):
        assert other not in spelled


@pytest.mark.parametrize("name", COMMANDS)
def test_shared_options_have_one_spelling(name: str) -> None:
    spelled = {spelling: key for key, words in options(name).items() for spelling in words}
    for option in ("--json", "--seed", "--verify", "--explain", "--method", "--output", "--moves"):
        assert spelled.get(option, option[2:]) in (option[2:], "save")
    for near in (
        "--out",
        "--file",
        "--format",
        "--random-seed",
        "--check",
        "--proof",
        "--algorithm",
    ):
        assert near not in spelled
    assert spelled.get("-o", "output") in ("output", "save")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_tells_what_it_is_for(name: str) -> None:
    command = GROUP.get_command(click.Context(GROUP), name)
    for p in command.params:
        if p.opts[0][0] == "-" and not p.hidden:
            assert p.help, f"{name} {p.opts[0]}"
            assert p.help.endswith((".", "?", ")")), f"{name} {p.opts[0]}: {p.help}"


SAME = [
    (["dynamics", "chicken", "--rounds", "5"], ["--method", "--rule", "-r"], "fictitious-play"),
    (["cfr", "kuhn-poker", "--iterations", "5", "--json"], ["--method", "--variant"], "cfr"),
    (["bankruptcy", "200", "100", "200", "300"], ["--method", "--rule"], "talmud"),
    (["bandit", "0.2", "0.5", "--rounds", "5"], ["--method", "--policy"], "ucb1"),
    (["bargain", "0 0; 0 1; 3 0"], ["--method", "--solution", "--concept", "-s"], "ks"),
]


@pytest.mark.parametrize(("words", "spellings", "value"), SAME, ids=lambda x: str(x)[:20])
def test_older_spellings_still_work(
    run: Callable[..., Any], words: list[str], spellings: list[str], value: str
) -> None:
    told = {run(*words, spelling, value).stdout.split("found by")[0][:40] for spelling in spellings}
    assert len(told) == 1
    assert told != {""}


def test_coalitions_take_methods_by_name_or_flag(run: Callable[..., Any]) -> None:
    by_flag = run("coalition", "A:1 B:3 A,B:6", "--shapley", "--nucleolus").stdout
    assert run("coalition", "A:1 B:3 A,B:6", "--method", "shapley,nucleolus").stdout == by_flag
    wrong = run("coalition", "A:1 B:3 A,B:6", "--method", "shaply")
    assert wrong.exit_code == 2
    assert "did you mean 'shapley'?" in wrong.stderr


def test_a_market_is_saved_or_drawn_by_the_ending(run: Callable[..., Any], tmp_path: Any) -> None:
    market = ("duopoly", "cournot", "--demand", "17-Q", "--cost", "q+9")
    for file in ("market.json", "market.svg"):
        assert run(*market, "-o", str(tmp_path / file)).exit_code == 0
    assert (tmp_path / "market.json").read_text().startswith("{")
    assert (tmp_path / "market.svg").read_text().startswith("<svg")
    twice = run(*market, "-o", str(tmp_path / "a.svg"), "--draw", str(tmp_path / "b.svg"))
    assert twice.exit_code == 2


@pytest.mark.parametrize(
    "words",
    [
        ["evaluate", "matrix", "-2 3; 3 -4", "--row", "3/5 2/5"],
        ["search", "max(min(3, 12, 8), min(2, 4, 6))"],
        ["puzzle", "queens", "4"],
        ["contraction", "x/2 + 1", "--start", "0", "--factor", "1/2"],
        ["dynamics", "chicken", "--method", "fictitious-play", "--rounds", "5"],
        ["cfr", "kuhn-poker", "--iterations", "5"],
    ],
    ids=lambda words: words[0],
)
def test_a_derivation_has_steps(run: Callable[..., Any], words: list[str]) -> None:
    told = run(*words, "--explain")
    assert told.exit_code == 0, told.stderr
    assert "\n1. " in told.stdout


@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_is_answered_by_one_command_that_exists(topic: str) -> None:
    words = shlex.split(TOPICS[topic])
    assert words[0] == "kibitz"
    assert words[1] in COMMANDS
    known = {spelling for spellings in options(words[1]).values() for spelling in spellings}
    assert {word for word in words[2:] if word.startswith("--")} <= known
    assert not {"--rule", "--policy", "--variant"} & set(words)


@pytest.mark.parametrize(
    ("word", "advice"),
    [
        ("auction", "kibitz experiment auction"),
        ("shapley", "kibitz coalition"),
        ("prisoner", "kibitz solve prisoners-dilemma"),
        ("fictitious-play", "kibitz dynamics GAME --method fictitious-play"),
    ],
)
def test_what_is_meant_is_suggested(run: Callable[..., Any], word: str, advice: str) -> None:
    told = run("solve", word)
    assert told.exit_code == 2
    assert f"; try `{advice}" in told.stderr
