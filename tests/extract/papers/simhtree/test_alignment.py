from dataclasses import replace

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.extract.papers.simhtree.alignment import RecordModel, align_records
from iawce.extract.papers.simhtree.find_tables import find_tables
from iawce.extract.papers.simhtree.leaves import SimHTreeSettings
from iawce.extract.papers.simhtree.sim_tree import build_sim_tree
from iawce.extract.papers.simhtree.table import make_table

PAPER = SimHTreeSettings.paper()


def aligned(html: str, settings: SimHTreeSettings = PAPER) -> RecordModel:
    tree = build_sim_tree(PageAnalysis(Document("", html=f"<body><main>{html}</main>")), settings)
    main = next(node for node in range(len(tree)) if tree.tag(node) == "main")
    return align_records(tree, [(node,) for node in tree.children[main]], settings)


def cells(model: RecordModel) -> list[list[str | None]]:
    return [[cell.text if cell else None for cell in row] for row in make_table(model, join=False).rows]


def record(tags: str) -> str:
    return "<div>" + "".join(f"<{tag}>{tag}</{tag}>" for tag in tags) + "</div>"


def test_a_missing_part_is_null_in_its_column() -> None:
    assert cells(aligned(record("bisu") + record("bsu") + record("bi"))) == [
        ["b", "i", "s", "u"],
        ["b", None, "s", "u"],
        ["b", "i", None, None],
    ]


def test_a_node_with_an_uncertain_place_is_placed_in_a_later_round() -> None:
    """``bqu`` alone does not say whether q comes before i and s or after; ``isqu`` does."""
    model = aligned(record("bisu") + record("bqu") + record("isqu"))
    assert not model.unsure
    assert cells(model) == [["b", "i", "s", None, "u"], ["b", None, None, "q", "u"], [None, "i", "s", "q", "u"]]


def test_uncertain_values_follow_their_left_neighbour_in_a_marked_or_dropped_record() -> None:
    html = record("bisu") + record("bqu")
    model = aligned(html)
    assert model.unsure == {1}
    assert cells(model) == [["b", None, "i", "s", "u"], ["b", "q", None, None, "u"]]
    strict = aligned(html, replace(PAPER, strict=True))
    assert cells(strict) == [["b", "i", "s", "u"]]


def test_a_record_with_another_root_is_dropped_whichever_comes_first() -> None:
    assert cells(aligned("<p>other</p>" + record("bi") + record("bi"))) == [["b", "i"], ["b", "i"]]


def test_equal_tags_are_distinguished_by_their_texts() -> None:
    html = "<div><p>Ada</p><p>$12</p></div><div><p>$15</p></div><div><p>Eve</p></div>"
    assert cells(aligned(html, replace(PAPER, ties="alike"))) == [["Ada", "$12"], [None, "$15"], ["Eve", None]]
    assert cells(aligned(html)) == [["Ada", "$12"], ["$15", None], ["Eve", None]], "the error that the paper names"


def test_cells_that_span_rows_belong_to_each_and_empty_cells_keep_their_column() -> None:
    html = "<table><tr><td rowspan=2>a<td>b<td>c</tr><tr><td>d<td>e</tr><tr><td>f<td><td>g</tr></table>"
    settings = SimHTreeSettings()
    tree = build_sim_tree(PageAnalysis(Document("", html=html)), settings)
    rows = [(node,) for node in range(len(tree)) if tree.tag(node) == "tr"]
    table = make_table(align_records(tree, rows, settings), join=True)
    texts = [[cell.text if cell else None for cell in row] for row in table.rows]
    assert texts == [["a", "b", "c"], ["a", "d", "e"], ["f", None, "g"]]


def test_a_price_is_one_column_whether_or_not_it_was_lowered() -> None:
    plain = "<li><h3>Hat</h3><span class=price>$15.00</span></li>"
    lowered = "<li><h3>Cap</h3><span class=price><del>$20.00</del> <ins>$12.00</ins></span></li>"
    span = "<li><h3>Bag</h3><span class=price><span>$5.00</span> – <span>$9.00</span></span></li>"
    for records, names in (
        ((plain, plain, lowered), ["title", "price", "old_price"]),
        ((lowered, lowered), ["title", "old_price", "price"]),
        ((span, lowered, plain), ["title", "price", "old_price", "price_2"]),
    ):
        analysis = PageAnalysis(Document("", html=f"<body><ul>{''.join(records)}</ul>"))
        (table,) = find_tables(build_sim_tree(analysis, SimHTreeSettings()), SimHTreeSettings())
        assert [column.name for column in table.columns] == names
        prices = {row[0] and row[0].text: row[names.index("price")] for row in table.rows}
        assert all(cell is not None for cell in prices.values())
        (price,) = {cell.text for title, cell in prices.items() if title == "Cap" and cell}
        assert price == "$12.00"
