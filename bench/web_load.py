"""Fifty people at the workbench at once, on the loopback address: how long each waits for answers.

``python -m bench web`` starts a server, opens pages as browsers do, over HTTP and a websocket, and
waits until the answer with its proof, or the board after a move, is on the page. From that it takes
the time that the same questions take one after the other without a server. Processor time is told
as well, since a machine with other work makes everybody wait.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from urllib.parse import quote_plus

USERS, PAGES, PAUSE = 50, 3, 8.0
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
MATCHES = (
    ("nim 3 4 5", '[[0,"take 2 from heap 1, leaving 1"]]'),
    ("tic-tac-toe", '[[0,"b2"]]'),
    ("connect-four 5 4", '[[0,"3"]]'),
)
"""Games that are played, each with the first move."""
PATIENCE = 60.0
"""Seconds after which a page counts as lost."""
_CLIENT = re.compile(r"client_id[\"']?\s*:\s*[\"']([0-9a-f-]{36})")


@dataclass
class Tally:
    """What all users met with."""

    waits: list[tuple[str, float]] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


def main() -> None:
    """Print what fifty users met with."""
    alone = {game: _alone(game) for game in GAMES} | {m[0]: _alone_played(*m) for m in MATCHES}
    command = [sys.executable, "-m", "kibitz.cli", "web", "--no-browser"]
    began = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        found = re.search(r"http://\S+", server.stdout.readline())
        assert found is not None
        print(f"first line of `kibitz web` after {time.perf_counter() - began:.2f} s")
        time.sleep(6)  # the workers warm up
        before = _processor(server.pid)
        tally = asyncio.run(_crowd(found[0].rstrip("/")))
        used = _processor(server.pid) - before
        server.terminate()
    beyond = [max(0.0, wait - alone[game]) for game, wait in tally.waits]
    print(f"{USERS} users, {len(tally.waits)} answers, {len(tally.errors)} errors")
    print(f"median {median(w for _, w in tally.waits):.3f} s from opening a page to its proof")
    print(
        f"beyond the solver's own time: median {median(beyond):.3f} s, "
        f"95% within {quantiles(beyond, n=20)[-1]:.3f} s"
    )
    print(
        f"processor time {used / max(1, len(tally.waits)):.3f} s an answer, server and workers; "
        f"load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors"
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


def _alone_played(game: str, moves: str) -> float:
    """The time that the answer to a move takes."""
    from kibitz.web.tasks import play

    for _ in range(2):
        began = time.perf_counter()
        play.run(game, ["person", "random"], 0, json.loads(moves))
    return time.perf_counter() - began


def _processor(pid: int) -> float:
    """Seconds of processor time of a process and its children, by the files of Linux."""
    ticks = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if folder.name == str(pid) or fields[1] == str(pid):
            ticks += sum(map(int, fields[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


async def _crowd(place: str) -> Tally:
    tally = Tally()
    await asyncio.gather(*(_user(place, k, tally) for k in range(USERS)))
    return tally


async def _user(place: str, seed: int, tally: Tally) -> None:
    """Somebody who opens a few pages and reads each for a while."""
    chance = random.Random(seed)
    for _ in range(PAGES):
        await asyncio.sleep(chance.uniform(0, 2 * PAUSE))
        if chance.random() < 0.3:
            game, moves = chance.choice(MATCHES)
            query = f"seats=person,random&moves={quote_plus(moves)}"
            page, sign = f"/play?g={quote_plus(game)}&{query}", "data-over"
        else:
            game = chance.choice(GAMES)
            page, sign = f"/game?g={quote_plus(game)}", "proved by"
        began = time.perf_counter()
        try:
            await asyncio.wait_for(_open(place + page, place, sign, f"{seed}-{began}"), PATIENCE)
            tally.waits.append((game, time.perf_counter() - began))
        except Exception as error:
            tally.errors.append(f"{game}: {type(error).__name__} {error}")


async def _open(page: str, place: str, sign: str, name: str) -> None:
    """Open a page as a browser does, and wait for a sign to be on it."""
    import aiohttp
    import socketio

    async with aiohttp.ClientSession() as session, session.get(page) as answer:
        answer.raise_for_status()
        found = _CLIENT.search(await answer.text())
    assert found is not None, "no page"
    client = socketio.AsyncClient(reconnection=False)  # on a connection of its own, as browsers do
    proved = asyncio.Event()

    @client.on("*")  # type: ignore[untyped-decorator]
    async def heard(event: str, data: object) -> None:
        if sign in str(data):
            proved.set()

    query = (
        f"client_id={found[1]}&tab_id={name}&document_id={name}&next_message_id=0"
        "&implicit_handshake=true"
    )
    await client.connect(
        f"{place}/?{query}",
        socketio_path="/_nicegui_ws/socket.io",
        transports=["websocket"],
        wait_timeout=PATIENCE,
    )
    await proved.wait()
    await client.disconnect()
