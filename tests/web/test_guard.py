"""Only this machine is served, or who brings the token."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from helpers.own_loop import in_own_loop
from kibitz.core.errors import GameError
from kibitz.core.method import every_method
from kibitz.web.guard import Guard, refusal
from kibitz.web.settings import Settings
from kibitz.web.tasks import look, solve
from kibitz.web.tasks.options import FILES


def ask(settings: Settings, path: str = "/", **headers: str) -> dict[str, Any]:
    """What the guard answers to a request."""
    seen: list[Any] = []
    path, _, query = path.partition("?")

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def send(message: Any) -> None:
        seen.append(message)

    head = [(k.encode(), v.encode()) for k, v in {"host": "127.0.0.1:1", **headers}.items()]
    scope = {"type": "http", "path": path, "query_string": query.encode(), "headers": head}
    in_own_loop(Guard(app, settings)(scope, None, send))  # type: ignore[arg-type]
    found = {k.decode(): v.decode() for k, v in seen[0]["headers"]}
    return {"status": seen[0]["status"], **found}


@pytest.mark.parametrize("host", ["localhost:80", "127.0.0.1", "[::1]:80"])
def test_this_machine_is_served(host: str) -> None:
    answer = ask(Settings(), host=host)
    assert answer["status"] == 200
    assert answer["x-frame-options"] == "DENY"


@pytest.mark.parametrize("host", ["", "example.com", "127.0.0.1.example.com", "[bad"])
def test_other_names_are_refused(host: str) -> None:
    assert ask(Settings(), host=host)["status"] == 403


def test_other_sites_are_refused() -> None:
    assert refusal({"host": "localhost:1", "origin": "http://localhost:1"}, Settings()) is None
    assert ask(Settings(), origin="http://localhost:2")["status"] == 403
    assert ask(Settings(), **{"content-length": "99999999"})["status"] == 413


def test_the_token_moves_from_the_address_into_a_cookie() -> None:
    settings = Settings(host="0.0.0.0", token="secret")
    assert ask(settings)["status"] == 401
    assert ask(settings, "/game?token=wrong")["status"] == 401
    answer = ask(settings, "/game?g=nim+3&token=secret")
    assert (answer["status"], answer["location"]) == (303, "/game?g=nim+3")
    cookie = answer["set-cookie"].partition(";")[0]
    assert ask(settings, cookie=cookie)["status"] == 200
    assert ask(settings, cookie="kibitz-token=other")["status"] == 401


def test_options_that_name_files_are_refused(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    asked = (("kuhn-poker", "cfr", "checkpoint"), ("tic-tac-toe", "book", "file"))
    for game, method, name in asked:
        with pytest.raises(GameError, match=f"{name}: a page reads and writes no files"):
            solve.run(game, method, {name: str(kept)})
    assert not kept.exists()
    listed = {m["name"]: m for m in look.run("tic-tac-toe")["methods"]}
    assert str(listed["book"]["reason"]).startswith("it reads a file; use the command line")


def test_every_option_that_is_a_path_is_known_as_one() -> None:
    named = {"path", "file", "folder", "directory", "into", "output", "checkpoint", "db", "log"}
    options = [option for entry in every_method() for option in entry.options]
    paths = {option.name for option in options if "Path" in str(option.annotation)}
    assert paths == FILES == named & {option.name for option in options}
