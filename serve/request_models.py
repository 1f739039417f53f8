"""Models of requests: addresses, markup, choices of the extraction; and records as a table in the answer."""

from dataclasses import replace
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from iawce.data.network.address import is_web
from iawce.data.page import Html, Page
from iawce.data.sinks.sink import KEY
from iawce.extract.content.method import METHODS
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.settings import AUTO, ExtractSettings
from iawce.extract.records.lists.page_confidence import MIN_CONFIDENCE
from iawce.extract.records.typed_rows import typed_rows

MAX_URL, MAX_HTML, MAX_SELECTOR = 8_192, 10 << 20, 2_000  # Characters
Address = Annotated[str, Field(max_length=MAX_URL, description="the address of a page, as url")]


class _Order(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class PageSource(_Order):
    """A page: its address, or its HTML with the address that it had, if known."""

    url: Annotated[str, Field(max_length=MAX_URL, description="http or https; public, or on the service's list")] = ""
    html: Annotated[str | None, Field(max_length=MAX_HTML, description="markup, instead of fetching the page")] = None
    ref: Annotated[str, Field(max_length=MAX_URL, description="the caller's name of the page, for its row")] = ""

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.html is None and not self.url:
            raise ValueError("a page needs url, or html")
        if self.url and not is_web(self.url):
            raise ValueError("url is no address that begins with http:// or https://")
        return self

    @property
    def page(self) -> Page:
        """The page, live unless its HTML is given."""
        page = Page(self.url, self.url) if self.html is None else Html(self.html, self.url).page()
        return replace(page, ref=self.ref or page.ref)


OfText = BeforeValidator(
    lambda given: {"url": given} if isinstance(given, str) else given, json_schema_input_type=Address | PageSource
)
PageOrAddress = Annotated[PageSource, OfText]


class Choices(_Order):
    """Choices of the extraction, with the names of ``iawce extract``."""

    type: Annotated[
        Literal["", "article", "list", "thread", "product"], Field(description="page type, instead of classifying")
    ] = ""
    method: Annotated[str, Field(max_length=40, description=f"auto, rules, paper, or of {', '.join(METHODS)}")] = AUTO
    favor: Literal["precision", "balanced", "recall"] = "balanced"
    comments: Literal["drop", "keep", "only"] = "drop"
    links: bool = True
    images: bool = True
    hidden: Annotated[bool, Field(description="also keep text that is not on the screen")] = False
    keep: Annotated[str, Field(max_length=MAX_SELECTOR, description="CSS selector of the content")] = ""
    drop: Annotated[str, Field(max_length=MAX_SELECTOR, description="CSS selector of elements to leave out")] = ""

    @property
    def settings(self) -> ExtractSettings:
        """The settings; ``UsageError`` for no such method, no selector, or choices that exclude each other."""
        given = self.model_dump(include={"method", "links", "images", "keep", "drop", "comments", "favor"})
        return ExtractSettings(visible_only=not self.hidden, **given)


class PageOrder(PageSource, Choices):
    """A page, and how its content is extracted."""


class ListOrder(PageSource):
    """A page whose list is wanted as a table."""

    all_columns: Annotated[bool, Field(description="keep rare columns, too")] = False
    min_confidence: Annotated[float, Field(ge=0, le=1, description="least probability of a list")] = MIN_CONFIDENCE
    like: Annotated[str, Field(max_length=MAX_SELECTOR, description="columns wanted, by names or examples")] = ""


class JobOrder(Choices):
    """Many pages, extracted the same way."""

    pages: Annotated[list[PageOrAddress], Field(min_length=1)]


def table_of(row: Extraction) -> dict[str, Any]:
    """The table of a page: its address, the confidence that it is a list page, columns and rows."""
    page = typed_rows(row.records, row.final_url or row.url or row.ref, row.scores.get("list_confidence"), row.locale)
    rows: list[dict[str, Any]] = [
        {KEY: key, **{name: cell and cell.value for name, cell in cells.items()}}
        for key, cells in zip(page.keys, page.rows, strict=True)
    ]
    return {
        "source": page.source,
        "list_confidence": row.scores.get("list_confidence"),
        "columns": list(page.columns),
        "rows": rows,
        "warnings": [str(warning) for warning in row.warnings],
    }
