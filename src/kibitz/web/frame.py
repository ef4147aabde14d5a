"""The frame around every page, and how a page is registered.

A page is a function in a file of ``web/pages``::

    @page("/hello", title="Hello", menu="Hello")
    async def hello(request: Request) -> None:
        answer = await work("describe", text="chicken")
        ui.label(answer["title"])

It is called within the frame: header, menu, light and dark. ``work`` runs a file of ``web/tasks``
in a worker process; when the tab is closed, its work is ended.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import wraps
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from nicegui import app, background_tasks, context, ui
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

import kibitz
from kibitz.core.errors import GameError
from kibitz.web.jobs import Job, Pool
from kibitz.web.settings import Settings
from kibitz.web.theme import theme_css

ASSETS = Path(__file__).parent / "assets"
DARK = "kibitz-dark"
"""The cookie that remembers light (0) or dark (1)."""
COMES_BACK = 5.0
"""Seconds in which a browser that lost its connection finds its page and its work again."""
Page = Callable[[Request], Awaitable[None]]


@dataclass(slots=True)
class Workbench:
    """What all pages of a server share."""

    settings: Settings
    pool: Pool


_current: list[Workbench] = []
_menu: dict[str, str] = {}
MENU = ("/new", "/play", "/rules", "/class")
"""The order in which the header leads to pages."""


def workbench() -> Workbench:
    """The settings and the workers of this server."""
    return _current[0]


def open_workbench(settings: Settings) -> None:
    """Register all pages and what they share."""
    _current[:] = [Workbench(settings, Pool(settings))]
    app.add_static_files("/assets", str(ASSETS), max_cache_age=3600)
    ui.add_head_html(_head(), shared=True)
    for package in ("kibitz.web.pages", "kibitz.web.editors"):
        for found in iter_modules(import_module(package).__path__):
            import_module(f"{package}.{found.name}")
    app.exception_handler(404)(_not_found)
    app.on_startup(lambda: background_tasks.create(workbench().pool.warm_up()))
    app.on_shutdown(lambda: workbench().pool.close())


def _head() -> str:
    version = kibitz.__version__
    return (
        f'<link rel="stylesheet" href="/assets/kibitz.css?{version}">'
        f'<script src="/assets/kibitz.js?{version}"></script>'
        f'<script src="/assets/sheet.js?{version}"></script>'
        f'<script src="/assets/solid.js?{version}"></script>'
        f"<style>{theme_css()}</style>"
        '<meta name="color-scheme" content="light dark">'
    )


async def _not_found(request: Request, error: Exception) -> Response:
    """Say that there is no such page; what is not asked for as a page gets plain text."""
    if "text/html" not in request.headers.get("accept", ""):
        return PlainTextResponse("not found", status_code=404)
    return HTMLResponse(
        f"<!doctype html><html lang='en'><head><title>No such page - Kibitz</title>{_head()}</head>"
        "<body><script>if (/kibitz-dark=1/.test(document.cookie) || (!/kibitz-dark=0/.test("
        "document.cookie) && matchMedia('(prefers-color-scheme: dark)').matches)) "
        "document.body.className = 'body--dark'</script><div class='page'>"
        "<h1 id='main'>There is no such page</h1><p class='ways'>"
        "<a class='way' href='/'>Go to the first page</a></p></div></body></html>",
        status_code=404,
    )


def page(path: str, *, title: str, menu: str = "") -> Callable[[Page], Page]:
    """Register a function as the page at this path; with ``menu`` the header leads there."""

    def register(build: Page) -> Page:
        if menu:
            _menu[path] = menu

        @ui.page(path, title=f"{title} - Kibitz", response_timeout=30, reconnect_timeout=COMES_BACK)
        @wraps(build)
        async def framed(request: Request) -> None:
            _frame(request)
            with ui.element("div").classes("page"):
                try:
                    await build(request)
                except GameError as error:
                    complain(str(error))

        return build

    return register


def _frame(request: Request) -> None:
    """Header and menu; the page goes below."""
    chosen = {"0": False, "1": True}.get(request.cookies.get(DARK, ""))
    dark = ui.dark_mode(chosen)
    owner = context.client.id
    context.client.on_delete(lambda: workbench().pool.leave(owner))
    with ui.header().classes("bar"):
        ui.html('<a class="skip" href="#main">Skip to the page</a>', sanitize=False)
        logo = '<img src="/assets/logo.svg" alt="" width="26" height="26">'
        ui.html(f'<a class="home" href="/">{logo}<b>Kibitz</b></a>', sanitize=False)
        with ui.element("nav").props('aria-label="Pages"'):
            for place in sorted(_menu, key=MENU.index):
                here = ' aria-current="page"' if request.url.path == place else ""
                ui.html(f'<a href="{place}"{here}>{_menu[place]}</a>', sanitize=False)
        ui.space()
        with ui.element("button").props('type="button" aria-label="Light or dark"') as turn:
            turn.classes("quiet")
            ui.html("◐", sanitize=False)
    turn.on("click", lambda: _turn(dark))


async def _turn(dark: ui.dark_mode) -> None:
    """Change between light and dark, and remember it in the browser."""
    now = await ui.run_javascript("document.body.classList.contains('body--dark')")
    dark.set_value(not now)
    value = 0 if now else 1
    ui.run_javascript(f"document.cookie='{DARK}={value};path=/;max-age=31536000;samesite=lax'")


async def work(
    task: str,
    *,
    on_progress: Callable[[dict[str, Any]], None] | None = None,
    seconds: float | None = None,
    started: Callable[[Job], None] | None = None,
    **arguments: Any,
) -> Any:
    """Run a file of ``web/tasks`` in a worker process for the page that is open.

    ``started`` is given the job, which can be asked to stop. An error is one line, a GameError.
    """
    bench = workbench()
    limit = bench.settings.seconds if seconds is None else seconds
    job = Job(task, arguments, context.client.id, limit, on_progress)
    if started is not None:
        started(job)
    return await bench.pool.run(job)


def complain(line: str) -> None:
    """Say in one line what is wrong."""
    ui.label(line).classes("error").props("role=alert")
