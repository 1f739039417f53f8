"""Pages as numbers: what each stands for on small pages, and that no page breaks them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.boxes import Box
from iawce.data.document import Document
from iawce.models.features.geometry import describe_boxes
from iawce.models.features.html_features import describe_html, html_feature_names, html_features
from iawce.models.page_type.classification import flags_of

LIST = "<title>News</title><body><nav><a href=/>Home</a></nav>" + "".join(
    f"<div class='post card'><h2><a href=/p/{n}>The title of post {n}</a></h2><img src=x><p>Twelve or more words of an "
    f"excerpt that says what post number {n} is about, on 3 May 2024, for 9 €.</p></div>"
    for n in range(5)
)


def numbers(html: str) -> dict[str, float]:
    return describe_html(Document("", html=html))


def test_a_list_is_seen_as_one() -> None:
    seen = numbers(LIST)
    assert seen["linked_share_h2"] == 1
    assert seen["class_card"] == seen["class_post"] == pytest.approx(np.log1p(5))
    assert 0 < seen["in_nav"] < 0.05
    assert seen["title_archive"] == 1


def test_the_labels_own_sources_are_not_looked_at() -> None:
    plain = numbers("<body><p>text</p>")
    changed = numbers(
        "<html class='single'><head><meta property='og:type' content='article'></head>"
        "<body class='single post archive'><p>text</p>"
    )
    assert {name for name in plain if plain[name] != changed[name]} == set()


def test_schema_types_come_from_json_and_microdata() -> None:
    seen = numbers(
        '<body itemscope itemtype="https://schema.org/Product"><p>x<script type="application/ld+json">'
        '{"@type": "Product", "offers": {"@type":["Offer"]}}</script>'
    )
    assert (seen["schema_Product"], seen["schema_Offer"]) == pytest.approx((np.log1p(2), np.log1p(1)))


markup = st.recursive(
    st.sampled_from(
        ["word", "<a href=x>link</a>", "<img>", "<p>", "</div>", "<!-- c -->", "&amp;", "", "<td>", "文字"]
    ),
    lambda inner: st.builds(
        lambda tag, parts: f"<{tag}>{''.join(parts)}</{tag}>",
        st.sampled_from(["div", "li", "table", "h1", "script", "svg"]),
        st.lists(inner, max_size=4),
    ),
    max_leaves=20,
)


@given(markup)
def test_any_markup_gives_all_numbers(html: str) -> None:
    vector = html_features(Document("", html="<body>x" + html))
    assert vector.shape == (len(html_feature_names()),)
    assert np.isfinite(vector).all()


boxes = st.lists(
    st.builds(
        Box, st.sampled_from("tivcb"), st.integers(0, 50), st.integers(-500, 2000), st.integers(-500, 9000),
        st.integers(1, 1500), st.integers(1, 900), st.integers(0, 9), st.integers(0, 900), st.integers(6, 60),
        st.just(400), st.integers(0, 1), st.integers(0, 6),
    ),
    max_size=30,
)  # fmt: skip


@given(boxes)
def test_any_layout_gives_all_numbers(rows: list[Box]) -> None:
    found = describe_boxes(rows)
    assert found.keys() == describe_boxes(()).keys()
    assert np.isfinite(list(found.values())).all()


def test_a_layout_in_numbers() -> None:
    rows = [Box("t", i, 100, 300 + 200 * i, 400, 30, 1, 40, 24, 700, 1, 2) for i in range(6)]
    seen = describe_boxes([*rows, Box("t", 9, 100, 40, 900, 90, 4, 600, 16, 400, 0, 0)])
    assert (seen["links"], seen["linked_headings"], seen["styled_links"], seen["gap"]) == (6, 6, 6, 200)
    assert seen["gap_spread"] == 0
    assert seen["largest_is_link"] == 1
    assert seen["longest"] == 600


@pytest.mark.parametrize(
    "hostile",
    [
        "1" * 3_000_000,
        "jan" * 1_000_000,
        "$ " * 1_000_000,
        '<script type="application/ld+json">"@type":' + " " * 3_000_000 + "</script>",
        "<div class='" + "a " * 1_000_000 + "'>x</div>",
        "<div>" * 500_000 + "deep",
        "<a href=x>" * 200_000 + "unclosed",
        "404 " + "not " * 300,
    ],
    ids=["digits", "months", "prices", "schema", "classes", "depth", "links", "error"],
)
def test_no_page_takes_for_ever_to_count(hostile: str) -> None:
    """Pages so large that only work in proportion to their size ever ends."""
    document = Document("", html="<body>" + hostile)
    assert np.isfinite(html_features(document)).all()
    flags_of((), document.body.lower_text)
