"""The front page: a field for an address, and what came of it; it needs no scripts."""

from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, select_autoescape
from pydantic import ValidationError
from starlette.exceptions import HTTPException

from iawce.extract.output.extraction import Extraction
from iawce.serve.orders import MAX_URL, PageOrder
from iawce.serve.service import Caller, GivenService
from iawce.serve.work import Work

routes = APIRouter(include_in_schema=False)
POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
_TEMPLATES = Environment(loader=FileSystemLoader(Path(__file__).parent / "pages"), autoescape=select_autoescape(["j2"]))


@routes.get("/")
async def front(
    service: GivenService, caller: Caller, url: Annotated[str, Query(max_length=MAX_URL)] = ""
) -> HTMLResponse:
    """The form; with ``url``, the page there, too."""
    row: Extraction | None = None
    wrong = ""
    if url:
        try:
            order = PageOrder(url=url)
            row = await service.pages.extract(Work(order.page, order.settings), caller)
            service.metrics.count_page(row)
        except ValidationError:
            wrong = "This is no address that begins with http:// or https://."
        except HTTPException as error:
            wrong = f"Not now: {error.detail}."
    text = _TEMPLATES.get_template("front.html.j2").render(url=url, row=row, wrong=wrong)
    return HTMLResponse(text, headers={"Content-Security-Policy": POLICY, "Referrer-Policy": "no-referrer"})
