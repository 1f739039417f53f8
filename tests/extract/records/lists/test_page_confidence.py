"""The confidence that a page is a page of its list: tables of data are, whatever their size."""

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.errors import PageError
from iawce.extract.records.list_records import RecordsSettings, extract_lists
from iawce.extract.records.lists.page_confidence import MIN_CONFIDENCE

HEAD = "<tr><th>Thread</th><th>Model</th><th>Bore</th></tr>"
ROWS = "".join(f"<tr><td>G {n}/2</td><td>KP-{n}</td><td>{10 + n}</td></tr>" for n in range(1, 6))
PROSE = "<p>The valves were tested for a year in the old mill, and each of them was opened and closed every day.</p>"


def records_of(main: str) -> int:
    html = f"<title>Valves</title><body><nav><a href=/>Home</a></nav><main><h1>Valves</h1>{main}</main>"
    analysis = PageAnalysis.of(Document("", url="http://shop.example/", html=html))
    return len(extract_lists(analysis, RecordsSettings(min_confidence=MIN_CONFIDENCE)).records)


@pytest.mark.parametrize("table", [HEAD + ROWS, f"<thead>{HEAD.replace('th>', 'td>')}</thead><tbody>{ROWS}"])
def test_a_small_table_of_data_is_the_list_of_its_page(table: str) -> None:
    assert records_of(f"<table>{table}</table>") == 5


def test_a_table_in_a_long_text_is_not() -> None:
    with pytest.raises(PageError, match="the purpose of the page"):
        records_of(20 * PROSE + f"<table>{HEAD}{ROWS}</table>" + 20 * PROSE)
