"""Sets of HTML tag names that more than one module needs."""

FALLBACKS = frozenset({"noscript", "noframes"})  # Elements with markup for browsers without scripts or frames
NEVER_TEXT = frozenset({"script", "style", "template"}) | FALLBACKS  # Elements whose content is not shown as text
# fmt: off
BLOCKS = frozenset({
    "address", "article", "aside", "blockquote", "body", "br", "caption", "center", "dd", "details", "dialog", "dir",
    "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
    "header", "hgroup", "hr", "html", "legend", "li", "main", "menu", "nav", "ol", "optgroup", "option", "p", "pre",
    "search", "section", "summary", "table", "tbody", "tfoot", "thead", "tr", "ul",
})
# fmt: on
"""Elements that begin and end a line of text."""
# fmt: off
PARAGRAPHS = frozenset({
    "address", "article", "aside", "blockquote", "details", "dir", "dl", "fieldset", "figure", "footer", "form", "h1",
    "h2", "h3", "h4", "h5", "h6", "header", "hr", "main", "menu", "nav", "ol", "p", "pre", "section", "table", "ul",
})
# fmt: on
"""Blocks that an empty line separates from the text around them."""
INLINE_BLOCKS = frozenset({"button", "input", "select", "textarea"})
"""Boxes within a line, which a reader sees separated from the text around them."""
RECORDINGS = frozenset({"audio", "video"})  # Elements whose text is for browsers that do not know them
PLAYERS = {
    "amp-audio": "", "amp-video": "",
    "amp-vimeo": "https://vimeo.com/", "amp-youtube": "https://www.youtube.com/watch?v=",
    "lite-vimeo": "https://vimeo.com/", "lite-youtube": "https://www.youtube.com/watch?v=",
    "vimeo-video": "https://vimeo.com/", "youtube-video": "https://www.youtube.com/watch?v=",
}  # fmt: skip
"""Elements of scripts, and the address before the number of a video that they have, if they have one."""
FOREIGN = frozenset({"svg", "math"})  # Roots of parts in another vocabulary
CELLS = frozenset({"td", "th"})  # Elements that are columns of a line
ROW_GROUPS = frozenset({"tbody", "tfoot", "thead"})
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
STRUCK = frozenset({"del", "s", "strike"})  # Elements whose text is struck out
# fmt: off
VOID = frozenset({
    "area", "base", "basefont", "br", "col", "embed", "frame", "hr", "img", "input", "isindex", "link", "meta", "param",
    "source", "track", "wbr",
})
# fmt: on
"""Elements without an end tag."""
