"""Serves given markup to a tab, which stays on it even if the page navigates."""

import base64
import mimetypes
from contextlib import suppress
from typing import Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page as Tab
from playwright.async_api import Request, Route

from iawce.data.page import Page
from iawce.data.render.browser_context import PausedRequests
from iawce.data.render.saved_pages import file_beside

NO_SCRIPTS = "script-src 'none'; worker-src 'none'"
"""Content security policy of a page whose scripts are off. Parts for browsers without scripts stay unseen."""
_OF_TRANSFER = frozenset({"content-encoding", "content-length", "transfer-encoding"})


DOCUMENTS = {"urlPattern": "*", "resourceType": "Document", "requestStage": "Response"}


class ForbidScripts(PausedRequests):
    """Adds the policy to each complete document of one tab, frames too; its session is for this purpose alone.

    The policy has an effect only in a replaced answer; a browser ignores it in one that is passed on.
    """

    async def send_on(self, event: dict[str, Any]) -> None:  # noqa: D102
        request = {"requestId": event["requestId"]}
        try:
            body = await self._session.send("Fetch.getResponseBody", request)
            headers = [one for one in event["responseHeaders"] if one["name"].lower() not in _OF_TRANSFER]
            policy = {"name": "Content-Security-Policy", "value": NO_SCRIPTS}
            content = body["body"] if body["base64Encoded"] else base64.b64encode(body["body"].encode()).decode()
            answer = {"responseCode": event["responseStatusCode"], "responseHeaders": [*headers, policy]}
            await self._session.send("Fetch.fulfillRequest", {**request, **answer, "body": content})
        except (PlaywrightError, KeyError):  # a redirect or no answer at all; or the page has gone
            with suppress(PlaywrightError):
                await self._session.send("Fetch.continueRequest", request)


class GivenHtml:
    """Answers the requests of one tab.

    The first navigation gets the markup (or what the server sends, if there is none), every later one an answer without
    content, at which a browser stays on its page. Of saved HTML style sheets, pictures and fonts are read from the
    file's own folder and everything else is refused; of a live page everything else is fetched.

    Args:
        html: the markup.
        scripts: whether the page's scripts run.
        saved: the page, if it is saved HTML.
        refused: addresses known not to answer.

    Attributes:
        policy: content security policy of the page, if its scripts are off.
    """

    policy = NO_SCRIPTS

    def __init__(
        self, html: str | None, *, scripts: bool, saved: Page | None = None, refused: frozenset[str] = frozenset()
    ) -> None:
        self.html, self.scripts = html, scripts
        self._saved, self.refused = saved, refused
        self._is_answered = False

    async def listen(self, tab: Tab) -> None:
        """Answer the requests of a tab from now on."""
        await tab.route("**/*", self.answer)
        if self.html is None and not self.scripts:
            await ForbidScripts(await tab.context.new_cdp_session(tab)).pause(DOCUMENTS)

    async def answer(self, route: Route) -> None:
        """Fulfil, pass on or refuse one request."""
        if _is_page(route.request):
            await self.answer_page(route)
        elif route.request.url in self.refused:
            await route.abort("blockedbyclient")
        elif self._saved is None:
            await route.continue_()
        elif path := file_beside(self._saved, route.request.url):
            kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            await route.fulfill(status=200, content_type=kind, path=path)
        else:
            await route.abort("blockedbyclient")

    async def answer_page(self, route: Route) -> None:
        """Fulfil or pass on a navigation."""
        is_answered, self._is_answered = self._is_answered, True
        if is_answered:
            await route.fulfill(status=204)
        elif self.html is None:
            await route.continue_()
        else:
            headers = {"Content-Type": "text/html; charset=utf-8"}
            policy = {} if self.scripts else {"Content-Security-Policy": self.policy}
            await route.fulfill(status=200, headers=headers | policy, body=self.html.encode("utf-8", "replace"))


def _is_page(request: Request) -> bool:
    return request.is_navigation_request() and request.frame.parent_frame is None
