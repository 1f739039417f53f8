"""``iawce forum``."""

import json
from pathlib import Path

import pytest

from iawce.data.datasets.page_labels import PageLabel, RecordPlaces, label_writer
from iawce.data.document import open_document, undrawn_snapshot
from iawce.data.page import Page
from tests.extract.records.posts.forum_pages import POSTS, Post, discuz, phpbb, xenforo
from tests.scripts.commands import iawce, rows

AUTHOR_AND_TEXT = {
    xenforo: (".message", "author=h4 a", "text=.bbWrapper"),
    phpbb: (".post", "author=a.username", "text=.content"),
}
OTHERS = tuple(Post(p.number + 7000, f"{p.author}2", p.date, f"Something else. {p.text}") for p in POSTS[:4])


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    folder = tmp_path / "pages"
    folder.mkdir()
    for draw in (xenforo, phpbb):
        for number, posts in enumerate((POSTS, POSTS[1:])):
            (folder / f"{draw.__name__}-{number}.html").write_text(draw(posts), encoding="utf-8")
    return folder


@pytest.fixture
def labels(pages: Path, tmp_path: Path) -> list[object]:
    """Options of ``forum learn``: one page of each software is labelled."""
    found: list[object] = []
    for draw, (record, *fields) in AUTHOR_AND_TEXT.items():
        page, file = pages / f"{draw.__name__}-1.html", tmp_path / f"{draw.__name__}.json"
        options = [one for field in fields for one in ("--field", field)]
        assert iawce("forum", "label", page, "--record", record, *options, "-o", file).returncode == 0
        found += ["--labels", f"{page}={file}"]
    return found


def test_learn_and_apply(pages: Path, labels: list[object], tmp_path: Path) -> None:
    file, new = tmp_path / "forum.json", tmp_path / "new.html"
    done = iawce("forum", "learn", pages, *labels, "-o", file)
    assert done.returncode == 0
    assert [line.partition(" like ")[0] for line in done.stdout.splitlines()] == ["1: 2 pages", "2: 2 pages"]
    new.write_text(phpbb(OTHERS), encoding="utf-8")
    (row,) = rows(iawce("forum", "apply", file, new))
    assert str(row["scores"]["template"]).startswith(str(pages / "phpbb"))  # type: ignore[index]
    fields = [record["fields"] for record in row["records"]]  # type: ignore[attr-defined]
    assert [one["author"]["text"] for one in fields] == [post.author for post in OTHERS]
    assert all(post.text in one["text"]["text"] for post, one in zip(OTHERS, fields, strict=True))


def test_the_paper_learns_with_its_own_constants(pages: Path, tmp_path: Path) -> None:
    page, labels, file = (tmp_path / name for name in ("page.html", "labels.json", "forum.json"))
    page.write_text(discuz(POSTS), encoding="utf-8")
    fields = ("--record", "#postlist > div", "--field", "author=.xw1", "--field", "text=.t_f")
    assert iawce("forum", "label", page, *fields, "-o", labels).returncode == 0
    assert iawce("forum", "learn", page, "--labels", f"{page}={labels}", "--paper", "-o", file).returncode == 0
    written = json.loads(file.read_text())
    assert written["library"]["mode"] == "paper"
    assert written["templates"][0]["wrapper"]["settings"]["values"] == "exact"
    (row,) = rows(iawce("forum", "apply", file, page))
    found = [one["fields"]["author"]["text"] for one in row["records"]]  # type: ignore[attr-defined]
    assert found == [post.author for post in POSTS]
    refused = iawce("forum", "learn", pages / "xenforo-0.html", "--paper", "-o", tmp_path / "none.json")
    assert (refused.returncode, "four digits in a row" in refused.stderr) == (2, True)


def test_without_labels_it_says_which_page_of_each_cluster_to_label(pages: Path, tmp_path: Path) -> None:
    file = tmp_path / "forum.json"
    done = iawce("forum", "learn", pages / "xenforo-1.html", "-o", file)
    assert done.returncode == 0
    assert done.stdout.startswith(f"1: 1 page like {pages / 'xenforo-1.html'} ")
    assert "no fields: label that page" in done.stdout
    refused = iawce("forum", "apply", file, pages)
    assert (refused.returncode, "label a page" in refused.stderr) == (2, True)


def test_a_page_labels_itself_by_its_own_markup(tmp_path: Path) -> None:
    posts = "".join(
        f"<div id=p{p.number} itemscope itemtype=https://schema.org/Comment><b itemprop=author>{p.author}</b>"
        f"<time itemprop=dateCreated>{p.date}</time><p itemprop=text>{p.text}</p></div>"
        for p in POSTS
    )
    page, file = tmp_path / "page.html", tmp_path / "forum.json"
    page.write_text(f"<body><h1>Lemon tree</h1><div>{posts}</div>", encoding="utf-8")
    assert "by markup: " in iawce("forum", "learn", page, "-o", file).stdout
    (row,) = rows(iawce("forum", "apply", file, page))
    assert [one["fields"]["author"]["text"] for one in row["records"]] == [post.author for post in POSTS]  # type: ignore[attr-defined]


def test_a_page_that_fits_no_template_has_the_fields_found_without(
    pages: Path, labels: list[object], tmp_path: Path
) -> None:
    file, new = tmp_path / "forum.json", tmp_path / "new.html"
    assert iawce("forum", "learn", pages, *labels[:2], "-o", file).returncode == 0
    for draw in (discuz, phpbb):  # of no cluster, and of one that nobody labelled
        new.write_text(draw(OTHERS), encoding="utf-8")
        (row,) = rows(iawce("forum", "apply", file, new))
        assert "template" not in row["scores"]  # type: ignore[operator]
        assert {"kind": "no_template", "detail": "no_fields"} in row["warnings"]  # type: ignore[operator]
        assert len(row["records"]) == len(OTHERS)  # type: ignore[arg-type]


def test_labels_of_a_person_decide_the_fields(pages: Path, tmp_path: Path) -> None:
    labels, file, page = tmp_path / "labels.json", tmp_path / "forum.json", pages / "xenforo-1.html"
    fields = ("--field", "who=h4 a", "--field", "rank=dd:last-of-type", "--field", "url=header a@href")
    shown = iawce("forum", "label", page, "--record", ".message", *fields, "-o", labels)
    assert (shown.returncode, shown.stdout.splitlines()[0]) == (0, "1: who, rank, url")
    done = iawce("forum", "learn", pages, "--labels", f"{page}={labels}", "-o", file)
    assert "by person: url, who, rank" in done.stdout
    (row,) = rows(iawce("forum", "apply", file, pages / "xenforo-0.html"))
    first = row["records"][0]["fields"]  # type: ignore[index]
    assert (first["who"]["text"], first["url"]["text"]) == ("marigold", "/threads/tree.9/post-150001")
    (row,) = rows(iawce("forum", "apply", file, pages / "xenforo-0.html", "-s", "run.base_url=https://board.test/t/"))
    first = row["records"][0]["fields"]  # type: ignore[index]
    address = "https://board.test/threads/tree.9/post-150001"
    assert (first["url"]["text"], first["url"]["link"]) == (address, address)


def test_software_of_a_collection(pages: Path) -> None:
    page = pages / "xenforo-0.html"
    page.write_text(page.read_text().replace("</footer>", " Powered by phpBB 3.2</footer>"))
    done = iawce("forum", "software", pages)
    assert done.returncode == 0
    assert done.stdout.splitlines()[-2:] == ["unknown: 3 of 4 (no version: 3)", "phpBB: 1 of 4 (3.2: 1)"]


def test_templates_are_never_written_over(pages: Path, tmp_path: Path) -> None:
    file = tmp_path / "forum.json"
    file.write_text("{}")
    assert iawce("forum", "learn", pages, "-o", file).returncode == 2
    assert file.read_text() == "{}"


@pytest.mark.parametrize("content", ["", "[]", "{}", json.dumps({"version": 9, "library": {}, "templates": []})])
def test_damaged_templates_are_refused(pages: Path, tmp_path: Path, content: str) -> None:
    file = tmp_path / "forum.json"
    file.write_text(content)
    done = iawce("forum", "apply", file, pages)
    assert done.returncode == 2
    assert str(file) in done.stderr


def test_pages_without_records_teach_nothing(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<article><p>Only a paragraph.</p></article>")
    done = iawce("forum", "learn", page, "-o", tmp_path / "forum.json")
    assert done.returncode == 2
    assert "no page has several similar records" in done.stderr


@pytest.mark.parametrize("field", ["author", "=.user", "author="])
def test_a_field_has_a_name_and_a_selector(pages: Path, tmp_path: Path, field: str) -> None:
    page, file = pages / "phpbb-0.html", tmp_path / "labels.json"
    assert iawce("forum", "label", page, "--record", ".post", "--field", field, "-o", file).returncode == 2
    assert not file.exists()


def test_no_source_is_overwritten_and_a_missing_folder_is_reported_first(pages: Path) -> None:
    page = pages / "phpbb-0.html"
    before = page.read_bytes()
    label = ("forum", "label", page, "--record", ".post", "--field", "author=.author", "--overwrite")
    for command in (("forum", "learn", page, "--overwrite"), label):
        refused, nowhere = iawce(*command, "-o", page), iawce(*command, "-o", pages / "none" / "file.json")
        assert (refused.returncode, nowhere.returncode) == (2, 2)
        assert "is one of the sources" in refused.stderr
        assert "is no folder" in nowhere.stderr
    assert page.read_bytes() == before
    assert sorted(path.suffix for path in pages.iterdir()) == [".html"] * 4


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ("when=.author@title", "when=.author@title matches nothing in the records"),
        ("when=.date", "when=.date matches nothing in the records"),
        ("name=a.username", "the field name of record 1 overlaps who"),
    ],
)
def test_labels_from_which_nothing_can_be_learned_are_refused(
    pages: Path, tmp_path: Path, field: str, message: str
) -> None:
    fields, file = ("--field", "who=.username", "--field", field), tmp_path / "labels.json"
    done = iawce("forum", "label", pages / "phpbb-0.html", "--record", ".post", *fields, "-o", file)
    assert (done.returncode, done.stdout.splitlines()[0].startswith("1: who"), file.exists()) == (2, True, False)
    assert message in done.stderr


def test_labels_of_a_page_that_is_not_there_are_refused(pages: Path, tmp_path: Path) -> None:
    labels, file = tmp_path / "labels.json", tmp_path / "forum.json"
    page = pages / "phpbb-0.html"
    assert iawce("forum", "label", page, "--record", ".post", "--field", "who=.username", "-o", labels).returncode == 0
    done = iawce("forum", "learn", pages, "--labels", f"elsewhere.html={labels}", "-o", file)
    assert (done.returncode, file.exists()) == (2, False)
    assert "labels of elsewhere.html" in done.stderr


def test_templates_of_another_kind_are_refused_without_names_of_exceptions(pages: Path, tmp_path: Path) -> None:
    file = tmp_path / "site.json"
    file.write_text('{"version": 3, "clusters": []}')
    done = iawce("forum", "apply", file, pages)
    assert (done.returncode, "KeyError" in done.stderr) == (2, False)
    assert "is no file of the kind 'forum'" in done.stderr


@pytest.mark.parametrize(("given", "missing"), [(("--record", ".post"), "--field"), (("--field", "a=b"), "--record")])
def test_selectors_come_in_pairs(pages: Path, tmp_path: Path, given: tuple[str, str], missing: str) -> None:
    file = tmp_path / "labels.json"
    alone = iawce("forum", "label", pages / "phpbb-0.html", *given, "-o", file)
    assert (alone.returncode, missing in alone.stderr, file.exists()) == (2, True, False)


@pytest.fixture
def clicked(pages: Path, tmp_path: Path) -> Path:
    """A folder of labels as ``iawce label`` writes it: two posts of a page with three fields, and a page with none."""
    folder = tmp_path / "clicked"
    with label_writer(folder) as writer:
        for name in ("xenforo-1.html", "phpbb-1.html"):
            document = open_document(Page(str(pages / name), body=(pages / name).read_bytes()))
            posts, path = document.select(".message")[:2], document.index.path
            who, url, text = (
                document.select(f".message {selector}") for selector in ("h4 a", "header a:first-child", ".bbWrapper")
            )
            records = tuple(
                RecordPlaces(
                    path(post), {"who": path(who[at]), "url": f"{path(url[at])}/@href", "text": path(text[at])}
                )
                for at, post in enumerate(posts)
            )
            snapshot = undrawn_snapshot(document)
            writer.write(PageLabel(snapshot.id, document.ref, type="thread", records=records or None), snapshot)
    return folder


def test_records_that_were_clicked_on_the_labelling_page_decide_the_fields(
    pages: Path, clicked: Path, tmp_path: Path
) -> None:
    file = tmp_path / "forum.json"
    done = iawce("forum", "learn", pages, "--labels", clicked, "-o", file)
    assert [line.partition(" like ")[0] for line in done.stdout.splitlines()] == ["1: 2 pages", "2: 2 pages"]
    assert "by person: url, who, text" in done.stdout
    (row,) = rows(iawce("forum", "apply", file, pages / "xenforo-0.html"))
    found = [{name: one["text"] for name, one in record["fields"].items() if one} for record in row["records"]]  # type: ignore[attr-defined]
    assert [one["who"] for one in found] == [post.author for post in POSTS]
    assert found[0]["url"] == "/threads/tree.9/post-150001"


def test_labels_of_a_page_that_is_no_longer_there_are_enough_and_damaged_ones_are_refused(
    pages: Path, clicked: Path, tmp_path: Path
) -> None:
    file = tmp_path / "forum.json"
    (pages / "xenforo-1.html").unlink()
    done = iawce("forum", "learn", pages, "--labels", clicked, "-o", file)
    assert "by person: url, who, text" in done.stdout
    lines = clicked / "labels.jsonl"
    lines.write_text(lines.read_text().replace("/html/body", "/html/no-body"))
    refused = iawce("forum", "learn", pages, "--labels", clicked, "-o", file, "--overwrite")
    assert (refused.returncode, "no-body" in refused.stderr) == (2, True)
