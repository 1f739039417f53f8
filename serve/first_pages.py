"""The pages that a service tries before it reports that it is ready: they use everything that later pages use."""

import io

from PIL import Image

from iawce.data.page import Html
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.extract.records.list_records import RecordsSettings
from iawce.serve.work import Work

_SENTENCE = "Ebb and flood follow the moon, which passes over every coast about an hour later each day. "
_ARTICLE = f"<!doctype html><title>Tides</title><main><article><h1>Tides</h1><p>{_SENTENCE * 3}</article></main>"
_SCRIPT = "<script>document.querySelector('article').append(document.querySelector('p').cloneNode(true))</script>"
_GOODS = "".join(f"<li><a href='/{number}'>Lamp {number}</a> <b>{number}.50 €</b></li>" for number in range(1, 7))

DRAWN = Work(Html(_ARTICLE + _SCRIPT).page(), ExtractSettings())
"""A page with few words and a script, so that it is rendered if there is a browser."""
LISTED = Work(
    Html(f"<!doctype html><title>Lamps</title><ul>{_GOODS}</ul>").page(),
    ExtractSettings(method="records", method_settings=RecordsSettings()),
)


def blank_picture() -> bytes:
    """A blank screenshot."""
    encoded = io.BytesIO()
    Image.new("RGB", (640, 480), "white").save(encoded, "PNG")
    return encoded.getvalue()
