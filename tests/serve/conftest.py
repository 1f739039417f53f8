"""One service for all tests that do not need one of their own."""

from collections.abc import Iterator

import httpx
import pytest

from iawce.data.network.settings import NetworkSettings, Politeness
from iawce.extract.pipeline.extractor import Extractor
from tests.conftest import Site, serving
from tests.data.network.public_internet import PUBLIC, PublicInternet
from tests.serve.running import listening


@pytest.fixture(scope="session")
def news() -> Iterator[Site]:
    """The site ``news.test``."""
    with serving() as served:
        yield served


@pytest.fixture(scope="session")
def address(news: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a service listens for which ``news.test`` is all of the internet."""
    internet = PublicInternet({"news.test": [PUBLIC]}, {PUBLIC: news.url})
    network = NetworkSettings(public_only=True, fetch=True, internet=internet, politeness=Politeness(delay=0))
    with listening(tmp_path_factory.mktemp("jobs"), Extractor(network=network, processes=1)) as found:
        yield found


@pytest.fixture(scope="session")
def http(address: str) -> Iterator[httpx.Client]:
    """Asks that service."""
    with httpx.Client(base_url=address, timeout=600) as made:
        yield made
