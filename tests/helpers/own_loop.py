"""Coroutines run to their end, also while a browser's loop runs in this thread."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any


def in_own_loop(body: Coroutine[Any, Any, Any]) -> Any:
    """What a coroutine returns, in a thread with a loop of its own."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, body).result()
