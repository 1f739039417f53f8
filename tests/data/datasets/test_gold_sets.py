"""Every kind of set with gold, written small as its makers write it."""

import gzip
import json
from pathlib import Path

import pytest

from iawce.data.datasets.gold_sets import GOLD_SETS, read_gold
from iawce.data.errors import UsageError


def put(path: Path, content: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, bytes):
        path.write_bytes(gzip.compress(content) if path.suffix == ".gz" else content)
    else:
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")


def test_forum_posts(tmp_path: Path) -> None:
    post = {"post_text": {"surface_form": "Hello", "start": 1, "end": 6}, "user": {"surface_form": "/u/mara"}}
    answer = {"post_text": {"surface_form": "And hello"}, "datetime": {"surface_form": "today"}}
    put(
        tmp_path / "gold/i1.json",
        {"url": "https://talk.example.org/t/1", "host": "talk.example.org", "posts": [post, answer]},
    )
    put(tmp_path / "html/i1.html.gz", b"<p>Hello")
    (page,) = read_gold("forum", tmp_path)
    assert (page.site, page.type, page.body, page.text) == ("example.org", "forum", b"<p>Hello", "Hello\n\nAnd hello")
    assert page.records == ({"text": "Hello", "author_link": "/u/mara"}, {"text": "And hello", "date": "today"})


def test_books_and_news(tmp_path: Path) -> None:
    shop = tmp_path / "book-fnac"
    put(shop / "gold.json", {"0009": {"author": ["Robyn Carr"], "isbn_13": [": 978"], "title": []}})
    put(shop / "html/0009.html.gz", b"<p>x")
    (book,) = read_gold("books", shop)
    assert book.site == "fnac"
    assert book.fields == {"author": "Robyn Carr", "isbn_13": "978"}
    assert book.text is None
    body = {"summary": ["Short."], "sections": [{"headline": ["Head"], "paragraphs": ["One.", "Two."]}]}
    gold = {"title": "T", "authors": ["A", "B"], "publishing_date": "2024-05-03", "body": body}
    put(tmp_path / "n/gold/at-X.json", gold)
    put(tmp_path / "n/html/at-X.html.gz", b"<p>x")
    (news,) = read_gold("news", tmp_path / "n")
    assert news.text == "Short.\n\nHead\n\nOne.\n\nTwo."
    assert news.fields == {"title": "T", "author": "A, B", "date": "2024-05-03"}


def test_articles_by_selectors_have_a_text_unless_it_is_doubtful(tmp_path: Path) -> None:
    known = [
        {"name": "parser-a.example", "site": "www.a.example", "doubtful": False},
        {"name": "parser-b.example", "site": "b.example", "doubtful": True},
    ]
    put(tmp_path / "pages.jsonl", "\n".join(map(json.dumps, known)))
    for page in known:
        put(tmp_path / f"pages/{page['name']}.html.gz", b"<p>Words")
        put(tmp_path / f"pages/{page['name']}.txt", "Words")
    first, second = read_gold("selectors", tmp_path)
    assert (first.id, first.site, first.type, first.text) == ("parser-a.example", "a.example", "article", "Words")
    assert second.text is None


def test_kinds_result_pages_and_articles(tmp_path: Path) -> None:
    for name in ("Newest_Questions_-_Page_10_-_Stack_Overflow", "Tags_-_3-_Stack_Overflow"):
        put(tmp_path / f"k/{name}.html.gz", b"<p>x")
    assert [page.type for page in read_gold("kinds", tmp_path / "k")] == ["Newest_Questions", "Tags"]
    put(tmp_path / "s/06-baidu.html.gz", b"<p>x")
    assert [(page.type, page.text) for page in read_gold("search", tmp_path / "s")] == [("listing", None)]
    put(tmp_path / "a/ground-truth.json", {"e1": {"articleBody": "Body", "url": "https://news.example.com/1"}})
    put(tmp_path / "a/html/e1.html.gz", b"<p>Body")
    (page,) = read_gold("articles", tmp_path / "a")
    assert (page.text, page.site) == ("Body", "example.com")


def test_selectors_give_the_main_content(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<nav>menu</nav><main><h1>Head</h1><p>Text <b class=ad>advert</b></p></main>")
    (tmp_path / "a.json").write_text('{"keep": "main, h1", "drop": ".ad"}')
    (page,) = read_gold("folder", tmp_path)
    assert page.text == "Head\n\nText"
    (tmp_path / "a.json").write_text('{"keep": "table"}')
    with pytest.raises(UsageError, match="matches 'table'"):
        read_gold("folder", tmp_path)
    (tmp_path / "a.json").write_text('{"keep": "p["}')
    with pytest.raises(UsageError, match="no CSS selector"):
        read_gold("folder", tmp_path)


def test_a_plain_folder(tmp_path: Path) -> None:
    put(tmp_path / "one.html", "<p>One")
    put(tmp_path / "one.txt", "One")
    put(tmp_path / "deep/two.html.gz", b"<p>Two")
    put(
        tmp_path / "deep/two.json",
        {"url": "https://x.example/2", "type": "product", "unwanted": ["menu"], "fields": {"title": "Two"}},
    )
    put(tmp_path / "nothing-known.html", "<p>x")
    two, one = read_gold("folder", tmp_path)
    assert (one.id, one.text, one.site) == ("one", "One", "one")
    assert (two.id, two.text, two.site, two.unwanted) == ("deep/two", None, "x.example", ("menu",))


def test_a_page_of_a_folder_that_cannot_be_read_is_named_and_left_out(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "bad.html.gz").write_bytes(b"\x1f\x8bno gzip")
    (tmp_path / "bad.txt").write_text("gold")
    with pytest.raises(UsageError, match="none that can be read"):
        read_gold("folder", tmp_path)
    put(tmp_path / "one.html", "<p>One")
    put(tmp_path / "one.txt", "One")
    (tmp_path / "bytes.html").write_bytes("<p>Wörter ".encode() + b"\xff\xfe\x81" * 3)
    (tmp_path / "bytes.txt").write_text("Wörter")
    assert [page.id for page in read_gold("folder", tmp_path)] == ["bytes", "one"]
    assert "bad.html.gz is left out" in caplog.text
    assert all(page.html.startswith("<p>") for page in read_gold("folder", tmp_path))


@pytest.mark.parametrize("name", [*GOLD_SETS])
def test_a_set_that_is_not_there_is_named(name: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"hold|read"):
        read_gold(name, tmp_path)
    with pytest.raises(UsageError, match="there is no"):
        read_gold(name, tmp_path / "absent")
    with pytest.raises(UsageError, match="no set is called"):
        read_gold("none", tmp_path)


TRUTH = {"_internal": {"page_type": {"primary": "article"}}, "url": "https://x.example/1", "ground_truth": {}}


@pytest.mark.parametrize("suffix", [".html", ".html.gz"])
def test_wcxb_as_published_and_as_unpacked(suffix: str, tmp_path: Path) -> None:
    put(tmp_path / "dev/ground-truth/0001.json", TRUTH)
    put(tmp_path / f"dev/html/0001{suffix}", b"<p>One")
    (page,) = read_gold("wcxb", tmp_path / "dev")
    assert (page.id, page.body) == ("0001", b"<p>One")
    with pytest.raises(UsageError, match=r"did you mean .*dev\?"):
        read_gold("wcxb", tmp_path)


def test_a_set_without_pages_or_with_damaged_ones_is_no_set(tmp_path: Path) -> None:
    put(tmp_path / "ground-truth/0001.json", TRUTH)
    with pytest.raises(UsageError, match="holds no pages"):
        read_gold("wcxb", tmp_path)
    put(tmp_path / "html/0001.html.gz", b"<p>One")
    (tmp_path / "html/0001.html.gz").write_bytes(gzip.compress(b"<p>One")[:-9])
    with pytest.raises(UsageError, match="damaged"):
        read_gold("wcxb", tmp_path)
    put(tmp_path / "ground-truth/0001.json", "{}")
    with pytest.raises(UsageError, match="damaged"):
        read_gold("wcxb", tmp_path)
    (tmp_path / "ground-truth/0001.json").write_text("[", encoding="utf-8")
    with pytest.raises(UsageError, match="damaged"):
        read_gold("wcxb", tmp_path)


def test_pages_without_gold_are_named(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.html").write_text("<p>some words")
    (tmp_path / "b.txt").write_text("some words")
    assert [page.id for page in read_gold("folder", tmp_path)] == ["b"]
    assert "2 pages left out, with no NAME.txt or NAME.json beside: a.html, c.html" in caplog.text
