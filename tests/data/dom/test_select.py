"""CSS selectors on the index give what the textbook translation into XPath gives, and deep pages cost no more."""

from typing import Any

import pytest
from cssselect import HTMLTranslator
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.document import Document
from iawce.data.dom.select import MAX_SELECTOR, check_selector, lxml_elements
from iawce.data.errors import UsageError
from tests.data.dom.markup import markup

PARTS = st.sampled_from(["div", "p", "*", "b", "[class]", "li:first-child", "span:not(div)", "html", "td"])
SELECTORS = st.lists(st.tuples(st.sampled_from([" ", " > ", " + ", " ~ ", ", "]), PARTS), min_size=1, max_size=4).map(
    lambda parts: "".join(text for part in parts for text in part).lstrip(" >+~,")
)


@given(markup, SELECTORS)
def test_as_xpath_says(html: str, selector: str) -> None:
    document = Document("", html="<div>" + html)
    elements = lxml_elements(document.index)
    found: Any = elements[0].xpath(HTMLTranslator().css_to_xpath(selector))
    assert document.select(selector) == sorted(map(elements.index, found))


@given(markup)
def test_lxml_has_the_same_elements_and_texts(html: str) -> None:
    index = Document("", html=f"<div>{html}").index
    elements = lxml_elements(index)
    assert list(elements[0].iter()) == elements
    assert [element.tag for element in elements] == index.tags
    assert [dict(element.attrib) for element in elements] == index.attributes.given
    parents = [elements.index(above) if (above := element.getparent()) is not None else -1 for element in elements]
    assert parents == index.parents.tolist()
    for number in index.unread:
        elements[number].text = None
    assert "".join(map(str, elements[0].itertext())) == "".join(index.text_nodes.texts)


def test_unusual_names_are_found_or_left_out() -> None:
    document = Document("", html="<o:p @click=x xlink:href=y data-a=z>a</o:p><é>b</é><svg viewBox='1'><path></svg>")
    assert [document.index.tags[number] for number in document.select("o\\:p, [data-a], [viewBox] > path")] == [
        "o:p",
        "path",
    ]


def test_pseudo_classes_of_jquery_count_what_the_whole_selector_matches() -> None:
    document = Document("", html="<body><p>a</p><div><p>b</p><p>c</p></div><p id=last>d</p>")

    def texts(selector: str) -> list[str]:
        return [document.index.text_of(number) for number in document.select(selector)]

    assert texts("p:first") == ["a"]
    assert texts("div p:first") == ["b"]
    assert texts("p:contains('c'), #last") == ["c", "d"]


def test_a_deep_page_is_searched_as_fast_as_a_wide_one() -> None:
    page = Document("", html="<div>" * 1_900 + "<p>deep" + "</div>" * 1_900 + "<div></div>" * 60_000)
    assert len(page.select("div div div " + "div " * 100 + "p")) == 1  # XPath needs minutes


@pytest.mark.parametrize("selector", ["p[", "p::before", "a b >", "", "x" * (MAX_SELECTOR + 1), ":nope"])
def test_invalid_selectors_are_refused(selector: str) -> None:
    with pytest.raises(UsageError, match="CSS selector"):
        check_selector(selector)
