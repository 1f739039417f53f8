"""What is learned of a shop: the description of a product and its facts, not what stands below."""

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.extract import Extractor
from iawce.extract.metadata.page_metadata import page_metadata
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.extract.templates.site.site_page import content_block, read_product_page
from iawce.extract.templates.site.site_templates import SiteTemplates
from tests.extract.templates.site.made_pages import article, documents
from tests.extract.templates.site.shop_pages import product

TAGS = ("div", "table")


def learned(*pages: str) -> SiteTemplates:
    site = SiteTemplates()
    for document in documents(*pages):
        site.learn(document)
    site.settle()
    return site


def block_of(html: str, method: str = "body") -> str:
    (document,) = documents(html)
    number = content_block(PageAnalysis.of(document), method, TAGS)
    assert number is not None
    return document.index.classes[number]


@pytest.mark.parametrize("described", [1, 4])
def test_the_content_of_a_shop_is_description_and_facts(described: int) -> None:
    site = learned(*(product(number, described=described) for number in range(8)))
    (cluster,) = site.clusters
    assert cluster.template
    assert cluster.template.place.classes in ("sheet", "wrap", "story")
    with Extractor(render="never", settings=ExtractSettings(site=site)) as extractor:
        (row,) = extractor.extract_many(documents(product(9, described=described)))
    assert row.method == "template"
    assert "made by hand" in row.text
    assert "goes well with" not in row.text
    assert "well packed" not in row.text


def test_the_block_of_a_product_is_the_smallest_without_reviews_and_other_products() -> None:
    assert block_of(product(1)) == "sheet"
    assert block_of(product(1).replace("<button>", "<span>")) == "wrap", "nothing says that it is a product"


def test_where_a_method_takes_only_other_products_the_block_is_around_title_and_button() -> None:
    assert block_of(product(1, described=1), "list") == "sheet"


def test_a_list_of_products_is_no_page_of_one() -> None:
    page = product(1)
    cards = page[page.index("<div class=slides>") : page.index("<div class=end>")]
    for html in (f"<body><h1>All for the house</h1>{cards}", article(1)):
        (document,) = documents(html)
        assert read_product_page(PageAnalysis.of(document)) is None


@pytest.mark.parametrize("named", ["id=nav-home class=tab-pane", "id=nav-tabContent", "class=description-review-area"])
def test_a_description_in_a_tab_is_no_navigation_and_no_review(named: str) -> None:
    """Names of a common library of styles, and of an area that holds both."""
    page = product(1).replace("<div class=story>", f"<div {named}><div class=story>").replace("<table", "</div><table")
    assert block_of(page) == "sheet"


@pytest.mark.parametrize("said", ["", " itemprop=datePublished"])
def test_the_date_of_a_review_is_not_that_of_its_page(said: str) -> None:
    pages = [product(number, opinions=1).replace("<time ", f"<time{said} ") for number in range(8)]
    (cluster,) = learned(*pages).clusters
    assert not [field.name for field in cluster.fields if "date" in field.name or "publish" in field.name]
    for document in documents(*pages):
        assert page_metadata(PageAnalysis.of(document)).metadata.date_published == ""


RATED = "<p itemprop=aggregateRating itemscope><b itemprop=ratingValue>{}</b> of 5</p>"


@pytest.mark.parametrize("opinions", [1, 9])
@pytest.mark.parametrize("buyer", ["<b class=author>", "<b itemprop=author>", "<i>Bought by:</i> <b>"])
def test_nothing_of_a_review_is_a_field_of_the_product_but_what_all_say_together(buyer: str, opinions: int) -> None:
    """On the first page the reviews may be most of the text."""
    pages = [product(number, opinions=1 if number else opinions).replace("<b>", buyer) for number in range(8)]
    rated = [page.replace("reviews</h2>", f"reviews</h2>{RATED.format(n / 5 + 3)}") for n, page in enumerate(pages)]
    (cluster,) = learned(*rated).clusters
    assert [field.name for field in cluster.fields] == ["title", "price", "weight", "colour", "rating_value"]
