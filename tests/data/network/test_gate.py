"""How far a page reaches, by what it was named and whatever a name server answers. Nothing foreign is dialled."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from iawce.data.errors import PageError
from iawce.data.network.address import WebAddress
from iawce.data.network.egress_filter import EgressFilter
from iawce.data.network.settings import NetworkSettings
from tests.conftest import Site
from tests.data.network.public_internet import OTHER, PUBLIC, PublicInternet

NAMES = {
    "public.test": [PUBLIC],
    "private.test": ["10.0.0.1"],
    "metadata.test": ["169.254.169.254"],
    "mixed.test": [PUBLIC, "10.0.0.1"],
    "nat.test": ["64:ff9b::a9fe:a9fe"],
    "two.test": [OTHER, PUBLIC],
    "empty.test": [],
}
LOCAL = "http://127.0.0.1/", "http://[::1]/", "http://localhost/", "http://localhost./", "http://a.localhost/"
PRIVATE = "http://169.254.169.254/", "http://0/", "http://[::ffff:10.0.0.1]/", "http://private.test/"


@pytest.fixture
def internet(server: Site) -> PublicInternet:
    return PublicInternet(NAMES, {PUBLIC: server.url})


def reason_of(work: Coroutine[Any, Any, Any]) -> str:
    try:
        asyncio.run(work)
    except PageError as error:
        return error.reason
    return ""


async def admit(internet: PublicInternet, url: str, **settings: Any) -> EgressFilter:
    gate = EgressFilter(NetworkSettings(internet=internet, **settings))
    await gate.admit(WebAddress.parse(url))
    return gate


async def reach(internet: PublicInternet, named: str, host: str, port: int = 80, **settings: Any) -> None:
    gate = await admit(internet, named, **settings)
    _, writer = await gate.connect(host, port)
    writer.close()
    await writer.wait_closed()


@pytest.mark.parametrize("url", [*LOCAL, *PRIVATE])
def test_a_named_address_may_be_local_unless_only_public_ones_are_wanted(internet: PublicInternet, url: str) -> None:
    assert asyncio.run(admit(internet, url)).is_local
    assert reason_of(admit(internet, url, public_only=True)) == "blocked/ssrf"
    assert not internet.dialled


@pytest.mark.parametrize("url", ["http://public.test/", f"http://{PUBLIC}/", "https://two.test/"])
def test_public_addresses_are_open_in_any_case(internet: PublicInternet, url: str) -> None:
    assert not asyncio.run(admit(internet, url, public_only=True)).is_local


def test_a_name_with_a_public_and_a_private_address_is_refused(internet: PublicInternet) -> None:
    assert reason_of(admit(internet, "http://mixed.test/")) == "blocked/ssrf"


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "127.1",
        "0x7f.1",
        "2130706433",
        "0",
        "::1",
        "::ffff:10.0.0.1",
        "64:ff9b::a9fe:a9fe",
        "169.254.169.254",
        "fe80::1%eth0",
        "localhost",
        "LOCALHOST.",
        "x.localhost",
        "private.test",
        "PRIVATE.TEST.",
        "metadata.test",
        "mixed.test",
        "nat.test",
    ],
)
def test_a_public_page_reaches_nothing_that_is_not_public(internet: PublicInternet, host: str) -> None:
    assert reason_of(reach(internet, "http://public.test/", host)) == "blocked/ssrf"
    assert not internet.dialled


def test_a_local_page_reaches_both(internet: PublicInternet) -> None:
    assert not reason_of(reach(internet, "http://private.test/", "public.test"))
    assert reason_of(reach(internet, "http://private.test/", "10.0.0.1")) == "fetch_error/refused"
    assert internet.dialled == [(PUBLIC, 80), ("10.0.0.1", 80)]


def test_a_name_keeps_the_address_that_was_checked(internet: PublicInternet) -> None:
    async def rebind() -> None:
        gate = await admit(internet, "http://public.test/")
        internet.names["public.test"] = ["127.0.0.1"]
        _, writer = await gate.connect("Public.Test.", 80)
        writer.close()
        await writer.wait_closed()

    asyncio.run(rebind())
    assert internet.dialled == [(PUBLIC, 80)]
    assert internet.resolved == ["public.test"]


def test_a_name_that_turns_private_for_the_next_page_is_refused_there(internet: PublicInternet) -> None:
    assert not reason_of(reach(internet, "http://public.test/", "public.test"))
    internet.names["public.test"] = ["127.0.0.1"]
    assert reason_of(reach(internet, f"http://{PUBLIC}/", "public.test")) == "blocked/ssrf"


@pytest.mark.parametrize(("url", "reason"), [*((one, "") for one in LOCAL), (PRIVATE[-1], "blocked/ssrf")])
def test_a_name_that_a_page_gave_is_public_unless_it_could_not_be(
    internet: PublicInternet, url: str, reason: str
) -> None:
    gate = EgressFilter(NetworkSettings(internet=internet))
    assert reason_of(gate.admit(WebAddress.parse(url), is_followed=True)) == reason
    assert not reason_of(gate.admit(WebAddress.parse("http://public.test/"), is_followed=True))


def test_the_next_address_is_dialled_where_the_first_does_not_answer(internet: PublicInternet) -> None:
    assert not reason_of(reach(internet, "http://two.test/", "two.test"))
    assert internet.dialled == [(OTHER, 80), (PUBLIC, 80)]


@pytest.mark.parametrize(
    ("host", "port", "reason"),
    [
        ("none.test", 80, "fetch_error/dns"),
        ("empty.test", 80, "fetch_error/dns"),
        (OTHER, 80, "fetch_error/refused"),
        (PUBLIC, 25, "fetch_error/unsafe_port"),
    ],
)
def test_why_there_is_no_connection(internet: PublicInternet, host: str, port: int, reason: str) -> None:
    assert reason_of(reach(internet, "http://public.test/", host, port)) == reason


def test_an_address_of_this_machine_is_not_public(internet: PublicInternet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(internet, "is_own", lambda address: address == PUBLIC)
    assert reason_of(reach(internet, "http://8.8.8.8/", "public.test")) == "blocked/ssrf"
    assert not internet.dialled


@pytest.mark.parametrize("host", ["127.0.0.1", "10.0.0.1", "localhost", "printer", "db.internal", "nas.local"])
def test_through_a_proxy_names_and_addresses_are_judged_by_how_they_look(internet: PublicInternet, host: str) -> None:
    work = reach(internet, "http://public.test/", host, proxy="http://proxy.test:3128")
    assert reason_of(work) in ("blocked/ssrf", "fetch_error/dns")
    assert not internet.dialled
