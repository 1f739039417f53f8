"""Parts of a page about other things than the page itself: comments, teasers of other pages, navigation."""

import re
from functools import lru_cache

import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.dom.attributes import word_search
from iawce.data.dom.elements import Bools

LARGEST_SHARE = 0.5
"""Most of the page's words in a marginal part, whatever its name."""
_NAMES = re.compile(
    r"(?:^|[-_\s])(?:comments?|respond|disqus|related|sidebar|(?<!post-)(?<!entry-)(?<!article-)footer|recommend(?:ed|ations?)?|popular|teasers?|promo|"
    r"trending|latest|more-?(?:posts|stories|articles)|newsletter|nav(?!-(?:home|profile|contact|tab-?content))|menu|next|previous|reviews|cookie|consent|breadcrumbs?|recent|"
    r"caption|reply|replies|testimonials?|read-?next|also-?like|login|signup|modal|archive)(?:$|[-_\s\d])",
    re.I,
)
_HINT = word_search(
    "comment respond disqus relat sidebar footer recom popular teaser promo trend latest more newsl nav menu next "
    "prev review cook consent breadc recent caption repl testim also login signup modal archive"
)
"""A part of every such name, for a quick test."""
_OWN = re.compile(
    r"by-?line|author|entry-?(?:meta|header)|post-?(?:meta|header)|article-?(?:meta|header|info)|"
    r"-(?:position|enabled|disabled)(?:$|-)|^(?:has|with|without|no)-",
    re.I,
)
_TAGS = ("nav", "figcaption", "figure", "blockquote", "select", "option")


def elsewhere(analysis: PageAnalysis) -> Bools:
    """Whether each element is or is inside such a part, bool (elements,). Parts with a main heading do not count."""
    index, words = analysis.index, analysis.document.body.words
    named = index.attributes.scores(_HINT, _is_elsewhere) > 0
    named |= index.has_tag(_TAGS) | (index.has_tag(("footer",)) & ~index.inside(index.tagged("article")))
    named &= words <= LARGEST_SHARE * words[0]
    for heading in index.tagged("h1")[:5]:
        around = [heading, *index.ancestors(heading)]
        named[around] = False
    return index.inside(np.flatnonzero(named).tolist())


@lru_cache(maxsize=8192)
def _is_elsewhere(name: str) -> bool:
    return bool(_NAMES.search(name)) and not _OWN.search(name)
