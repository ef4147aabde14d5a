"""Fifty people at the workbench at once, on the loopback address: how long each waits for answers.

``python -m bench web`` starts a server, opens pages as browsers do, over HTTP and a websocket, and
waits until the answer with its proof is on the page. From that it takes the time that the same
questions take one after the other without a server.
"""

from __future__ import annotations

import asyncio
import random
import re
import subprocess
import sys
import time
from dataclasses import dataclass, field
from statistics import median, quantiles
from urllib.parse import quote_plus

USERS, PAGES, PAUSE = 50, 2, 8.0
"""People, pages that each opens, and seconds (on average) between two of them."""
GAMES = (
    "1 -1; -1 1",
    "bimatrix 3,3 0,4; 4,0 1,1",
    "nim 3 4 5",
    "chicken",
    "kayles 3 4",
    'coalition "A:0 B:0 C:0 A,B:4 A,C:3 B,C:2 A,B,C:6"',
    "turning-turtles THTTHT",
)
PATIENCE = 20.0
"""Seconds after which a page counts as lost."""
_CLIENT = re.compile(r"client_id[\"']?\s*:\s*[\"']([0-9a-f-]{36})")


@dataclass
class Tally:
    """What all users met with."""

    waits: list[tuple[str, float]] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


def main() -> None:
    """Print what fifty users met with."""
    alone = {game: _alone(game) for game in GAMES}
    command = [sys.executable, "-m", "kibitz.cli", "web", "--no-browser"]
    began = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        found = re.search(r"http://\S+", server.stdout.readline())
        assert found is not None
        print(f"first line of `kibitz web` after {time.perf_counter() - began:.2f} s")
        time.sleep(6)  # the workers warm up
        tally = asyncio.run(_crowd(found[0].rstrip("/")))
        server.terminate()
    beyond = [max(0.0, wait - alone[game]) for game, wait in tally.waits]
    print(f"{USERS} users, {len(tally.waits)} answers, {len(tally.errors)} errors")
    print(f"median {median(w for _, w in tally.waits):.3f} s from opening a page to its proof")
    print(
        f"beyond the solver's own time: median {median(beyond):.3f} s, "
        f"95% within {quantiles(beyond, n=20)[-1]:.3f} s"
    )
    for error in sorted(set(tally.errors)):
        print(f"  {error}")


def _alone(game: str) -> float:
    """The time that the questions of a page take in a process that has answered them before."""
    from kibitz.web.tasks import look, solve
    from kibitz.web.tasks.noun import noun_of

    for _ in range(2):
        noun_of.cache_clear()
        began = time.perf_counter()
        look.run(game)
        solve.run(game)
    return time.perf_counter() - began


async def _crowd(place: str) -> Tally:
    tally = Tally()
    await asyncio.gather(*(_user(place, k, tally) for k in range(USERS)))
    return tally


async def _user(place: str, seed: int, tally: Tally) -> None:
    """Somebody who opens a few pages and reads each for a while."""
    chance = random.Random(seed)
    for _ in range(PAGES):
        await asyncio.sleep(chance.uniform(0, 2 * PAUSE))
        game = chance.choice(GAMES)
        began = time.perf_counter()
        try:
            await asyncio.wait_for(_open(place, game, f"{seed}-{began}"), PATIENCE)
            tally.waits.append((game, time.perf_counter() - began))
        except Exception as error:
            tally.errors.append(f"{game}: {type(error).__name__} {error}")


async def _open(place: str, game: str, name: str) -> None:
    """Open a page as a browser does, and wait for the proof to be on it."""
    import aiohttp
    import socketio

    async with aiohttp.ClientSession() as session:
        async with session.get(f"{place}/game?g={quote_plus(game)}") as answer:
            answer.raise_for_status()
            found = _CLIENT.search(await answer.text())
        assert found is not None, "no page"
        client = socketio.AsyncClient(http_session=session, reconnection=False)
        proved = asyncio.Event()

        @client.on("*")  # type: ignore[untyped-decorator]
        async def heard(event: str, data: object) -> None:
            if "proved by" in str(data):
                proved.set()

        query = (
            f"client_id={found[1]}&tab_id={name}&document_id={name}&next_message_id=0"
            "&implicit_handshake=true"
        )
        await client.connect(
            f"{place}/?{query}", socketio_path="/_nicegui_ws/socket.io", transports=["websocket"]
        )
        await proved.wait()
        await client.disconnect()
