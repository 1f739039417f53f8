"""Routes that answer with one page: its row, its records, the type of a picture."""

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from iawce.data.errors import Status
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.extract.records.list_records import RecordsSettings
from iawce.serve.openapi import PICTURE, PICTURE_ROW, ROW, TABLE
from iawce.serve.page_service import Work
from iawce.serve.problems import failed_page
from iawce.serve.request_models import ListOrder, PageOrder, table_of
from iawce.serve.service import Caller, GivenService, Service

routes = APIRouter(prefix="/v1", tags=["pages"])


@routes.post("/extract", summary="The content of a page", responses=ROW)
async def extract(order: PageOrder, service: GivenService, caller: Caller) -> Response:
    """The row of a page, as ``iawce extract`` writes it."""
    return _answer(service, await service.pages.extract(Work(order.page, order.settings, order.type), caller))


@routes.post("/records", summary="The list of a page as a table", responses=TABLE)
async def records(order: ListOrder, service: GivenService, caller: Caller) -> Response:
    """The records of a page, as ``iawce records`` writes them."""
    how = RecordsSettings("weighed", 1, order.all_columns, order.min_confidence)
    settings = ExtractSettings(method="records", method_settings=how)
    row = await service.pages.extract(Work(order.page, settings), caller)
    service.metrics.count_page(row)
    return failed_page(row) if row.status == Status.FAILURE else JSONResponse(table_of(row))


@routes.post("/classify", summary="The type of a page by its screenshot", responses=PICTURE_ROW, openapi_extra=PICTURE)
async def classify(request: Request, service: GivenService, caller: Caller) -> Response:
    """The row of a screenshot (PNG, JPEG or WebP), as ``iawce classify`` writes it."""
    if not request.headers.get("content-type", "").startswith("image/"):
        raise HTTPException(415, "send the picture itself, with its media type")
    return _answer(service, await service.pages.classify(await request.body(), caller))


def _answer(service: Service, row: Extraction) -> Response:
    service.metrics.count_page(row)
    return failed_page(row) if row.status == Status.FAILURE else Response(row.to_json(), media_type="application/json")
