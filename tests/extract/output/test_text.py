import pytest

from iawce.data.document import Document
from iawce.data.dom.texts import Texts
from iawce.data.page import Html
from iawce.extract import Extractor
from iawce.extract.content.content import Content
from iawce.extract.output.html import clean_html
from iawce.extract.output.markdown.to_markdown import to_markdown


def test_lines_of_an_element_without_what_is_left_out() -> None:
    document = Document("", html="<body><div><h2>Head</h2><p>One <b>two</b></p><nav>menu</nav></div><p>outside")
    (division,) = document.index.tagged("div")
    assert Texts(document.index.without(("nav",))).lines(division) == "Head\n\nOne two"
    assert Texts(document.index.without()).lines() == "Head\n\nOne two\n\nmenu\n\noutside"
    assert Texts(document.index.without(("div",))).lines(division) == ""


def test_notes_in_each_other_are_printed_once() -> None:
    words = "The tide turns at noon and falls by six, as everybody on the coast knows. "
    marks = "".join(f"word{one}<sup id=r{one}><a href=#n{one}>{one}</a></sup> " for one in range(1, 40))
    notes = "".join(f"<div id=n{one}>said{one} <a href=#r{one}>^</a>" for one in range(1, 40))
    row = Extractor(render="never").extract(Html(f"<h1>Tides</h1><p>{words * 9}<p>{words}{marks}{notes}"))
    assert [row.text.split().count(f"said{one}") for one in (1, 20, 39)] == [1, 1, 1]


LAST = "Boats are drawn up on the shingle until spring, and those of the school are painted every second year. "
PROSE = "The tide turns at noon and falls by six, as everybody on the coast knows, and nobody minds. "


def text_of(fragment: str) -> str:
    page = f"<html lang=en><title>Tides</title><article><h1>Tides</h1><p>{PROSE * 2}{fragment}<p>{LAST * 2}</article>"
    text = Extractor(render="never").extract(Html(page)).text
    return text.replace((LAST * 2).strip(), "@").removeprefix("Tides\n\n").removeprefix((PROSE * 2).strip()).strip()


def test_notes_stand_at_the_end_in_the_order_of_their_marks() -> None:
    marks = "<p>The net<sup><a href=#b id=rb>1</a></sup> was torn by the oar.<sup><a href=#a id=ra>2</a></sup>"
    notes = "<ol><li id=a>Of ash. <a href=#ra>^</a><li id=b><p>A new one.<p>By Ada. <a href=#rb>^</a></ol>"
    assert text_of(marks + notes) == (
        "The net[1] was torn by the oar.[2]\n\n@\n\n[1] A new one.\n\nBy Ada.\n[2] Of ash."
    )


def test_a_note_of_which_no_mark_is_kept_stands_at_its_place() -> None:
    top = "<ul><li>Ada Holm<sup><a href=#aff1>1</a></sup></ul><h1>Tides</h1>"
    notes = "<h2>Where they work</h2><ol><li id=aff1>Harbour School, Ely<li>Mill, Ely</ol><p>All rights reserved."
    index = Document("", html=f"<body><p>Tides are old.</p>{top}<p>They turn.</p>{notes}").index
    subset = index.without(("sup",))
    end = "They turn.\n\n{}Where they work\n\n1. Harbour School, Ely\n2. Mill, Ely\n\nAll rights reserved."
    assert Texts(subset).lines().endswith(end.format(""))
    assert to_markdown(clean_html(Content((0,), subset), "http://x/")).endswith(end.format("## "))


@pytest.mark.parametrize(
    ("part", "text"),
    [
        ("<dl><dt>1.</dt><dd><p>The boat.</dd><dt>2.</dt><dd><p>The oars.</dd></dl>", "1. The boat.\n2. The oars."),
        ("<table><tr><td>(a)<td>The boat.<tr><td>(b)<td>The oars.</table>", "(a) The boat.\n(b) The oars."),
        ("<ul><li><div>1.</div><div>The boat.</div></ul>", "- 1. The boat."),
        ("<table><tr><td>1.<td>Dora<td>3<tr><td>2.<td>Ada<td>5</table>", "1.\tDora\t3\n2.\tAda\t5"),
    ],
)
def test_the_number_beside_a_paragraph_is_on_its_line(part: str, text: str) -> None:
    assert text_of(part) == f"{text}\n\n@"


@pytest.mark.parametrize(
    ("part", "text"),
    [
        ("<div>Oar</div><div>Sail</div><div><br></div><div>Gull</div>", "Oar\nSail\n\nGull"),
        ("<div>Oar</div><div> <br>\n</div><div>Sail<br></div><div>Gull</div>", "Oar\n\nSail\nGull"),
        ("Oar<br>Sail<br><br>Gull", "Oar\nSail\n\nGull"),
    ],
)
def test_an_empty_line_stands_between_the_verses_of_a_poem(part: str, text: str) -> None:
    document = Document("", html=f"<body><main>{part}</main>")
    assert Texts(document.index.without()).lines() == text


def test_struck_words_are_left_out_of_sentences_but_not_whole_paragraphs_and_prices() -> None:
    assert text_of("<p>The fare of the ferry is <del>four</del> three pounds now, <s>on Mondays</s> daily.") == (
        "The fare of the ferry is three pounds now, daily.\n\n@"
    )
    assert text_of("<p>It sails at <span style='text-decoration:line-through'>six</span> seven.") == (
        "It sails at seven.\n\n@"
    )
    assert text_of("<p>Oar, of ash: <s>£120</s> £90 each.") == "Oar, of ash: £120 £90 each.\n\n@"
    whole = "The ferry does not stop at the upper quay in winter."
    assert text_of(f"<p><s>{whole}</s><p>It does now, since the quay was mended.") == (
        f"{whole}\n\nIt does now, since the quay was mended.\n\n@"
    )


def test_a_row_of_a_table_is_one_line_whatever_its_cells_hold() -> None:
    rows = (
        "<table><tr><th><p>Gauge</p><th><p>Read</p><th>Level<tr><td><p>Upper<td><p>six<br>noon</p><p>late<td>1.2"
        "<tr><td><pre>low\ner</pre><td><ul><li>old<li>broken</ul><td><tr><td><td><pre>a\nb</pre><td>0"
        "<tr><td>Weir<td><table><tr><td>left<td>2<tr><td>right<td>3</table><td>5</table>"
    )
    assert text_of(rows) == (
        "Gauge\tRead\tLevel\nUpper\tsix noon late\t1.2\nlow er\told broken\n\ta b\t0\nWeir\tleft 2 right 3\t5\n\n@"
    )


def test_a_table_for_layout_keeps_its_lines() -> None:
    cells = "".join(f"<td><p>{PROSE}</p><p>And so on, {one}.</p>" for one in ("left", "right"))
    assert text_of(f"<table role=presentation><tr>{cells}</table>").count(PROSE.strip() + "\n") == 2


def test_panels_of_tabs_have_their_labels() -> None:
    tabs = (
        "<div><div role=tablist><button role=tab>Sail</button><button role=tab>Oar</button></div>"
        f"<div role=tabpanel><p>{PROSE}</p></div><div role=tabpanel hidden><p>{PROSE}Rowed.</p></div></div>"
    )
    assert text_of(tabs) == f"Sail\n{PROSE.strip()}\n\nOar\n{PROSE}Rowed.\n\n@"


@pytest.mark.parametrize("tag", ["<video src=/a.mp4>", "<amp-youtube data-videoid=x>", "<audio>"])
def test_what_follows_a_recording_without_an_end_tag_stays(tag: str) -> None:
    row = Extractor(render="never").extract(Html(f"<title>Tides</title><body>{tag}<h1>Tides</h1><p>{PROSE}<p>{LAST}"))
    assert LAST.strip() in row.text
    assert LAST.strip() in row.markdown


def test_panels_in_panels_have_both_labels() -> None:
    def tabs(labels: str, inside: str) -> str:
        buttons = "".join(f"<button role=tab>{label}</button>" for label in labels.split())
        panels = "".join(f"<div role=tabpanel>{inside}<p>{label} {LAST}</p></div>" for label in labels.split())
        return f"<div><div role=tablist>{buttons}</div>{panels}</div>"

    text = text_of(tabs("Sail Oar", tabs("North South", "")))
    assert [text.count(f"{one}\n") for one in ("Sail", "Oar", "North", "South")] == [1, 1, 2, 2]
    assert text.index("Sail\n") < text.index("North\n") < text.index("South\n") < text.index("Oar\n")


def test_pictures_between_paragraphs_stay_whatever_is_left_out_beside_them() -> None:
    said = [
        "The hall was built in 1911 for the choir of the town, which had sung in the church until then.",
        "Its roof is of larch, brought down the river on rafts by two brothers from the upper valley.",
        "In the war it was a store for potatoes, and the floor has been damp ever since those years.",
        "The choir moved back in May, with forty singers and one piano that nobody wanted to tune.",
    ]
    links = "".join(f"<li><a href=/{one}>Another story of the town, number {one}</a>" for one in range(12))
    parts = [
        "<figure><img src=/hall.jpg><figcaption>The hall in May</figcaption></figure>",
        "<p><a href=/big.jpg><img src=/roof.jpg></a>",
        "<iframe src=https://video.example/embed/9 title='The choir'></iframe>",
    ]
    inside = "".join(f"<p>{one}</p>{part}" for one, part in zip(said, [*parts, ""], strict=True))
    beside = f"<aside class=related><h3>Related stories</h3><ul>{links}</ul></aside>"
    page = f"<title>The hall</title><article><h1>The hall</h1>{inside}{beside}</article>"
    row = Extractor(render="never").extract(Html(page, "https://town.example/hall"))
    assert "another story" not in row.markdown.lower()
    for name in ("/hall.jpg", "The hall in May", "/roof.jpg", "/big.jpg", "[The choir](https://video.example/embed/9)"):
        assert row.markdown.count(name) == 1, name


def test_tables_and_code_of_posts_stay_with_their_words() -> None:
    table = "<div class=box><table><tr><th>Heat<th>Time<tr><td>low<td>3<tr><td>high<td>1</table></div>"
    said = ["How do I heat the oven without smoke?", f"Use the second form, which works:{table}", "It does, thank you."]
    said[2] += "<pre><code>oven.heat()\nbake()</code></pre>"
    posts = "".join(
        f"<article class=message id=post-{one} data-author=user{one}><h4><a href=/m/{one}>user{one}</a></h4>"
        f"<time datetime=2024-03-0{one}T10:00:00Z>March {one}</time><div class=body><p>{PROSE}<p>{text}</div></article>"
        for one, text in enumerate(said, 1)
    )
    row = Extractor(render="never", page_type="thread").extract(Html(f"<title>Oven</title><main><h1>Oven</h1>{posts}"))
    assert "| Heat | Time |\n| --- | --- |\n| low | 3 |\n| high | 1 |" in row.markdown
    assert "oven.heat()\nbake()" in row.markdown
    assert "Heat\tTime\nlow\t3\nhigh\t1" in row.text


def test_a_picture_stays_beside_furniture() -> None:
    player, box = "<div><button>Listen</button><span>4 min</span></div>", "<div><span>Subscribe for more</span></div>"
    page = f"<title>Tides</title><article><h1>Tides</h1><div><p>{PROSE * 2}</p>{player}<figure><img src=/quay.jpg>"
    page += f"<figcaption>The quay</figcaption></figure>{box}<p>{LAST * 2}</p></div></article>"
    row = Extractor(render="never").extract(Html(page, "https://town.example/tides"))
    assert row.markdown.count("![](https://town.example/quay.jpg)  \nThe quay") == 1


def test_fallbacks_in_each_other_are_no_pictures() -> None:
    index = Document("", html="<body>" + "<noscript><img src=/a.png>" * 5_000).index
    assert index.late_pictures == []
