"""The record nodes of pages whose records are known."""

import pytest

from iawce.data.document import Document
from tests.extract.papers.softmealy.labelled_threads import record_nodes

RECORDS = [
    {"text": "How do I prune it?", "date": "5 May"},
    {"text": "In spring.", "date": "6 May"},
    {"text": "Thanks!", "date": "7 May"},
]


def row(number: int) -> tuple[str, str]:
    return RECORDS[number]["text"].replace(" ", " <i></i>\n"), RECORDS[number]["date"]


def test_records_are_children_of_one_element() -> None:
    posts = "".join(f"<li><p>{date}</p><div>{text}</div></li>" for text, date in map(row, range(3)))
    page = Document("x", html=f"<h1>Trees</h1><ul>{posts}</ul>")
    assert record_nodes(page, RECORDS) == tuple((number,) for number in page.select("li"))


def test_a_first_post_of_its_own() -> None:
    text, date = row(0)
    posts = "".join(f"<li>{date} {text}</li>" for text, date in map(row, (1, 2)))
    page = Document("x", html=f"<main><section><p>{date}</p>{text}</section><ul>{posts}</ul></main>")
    assert record_nodes(page, RECORDS) == tuple((number,) for number in page.select("section, li"))


@pytest.mark.parametrize("is_first", [True, False])
def test_a_record_of_two_rows(is_first: bool) -> None:
    rows = [(f"<tr><td>{date}</td></tr>", f"<tr><td>{text}</td></tr>") for text, date in map(row, range(3))]
    shown = "".join("".join(pair if is_first else pair[::-1]) for pair in rows)
    page = Document("x", html=f"<table>{shown}</table>")
    numbers = page.select("tr")
    assert record_nodes(page, RECORDS) == tuple(zip(numbers[::2], numbers[1::2], strict=True))


def test_texts_of_one_element_have_no_nodes() -> None:
    page = Document("x", html="<p>" + "<br>".join(record["text"] for record in RECORDS))
    assert record_nodes(page, RECORDS) == ()
