"""Access control: this machine only, or clients with the token; never a page of another site."""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from kibitz.web.settings import Settings

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

COOKIE = "kibitz-token"
LOCAL = ("localhost", "127.0.0.1", "::1")
LARGEST = 2 << 20
"""Bytes of a request."""
HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
]


class Guard:
    """Stands before the application and refuses, in one line, what should not reach it."""

    def __init__(self, app: App, settings: Settings) -> None:
        self._app = app
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, refuse it, or take its token and ask for it again without."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = {key.decode("latin-1"): v.decode("latin-1") for key, v in scope["headers"]}
        reason = refusal(headers, self._settings)
        if reason is not None:
            await _refuse(scope, send, *reason)
            return
        if self._settings.token and not self._knows(headers):
            await self._ask(scope, send)
            return
        await self._app(scope, receive, _with_headers(send))

    def _knows(self, headers: dict[str, str]) -> bool:
        try:
            found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
        except CookieError:
            return False
        return found is not None and self._is_token(found.value)

    def _is_token(self, given: str) -> bool:
        return hmac.compare_digest(given.encode(), self._settings.token.encode())

    async def _ask(self, scope: Scope, send: Send) -> None:
        """Take the token out of the address into a cookie."""
        query = parse_qsl(scope.get("query_string", b"").decode("latin-1"))
        given = dict(query).get("token", "")
        if scope["type"] != "http" or not self._is_token(given):
            await _refuse(scope, send, 401, "open the address with the token in it")
            return
        rest = urlencode([(key, value) for key, value in query if key != "token"])
        place = scope["path"] + (f"?{rest}" if rest else "")
        cookie = f"{COOKIE}={self._settings.token}; Path=/; HttpOnly; SameSite=Strict"
        head = [(b"location", place.encode("latin-1")), (b"set-cookie", cookie.encode())]
        await send({"type": "http.response.start", "status": 303, "headers": head})
        await send({"type": "http.response.body", "body": b""})


def refusal(headers: dict[str, str], settings: Settings) -> tuple[int, str] | None:
    """Why a request with these headers is not served; None when it is.

    >>> refusal({"host": "127.0.0.1:8765"}, Settings()) is None
    True
    >>> refusal({"host": "evil.example"}, Settings())
    (403, 'this workbench accepts connections from this machine only')
    >>> refusal({"host": "localhost:1", "origin": "http://evil.example"}, Settings())
    (403, 'requests from other sites are refused')
    """
    host = headers.get("host", "")
    if settings.is_local and _name(f"//{host}") not in LOCAL:
        return 403, "this workbench accepts connections from this machine only"
    origin = headers.get("origin", "")
    if origin and urlsplit(origin).netloc != host:
        return 403, "requests from other sites are refused"
    length = headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > LARGEST:
        return 413, f"a request may have at most {LARGEST >> 20} megabytes"
    return None


def _name(address: str) -> str | None:
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None


def _with_headers(send: Send) -> Send:
    async def sent(message: Any) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], *HEADERS]}
        await send(message)

    return sent


async def _refuse(scope: Scope, send: Send, status: int, why: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": why})
        return
    head = [(b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": f"{why}\n".encode()})
