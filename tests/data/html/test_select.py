"""CSS selectors on the index give what the textbook translation into XPath gives, and deep pages cost no more."""

from typing import Any

import pytest
from cssselect import HTMLTranslator
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.document import Document
from iawce.data.errors import UsageError
from iawce.data.html.select import LONGEST_SELECTOR, check_selector
from tests.data.html.markup import markup

PARTS = st.sampled_from(["div", "p", "*", "b", "[class]", "li:first-child", "span:not(div)", "html", "td"])
SELECTORS = st.lists(st.tuples(st.sampled_from([" ", " > ", " + ", " ~ ", ", "]), PARTS), min_size=1, max_size=4).map(
    lambda parts: "".join(text for part in parts for text in part).lstrip(" >+~,")
)


@given(markup, SELECTORS)
def test_as_xpath_says(html: str, selector: str) -> None:
    document = Document("", html="<div>" + html)
    numbers = document.index.numbers
    path = HTMLTranslator().css_to_xpath(selector)
    found: Any = document.root.xpath(path)
    assert document.select(selector) == sorted(numbers[element] for element in found)


def test_pseudo_classes_of_jquery_count_what_the_whole_selector_matches() -> None:
    document = Document("", html="<body><p>a</p><div><p>b</p><p>c</p></div><p id=last>d</p>")

    def texts(selector: str) -> list[str]:
        return [document.index.text_of(number) for number in document.select(selector)]

    assert texts("p:first") == ["a"]
    assert texts("div p:first") == ["b"]
    assert texts("p:contains('c'), #last") == ["c", "d"]


def test_a_deep_page_is_searched_as_fast_as_a_wide_one() -> None:
    page = Document("", html="<div>" * 2_000 + "<p>deep" + "</div>" * 2_000 + "<div></div>" * 60_000)
    assert len(page.select("div div div " + "div " * 100 + "p")) == 1  # XPath needs minutes


@pytest.mark.parametrize("selector", ["p[", "p::before", "a b >", "", "x" * (LONGEST_SELECTOR + 1), ":nope"])
def test_what_is_no_selector_is_said_so(selector: str) -> None:
    with pytest.raises(UsageError, match="CSS selector"):
        check_selector(selector)
