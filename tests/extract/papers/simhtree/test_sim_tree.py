from dataclasses import replace

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.extract.papers.simhtree.leaves import SimHTreeSettings
from iawce.extract.papers.simhtree.sim_tree import SimTree, build_sim_tree
from tests.extract.papers.simhtree.made_trees import drawn

PAPER = SimHTreeSettings.paper()


def shown(tree: SimTree, node: int = 0) -> str:
    """Tags and texts in brackets."""
    value = tree.value(node)
    if value is not None:
        return f"{tree.tag(node)}={value.text or value.image}"
    return f"{tree.tag(node)}({' '.join(shown(tree, child) for child in tree.children[node])})"


def built(html: str, settings: SimHTreeSettings = PAPER) -> str:
    tree = build_sim_tree(PageAnalysis(Document("", url="http://page.example/", html=f"<body>{html}")), settings)
    body = next(node for node in range(len(tree)) if tree.tag(node) == "body")
    return shown(tree, tree.children[body][0])


@pytest.mark.parametrize(
    "html",
    [
        "<div id=x class=y data-z=1><p>text</p></div>",
        "<div><!-- comment --><script>code</script><style>p{}</style><o:p>name</o:p>&nbsp;<p>text</p></div>",
        "<div><span><b><i></i> </b></span><br><hr><p>text</p></div>",
        "<div><select><option>one</select><input value=x><textarea>typed</textarea><button>ok</button><p>text</div>",
        "<div><input type=hidden value=x><p hidden>a</p><p style='display: none'>b</p><p>text</p></div>",
    ],
)
def test_each_of_the_five_rules_leaves_the_same_tree(html: str) -> None:
    assert built(f"{html}<p>more of the text</p>") == "div(p=text)"


def test_pictures_are_values_and_keep_their_address() -> None:
    assert built("<div><a href=/x><img src=a.png></a></div>") == "div(a(img=http://page.example/a.png))"


def test_a_value_keeps_the_link_around_it() -> None:
    tree = build_sim_tree(
        PageAnalysis(Document("", url="http://page.example/", html="<p><a href=/x><b>text</b></a>")), PAPER
    )
    value = tree.value(len(tree) - 1)
    assert value is not None
    assert (value.text, value.link) == ("text", "http://page.example/x")


@pytest.mark.parametrize("address", ["javascript:alert(1)", "data:text/html,x", "http://[", "java\nscript:x"])
def test_an_address_that_is_none_is_left_out(address: str) -> None:
    tree = build_sim_tree(PageAnalysis(Document("", html=f'<p><a href="{address}">text</a>')), PAPER)
    value = tree.value(len(tree) - 1)
    assert value is not None
    assert (value.text, value.link) == ("text", "")


def test_bold_words_part_values_in_the_paper_and_no_sentence_otherwise() -> None:
    html = "<div><p>A <b>bold</b> word and <a href=x>a link</a> in a sentence.</p></div>"
    assert built(html).count("=") == 5
    assert built(html, SimHTreeSettings()) == "div(p=A bold word and a link in a sentence.)"


def test_the_parts_of_a_price_are_one_value() -> None:
    html = "<div><p><span>$</span><span>1,299</span><span>.00</span></p><p><span>$9</span> <del>$12</del></p></div>"
    assert built(html, SimHTreeSettings()) == "div(p=$1,299.00 p(span=$9 del=$12))"


# A table whose cells the parser cannot tell apart: the end tag of the first item is missing inside of a span.
BROKEN = (
    "<body at=0,0,1000,500><div at=0,0,1000,500><span at=0,0,1000,100><b at=0,0,500,100>one</b>"
    "<span at=0,200,1000,100><b at=0,200,500,100>two</b></span></div>"
)
REPAIRED = BROKEN.replace("one</b>", "one</b></span>")


def test_nesting_follows_the_rectangles_where_an_end_tag_is_missing() -> None:
    broken, repaired = (shown(build_sim_tree(PageAnalysis(drawn(html)), PAPER)) for html in (BROKEN, REPAIRED))
    assert broken == repaired == "#text(html(body(div(span(b=one) span(b=two)))))"
    by_markup = shown(build_sim_tree(PageAnalysis(drawn(BROKEN)), replace(PAPER, nesting="markup")))
    assert by_markup == "#text(html(body(div(span(b=one span(b=two))))))"


def test_a_child_may_exceed_its_parent_by_one_pixel() -> None:
    for right, tree in ((101, "div(p(b=one) u=x)"), (103, "div(p() b=one u=x)")):
        html = (
            f"<body at=0,0,200,200><div at=0,0,200,200><p at=0,0,100,50><b at=0,0,{right},50>one</b></p>"
            "<u at=0,60,90,20>x</u></div>"
        )
        assert shown(build_sim_tree(PageAnalysis(drawn(html)), PAPER)).endswith(f"{tree})))")


def test_an_element_without_area_keeps_its_parent_or_gets_the_area_of_its_content() -> None:
    html = (
        "<body at=0,0,200,200><div at=0,0,200,200><p at=0,0,0,0><b at=10,10,50,20>floats</b></p>"
        "<u at=0,60,0,0>nothing</u></div>"
    )
    assert shown(build_sim_tree(PageAnalysis(drawn(html)), PAPER)).endswith("div(p(b=floats) u=nothing))))")


def test_areas_at_the_left_and_the_bottom_are_dropped_if_wanted() -> None:
    html = (
        "<body at=0,0,1000,1000><ul at=0,0,150,500><li at=0,0,150,20>menu</ul><p at=200,0,700,800>text</p>"
        "<i at=0,950,1000,50>copyright</i>"
    )
    for drop, count in ((False, 3), (True, 1)):
        tree = build_sim_tree(PageAnalysis(drawn(html)), replace(PAPER, drop_areas=drop))
        assert sum(tree.value(node) is not None for node in range(len(tree))) == count


def test_without_a_browser_places_are_an_estimate_and_say_so() -> None:
    html = (
        "<body><p>short</p><p>" + "long text " * 200 + "</p><table><tr><td>left</td><td>right</td></table>"
        "<img src=a.png width=400 height=300>"
    )
    tree = build_sim_tree(PageAnalysis(Document("", html=html)), PAPER)
    assert tree.is_estimate
    area = {tree.parts[node].tag: float(tree.areas[node]) for node in range(1, len(tree))}
    short, long = (node for node in range(len(tree)) if tree.tag(node) == "p")
    assert 5 * tree.areas[short] < tree.areas[long]
    assert area["img"] == pytest.approx(120_000)
    left, right = (node for node in range(len(tree)) if tree.tag(node) == "td")
    assert tree.rectangles[left, 1] == tree.rectangles[right, 1]
    assert tree.rectangles[left, 0] + tree.rectangles[left, 2] == tree.rectangles[right, 0]
    assert not build_sim_tree(PageAnalysis(drawn(REPAIRED)), PAPER).is_estimate
