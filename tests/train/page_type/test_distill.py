"""Adapting the ensemble to sites without labels: which pages are taken, labelled and left out, and what is written."""

import io
import random
from concurrent.futures import Future
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from iawce.data.boxes import Box
from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.datasets.page_labels import read_labels
from iawce.data.document import open_document
from iawce.data.errors import PageError, UsageError
from iawce.data.network.address import join
from iawce.data.page import Page
from iawce.data.render.background import BackgroundRenderer
from iawce.data.render.rendering_need import file_beside
from iawce.data.snapshot import Snapshot, SnapshotStore
from iawce.extract.crawl.traps import shape_of
from iawce.models.page_type.classification import LABELS, Rule, read_fusion, to_labels
from iawce.models.page_type.classifier import ENSEMBLE
from iawce.models.page_type.ensemble import PageTypeEnsemble
from iawce.scripts.train import train
from iawce.train.page_type import tasks
from iawce.train.page_type.distill import DistillSettings, distill, mix, render_pages
from iawce.train.page_type.ensemble import MemberPredictions
from iawce.train.page_type.site_sample import MOST, Seen, SitePage, read_site_pages, sample_pages
from tests.train.page_type.drawn_corpus import small_task

TALE = "The river rose in the night and the people of the valley went up to the old mill. "
LINKS = "".join(f"<li><a href=/{name}>{name}</a></li>" for name in ("news", "people", "archive", "about"))
TOP = f"<header><a href=/ class=logo>The Valley</a><nav><ul>{LINKS}</ul></nav></header>"
FOOT = "<footer><p>Copyright 2021 The Valley</p><a href=/privacy>Privacy</a></footer>"


def written(label: str, number: int) -> str:
    """A page that the HTML leaves no doubt about."""
    if label == "article":
        text = "".join(f"<p>{TALE * 4}{number}.{part}</p>" for part in range(9))
        body = (
            f"<article><h1>Flood {number}</h1><p class=byline>By Ann Lee, <time>3 May 2021</time></p>{text}</article>"
        )
    else:
        entry = (
            "<article class=post><h2 class=entry-title><a href=/p{0}/>A title of post number {0}</a></h2>{1}</article>"
        )
        body = "<h1 class=page-title>Archives: May 2021</h1>"
        body += "".join(entry.format(10 * number + part, f"<p>{TALE}</p>") for part in range(12))
        body += "<nav class=pagination><a class=prev href=/page/1>Newer</a> <a class=next href=/page/3>Older</a></nav>"
    return f"<html lang=en><head><title>Page {number}</title></head><body>{TOP}<main>{body}</main>{FOOT}</body></html>"


def drawn(label: str, chance: random.Random) -> tuple[tuple[Box, ...], bytes]:
    """Its boxes and its screenshot: long paragraphs, or short links."""
    picture = Image.new("RGB", (683, 900), "white")
    pen, boxes, left = ImageDraw.Draw(picture), list[Box](), chance.randint(40, 120)
    for row in range(20):
        is_link, is_heading = label == "list" or row == 1, row % (5 if label == "list" else 20) == 2
        width, lines = (chance.randint(200, 320), 1) if label == "list" or row < 3 else (900, 3)
        y = 40 + 80 * row
        boxes.append(
            Box(
                "t",
                9 + row,
                left,
                y,
                width,
                20 * lines,
                lines,
                width // 8 * lines,
                16,
                400,
                int(is_link),
                2 * int(is_heading),
            )
        )
        for line in range(lines):
            for x in range(left // 2, (left + width) // 2, 7):
                pen.rectangle(
                    (x, y // 2 + 11 * line, x + 4, y // 2 + 11 * line + 6), fill="blue" if is_link else "black"
                )
    stream = io.BytesIO()
    picture.save(stream, "WEBP", quality=80)
    return tuple(boxes), stream.getvalue()


@cache
def taken(site: str, label: str, number: int) -> SitePage:
    """A page with its snapshot, which takes a while to draw."""
    url = f"https://{site}/{label}/{number}"
    boxes, screenshot = drawn(label, random.Random(f"{site}{number}"))
    html = written(label, number)
    return SitePage(
        site, url, Snapshot(url, url, url, 200, html, boxes, 1366, 1800, 1800, (1366, 768), screenshot, 0.5)
    )


def settings(output: Path, command: str = "") -> DistillSettings:
    return DistillSettings(output, lambda url: url.rsplit("/", 1)[0], refused, folds=2, command=command)


def refused(page: Page) -> Future[Snapshot]:
    failed = Future[Snapshot]()
    failed.set_exception(PageError("fetch_error/refused", page.url))
    return failed


def sites(count: int) -> list[SitePage]:
    return [taken(f"s{n}.example", label, k) for n in range(count) for label in ("article", "list") for k in range(3)]


@pytest.fixture(scope="module")
def adapted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pages = sites(4) + [taken("same.example", "article", number) for number in range(3)]
    pages += [SitePage("gone.example", "https://gone.example/", Page("https://gone.example/", "https://gone.example/"))]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tasks, "ScreenshotTreesTask", small_task)
        return distill(pages, settings(tmp_path_factory.mktemp("distilled"), command="train.py --init distill"))


def test_sure_pages_of_several_types_are_labelled_and_the_report_says_what_was_left_out(adapted: Path) -> None:
    labels = read_labels(adapted.parent)
    assert {label.site for label in labels} <= {f"s{number}.example" for number in range(4)}
    assert all(label.type == label.url.split("/")[3] for label in labels)
    assert len(labels) > 12
    report = (adapted.parent / "report.md").read_text(encoding="utf-8")
    for said in (
        "train.py --init distill",
        "| of a site all of one type | 3 |",
        "| not rendered: fetch_error/refused | 1 |",
    ):
        assert said in report
    assert report.count("further pages of the sites") == report.count("sites not learned from") == 2
    assert {path.name for path in adapted.parent.glob("*.png")} == {"pages-article.png", "pages-list.png"}


def test_the_adapted_ensemble_asks_new_members_beside_those_that_are_shipped(adapted: Path) -> None:
    rules, shipped = read_fusion(adapted).rules, read_fusion(ENSEMBLE).rules
    assert rules["html"] == shipped["html"]
    for rule in ("boxes", "screenshot"):
        assert rules[rule].metrics["distilled"]["accuracy"] > 0.9
        assert f"own-{rule}" in rules[rule].weights
        assert (adapted.parent / f"own-{rule}.json").is_file()
    page = taken("new.example", "list", 1).item
    assert isinstance(page, Snapshot)
    for look_at in ("boxes", "screenshot"):
        assert PageTypeEnsemble(look_at, str(adapted)).classify(open_document(page)).type == "list"


def test_a_type_that_no_page_has_is_not_unlearned(adapted: Path) -> None:
    likes_articles = to_labels(np.log([[0.9, 0.1]]), ("article", "list"))
    for name, rule in read_fusion(adapted).rules.items():
        thread = dict.fromkeys(rule.weights, np.log([[0.01, 0.01, 0.97, 0.01]]))
        new = {f"own-{name}": likes_articles}
        assert rule.pool(thread | new).argmax() == 2 or rule.weights.get(f"own-{name}", 0) > 0.8


@pytest.mark.parametrize(("right", "share"), [(0.5, 0.05), (1.0, 1.0)])
def test_the_share_of_the_new_member_is_what_serves_pages_of_other_sites(right: float, share: float) -> None:
    pages = tuple(LabelledPage(str(number), f"s{number}", LABELS[number % 2]) for number in range(20))
    targets = np.array([number % 2 for number in range(20)])
    shipped = np.log(np.where(np.eye(4)[targets] == 1, 0.7, 0.1))
    new = np.log(np.maximum(np.eye(4)[np.where(np.arange(20) < 20 * right, targets, 1 - targets)], 0.02))
    table = MemberPredictions(pages, targets, targets, {"old": shipped, "new": new})
    rule = mix(table, Rule({"old": 1.0}, (0.0,) * 4))
    assert rule.weights.get("new", 0) == share


def test_pages_of_one_type_or_of_few_sites_teach_nothing(tmp_path: Path) -> None:
    for pages in ([taken("a.example", "article", number) for number in range(4)], sites(3)):
        with pytest.raises(UsageError, match="at least 4 sites with sure pages of two types"):
            distill(pages, settings(tmp_path))


def test_a_page_is_rendered_once(tmp_path: Path) -> None:
    pages = [replace_item(page) for page in sites(2)]
    known, rendered = {page.address: page.item for page in sites(2)}, list[str]()

    def render(page: Page) -> Future[Snapshot]:
        rendered.append(page.ref)
        found = Future[Snapshot]()
        item = known[page.ref]
        assert isinstance(item, Snapshot)
        found.set_result(item)
        return found

    chosen = replace(settings(tmp_path), render=render)
    first = [snapshot.id for _, snapshot in render_pages(pages, chosen, Seen())]
    assert len(rendered) == len(pages)
    assert [snapshot.id for _, snapshot in render_pages(pages, chosen, Seen())] == first
    assert len(rendered) == len(pages)


def replace_item(page: SitePage) -> SitePage:
    assert isinstance(page.item, Snapshot)
    return page._replace(item=Page(page.address, page.address, page.item.html.encode()))


def test_few_unlike_pages_are_taken_of_each_site_whatever_their_order() -> None:
    pages = [taken("a.example", "article", number) for number in range(40)]
    pages += [taken("a.example", "list", number) for number in range(2)] + [taken("b.example", "list", 1)]
    seen = Seen()
    found = list(sample_pages(pages, lambda url: url.rsplit("/", 1)[0], seen))
    assert seen.sites == {"a.example": 42, "b.example": 1}
    assert [page.site for page in found] == ["a.example"] * MOST + ["b.example"]
    assert {page.address.split("/")[3] for page in found[:2]} == {"article", "list"}  # the most unlike first
    assert list(sample_pages(pages[::-1], lambda url: url.rsplit("/", 1)[0], Seen())) == found


def test_frequent_kinds_of_pages_are_taken_before_rare_ones_and_a_folder_is_one_of_its_kind() -> None:
    pages = [page(f"post/a-tale-{number}/index.html", "article", number) for number in range(30)]
    pages += [page(f"tag/{name}/index.html", "list", number) for number, name in enumerate(("sea", "sky", "sun"))]
    pages += [page(name, "list", 9) for name in ("index.html", "wp-content/plugins/x/readme.html")]
    found = [one.address.split("/", 3)[3] for one in sample_pages(pages, shape_of, Seen())]
    assert [address.split("/")[0] for address in found[:2]] == ["post", "tag"]
    assert sum(address.startswith("post/") for address in found) == MOST - 5
    assert found != sorted(found)  # not the first by name


def page(address: str, label: str, number: int) -> SitePage:
    return taken("a.example", label, number)._replace(address=f"https://a.example/{address}")


def test_what_is_no_page_is_not_taken_for_one_that_is_unlike_all_others() -> None:
    pages = [replace_item(taken("a.example", "article", number)) for number in range(3)]
    bodies = [b'{"pages": [1, 2]}', b"<?xml version='1.0'?><rss><channel/></rss>", b"\x89PNG\r\n\x1a\n"]
    data = [Page(f"https://a.example/{n}.html", f"https://a.example/{n}.html", body) for n, body in enumerate(bodies)]
    seen = Seen()
    found = sample_pages([*(SitePage("a.example", one.url, one) for one in data), *pages], lambda url: url, seen)
    assert sorted(page.address for page in found) == sorted(page.address for page in pages)
    assert set(seen.left_out) == {f"not readable: not_html/{kind}" for kind in ("json", "feed", "image")}


def test_no_browser_is_opened_for_pages_that_are_rendered_already(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SnapshotStore(tmp_path / "snapshots")
    for page in sites(1)[:2]:
        assert isinstance(page.item, Snapshot)
        store.save(page.item)
    monkeypatch.setattr(BackgroundRenderer, "start", lambda _: pytest.fail("a browser was opened"))
    with pytest.raises(UsageError, match="not 0; left out: 2 of a site all of one type"):
        train([tmp_path / "snapshots"], init="distill", output=tmp_path / "adapted")


@pytest.mark.parametrize("above", ["", "project/", "~ann/old%20site/"])
def test_a_mirror_may_be_of_a_folder_of_a_host(tmp_path: Path, above: str) -> None:
    links = "".join(f"<link rel=stylesheet href='/{above}css/{name}.css?v=2'>" for name in "ab")
    page = f"<html><head>{links}<link rel=stylesheet href=/other/c.css><link href=/></head><body>Text</body></html>"
    for name, text in {"index.html": page, "css/a.css": "", "css/b.css": "", "blog/post.html": page}.items():
        (tmp_path / "one" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "one" / name).write_text(text, encoding="utf-8")
    for found in read_site_pages([tmp_path]):
        assert isinstance(found.item, Page)
        styled = file_beside(found.item, join(found.address, f"/{above}css/a.css?v=2"))
        assert styled == tmp_path / "one" / "css" / "a.css"
        assert found.address.split("/", 3)[3].startswith(above)


def test_a_folder_holds_mirrors_whose_pages_find_what_lies_anywhere_in_them(tmp_path: Path) -> None:
    for name in ("one/index.html", "one/blog/post.html", "two/public/index.html", "two/public/a/index.html"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("<html><head><title>x</title></head><body>Text</body></html>", encoding="utf-8")
    found = {page.address.split("/", 3)[3] + "@" + page.site: page.item for page in read_site_pages([tmp_path])}
    assert sorted(found) == ["a/index.html@two", "blog/post.html@one", "index.html@one", "index.html@two"]
    post = found["blog/post.html@one"]
    assert isinstance(post, Page)
    assert isinstance(post.body, bytes)
    assert post.folder == tmp_path / "one"
    assert f'<base href="{post.url}blog/post.html">'.encode() in post.body
    inner = found["a/index.html@two"]
    assert isinstance(inner, Page)
    assert inner.folder == tmp_path / "two" / "public"
