"""Start the server of the workbench."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import threading
import webbrowser
from typing import Any
from urllib.parse import quote

from kibitz.core.errors import GameError
from kibitz.web.link import link
from kibitz.web.settings import Settings

SILENCE = 40.0
"""Seconds after which a browser that says nothing counts as gone; a busy machine may be slow."""


def serve(settings: Settings, text: str = "", browser: bool = True) -> None:
    """Serve the workbench until it is interrupted, and open a browser on a game.

    Parameters
    ----------
    settings : Settings
        Where it listens, and the limits of a job.
    text : str
        The game to open, as it is typed; the first page if empty.
    browser : bool
        Whether to open a browser.
    """
    os.environ.setdefault("NICEGUI_STORAGE_PATH", os.devnull)
    for name in ("PYTEST_CURRENT_TEST", "NICEGUI_SCREEN_TEST_PORT"):
        os.environ.pop(name, None)
    from nicegui import app, background_tasks, ui

    from kibitz.web.frame import ASSETS, open_workbench
    from kibitz.web.guard import Guard
    from kibitz.web.rooms import keep_rooms, state_folder

    state = state_folder()
    keep_rooms(None if state is None else state / "rooms")
    open_workbench(settings)
    app.add_middleware(Guard, settings=settings)
    place = address(settings, text)

    async def announce() -> None:
        await _listening(settings)
        sys.stdout.write(f"Kibitz is at {place}  (Ctrl-C ends it)\n")
        sys.stdout.flush()
        if browser:
            threading.Thread(target=webbrowser.open, args=(place,), daemon=True).start()

    app.on_startup(lambda: background_tasks.create(announce()))
    run: Any = ui.run
    run(
        host=settings.host,
        port=settings.port,
        title="Kibitz",
        favicon=ASSETS / "logo.svg",
        dark=None,
        language="en-US",
        show=False,
        reload=False,
        tailwind=False,
        show_welcome_message=False,
        access_log=False,
        reconnect_timeout=SILENCE,
        timeout_graceful_shutdown=1,
        uvicorn_logging_level="critical",
    )


async def _listening(settings: Settings) -> None:
    """Wait until the server takes connections, so that no one is sent to it before."""
    for _ in range(1000):
        try:
            _, writer = await asyncio.open_connection(_reached(settings.host), settings.port)
        except OSError:
            await asyncio.sleep(0.01)
        else:
            writer.close()
            return


def _reached(host: str) -> str:
    """Where this machine reaches a server that listens there.

    >>> _reached("0.0.0.0"), _reached("::1")
    ('127.0.0.1', '::1')
    """
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)


def address(settings: Settings, text: str = "") -> str:
    """Where the workbench, or a game in it, is found.

    >>> address(Settings(), "nim 3 4 5")
    'http://127.0.0.1:8765/game?g=nim+3+4+5'
    """
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    path = link("/game", text) if text else "/"
    if settings.token:
        path += ("&" if "?" in path else "?") + f"token={quote(settings.token)}"
    return f"http://{host}:{settings.port}{path}"


def free_port(host: str, wanted: int | None) -> int:
    """The port that is wanted, or one that is free; one that is taken is an error."""
    for port in (Settings().port, 0) if wanted is None else (wanted,):
        try:
            with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind((host, port))
                return int(probe.getsockname()[1])
        except OSError as error:
            if wanted is not None:
                why = (error.strerror or str(error)).lower()
                raise GameError(f"port {port} of {host} cannot be used: {why}") from None
    raise GameError(f"{host} has no free port")
