"""List pages written for tests, and the columns that are found on them."""

from collections.abc import Mapping

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.extract.records.list_records import RecordsSettings, extract_lists

URL = "http://shop.example/list"
Columns = Mapping[str, list[str | None]]


def columns_of(html: str, *, all_columns: bool = False) -> Columns:
    """The values of each column, by name, in order; a picture is its address."""
    settings = RecordsSettings(all_columns=all_columns)
    records = extract_lists(PageAnalysis.of(Document("", url=URL, html=html)), settings).records
    names = list(records[0].fields)
    return {name: [(f.image or f.text) if (f := record.fields[name]) else None for record in records] for name in names}


def cards(*cells: str, attributes: str = "") -> str:
    """A page with a list of cards, each of which has a title that leads to a page."""
    shown = "".join(
        f"<li class=card><h3><a href=/p/{number}>The {name} desk</a></h3>{cell}</li>"
        for number, (name, cell) in enumerate(zip(("oak", "elm", "ash", "fir", "yew"), cells, strict=False))
    )
    return f"<html{attributes}><body><main><h1>Desks</h1><ul class=cards>{shown}</ul></main>"
