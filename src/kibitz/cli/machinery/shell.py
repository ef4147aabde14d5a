"""How the commands meet the shell: data that begins with a minus, errors of one line, exits.

Exit status: 0 when all went well, 1 when a check failed, 2 for bad input, 70 for a defect of
Kibitz itself, 130 after Ctrl-C, 141 when the reader of the output went away.
"""

from __future__ import annotations

import _thread
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from importlib import import_module
from threading import Timer
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from kibitz.cli.machinery.advice import in_options, instead_of, options_of
from kibitz.cli.machinery.completion import REQUEST
from kibitz.cli.machinery.help import (
    plain_usage,
    sections,
    unbroken,
    with_hyphens,
    write_commands,
    write_parameters,
)
from kibitz.cli.machinery.method_flags import described
from kibitz.cli.machinery.outputs import refuse_missing_folders
from kibitz.cli.machinery.plain_values import with_plain_values
from kibitz.cli.machinery.provenance import running
from kibitz.core.errors import GameError
from kibitz.core.index import table
from kibitz.core.progress import stop_within, stops
from kibitz.core.spelling import american

BAD_INPUT, DEFECT, INTERRUPTED, PIPE_CLOSED = 2, 70, 130, 141
GRACE = 0.5
"""Seconds after Ctrl-C in which work may end with what it has."""
GOES_ON = ("play",)
"""Commands in which Ctrl-C ends a search and not the command."""
TRACEBACK = "KIBITZ_TRACEBACK"
"""Set this variable to see where a defect happened."""

TABLE_NAMES = ("--rows", "--columns", "--players", "--title")
"""Options that name the parts of a table; they are words of the game, so every command has them."""
COSTS = ("--costs", "--cost", "--minimize")
"""Options that say that the numbers of a table are costs, in the same way."""

_STARVED = re.compile("failed to map segment|can't start new thread")
"""Messages by which libraries report that memory has run out."""
_NEGATIVE = re.compile(r"[-−]\s*[\d.]")

_PLAINLY = (
    (r"Input should be a valid integer.*", "it must be a whole number"),
    (r"Input should be a valid number.*", "it must be a number"),
    (r"Input should be greater than or equal to ", "it must be at least "),
    (r"Input should be less than or equal to ", "it must be at most "),
    (r"Input should be ", "it must be "),
    (r"Value error, '(.*)' is not one of (.*)", r"'\1' is not one of \2"),
    (r"(?<=[Ii]nvalid value for )'\[(.*)\]'", r"'\1'"),
    (r"Got unexpected extra argument\(s\) \((.*)\)", r"unexpected argument '\1'"),
    (r"Missing option '(--[\w-]+)'.*", r"missing \1"),
    (r"Missing argument '(.*)'", r"missing \1"),
    (r"Option '(--?[\w-]+)' requires an argument", r"\1 needs a value"),
    (r"Option '(--?[\w-]+)' does not take a value", r"\1 takes no value"),
    (r"\. Did you mean (.*)\?$", r"; did you mean \1?"),
)
"""What a library says of bad values, and how it is put here."""

SHORT = 200
"""Characters of help that a complaint may repeat."""
_MARKETS = ("cournot", "monopoly", "bertrand", "advertising")
"""Games whose demand and costs are options of a command of their own."""
COMMANDS = tuple(name for _, names in sections() for name in names)
"""The commands as the help lists them, each a function in a file of its name."""


class GameCommand(TyperCommand):
    """A command that takes ``-2 3; 3 -4`` for data and ``--methd`` for a mistake."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Move a leading minus away from the start of numbers, where options have theirs.

        How a game is played out belongs to the game: --misere is read as the word misere, and
        --rows Up,Down behind a table as rows=Up,Down.
        """
        args = ["misere" if a.lower() in ("--misere", "--misère") else a for a in args]
        args = self._with_settings(self._with_names(args))
        return super().parse_args(ctx, [f" {a}" if _NEGATIVE.match(a) else a for a in args])

    def get_params(self, ctx: Any) -> list[Any]:
        """The arguments and options, which read plain values by themselves."""
        return with_plain_values(super().get_params(ctx))

    def _with_names(self, args: list[str]) -> list[str]:
        """Read options that name rows, columns and players as words behind the game."""
        own = {option for parameter in self.params for option in parameter.opts}
        if not any(p.name == "game" and p.param_type_name == "argument" for p in self.params):
            return args
        kept, names, rest = [], [], iter(args)
        for word in rest:
            option, equals, value = word.partition("=")
            if american(option) in COSTS and option not in own:
                names.append("costs")
                continue
            if option not in TABLE_NAMES or option in own:
                kept.append(word)
                continue
            value = value if equals else next(rest, "")
            if not value or value.startswith("--"):
                raise GameError(f"{option} needs names separated by commas, as in {option} a,b")
            names.append(f"{option.removeprefix('--')}={value}")
        return kept + names

    def _with_settings(self, args: list[str]) -> list[str]:
        """Read the settings of searches, --guess 5, as the command has them, --set guess=5."""
        own = {option for parameter in self.params for option in parameter.opts}
        if self.name != "search" or all(word.partition("=")[0] in own for word in args[1:]):
            return args
        kept, rest = [], iter(args)
        for word in rest:
            option, equals, value = word.partition("=")
            if option in own or not _is_setting(option):
                kept.append(word)
                continue
            value = value if equals else next(rest, "")
            if not value:
                raise GameError(f"{option} needs a value, as in {option} 3")
            kept += ["--set", f"{option.removeprefix('--').replace('-', '_')}={value}"]
        return kept

    def invoke(self, ctx: Any) -> Any:
        """Run it; what it prints as JSON can say where it comes from."""
        refuse_missing_folders(self.params, ctx.params)
        with running(ctx.info_name or "", ctx.params):
            return super().invoke(ctx)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """What stands behind the name in the line of usage."""
        return [plain_usage(piece) for piece in super().collect_usage_pieces(ctx)]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write what may be given."""
        write_parameters(described(self.get_params(ctx)), ctx, formatter)

    def get_help(self, ctx: Any) -> str:
        """The help; no line of it ends within the name of a method, which is copied from it."""
        self.help = unbroken(self.help or "")
        return with_hyphens(super().get_help(ctx))


def _is_setting(option: str) -> bool:
    """Whether an option has the name of a setting that some search takes."""
    if not option.startswith("--"):
        return False
    from kibitz.search.methods import names, setting_named, settings

    wanted = option.removeprefix("--").replace("-", "_")
    return wanted == "window" or any(
        setting_named(name, wanted) in settings(name) for name in names()
    )


def _command(name: str) -> Any:
    function = name.replace("-", "_")
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    module = import_module(table("COMMANDS")[name])
    app.command(name, cls=GameCommand)(getattr(module, function))
    return typer.main.get_command(app)


class Shell(TyperGroup):
    """The group of all commands; whatever goes wrong in one of them ends as a single line."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands: dict[str, Any] = dict.fromkeys(COMMANDS)
        self.running: Any = None
        """The command that was asked for."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of this name, read when it is first asked for: there are many."""
        cmd_name = american(cmd_name.lower())
        if cmd_name in self.commands and self.commands[cmd_name] is None:
            self.commands[cmd_name] = _command(cmd_name)
        return self.commands.get(cmd_name)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Take ``kibitz help solve`` for ``kibitz solve --help``, and ``version`` likewise."""
        if args[:1] == ["help"]:
            args = [*args[1:2], "--help"]
        return super().parse_args(ctx, ["--version"] if args == ["version"] else args)

    def get_params(self, ctx: Any) -> list[Any]:
        """The arguments and options, which read plain values by themselves."""
        return with_plain_values(super().get_params(ctx))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that was typed; for a game or a question in its place, what to write."""
        name = args[0]
        if self.get_command(ctx, name) is None:
            _not_a_command(name, args[1:])
        resolved = super().resolve_command(ctx, args)
        self.running = resolved[1]
        return resolved

    def get_help(self, ctx: Any) -> str:
        """The help; no line of it ends within a name."""
        return with_hyphens(super().get_help(ctx))

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List the commands by what they are for."""
        write_commands({name: self.get_command(ctx, name) for name in COMMANDS}, formatter)

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run, print at most one line of complaint, and exit."""
        extra["standalone_mode"] = False
        extra["complete_var"] = REQUEST
        if REQUEST in os.environ:
            from typer._completion_classes import completion_init

            completion_init()
        before = stops()
        self.running = None
        if "kibitz.formats.python_file" in sys.modules:
            sys.modules["kibitz.formats.python_file"].OWN_RULES.clear()
        try:
            status = super().main(*args, **extra)
        except Exception as error:
            message, status = complaint(error, self.running)
            if status == BAD_INPUT and not hasattr(error, "format_message"):
                message = in_options(message, options_of(self.running))
            if status == BAD_INPUT and stops() > before:
                status = INTERRUPTED
            if status == DEFECT and os.environ.get(TRACEBACK):
                raise
            print(f"kibitz: {' '.join(message.split())}", file=sys.stderr)
        sys.exit(status or 0)

    def make_context(self, *args: Any, **extra: Any) -> Any:
        """Read what was typed."""
        with _interrupts():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: Any) -> Any:
        """Run the command; end quietly when no one reads its output any more.

        A command that Ctrl-C has stopped says what it found, and its status says so.
        """
        before = stops()
        try:
            with _interrupts(), stop_within(GRACE):
                super().invoke(ctx)
                sys.stdout.flush()
        except BrokenPipeError:
            _stop_writing()
            raise typer.Exit(PIPE_CLOSED) from None
        if stops() > before and ctx.invoked_subcommand not in GOES_ON:
            raise typer.Exit(INTERRUPTED)


def _not_a_command(name: str, rest: list[str]) -> None:
    """Raise with the command that is meant, where a game or a question was typed instead."""
    from kibitz.core import index
    from kibitz.core.names.other_names import OTHER_NAMES
    from kibitz.core.names.topics import misspelled, topic
    from kibitz.core.spelling import canonical_name
    from kibitz.forms import FORMS

    usual = canonical_name(name)
    typed = [word for form in FORMS for word in form.words]
    if usual in (*index.table("GAMES"), *OTHER_NAMES, *typed):
        words = " ".join(f'"{word}"' if " " in word else word for word in (name, *rest))
        command = "duopoly" if usual in _MARKETS and rest else "solve"
        raise GameError(f"{name} is a game; start with a command: `kibitz {command} {words}`")
    if asked := topic(usual):
        raise GameError(f"no such command {name!r}; try `{asked}`")
    if not get_close_matches(usual, COMMANDS, 1, 0.75) and (meant := misspelled(usual)):
        raise GameError(f"no such command {name!r}; for {meant!r} try `{topic(meant)}`")


@contextmanager
def _interrupts() -> Iterator[None]:
    """Tell Ctrl-C by the exception that prints a line.

    Where it comes while C calls Python, as compilers do, Python only reports it; then it is sent
    again when the report is over, and what the C code says of its loss is not a defect.
    """
    usual = sys.unraisablehook
    lost: list[Timer] = []

    def hook(caught: sys.UnraisableHookArgs) -> None:
        if caught.exc_type is KeyboardInterrupt:
            lost.append(Timer(0.01, _thread.interrupt_main))
            lost[-1].start()
        else:
            usual(caught)

    sys.unraisablehook = hook
    try:
        yield
    except BaseException as error:
        if _is_interrupt(error) or (lost and isinstance(error, Exception)):
            raise typer.Abort from None
        raise
    finally:
        for timer in lost:
            timer.cancel()
        sys.unraisablehook = usual


def _is_interrupt(error: BaseException | None) -> bool:
    """Whether it was Ctrl-C, also where Python tells it as the cause of another error.

    >>> _is_interrupt(KeyboardInterrupt()), _is_interrupt(ValueError())
    (True, False)
    """
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__
    return error is not None


def complaint(error: Exception, command: Any = None) -> tuple[str, int]:
    """What to tell a person about an error of a command, and the exit status.

    >>> complaint(GameError("row 2 has 3 entries, row 1 has 2"))
    ('row 2 has 3 entries, row 1 has 2', 2)
    >>> complaint(FileNotFoundError(2, "No such file or directory", "game.nfg"))
    ('game.nfg: no such file or directory', 2)
    """
    from kibitz.formats.python_file import line_of_own_file

    if isinstance(error, GameError):
        return str(error), BAD_INPUT
    if hasattr(error, "format_message"):
        return _usage(error, command), BAD_INPUT
    if isinstance(error, typer.Abort):
        return "interrupted", INTERRUPTED
    if (blamed := line_of_own_file(error)) and not isinstance(error, MemoryError):
        return f"{blamed[0]}: line {blamed[1]}: {type(error).__name__}: {error}", BAD_INPUT
    if isinstance(error, ModuleNotFoundError) and not (error.name or "kibitz").startswith("kibitz"):
        return _missing(str(error.name).partition(".")[0]), BAD_INPUT
    if isinstance(error, OSError):
        source = f"{error.filename}: " if error.filename else ""
        return source + (error.strerror or str(error)).lower(), BAD_INPUT
    if isinstance(error, UnicodeError):
        return f"this is not text: {error}", BAD_INPUT
    if isinstance(error, (ImportError, RuntimeError)) and _STARVED.search(str(error)):
        return f"there is not enough memory for this ({error})", BAD_INPUT
    if isinstance(error, MemoryError):
        return f"there is not enough memory for this ({error})".replace(" ()", ""), BAD_INPUT
    if isinstance(error, OverflowError):
        return "a number is too large for floating point; compute with exact=True", BAD_INPUT
    if isinstance(error, ValueError) and "integer string conversion" in str(error):
        return f"a number has more than {sys.get_int_max_str_digits()} digits", BAD_INPUT
    if contradiction := _in_own_rules():
        return contradiction, BAD_INPUT
    kind = type(error).__name__
    return f"unexpected {kind}: {error}; {TRACEBACK}=1 shows where this defect is", DEFECT


def _missing(package: str) -> str:
    """What to install for a package that is not there."""
    from importlib.metadata import PackageNotFoundError, requires

    try:
        needed = [line for line in requires("kibitz") or () if "extra ==" in line]
    except PackageNotFoundError:
        needed = []
    extras = [
        re.sub(r".*extra == ['\"]([\w-]+).*", r"\1", line)
        for line in needed
        if re.match(rf"{re.escape(package)}\b", line)
    ]
    own = [name for name in extras if name not in ("test", "docs", "peers")]
    what = f"'kibitz[{own[0]}]'" if own else package
    return f"this needs the package {package}, which is not installed: pip install {what}"


def _in_own_rules() -> str:
    """What is wrong with rules out of a file of the user's, if anything is."""
    from kibitz.formats.python_file import OWN_RULES, contradiction_in

    contradictions = ((rules.name, contradiction_in(rules)) for rules in OWN_RULES)
    return next((f"{name}: {frame}" for name, frame in contradictions if frame), "")


def _usage(error: Any, running: Any) -> str:
    command = f"kibitz {running.name}" if running is not None else "kibitz"
    message = str(error.format_message()).rstrip(".")
    option = getattr(error, "option_name", "")
    if option and message.startswith("No such option"):
        message = f"no such option {option}"
        message += (
            "; options follow a command: kibitz solve ..."
            if running is None
            else instead_of(option, options_of(running))
        )
    elif message.startswith("Missing argument") and (said := _what_is_missing(error.param)):
        message = said
    for leaked, plain in _PLAINLY:
        message = re.sub(leaked, plain, message)
    link = "" if message.endswith("?") else ";"
    return f"{message[:1].lower()}{message[1:]}{link} see `{command} --help`"


def _what_is_missing(argument: Any) -> str:
    """An argument that was left out, and what it may be; empty where its help is long."""
    name, said = argument.metavar or argument.name.upper(), str(argument.help or "")
    if name.startswith("GAME") and len(said) > SHORT:
        said = 'A name such as nim 3 4 5, a table such as matrix "-2 3; 3 -4", or a file.'
    return f"missing {name}: {said[:1].lower()}{said[1:].rstrip('.')}" if len(said) < SHORT else ""


def _stop_writing() -> None:
    """Let nothing more reach a closed pipe, not even at the end of the program."""
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    try:
        os.dup2(sys.stdout.fileno(), 1)
    except OSError:
        return
