"""Every element has its place, and finds it by the number that stands in the markup."""

import asyncio

import lxml.html
import numpy as np
import pytest

from iawce.data.dom.attributes import ELEMENT_ATTRIBUTE
from iawce.data.page import Page
from iawce.data.render.renderer import Renderer
from iawce.data.render.settings import RenderSettings
from iawce.data.snapshot import Snapshot
from tests.data.render.both_ways import NOWHERE, measure

pytestmark = pytest.mark.browser
CONTAINERS = """<!doctype html>
<title>Containers of every kind</title>
<style>.contents { display: contents }</style>
<body style="margin: 8px" onload="scrollTo(0, 150)">
<section style="padding: 3.3px; border: 1px solid"><article style="margin: 10px 5%">
  <p>nested <b>bold <i>italic</i></b></p></article></section>
<div style="position: relative; height: 50px">
  <div style="position: absolute; left: 300px; top: 20px; width: 50.5px; height: 20.25px"><p>absolute</p></div></div>
<div style="position: fixed; bottom: 0; right: 0"><p>fixed</p></div>
<p>Inline <a href="/x">text <span><div>block inside of inline</div></span> after</a> <span></span> <a name="n"></a></p>
<p>Inline <em>that wraps over a line, since it is very long indeed and goes on and on until the window ends, which is
  wide, but not that wide, as anybody will see, and here, somewhere in the second line or the third, it ends</em> e</p>
<table border="1"><caption>c</caption><colgroup><col><col></colgroup><thead><tr><th>h<th>i</thead>
  <tbody><tr><td rowspan="2">a<td>b<tr><td>c</tbody></table>
<div style="display: flex; gap: 7px"><div style="flex: 1">one</div>
  <div class="contents"><span>two</span><span>three</span></div><div>four</div></div>
<div style="display: grid; grid-template-columns: 1fr 2fr"><p>one</p><div><p>two</p></div></div>
<div class="contents">only text</div>
<div class="contents"></div>
<div class="contents"><p style="display: none">none</p></div>
<div style="visibility: hidden"><p>hidden <b>bold</b></p></div>
<div style="opacity: 0"><p>transparent</p></div>
<div style="display: none"><p>none</p></div>
<details><summary>s</summary><p>closed</p></details>
<details open><p>open</p><summary>s</summary></details>
<div style="content-visibility: hidden"><p>unseen</p></div>
<div style="content-visibility: auto; margin-top: 5000px"><p>far off</p></div>
<div style="columns: 3">a<p>b c</p><p>d</p></div>
<div style="height: 40px; overflow: scroll"><p style="height: 200px">scrolled</p></div>
<div><b style="float: left">floated out of a container without height</b></div>
<div style="transform: rotate(10deg) scale(1.5); width: 100px">turned <b>bold</b></div>
<div style="zoom: 1.5">z<b>b</b></div>
<select><option>a</select> <select multiple><option>a</select>
<fieldset><legend>l</legend><label>f <input></label></fieldset>
<svg width="60" height="60"><g><rect x="3" y="4" width="20" height="10"/></g></svg>
<ul><li>one</ul><hr><br>
"""
SHADOWS = """<!doctype html>
<title>What is drawn in another order than it stands in the document, or elsewhere</title>
<style>.contents { display: contents } #pseudo::before { content: ""; display: block; width: 90px; height: 9px }</style>
<template><p id="template">never drawn</p></template>
<details open><p id="answer">The answer</p><summary id="question">Question</summary></details>
<div id="host">own text<p id="second">second slot</p><p id="first" slot="first">first slot</p>
  <p id="lost" slot="none">no slot</p></div>
<div id="bare" class="contents"></div>
<div id="pseudo" class="contents"></div>
<div id="nested" class="contents"><div class="contents"><p id="inner">inner</p></div></div>
<iframe srcdoc="<p id=framed>framed" width="100" height="50"></iframe>
<p id="last">The last words</p>
<script>
  const fill = (id, html) => { document.getElementById(id).attachShadow({mode: "open"}).innerHTML = html; };
  const false_number = "data-" + "iawce-element=1";
  fill("host", `<h2 id=title ${false_number}>shadow title</h2><slot name=first></slot>
    <section><slot id=slot></slot></section>`);
  fill("bare", "<p id=shadow style='width: 200px; height: 30px; margin: 0'>shadow</p>");
</script>
"""
RESTLESS = "<p>seen</p><script>setInterval(() => document.body.prepend(document.createElement('hr')), 1)</script>"


def render(html: str) -> Snapshot:
    async def run() -> Snapshot:
        async with Renderer(RenderSettings(settle_timeout=1.0, bare_timeout=1.0)) as renderer:
            return await renderer.render(Page("x", body=html.encode()))

    return asyncio.run(run())


@pytest.fixture(scope="module")
def shadows() -> Snapshot:
    return render(SHADOWS)


def numbers(snapshot: Snapshot) -> dict[str, int]:
    """Those in the markup, in the order of the document, by ``id`` where an element has one."""
    elements = lxml.html.document_fromstring(snapshot.html).iter("*")
    found = ((element.get("id"), element.get(ELEMENT_ATTRIBUTE)) for element in elements)
    return {name or f"number {number}": int(number) for name, number in found if number is not None}


def test_containers_are_where_a_script_finds_them() -> None:
    [(ours, _, rectangles)] = asyncio.run(measure(CONTAINERS))
    np.testing.assert_allclose(ours.rectangles, rectangles, rtol=0, atol=0.1)
    assert ours.rectangles.dtype == np.float32


def test_every_numbered_element_has_a_row(shadows: Snapshot) -> None:
    assert shadows.rectangles is not None
    assert list(numbers(shadows).values()) == list(range(len(shadows.rectangles)))
    places = {name: shadows.rectangles[number].tolist() for name, number in numbers(shadows).items()}
    assert "template" not in places
    assert places["nested"] == places["inner"]
    assert (places["bare"][2:], places["pseudo"][2:]) == ([200, 30], [90, 9])
    np.testing.assert_array_equal(places["lost"], NOWHERE)


def test_a_box_has_the_number_of_its_element_despite_shadow_trees(shadows: Snapshot) -> None:
    """Text of a shadow tree and of a frame belongs to its elements, what fills a slot to itself or to the slot."""
    names = {number: name for name, number in numbers(shadows).items()}
    drawn = {(names[box.element], box.chars) for box in shadows.boxes if box.kind == "t"}
    assert drawn == {
        ("question", len("Question")),
        ("answer", len("The answer")),
        ("title", len("shadow title")),
        ("slot", len("own text")),
        ("first", len("first slot")),
        ("second", len("second slot")),
        ("shadow", len("shadow")),
        ("inner", len("inner")),
        ("framed", len("framed")),
        ("last", len("The last words")),
    }


def test_a_page_that_never_rests_has_a_row_for_each_element_of_its_markup() -> None:
    snapshot = render(RESTLESS)
    assert snapshot.rectangles is not None
    assert list(numbers(snapshot).values()) == list(range(len(snapshot.rectangles)))
    [text] = [box for box in snapshot.boxes if box.kind == "t"]
    assert f'<p {ELEMENT_ATTRIBUTE}="{text.element}">seen' in snapshot.html
