"""Panels of tabs get their labels where there are as many; other lists are none."""

import pytest

from iawce.data.document import Document
from iawce.data.dom.labelled_boxes import find_tabs

TABS = "<button role=tab>Python</button><button role=tab>Go</button>"
CHOICES = "<input type=radio><label>Python</label><input type=radio><label>Go</label>"
PANELS = "<div role=tabpanel><p>one</p></div><div role=tabpanel hidden><p>two</p></div>"


def labels(html: str) -> dict[str, str]:
    index = Document("", html=f"<body>{html}<p>after").index
    return {index.text_of(panel): label for panel, label in find_tabs(index).labels.items()}


@pytest.mark.parametrize(
    "html",
    [
        f"<div><div role=tablist>{TABS}</div>{PANELS}</div>",
        f"<div><nav><div role=tablist>{TABS}</div></nav><div>{PANELS}</div></div>",
        "<div><ul class='nav nav-tabs'><li><a href=#a>Python</a></li><li><a href=#b>Go</a></li></ul>"
        "<div class=tab-content><div id=a>one</div><div id=b>two</div></div></div>",
        "<div><input type=radio><input type=radio><div class=tabbed-labels><label>Python</label><label>Go</label></div>"
        "<div class=tabbed-content><div>one</div><div style='display: none'>two</div></div></div>",
        "<div><input type=radio><label>Python</label><div>one</div><input type=radio><label>Go</label><div>two</div>",
        f"<div><div>{CHOICES}</div><div class=blocks><div><pre>one</pre></div><div><pre>two</pre></div></div></div>",
    ],
)
def test_each_panel_has_its_label(html: str) -> None:
    assert labels(html) == {"one": "Python", "two": "Go"}


def test_code_that_begins_with_its_label_has_it_all_the_same() -> None:
    tabs = "<div role=tablist><button>npm</button><button>yarn</button></div>"
    code = "<div role=tabpanel><pre><i>{}</i> install iawce</pre></div>"
    assert labels(f"<div>{tabs}{code.format('npm')}{code.format('yarn')}</div>") == {
        "npm install iawce": "npm", "yarn install iawce": "yarn"
    }  # fmt: skip


@pytest.mark.parametrize(
    "html",
    [
        f"<div><div role=tablist>{TABS}</div><div role=tabpanel>one</div></div>",
        f"<div role=tablist>{TABS}</div>",
        "<div><div role=tablist><b>Python</b></div><div role=tabpanel>one</div></div>",
        f"<div><div role=tablist><p>{'word ' * 9}</p><p>b</p></div>{PANELS}</div>",
        f"<div><div>{CHOICES}</div><div><div>one</div><div>two</div></div></div>",
        f"<form>{CHOICES}</form><div>one</div>",
        "<ul><li><input type=radio><label>Python</label><p>one</p></li><li><input type=radio><label>Go</label></ul>",
    ],
)
def test_others_are_no_tabs(html: str) -> None:
    assert not labels(html)


def test_a_label_that_the_panel_repeats_is_not_said_twice() -> None:
    html = f"<div><div role=tablist>{TABS}</div>{PANELS}</div>".replace("<p>one", "<h3>Python</h3><p>one")
    assert labels(html) == {"two": "Go"}


def test_a_label_with_which_a_panel_only_begins_is_said() -> None:
    html = f"<div><div role=tablist>{TABS}</div>{PANELS}</div>".replace("<p>one", "<p>Python one")
    assert labels(html) == {"Python one": "Python", "two": "Go"}
