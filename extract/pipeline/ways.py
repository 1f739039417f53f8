"""The content of a page by its type: the main content, and what each type makes of it with its records.

The first of these decides the main content: the user's selector (``settings.keep``); the template of the page's site;
the method, by default the block model (``segmentation.py``). Where that finds next to nothing, the data in the page, or
its paragraphs, are the content. The templates of forums add records.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.arrays import Bools
from iawce.data.errors import PageError, PageWarning, WarningKind
from iawce.data.labels import PageType
from iawce.extract.content.content import Content, Scores, keep_blocks, keep_text_nodes
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


def article_content(analysis: PageAnalysis, settings: ExtractSettings) -> Chosen:
    """The content of an article, without texts that repeat on its site, where a run has counted them.

    The comments under it are left out, or kept as records, as the settings say. Raises PageError: there is none.
    """
    chosen = main_content(analysis, PageType.ARTICLE, settings)
    if settings.boilerplate and not settings.keep:
        from iawce.extract.templates.site_boilerplate import leave_out_repeated  # noqa: PLC0415 - few runs count them

        chosen = chosen._replace(content=leave_out_repeated(analysis, chosen.content, settings.boilerplate))
    return with_comments(analysis, chosen, settings)


def with_comments(analysis: PageAnalysis, chosen: Chosen, settings: ExtractSettings) -> Chosen:
    """The content without the comments under it, with them as records, or only these; a chosen method decides alone.

    Raises PageError: ``empty/no_comments`` if only comments are requested and there are none.
    """
    is_asked = settings.comments == "only"
    if chosen.has_records or not (is_asked or settings.is_judged):
        return chosen
    from iawce.extract.records.posts.comments import apply_comments, find_comment_parts  # noqa: PLC0415 - not for lists

    if not (is_asked or analysis.keep(find_comment_parts).any()):
        return chosen
    return chosen._replace(content=apply_comments(analysis, chosen.content, settings.comments))


def rows_content(analysis: PageAnalysis, settings: ExtractSettings) -> Chosen:
    """The content of a list with its rows: SimHTree and other sources propose lists, the most likely gives the records.

    The rows of a forum's board are threads; they are the content, too, if the block model finds none. If no records are
    asked for, rows are sought only where there is no content. Raises PageError: there is none.
    """
    chosen = main_content(analysis, PageType.LIST, settings)
    if settings.comments == "only":
        return with_comments(analysis, chosen, settings)
    if chosen.has_records or (chosen.content.elements and not settings.records):
        return chosen
    from iawce.extract.records.list_records import list_content  # noqa: PLC0415 - lists alone

    return chosen._replace(content=list_content(analysis, chosen.content, settings.list_source))


def posts_content(analysis: PageAnalysis, settings: ExtractSettings) -> Chosen:
    """The content of a thread with its posts, which replace it if it is much shorter than their texts.

    A method or a selector that the user chose decides the text alone. Raises PageError: there is none.
    """
    chosen = main_content(analysis, PageType.THREAD, settings)
    if chosen.has_records or not (settings.records or settings.is_judged):
        return chosen
    from iawce.extract.records.posts.posts import find_posts, thread_content  # noqa: PLC0415 - threads alone

    if settings.is_judged:
        posts = thread_content(analysis, chosen.content, has_records=settings.records)
    else:
        posts = replace(chosen.content, records=find_posts(analysis, chosen.content.subset))
    if not settings.records:
        return chosen._replace(content=posts)
    software, scores = analysis.software, chosen.content.scores
    added: Scores = {"software": f"{software.name} {software.version}".strip()} if software else {}
    return chosen._replace(content=replace(posts, scores={**scores, **added}))


def product_content(analysis: PageAnalysis, settings: ExtractSettings) -> Chosen:
    """The content of a page about one product, without what is about other things by its name or its heading.

    The reviews under it are left out, or kept as records, as comments are. Raises PageError: there is none.
    """
    chosen = main_content(analysis, PageType.PRODUCT, settings)
    if chosen.method == DEFAULT_METHOD and settings.comments == "drop":
        chosen = chosen._replace(content=_without_others(analysis, chosen.content))
    return with_comments(analysis, chosen, settings)


def _without_others(analysis: PageAnalysis, content: Content) -> Content:
    """The content without other products, reviews and parts of the shop; unchanged if nothing else would be left."""
    from iawce.extract.metadata.shown_product import other_products  # noqa: PLC0415 - products alone

    beside = analysis.keep(other_products)[analysis.index.text_nodes.owners]
    subset = keep_text_nodes(content.subset, content.subset.text_nodes & ~beside)
    elements = tuple(one for one in content.elements if subset.kept[one] and subset.text_words[one])
    return replace(content, elements=elements, subset=subset) if elements else content


def any_content(analysis: PageAnalysis, settings: ExtractSettings) -> Chosen:
    """The main content of a page of no known type, without records but those of its method."""
    chosen = main_content(analysis, "", settings)
    return with_comments(analysis, chosen, settings) if settings.comments == "only" else chosen


WAYS: dict[str, Callable[[PageAnalysis, ExtractSettings], Chosen]] = {
    PageType.ARTICLE: article_content,
    PageType.LIST: rows_content,
    PageType.THREAD: posts_content,
    PageType.PRODUCT: product_content,
}
