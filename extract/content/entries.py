"""The entry of a page with only one: a tag with one post, a search with one result, a thread with one message."""

from itertools import islice

from iawce.data.dom.element_index import DomMask
from iawce.data.dom.tags import HEADINGS

CLASSES = frozenset({
    "hentry", "h-entry", "post", "search-result", "search-result-item", "result-item", "product", "product-card",
    "product-card-wrapper", "product-item", "message", "message--post",
})  # fmt: skip
"""Names of an entry, whatever other names its element has."""
WHOLE = ("html", "body", "main")
MIN_SHARE = 0.3  # Least share of the page's words of an entry outside ``main``


def sole_entry(subset: DomMask, chosen: list[int]) -> int | None:
    """Number of the page's only entry, if the chosen elements are its parts, around it, or less and elsewhere.

    ``subset``: the part of the page that counts; ``chosen``: elements of one depth that were classified as entries.
    """
    index = subset.index
    named = sorted({*index.tagged("article"), *index.attributes.called(CLASSES)} - {*index.tagged(*WHOLE)})
    entries = [number for number in named if subset.kept[number] and subset.words[number]]
    if not entries or any(number >= index.ends[entries[0]] for number in entries):
        return None  # none, or more than one
    entry = entries[0]
    inside = index.inside([entry])[chosen]
    if inside.any():
        are_parts = all(index.tags[number] == "p" for number in chosen) or _leads(subset, entry)
        return entry if inside.all() and are_parts else None
    in_main = index.inside(_mains(subset, entry))
    is_main = in_main[entry] and not in_main[chosen].any()
    around = index.inside(chosen)[entry]
    is_most = subset.words[entry] >= MIN_SHARE * subset.words[0]
    is_more = around or subset.words[entry] > subset.words[chosen].sum()
    return entry if is_main or (is_most and is_more) else None


def _leads(subset: DomMask, entry: int) -> bool:
    """Whether its title is a link, to a page that has the whole of it; beside it one heading at most, a category."""
    index = subset.index
    headings = [one for one in subset.tagged(*HEADINGS).tolist() if entry < one < index.ends[entry]]
    by_level = sorted(headings, key=lambda one: index.tags[one])
    levels = {index.tags[one] for one in headings}
    return 0 < len(by_level) == len(levels) <= 2 and bool(subset.link_words[by_level[0]])


def _mains(subset: DomMask, entry: int) -> list[int]:
    """The elements with the main content; if no markup says so, that around the entry and the title of the page."""
    index, titles = subset.index, subset.tagged("h1").tolist()
    roles = [one for one in index.attributes.having("role") if index.attributes.given[one]["role"] == "main"]
    if found := [*index.tagged("main"), *roles]:
        return found
    around = (one for one in index.ancestors(entry) if titles and one < titles[0] < entry)
    return [*islice(around, 1)] if len(titles) == 1 else []
