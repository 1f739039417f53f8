"""Answers that are no page, as reason codes."""

from iawce.data.errors import PageError

_TYPES = (("application/pdf", "pdf"), ("application/json", "json"), ("+json", "json"), ("rss+xml", "feed"),
          ("atom+xml", "feed"), ("image/svg", "image"), ("image/", "image"), ("video/", "binary"),
          ("audio/", "binary"), ("zip", "archive"), ("octet-stream", "download"))  # fmt: skip
NO_CONTENT = (204, 205, 304)


def check_response(status: int, headers: dict[str, str]) -> None:
    """Refuse responses that are errors or no web page.

    Raises:
        PageError: ``empty/http_CODE``, ``http_error/CODE`` or ``not_html/KIND``.
    """
    if status in NO_CONTENT:
        raise PageError(f"empty/http_{status}", f"the server answered {status}, which has no content")
    if status >= 400:
        raise PageError(f"http_error/{status}", f"the server answered {status}")
    kind = headers.get("content-type", "").lower().split(";")[0].strip()
    for part, name in _TYPES:
        if part in kind:
            raise PageError(f"not_html/{name}", f"this is no web page but {kind}")
    if headers.get("content-disposition", "").lower().startswith("attachment"):
        raise PageError("not_html/download", "the server sends a file to save")
