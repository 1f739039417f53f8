"""Class names and ids of the parts of a page that are about something else than its topic; one list for each topic."""

import re

from iawce.data.dom.attributes import NamePattern

_STATES = r"-(?:position|enabled|disabled)(?:$|-)|^(?:has|with|without|no)-"  # Names of what an element is like
ELSEWHERE = NamePattern(
    r"(?:^|[-_\s])(?:comments?|respond|disqus|related|sidebar|(?<!post-)(?<!entry-)(?<!article-)footer"
    r"|recommend(?:ed|ations?)?|popular|teasers?|promo|trending|latest|more-?(?:posts|stories|articles)|newsletter"
    r"|nav(?!-(?:home|profile|contact|tab-?content))|menu|next|previous|reviews|cookie|consent|recent|caption|reply"
    r"|replies|testimonials?|read-?next|also-?like|login|signup|modal|archive)(?:$|[-_\s\d])",
    "comment respond disqus relat sidebar footer recom popular teaser promo trend latest more newsl nav menu next prev "
    "review cook consent recent caption repl testim also login signup modal archive",
    rf"by-?line|author|(?:entry|post|article)-?(?:meta|header)|article-?info|(?<![a-z])(?:price|prix|prezzo|preis|amount)|MuiTypography|(?:text|type|font|typography)-+caption|caption-with|{_STATES}",
)
"""Other pages, comments and the site."""
BESIDE_PRODUCT = NamePattern(
    r"(?:^|[-_\s])(?:reviews?|ratings?-?(?:list|form)|cross-?sells?|up-?sells?|also-?bought|similar|recently-?viewed"
    r"|mini-?cart|cart-?(?:drawer|widget|contents|sidebar)|top-?bar|contacts?(?:-info)?|copyright|announcement|social"
    r"|share|sharing|opening-?hours|size-?(?:guide|chart)|site-?(?:header|footer)|main-?header|page-?footer"
    r"|sticky-?(?:add|cart|buy)[a-z_-]*)(?:$|[-_\s\d])",
    "review rating cross upsell up-sell also simil recent cart bar contact copyr announ social shar open size header "
    "foot",
    rf"product-?(?:info|main|detail)|(?:^|[-_\s])description|{_STATES}",
)
"""Other things on the page of a product than this."""
CONSENTS = NamePattern("cookie|consent|gdpr", "cookie consent gdpr")  # What asks for it
BREADCRUMBS = NamePattern("breadcrumb", "breadcrumb")  # The way from the home page to the page
CONTENTS = NamePattern(r"(?:^|[-_\s])toc(?:$|[-_\s])|table-?of-?contents", "toc table")  # The table of contents
COMMENTS = NamePattern(
    r"(?<![a-z])(?:comment|kommentar|comentario|disqus|respond|responses?(?![a-z])|discussion|coral)",
    "comment kommentar comentario disqus respon discussion coral",
)
"""Comments under an article; not ``responsive``, which is about width."""
SUBTITLES = NamePattern(
    r"(?:^|[-_\s])(?:sub-?(?:title|head\w*|line)|dek|deck|standfirst|stand-first|kicker|tagline)",
    "sub dek deck standfirst stand-first kicker tagline",
)
REQUESTS = NamePattern(
    r"(?:^|[-_\s])(?:newsletters?|subscri(?:be|ption)s?|pay-?wall|reg-?wall|sign-?up|donat(?:e|ions?)|ads?"
    r"|adverts?|advertisements?|sponsored|shar(?:e|es|ing)|social|consent)\d*(?:$|[-_\s])",
    "newsl subscri wall sign donat ad sponsored shar social consent",
    _STATES,
)
"""Boxes that ask a reader for money, an address or attention."""
PAGE_LINKS = NamePattern(
    r"pag(?:er|es|ing|inat|e-?(?:nav|links?|numbers?))|multi-?page|(?:\A|[\s_-])nav-links", "pag nav-links"
)
"""Links to the other pages of a list, a thread or an article."""
INVITATIONS = frozenset({
    "related-products", "related-posts", "related-articles", "related-content", "jp-relatedposts", "yarpp-related",
    "share-buttons", "social-share", "social-sharing", "sharedaddy", "addtoany_share_save_container", "share-bar",
    "follow-us", "social-links", "social-icons", "print-button", "print-link", "printfriendly", "comment-respond",
    "no-comments", "nocomments", "noprint", "headerbar", "site-description", "action-bar", "jumpbox",
    "gutter", "linenos", "lineno", "rouge-gutter",
})  # fmt: skip
"""Class names with the same meaning everywhere: invitations to share, follow, print, comment or read on, the header of
a board, and the numbers of lines of code."""
SCREEN_READER = frozenset({
    "sr-only", "visually-hidden", "visuallyhidden", "screen-reader-text", "screen-reader-only", "screenreader-only",
    "u-visually-hidden", "element-invisible", "show-for-sr", "a11y-hidden", "uk-hidden-visually", "hide-text",
})  # fmt: skip
"""Class names of text for screen readers alone."""
ICON_FONTS = NamePattern(
    r"(?<![a-z])(?:material-?(?:icons|symbols)(?:-(?:outlined|rounded|round|sharp|two-?tone))?|mat-icon|md-icon)(?![\w-])",
    "material mat-icon md-icon",
)
"""Elements whose text is the name of a picture in a font: ``check_circle``."""
DATA_OF_SITE = re.compile(
    "nav|menu|footer|header|cookie|consent|^seo|^meta|i18n|transl|locale|messaging|config|setting|modal|banner|"
    "related|recommend|similar|suggest|promo|experiment|notif|^site"
)
"""Keys of application state, in lower case, whose values belong to the site."""
