"""The tools for agents, asked by the library's own client."""

import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio
import pytest

from iawce import __version__
from iawce.data.network.settings import NetworkSettings
from iawce.extract.pipeline.extractor import Extractor
from iawce.serve.page_service import PageService
from iawce.serve.settings import ServeSettings
from tests.conftest import Site
from tests.data.network.public_internet import PUBLIC, PublicInternet
from tests.serve.running import article, shop

if TYPE_CHECKING:
    from mcp import Client


def ask(site: Site, work: Callable[["Client"], Awaitable[None]]) -> list[tuple[str, int]]:
    """What was dialled meanwhile."""
    internet = PublicInternet({"news.test": [PUBLIC], "inside.test": ["10.0.0.1"]}, {PUBLIC: site.url})
    network = NetworkSettings(public_only=True, fetch=True, internet=internet)

    from mcp import Client

    from iawce.serve.agent_tools import make_tools

    async def inside() -> None:
        with PageService(Extractor(network=network, processes=1), ServeSettings(deadline=600)) as pages:
            async with Client(make_tools(pages)) as client:
                await work(client)

    anyio.run(inside)
    return internet.dialled


async def call(client: "Client", name: str, **arguments: object) -> Any:
    found = await client.call_tool(name, arguments)
    assert not found.is_error, found.content
    return found.structured_content


def test_an_agent_reads_pages_in_parts_with_their_records_and_links(site: Site) -> None:
    from iawce.serve.agent_tools import tokens_in

    site.add("/tides", article(40))
    site.add("/lamps", shop())

    async def work(client: "Client") -> None:
        assert {tool.name for tool in (await client.list_tools()).tools} == {"read_page", "list_records", "page_links"}
        parts = list[str]()
        cursor: int | None = 0
        while cursor is not None:
            part = await call(client, "read_page", url="http://news.test/tides", max_tokens=500, cursor=cursor)
            assert (part["title"], part["url"]) == ("The tides", "http://news.test/tides")
            assert tokens_in(part["markdown"]) <= 500
            parts.append(part["markdown"])
            cursor = part["cursor"]
        assert len(parts) > 5
        assert "".join(parts).count("as chapter") == 120
        links = await call(client, "page_links", url="http://news.test/tides")
        assert (links["links"][1], links["cursor"]) == ({"text": "More", "url": "http://news.test/1"}, None)
        table = await call(client, "list_records", url="http://news.test/lamps")
        assert table["rows"][0]["price"] == 11.5
        table = await call(client, "list_records", url="http://news.test/lamps", like="price")
        assert table["columns"][0] == "price"

    dialled = ask(site, work)
    assert len(dialled) == 3  # a page that was just read is not fetched again for its next part; a table is


@pytest.mark.parametrize(
    ("html", "text"),
    [
        (
            "<a href=URL><img alt=Photo></a><h2><a href=URL>Council decides on bridge</a></h2><p><a href=URL>Read more",
            None,
        ),
        (
            "<a href=URL><h3>Council decides on bridge</h3></a><p><a href=URL>It met for nine hours, until midnight.",
            None,
        ),
        ("<a href=URL>Council decides\non bridge</a><p><a href=URL>142 comments by its many readers</a>", None),
        ("<a href=URL><img alt='Photo of a bridge'></a><p><a href=URL><img></a>", "Photo of a bridge"),
        ("<a href=URL><img></a>", ""),
    ],
)
def test_the_link_that_says_most_names_its_address(html: str, text: str | None) -> None:
    from iawce.serve.agent_tools import links_of

    [link] = links_of(html.replace("URL", "'https://news.test/1'"))
    assert link.text == ("Council decides on bridge" if text is None else text)


def test_long_tables_and_many_links_come_in_parts(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    from iawce.serve import agent_tools

    monkeypatch.setattr(agent_tools, "MAX_RECORDS", 5)
    monkeypatch.setattr(agent_tools, "MAX_LINKS", 7)
    site.add("/lamps", shop(12))

    async def work(client: "Client") -> None:
        for name, part, counts in (("list_records", "rows", [5, 5, 2]), ("page_links", "links", [7, 5])):
            found = list[list[object]]()
            cursor: int | None = 0
            while cursor is not None:
                answer = await call(client, name, url="http://news.test/lamps", cursor=cursor)
                found.append(answer[part])
                cursor = answer["cursor"]
            assert [len(some) for some in found] == counts
            assert len({str(one) for some in found for one in some}) == 12

    assert len(ask(site, work)) == 2  # a table and a page, each fetched once


def test_unreadable_addresses_are_errors_with_a_reason_and_never_requested(site: Site) -> None:
    async def work(client: "Client") -> None:
        for url in ("http://127.0.0.1/", "http://inside.test/", "http://[::ffff:10.0.0.1]/", "file:///etc/passwd", "x"):
            found = await client.call_tool("read_page", {"url": url})
            assert found.is_error
            assert "not public" in str(found.content) or "no address" in str(found.content)
        assert (await client.call_tool("read_page", {"url": "http://news.test/", "max_tokens": 1})).is_error

    assert ask(site, work) == []


@pytest.mark.parametrize(
    "text", ["", "word " * 1000, "潮汐每天兩次。" * 300, "один два три\n\n" * 200, "x" * 5000, "a\n" * 900]
)
@pytest.mark.parametrize("most", [100, 333])
def test_parts_are_the_text_and_within_the_budget(text: str, most: int) -> None:
    from iawce.serve.agent_tools import part_of, tokens_in

    parts = list[str]()
    start: int | None = 0
    while start is not None:
        part, start = part_of(text, start, most)
        assert tokens_in(part) <= most
        parts.append(part)
    assert "".join(parts) == text
    assert all(tokens_in(part) > most / 3 for part in parts[:-1])


def test_the_command_is_a_tool_on_standard_input_and_output(tmp_path: Path) -> None:
    from mcp import Client, StdioServerParameters, stdio_client

    command = StdioServerParameters(
        command=sys.executable,
        args=["-m", "iawce.scripts", "serve", "--mcp", "--render", "never"],
        env=dict(os.environ),
        cwd=tmp_path,
    )

    async def inside() -> None:
        async with Client(stdio_client(command)) as client:
            assert client.server_info
            assert client.server_info.version == __version__
            assert len((await client.list_tools()).tools) == 3
            assert (await client.call_tool("read_page", {"url": "http://10.0.0.1/"})).is_error

    anyio.run(inside)
    assert not list(tmp_path.iterdir())
