"""The page-type ensemble on pages written here: inputs, classifications, and what it refuses to classify."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from iawce.data.boxes import Box
from iawce.data.document import Document, open_document
from iawce.data.errors import EnvironmentMissing, PageError, UsageError
from iawce.data.sources.source import read_sources
from iawce.models.common.record import write_record
from iawce.models.page_type.classification import Classification, flags_of, read_fusion
from iawce.models.page_type.classifier import ENSEMBLE, record_paths
from iawce.models.page_type.ensemble import LookAt, PageTypeEnsemble
from iawce.models.page_type.explain import AGAINST, COLUMNS, FOR, LEGEND_HEIGHT, ROWS, draw_explanation, occlusion_map

PROSE = "A sentence of running text that goes on for a while, as sentences in articles do, and then comes to its end. "
SHORT = PROSE.lower() * 5
BANNER = "we use cookies to give you the best experience on our website. accept reject"
ARTICLE_HTML = "<title>One long story</title><h1>One long story</h1>" + f"<p>{PROSE * 5}</p>" * 12
LIST_HTML = "<title>Blog archive</title>" + "".join(
    f"<article class=post><h2><a href=/p/{n}>The title of post number {n}</a></h2><p>An excerpt of it.</p></article>"
    for n in range(12)
)
ARTICLE_BOXES = (
    Box("t", 1, 300, 60, 700, 50, 1, 14, 36, 700, 0, 1),
    *(Box("t", i, 300, 150 + 180 * i, 700, 150, 6, 550, 17, 400, 0, 0) for i in range(12)),
)
LIST_BOXES = tuple(
    box
    for i in range(12)
    for box in (
        Box("t", 2 * i, 300, 100 + 150 * i, 500, 30, 1, 30, 24, 700, 1, 2),
        Box("t", 2 * i + 1, 300, 140 + 150 * i, 700, 20, 1, 17, 16, 400, 0, 0),
    )
)
BARE = tuple(box._replace(x=8, font=16) for box in LIST_BOXES)


@pytest.mark.parametrize(
    ("document", "look_at", "rule", "page_type"),
    [
        (Document("", boxes=ARTICLE_BOXES, html=ARTICLE_HTML), "auto", "html", "article"),
        (Document("", boxes=LIST_BOXES, html=LIST_HTML), "auto", "html", "list"),
        (Document("", boxes=BARE, html=LIST_HTML), "auto", "html", "list"),
        (Document("", boxes=ARTICLE_BOXES), "auto", "boxes", "article"),
        (Document("", boxes=LIST_BOXES), "auto", "boxes", "list"),
        (Document("", html=ARTICLE_HTML), "auto", "html", "article"),
        (Document("", html=LIST_HTML), "auto", "html", "list"),
        (Document("", boxes=LIST_BOXES, html=ARTICLE_HTML), "html", "html", "article"),
        (Document("", boxes=LIST_BOXES, html=ARTICLE_HTML), "boxes", "boxes", "list"),
        (Document("", boxes=ARTICLE_BOXES, html=""), "auto", "boxes", "article"),
    ],
)
def test_the_inputs_at_hand_are_used(document: Document, look_at: LookAt, rule: str, page_type: str) -> None:
    answer = PageTypeEnsemble(look_at).classify(document)
    assert (answer.model, answer.type) == (f"page_type/{rule}", page_type)
    assert sum(answer.probabilities.values()) == pytest.approx(1, abs=1e-3)
    assert set(answer.probabilities) == {"article", "list", "thread", "product"}


def test_pages_of_all_sorts_in_one_batch_keep_their_order() -> None:
    looks: list[Document | PageError] = [
        Document("a", html=LIST_HTML),
        Document("b", boxes=ARTICLE_BOXES),
        PageError("input/not_found"),
        Document("d"),
        Document("e", html=ARTICLE_HTML),
        Document("f", html=""),
    ]
    together = PageTypeEnsemble().classify_many(looks)
    alone = [PageTypeEnsemble().classify_many([look])[0] for look in looks]
    shown = [answer.type if isinstance(answer, Classification) else answer.reason for answer in together]
    assert shown == ["list", "article", "input/not_found", "not_seen/nothing_to_look_at", "article", "empty/no_content"]
    for one, other in zip(together, alone, strict=True):
        if isinstance(one, Classification) and isinstance(other, Classification):
            assert one.probabilities == pytest.approx(other.probabilities, abs=2e-4)


def test_two_four_or_seven_types() -> None:
    answer = PageTypeEnsemble().classify(Document("", boxes=LIST_BOXES, html=LIST_HTML))
    two = answer.among(("article", "list"))
    assert set(two.probabilities) == {"article", "list"}
    assert sum(two.probabilities.values()) == pytest.approx(1)
    seven = answer.as_fine()
    assert len(seven.probabilities) == 7
    assert seven.type == answer.fine_type
    assert seven.type in ("listing", "collection")
    boxes_only = PageTypeEnsemble("boxes").classify(Document("", boxes=LIST_BOXES))
    assert boxes_only.as_fine() == boxes_only


def test_a_prediction_set_grows_with_its_coverage_and_holds_the_answer() -> None:
    answer = PageTypeEnsemble().classify(Document("", boxes=LIST_BOXES, html=ARTICLE_HTML))
    sizes = [len(answer.possible(coverage)) for coverage in ("0.9", "0.95", "0.99")]
    assert 1 <= sizes[0] <= sizes[1] <= sizes[2]
    assert answer.type in answer.possible("0.9")
    assert answer.possible("0.5") == ()


@pytest.mark.parametrize(
    ("text", "flag"),
    [
        ("404 - page not found. go back to the start page.", "error_page"),
        ("sorry, the page could not be found", "error_page"),
        ("just a moment... checking your browser before you go on", "error_page"),
        ("we and our partners store cookies to show you advertisements. accept all reject all", "consent_page"),
        (
            "before you continue. we use cookies and data to deliver our services, to track outages and to measure how "
            "the services are used. if you choose to accept all, we will also use cookies to develop new services, to "
            "deliver adverts, to measure their effect and to show you what is made for you. if you choose to reject "
            "all, we will not. what you see then depends on where you are. accept all reject all more options privacy",
            "consent_page",
        ),
        (f"page not found. {BANNER}", "error_page"),
        ("  ", "blank"),
    ],
)
def test_pages_that_are_none_are_flagged(text: str, flag: str) -> None:
    assert flags_of(None, text) == (flag,)
    assert PageTypeEnsemble().classify(Document("", html=f"<body><p>{text}</p>")).flags == (flag,)


@pytest.mark.parametrize(
    "text",
    [
        f"{BANNER} about us. {SHORT}",
        f"about us. {SHORT} {BANNER}",
        f"about us. {SHORT} we accept cards and cookies.",
        f"{BANNER} write to us. {SHORT} name, message, telephone. i agree to the terms. send",
    ],
)
def test_a_short_page_with_a_banner_is_no_wall(text: str) -> None:
    assert flags_of(None, text) == ()


def test_content_is_not_flagged() -> None:
    story = f"{PROSE * 20} the server said 404 not found, and we use cookies, which you may accept."
    assert flags_of(ARTICLE_BOXES, story.lower()) == ()
    assert flags_of(BARE, story.lower()) == ("unstyled",)
    assert flags_of((), "") == ("blank",)
    picture = Box("i", 0, 0, 0, 900, 900, 0, 0, 0, 400, 0, 0)
    assert flags_of((picture,), "") == ()


def test_a_page_without_text_is_of_any_type_for_a_model_of_blocks() -> None:
    answer = PageTypeEnsemble(model="html-attention").classify(Document("", html="<body><img src=x></body>"))
    assert set(answer.probabilities.values()) == {round(1 / 7, 4)}


def test_an_ensemble_of_some_rules_answers_by_these(tmp_path: Path) -> None:
    fusion = read_fusion(ENSEMBLE)
    write_record(tmp_path / "ensemble.json", replace(fusion, rules={"boxes": fusion.rules["boxes"]}))
    ensemble = PageTypeEnsemble(model=str(tmp_path / "ensemble.json"))
    assert ensemble.classify(Document("", boxes=ARTICLE_BOXES, html=ARTICLE_HTML)).model == "page_type/boxes"
    with pytest.raises(PageError, match="classify"):
        ensemble.classify(Document("", html=ARTICLE_HTML))


@pytest.mark.parametrize("text", ["[]", "{}", '{"rules": []}', "[" * 100_000, '{"rules": ' * 100_000, "\udcff"])
def test_a_file_without_rules_is_named(text: str, tmp_path: Path) -> None:
    (tmp_path / "ensemble.json").write_text(text, encoding="utf-8", errors="surrogateescape")
    with pytest.raises(EnvironmentMissing, match=r"ensemble\.json holds no rules of an ensemble"):
        PageTypeEnsemble(model=str(tmp_path / "ensemble.json")).check_page_types()


def test_one_model_may_look_alone(tmp_path: Path) -> None:
    Image.new("RGB", (683, 1500), "white").save(tmp_path / "a.png")
    answer = PageTypeEnsemble(model="lenet5-screenshot").classify(Document("", screenshot=tmp_path / "a.png"))
    assert (answer.model, set(answer.probabilities)) == ("lenet5-screenshot", {"article", "list"})
    with pytest.raises(PageError, match="needs a page's screenshot"):
        PageTypeEnsemble(model="lenet5-screenshot").classify(Document("", boxes=ARTICLE_BOXES))
    with pytest.raises(UsageError, match="layout-attention"):
        PageTypeEnsemble(model="none-such").classify(Document("", boxes=ARTICLE_BOXES))


def test_files_in_a_folder_are_opened_by_their_format(tmp_path: Path) -> None:
    Image.new("RGB", (8, 8)).save(tmp_path / "shot.png")
    (tmp_path / "page.html").write_text(LIST_HTML)
    (tmp_path / "page_files").mkdir()
    Image.new("RGB", (8, 8)).save(tmp_path / "page_files" / "logo.png")
    opened = [open_document(page) for page in read_sources([str(tmp_path)], screenshots=True)]
    found = {Path(page.ref).name: (page.screenshot is not None, page.html is not None) for page in opened}
    assert found == {"shot.png": (True, False), "page.html": (False, True)}


def test_an_answer_is_explained_by_the_parts_on_which_it_depends() -> None:
    eyes, look = PageTypeEnsemble("boxes"), Document("", boxes=LIST_BOXES)
    answer = eyes.classify(look)
    falls = occlusion_map(eyes, look, answer)
    assert falls.shape == (ROWS, COLUMNS)
    assert np.abs(falls[:, 5]).max() < 1e-6, "nothing stands in the last column"
    assert np.abs(falls[:, 1:4]).max() > 0
    picture = draw_explanation(look, falls, answer)
    assert picture.size == (683, 1366 + LEGEND_HEIGHT)
    legend = {colour for _, colour in picture.crop((0, 0, 683, LEGEND_HEIGHT)).getcolors(1 << 16) or []}
    assert {FOR, AGAINST} <= legend
    with pytest.raises(PageError, match="boxes or a picture"):
        occlusion_map(eyes, Document("", html=LIST_HTML), answer)


def test_a_picture_of_one_long_column_is_explained_in_bounded_memory(tmp_path: Path) -> None:
    """As wide as it is drawn, it would have forty million rows."""
    Image.new("RGB", (1, 60_000), "white").save(tmp_path / "column.png")
    column = Document("", screenshot=(tmp_path / "column.png").read_bytes())
    answer = Classification("list", {"list": 0.6, "article": 0.4}, "screenshot")
    assert draw_explanation(column, np.zeros((ROWS, COLUMNS)), answer).size == (683, 64 * 683 + LEGEND_HEIGHT)


def test_all_that_is_shipped_fits_together() -> None:
    fusion = read_fusion(ENSEMBLE)
    assert {member for rule in fusion.rules.values() for member in rule.weights} <= set(record_paths())
    for rule in fusion.rules.values():
        assert len(rule.bias) == len(fusion.labels) == 4
    folders = {path.parent for path in record_paths().values()}
    assert sum(path.stat().st_size for folder in folders for path in folder.iterdir() if path.is_file()) < 25e6
