"""The main content of a page of any type, with which the strategies of the page types begin.

The first of these decides: the user's selector (``settings.keep``); the template of the page's site; the method, by
default the block model (``segmentation.py``). Where that finds next to nothing, the data in the page, or its
paragraphs, are the content. The templates of forums add records. ``ways.WAYS`` has the strategies.
"""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.arrays import Bools
from iawce.data.errors import PageError, PageWarning, WarningKind
from iawce.extract.content.content import Content, keep_blocks
from iawce.extract.content.method import DEFAULT_METHOD
from iawce.extract.content.paragraphs import own_blocks, paragraph_blocks
from iawce.extract.pipeline.settings import ExtractSettings

SELECTOR = "selector"  # Method name of content chosen by the user's selector
TEMPLATE = "template"  # Method name of content chosen by a template of the site
EMBEDDED = "embedded"  # Method name of content from the page's data
PARAGRAPHS = "paragraphs"
"""Method name of content that is the paragraphs of a page, or all its text, if the block model keeps none."""
NO_FIELDS = PageWarning(WarningKind.NO_TEMPLATE, "no_fields")  # The templates of forums give none
MAX_SHORT = 50
"""If the model keeps nothing of a page with fewer words, or of one too long for it, which has no score of what is kept,
all text outside of the site's own parts is content."""
MIN_WORDS, MIN_RATIO = 30, 4
"""Content with fewer words is replaced by that in the page's data if this is ``MIN_RATIO`` times as long."""


class Chosen(NamedTuple):
    """The method that chose the content of a page, and the content."""

    method: str
    content: Content

    @property
    def has_records(self) -> bool:
        """Whether a method, a template or the data of the page gave the records, so that no others are sought."""
        return bool(self.content.records or self.content.origins)


def main_content(analysis: PageAnalysis, page_type: str, settings: ExtractSettings) -> Chosen:
    """The main content of a page, with records only if a method or a template of forums gives them.

    Raises PageError: ``empty/no_match`` if the user's selector matches nothing; UsageError: no such page type.
    """
    chosen = _choose(analysis, page_type, settings)
    if not settings.forum or chosen.has_records:
        return chosen
    content, found = chosen.content, settings.forum.extract(analysis)
    if not found:
        return chosen._replace(content=replace(content, warnings=(*content.warnings, NO_FIELDS)))
    template, records = found
    scores = {**content.scores, "template": template.medoid}
    return chosen._replace(content=replace(content, records=records, scores=scores))


def _choose(analysis: PageAnalysis, page_type: str, settings: ExtractSettings) -> Chosen:
    if settings.keep:
        return Chosen(SELECTOR, _select(analysis, settings.keep))
    if settings.site:
        from iawce.extract.templates.site.site_templates import extract_by_template  # noqa: PLC0415 - few know their site

        found = extract_by_template(analysis, settings.site)
        if isinstance(found, Content):
            return Chosen(TEMPLATE, found)
        name, content = _by_method(analysis, page_type, settings)
        return Chosen(name, replace(content, warnings=(*content.warnings, found)))
    return _by_method(analysis, page_type, settings)


def _by_method(analysis: PageAnalysis, page_type: str, settings: ExtractSettings) -> Chosen:
    """The content by the method; of the default one, the data or the paragraphs of a page in place of next to none."""
    name, method, method_settings = settings.choose(page_type)
    content = method.extract(analysis, method_settings)
    if name != DEFAULT_METHOD:
        return Chosen(name, content)
    is_unsure = "kept" not in content.scores or content.subset.words[0] < MAX_SHORT
    if is_unsure and not (settings.method or content.elements):
        name, content = _fall_back(analysis, content, paragraph_blocks(analysis), own_blocks(analysis))
    if (words := _words(content)) < MIN_WORDS:
        from iawce.extract.pipeline.embedded_content import embedded_content  # noqa: PLC0415 - few pages have so little

        data = embedded_content(analysis)
        if data and _words(data) >= MIN_RATIO * words:
            return Chosen(EMBEDDED, data)
    if not (settings.method or content.elements):
        return _fall_back(analysis, content, paragraph_blocks(analysis))
    return Chosen(name, content)


def _fall_back(analysis: PageAnalysis, content: Content, *choices: Bools) -> Chosen:
    """The first choice of blocks that is not empty, with the model's confidence, which is low; else its content.

    What a rule has dropped is not chosen.
    """
    dropped = [rule.blocks for rule in content.rules if not rule.keeps]
    for choice in choices:
        blocks = choice & ~np.logical_or.reduce(dropped) if dropped else choice
        if blocks.any():
            known = {name: content.scores[name] for name in ("confidence",) if name in content.scores}
            elements = analysis.index.topmost(np.unique(analysis.blocks.elements[blocks]).tolist())
            return Chosen(PARAGRAPHS, Content(tuple(elements), keep_blocks(analysis.blocks, blocks), scores=known))
    return Chosen(DEFAULT_METHOD, content)


def _words(content: Content) -> int:
    """Words of the chosen elements."""
    return int(content.subset.text_words[list(content.elements)].sum())


def _select(analysis: PageAnalysis, selector: str) -> Content:
    """The topmost visible elements that a selector matches."""
    subset = analysis.without()
    found = [number for number in analysis.document.select(selector) if subset.kept[number]]
    if not found:
        raise PageError("empty/no_match", f"nothing on the page matches {selector!r}")
    return Content(tuple(analysis.index.topmost(found)), subset)
