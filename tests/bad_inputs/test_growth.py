"""The time of a page grows with its size, whatever it is made of; and no spelling of a private address is admitted."""

import asyncio

import pytest

from iawce.data.errors import PageError
from iawce.data.network.address import WebAddress
from iawce.data.network.egress_filter import EgressFilter
from iawce.data.network.settings import NetworkSettings
from iawce.extract import Extractor
from tests.bad_inputs.growing_pages import FAMILIES, growth
from tests.bad_inputs.spellings import spellings
from tests.data.network.public_internet import PublicInternet
from tests.data.network.test_public import PRIVATE


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_time_is_about_linear_in_size(family: str) -> None:
    with Extractor(render="never") as extractor:
        extractor.extract(b"<p>The first page loads what all need.")
        assert min(growth(family, extractor, (50_000, 400_000))[0] for _ in range(2)) < 1.5


@pytest.mark.parametrize("private", PRIVATE)
def test_no_spelling_of_a_private_address_is_admitted(private: str) -> None:
    internet = PublicInternet({}, {})
    for url in spellings(private):
        with pytest.raises(PageError):
            asyncio.run(EgressFilter(NetworkSettings(internet=internet, public_only=True)).admit(WebAddress.parse(url)))
    assert not internet.dialled
