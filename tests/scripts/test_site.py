"""``iawce site``."""

import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from iawce.data.document import Document, open_document
from iawce.data.page import Page
from iawce.data.render.background import BackgroundRenderer
from iawce.data.render.settings import RenderSettings
from iawce.data.snapshot import SnapshotStore
from iawce.extract.inspector.picture import OTHER
from tests.extract.output.test_cluster_sheet import drawn
from tests.extract.templates.site.made_pages import article, book, gallery
from tests.scripts.commands import iawce, rows


def write_pages(folder: Path) -> Path:
    folder.mkdir()
    for number in range(8):
        (folder / f"{number}.html").write_text(article(number), encoding="utf-8")
    return folder


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    return write_pages(tmp_path / "pages")


def test_learn_apply_and_check(pages: Path, tmp_path: Path) -> None:
    file, new = tmp_path / "site.json", tmp_path / "new.html"
    done = iawce("site", "learn", pages, "-o", file)
    assert done.returncode == 0
    assert done.stdout.startswith(f"cluster 1: 8 pages like {pages / '0.html'}; content at ")
    assert "no template was learned" not in done.stderr
    new.write_text(article(99), encoding="utf-8")
    (row,) = rows(iawce("site", "apply", file, new))
    assert (row["method"], row["warnings"]) == ("template", [])
    assert "Report 99. The harbour bridge" in str(row["text"])
    checked = iawce("site", "check", file, new)
    assert (checked.returncode, checked.stdout.splitlines()[0]) == (0, "in a cluster: 1.000, was 1.000")
    unread = iawce("site", "check", file, tmp_path / "none.html")
    assert (unread.returncode, unread.stdout) == (3, "")


def test_a_site_that_moved_ends_the_check_with_exit_code_4(pages: Path, tmp_path: Path) -> None:
    file, new = tmp_path / "site.json", tmp_path / "new.html"
    assert iawce("site", "learn", pages, "-o", file).returncode == 0
    new.write_text(gallery(1), encoding="utf-8")
    checked = iawce("site", "check", file, new)
    share, *others = checked.stdout.splitlines()
    assert (checked.returncode, share) == (4, "in a cluster: 0.000, was 1.000")
    assert [line.partition(", ")[0] for line in others] == ["block found: unknown", "density: unknown"]
    assert "are no longer like those of" in checked.stderr
    assert iawce("site", "check", file, new, "-s", "site.tolerance=1").returncode == 0
    (row,) = rows(iawce("site", "apply", file, new, "-s", "site.fallback=density"))
    assert (row["method"], row["warnings"]) == ("density", [{"kind": "no_template", "detail": "no_cluster"}])


def test_a_check_without_a_template_is_refused(pages: Path, tmp_path: Path) -> None:
    file = tmp_path / "few.json"
    few = iawce("site", "learn", pages / "0.html", pages / "1.html", "-o", file)
    assert (few.returncode, file.exists()) == (3, True), "more pages can be added to the file"
    assert "no template was learned: this needs at least 3 similar pages with text; --resume adds pages" in few.stderr
    done = iawce("site", "check", file, pages)
    assert (done.returncode, done.stdout, "no template" in done.stderr) == (2, "", True)


def test_learning_goes_on_with_a_file_and_never_writes_over_one(pages: Path, tmp_path: Path) -> None:
    file, more = tmp_path / "site.json", tmp_path / "more"
    more.mkdir()
    (more / "8.html").write_text(article(8), encoding="utf-8")
    assert iawce("site", "learn", pages, "-o", file).returncode == 0
    assert iawce("site", "learn", more, "-o", file).returncode == 2
    assert iawce("site", "learn", more, "-o", file, "--resume").returncode == 0
    assert [cluster["pages"] for cluster in json.loads(file.read_text())["clusters"]] == [9]
    assert iawce("site", "learn", more, "-o", file, "--overwrite").returncode == 3
    assert [cluster["pages"] for cluster in json.loads(file.read_text())["clusters"]] == [1]
    page = pages / "1.html"
    assert iawce("site", "learn", page, "-o", page, "--overwrite").returncode == 2
    assert page.read_text().startswith("<title>Report 1")


def test_a_page_that_was_learned_before_counts_once(pages: Path, tmp_path: Path) -> None:
    file = tmp_path / "site.json"
    for added, counted, again in ((2, 2, 0), (2, 2, 2), (4, 4, 2)):
        names = [pages / f"{number}.html" for number in range(added)]
        done = iawce("site", "learn", *names, "-o", file, "--resume")
        assert done.returncode == (0 if counted == 4 else 3)
        assert [cluster["pages"] for cluster in json.loads(file.read_text())["clusters"]] == [counted]
        assert (f"{again} pages learned before: each page counts once" in done.stderr) == bool(again)


def test_fields_need_pages_of_one_run_and_get_them_from_pages_that_were_learned_before(tmp_path: Path) -> None:
    file, names = tmp_path / "site.json", [tmp_path / f"{number}.html" for number in range(4)]
    for number, name in enumerate(names):
        name.write_text(book(number), encoding="utf-8")
    learn = ("site", "learn", "-o", file, "--resume")
    iawce(*learn, *names[:2])
    some = iawce(*learn, *names[2:])
    assert "cluster 1: 4 pages" in some.stdout
    assert "  no fields: these need 3 pages in one run, which may be pages that were learned before" in some.stdout
    whole = iawce(*learn, *names)
    assert "cluster 1: 4 pages" in whole.stdout
    assert "  title: " in whole.stdout
    assert "no fields" not in whole.stdout


def test_the_algorithm_of_the_paper_learns_no_fields(pages: Path, learned: Path, tmp_path: Path) -> None:
    file, examples = tmp_path / "site.json", tmp_path / "examples.json"
    examples.write_text('{"0.html": {"title": "Report 0"}}', encoding="utf-8")
    refused = iawce("site", "learn", pages, "-o", file, "--paper", "--examples", examples)
    assert (refused.returncode, "--paper learns no fields" in refused.stderr) == (2, True)
    file.write_bytes(learned.read_bytes())
    refused = iawce("site", "learn", pages, "-o", file, "--paper", "--resume")
    assert (refused.returncode, "was learned without --paper" in refused.stderr) == (2, True)
    assert file.read_bytes() == learned.read_bytes()


def test_pages_without_a_template_of_the_paper_are_taken_by_density(pages: Path, tmp_path: Path) -> None:
    file, new = tmp_path / "site.json", tmp_path / "new.html"
    for names in ([pages / f"{number}.html" for number in range(4)], [pages]):
        iawce("site", "learn", *names, "-o", file, "--paper", "--resume")
    assert [cluster["pages"] for cluster in json.loads(file.read_text())["clusters"]] == [8]
    new.write_text(gallery(1), encoding="utf-8")
    (row,) = rows(iawce("site", "apply", file, new))
    assert (row["method"], row["warnings"]) == ("density", [{"kind": "no_template", "detail": "no_cluster"}])


def test_pages_that_cannot_be_read_are_named_and_counted(pages: Path, tmp_path: Path) -> None:
    (pages / "9.html").write_bytes(b"%PDF-1.4")
    some = iawce("site", "learn", pages, "-o", tmp_path / "site.json")
    assert some.returncode == 1
    assert "not_html/pdf" in some.stderr
    assert "cluster 1: 8 pages" in some.stdout
    none = iawce("site", "learn", pages / "9.html", "-o", tmp_path / "none.json")
    assert (none.returncode, none.stdout, (tmp_path / "none.json").exists()) == (3, "", False)


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What ``site learn`` writes of such pages, which tests only read."""
    folder = tmp_path_factory.mktemp("learned")
    assert iawce("site", "learn", write_pages(folder / "pages"), "-o", folder / "site.json").returncode == 0
    return folder / "site.json"


@pytest.fixture
def no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IAWCE_CHROMIUM", "/no/browser")


@pytest.mark.usefixtures("no_browser")
def test_clusters_are_shown_from_snapshots_without_a_browser(learned: Path, tmp_path: Path) -> None:
    folder, file = SnapshotStore(tmp_path / "snapshots").save(drawn(article(3))), tmp_path / "clusters.html"
    done = iawce("site", "show", learned, folder, "-o", file)
    assert (done.returncode, done.stdout) == (0, "")
    assert Document("sheet", html=file.read_text(encoding="utf-8")).select("ol.kept")
    again = iawce("site", "show", learned, folder, "-o", file)
    assert (again.returncode, "--overwrite" in again.stderr) == (2, True)


@pytest.mark.usefixtures("no_browser")
def test_saved_pages_without_styles_need_no_browser_unless_it_is_asked_for(
    learned: Path, pages: Path, tmp_path: Path
) -> None:
    needing = iawce("site", "show", learned, pages, "-o", tmp_path / "clusters.html", "--render", "always")
    assert (needing.returncode, "/no/browser, which" in needing.stderr) == (5, True)
    assert not (tmp_path / "clusters.html").exists()
    bare = iawce("site", "show", learned, pages, "-o", tmp_path / "clusters.html")
    assert (bare.returncode, "1 cluster, 1 with a page" in bare.stderr) == (0, True)


@pytest.mark.usefixtures("no_browser")
def test_outlines_are_written_as_one_html_page(learned: Path, pages: Path, tmp_path: Path) -> None:
    (pages / "0.html").write_text(article(0).replace("No remarks yet", "<b>&lt;script&gt;alert(1)&lt;/script&gt;</b>"))
    done = iawce("site", "show", learned, pages / "0.html", "-o", tmp_path / "clusters.html")
    assert (done.returncode, done.stdout) == (0, "")
    sheet = Document("sheet", html=(tmp_path / "clusters.html").read_text(encoding="utf-8"))
    kept, dropped = ([sheet.index.text_of(n) for n in sheet.select(f"ol.{name}")] for name in ("kept", "dropped"))
    assert ["Report 0. The harbour bridge" in text for text in kept] == [True]
    assert "<script>alert(1)</script>" in dropped[-1]
    assert sheet.select("script, img, link, iframe") == []


@pytest.mark.browser
def test_the_sheet_of_outlines_is_drawn_with_kept_blocks_in_a_frame(learned: Path, pages: Path, tmp_path: Path) -> None:
    assert iawce("site", "show", learned, pages, "-o", tmp_path / "clusters.html").returncode == 0
    with BackgroundRenderer(RenderSettings(screenshot_scale=1)) as renderer:
        drawn_sheet = renderer.submit(Page("sheet", body=tmp_path / "clusters.html")).result()
    document = open_document(drawn_sheet)
    (kept,), cards = document.select("ol.kept"), document.select("section")
    area, card = (document.drawn_area(number, document.body) for number in (kept, cards[0]))
    assert area is not None
    assert card is not None
    assert card[0] <= area[0] < area[0] + area[2] <= card[0] + card[2] <= drawn_sheet.viewport[0]
    with Image.open(io.BytesIO(drawn_sheet.screenshot)) as picture:  # not every colour is kept as it is
        far = np.abs(np.asarray(picture.convert("RGB"), int) - OTHER).max(axis=2)
    left, top, width, height = area
    assert (far < 40).any(axis=0)[left : left + width].all()
    assert (far < 40).any(axis=1)[top : top + height].all()


def test_pages_of_many_sites_are_not_one(pages: Path, tmp_path: Path) -> None:
    def claim(host: str, number: int) -> None:
        head = f"<link rel=canonical href=https://{host}/{number}.html>"
        (pages / f"{number}.html").write_text(head + article(number), encoding="utf-8")

    for number in range(8):
        claim(f"town-{number // 2}.example", number)
    done = iawce("site", "learn", pages, "-o", tmp_path / "site.json")
    assert (done.returncode, done.stdout, (tmp_path / "site.json").exists()) == (2, "", False)
    assert "of 4 sites: town-0.example (2), town-1.example (2), town-2.example (2), ...; templates are" in done.stderr
    named = iawce("site", "learn", pages, "-o", tmp_path / "site.json", "-s", "run.base_url=https://town.example/")
    assert named.returncode == 0, "the address is given"
    for number in range(8):
        claim(f"{'www' if number % 2 else 'news'}.town.example", number)
    one = iawce("site", "learn", pages, "-o", tmp_path / "one.json")
    assert (one.returncode, one.stdout[:18]) == (0, "cluster 1: 8 pages")


def test_bad_usage(pages: Path, tmp_path: Path) -> None:
    (tmp_path / "site.json").write_text("{}")
    for arguments in (
        ("apply", tmp_path / "site.json", pages),
        ("apply", tmp_path / "none.json", pages),
        ("check", tmp_path / "site.json", pages),
        ("show", tmp_path / "site.json", pages),
        ("show", tmp_path / "site.json", pages, "-o", tmp_path / "clusters.png"),
        ("show", tmp_path / "site.json", pages, "-o", tmp_path / "site.json", "--overwrite"),
        ("learn", pages, "-o", tmp_path / "new.json", "--resume", "--overwrite"),
        ("learn", tmp_path / "pages" / "none", "-o", tmp_path / "no" / "folder" / "site.json"),
    ):
        done = iawce("site", *arguments)
        assert done.returncode == 2, (arguments, done.stderr)
        assert "Traceback" not in done.stderr


def test_a_table_without_fields_is_not_written_and_that_is_said(learned: Path, tmp_path: Path) -> None:
    new, table = tmp_path / "new.html", tmp_path / "fields.csv"
    new.write_text(gallery(1), encoding="utf-8")
    apply = ("site", "apply", learned, new, "-o", tmp_path / "rows.jsonl", "-s", "run.processes=0")
    done = iawce(*apply, "--table", table)
    assert (done.returncode, table.exists()) == (0, False)
    assert f"no page has a field, so nothing was written to {table}" in done.stderr
    assert "no page has a field" not in iawce(*apply, "--resume", "--table", table).stderr, "no page is left"
    assert "no page has a field" not in iawce(*apply, "--overwrite").stderr


def test_fields_are_columns_of_a_table_named_by_examples(tmp_path: Path) -> None:
    folder, file, examples = tmp_path / "shop", tmp_path / "site.json", tmp_path / "examples.json"
    folder.mkdir()
    for number in range(6):
        (folder / f"{number}.html").write_text(book(number), encoding="utf-8")
    examples.write_text('{"2.html": {"number": "9780000000002"}}', encoding="utf-8")
    done = iawce("site", "learn", folder, "-o", file, "--examples", examples)
    assert "\n  number: ul li after 'ISBN-13', found on 6 of 6 pages, named by example\n" in done.stdout
    table = tmp_path / "books.csv"
    options = ("--table", table, "-s", "run.processes=0", "-o", tmp_path / "rows.jsonl")
    applied = iawce("site", "apply", file, folder, *options)
    assert (applied.returncode, "no page has a field" in applied.stderr) == (0, False)
    with table.open(encoding="utf-8", newline="") as lines:
        found = list(csv.DictReader(lines))
    assert [(row["title"], row["number"]) for row in found] == [
        (f"Book {letter}", f"978000000000{number}") for number, letter in enumerate("ABCDEF")
    ]
    assert iawce("site", "learn", folder, "-o", file, "--overwrite", "--examples", file).returncode == 2
    examples.write_text('{"2.html": {"number": "9780000000002", "writer": "Nobody at all"}}', encoding="utf-8")
    unmatched = iawce("site", "learn", folder, "-o", file, "--overwrite", "--examples", examples)
    assert (
        unmatched.returncode,
        "no place on the pages holds the values of the examples for writer" in unmatched.stderr,
    ) == (0, True)
    examples.write_text('{"20.html": {"number": "9780000000002"}}', encoding="utf-8")
    refused = iawce("site", "learn", folder, "-o", file, "--overwrite", "--examples", examples)
    assert (refused.returncode, "examples of 20.html, which is not among the pages" in refused.stderr) == (2, True)
    assert iawce("site", "apply", file, folder, "--table", tmp_path / "books.xyz").returncode == 2
