"""``iawce posts``: threads in, a row a post out."""

import csv
import json
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.conftest import ROOT
from tests.extract.records.posts.forum_pages import POSTS, phpbb
from tests.extract.records.posts.nested_pages import numbered, numbered_ids, page
from tests.extract.records.posts.test_comments import ARTICLE, BARE
from tests.scripts.commands import iawce

NESTED = ROOT / "tests" / "pages" / "posts" / "nested-four-levels.html"
NEVER = ("--render", "never", "-s", "run.base_url=http://board.example/t/1")
COLUMNS = ["author", "date", "date_iso", "text", "quote", "link", "votes", "position", "depth", "parent", "page"]


def test_a_thread_becomes_a_table_with_the_same_columns_as_every_other(tmp_path: Path) -> None:
    thread, target = tmp_path / "thread.html", tmp_path / "out.csv"
    thread.write_text(phpbb(POSTS))
    for new in (8 + len(POSTS), 0):
        done = iawce("posts", NESTED, thread, "-o", target, "--render", "never")
        assert (done.returncode, done.stderr.count(f"{new} of them new") > 0) == (0, not new), done.stderr
    with target.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0])[2:] == COLUMNS
    assert [row["author"] for row in rows[8:]] == [post.author for post in POSTS]
    assert [(row["depth"], row["parent"]) for row in rows[:4]] == [("0", ""), ("0", ""), ("1", "2"), ("2", "3")]
    assert {row["page"] for row in rows} == {str(NESTED), str(thread)}


def test_answers_can_be_queried_by_the_post_that_they_answer(tmp_path: Path) -> None:
    assert iawce("posts", NESTED, "-o", f"sqlite:///{tmp_path / 'a.db'}", *NEVER).returncode == 0
    question = "SELECT p.author, a.author FROM posts a JOIN posts p ON a.parent = p.position ORDER BY a.position"
    with closing(sqlite3.connect(tmp_path / "a.db")) as database:
        found = database.execute(question).fetchall()
    assert found == [("tobias", "mirela"), ("mirela", "sanna"), ("sanna", "tobias"), ("tobias", "okello")]


def test_the_comments_of_an_article_are_posts(tmp_path: Path) -> None:
    comments = page(numbered([[], [[]], []]), numbered_ids)
    (tmp_path / "news.html").write_text(comments.replace("<h1>Lemon tree</h1>", f"<h1>Swimming</h1>{ARTICLE * 2}"))
    command = ("posts", tmp_path / "news.html", *NEVER)
    rows = [json.loads(line) for line in iawce(*command).stdout.splitlines()]
    assert [json.loads(line) for line in iawce(*command, "-o", "-").stdout.splitlines()] == rows
    assert [row["text"] for row in rows] == [post.text for post in numbered([[], [[]], []])]
    assert [row["parent"] for row in rows] == [None, None, 2, None]


def test_a_page_without_posts_counts_as_failed(tmp_path: Path) -> None:
    (tmp_path / "news.html").write_text(BARE)
    done = iawce("posts", tmp_path / "news.html", *NEVER)
    assert (done.returncode, done.stdout) == (3, "")
    assert "the page is no thread and holds no comments" in done.stderr
    assert iawce("posts", NESTED, tmp_path / "news.html", *NEVER).returncode == 1
    only = iawce("posts", tmp_path / "news.html", "-s", "posts.kind=comments", *NEVER)
    assert (only.returncode, "no comments" in only.stderr) == (3, True)


def test_the_answers_that_a_line_counts_are_comments() -> None:
    done = iawce("posts", NESTED, "-s", "posts.kind=comments", *NEVER)
    authors = [json.loads(line)["author"] for line in done.stdout.splitlines()]
    assert (done.returncode, authors) == (0, ["tobias", "mirela", "sanna", "tobias", "okello", "sanna", "rui"])


def test_an_article_is_no_thread_with_one_post(pages: Path) -> None:
    article = pages / "article-signed" / "source.html"
    done = iawce("posts", article, *NEVER)
    assert (done.returncode, done.stdout) == (3, "")
    assert "the page is no thread" in done.stderr
    assert "posts.kind=thread" in done.stderr
    asked = iawce("posts", article, "-s", "posts.kind=thread", *NEVER)
    assert [json.loads(line)["author"] for line in asked.stdout.splitlines()] == ["Marit Solheim"]


def test_a_page_that_may_be_a_thread_is_read_as_one() -> None:
    done = iawce("posts", ROOT / "tests" / "pages" / "posts" / "relative-dates.html", *NEVER)
    assert len(done.stdout.splitlines()) == 4
