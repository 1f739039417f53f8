"""Parts of a page that belong to the site and not to its content."""

from iawce.data.html.subset import Subset

TAGS = frozenset({"header", "footer", "aside", "form", "nav"})
SCOPED = frozenset({"header", "footer"})
"""Inside ``SECTIONS`` these belong to the section, as the HTML standard says, and not to the site."""
SECTIONS = frozenset({"article", "section", "li"})
LARGEST_SHARE = 0.5
"""What holds more of the page's words is content, whatever it is called: some sites wrap all of a page in a form."""


def find_boilerplate(subset: Subset) -> list[int]:
    """Numbers of the site's headers, footers, asides, forms and menus."""
    index = subset.index
    limit = LARGEST_SHARE * subset.words[0]
    in_section = index.inside(index.tagged(*SECTIONS))
    return [
        number
        for number in index.tagged(*TAGS)
        if subset.kept[number]
        and subset.words[number] <= limit
        and not (index.tags[number] in SCOPED and in_section[number])
    ]
