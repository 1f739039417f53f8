"""The content of a list page whose text gives none: the rows of its list, and no menu."""

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.extract.content.content import Content
from iawce.extract.records.list_records import list_content

LAMP = "<li class=product><a href=/p/{0}><img src=/{0}.jpg><h3>Lamp {0}</h3></a> <b>{0}9 €</b></li>"
MENU = "".join(f"<li class=menu-item><a href=/{number}>Part {number}</a></li>" for number in range(5))
SAID = "The shop lies between the harbour and the market, and whoever comes by boat sees its lamps from far away."


@pytest.mark.parametrize("around", ["<nav>{}</nav>", "<div role=navigation>{}</div>", "<footer>{}</footer>"])
@pytest.mark.parametrize(
    ("shown", "count"), [("<p>Nothing was found.</p>", 0), (f"<ul>{''.join(map(LAMP.format, range(1, 6)))}</ul>", 5)]
)
def test_a_likely_list_is_the_content_and_a_menu_is_not(around: str, shown: str, count: int) -> None:
    menu = around.format(f"<ul>{MENU}</ul>")
    html = f"<body>{menu}<main><h1>Lamps</h1>{shown}</main><footer><p>{SAID}</p></footer>"
    analysis = PageAnalysis(Document("", url="http://shop.example/list", html=html))
    assert len(list_content(analysis, Content((), analysis.shown), "weighed").elements) == count
