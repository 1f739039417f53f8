import pytest

from iawce.data.analysis.visibility import hidden_by_markup, hides
from iawce.data.document import Document

SEEN = "<p>enough words that are seen stand here for all of the others to be a small part</p>"


@pytest.mark.parametrize(
    "style",
    [
        "display:none", "DISPLAY : none !important", "visibility:hidden", "opacity:0", "position:absolute;left:-9999px",
        "position:fixed; top:-100em", "text-indent:-9999px", "margin-left:-5000px", "font-size:0",
        "height:0;overflow:hidden", "max-height:0px;overflow:hidden", "clip-path:inset(50%)", "clip-path: inset(100%)",
        "position:absolute;clip:rect(1px,1px,1px,1px)", "color:#fff;background-color:#fff", "color:transparent",
    ],
)  # fmt: skip
def test_styles_that_hide(style: str) -> None:
    assert hides(style)


@pytest.mark.parametrize(
    "style",
    [
        "", "color:white", "opacity:0;transform:translateY(20px)", "opacity:0.5", "left:-9999px", "overflow:hidden",
        "height:100%;overflow:hidden", "clip:rect(0,0,0,0)", "margin-left:-20px", "display:block",
        "color:transparent;background-clip:text;background-image:linear-gradient(red,blue)", "x", ":::;;",
        "background-color:inherit;color:inherit", "color:unset;background:unset",
        "opacity:...", "clip-path:inset(10%)", "text-indent:calc(1px)",
    ],
)  # fmt: skip
def test_styles_that_may_be_seen(style: str) -> None:
    assert not hides(style)


@pytest.mark.parametrize(
    ("html", "tags"),
    [
        ("<b hidden>x</b><i hidden=until-found>y</i>", ["b"]),
        ("<b class=sr-only>▢</b>", ["b"]),
        ("<label class=hide-text>Spaces are kept</label>", ["label"]),
        ("<b class='a Sr-Only'>x</b><i class=sr-onlyish>y</i>", ["b"]),
        ("<div style='display:none'><b hidden>x</b></div>", ["div"]),
        ("<div style='display:none' class=accordion-panel>x</div><p hidden role=tabpanel>y</p>", []),
        ("<div style='font-size:0'><b>inline blocks</b></div>", []),
        ("<div hidden id='S:2b'>x</div>", []),
        ("<b hidden></b><script hidden>x</script>", []),
        ("<i class='material-icons md-18'>check_circle</i> done", ["i"]),
        ("<span class='google-material-icons'> event </span><b class=material-symbols-outlined>10k</b>", ["span", "b"]),
        ("<mat-icon class='mat-icon notranslate'>warning</mat-icon>", ["mat-icon"]),
        ("<span class=material-icons>All icons</span><p class=material-icons><b>share</b></p>", []),
        ("<span class=material-icons-label>share</span><code class=material-icons>home</code>", []),
        ("<span class=icon-label>share</span><p class=raw-materials>steel</p>", []),
        ("<a aria-controls=rest>Read on</a><div id=rest style='display:none'>the rest</div>", []),
        ("<button data-bs-target='#rest'>Read on</button><p hidden id=rest>the rest</p>", []),
        ("<button aria-controls=menu>Menu</button><nav hidden id=menu>the menu</nav>", ["nav"]),
        ("<button aria-controls=menu>Menu</button><div hidden id=menu><a href=/>the start</a></div>", ["div"]),
        ("<button aria-controls=other>Read on</button><p hidden id=rest>the rest</p>", ["p"]),
        ("<p><span class=a-offscreen>$ 19.24</span><i aria-hidden=true><b>$</b>19<sup>24</sup></i></p>", ["i"]),
        ("<p><i aria-hidden=true>Used</i><span class=clipped>Used</span></p>", ["i"]),
        ("<h2><b aria-hidden=true>Tin boats Tin boats</b><span>Tin boats</span></h2>", ["b"]),
        ("<div><p>Now open</p><b aria-hidden=true>Now open</b><i aria-hidden=true>Now open</i></div>", ["b", "i"]),
        ("<p><i aria-hidden=true>Used</i><span class=sr-only>Used</span></p>", ["span"]),
        ("<p><i aria-hidden=true>Used</i><b aria-hidden=true>Used</b></p>", []),
        ("<p><i aria-hidden=true>4.5</i><span>4.5 of 5</span><i aria-hidden=false>4.5 of 5</i></p>", []),
        ("<p><i aria-hidden=true>★</i><span>★</span><b aria-hidden=true></b></p>", []),
    ],
)
def test_hidden_elements_of_a_page(html: str, tags: list[str]) -> None:
    document = Document("", html=f"<body>{SEEN}{html}")
    assert [document.index.tags[number] for number in hidden_by_markup(document)] == tags


def test_a_page_that_hides_most_of_itself_waits_for_a_script() -> None:
    assert hidden_by_markup(Document("", html=f"<body><p>few</p><div style='display:none'>{SEEN}</div>")) == []
