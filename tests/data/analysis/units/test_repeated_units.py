"""What repeats on a page, and where each unit begins and ends."""

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.units.repeated_units import RepeatedUnits
from iawce.data.document import Document

CARD = "<div class=card><h3>{0}</h3><p>text of {0}</p></div>"


def found(html: str) -> list[list[str]]:
    """Texts of the units of each region."""
    index = (document := Document("", html=f"<body>{html}")).index
    regions = RepeatedUnits.of(document.body).regions
    return [["+".join(index.text_of(node) for node in unit) for unit in region.units] for region in regions]


def texts(html: str, kind: str) -> list[list[str]]:
    """Texts of the elements of each group of a page."""
    analysis = PageAnalysis(Document("", url="http://page.example/", html=f"<body>{html}"))
    groups = analysis.annotated_units if kind == "annotated" else getattr(analysis.units, kind)
    return [[analysis.index.text_of(element) for element in group] for group in groups]


@pytest.mark.parametrize(
    ("html", "units"),
    [
        ("<ul><li>a</li><li>b</li><li>c</li></ul>", ["a", "b", "c"]),
        ("<dl><dt>a</dt><dd>1</dd><dt>b</dt><dd>2</dd><dd>3</dd></dl>", ["a+1", "b+2+3"]),
        ("<div><h2>a</h2><p>1</p><hr><h2>b</h2><p>2</p><hr><h2>c</h2><p>3</p></div>", ["a+1", "b+2", "c+3"]),
        (
            "".join(f"<div>{''.join(map(CARD.format, row))}</div>" for row in ("abc", "de")),
            [f"{name}text of {name}" for name in "abcde"],
        ),
        ("<div class=post><h3>a</h3><img src=a.png><p>one</p></div><div class=post><h3>b</h3></div>", ["aone", "b"]),
    ],
    ids=["siblings", "several siblings", "separated", "rows", "optional parts"],
)
def test_units_begin_and_end_where_the_page_repeats_itself(html: str, units: list[str]) -> None:
    assert units in found(html)


AD = "<div class=ad><a href=/ad><img src=ad.png></a></div>"


@pytest.mark.parametrize(
    "rows", [("ab*c", "def", "gh"), ("abc", "d*ef", "gh"), ("abc", "def", "gh*"), ("ab", "cd", "*efgh")]
)
def test_an_advert_in_a_row_of_records_is_left_out(rows: tuple[str, ...]) -> None:
    parts = (f"<div>{''.join(AD if one == '*' else CARD.format(one) for one in row)}</div>" for row in rows)
    assert [f"{name}text of {name}" for name in "abcdefgh"] in found("".join(parts))


def test_parts_of_records_are_no_records_in_rows() -> None:
    """An advert in each row makes it a record of its own."""
    parts = (f"<div>{AD}{''.join(map(CARD.format, row))}</div>" for row in ("abc", "def", "ghi"))
    assert [f"{name}text of {name}" for name in "abcdefghi"] not in found("".join(parts))


def test_lists_with_few_entries_alike_around_one_are_no_rows_of_it() -> None:
    entry, more = (
        "<li><a href=/{0}>about {0}</a><i>by {0}</i></li>",
        "<li><b>All</b><i>of them</i></li><li>Sorted by day</li>",
    )
    around = f"<ul><li><a href=/all>[ thread ]</a><i>all</i></li>{more}</ul>"
    names = [f"n{number}" for number in range(20)]
    units = found(f"{around}<ul>{''.join(map(entry.format, names))}</ul>{around}")
    assert [f"about {name}by {name}" for name in names] in units


def test_a_unit_may_hold_a_region_of_its_own() -> None:
    inner = "<div class=year><h2>{0}</h2><ul><li><a>x{0}</a></li><li><a>y{0}</a></li></ul></div>"
    regions = found("".join(map(inner.format, "12")))
    assert regions == [["1x1y1", "2x2y2"], ["x1", "y1"], ["x2", "y2"]]


def test_similar_empty_elements_are_no_units() -> None:
    assert found("<div><p>a</p><p></p><p><br></p></div><table></table>") == []


def test_likeness_distinguishes_equal_units_from_similar_ones() -> None:
    document = Document("", html="<body><p>a</p><p>b</p><div><section><b>a</b></section><section>b</section></div>")
    equal, similar = sorted(RepeatedUnits.of(document.body).regions, key=lambda region: -region.likeness)
    assert equal.likeness == 1 > similar.likeness
    assert [document.index.tags[unit[0]] for unit in equal.units] == ["p", "p"]


def test_wide_and_deep_pages_are_searched() -> None:
    wide = "".join(f"<p class=k{number}>{number}</p>" for number in range(5_000))
    assert len(found(wide)[0]) == 5_000
    assert found("<div>" * 200 + "<p>a</p><p>b</p>") == [["a", "b"]]


def test_elements_of_one_name_at_one_depth_are_one_group() -> None:
    item = "<p class='item odd'>{0}</p>"
    html = f"<div>{item.format(1)}</div><div>{item.format(2)}<i class=item>3</i></div>{item.format(4)}"
    assert texts(html, "equally_named") == [["1", "23"], ["1", "2"]]


def test_things_of_one_type_are_units_by_microdata_and_by_links_to_those_of_json_ld() -> None:
    item = "<div itemscope itemtype='http://schema.org/Product'>{0}</div>"
    listed = '{"@type": "ItemList", "itemListElement": [{"url": "/a"}, {"url": "http://page.example/b"}]}'
    links = "<a href=b>B</a> <a href=/a>A</a> <a href=c>C</a>"
    html = f"{item.format(1)}{item.format(2)}{links}<script type=application/ld+json>{listed}</script>"
    assert texts(html, "annotated") == [["1", "2"], ["B", "A"]]
