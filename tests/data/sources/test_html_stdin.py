import gzip
import io

import pytest

from iawce.data.page import SAVED_ORIGIN
from tests.data.sources.handed_over import pages_of


@pytest.mark.parametrize("piped", [b"<p>piped", b"", b"%PDF-1.4", b"plain words"])
@pytest.mark.parametrize("screenshots", [False, True])
def test_standard_input_is_one_page(piped: bytes, screenshots: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(piped)))
    (page,) = pages_of("-", screenshots=screenshots)
    assert (page.ref, page.body, page.url, page.folder) == ("-", piped, SAVED_ORIGIN, None)


def test_it_has_the_base_address_and_may_be_gzipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(b"<p>piped"))))
    (page,) = pages_of("-", base_url="https://example.org/x")
    assert (page.body, page.url) == (b"<p>piped", "https://example.org/x")
