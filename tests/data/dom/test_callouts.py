"""Callouts are recognised by their class names, with their kinds and titles; other boxes are none."""

import pytest

from iawce.data.document import Document

TEXT = "<p>The gate is heavy.</p>"


def found(html: str) -> list[tuple[str, str]]:
    index = Document("", html=f"<body>{html}<p>after").index
    return [(one.kind, index.text_of(one.title) if one.title else "") for one in index.callouts.values()]


@pytest.mark.parametrize(
    ("html", "kind", "title"),
    [
        (f"<div class='admonition note'><p class=admonition-title>Mind</p>{TEXT}</div>", "note", "Mind"),
        (f"<div class='admonition seealso'><p class=admonition-title>See</p>{TEXT}</div>", "seealso", "See"),
        (
            "<div class='theme-admonition alert alert--danger'><div class=admonitionHeading_x>danger</div>"
            f"<div class=admonitionContent_y>{TEXT}</div></div>",
            "danger",
            "danger",
        ),
        (
            f"<div class='markdown-alert markdown-alert-tip'><p class=markdown-alert-title>Tip</p>{TEXT}</div>",
            "tip",
            "Tip",
        ),
        (f"<div class=callout data-callout=bug><div class=callout-title>Old</div>{TEXT}</div>", "bug", "Old"),
        (f"<aside class='starlight-aside starlight-aside--caution'>{TEXT}</aside>", "caution", ""),
        (f"<div class='custom-block warning'><p class=custom-block-title>STOP</p>{TEXT}</div>", "warning", "STOP"),
        (
            "<div class='admonitionblock important'><table><tr><td class=icon><div class=title>Important</div></td>"
            f"<td class=content>{TEXT}</td></tr></table></div>",
            "important",
            "Important",
        ),
        (f"<div class='information-macro information-macro-info'>{TEXT}</div>", "info", ""),
        (f"<div class='alert alert-success'><h4 class=alert-heading>Done</h4>{TEXT}</div>", "success", "Done"),
        (f"<details class=tip><summary>More</summary>{TEXT}</details>", "tip", "More"),
        ("<p class=note><b>Note:</b> the gate is heavy</p>", "note", "Note:"),
        ("<p class=note><b>Note</b>: the gate is heavy</p>", "note", ""),
        ("<div class=note><p><b class=title>Note</b> <i>– the gate</i> is heavy</p></div>", "note", ""),
        (f"<aside class=warning>{TEXT}</aside>", "warning", ""),
        (f"<div class='notecard warning'>{TEXT}</div>", "warning", ""),
        (f"<div class='note info'>{TEXT}</div>", "info", ""),
        (f"<div class='note danger no-icon'><h5>Mind</h5>{TEXT}</div>", "danger", "Mind"),
        (f"<div class='alert alert-primary'><h4 class=alert-heading>Note</h4>{TEXT}</div>", "note", "Note"),
        (f"<div class='kg-card kg-callout-card kg-callout-card-blue'>{TEXT}</div>", "note", ""),
        (f"<div class=kg-callout-card><div class=kg-callout-emoji>💡</div>{TEXT}</div>", "note", "💡"),
        (f"<aside class=tip><div><span>⚠️</span></div><div>{TEXT}</div></aside>", "tip", "⚠️"),
        ("<p class=note><i>*</i> The gate is heavy", "note", ""),
    ],
)
def test_a_callout_has_a_kind_and_its_title(html: str, kind: str, title: str) -> None:
    assert found(html) == [(kind, title)]


@pytest.mark.parametrize(
    "html",
    [
        f"<div class=footnote>{TEXT}</div>",
        f"<div class='post entry-note'>{TEXT}</div>",
        f"<div class=callout>{TEXT}</div>",
        f"<div class='note entry'>{TEXT}</div>",
        f"<div class='info note-list'>{TEXT}</div>",
        f"<div class='alert alert-secondary'>{TEXT}</div>",
        f"<div class=kg-callout-text>{TEXT}</div>",
        f"<div class='product-info info'>{TEXT}</div>",
        "<span class=note>Note</span>",
        f"<div class='alert alert-info'>{TEXT * 200}</div>",
        "<div class='admonition note'></div>",
    ],
)
def test_other_boxes_are_none(html: str) -> None:
    assert not found(html)


def test_the_outer_of_two_counts() -> None:
    assert found(f"<div class='admonition tip'>{TEXT}<div class='admonition note'>{TEXT}</div></div>") == [("tip", "")]
