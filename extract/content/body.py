"""The whole page: everything in ``body``, the lower bound for every other method."""

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.extract.content.content import Content
from iawce.extract.content.method import MethodSettings, register_method


@register_method("body", MethodSettings)
def extract_body(analysis: PageAnalysis, settings: MethodSettings) -> Content:  # noqa: ARG001 - one signature
    """Everything in the body of the page."""
    bodies = [number for number in analysis.index.tagged("body") if analysis.index.parents[number] == 0]
    return Content((bodies[0] if bodies else 0,), analysis.without())
