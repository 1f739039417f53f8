"""Facts of a page as its markup gives them, and what happens where the markup is wrong, broken or huge."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.analysis.markup_metadata import texts_of, types_of
from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.errors import PageWarning, WarningKind
from iawce.data.text.money import read_amount
from iawce.extract import Extractor, Html
from iawce.extract.content.content import Breadcrumb, Event, Metadata, Offer, Product
from iawce.extract.metadata.page_metadata import PageMetadata, page_metadata

URL = "https://shop.example/boats/"
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["@type", "@id", "name", "author", "offers", "price", "image", "itemListElement", "headline"]
            ),
            inner | st.sampled_from(["Article", "Product", "BreadcrumbList", "#a"]),
        )
    ),
    max_leaves=25,
)


def about(head: str, body: str = "<h1>A red boat</h1>", url: str = URL) -> PageMetadata:
    html = f'<html lang="en_GB"><head><title>A red boat - Shop</title>{head}</head><body>{body}</body></html>'
    return page_metadata(PageAnalysis(Document("x", url=url, html=html)))


def ld(thing: object) -> str:
    return f'<script type="application/ld+json">{json.dumps(thing)}</script>'


def post(author: str, when: str, number: int) -> str:
    said = f"The old wall of the village was built of stones from the river, and nobody remembers by whom, {number}."
    head = f"<a class=author href=/user/{author}>{author}</a> <span class=date>{when}</span>"
    return f"<div class=post id=p{number}><div class=head>{head}</div><div class=body>{said}</div></div>"


def test_the_first_post_of_a_later_page_does_not_begin_the_thread() -> None:
    posts = "".join(post(name, "3 Mar 2024, 10:30", number) for number, name in enumerate(("ann", "bert", "cleo")))
    html = f"<title>Walls</title><link rel=prev href=/t/1><body><h1>Walls</h1><p>Begun on 1 Jan 2024</p>{posts}"
    found = Extractor(render="never", page_type="thread").extract(Document("", html=html)).metadata
    assert found.date_published == "2024-01-01"


@pytest.mark.parametrize(
    ("before", "when", "author", "date"),
    [
        ("", "3 Mar 2024, 10:30", "ann", "2024-03-03T10:30:00"),
        ("<p class=info>Topic started 3 March 2024</p>", "2 days ago", "ann", "2024-03-03"),
        ("<p class=author>by Ruth Stone, 1 Feb 2024</p>", "3 Mar 2024, 10:30", "Ruth Stone", "2024-02-01"),
        ("", "04-05-2024", "ann", ""),
        (
            "<ul><li>This topic has 3 replies, and was last updated <a href=#r>2 years ago</a> by <a class=author-link "
            "href=/users/zoe>Zoe Stone</a>.</ul>",
            "3 Mar 2024, 10:30",
            "ann",
            "2024-03-03T10:30:00",
        ),
        (
            "<p>Letzter Beitrag: <a class=author href=/users/zoe>Zoe Stone</a>, 5. Mai 2024</p>",
            "3 Mar 2024, 10:30",
            "ann",
            "2024-03-03T10:30:00",
        ),
    ],
)
def test_a_thread_has_author_and_date_of_its_first_post(before: str, when: str, author: str, date: str) -> None:
    posts = "".join(post(name, when, number) for number, name in enumerate(("ann", "bert", "cleo")))
    html = f"<html lang=en><title>Old walls</title><body><h1>Old walls</h1>{before}<div>{posts}</div>"
    found = Extractor(render="never", page_type="thread").extract(Document("", html=html)).metadata
    assert (found.authors, found.date_published) == ((author,), date)


def test_facts_in_the_head() -> None:
    head = """<meta property="og:site_name" content="The  Shop"><link rel="canonical" href="/boats/red">
        <meta property="og:image" content="red.jpg"><meta name="description" content="It is &lt;red&gt;.">
        <meta name="keywords" content="boats, red , boats"><meta property="article:section" content="Boats">
        <link rel="license" href="https://creativecommons.org/licenses/by/4.0/">"""
    found = about(head).metadata
    assert found.confidence.keys() == {"title"}
    assert replace(found, confidence={}) == Metadata(
        site_name="The Shop",
        canonical_url="https://shop.example/boats/red",
        main_image="https://shop.example/boats/red.jpg",
        description="It is <red>.",
        keywords=("boats", "red"),
        article_section="Boats",
        license="https://creativecommons.org/licenses/by/4.0/",
        in_language="en-GB",
    )


@pytest.mark.parametrize(
    ("head", "body", "name"),
    [
        ("<title>Locks open – Canal Courier</title>", "<a href=/>Canal Courier</a><h1>Locks open</h1>",
         "Canal Courier"),
        ("<title>Canal Courier | Locks open</title>", "<a href=/><img alt='Canal Courier'></a><h1>Locks open</h1>",
         "Canal Courier"),
        ("<title>Locks open - News - The Shop</title>", "<h1>Locks open</h1>", "The Shop"),  # at theshop.example
        ("<title>Locks open</title>" + ld({"@type": "NewsArticle", "headline": "Locks open",
         "publisher": {"@type": "Organization", "name": "Canal Trust"}}), "<h1>Locks open</h1>", "Canal Trust"),
        ("<title>Locks open</title>" + ld({"@type": "NewsArticle", "headline": "Locks open",
         "publisher": {"@type": "Person", "name": "Ann Lee"}}), "<h1>Locks open</h1>", ""),
        ("<title>Locks open | Canal Courier</title>", "<h1>Locks open</h1><p class=brand>Canal Courier</p>",
         "Canal Courier"),
        ("<title>Locks open | All you need to know</title>", "<h1>Locks open</h1>", ""),  # shown nowhere
        ("<title>Locks open | Canal Courier</title><meta property=og:site_name content='Locks open'>",
         "<a href=/>Canal Courier</a><h1>Locks open</h1>", "Canal Courier"),
        ("<title>Locks open | Canal Courier</title><meta property=og:site_name content='Courier online'>",
         "<a href=/>Canal Courier</a><h1>Locks open</h1>", "Courier online"),
        ("<title>Locks open | Canal Courier</title><meta property=og:site_name content='Locks open | Canal Courier'>",
         "<a href=/>Canal Courier</a><h1>Locks open</h1>", "Canal Courier"),
        ("<title>Locks open</title>", "<a href=/>Canal Courier</a><h1>Locks open</h1>", ""),
        ("<title>Locks open | Home</title>", "<a href=/>Home</a><h1>Locks open</h1>", ""),
    ],
)  # fmt: skip
def test_the_name_of_the_site_is_claimed_or_beside_the_title(head: str, body: str, name: str) -> None:
    url = "https://www.theshop.example/news/locks-open"
    html = f"<html><head>{head}</head><body>{body}<p>The locks open at ten.</p></body></html>"
    found = Extractor(render="never").extract(Document("x", url=url, html=html))
    assert (found.title, found.metadata.site_name) == ("Locks open", name)


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ("<title>The Shop</title><meta property=og:site_name content='The Shop'>", "The Shop"),
        ("<title>The Shop: boats and oars</title>", "The Shop"),
        ("<title>Boats and oars | The Shop™</title>", "The Shop™"),
        ("<title>Boats and oars</title>", ""),
    ],
)
def test_the_home_page_may_be_called_as_its_site(head: str, name: str) -> None:
    page = Document("x", url="https://theshop.example/", html=f"{head}<h1>Boats and oars</h1><p>They float.")
    assert Extractor(render="never").extract(page).metadata.site_name == name


def test_addresses_that_lead_nowhere_are_left_out() -> None:
    head = (
        '<link rel="canonical" href="javascript:alert(1)"><meta property="og:image" content="data:image/png;base64,AA">'
    )
    found = about(head).metadata
    assert (found.canonical_url, found.main_image) == ("", "")


@pytest.mark.parametrize(
    "blank", ["/<link or path of image>", "/%3Clink%20of%20image%3E", "{{ image }}", "/i/{{image}}.png"]
)
def test_an_address_that_a_template_left_out_is_none(blank: str) -> None:
    head = f'<meta property="og:image" content="{blank}"><meta name="twitter:image" content="/red.png">'
    assert about(head).metadata.main_image == "https://shop.example/red.png"
    assert about('<meta property="og:image" content="/red.png?size=<x>">').metadata.main_image != ""


@pytest.mark.parametrize(
    ("said", "is_said"),
    [(False, True), ("False", True), ("https://schema.org/False", True), (True, False), ("True", False), (None, False)],
)
def test_a_page_that_is_not_free_to_read_has_a_warning(said: object, is_said: bool) -> None:
    work = {"@type": "NewsArticle", "headline": "A red boat", "isAccessibleForFree": said}
    parts = {"hasPart": {"@type": "WebPageElement", "isAccessibleForFree": said, "cssSelector": ".body"}}
    expected = (PageWarning(WarningKind.NOT_FREE),) * is_said
    assert about(ld(work)).warnings == about(ld(work | parts)).warnings == expected
    assert about(ld(work | parts | {"isAccessibleForFree": True})).warnings == ()  # a part of it, such as a film


PICTURE = "<p><img src=/red.jpg></p>"
SAID = "<p>The red boat was built of oak in the winter of the flood, and its oars came from the mill at the lock.</p>"


@pytest.mark.parametrize(
    ("head", "body", "picture"),
    [
        ("", f"{PICTURE}{SAID * 9}", "/red.jpg"),
        ("", f"<p>By Ann Lee, 3 May</p><figure><img src=/red.jpg><figcaption>The boat</figcaption></figure>{SAID * 9}",
         "/red.jpg"),
        ("", f"<p><a href=/red-large.jpg><img src=/red.jpg></a></p>{SAID * 9}", "/red.jpg"),
        ("", f"<p><a href=/photos/7><img src=/red.jpg></a></p>{SAID * 9}", "/red.jpg"),
        ("<meta property=og:image content=/card.png>", f"{PICTURE}{SAID * 9}", "/card.png"),
        ("", f"{SAID * 4}{PICTURE}{SAID * 5}", ""),  # beside what it shows
        ("", f"<p><a href=//share.example/><img src=/share.png></a></p>{SAID}{PICTURE}{SAID * 8}", "/red.jpg"),
        ("", f"<p><a href=/><img src=/house.png></a></p>{SAID}{PICTURE}{SAID * 8}", "/red.jpg"),
        ("", f"<p><img src=/logo.png> <img src=/arrow.svg> <img src=/ann.jpg width=40 height=40></p>{SAID * 9}", ""),
        ("", f"<p><img src=/count.gif width=1 height=1></p>{SAID * 9}", ""),
        ("", SAID * 9, ""),
    ],
)  # fmt: skip
def test_the_picture_that_an_article_begins_with_is_its_main_one(head: str, body: str, picture: str) -> None:
    html = f"<title>A red boat</title>{head}<main><article><h1>A red boat</h1>{body}</article></main>"
    found = Extractor(render="never", page_type="article").extract(Document("x", url=URL, html=html)).metadata
    assert found.main_image == (picture and f"https://shop.example{picture}")


TAGS = "<p class=tags>Tags: <a rel=tag href=/t/red>Red</a>, <a rel='tag nofollow' href=/t/oars># Oars</a></p>"
OTHER = "<a rel=tag href=/t/blue>Blue</a>"


@pytest.mark.parametrize(
    ("page", "keywords"),
    [
        (f"<h1>A red boat</h1>{TAGS}<p>It has oars.</p>", ("Red", "Oars")),
        (f"<article><h1>A red boat</h1><p>It has oars.</p><h2>Of oak</h2><p>Strong.</p>{TAGS}</article>",
         ("Red", "Oars")),
        (f"<header><h1>A red boat</h1></header><main><h2>Of oak</h2><p>Strong.</p></main><footer>{TAGS}</footer>",
         ()),  # the site's footer
        (f"{TAGS}<h1>A red boat</h1><p>It has oars.</p>", ("Red", "Oars")),
        (f"<div><h4>Much sought</h4>{OTHER}</div><h1>A red boat</h1><p>It has oars.</p>{TAGS}", ("Red", "Oars")),
        (f"<h1>A red boat</h1>{TAGS}<p>It has oars.</p><div><div><h3><a href=/blue>A blue boat</a></h3>{OTHER}</div>"
         "</div>", ("Red", "Oars")),
        (f"<h1>A red boat</h1>{TAGS}<p>Oars.</p><aside class=sidebar>{OTHER}</aside>", ("Red", "Oars")),
        ("<h1>A red boat</h1><a rel='category tag' href=/c/boats>Boats</a><p>It has oars.</p>", ()),
    ],
)  # fmt: skip
def test_the_tags_that_a_page_shows_as_its_own_are_keywords(page: str, keywords: tuple[str, ...]) -> None:
    assert about("", page).metadata.keywords == keywords
    claimed = about("<meta property=article:tag content=red>", page).metadata.keywords
    assert claimed == ("red", *(name for name in keywords if name != "Red"))


def test_the_tags_of_the_entries_are_not_those_of_the_list() -> None:
    html = f"<title>A red boat</title><h1>A red boat</h1>{TAGS}<p>It has oars."
    assert page_metadata(PageAnalysis(Document("x", html=html)), "list").metadata.keywords == ()


@pytest.mark.parametrize(
    ("trail", "names"),
    [
        ("<nav class=breadcrumb><a href=/>Home</a> / <a href=/boats/>Boats</a> / A red boat</nav>",
         ["Home", "Boats", "A red boat"]),
        ("<ol aria-label=Breadcrumbs><li><a href=/><svg></svg></a><li><a href=/boats/>Boats</a></ol>", ["Boats"]),
        ("<ul><li class=breadcrumb-item><a href=/ aria-label=Home></a><li class=breadcrumb-item><a href=/boats/>Boats"
         "</a><li class=breadcrumb-item>A red boat</ul>", ["Home", "Boats", "A red boat"]),
        ("<div class=breadcrumbs><a href=javascript:history.back()>Back</a> <a href=#>Menu</a> <a href=/>Home</a> » "
         "<span>A red boat (used)</span></div>", ["Home", "A red boat (used)"]),
        ("<div class=breadcrumbs><a href=/>Home</a> <a href=/boats/>Boats</a></div>" * 2, ["Home", "Boats"]),
        ("<p class=breadcrumb><a href=/>Home</a> / <a href=/boats/>Boats</a> / <b>Boats</b></p>", ["Home", "Boats"]),
        ("<div class=breadcrumbs><p><a href=/>Home</a> / <a href=/boats/>Boats</a></p><a href=/?m>Home</a></div>",
         ["Home", "Boats"]),
        ("<p><a href=/>Home</a> / <a href=/boats/>Boats</a></p>", []),
        ("".join(f"<div><p class=breadcrumb><a href=/{n}/>Part {n}</a></p></div>" for n in range(5)), []),  # of results
        ("<div class=breadcrumb>A red boat</div>", []),
    ],
)  # fmt: skip
def test_the_way_to_a_page_is_read_where_the_page_shows_it(trail: str, names: list[str]) -> None:
    found = about("", f"{trail}<h1>A red boat</h1><p>It is for sale at the lock.</p>").metadata.breadcrumbs
    assert [one.name for one in found] == names
    assert about("", "<p class=breadcrumb><a href=/t>&lt;table&gt;</a></p>").metadata.breadcrumbs[0].name == "<table>"
    addresses = {"Home": "https://shop.example/", "Boats": "https://shop.example/boats/"}
    assert [one.url for one in found] == [addresses.get(name, "") for name in names]


def test_the_way_to_a_page() -> None:
    steps = [
        {"@type": "ListItem", "position": 2, "item": {"@id": "/boats/", "name": "Boats &amp; ships"}},
        {"@type": "ListItem", "position": 1, "name": "Home", "item": "https://shop.example/"},
        {"@type": "ListItem", "position": 3, "name": "A red boat"},
    ]
    found = about(ld({"@type": "BreadcrumbList", "itemListElement": steps})).metadata.breadcrumbs
    assert found == (
        Breadcrumb("Home", "https://shop.example/"),
        Breadcrumb("Boats & ships", "https://shop.example/boats/"),
        Breadcrumb("A red boat"),
    )


OFFER = {"@type": "Offer", "price": 1299.5, "priceCurrency": "eur", "availability": "https://schema.org/InStock"}
RATING = {"@type": "AggregateRating", "ratingValue": 4.5, "bestRating": 5, "reviewCount": "12"}
RED_BOAT = {"@type": "Product", "name": "A red boat", "sku": "R1", "brand": {"@type": "Brand", "name": "Hull"}}
EXPECTED = Product(
    name="A red boat", price="1299.5", currency="EUR", availability="InStock", sku="R1", brand="Hull",
    rating_value="4.5", best_rating="5", review_count="12",
)  # fmt: skip


def test_a_product_in_json_ld() -> None:
    head = ld(RED_BOAT | {"offers": {"@id": "#offer"}, "aggregateRating": RATING}) + ld(OFFER | {"@id": "#offer"})
    assert about(head, "<h1>A red boat</h1><p>1.299,50 €").metadata.product == EXPECTED


@pytest.mark.parametrize(
    ("mean", "reviews", "rating"), [("0", 0, ""), ("0.0", None, ""), (0, 3, "0"), ("4,5", None, "4,5")]
)
def test_a_product_that_nobody_rated_has_no_rating(mean: object, reviews: object, rating: str) -> None:
    given = RATING | {"ratingValue": mean, "reviewCount": reviews}
    found = about(ld(RED_BOAT | {"aggregateRating": given}), "<h1>A red boat</h1>").metadata.product
    assert found is not None
    assert found.rating_value == rating


PICTURE = "https://shop.example/red.jpg"


@pytest.mark.parametrize("image", [PICTURE, [PICTURE], {"@type": "ImageObject", "url": PICTURE}])
def test_picture_and_description_of_a_product_are_those_of_the_page(image: object) -> None:
    claimed = ld(RED_BOAT | {"image": image, "description": "It floats."})
    tagged = '<meta property="og:image" content="/og.jpg"><meta name="description" content="It is red.">'
    for head, expected in (
        (claimed, (PICTURE, "It floats.")),
        (tagged + claimed, ("https://shop.example/og.jpg", "It is red.")),
    ):
        found = about(head).metadata
        assert (found.main_image, found.description) == expected
    several = ld(RED_BOAT | {"name": "Nets", "image": image}) + ld(RED_BOAT | {"name": "Oars", "image": image})
    assert about(several).metadata.main_image == ""


@pytest.mark.parametrize(
    ("more", "sku", "rating"),
    [
        ({}, "R1", "4.5"),
        ({"sku": "R1"}, "R1", "4.5"),
        ({"sku": "R2"}, "R1", ""),
        ({"name": "A green boat"}, "R1", ""),
        ({"@type": "ProductGroup"}, "R1", ""),
        ({"name": "Boat, red", "@id": "#boat"}, "R1", "4.5"),
    ],
)
def test_annotations_of_one_product_complete_each_other(more: dict[str, object], sku: str, rating: str) -> None:
    sold = ld(RED_BOAT | {"@id": "#boat"})
    rated = ld({"@type": "Product", "name": "A red boat", "aggregateRating": RATING} | more)
    for head in (sold + rated, rated + sold) if rating else (sold + rated,):
        found = about(head).metadata.product
        assert found
        assert (found.sku, found.brand, found.rating_value) == (sku, "Hull", rating)


def test_a_product_in_microdata() -> None:
    body = """<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">A red boat</h1>
        <meta itemprop="sku" content="R1"><span itemprop="brand">Hull</span>
        <div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><b itemprop="price">1.299,50 €</b>
        <meta itemprop="priceCurrency" content="EUR"><link itemprop="availability" href="http://schema.org/InStock"></div>
        <div itemprop="aggregateRating" itemscope itemtype="https://schema.org/AggregateRating">
        <i itemprop="ratingValue">4.5</i><i itemprop="bestRating">5</i><i itemprop="reviewCount">12</i></div></div>"""
    found = about("", body).metadata.product
    assert found is not None
    assert found.price == "1299.50"
    assert found == Product(**{**{name: getattr(EXPECTED, name) for name in EXPECTED.__slots__}, "price": "1299.50"})


def test_a_page_that_lists_products_is_of_none() -> None:
    many = [{"@type": "Product", "name": f"Boat number {number}", "offers": OFFER} for number in range(4)]
    assert (
        about(ld({"@type": "ItemList", "itemListElement": many}), "<h1>All that floats</h1>").metadata.product is None
    )


@pytest.mark.parametrize(
    ("text", "price"),
    [("$1,299.00", "1299.00"), ("1.299,00 €", "1299.00"), ("1 299", "1299"), ("12,5", "12.5"),
     ("CHF 1'299.50", "1299.50"), ("0.999", "0.999"), ("19.9", "19.9"), ("1,299,000", "1299000"),
     ("free", ""), ("", "")],
)  # fmt: skip
def test_prices(text: str, price: str) -> None:
    amount = read_amount(text)
    assert ("" if amount is None else str(amount)) == price


def kinds(found: PageMetadata) -> list[PageWarning]:
    return list(found.warnings)


def test_claims_that_the_page_does_not_show_are_warnings() -> None:
    article = {"@type": "NewsArticle", "headline": "You will not believe this boat", "author": "Ann Lee"}
    dated = article | {"datePublished": "2025-11-30"}
    found = about(ld(dated), "<h1>A red boat</h1><time datetime=2024-05-04>4 May 2024</time>")
    assert kinds(found) == [
        PageWarning(WarningKind.DISAGREES, name) for name in ("headline", "authors", "date_published")
    ]
    assert found.title == "A red boat"


def test_claims_that_the_page_shows_are_no_matter() -> None:
    article = {
        "@type": "NewsArticle",
        "headline": "A “red” boat",
        "author": "Ann Lee",
        "datePublished": "2024-05-04T23:30:00Z",
    }
    body = "<h1>A red <b>boat</b></h1><p>By <a>Ann Lee</a>, 5 May 2024</p>"
    assert kinds(about(ld(article), body)) == []


def test_a_price_that_is_not_on_the_page_is_a_warning() -> None:
    head = ld(RED_BOAT | {"offers": OFFER})
    assert kinds(about(head, "<h1>A red boat</h1><p>1,299.50</p>")) == []
    parts = "".join(f"<span>{part}</span>" for part in ("1", ".", "299", ",", "50"))
    assert kinds(about(head, f"<h1>A red boat</h1><p>{parts}</p>")) == []
    assert kinds(about(head, "<h1>A red boat</h1><p>999</p>")) == [PageWarning(WarningKind.DISAGREES, "price")]


@given(st.lists(JSON, max_size=3))
def test_any_annotation_is_read_without_an_error(things: list[object]) -> None:
    found = about("".join(map(ld, things)))
    assert found.title == "A red boat"
    document = Document("x", html="<body>" + "".join(map(ld, things)))
    for thing in PageAnalysis.of(document).schema_items:
        assert all(isinstance(name, str) for name in types_of(thing))
        assert all(text == " ".join(text.split()) for value in thing.values() for text in texts_of(value))


def test_references_in_a_circle_end() -> None:
    head = ld(
        [
            {"@type": "Article", "@id": "#a", "author": {"@id": "#b"}},
            {"@type": "Person", "@id": "#b", "author": {"@id": "#a"}},
        ]
    )
    assert about(head).title == "A red boat"


@pytest.mark.parametrize(
    "body",
    [
        "<div itemscope itemprop=author class=author>" * 3000,
        "<time class=date>2024-05-04" * 3000,
        "<p class=byline>By " + "<i></i>!" * 50_000,
        "<h1>" * 3000 + "A red boat",
        "<a rel=author href='/author/x'>By Ann</a>" * 20_000,
        "<script type=application/ld+json>" + "[" * 100_000,
        f'<script type=application/ld+json>{{"@type":"Article","author":"{"a, " * 100_000}"}}</script>',
        "<p>" + "By " * 100_000,
        "<p>" + "2024 " * 100_000,
    ],
)
def test_hostile_pages_have_metadata(body: str) -> None:
    assert isinstance(about("", body + "<p>The tide was low.").metadata, Metadata)


def test_metadata_stands_in_the_row(pages: Path) -> None:
    row = Extractor(render="never").extract(pages / "article-json-ld" / "source.html")
    assert row.to_dict()["metadata"].keys() == Metadata.__dataclass_fields__.keys()
    assert row.title


NAMED: list[dict[str, object]] = [
    {"name": f"A red boat, {size}", "sku": f"R-{size}", "size": size, "color": "red"} for size in "SM"
]
PRICED: list[dict[str, object]] = [
    {"@type": "Offer", "price": 12.5, "priceCurrency": "EUR", "availability": "https://schema.org/InStock"},
    {"@type": "Offer", "price": "14.00", "priceCurrency": "EUR", "availability": "OutOfStock"},
]
BOTH = list(zip(NAMED, PRICED, strict=True))
VARIANTS = (
    Offer("A red boat, S", "S", "red", "R-S", price="12.5", currency="EUR", availability="InStock"),
    Offer("A red boat, M", "M", "red", "R-M", price="14.00", currency="EUR", availability="OutOfStock"),
)


@pytest.mark.parametrize(
    "thing",
    [
        {"@type": "ProductGroup", "hasVariant": [{"@type": "Product", **one, "offers": offer} for one, offer in BOTH]},
        {"@type": "Product", "offers": [{**offer, "itemOffered": one} for one, offer in BOTH]},
        {
            "@type": "Product",
            "offers": {"@type": "AggregateOffer", "offers": [{**one, **offer} for one, offer in BOTH]},
        },
    ],
)
def test_variants_of_a_product(thing: dict[str, object]) -> None:
    found = about(ld({"name": "A red boat", **thing})).metadata.product
    assert found is not None
    assert found.variants == VARIANTS
    assert found.offers == ()


def test_variants_in_the_form_of_woocommerce() -> None:
    given = [
        {
            "attributes": {"attribute_pa_farbe": "rot", "attribute_groesse": size},
            "display_price": 35,
            "sku": f"R-{size}",
            "is_in_stock": size == "S",
            "price_html": "<b>35</b>",
        }
        for size in "SM"
    ]
    form = f"<h1>A red boat</h1><p class=price>35,00 €</p><form data-product_variations='{json.dumps(given)}'></form>"
    body = f"{form}<button>Add to cart</button>"
    html = f"<html lang=de><title>A red boat</title><body>{body}</body></html>"
    found = page_metadata(PageAnalysis(Document("x", html=html)), "product").metadata.product
    assert found is not None
    assert found.variants == tuple(
        Offer(f"rot, {size}", size, "rot", f"R-{size}", price="35", currency="EUR", availability=stock)
        for size, stock in (("S", "InStock"), ("M", "OutOfStock"))
    )


def test_offers_of_several_sellers_and_a_single_one() -> None:
    offers = [
        {"@type": "Offer", "price": price, "priceCurrency": "EUR", "seller": {"@type": "Organization", "name": name}}
        for name, price in (("Hull", "12.00"), ("Keel", "11.50"))
    ]
    several, one = (
        about(ld({"@type": "Product", "name": "A red boat", "offers": some})).metadata.product
        for some in (offers, offers[:1])
    )
    assert several is not None
    assert one is not None
    assert several.offers == tuple(
        Offer(seller=name, price=price, currency="EUR") for name, price in (("Hull", "12.00"), ("Keel", "11.50"))
    )
    assert one.offers == ()
    assert several.variants == ()


@pytest.mark.parametrize(
    ("location", "place"),
    [
        (
            {
                "@type": "Place",
                "name": "Old Harbour",
                "address": {"streetAddress": "Quay 1", "addressLocality": "Leer"},
            },
            "Old Harbour, Quay 1, Leer",
        ),
        ({"@type": "Place", "name": "Old Harbour", "address": "Quay 1, Leer"}, "Old Harbour, Quay 1, Leer"),
        ("Old Harbour", "Old Harbour"),
        (None, ""),
    ],
)
def test_the_event_that_a_page_announces(location: object, place: str) -> None:
    thing = {
        "@type": "MusicEvent",
        "name": "A red boat",
        "startDate": "2026-05-03T19:30:00+02:00",
        "endDate": "2026-05-04",
        "location": location,
    }
    found = about(ld(thing)).metadata.event
    assert found == Event("A red boat", "2026-05-03T19:30:00+02:00", "2026-05-04", place)


def test_a_page_with_several_events_or_about_something_else_announces_none() -> None:
    events = [{"@type": "Event", "name": f"Boat race {number}", "startDate": "2026-05-03"} for number in range(3)]
    assert about(ld(events)).metadata.event is None
    assert about(ld([{"@type": "Article", "headline": "A red boat"}, events[0]])).metadata.event is None
    assert about(ld({"@type": "Event", "name": "A red boat", "startDate": "soon"})).metadata.event is None
    assert (
        about(ld({"@type": "BroadcastEvent", "name": "Live at noon", "startDate": "2026-05-03"})).metadata.event is None
    )


@pytest.mark.parametrize("name", ["A red boat - Shop", "A red boat | Shop", "A red boat"])
def test_the_name_of_a_product_is_without_the_site(name: str) -> None:
    found = about(ld({"@type": "Product", "name": name, "offers": {"price": "12.00"}})).metadata.product
    assert found is not None
    assert found.name == "A red boat"


def test_the_picture_is_the_first_of_open_graph() -> None:
    head = "".join(f"<meta property='og:{name}' content='/{name}.jpg'>" for name in ("image", "image:url"))
    assert about(head).metadata.main_image == "https://shop.example/image.jpg"


@pytest.mark.parametrize("types", ["Product", ["CreativeWork", "Product"], ["Product", "PublicationIssue"]])
@pytest.mark.parametrize("is_referred", [False, True])
@pytest.mark.parametrize("relation", ["isPartOf", "about", "mentions"])
def test_the_newspaper_or_the_subject_is_no_product_of_an_article(
    types: str | list[str], relation: str, *, is_referred: bool
) -> None:
    paper = {"@type": types, "@id": "#paper", "name": "The Tide", "publisher": {"@id": "#house"}}
    article = {"@type": "NewsArticle", "headline": "A red boat", relation: {"@id": "#paper"} if is_referred else paper}
    house = {"@type": "Organization", "@id": "#house", "name": "Tide House"}
    head = f"<script type=application/ld+json>{json.dumps([article, house, *[paper] * is_referred])}</script>"
    assert about(head).metadata.product is None


def test_the_identity_of_a_brand_is_not_its_name() -> None:
    product = {"@type": "Product", "name": "A red boat", "brand": {"@id": "https://shop.example/#brand"}}
    for brand in ("", "Tide & Co"):
        given = product | ({"manufacturer": brand} if brand else {})
        found = about(ld(given)).metadata.product
        assert found is not None
        assert found.brand == brand


def test_what_a_web_page_is_about_may_be_its_product() -> None:
    page = {"@type": "WebPage", "name": "A red boat", "about": {"@type": "Product", "name": "A red boat", "sku": "R1"}}
    found = about(ld(page)).metadata.product
    assert found is not None
    assert found.sku == "R1"


@pytest.mark.parametrize(
    "image",
    [
        "<i itemprop=image itemscope itemtype='https://schema.org/ImageObject'><link itemprop=url href='/a.jpg'></i>",
        '<link itemprop="image" href="/a.jpg">',
        '<img itemprop="image" src="/a.jpg">',
    ],
)
def test_a_picture_in_microdata(image: str) -> None:
    body = f'<div itemscope itemtype="https://schema.org/Article"><h1 itemprop="headline">A red boat</h1>{image}</div>'
    assert about("", body).metadata.main_image == "https://shop.example/a.jpg"


@pytest.mark.parametrize(
    ("own", "authors", "day"),
    [
        ("", (), ""),
        ("<p class=byline>By Ann Lee</p><time datetime=2024-05-03>3 May 2024</time>", ("Ann Lee",), "2024-05-03"),
        ("<p>Written by <a href=/ann>Ann Lee</a></p><p>Published 3 May 2024</p>", ("Ann Lee",), "2024-05-03"),
    ],
)
def test_who_wrote_the_entries_of_a_list_and_when_is_not_said_of_the_list(
    own: str, authors: tuple[str, ...], day: str
) -> None:
    story = (
        "<article><h2><a href=/story-{0}>The story number {0} of the harbour</a></h2><p class=byline>By Bo Ekberg</p>"
        "<time datetime=2024-02-{0}>{0} February 2024</time><p>The tide was low, the boats in the mud.</p></article>"
    )
    entries = "".join(story.format(number) for number in range(10, 22))
    beside = "<div><p class=byline>By Cleo Marsh</p><time datetime=2024-01-09>9 January 2024</time></div>"
    page = f"<title>Stories | Post</title><main><h1>Stories</h1>{own}{entries}{beside}</main>"
    row = Extractor(render="never", page_type="list").extract(Html(page, "https://post.example/stories"))
    assert len(row.records) == 12
    assert (row.metadata.authors, row.metadata.date_published[:10]) == (authors, day)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Boats &amp;amp; locks", "Boats & locks"),
        ("The miller&amp;#039;s boat", "The miller's boat"),
        ("The miller&amp;amp;#039;s boat", "The miller's boat"),
        ("Boats &amp;quot;red&amp;quot;", 'Boats "red"'),
        ("Boats &amp; locks; R&amp;D", "Boats & locks; R&D"),
        ("A &amp;nosuch; boat", "A &nosuch; boat"),
    ],
)
def test_entities_in_meta_elements_may_be_escaped_twice(written: str, read: str) -> None:
    assert about(f'<meta name="description" content="{written}">').metadata.description == read
    assert about(f'<meta property="og:site_name" content="{written}">').metadata.site_name == read


def test_an_author_may_be_escaped_twice() -> None:
    assert about('<meta name="author" content="Ann O&amp;#039;Lee">').metadata.authors == ("Ann O'Lee",)


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("https://shop.example/a/Red Boat at 10.15.jpeg", "https://shop.example/a/Red%20Boat%20at%2010.15.jpeg"),
        ("/a/Red Boat.PNG?w=8", "https://shop.example/a/Red%20Boat.PNG?w=8"),
        ("//cdn.example/red boat.webp", "https://cdn.example/red%20boat.webp"),
        ("https://shop.example/a.jpg?a=1&amp;amp;copy=2", "https://shop.example/a.jpg?a=1&copy=2"),
        ("https://shop.example/a?b=1&copy=2", "https://shop.example/a?b=1&copy=2"),
        ("A red boat on the water.jpg", ""),
        ("/see the boats", ""),
    ],
)
def test_the_address_of_a_picture_may_have_blanks(written: str, address: str) -> None:
    assert about(f'<meta property="og:image" content="{written}">').metadata.main_image == address


BUY = "<button class=add-to-cart>Add to cart</button>"
PRAISE = {"@type": "Review", "author": {"@type": "Person", "name": "Jane Poole"}, "datePublished": "2025-02-03"}


@pytest.mark.parametrize(
    "things",
    [
        {"@type": "Hotel", "name": "Tide House", "review": PRAISE},
        {"@type": "Course", "name": "A red boat", "review": [PRAISE]},
        {"@type": "Recipe", "name": "A red boat", "reviews": [PRAISE, PRAISE]},
        [{"@type": "LocalBusiness", "name": "Tide House"}, PRAISE, {**PRAISE, "datePublished": "2025-02-04"}],
    ],
)
def test_what_a_customer_wrote_of_the_subject_is_not_the_page(things: object) -> None:
    found = about(ld(things)).metadata
    assert (found.authors, found.date_published) == ((), "")


def test_a_review_in_microdata_is_a_page_only_if_it_is_of_nothing_else_there() -> None:
    said = """itemscope itemtype="https://schema.org/Review"><span itemprop="author">Jane Poole</span>
        <meta itemprop="datePublished" content="2025-02-03"><p itemprop="reviewBody">A fine boat.</p></div>"""
    hotel = '<div itemscope itemtype="https://schema.org/Hotel"><b itemprop="name">Tide House</b>'
    for markup, name in ((f'{hotel}<div itemprop="review" {said}</div>', ""), (f"<div {said}", "Jane Poole")):
        found = about("", f"<h1>A red boat</h1>{markup}").metadata
        assert ("".join(found.authors), found.date_published) == (name, "2025-02-03" if name else "")


def test_a_property_of_no_item_is_of_the_page() -> None:
    post = '<article itemprop="blogPost" itemscope itemtype="https://schema.org/BlogPosting">'
    when = '<meta itemprop="datePublished" content="2024-03-02"><meta itemprop="dateModified" content="2024-03-05">'
    replies = '<div itemprop="comment" itemscope><meta itemprop="dateModified" content="2024-04-01">Well said.</div>'
    found = about(
        "", f'{post}<h1 itemprop="headline">A red boat</h1>{when}<p>It is red.</p>{replies}</article>'
    ).metadata
    assert (found.date_published, found.date_modified) == ("2024-03-02", "2024-03-05")


def test_facts_of_a_job() -> None:
    job = {"@type": "JobPosting", "title": "Chef", "datePosted": "2025-09-12", "validThrough": "2025-12-01"}
    said = "<p>We are looking for a <strong>chef</strong>.</p><ul><li>Five years</li></ul>"
    found = about(ld({**job, "description": said})).metadata
    assert (found.date_published, found.description) == ("2025-09-12", "We are looking for a chef. Five years")


@pytest.mark.parametrize(
    ("kind", "listed"),
    [
        ("JobPosting", "<dt>Salary<dd>€48,000 – €56,000<dt>Contract<dd>Permanent"),
        ("Recipe", "<dt>800 g<dd>Potatoes<dt>Costs<dd>€4.50"),
        ("Event", "<dt>Doors<dd>19:00<dt>Entry<dd>€12"),
    ],
)
def test_what_is_no_product_in_the_markup_is_one_only_with_a_button_to_buy_it(kind: str, listed: str) -> None:
    for thing, button, is_sold in (({}, "", True), ({"@type": kind}, "", False), ({"@type": kind}, BUY, True)):
        html = f"<title>A red boat</title>{ld({**thing, 'name': 'A red boat'})}<h1>A red boat</h1>"
        analysis = PageAnalysis(Document("x", html=f"{html}<p>€12 {button}</p><dl>{listed}</dl>"))
        assert (page_metadata(analysis, "product").metadata.product is not None) is is_sold
