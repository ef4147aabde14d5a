"""A workbench and a browser that look at each other, one of each for all tests."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest


def _browser() -> str | None:
    """A browser of the system."""
    names = ("chromium", "chromium-browser", "google-chrome", "chrome")
    return next((found for name in names if (found := shutil.which(name))), None)


PATIENCE = 60_000
"""Milliseconds that a browser waits for something on a page; machines may be busy."""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a workbench of its own."""
    pytest.importorskip("nicegui", reason="the workbench needs kibitz[web]: make test-web")
    hidden = ("PYTEST_CURRENT_TEST", "PYTEST_VERSION", "PYTEST_XDIST_WORKER")
    env = {key: value for key, value in os.environ.items() if key not in hidden}
    env["KIBITZ_STATE"] = str(tmp_path_factory.mktemp("state"))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    command = [sys.executable, "-m", "kibitz.cli", "web", "--no-browser", "--allow-code"]
    command += ["--port", port]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        found = re.search(r"http://\S+", said)
        assert found is not None, said
        yield found[0].rstrip("/")
        process.terminate()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A browser without a window; without one the tests are skipped, which is said."""
    api = pytest.importorskip("playwright.sync_api", reason="needs playwright: make test-web")
    with api.sync_playwright() as play:
        found = None
        for path in filter(None, (_browser(), play.chromium.executable_path)):
            with suppress(api.Error):
                found = play.chromium.launch(executable_path=path, args=["--no-sandbox"])
                break
        if found is None:
            pytest.skip("no browser was found; `make test-web` brings one")
        api.expect.set_options(timeout=PATIENCE)
        yield found
        found.close()


@pytest.fixture
def open_tab(browser: Any, server: str) -> Iterator[Callable[..., Any]]:
    """Opens tabs, each in a browser of its own; what a console complains of fails the test."""
    contexts: list[Any] = []
    faults: list[str] = []

    def open_one(**options: Any) -> Any:
        options = {"viewport": {"width": 1280, "height": 900}, **options}
        context = browser.new_context(base_url=server, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert not faults, faults


@pytest.fixture
def tab(open_tab: Callable[..., Any]) -> Any:
    """A tab of the browser."""
    return open_tab()


@pytest.fixture(scope="session")
def keep() -> Callable[[Any, str], None]:
    """Keeps what a page looks like, in the folder that KIBITZ_SCREENSHOTS names, if any."""
    folder = os.environ.get("KIBITZ_SCREENSHOTS", "")

    def keep_one(tab: Any, name: str) -> None:
        if folder:
            tab.screenshot(path=Path(folder) / f"{name}.png", full_page=True)

    return keep_one
