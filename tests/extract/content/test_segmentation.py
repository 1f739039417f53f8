"""Main content by the block model."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.dom.texts import Blocks, Texts
from iawce.data.dom.words import split_words
from iawce.data.errors import UsageError, WarningKind
from iawce.extract import Extractor
from iawce.extract.content.content import Content, keep_blocks
from iawce.extract.content.segmentation import SegmentationSettings, content_elements, extract_segmentation
from iawce.extract.output.html import clean_html
from iawce.extract.output.markdown.to_markdown import to_markdown
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.models.blocks.candidates import Favor
from iawce.models.blocks.page_blocks import PageBlocks

TAGS = st.sampled_from(["p", "div", "span", "a", "li", "ul", "pre", "section", "br", "h2"])
TREE = st.recursive(
    st.sampled_from(
        [
            "one two",
            "three",
            "four five six",
            " ",
            "<img src=a.png>",
            "<table><tr><td>five</td><td>six</td></tr></table>",
        ]
    ),
    lambda inner: st.tuples(TAGS, st.lists(inner, max_size=4)).map(lambda it: f"<{it[0]}>{''.join(it[1])}</{it[0]}>"),
    max_leaves=25,
)


def choose(html: str, chosen: list[int]) -> tuple[Blocks, Content]:
    document = Document("x", html=html)
    blocks = Blocks(document.index.without(("head",)))
    kept = np.zeros(len(blocks), bool)
    kept[[number for number in chosen if number < len(blocks)]] = True
    subset = keep_blocks(blocks, kept)
    return blocks, Content(content_elements(PageBlocks(blocks), subset), subset)


@pytest.mark.parametrize(
    ("listing", "line"),
    [
        ("<code>    <b>def</b> f():\n        pass</code>", "    def f():"),
        ("<i></i><i>    </i><i>a</i>: 1", "    a: 1"),
        (" let a\n<b>-let b</b>", " let a"),
        ("<code> <i></i> <b>let</b> a\n<b>-let b</b></code>", "  let a"),
        ("\n\n  <b>+---+</b>\n  +---+", "  +---+"),
        ("<div>  <b>a</b></div><div>b</div>", "  a"),
        ("<b>a</b>\n  b", "a"),
        ("\n<b>a</b>\n  b", "a"),
    ],
)
def test_the_first_line_of_a_listing_keeps_its_indentation(listing: str, line: str) -> None:
    _, content = choose(f"<body><p>  <b>one</b> two</p><pre>{listing}</pre><p> <b>left</b> out</p></body>", [0, 1])
    text = "\n".join(Texts(content.subset).lines(number) for number in content.elements)
    assert list(filter(None, text.split("\n")))[:2] == ["one two", line]
    assert f"```\n{line}\n" in to_markdown(clean_html(content, "http://a.invalid/"))
    _, content = choose(f"<body><p>one two</p><pre>{listing}</pre></body>", [0])
    assert [Texts(content.subset).lines(number) for number in content.elements] == ["one two"]


@settings(deadline=None)
@given(TREE, st.lists(st.integers(0, 12), min_size=1))
@example("<pre><table><tr><td>five</td><td>six</td></tr></table></pre>", [1, 2])
@example("<p><span><table><tr><td>five</td></tr></table>one two</span>one two</p>", [1, 2])
def test_chosen_text_is_printed_once_and_nothing_else(markup: str, chosen: list[int]) -> None:
    blocks, content = choose(f"<body><p>first</p>{markup}</body>", chosen)
    numbers = sorted({number for number in chosen if number < len(blocks)})
    wanted = [word for number in numbers for word in split_words(blocks.texts[number])]
    printed = [word for number in content.elements for word in split_words(Texts(content.subset).lines(number))]
    assert printed == wanted
    html = clean_html(content, "http://a.invalid/")
    shown = Document("y", html=f"<body>{html}</body>").body.text[0]
    assert "".join(shown.split()) == "".join("".join(blocks.texts[number].split()) for number in numbers)


def test_a_container_most_of_which_is_chosen_is_printed_as_a_whole_with_its_pictures() -> None:
    words = "many words that stand here for a paragraph of some length"
    html = f"<nav>menu</nav><main><p>{words}</p><figure><img src=/a.png></figure><p>{words}</p><p>share</p></main>"
    blocks, content = choose(html, [1, 2])
    assert blocks.texts == ["menu", words, words, "share"]
    assert [blocks.subset.index.tags[number] for number in content.elements] == ["main"]
    printed = clean_html(content, "http://a.invalid/")
    assert 'src="http://a.invalid/a.png"' in printed
    assert "share" not in printed


def test_a_list_of_entries_gives_each_entry_by_itself() -> None:
    entries = "".join(
        f"<div class=card><h3>Entry {n}</h3><p>What the entry {n} says of itself</p></div>" for n in range(4)
    )
    _, content = choose(f"<body><div id=outer><div id=list>{entries}</div></div></body>", list(range(8)))
    assert len(content.elements) == 4


@pytest.mark.parametrize("case", ["article-news", "list-blog", "article-code"])
def test_favoring_recall_keeps_no_less_text(case: str, pages: Path) -> None:
    def words(favor: Favor) -> int:
        extractor = Extractor(render="never", settings=ExtractSettings(favor=favor))
        return len(split_words(extractor.extract(pages / case / "source.html").text))

    assert words("precision") <= words("balanced") <= words("recall")


def test_all_text_of_a_short_page_is_content_where_the_model_chooses_none(monkeypatch: pytest.MonkeyPatch) -> None:
    document = Document("x", html="<body><h1>Title</h1><p>A few words of content.</p></body>")
    monkeypatch.setattr("iawce.models.blocks.candidates.MIN_VALUE", 2.0)
    assert extract_segmentation(PageAnalysis(document), SegmentationSettings()).elements == ()
    row = Extractor(render="never", page_type="article").extract(document)
    assert (row.status, row.method) == ("success", "paragraphs")
    assert "A few words" in row.text


def test_a_dialog_that_a_reader_has_to_open_is_no_content() -> None:
    said = "".join(
        f"<p>Stone number {n} of the old wall lies in the garden, and nobody moves it.</p>" for n in range(6)
    )
    sizes = "<p>Measure the length of your wall from one end to the other, and take the lower of two heights.</p>" * 2
    html = f"<title>Walls</title><body><main><h1>Walls</h1>{said}<div class='modal fade' aria-hidden=true>{sizes}</div>"
    text = Extractor(render="never", page_type="article").extract(Document("", html=html)).text
    assert "Stone number 5" in text
    assert "Measure" not in text


@pytest.mark.parametrize("name", ["class='cmplz-cookiebanner banner-1'", "id=GdprSettings", "class=CookieConsent"])
@pytest.mark.parametrize("said", ["", "<p>The wall is old.</p>", "<p>Nobody moves the stones of the old wall.</p>" * 4])
def test_a_dialog_that_asks_for_consent_is_never_content(name: str, said: str) -> None:
    """Even if it has more words than all of the page."""
    purpose = (
        "<p>The storage is strictly necessary for the purpose of enabling a service that the reader asked for.</p>"
    )
    dialog = f"<div {name} role=dialog><p>We use cookies.</p>{purpose * 6}<button>Accept all</button></div>"
    page = Document("", html=f"<title>Walls</title><body><main><h1>Walls</h1>{said}</main>{dialog}")
    text = Extractor(render="never", page_type="article").extract(page).text
    assert "storage" not in text
    assert ("stones" in text) == ("stones" in said)


STONES = "The stones of the old wall lie in the garden, and nobody moves them to another place."
LETTERS = "<div><h4>Letters</h4><p>All about walls</p><form><input type=email><button>Send</button></form></div>"


def chosen_text(html: str, page_type: str) -> str:
    """The text of a page all of whose blocks are likely."""
    analysis = PageAnalysis(Document("", html=f"<body>{html}"))
    likely = SegmentationSettings(page_type=page_type, probabilities=(0.9,) * len(analysis.blocks))
    content = extract_segmentation(analysis, likely)
    return " ".join(Texts(content.subset).line(number) for number in content.elements)


WAY = "<a href=/>Home</a> » <a href=/walls>Walls</a> » The old wall"


@pytest.mark.parametrize(
    ("trail", "is_shown"),
    [
        (f"<p class=breadcrumbs>{WAY}</p>", False),
        (f"<p id=breadcrumbs><span>{WAY}</span></p>", False),
        (f"<div class=page-breadcrumb>{WAY}</div>", False),
        (f"<nav aria-label=Breadcrumb>{WAY}</nav>", False),
        (f"<div class=breadcrumb-wide>{WAY}</div><div class=breadcrumb-narrow>{WAY}</div>", False),
        (f"<p>{WAY}</p>", True),
        ("<header class=has-breadcrumb><h2>Home »</h2><p>All about <a href=/w>walls</a></p></header>", True),
        ("<p class=breadcrumb-note>Home » is what a trail says</p>", True),
        ("".join(f"<div><p class=breadcrumb>{WAY}</p><p>{n} walls</p></div>" for n in range(5)), True),  # of results
    ],
)  # fmt: skip
@pytest.mark.parametrize("page_type", ["article", "product"])
def test_the_way_from_the_home_page_is_no_text(trail: str, is_shown: bool, page_type: str) -> None:
    for page in (f"<h1>The old wall</h1>{trail}<p>{STONES}</p>", f"{trail}<h1>The old wall</h1><p>{STONES * 3}</p>"):
        text = chosen_text(page, page_type)
        assert STONES in text
        assert ("Home »" in text) == is_shown


@pytest.mark.parametrize(
    ("line", "is_shown"),
    [
        ("<p>Last updated: 12 May 2025, 10:02</p>", False),
        ("<p><a href=/author/7>Ilse Bakker</a> | Published: 03.05.25 | 4 comments</p>", False),
        ("<p>최종 수정 2025. 5. 12. 10:02 댓글 15</p>", False),
        ("<p>The new plan of the town was published on 3 May 2025</p>", True),
        ("<p>Doors open: 12 May 2025, 19:00</p>", True),
        ("<ul><li>Published: 12 May 2025</ul>", True),
    ],
)
@pytest.mark.parametrize("lead", ["", "<p>{}</p>"])
def test_a_line_that_says_when_the_page_was_published_is_no_text(line: str, is_shown: bool, lead: str) -> None:
    html = f"<h1>The wall is mended</h1>{lead.format(2 * STONES)}{line}" + f"<p>{2 * STONES}</p>" * 3
    assert ("25" in chosen_text(html, "article")) == is_shown


@pytest.mark.parametrize("asking", [LETTERS, "<div class='cookie' role=dialog><p>Letters are kept</p></div>"])
@pytest.mark.parametrize(
    "part",
    [
        "<dl><dt>Elm</dt><dd>{0}</dd><dt>Oak</dt><dd>{0}{1}</dd></dl>",
        "<blockquote>{0}{1}</blockquote>",
        "<div class='admonition note'><p class=admonition-title>Note</p>{0}{0}{0}{0}{1}</div>",
        "<p>{0}</p><figure><blockquote>{0}</blockquote>{1}</figure>",
    ],
)
def test_what_a_rule_has_left_out_is_no_rest_of_the_part_around(part: str, asking: str) -> None:
    around = f"<p>{STONES}</p>" * 4
    text = chosen_text(around + part.format(f"<p>{STONES}</p>", asking) + around, "article")
    assert "Letters" not in text
    assert text.count(STONES) >= 9


@pytest.mark.parametrize(
    "box",
    [LETTERS, "<div class='social-share'>Letters</div>", "<p class=ad>Letters</p>", LETTERS.replace("div", "section")],
)
def test_boxes_that_ask_for_something_are_no_entries_of_a_list(box: str) -> None:
    entries = [f"<div><h2><a href=/{n}>Wall {n}</a></h2><p>{STONES}</p>{box * (n % 2)}</div>" for n in range(8)]
    text = chosen_text("".join(entries), "list")
    assert "Letters" not in text
    assert [f"Wall {n}" in text for n in range(8)] == [True] * 8
    letters = "".join(f"<div class=newsletter><h2><a href=/{n}>Letters {n}</a></h2>{STONES}</div>" for n in range(8))
    assert "Letters 7" in chosen_text(letters, "list")


@pytest.mark.parametrize("page_type", ["article", "thread"])
@pytest.mark.parametrize("shown", ["<p>{}</p>", "<ol><li><div>{}</div></li></ol>", "<pre>{}</pre>"])
def test_a_text_to_copy_is_printed_once(page_type: str, shown: str) -> None:
    said = [f"Stone number {n} of the old wall lies in the garden, and nobody moves it to its place." for n in range(9)]
    copied = "".join(f"&lt;p class=x&gt;{each}&lt;/p&gt;\n" for each in said)
    html = "<title>Walls</title><body><h1>Walls</h1>" + "".join(shown.format(each) for each in said)
    extractor = Extractor(render="never", page_type=page_type)
    text = extractor.extract(Document("", html=f"{html}<h2>Republish</h2><textarea rows=9>{copied}</textarea>")).text
    assert [text.count(each) for each in said] == [1] * len(said)
    alone = Document("", html=f"<title>Paste</title><body><textarea>{' '.join(said)}</textarea>")
    assert said[3] in extractor.extract(alone).text


def test_a_page_with_a_paragraph_is_not_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("iawce.models.blocks.candidates.MIN_VALUE", 2.0)
    prose = "The office is closed until May, since the boiler has burst and the archive has to be dried. " * 5
    row = Extractor(render="never", page_type="article").extract(Document("x", html=f"<body><p>{prose}"))
    assert (row.status, row.method) == ("success", "paragraphs")
    assert float(row.scores["confidence"]) < 0.1


def test_a_page_without_content_keeps_its_title_and_metadata(monkeypatch: pytest.MonkeyPatch) -> None:
    menu = "".join(f"<li><a href=/{number}>Entry {number} of the menu</a>" for number in range(30))
    html = f"<html lang=en><title>Entries of the menu</title><body><nav><ul>{menu}</ul></nav>"
    monkeypatch.setattr("iawce.models.blocks.candidates.MIN_VALUE", 2.0)
    row = Extractor(render="never").extract(Document("x", url="https://a.example/", status=200, html=html))
    assert (row.reason, row.title) == ("empty/no_main_content", "Entries of the menu")
    assert (row.metadata.in_language, row.final_url, row.http_status) == ("en", "https://a.example/", 200)
    assert row.type
    assert row.probabilities


@pytest.mark.parametrize("favor", ["precision", "recall"])
def test_favoring_precision_or_recall_keeps_the_settings_of_the_page_type(favor: Favor) -> None:
    chosen = ExtractSettings(favor=favor).choose("article")[2]
    assert isinstance(chosen, SegmentationSettings)
    assert (chosen.favor, chosen.page_type) == (favor, "article")


def test_names_of_methods_that_are_none() -> None:
    assert ExtractSettings(method="auto") == ExtractSettings()
    assert (
        ExtractSettings(method="paper")
        == ExtractSettings(mode="paper")
        == ExtractSettings(method="rules", mode="paper")
    )
    with pytest.raises(UsageError, match=r"'magic'; known are auto, rules, paper, segmentation, article, .*, density"):
        ExtractSettings(method="magic")
    with pytest.raises(UsageError, match="cannot favor precision"):
        ExtractSettings(method="article", favor="recall")
    with pytest.raises(UsageError, match="cannot be 'much'"):
        ExtractSettings(favor="much")  # type: ignore[arg-type]


def test_a_row_says_how_much_may_be_expected_of_it(pages: Path) -> None:
    row = Extractor(render="never").extract(pages / "article-news" / "source.html")
    assert row.method == "segmentation"
    assert 0.8 < float(row.scores["confidence"]) <= 1
    assert int(row.scores["kept"]) < int(row.scores["blocks"])


@pytest.mark.parametrize("given", [(0.5,), (0.5, 0.5, 0.5), (0.5, 1.5), (0.5, float("nan"))])
def test_probabilities_that_are_not_those_of_the_blocks_are_refused(given: tuple[float, ...]) -> None:
    analysis = PageAnalysis(Document("x", html="<body><h1>Title</h1><p>A few words of content.</p></body>"))
    with pytest.raises(UsageError, match=r"2 text blocks|0 to 1"):
        extract_segmentation(analysis, SegmentationSettings(probabilities=given))
    assert extract_segmentation(analysis, SegmentationSettings(probabilities=(0.9, 0.9))).elements


def say_list(html: str, *, page_type: str = "list") -> str:
    """The text of a page of which the model takes every block."""
    analysis = PageAnalysis.of(Document("x", url="http://shop.example/lamps?page=2", html=f"<body>{html}"))
    settings = SegmentationSettings(page_type=page_type, probabilities=(0.9,) * len(analysis.blocks))
    content = extract_segmentation(analysis, settings)
    return " ".join(" ".join(map(Texts(content.subset).lines, content.elements)).split())


_LAMPS = "".join(
    f"<li><h3><a href='/lamp/{n}'>Lamp {n} of brass</a></h3><p>Stands on a table of oak.</p></li>" for n in range(6)
)
_COLOURS = ("Red", "Blue", "Green")


@pytest.mark.parametrize(
    "facets",
    [
        "".join(f"<label><a href='/{name}'>{name}</a></label>" for name in _COLOURS),
        "".join(f"<p><label><input type=checkbox>{name} (3)</label></p>" for name in _COLOURS),
        "".join(f"<li><a href='?colour={name}'>{name} (3)</a></li>" for name in _COLOURS),
        f"<aside>{''.join(f'<a href=/lamps?colour={name}>{name}</a> ' for name in _COLOURS)}</aside>",
        f"<form>{''.join(f'<a href=?page=2&colour={name}>{name}</a> ' for name in _COLOURS)}</form>",
        f"<select>{''.join(f'<option>{name}' for name in _COLOURS)}</select>" * 3,
    ],
)
def test_what_chooses_from_a_list_is_no_content_of_it(facets: str) -> None:
    lamps = say_list(f"<ul>{_LAMPS}</ul>")
    assert "Lamp 5 of brass Stands on" in lamps.replace("- ", "")
    assert say_list(f"<div><b>Colour</b>{facets}</div><ul>{_LAMPS}</ul>") == lamps
    assert "Red" in say_list(f"<div>{facets}</div>"), "nothing else is on the page"


def test_links_to_a_page_of_the_same_script_are_entries_of_a_list() -> None:
    entries = "".join(f"<li><a href='/lamps?id={n}'>Lamp {n} of brass</a></li>" for n in range(6))
    assert "Lamp 5 of brass" in say_list(f"<ul>{_LAMPS}</ul><h2>More</h2><ul>{entries}</ul>")


def test_a_mark_without_words_is_content_of_a_table_of_a_list() -> None:
    rows = "".join(f"<tr><td>Lamp {n} of brass<td>✓<td>✗<td>{n}0 W</tr>" for n in range(6))
    table = f"<table><tr><th>Lamp<th>#<th>%<th>Power</tr>{rows}</table>"
    said = say_list(f"{table}<p>More than six lamps are in the shop.</p>")
    assert "Lamp 5 of brass ✓ ✗ 50 W" in said
    assert "Lamp # % Power" in said


@pytest.mark.parametrize("head", ["<header><h2>{}</h2><p class=meta>3 May</p></header>", "<h3><a href=/t>{}</a></h3>"])
def test_the_title_of_an_entry_is_content_where_the_entry_is(head: str) -> None:
    prose = "A lamp of brass stands on a table of oak in every room of this old house."
    entries = "".join(f"<article>{head.format(f'Lamp {n}')}<p>{prose}</p></article>" for n in range(4))
    analysis = PageAnalysis.of(Document("x", html=f"<body><h1>Lamps</h1>{entries}<footer><h4>About</h4><p>Us"))
    chosen = tuple(0.9 if text == prose else 0.1 for text in analysis.blocks.texts)
    content = extract_segmentation(analysis, SegmentationSettings(page_type="list", probabilities=chosen))
    said = "\n".join(map(Texts(content.subset).lines, content.elements))
    assert [line for line in said.split("\n") if line in ("Lamps", "About") or line.startswith("Lamp ")] == [
        f"Lamp {n}" for n in range(4)
    ]


def test_a_label_above_each_entry_is_no_title() -> None:
    entries = "".join(f"<div><h5>Sponsored</h5><p>A lamp of brass, number {n}.</p></div>" for n in range(5))
    analysis = PageAnalysis.of(Document("x", html=f"<body>{entries}"))
    chosen = tuple(0.1 if text == "Sponsored" else 0.9 for text in analysis.blocks.texts)
    content = extract_segmentation(analysis, SegmentationSettings(page_type="list", probabilities=chosen))
    assert "Sponsored" not in "".join(map(Texts(content.subset).lines, content.elements))


@pytest.mark.parametrize("tags", ["a", "a div", "div a"])
def test_a_card_in_one_link_keeps_its_address(tags: str) -> None:
    begin, end = (
        "".join(f"<{slash}{tag}{' href=/p' * (tag == 'a' and not slash)}>" for tag in order)
        for slash, order in (("", tags.split()), ("/", tags.split()[::-1]))
    )
    card = f"<article>{begin}<h3>An oak desk</h3><p>It is for sale.</p><footer>3 May</footer>{end}</article>"
    _, content = choose(f"<body>{card * 3}</body>", [0, 1, 3, 4, 6, 7])
    marked = to_markdown(clean_html(content, "http://x/"))
    assert marked.count("### [An oak desk](http://x/p)") == 3
    assert "May" not in marked


@pytest.mark.parametrize(
    ("box", "is_shown"),
    [
        ("<div class=image><img src=/p.jpg><div>The boiler room</div><div>Echo / Ann Lee</div></div>", True),
        ("<div><picture><img src=/p.jpg></picture><span>The boiler room</span></div>", True),
        ("<div><div><img src=/p.jpg><p>The boiler room</p></div></div>", True),
        ("<div><img src=/p.jpg><a href=/other>Another story</a></div>", False),
        ("<div><img src=/p.jpg><h4>Another story</h4></div>", False),
        ("<div><span>Advertisement</span><img src=/p.jpg></div>", False),
        ("<div class=newsletter><img src=/p.jpg>Write to us</div>", False),
        ("<div><img src=/p.jpg width=1 height=1>Loading</div>", False),
        ("<div><img src=/p.jpg>Our letter <form><input></form></div>", False),
        ("<div><img src=/p.jpg><img src=/q.jpg>Two of our readers</div>", False),
        (f"<div><img src=/p.jpg>{'Another story. ' * 40}</div>", False),
    ],
)
def test_a_picture_with_a_caption_stands_between_paragraphs(box: str, is_shown: bool) -> None:
    html = f"<main><p>The council voted on Tuesday.</p>{box}<p>They sang when it was read.</p></main><p>Us</p>"
    blocks, _ = choose(html, [])
    texts = blocks.texts
    _, content = choose(
        html, [texts.index("The council voted on Tuesday."), texts.index("They sang when it was read.")]
    )
    assert ("](http://x/p.jpg)" in to_markdown(clean_html(content, "http://x/"))) == is_shown


def test_a_picture_of_a_card_goes_with_its_words() -> None:
    card = "<a href=/other><span>Tarrant keeps its harbour for another ten years</span><img src=/p.jpg></a>"
    html = f"<main><p>The council voted on Tuesday.</p><div>{card}</div><p>They sang when it was read.</p></main>"
    for number, is_shown in ((2, False), (1, True)):  # the second is the card's
        _, content = choose(html, [0, number, 2])
        assert ("](http://x/p.jpg)" in to_markdown(clean_html(content, "http://x/"))) == is_shown


@pytest.mark.parametrize("group", ["", "<thead>", "<tbody>"])
def test_rows_of_a_small_table_are_a_table(group: str) -> None:
    table = f"<table>{group}<tr><td>Cut<td>24 euros</tr><tr><td>Cut and beard<td>35 euros</tr></table>"
    _, content = choose(f"<body><p>Prices<p>of hair{table}</body>", [1, 2, 3, 4, 5])
    assert "| Cut | 24 euros |" in to_markdown(clean_html(content, "http://x/"))


def test_cells_of_a_table_that_arranges_a_page_are_apart() -> None:
    text = "The council closes the old harbour bridge on Monday, and nobody knows for how long it will be closed."
    row = f"<tr><td><a href=/n>News</a><td><b>Bridge</b> closed<td><table><tr><td>{text}</table></tr>"
    _, content = choose(f"<body><table><tr><td>{'menu ' * 40}{row}</table></body>", [1, 2])
    assert to_markdown(clean_html(content, "http://x/")) == "[News](http://x/n)\n\n**Bridge** closed"


@pytest.mark.parametrize(
    "button", ["<button>Add to cart</button>", "<a href='#'>Add to cart</a>", "<span role=button>Add to cart</span>"]
)
def test_buttons_that_all_say_the_same_are_no_content_of_a_list(button: str) -> None:
    cards = "".join(f"<li><h3>Lamp {n}</h3><div>{button} € 1{n}</div></li>" for n in range(6))
    assert "Lamp 3 € 13" in say_list(f"<ul>{cards}</ul>").replace("- ", "")
    assert "Add to cart" not in say_list(f"<ul>{cards}</ul>")
    assert "Add to cart" in say_list(f"<p>Lamp 1 {button}</p><ul>{_LAMPS}</ul>"), "it is the only one"
    assert "Add to cart" in say_list(f"<ul>{cards}</ul>", page_type="thread")


SAID = "<p>The old wall lies in the garden, and nobody moves its stones to another place, since they are heavy.</p>" * 4


@pytest.mark.parametrize("field", ["select", "datalist"])
def test_choices_of_a_field_are_no_content_of_an_article(field: str) -> None:
    choices = "".join(f"<option>Wall number {number}</option>" for number in range(60))
    html = f"<title>Walls</title><body><h3>Archive</h3><{field}>{choices}</{field}><h1>The old wall</h1>{SAID}"
    assert "number" not in Extractor(render="never", page_type="article").extract(Document("", html=html)).text


@pytest.mark.parametrize(
    ("items", "shown"),
    [
        ("<li><span>1</span> Lift it</li><li><span>2</span> Move it</li>", "1. Lift it\n2. Move it"),
        ("<li><b>01.</b><p>Lift it</p></li><li><b>02.</b><p>Move it</p></li>", "1. Lift it\n2. Move it"),
        ("<li><b>1</b> stone</li><li><b>3</b> stones</li>", "1. **1** stone\n2. **3** stones"),
        ("<li>1</li><li>2</li>", "1. 1\n2. 2"),
    ],
)
def test_an_item_is_numbered_once(items: str, shown: str) -> None:
    document = Document("", html=f"<title>Walls</title><body><main><h1>Walls</h1>{SAID}<ol>{items}</ol>{SAID}")
    assert f"\n\n{shown}\n\n" in Extractor(render="never", page_type="article").extract(document).markdown


@pytest.mark.parametrize(
    ("heading", "shown"),
    [
        ("Dry walls <button title=Copy>Copy link</button>", "Dry walls"),
        ("Dry <em>walls</em> <span><button>#</button></span>", "Dry walls"),
        ("Walls <button>Dry</button> - <button>All of them</button>", "Walls"),
        (
            "Walls <i><button>Dry</button> | <button>Wet</button></i> <i><button>1x</button><button>2x</button></i>",
            "Walls",
        ),
        ("Walls <button data-toggle=x>Show</button> <button>Copy</button>", "Walls Show"),
        ("Dry <button>stone</button> walls <button>Copy</button>", "Dry stone walls"),
        ("12 May <button data-toggle=x>More</button>", "12 May More"),
        ("<button>Dry walls</button>", "Dry walls"),
        ("<button>Dry</button> <button>walls</button>", "Dry walls"),
        ("<span>1</span> <button aria-expanded=true>Dry walls</button>", "1 Dry walls"),
        ("All of <button>the dry walls here</button>", "All of the dry walls here"),
    ],
)
def test_a_button_beside_the_text_of_a_heading_is_none_of_it(heading: str, shown: str) -> None:
    html = f"<title>Walls</title><body><main><h1>Walls</h1>{SAID}<h2>{heading}</h2>{SAID}</main>"
    document = Document("", html=html)
    assert f"\n\n## {shown}\n\n" in Extractor(render="never", page_type="article").extract(document).markdown


def test_choices_of_a_field_are_all_that_a_page_without_other_content_says() -> None:
    choices = "".join(f"<option>Wall number {number} in the garden</option>" for number in range(20))
    html = f"<title>Walls</title><body><main><h1>Walls</h1><select>{choices}</select></main>"
    assert "Wall number 7" in Extractor(render="never", page_type="list").extract(Document("", html=html)).text


@pytest.mark.parametrize(
    ("box", "name"),
    [
        ("<div class=listingblock><div class=title>The lamps</div><div class=content>{}</div></div>", "The lamps"),
        ("<div><div class=r2>lamps.yml</div>{}</div>", "lamps.yml"),
        (
            "<div class=code-block><div class=bar><span>src/lamps.ts</span><button>Copy</button></div>{}</div>",
            "lamps.ts",
        ),
        ("<div><div><span class=caption-text>Listing 1. The lamps of the pier</span></div><div>{}</div></div>", "pier"),
        ("<div class=code-label>/etc/lamps</div><div class=code-toolbar>{}</div>", "/etc/lamps"),
        ("<div class=highlight><span class=filename>a-b.c</span>{}</div>", "a-b.c"),
        ("<figure class=listing><span class=file-name>Filename: src/lamps.rs</span>{}</figure>", "lamps.rs"),
        ("<div><p>Datei: lamps.yml</p>{}</div>", "Datei: lamps.yml"),
        ("<div><div>文件：src/lamps.ts</div>{}</div>", "lamps.ts"),
        ("<div><div>Version: 3.1</div>{}</div>", ""),
        ("<div><div>http://lamps.ts</div>{}</div>", ""),
        ("<div><div><em>Terminal</em></div>{}</div>", ""),
        ("<div><div><span>bash</span><button>Copy code</button></div>{}</div>", ""),
        ("<div><div class=code-title>YAML</div>{}</div>", ""),
        ("<div><div>3.1</div>{}</div>", ""),
    ],
)
def test_a_short_label_belongs_to_the_code_behind_it(box: str, name: str) -> None:
    code = box.format("<pre>lamps: 3</pre>")
    html = f"<body><p>Write the number of the lamps into a file:</p>{code}<p>Then light all of them.</p></body>"
    analysis = PageAnalysis.of(Document("x", url="http://shop.example/lamps", html=html))
    given = tuple(0.9 if "number" in text or "light" in text else 0.1 for text in analysis.blocks.texts)
    content = extract_segmentation(analysis, SegmentationSettings(page_type="article", probabilities=given))
    lines = "\n".join(Texts(content.subset).lines(number) for number in content.elements).split("\n")
    said = [line for line in lines if line and "number" not in line]
    assert said[-2:] == ["lamps: 3", "Then light all of them."]
    assert len(said) == 2 + bool(name)
    assert name in said[0]


def test_labels_of_tabs_do_not_part_code_from_the_text_around_it() -> None:
    tab = "<input type=radio><label>{}</label><div><div class=box><div class=code><pre>{}</pre></div></div></div>"
    html = f"<main>{SAID}<div>{tab.format('YAML', 'lamps: 3')}{tab.format('TOML', 'lamps = 3')}</div>{SAID}</main>"
    analysis = PageAnalysis.of(Document("x", html=html))
    given = tuple(0.9 if "wall" in text else 0.1 for text in analysis.blocks.texts)
    content = extract_segmentation(analysis, SegmentationSettings(page_type="article", probabilities=given))
    lines = [line for number in content.elements for line in Texts(content.subset).lines(number).split("\n")]
    assert [line for line in lines if line and "wall" not in line] == ["YAML", "lamps: 3", "TOML", "lamps = 3"]


@pytest.mark.parametrize(
    "box",
    [
        "<div><pre>lamps: 3</pre><div>read more</div></div>",
        "<div><p>The keeper of the lamps wrote it for all who come here from far away.</p><pre>lamps: 3</pre></div>",
        "<div><pre>lamps: 3</pre><div>lamps.yml</div></div>",
    ],
)
def test_other_texts_beside_code_are_no_labels(box: str) -> None:
    html = f"<body><p>Write the number of the lamps into a file:</p>{box}<p>Then light all of them.</p></body>"
    analysis = PageAnalysis.of(Document("x", url="http://shop.example/lamps", html=html))
    given = tuple(0.9 if "light" in text or "number" in text else 0.1 for text in analysis.blocks.texts)
    content = extract_segmentation(analysis, SegmentationSettings(page_type="article", probabilities=given))
    assert "lamps: 3" not in "".join(Texts(content.subset).lines(number) for number in content.elements)


@pytest.mark.parametrize("is_sure", [True, False])
def test_a_text_that_is_expected_to_have_faults_has_a_warning(*, is_sure: bool) -> None:
    text = "<p>The old lock by the harbour was built of stones from the river, and it has been open for a year.</p>"
    lines = "".join(f"<p>Line {number} of some words</p>" for number in range(4))
    body = f"<h1>Locks</h1>{text * 6}" if is_sure else f"<div>{lines}</div><aside>{text * 3}</aside><footer>{text * 4}"
    page = Document("x", html=f"<title>Locks</title><body>{body}")
    row = Extractor(render="never", page_type="article").extract(page)
    doubts = [warning.detail for warning in row.warnings if warning.kind is WarningKind.DOUBTFUL_TEXT]
    assert doubts == [f"{row.scores['confidence']:.2f}"] * (not is_sure)
