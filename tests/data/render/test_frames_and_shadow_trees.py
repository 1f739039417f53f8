"""What stands in open shadow trees and readable frames belongs to the page; what cannot be read is named."""

from collections.abc import Callable

import pytest

from iawce.data.document import Document
from iawce.data.page import Page
from iawce.data.render.background import BackgroundRenderer
from iawce.data.snapshot import FRAME_ATTRIBUTE, Snapshot
from tests.conftest import Site

pytestmark = pytest.mark.browser
FILL = """<script>
const fill = (id, html, mode = "open") => {
  const root = document.getElementById(id).attachShadow({mode}); root.innerHTML = html; return root;
};
</script>"""
WORDS = "<p>" + "Some words that stand in the document itself. " * 10
Render = Callable[[str], Snapshot]


@pytest.fixture
def render(renderer: BackgroundRenderer, site: Site) -> Render:
    """Renders the page ``/`` with this markup."""

    def run(html: str) -> Snapshot:
        url = site.add("/", "<!doctype html>" + html)
        return renderer.submit(Page(url, url)).result()

    return run


def lines(snapshot: Snapshot) -> list[str]:
    return Document("x", html=snapshot.html).text_blocks.texts


def test_shadow_trees_in_shadow_trees_stand_where_they_are_drawn(render: Render) -> None:
    script = """<script>
      const outer = fill("card", "<h2>Title</h2><div id=inner></div><slot></slot><p>Foot</p>");
      outer.getElementById("inner").attachShadow({mode: "open"}).innerHTML = "<p>Deep</p>";
    </script>"""
    snapshot = render(WORDS + "<div id=card><p>Own</p></div><p>After</p>" + FILL + script)
    assert lines(snapshot)[1:] == ["Title", "Deep", "Own", "Foot", "After"]
    assert snapshot.warnings == ()


def test_hundreds_of_shadow_trees_in_each_other(render: Render) -> None:
    script = """<script>
      let host = document.getElementById("host");
      for (let i = 0; i < 300; i++) {
        const root = host.attachShadow({mode: "open"}); root.append(host = document.createElement("div"));
      }
      host.textContent = "The bottom";
    </script>"""
    assert "The bottom" in lines(render(WORDS + "<div id=host></div>" + script))


def test_frames_are_parts_of_the_page_with_their_places(render: Render, site: Site) -> None:
    site.add("/inner/frame", "<p style='margin:0'>In a frame <a href='next'>next</a></p>")
    snapshot = render(
        "<body style='margin:0'><div style='height:50px'>Before</div>"
        "<iframe src=/inner/frame style='border:5px solid;padding:3px;display:block;margin-left:20px'></iframe>"
        "<iframe srcdoc='<p>From an attribute</p><iframe srcdoc=&quot;<p>Nested&quot;></iframe>'></iframe><p>After</p>"
    )
    document = Document("x", html=snapshot.html, boxes=snapshot.boxes, rectangles=snapshot.rectangles)
    assert lines(snapshot) == ["Before", "In a frame next", "From an attribute", "Nested", "After"]
    assert len(document.select(f"div[{FRAME_ATTRIBUTE}]")) == 3
    [link] = document.select("a")
    assert document.index.attributes.given[link].get("href") == f"{site.url}/inner/next"
    [paragraph] = document.select(f"div[{FRAME_ATTRIBUTE}] > p:first-child")[:1]
    assert document.places is not None
    assert document.places[paragraph, :2].tolist() == [20 + 5 + 3 + 8, 50 + 5 + 3 + 8]
    assert document.drawn[paragraph]


def test_a_page_of_frames_only(render: Render, site: Site) -> None:
    site.add("/menu", "<p>The menu")
    site.add("/text", "<p>The text")
    frames = "<frameset cols='50%,*'><frame src=/menu><frameset rows='50%,*'><frame src=/text></frameset></frameset>"
    assert lines(render(f"<title>Frames</title>{frames}")) == ["The menu", "The text"]


@pytest.mark.parametrize(
    ("markup", "warning"),
    [
        ("<div id=x></div>" + FILL + "<script>fill('x', '<p>secret', 'closed')</script>", "skipped/closed_shadow_root"),
        ("<canvas width=200 height=100></canvas>", "skipped/canvas"),
        ("<iframe src='data:text/html,<p>elsewhere'></iframe>", "skipped/frame"),
        ("<iframe sandbox srcdoc='<p>walled off'></iframe>", "skipped/frame"),
    ],
)
def test_unreadable_parts_are_named_in_a_warning(render: Render, markup: str, warning: str) -> None:
    assert render(WORDS + markup).warnings == (warning,)


def test_invisible_unreadable_parts_give_no_warning(render: Render) -> None:
    unseen = (
        "<canvas hidden></canvas><iframe width=1 height=1 src='data:text/html,x'></iframe><input><details></details>"
    )
    assert render(WORDS + unseen).warnings == ()


def test_a_false_number_is_overwritten(render: Render) -> None:
    """A hostile page cannot take another element's place."""
    false = 'data-iawce-element="1"'
    snapshot = render(f"<p {false}>one</p><iframe srcdoc='<body {false}><p {false}>two</p>'></iframe>")
    numbers = Document("x", html=snapshot.html).renderer_numbers
    known = numbers[numbers >= 0].tolist()
    assert known == list(range(len(known)))
    assert snapshot.rectangles is not None
    assert len(snapshot.rectangles) == len(known)
