"""Parts of a page that belong to the site and not to its content."""

from iawce.data.html.element_index import ElementIndex
from iawce.data.html.subset import Subset
from iawce.extract.content.phrases import named_by_words

TAGS = frozenset({"header", "footer", "aside", "form", "nav", "dialog"})
ROLES = frozenset({"dialog", "alertdialog", "navigation", "banner", "contentinfo", "search"})
CLASSES = frozenset({
    "related-products", "related-posts", "related-articles", "related-content", "jp-relatedposts", "yarpp-related",
    "share-buttons", "social-share", "social-sharing", "sharedaddy", "addtoany_share_save_container", "share-bar",
    "follow-us", "social-links", "social-icons", "print-button", "print-link", "printfriendly", "comment-respond",
    "no-comments", "nocomments", "noprint", "headerbar", "site-description", "action-bar", "jumpbox",
    "gutter", "linenos", "lineno", "rouge-gutter",
})  # fmt: skip
"""Names with the same meaning everywhere: invitations to share, follow, print, comment or read on, the header of a
board, and the numbers of lines of code."""
SCOPED = frozenset({"header", "footer"})
"""Inside ``SECTIONS``, these belong to the section, not to the site, according to the HTML standard."""
SECTIONS = frozenset({"article", "section", "li"})
LARGEST_SHARE = 0.5
"""An element with a larger share of the page's words is content, whatever its name: some sites wrap a whole page in a
form."""

NAMED_SHARE = 0.35
"""The same for elements recognised by role, class or first words alone."""


ENTRIES = frozenset({"li", "dt", "tr", "article", "h2", "h3", "h4"})
"""Elements that are, or begin, the entries of a list in a form."""
FEWEST_ENTRIES = 3
NOT_WRITTEN_IN = frozenset({"checkbox", "radio", "hidden", "submit", "button", "image", "reset"})
"""Types of fields that can be beside content: checkboxes, buttons and hidden fields."""


def find_boilerplate(subset: Subset) -> list[int]:
    """Numbers of the site's headers, footers, asides, forms, menus and dialogs, and of invitations.

    A form around a list, such as one to tick off or records to choose from, is content.
    """
    index = subset.index
    limit = LARGEST_SHARE * subset.words[0]
    in_section = index.inside(index.tagged(*SECTIONS))
    return [
        number
        for number in sorted({*_candidates(index), *named_by_words(subset)} - forms_around_lists(subset))
        if subset.kept[number]
        and subset.words[number] <= (limit if index.tags[number] in TAGS else NAMED_SHARE * subset.words[0])
        and not (index.tags[number] in SCOPED and in_section[number])
    ]


def forms_around_lists(subset: Subset) -> set[int]:
    """Numbers of the forms, except those around most of a page, with several entries without text fields."""
    index, limit = subset.index, LARGEST_SHARE * subset.words[0]
    forms = [form for form in index.tagged("form") if subset.words[form] <= limit]
    if not forms:
        return set()
    is_field, given = index.has_tag(("textarea", "select")), index.attributes.given
    is_field[[n for n in index.tagged("input") if given[n].get("type", "text").lower() not in NOT_WRITTEN_IN]] = True
    is_entry = index.has_tag(ENTRIES) & (subset.words > 0) & ~subset.holds(is_field)
    return {form for form in forms if is_entry[form : index.ends[form]].sum() >= FEWEST_ENTRIES}


def _candidates(index: ElementIndex) -> set[int]:
    named = {name for name in set(index.classes) if name and not CLASSES.isdisjoint(name.lower().split())}
    by_name = (
        number
        for number, (given, name) in enumerate(zip(index.attributes.given, index.classes, strict=True))
        if name in named or given.get("role") in ROLES
    )
    return {*index.tagged(*TAGS), *by_name}
