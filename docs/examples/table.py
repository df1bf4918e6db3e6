"""A table on a socket: the server keeps the deal, clients get what their seat may see.

One JSON object a line. A client says who it is and how many moves it has heard of,
`{"token": "…", "ply": 0}` (no token: a spectator). It is sent what it has missed and its view,
now and after every move, and answers with moves: `{"move": "9D", "ply": 12}`.

    python docs/examples/table.py svensk-komet 4     # one deal among four random players
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import sys
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import cometrules as cr

Line = dict[str, Any]


class Table:
    """A deal that is played over a socket; the log never leaves this object.

    Args:
        log: the deal.
        record: where the record of the deal is written once it is over, or None.
    """

    def __init__(self, log: cr.DealLog, record: Path | None = None) -> None:
        self.log, self.record = log, record
        self.tokens = {secrets.token_hex(8): seat for seat in range(log.state.rules.players)}
        self.moved = asyncio.Condition()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one client until the deal is over or the client has gone."""
        tasks: list[asyncio.Task[None]] = []
        try:
            hello = await read(reader)
            seat, heard = self.tokens.get(str(hello.get("token"))), hello.get("ply", 0)
            both = self.tell(writer, heard, seat), self.listen(reader, writer, seat)
            tasks += map(asyncio.create_task, both)
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        except cr.CometError as error:
            await send(writer, {"error": error.to_dict()})
        except OSError:
            pass  # gone; what it has missed is told when it comes back
        finally:
            for task in tasks:
                task.cancel()
            writer.close()

    async def tell(self, writer: asyncio.StreamWriter, heard: int, seat: int | None) -> None:
        """Tell a seat what it has missed, and what it sees; again after every move."""
        dealt = False
        while True:
            view, told = self.log.view(seat), self.log.since(heard, seat)
            news = [one.to_dict() for one in told if one.ply or not dealt]
            heard, dealt = self.log.ply, True
            await send(writer, {"ply": heard, "told": news, "view": view.to_dict()})
            if view.is_over:
                return
            async with self.moved:
                await self.moved.wait_for(lambda: self.log.ply > heard)  # noqa: B023

    async def listen(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, seat: int | None
    ) -> None:
        """Make the moves a client asks for until it goes; what is wrong is told to it alone."""
        while True:
            try:
                await self.move(await read(reader), seat)
            except cr.CometError as error:  # an illegal move's log stays here
                await send(writer, {"error": error.to_dict()})

    async def move(self, asked: Line, seat: int | None) -> None:
        """Make a move for the seat whose token was shown, whatever the text says."""
        if seat is None:
            raise cr.NotationError("whoever looks on makes no moves")
        move = cr.parse_move(self.log.state.rules, asked.get("move", ""), seat)
        async with self.moved:
            self.log = self.log.step(move, ply=asked.get("ply", ""))  # refused without a number
            self.moved.notify_all()
        if self.log.state.is_over and self.record:
            cr.write_record(cr.Record.of(self.log), self.record)


async def read(reader: asyncio.StreamReader) -> Line:
    """The next line as a mapping; ConnectionError once the other side has gone."""
    try:
        line = await reader.readline()
        data = json.loads(line or "{}")
    except ValueError:  # no JSON, or a line without end
        data = None
    if not isinstance(data, dict):
        raise cr.NotationError("write one JSON object a line")
    if not line:
        raise ConnectionResetError("the other side has gone")
    return data


async def send(writer: asyncio.StreamWriter, line: Mapping[str, Any]) -> None:
    """Write one line."""
    writer.write(json.dumps(line).encode() + b"\n")
    await writer.drain()


async def play(port: int, token: str, rng: random.Random, heard: int = 0) -> AsyncIterator[Line]:
    """A client that makes random moves; gives what it is told until the deal is over."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        await send(writer, {"token": token, "ply": heard})
        while True:
            news = await read(reader)
            yield news
            if "view" not in news:
                continue  # by holder others may be quicker, so that a move comes too late
            view = cr.View.from_dict(news["view"])
            if view.is_over:
                return
            if moves := cr.legal_moves(view):
                await send(writer, {"move": str(rng.choice(moves)), "ply": news["ply"]})
    finally:
        writer.close()


async def main(name: str, players: int) -> None:
    """Serve one deal to random players, and print the last view of each."""
    deal = cr.new_deal(cr.compile_rules(name, players), seed=secrets.token_hex(8))
    table = Table(cr.DealLog(deal))
    server = await asyncio.start_server(table.serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]

    async def last(token: str) -> Line:
        return [news async for news in play(port, token, random.Random())][-1]

    async with server:
        for news in await asyncio.gather(*map(last, table.tokens)):
            print(news["view"]["seat"], news["view"]["balances"], f"after {news['ply']} moves")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
