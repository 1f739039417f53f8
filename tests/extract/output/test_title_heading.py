import re

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.dom.element_index import DomMask
from iawce.extract import Extractor
from iawce.extract.content.content import Content
from iawce.extract.metadata.title import Title
from iawce.extract.output.extraction import title_heading
from iawce.extract.pipeline.settings import ExtractSettings

PROSE = "".join(f"<p>{number} stones of the old wall lie in the garden, and nobody moves them.</p>" for number in "abc")
PAGE = f"<title>An old wall | Garden</title><body><header><h1>An old &lt;wall&gt;</h1></header><main>{PROSE}</main>"


def markdown(html: str, **settings: str) -> str:
    chosen = ExtractSettings(**settings)  # type: ignore[arg-type] # only texts are given here
    return Extractor(render="never", page_type="article", settings=chosen).extract(Document("", html=html)).markdown


def test_the_title_stands_above_the_content_once() -> None:
    assert markdown(PAGE).startswith("# An old \\<wall>\n\na stones")
    inside = PAGE.replace("<header>", "").replace("</header>", "").replace("<main>", "").replace("<h1>", "<main><h1>")
    assert markdown(inside).count("An old") == 1
    card = PAGE.replace("</main>", f"{PROSE}<div class=card><b>An old &lt;wall&gt;</b><p>A card to print</div>")
    assert markdown(card).startswith("# An old")


def test_what_stands_under_the_title_does_so_and_what_stands_in_it_before_is_no_part() -> None:
    for below in ("<h3 class=subtitle>{}</h3>", "<p class='x dek'>{}</p>", "<div><p class=standfirst>{}</p></div>"):
        page = PAGE.replace("</h1>", "</h1>" + below.format("Why it still stands"))
        assert markdown(page).replace("### ", "").startswith("# An old \\<wall>\n\nWhy it still stands\n\na stones")
    kicker = PAGE.replace("<h1>", "<h1><span class=kicker>Gardens</span>")
    assert markdown(kicker).removeprefix("Gardens\n\n").startswith("# An old \\<wall>\n\na stones")


@pytest.mark.parametrize("below", ["<p>{}<br>{}</p>", "<div><p>{}</p><p>{}</p></div>", "<ul><li>{}<li>{}</ul>"])
def test_the_lines_of_what_stands_under_the_title_are_apart(below: str) -> None:
    shown = below.format("Why it stands", "Who owns it").replace(">", " class=subtitle>", 1)
    analysis = PageAnalysis.of(Document("", html=PAGE.replace("</h1>", f"</h1>{shown}")))
    index = analysis.index
    main = index.tagged("main")[0]
    content = Content((main,), DomMask(index, index.inside([main])))
    heading = title_heading(analysis, Title("An old <wall>", index.tagged("h1")[0]), content, PROSE)
    assert re.findall(r"<p>(.*?)</p>", heading) == ["Why it stands", "Who owns it"]


@pytest.mark.parametrize("settings", [{"keep": "p"}, {"comments": "only"}])
def test_it_does_not_where_the_user_chose(settings: dict[str, str]) -> None:
    assert not markdown(PAGE, **settings).startswith("# ")


def test_a_title_that_no_heading_shows_stands_there_too() -> None:
    assert markdown(f"<title>An old wall</title><body>{PROSE}").startswith("# An old wall\n\na stones")
    own = f"<title>An old wall</title><body><main><h1>Of stones and gardens</h1>{PROSE}</main>"
    assert markdown(own).startswith("# Of stones and gardens\n\na stones")


def test_a_picture_or_other_capitals_are_the_heading_all_the_same() -> None:
    head = "<title>WALLS OF STONE</title><body><main>"
    pictured = markdown(f"{head}<h1><img alt='Walls of stone' src=/x.png></h1>{PROSE}</main>")
    assert pictured.startswith("# ![Walls of stone]")
    assert "WALLS" not in markdown(f"{head}<p><b>Walls of Stone</b></p>{PROSE}</main>")
    assert markdown(f"<title>{'w' * 2000}</title><body>{PROSE}").startswith("a stones")


def test_a_page_without_a_title_gets_none() -> None:
    assert markdown(f"<body>{PROSE}").startswith("a stones")


def test_it_does_so_above_sections_of_its_level_and_a_table_named_like_it() -> None:
    lead = f"<p>a stones {'of the old wall lie in the garden, and nobody moves them, ' * 3}as we like it.</p>"
    sections = f"{lead}<h1>Materials</h1>{PROSE}<h1>Tools</h1>{PROSE}"
    assert markdown(f"<title>An old wall</title><body>{sections}").startswith("# An old wall\n\na stones")
    rows = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in (("Built", 1740), ("Height", "3 m")))
    box = f"<table><caption>An old wall</caption>{rows}</table>"
    page = f"<title>An old wall - Wiki</title><body><h1>An old wall</h1><main>{box}{PROSE}</main>"
    assert markdown(page).startswith("# An old wall\n\nAn old wall\n\n|")
