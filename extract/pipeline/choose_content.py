"""Chooses the content of a page: by a method, by the user's selector, or from the data in the page."""

from dataclasses import replace

import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.errors import PageError
from iawce.data.labels import PageType
from iawce.extract.content.content import Content, Scores
from iawce.extract.content.method import DEFAULT_METHOD, METHOD_OF_TYPE, METHODS
from iawce.extract.content.paragraphs import Bools, holds_some, only_paragraphs, paragraph_blocks
from iawce.extract.pipeline.embedded_content import embedded_content
from iawce.extract.pipeline.settings import ExtractSettings

FEWEST_WORDS = 50
"""If a page has fewer words and the block model keeps nothing, the method of the page type decides."""
SELECTOR = "selector"
"""Method name of content chosen by the user's selector."""
TEMPLATE = "template"
"""Method name of content chosen by a template of the site."""
EMBEDDED = "embedded"
"""Method name of content from the page's data."""
TINY = 30
"""Content with fewer words is replaced by the content in the page's data if that is much longer."""
TIMES_LONGER = 4
"""Least ratio of the two lengths for this."""
PARAGRAPHS = "paragraphs"
"""Method name of content that consists of all paragraphs of a page, if neither the block model nor a rule keeps any."""


def choose_content(analysis: PageAnalysis, page_type: str, settings: ExtractSettings) -> tuple[str, Content]:
    """Name of the method that chose the content of a page, and the content.

    Raises:
        PageError: ``empty/no_match`` if the user's selector matches nothing.
        UsageError: no such page type.
    """
    if settings.keep:
        return SELECTOR, _select(analysis, settings.keep)
    if settings.site:
        from iawce.extract.templates.site.apply import extract_by_template  # noqa: PLC0415 - few know their site

        found = extract_by_template(analysis, settings.site)
        if isinstance(found, Content):
            return TEMPLATE, found
        name, content = choose_content(analysis, page_type, replace(settings, site=None))
        return name, replace(content, warnings=(*content.warnings, found))
    name, method, method_settings = settings.choose(page_type)
    content = method.extract(analysis, method_settings)
    if not settings.method and _is_left_to_rules(content):
        name, content = _by_rules(analysis, page_type, content.scores)
    if settings.method in ("", DEFAULT_METHOD) and (words := _words(content)) < TINY:
        data = embedded_content(analysis)
        if data and _words(data) >= TIMES_LONGER * words:
            return EMBEDDED, data
    if not settings.method and not content.elements and (wanted := paragraph_blocks(analysis)).any():
        return _by_rules(analysis, page_type, content.scores, wanted)
    return name, content


def _by_rules(
    analysis: PageAnalysis, page_type: str, scores: Scores, wanted: Bools | None = None
) -> tuple[str, Content]:
    """The content by the method of the page type, with the model's confidence, which is low.

    Args:
        analysis: of the page.
        page_type: of the page.
        scores: of the model.
        wanted: blocks that are paragraphs; they are the content if that of the method contains none of them.
    """
    name = METHOD_OF_TYPE[PageType(page_type)]
    content = METHODS[name].extract(analysis, METHODS[name].settings.default())
    if wanted is not None and not holds_some(content, analysis, wanted):
        name, content = PARAGRAPHS, only_paragraphs(analysis, wanted)
    known = {"confidence": scores["confidence"]} if "confidence" in scores else {}
    return name, replace(content, scores={**content.scores, **known})


def _is_left_to_rules(content: Content) -> bool:
    """Whether the model chose nothing on a page too long for it, or too short to be certain that it has no content."""
    return not content.elements and ("kept" not in content.scores or content.subset.words[0] < FEWEST_WORDS)


def _words(content: Content) -> int:
    """Words of the chosen elements."""
    index = content.subset.index
    before = np.concatenate([[0], np.cumsum(np.where(content.subset.text_nodes, index.text_node_words, 0))])
    chosen = list(content.elements)
    return int((before[index.last_text_node[chosen]] - before[index.first_text_node[chosen]]).sum())


def _select(analysis: PageAnalysis, selector: str) -> Content:
    """The topmost visible elements that a selector matches."""
    subset = analysis.without()
    found = [number for number in analysis.document.select(selector) if subset.kept[number]]
    if not found:
        raise PageError("empty/no_match", f"nothing on the page matches {selector!r}")
    return Content(tuple(analysis.document.topmost(found)), subset)
