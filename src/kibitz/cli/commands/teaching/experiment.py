"""``kibitz experiment``: an experiment with a class, round by round."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.machinery.completion import offer_experiments
from kibitz.cli.machinery.options import Json, Output
from kibitz.core.errors import GameError

if TYPE_CHECKING:
    from kibitz.classroom.session import Session


def experiment(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME] [SESSION.json] [PLAYER=ENTRY]",
            help="An experiment, the session file, and each player's entry in a round.",
            show_default=False,
            autocompletion=offer_experiments,
        ),
    ] = None,
    players: Annotated[
        str,
        typer.Option(
            "--players",
            metavar="NAMES",
            help="Names of the players (Ada, Bob, Cy), or their number.",
            show_default=False,
        ),
    ] = "",
    private: Annotated[
        bool, typer.Option("--private", help="Print each player's private information.")
    ] = False,
    seed: Annotated[int, typer.Option("--seed", help="Random seed.")] = 0,
    output: Output = None,
    json: Json = False,
) -> None:
    """Play an experiment with a class, and compare with theory.

    The session is a file: begin it with the names of the players, add a round at a time,
    and print the results. Parameters of the experiment follow its name, as in fraction=1/2.

    \b
    kibitz experiment
    kibitz experiment guess room.json --players "Ada, Bob, Cy"
    kibitz experiment room.json Ada=33 Bob=20 Cy=50
    kibitz experiment room.json                      (the results; -o results.html)
    kibitz experiment auction rule=second-price sale.json --players "Ada, Bob, Cy"
    kibitz experiment sale.json --private
    """
    from kibitz.cli.machinery.console import say_raw

    given = words or []
    if not given:
        _list(json)
        return
    files = [word for word in given if word.endswith(".json") and "=" not in word]
    names = [word for word in given if "=" not in word and word not in files]
    pairs = [_pair(word) for word in given if "=" in word]
    if len(files) > 1 or len(names) > 1:
        raise GameError("give one experiment, and one session file that ends in .json")
    path = Path(files[0]) if files else None
    if names:
        if path is not None and path.exists():
            raise GameError(f"{path} exists; leave out the name to continue it")
        begun = _begin(names[0], pairs, path, players, seed, output)
        if private and begun is not None:
            say_raw(_secrets(begun))
        return
    if path is None:
        raise GameError("give an experiment, or a session file that ends in .json")
    session = _read(path)
    if players:
        raise GameError("players cannot be added to a session that has begun")
    if pairs:
        session = session.play(dict(pairs))
        _write(path, session)
        say_raw(_round(session))
    if private:
        say_raw(_secrets(session))
    elif not pairs:
        _results(session, output, json)


def _pair(word: str) -> tuple[str, str]:
    name, _, entry = word.partition("=")
    return name.strip(), entry.strip()


def _begin(
    name: str,
    pairs: list[tuple[str, str]],
    path: Path | None,
    players: str,
    seed: int,
    output: Path | None,
) -> Session | None:
    """Explain an experiment, and begin a session of it where a file is given."""
    from kibitz.classroom.catalog import experiment as make
    from kibitz.classroom.session import begin
    from kibitz.cli.machinery.console import say_raw, say_wrapped

    made = make(name, **dict(pairs))
    if path is None:
        if players or output is not None:
            raise GameError(f"give the session file: kibitz experiment {name} room.json ...")
        say_wrapped(f"{made.title}\n{made.instructions}")
        return None
    if not players:
        raise GameError('give the players: --players "Ada, Bob, Cy"')
    session = begin(made, _names(players), seed)
    _write(path, session)
    say_wrapped(f"{made.title}\n{made.instructions}")
    say_raw(f"wrote {path}; enter a round: kibitz experiment {path} {session.players[0]}=...")
    return session


def _secrets(session: Session) -> str:
    """What each player alone is told before the next round."""
    lines = [f"{name}: {secret}" for name, secret in session.private().items() if secret]
    return "\n".join(lines) or "nothing is private"


def _round(session: Session) -> str:
    outcome = session.outcomes[-1]
    lines = [f"round {len(session.rounds)}"]
    for name, payoff in outcome.payoffs.items():
        entry = outcome.entries[name]
        lines.append(f"  {name}: {_short(entry)} earns {_short(payoff)}")
    lines += [f"  {fact}: {_short(value)}" for fact, value in outcome.facts.items()]
    return "\n".join(lines)


def _short(value: Any) -> str:
    from fractions import Fraction

    if isinstance(value, Fraction):
        return str(value) if value.denominator == 1 else f"{float(value):.2f}"
    return str(value)


def _results(session: Session, output: Path | None, json: bool) -> None:
    from kibitz.cli.machinery.console import say_json, say_raw, show
    from kibitz.cli.machinery.write_explanation import write_explanation

    if output is not None:
        write_explanation(session.results(), output)
        say_raw(f"wrote {output}")
    elif json:
        from kibitz.core.numbers import plain

        totals = {name: plain(x) for name, x in session.totals().items()}
        say_json({**session.to_json(), "totals": totals})
    else:
        show(session.results().rich())


def _list(json: bool) -> None:
    from kibitz.classroom.catalog import experiments
    from kibitz.cli.machinery.console import say_json, say_raw

    every_kind = experiments()
    if json:
        listed = [
            {"name": k.name, "title": k.title, "parameters": k().parameters()}
            for k in every_kind.values()
        ]
        say_json({"kind": "experiments", "experiments": listed})
        return
    for kind in every_kind.values():
        listing = ", ".join(f"{name}={value}" for name, value in kind().parameters().items())
        say_raw(f"{kind.name:<20} {kind.title} ({listing})")


def _read(path: Path) -> Session:
    from kibitz.classroom.session import read_session
    from kibitz.formats import read_text
    from kibitz.formats.json_files.form import parse

    text = read_text(path)
    try:
        return read_session(parse(text))
    except GameError as error:
        raise GameError(f"{path}: {error}") from None


def _write(path: Path, session: Session) -> None:
    from kibitz.formats import write_text
    from kibitz.formats.json_files.form import layout

    write_text(path, layout(session.to_json()) + "\n")


def _names(players: str) -> list[str]:
    """The names of the players; where only their number is given, P1, P2 and so on."""
    if players.strip().isdigit():
        return [f"P{k}" for k in range(1, int(players) + 1)]
    return players.split(",")
