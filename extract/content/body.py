"""The whole page: everything in ``body``, the lower bound for every other method."""

from iawce.data.analysis.page_analysis import PageReading
from iawce.extract.content.content import Content
from iawce.extract.content.method import MethodSettings, register_method


@register_method("body", MethodSettings)
def extract_body(reading: PageReading, settings: MethodSettings) -> Content:  # noqa: ARG001 - one signature
    """Everything in the body of the page."""
    bodies = [number for number in reading.index.tagged("body") if reading.index.parents[number] == 0]
    return Content((bodies[0] if bodies else 0,), reading.without())
