"""Lines of articles that rules keep or leave out beside the block model: announcements, headings, formulas."""

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.dom.texts import Texts
from iawce.extract.content.segmentation import SegmentationSettings, extract_segmentation

STORY = "".join(
    f"<p>The boat that {name} built in the winter of the great frost crossed the sound for sixty years, in all"
    " weathers, and nobody was ever lost from it.</p>"
    for name in ("Ann", "Bert", "Cleo")
)
ENTRIES = ("The harbour is rebuilt after the storm", "A library that opens on Sundays", "Who bakes the best bread")


def say_article(html: str, *left_out: str, page_type: str = "article") -> str:
    """The text of an article on example.org in which the model chooses all blocks but those that begin like these."""
    analysis = PageAnalysis.of(Document("x", url="https://www.example.org/news/boat", html=html))
    chosen = tuple(float(not text.startswith(left_out)) if left_out else 1.0 for text in analysis.blocks.texts)
    content = extract_segmentation(analysis, SegmentationSettings(page_type=page_type, probabilities=chosen))
    return " ".join(" ".join(map(Texts(content.subset).lines, content.elements)).split())


def links(shape: str, address: str = "/news/{}") -> str:
    """Links to three pages, each in this shape."""
    return "".join(
        shape.format(f"<a href='{address.format(number)}'>{name}</a>") for number, name in enumerate(ENTRIES)
    )


ANNOUNCED = [
    f"<p><strong>Related articles</strong></p>{links('<p>{}</p>')}",
    f"<div class=x1><h3>You might also like</h3><ul>{links('<li>{}</li>')}</ul></div>",
    f"<p>Lesen Sie auch:</p>{links('<p>{}</p>', 'https://example.org/{}')}",
    f"<h2>関連記事</h2><ul>{links('<li>{}</li>')}</ul>",
    f"<h4>Xem thêm</h4>{links('<div class=q><h4>{}</h4><p>In the north of the town.</p></div>')}",
]


@pytest.mark.parametrize("announced", ANNOUNCED)
@pytest.mark.parametrize("end", ["", "<p>Yours, the editors</p>"])
def test_links_to_other_pages_at_the_end_of_an_article_are_no_content(announced: str, end: str) -> None:
    assert say_article(f"<main>{STORY}{announced}{end}</main>") == say_article(f"<main>{STORY}{end}</main>")


@pytest.mark.parametrize("announced", ANNOUNCED[:4])
def test_a_line_that_announces_nothing_is_no_content(announced: str) -> None:
    for html in (f"{STORY}{announced}", f"{announced}{STORY}", f"{STORY}{announced}{STORY}"):
        assert say_article(f"<main>{html}</main>", *ENTRIES) == say_article(
            f"<main>{html.replace(announced, '')}</main>"
        )
    alone = f"<div><p class=head>関連記事</p><a href=/news/4>{ENTRIES[0]}</a></div>"
    assert "関連記事" not in say_article(f"<main>{STORY}{alone}{STORY}</main>", *ENTRIES)


@pytest.mark.parametrize(
    "part",
    [
        f"<h3>Sources</h3><ul>{links('<li>{}</li>')}</ul>",
        f"<h3>Additional resources</h3><ul>{links('<li>{}</li>', 'https://archive.example/{}')}</ul>",
        f"<h3>More resources</h3><p>These three we read.</p><ul>{links('<li>{}</li>')}</ul>",
        f"<h3>What’s new</h3>{STORY.replace('sixty', 'ninety')}",
    ],
)
def test_sources_at_the_end_of_an_article_are_content(part: str) -> None:
    text = say_article(f"<main>{STORY}{part}</main>")
    assert all(line in text for line in Texts(Document("", html=part).index.without()).lines(0).split("\n"))


def test_links_between_paragraphs_are_content() -> None:
    text = say_article(f"<main>{STORY}{ANNOUNCED[0]}{STORY.replace('sixty', 'ninety')}</main>")
    assert all(entry in text for entry in ("Related articles", *ENTRIES))


@pytest.mark.parametrize("tex", ["\\[ E = mc^2 \\]", "$$x^2$$", "<span>\\[</span>x^2\\]"])
def test_a_formula_between_paragraphs_is_content(tex: str) -> None:
    html = f"<main>{STORY}<div class=arithmatex>{tex}</div>{STORY.replace('sixty', 'ninety')}</main>"
    assert say_article(html, "\\[", "$$") == say_article(html)


TO_ONE = f"<a href='/news/4'>{ENTRIES[0]}</a>"


@pytest.mark.parametrize(
    "line",
    [
        f"<p>Zobacz też: {TO_ONE}</p>",
        f"<p>相关阅读：{TO_ONE}</p>",
        f"<p>Baca Juga » {TO_ONE}</p>",
        f"<p>اقرأ أيضًا: {TO_ONE}</p>",
        f"<p><strong><a href=/news/4>Lue lisää: {ENTRIES[0]}</a></strong></p>",
        f"<p><b>関連記事</b></p><p>{TO_ONE}</p>",
        f"<div><span>LEIA TAMBÉM →</span> {TO_ONE}</div>",
    ],
)
def test_a_line_that_announces_one_page_is_no_content(line: str) -> None:
    more = STORY.replace("sixty", "ninety")
    assert say_article(f"<main>{STORY}{line}{more}</main>") == say_article(f"<main>{STORY}{more}</main>")


@pytest.mark.parametrize(
    "line",
    [
        f"<p>Source: {TO_ONE}</p>",
        f"<p>Next: {TO_ONE}</p>",
        f"<p>See also {TO_ONE}.</p>",
        f"<p>See also {TO_ONE}</p>",
        f"<ul><li>Latest: {TO_ONE}</ul>",
        f"<dl><dt>See also<dd>{TO_ONE}</dl>",
        f"<table><tr><th>Related<td>{TO_ONE}</table>",
        f"<h3>Most popular</h3><p>{TO_ONE}</p>",
        f"<p>See also</p><p>{TO_ONE.replace('/news/4', '#harbour')}</p>",
        f"<p>Lue lisää</p><p><a href=https://archive.example/4>{ENTRIES[0]}</a></p>",
    ],
)
def test_a_link_that_is_not_announced_is_content(line: str) -> None:
    assert ENTRIES[0] in say_article(f"<main>{STORY}{line}{STORY.replace('sixty', 'ninety')}</main>")


def test_links_that_are_most_of_a_page_are_content() -> None:
    assert ENTRIES[0] in say_article(f"<main><p>We keep a list.</p>{ANNOUNCED[1]}</main>")


HEADED = "<p>First crossing: 1911</p><p>Length: 14 metres</p>"


@pytest.mark.parametrize(
    "part",
    [
        f"<h3>The boat in figures</h3>{HEADED}",
        f"<div class=x1><h3>The boat in figures</h3>{HEADED}</div>",
        f"<div><div><h2>The boat in figures</h2><h3>So far</h3>{HEADED}</div></div>",
        f"<div><h4>The boat in figures</h4><ul>{HEADED.replace('p>', 'li>')}</ul></div>",
    ],
)
def test_a_heading_stands_above_what_it_heads(part: str) -> None:
    html = f"<main>{STORY}{part}</main>"
    assert say_article(html, "The boat in", "So far") == say_article(html)


@pytest.mark.parametrize(
    "part",
    [
        f"<div><h3>The boat in figures</h3></div>{HEADED}",  # of another part
        f"<h3><a href=/boats>The boat in figures</a></h3>{HEADED}",  # a link to another page
        f"<p>Subscribe now</p><h3>The boat in figures</h3>{HEADED}",  # not right behind the text
        "<h3>The boat in figures</h3><p>Subscribe now</p>",
        f"<h1>The boat in figures</h1>{HEADED}",  # the title of the page
        f"<h3>The boat in figures {'and in words ' * 4}</h3>{HEADED}",
    ],
)
def test_a_heading_beside_what_is_left_out_is_left_out(part: str) -> None:
    assert "figures" not in say_article(f"<main>{STORY}{part}</main>", "The boat in", "Subscribe")


@pytest.mark.parametrize(
    ("contents", "is_filled"),
    [
        ("<div class=widget-toc><div><h4>Contents</h4></div><div class=body><div class=spin></div></div></div>", False),
        ("<nav id=table-of-contents><p>Contents<div></div></nav>", False),
        ("<div class=toc><h4>Contents</h4><ul><li><a href=#a>The winter of the frost</a></ul></div>", True),
        ("<div class='box not-in-toc'><h2>Contents</h2></div><div></div>", True),
        ("<div class=tocsin><h2>Contents</h2><div></div></div>", True),
        ("<h2 class=toc-heading><span>Contents of the hold</span><div></div></h2>", True),
        (
            "<section class=toc><h2>Contents</h2><figure><img src=/hold.jpg width=900 height=600></figure></section>",
            True,
        ),
        ("<section class=toc><p>Contents, as the harbour listed them</p><div></div></section>", True),
    ],
)
def test_a_table_of_contents_that_a_script_fills_has_no_heading(contents: str, is_filled: bool) -> None:
    assert ("Contents" in say_article(f"<h1>A boat</h1>{contents}{STORY}")) == is_filled


@pytest.mark.parametrize(
    ("above", "is_said"),
    [
        ("<h2>Thursday, September 18, 2014</h2><h3>A boat</h3>", False),
        ("<h2><span>quinta-feira, 18 de setembro de 2014</span></h2><h3>A boat</h3>", False),
        ("<h2>The frost of September 18, 2014</h2><h3>A boat</h3>", True),
        ("<h2>September 18, 2014</h2><p>A boat</p>", True),
        ("<h1>September 18, 2014</h1><h2>A boat</h2>", True),
        ("<h2>A boat</h2><h3>September 18, 2014</h3><h4>A storm</h4>", True),
        (f"<h2>September 18, 2014</h2><h3>A boat</h3>{STORY}<h2>April 1, 2013</h2><h3>A storm</h3>", True),
    ],
)
def test_the_day_of_an_entry_is_no_heading_above_its_title(above: str, is_said: bool) -> None:
    text = say_article(f"<main>{above}{STORY}</main>")
    assert "A boat" in text
    assert ("2014" in text) == is_said
