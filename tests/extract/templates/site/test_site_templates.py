"""Learning a site and extracting by what was learned."""

from dataclasses import replace
from pathlib import Path

import pytest

from iawce.data.document import Document
from iawce.data.errors import PageError
from iawce.extract import Extractor
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.extract.templates.site.site_page import SiteSettings
from iawce.extract.templates.site.site_templates import SiteTemplates, read_site, write_site
from tests.extract.templates.site.made_pages import SENTENCE, article, documents, gallery

PAPER = replace(SiteSettings.paper(), density=replace(SiteSettings.paper().density, link_term="inverted"))
COMMENTS = "I have seen many bridges close in my life, and none of them opened on the day that was promised. " * 40


def learned(*pages: str, settings: SiteSettings = PAPER) -> SiteTemplates:
    site = SiteTemplates(settings)
    for document in documents(*pages):
        site.learn(document)
    site.settle()
    return site


def extracted(site: SiteTemplates, html: str) -> Extraction:
    settings = ExtractSettings(method="density", method_settings=site.settings.density, site=site, visible_only=False)
    return Extractor(render="never", settings=settings).extract(Document("new", html=html))


ARTICLES = [article(number) for number in range(8)]


def test_pages_of_one_layout_share_a_template() -> None:
    site = learned(*ARTICLES, *(gallery(number) for number in range(7)))
    assert [(cluster.pages, cluster.template and cluster.template.place.id) for cluster in site.clusters] == [
        (8, "body"),
        (7, ""),
    ]
    row = extracted(site, article(99))
    assert row.text.startswith("Report 99. The harbour bridge")
    assert (row.method, row.scores["cluster"], row.scores["key"]) == ("template", 1, "id")
    assert not row.warnings


def test_a_short_body_under_long_comments_is_found_by_the_template_and_not_without() -> None:
    """The argument of the paper (section 1), in its words and by its method."""
    page = article(99, sentences=1, comments=COMMENTS)
    site = learned(*ARTICLES)
    alone = ExtractSettings(method="density", method_settings=PAPER.density, visible_only=False)
    without = Extractor(render="never", settings=alone).extract(Document("new", html=page))
    assert without.text.startswith("I have seen many bridges")
    assert extracted(site, page).text == f"Report 99. {SENTENCE.strip()}"


def test_a_page_of_another_site_is_extracted_by_itself_with_a_warning() -> None:
    row = extracted(learned(*ARTICLES), gallery(1))
    assert row.method == "density"
    assert [str(warning) for warning in row.warnings] == ["no_template/no_cluster"]
    assert "Album 1" in row.text


def test_a_page_whose_block_vanished_is_extracted_by_itself_with_a_warning() -> None:
    settings = replace(PAPER, threshold=0.5)
    page = article(9).replace("<div id='body' class=''>", "<section>").replace("</p></div>", "</p></section>")
    page = page.replace("<div class=comments><div>", "<p>").replace("remarks yet</div></div>", "remarks yet")
    row = extracted(learned(*ARTICLES, settings=settings), page)
    assert (row.method, [str(warning) for warning in row.warnings]) == ("density", ["no_template/no_block"])


def test_fewer_than_six_pages_have_no_template() -> None:
    site = learned(*ARTICLES[:5])
    assert [(cluster.pages, cluster.template) for cluster in site.clusters] == [(5, None)]
    assert extracted(site, ARTICLES[0]).method == "density"


def test_identical_pages_are_a_cluster() -> None:
    site = learned(*[article(1)] * 6)
    assert [(cluster.pages, cluster.template and cluster.template.place.id) for cluster in site.clusters] == [
        (6, "body")
    ]


def test_pages_of_two_mixed_sites_are_separated() -> None:
    pages = [page for number in range(6) for page in (article(number), gallery(number))]
    assert [cluster.pages for cluster in learned(*pages).clusters] == [6, 6]


def test_pages_without_blocks_are_a_cluster_without_a_template() -> None:
    site = learned(*["<body><p>text"] * 6, *ARTICLES)
    assert [(cluster.pages, cluster.template is None) for cluster in site.clusters] == [(6, True), (8, False)]
    row = extracted(site, "<body><p>other text")
    assert (row.text, [str(warning) for warning in row.warnings]) == ("other text", ["no_template/no_block"])


def test_an_empty_page_is_an_error_of_its_own() -> None:
    with pytest.raises(PageError, match="no"):
        learned("")


def test_without_clusters_nothing_is_by_a_template() -> None:
    assert extracted(SiteTemplates(PAPER), ARTICLES[0]).method == "density"


def test_a_template_is_tested_on_pages_before_they_vote() -> None:
    others = [article(number, identity="story") for number in range(4)]
    site = learned(*ARTICLES, *others, settings=replace(PAPER, identity="key"))
    (cluster,) = site.clusters
    assert (cluster.pages, cluster.test.pages, cluster.test.found) == (12, 6, 6), "by path where the id is gone"
    assert cluster.test.density_share == pytest.approx(1)


def test_numbers_in_ids_do_not_split_the_vote() -> None:
    pages = [article(number, identity=f"post-{number}") for number in range(8)]
    new = article(99, identity="post-99")
    assert extracted(learned(*pages, settings=replace(PAPER, identity="key")), new).scores["key"] == "id"
    assert extracted(learned(*pages), new).scores["key"] == "path"


@pytest.mark.parametrize("settings", [PAPER, SiteSettings(voter="density")])
def test_pages_that_come_later_give_what_all_at_once_give(tmp_path: Path, settings: SiteSettings) -> None:
    pages = [*ARTICLES, *(gallery(number) for number in range(7)), article(11), gallery(11), "<p>x"]
    whole, part = learned(*pages, settings=settings), learned(*pages[:9], settings=settings)
    write_site(part, tmp_path / "site.json")
    later = read_site(tmp_path / "site.json")
    for document in documents(*pages)[9:]:
        later.learn(document)
    later.settle()
    for one, other in zip(whole.clusters, later.clusters, strict=True):
        assert (one.pages, one.template, list(one.votes)) == (other.pages, other.template, list(other.votes))
        assert one.seed.paths.tolist() == other.seed.paths.tolist()


def test_boilerplate_inside_of_the_block_is_left_out_unless_as_printed() -> None:
    share = "<p class=share-buttons>Tell your friends</p>"
    pages = [article(number).replace("<p>Report", f"{share}<p>Report") for number in range(7)]
    assert "friends" not in extracted(learned(*pages, settings=SiteSettings(voter="density")), pages[0]).text
    assert "friends" in extracted(learned(*pages), pages[0]).text


def test_many_processes_give_the_same_rows() -> None:
    site = learned(*ARTICLES)
    settings = ExtractSettings(method="density", site=site)
    with Extractor(render="never", settings=settings, processes=1) as extractor:
        rows = list(extractor.extract_many(documents(*ARTICLES[:2])))
    assert [(row.method, row.text[:8]) for row in rows] == [("template", "Report 0"), ("template", "Report 1")]


def test_a_page_of_one_line_under_long_comments_by_the_default_settings() -> None:
    """The argument of the paper by the block model's votes: alone it takes the comments, too."""
    page = article(99, sentences=1, comments=COMMENTS)
    site = learned(*ARTICLES, settings=SiteSettings())
    alone = Extractor(render="never", settings=ExtractSettings(comments="keep")).extract(Document("new", html=page))
    assert "I have seen many bridges" in alone.text
    by_template = Extractor(render="never", settings=ExtractSettings(site=site)).extract(Document("new", html=page))
    assert (by_template.method, by_template.text) == ("template", f"Report 99. {SENTENCE.strip()}")


@pytest.mark.parametrize(
    "html",
    [
        "<body>" + "<div class=a>" * 50_000 + "words",
        "<body>" + "<div class=a id=b>word</div>" * 20_000,
        f"<body><div class='{'name ' * 200_000}' id='{'1a' * 200_000}'>words",
        "<body>" + "".join(f"<div class='c{number:x}z'><table><tr><td>x</table></div>" for number in range(5_000)),
    ],
)
def test_hostile_pages_are_learned_and_applied(html: str, tmp_path: Path) -> None:
    site = learned(*[html] * 3, settings=SiteSettings(voter="density", page_types="classified"))
    assert [cluster.pages for cluster in site.clusters] == [3]
    write_site(site, tmp_path / "site.json")
    row = extracted(read_site(tmp_path / "site.json"), html)
    assert (row.method, bool(row.text)) == ("template", True)
