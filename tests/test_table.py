"""The example of a server: whole deals over a socket, with clients that go and come back."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import random
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import cometrules as cr

EXAMPLE = Path(__file__).parents[1] / "docs" / "examples" / "table.py"
GAMES = [("foster-commit", 4), ("svensk-komet", 3), ("denexa-comet-stripped", 5), ("usa-komet", 2)]


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("table_example", EXAMPLE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def table_of(example: ModuleType, name: str, players: int, record: Path | None = None) -> Any:
    deal = cr.new_deal(cr.compile_rules(name, players), seed=f"{name} on a socket")
    return example.Table(cr.DealLog(deal), record)


async def over_a_socket(table: Any, clients: Any) -> Any:
    before = asyncio.all_tasks()
    server = await asyncio.start_server(table.serve, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        told = await asyncio.wait_for(clients(port), 60)
        # Whoever has gone is served no longer: from Python 3.12 on, a server waits for that.
        if serving := asyncio.all_tasks() - before:
            _, left = await asyncio.wait(serving, timeout=10)
            assert not left
    return told


def test_the_example_is_as_short_as_an_example_should_be() -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) <= 150


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_whole_deal_with_a_client_that_disconnects_and_comes_back(
    example: ModuleType, name: str, players: int, tmp_path: Path
) -> None:
    record = tmp_path / "deal.comet.yaml"
    table = table_of(example, name, players, record)
    heard: dict[int | None, list[dict[str, Any]]] = {}

    async def to_the_end(port: int, token: str, seat: int | None) -> None:
        rng, lines = random.Random(f"{name} {seat}"), heard.setdefault(seat, [])
        while not lines or lines[-1]["view"]["awaits"]["kind"] != "over":
            ply = lines[-1]["ply"] if lines else 0
            client = example.play(port, token, rng, ply)
            news = 0
            async for line in client:
                if "view" in line:
                    lines.append(line)
                    news += 1
                if seat == 1 and news == 3:  # gone after three, and back with what it remembers
                    break
            await client.aclose()

    async def clients(port: int) -> None:
        seats = [*((token, seat) for token, seat in table.tokens.items()), ("", None)]
        await asyncio.gather(*(to_the_end(port, token, seat) for token, seat in seats))

    asyncio.run(over_a_socket(table, clients))
    assert table.log.state.is_over
    for seat, lines in heard.items():
        told = [one for line in lines for one in line["told"]]
        once = {one["ply"]: one for one in told}  # who comes back at 0 hears of the deal again
        assert seat == 1 or len(told) == len(once)
        assert list(once.values()) == [one.to_dict() for one in table.log.since(0, seat)]
        assert [one["ply"] for one in told if one["ply"]] == list(range(1, table.log.ply + 1))
        assert lines[-1]["view"] == json.loads(json.dumps(table.log.view(seat).to_dict()))
    (deal,) = cr.read_record(record).replay()
    assert deal.state == table.log.state and deal.moves == table.log.moves


def test_what_is_wrong_is_told_to_the_client_and_changes_nothing(example: ModuleType) -> None:
    table = table_of(example, "foster-commit", 3)
    lead = table.log.state.pending.seat
    other = (lead + 1) % 3
    token = {seat: token for token, seat in table.tokens.items()}
    card = str(table.log.state.hands[lead][0])

    async def asked(port: int, token: str, *lines: bytes) -> list[dict[str, Any]]:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"\n".join((json.dumps({"token": token}).encode(), *lines)) + b"\n")
        told = [json.loads(await reader.readline()) for _ in range(1 + len(lines))]
        writer.close()
        return told

    async def clients(port: int) -> list[list[dict[str, Any]]]:
        move = json.dumps({"move": card, "ply": 0}).encode()
        stale = json.dumps({"move": card, "ply": 7}).encode()
        forged = json.dumps({"move": f"{lead}:{card}", "ply": 0}).encode()
        return [
            await asked(port, token[other], move, forged, b"nonsense", b"[]", b'{"move": 7}'),
            await asked(port, token[lead], stale, b'{"move": "pass", "ply": 0}'),
            await asked(port, "guessed", move),
        ]

    before = table.log
    by_other, by_lead, by_guest = asyncio.run(over_a_socket(table, clients))
    assert table.log is before
    codes = [line["error"]["code"] for line in by_other[1:]]
    assert codes == ["wrong_seat", "notation", "notation", "notation", "notation"]
    assert [line["error"]["code"] for line in by_lead[1:]] == ["stale_move", "must_lead"]
    assert by_guest[0]["view"]["seat"] is None and by_guest[0]["view"]["hand"] == []
    assert by_guest[1]["error"]["code"] == "notation"
    everything = json.dumps([by_other, by_guest])
    assert not any(f'"{held}"' in everything for held in table.log.state.hands[lead])


def test_a_first_line_that_is_no_greeting_is_answered(example: ModuleType) -> None:
    table = table_of(example, "foster-commit", 2)

    async def clients(port: int) -> list[dict[str, Any]]:
        answers = []
        for line in (b"hello\n", b'{"ply": "all"}\n', b'{"ply": 9}\n', b"x" * 100_000 + b"\n"):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(line)
            answers.append(json.loads(await reader.readline()))
            assert await reader.read() == b""
            writer.close()
        return answers

    told = asyncio.run(over_a_socket(table, clients))
    assert [answer["error"]["code"] for answer in told] == ["notation", "deal", "deal", "notation"]
