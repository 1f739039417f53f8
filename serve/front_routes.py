"""The front page: a field for an address, and the page there as the inspector shows it. It needs no scripts."""

from typing import Any
from urllib.parse import parse_qs

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from pydantic import ValidationError
from starlette.exceptions import HTTPException

from iawce.data.network.address import without_credentials
from iawce.extract.inspector.write_html import policy_of, write_template
from iawce.serve.auth import COOKIE, LIFE
from iawce.serve.request_models import MAX_URL, PageSource
from iawce.serve.service import Caller, GivenService, Service
from iawce.serve.worker_processes import Inspected

routes = APIRouter(include_in_schema=False)
NO_TOKEN = {"WWW-Authenticate": "Bearer"}
NO_ADDRESS = f"The address must begin with http:// or https://, and have at most {MAX_URL:,} characters."


@routes.get("/")
async def front(service: GivenService, caller: Caller, url: str = "") -> Response:
    """The form; with ``url``, the page there, too. Unknown callers get a form for a token."""
    if not caller:
        return _front(service, 401, is_known=False)
    if not url:
        return _front(service)
    try:
        found = await _inspect(service, caller, url)
    except ValidationError:
        return _front(service, problem=NO_ADDRESS, address=url[:MAX_URL])
    except HTTPException as error:
        return _front(service, problem=f"Not now: {error.detail}.", address=url)
    if not found.html:
        return _front(service, problem=f"{found.row.message} ({found.row.reason})", address=url)
    return _page("page", found.html)


@routes.post("/")
async def sign_in(request: Request, service: GivenService) -> Response:
    """A token opens the front page for this browser; a form without one closes it."""
    callers = service.callers
    given = parse_qs((await request.body()).decode("ascii", "replace")).get("token", [""])[0]
    if not given:
        callers.sign_ins.close(request.headers)
        return _to_front("", 0)
    if caller := callers.name_of(given):
        return _to_front(callers.sign_ins.open(caller), LIFE)
    return _front(service, 401, is_known=False, problem="This token is not known.")


async def _inspect(service: Service, caller: str, url: str) -> Inspected:
    found = await service.pages.inspect(PageSource(url=url).page, caller)
    service.metrics.count_page(found.row)
    return found


def _to_front(cookie: str, life: int) -> Response:
    answer = RedirectResponse("/", 303)
    answer.set_cookie(COOKIE, cookie, max_age=life, secure=True, httponly=True, samesite="strict")
    return answer


def _front(
    service: Service, status: int = 200, *, is_known: bool = True, problem: str = "", address: str = ""
) -> Response:
    leaves = is_known and bool(service.settings.tokens)
    shown: dict[str, Any] = {
        "is_known": is_known,
        "leaves": leaves,
        "problem": problem,
        "address": without_credentials(address),
    }
    html = write_template("front", asks=True, **shown)
    return _page("front", html, status)


def _page(name: str, html: str, status: int = 200) -> Response:
    """HTML that acts only as its policy allows, in no frame, and is gone from the browser after signing out."""
    policy = f"{policy_of(name, asks=True)}; frame-ancestors 'none'"
    headers = {"Content-Security-Policy": policy, "Referrer-Policy": "same-origin", "Cache-Control": "no-store"}
    return HTMLResponse(html, status, headers | (NO_TOKEN if status == 401 else {}))
