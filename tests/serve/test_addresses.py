# ruff: noqa: S104 - these are what is refused
"""Addresses that are not public, in every spelling and by every trick: no connection is made, whoever asks for them."""

import json
from collections.abc import Iterator

import httpx
import pytest

from iawce.data.network.settings import NetworkSettings, Politeness
from iawce.extract.pipeline.extractor import Extractor
from tests.conftest import Site
from tests.data.network.public_internet import PUBLIC, PublicInternet
from tests.serve.running import article, listening

AT_ONCE = Politeness(delay=0)
NAMES = {
    "news.test": [PUBLIC],
    "wiki.intranet": ["10.0.0.7"],
    "other.intranet": ["10.0.0.8"],
    "private.test": ["10.0.0.1"],
    "loopback.test": ["127.0.0.1"],
    "six.test": ["::1"],
    "mapped.test": ["::ffff:127.0.0.1"],
    "metadata.test": ["169.254.169.254"],
    "mixed.test": [PUBLIC, "192.168.1.1"],
    "mixed-six.test": [PUBLIC, "fd00::1"],
    "nat64.test": ["64:ff9b::a9fe:a9fe"],
    "sixtofour.test": ["2002:7f00:1::1"],
    "linklocal.test": ["fe80::1"],
    "any.test": ["0.0.0.0"],
    "carrier.test": ["100.100.100.200"],
    "azure.test": ["168.63.129.16"],
    "multicast.test": ["224.0.0.1"],
    "broadcast.test": ["255.255.255.255"],
}
HOSTS = (
    "127.0.0.1", "127.1", "127.0.1", "127.255.255.254", "127.000.000.001", "0177.0.0.1", "0177.1", "0x7f.0.0.1",
    "0x7f.1", "0x7f000001", "0x7F000001", "2130706433", "017700000001", "00000177.0.0.1", "127.0.0.1.", "0x7f000001.",
    "%31%32%37.0.0.1", "127%2e0%2e0%2e1", "１２７.0.0.1", "127。0。0。1", "①②⑦.⓪.⓪.①", "0", "0.0.0.0", "0x0", "00",
    "localhost", "LOCALHOST", "localhost.", "a.localhost", "lo\tcalhost", "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ", "[::1]", "[0:0:0:0:0:0:0:1]",
    "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b:1::7f00:1]",
    "[2002:7f00:1::]", "[fe80::1]", "[fc00::1]", "[fd00:ec2::254]", "[fec0::1]", "[ff02::1]", "10.0.0.1", "012.0.0.1",
    "167772161", "172.16.0.1", "192.168.1.1", "192.168.257", "3232235777", "169.254.169.254", "0xa9fea9fe",
    "2852039166", "169.254.43518", "0251.0376.0251.0376", "100.64.0.1", "198.18.0.1", "224.0.0.1", "255.255.255.255",
    "240.0.0.1", *(name for name in NAMES if name not in ("news.test",)),
)  # fmt: skip
"""Hosts as an address may name them."""
TRICKS = (
    "http://news.test@127.0.0.1/",
    "http://news.test:80@127.0.0.1/",
    "http://127.0.0.1#@news.test/",
    "http://127.0.0.1\\@news.test/",
    "http:\\\\127.0.0.1\\",
    "http:127.0.0.1",
    "http:/127.0.0.1/",
    "http:///127.0.0.1/",
    " http://127.0.0.1/ ",
    "ht\ntp://127.0.0.1/",
    "HTTP://127.0.0.1:8080/",
    "https://127.0.0.1/",
    "http://127.0.0.1:80/../",
    "http://127.0.0.1?news.test/",
)


@pytest.fixture(scope="module")
def internet(server: Site) -> PublicInternet:
    return PublicInternet(NAMES, {PUBLIC: server.url, "10.0.0.7": server.url})


@pytest.fixture(scope="module")
def http(internet: PublicInternet, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    network = NetworkSettings(public_only=True, fetch=True, internet=internet, politeness=AT_ONCE)
    with (
        listening(tmp_path_factory.mktemp("jobs"), Extractor(network=network, processes=1)) as address,
        httpx.Client(base_url=address, timeout=600) as made,
    ):
        yield made


@pytest.fixture(autouse=True)
def _forget(internet: PublicInternet) -> None:
    internet.dialled.clear()


def test_there_are_enough_of_them() -> None:
    assert len({*HOSTS}) + len({*TRICKS}) >= 60


@pytest.mark.parametrize("url", [*(f"http://{host}/" for host in HOSTS), *TRICKS])
def test_no_page_is_asked_for_there(http: httpx.Client, internet: PublicInternet, url: str) -> None:
    for path in ("/v1/extract", "/v1/records"):
        answer = http.post(path, json={"url": url})
        assert answer.status_code in (403, 422, 502), answer.text
        assert answer.json().get("reason", "") in ("", "blocked/ssrf", "fetch_error/dns", "fetch_error/invalid_url")
    assert not internet.dialled


@pytest.mark.parametrize("target", [f"http://{host}/" for host in HOSTS[::3]])
def test_no_redirect_leads_there(http: httpx.Client, internet: PublicInternet, server: Site, target: str) -> None:
    server.add("/away", "", status=302, Location=target.encode("ascii", "xmlcharrefreplace").decode())
    answer = http.post("/v1/extract", json={"url": "http://news.test/away"})
    assert answer.status_code in (403, 502), answer.text
    assert internet.reached == {PUBLIC}


def test_no_job_and_no_front_page_leads_there(http: httpx.Client, internet: PublicInternet) -> None:
    urls = [f"http://{host}/" for host in HOSTS[::4]]
    name = http.post("/v1/jobs", json={"pages": [{"url": url} for url in urls if "\t" not in url]}).json()["id"]
    rows = [json.loads(line) for line in http.get(f"/v1/jobs/{name}/rows?follow=true").text.splitlines()]
    assert {row["status"] for row in rows} == {"failure"}
    for url in urls[:5]:
        assert "because of the moon" not in http.get("/", params={"url": url}).text
    assert not internet.dialled


def test_a_name_that_turns_private_between_two_looks_is_dialled_where_it_was_checked(
    http: httpx.Client, internet: PublicInternet, server: Site
) -> None:
    server.add("/tides", article())
    answers = iter([[PUBLIC], ["127.0.0.1"], ["127.0.0.1"]])

    class Rebinding(dict[str, list[str]]):
        def __getitem__(self, name: str) -> list[str]:
            return next(answers)

    known, internet.names = internet.names, Rebinding(internet.names)
    try:
        assert http.post("/v1/extract", json={"url": "http://news.test/tides"}).status_code == 200
    finally:
        internet.names = known
    assert internet.reached == {PUBLIC}


def test_hosts_that_the_operator_allows_are_reached_and_reach_no_others(
    internet: PublicInternet, server: Site, tmp_path_factory: pytest.TempPathFactory
) -> None:
    server.add("/tides", article())
    server.add("/away", "", status=302, Location="http://other.intranet/")
    allowed = frozenset({"wiki.intranet"})
    network = NetworkSettings(
        public_only=True, allowed_hosts=allowed, fetch=True, internet=internet, politeness=AT_ONCE
    )
    with (
        listening(tmp_path_factory.mktemp("jobs"), Extractor(network=network, processes=1)) as address,
        httpx.Client(base_url=address, timeout=600) as http,
    ):
        assert http.post("/v1/extract", json={"url": "http://WIKI.intranet./tides"}).status_code == 200
        for url in ("http://wiki.intranet/away", "http://other.intranet/", "http://10.0.0.7/", "http://127.0.0.1/"):
            assert http.post("/v1/extract", json={"url": url}).json()["reason"] == "blocked/ssrf"
        server.add("/away", "", status=302, Location="http://wiki.intranet/tides")
        refused = http.post("/v1/extract", json={"url": "http://news.test/away"})
        assert refused.json()["reason"] == "blocked/ssrf"  # no page of the public network reaches the intranet
    assert internet.reached == {PUBLIC, "10.0.0.7"}
