"""What relative links of a page count from."""

import pytest

from iawce.data.document import Document

HERE = "https://site.invalid/a/page.html"


@pytest.mark.parametrize(
    ("head", "base"),
    [
        ("", HERE),
        ("<base href='https://other.invalid/b/'>", "https://other.invalid/b/"),
        ("<base href='/b/'>", "https://site.invalid/b/"),
        ("<base target=_blank><base href='/b/'><base href='/c/'>", "https://site.invalid/b/"),
        ("<base href='javascript:alert(1)'>", HERE),
        ("<base href='file:///etc/'>", HERE),
        ("<base href='http://[broken'>", HERE),
        ("<base href=''>", HERE),
    ],
)
def test_the_base_of_a_page(head: str, base: str) -> None:
    document = Document("page.html", url=HERE, html=f"<html><head>{head}</head><body><p>Text</p></body></html>")
    assert document.base_url == base
