from dataclasses import replace
from typing import Any

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.errors import UsageError
from iawce.extract.papers.simhtree.find_tables import group_by_size, mine_data_regions
from iawce.extract.papers.simhtree.leaves import SimHTreeSettings
from iawce.extract.papers.simhtree.sim_tree import build_sim_tree
from tests.extract.papers.simhtree.made_trees import drawn

PAPER = SimHTreeSettings.paper()
MENU = "".join(f"<i at={20 * n},0,20,10>m{n}</i>" for n in range(5))
CARDS = "".join(f"<p at=0,{100 + 100 * n},500,{90 - n}>card {n}</p>" for n in range(3))
PAGE = f"<body at=0,0,500,500><nav at=0,0,500,20>{MENU}</nav><div at=0,100,500,400>{CARDS}</div>"


def texts(html: str, settings: SimHTreeSettings) -> list[list[str]]:
    tree = build_sim_tree(PageAnalysis(drawn(html) if " at=" in html else Document("", html=html)), settings)
    document = tree.analysis.document
    return [
        ["+".join(document.index.text_of(tree.parts[node].element) for node in region) for region in cluster.units]
        for cluster in mine_data_regions(tree, settings)
    ]


def test_clusters_come_by_count_as_printed_or_by_the_area_that_they_fill() -> None:
    menu, cards = [f"m{n}" for n in range(5)], [f"card {n}" for n in range(3)]
    assert texts(PAGE, PAPER) == [menu, cards]
    assert texts(PAGE, replace(PAPER, rank="count_area")) == [cards, menu]


def test_of_clusters_of_one_size_the_larger_areas_come_first() -> None:
    html = (
        "<body at=0,0,500,500><div at=0,0,500,20><i at=0,0,20,10>a</i><i at=20,0,20,10>b</i></div>"
        "<div at=0,100,500,300><i at=0,100,200,100>c</i><i at=0,200,200,100>d</i></div>"
    )
    assert texts(html, PAPER) == [["c", "d"], ["a", "b"]]


@pytest.mark.parametrize(("k", "sizes"), [(0.05, []), (0.3, [2]), (0.8, [3])])
def test_any_two_of_a_group_differ_by_less_than_k(k: float, sizes: list[int]) -> None:
    html = (
        "<body at=0,0,500,500><p at=0,0,100,100>a</p><p at=0,100,100,80>b</p><p at=0,200,100,50>c</p>"
        "<u at=0,300,100,100>d</u>"
    )
    tree = build_sim_tree(PageAnalysis(drawn(html)), PAPER)
    siblings = [node for node in range(len(tree)) if tree.value(node)]
    groups = group_by_size(tree, siblings, k)
    assert [len(group) for group in groups] == sizes
    for group in groups:
        areas = [float(tree.areas[node]) for node in group]
        assert max(areas) - min(areas) < k * max(areas)


@pytest.mark.parametrize("wrong", [{"k": 0.0}, {"k": 1.5}, {"tables": 0}, {"rank": "size"}])
def test_settings_outside_of_their_range_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        SimHTreeSettings(**wrong)


def test_a_record_of_several_neighbours_is_one_region() -> None:
    html = "<body><dl><dt>a</dt><dd>1</dd><dt>b</dt><dd>2</dd><dd>3</dd><dt>c</dt><dd>4</dd></dl>"
    assert ["a+1", "b+2+3", "c+4"] in texts(html, SimHTreeSettings())


def test_records_in_rows_are_of_one_generation() -> None:
    card = "<div class=card><h3>{0}</h3><p>text {0}</p></div>"
    rows = [f"<div class=row>{''.join(card.format(name) for name in names)}</div>" for names in ("abc", "def", "g")]
    found = texts("<body><main>" + "".join(rows) + "</main>", SimHTreeSettings())
    assert found[0] == [f"{name}text {name}" for name in "abcdefg"]


def test_groups_of_one_and_groups_without_values_are_no_clusters() -> None:
    assert texts("<body><p>one</p><div><br><br></div>", SimHTreeSettings()) == []
