"""Names of the kinds of records, which settings and help need before anything is imported."""

from typing import Literal, get_args

Source = Literal["simhtree", "class_names", "tables", "schema_org"]
"""Who names what may be the list of a page."""
SOURCES: tuple[Source, ...] = get_args(Source)
ListSource = Literal["weighed", Source]
"""All sources against each other, or one of them."""
LIST_SOURCES: tuple[ListSource, ...] = ("weighed", *SOURCES)
Comments = Literal["drop", "keep", "only"]
"""What becomes of the comments under an article."""
PostKind = Literal["auto", "thread", "comments"]
"""Which posts of a page are wanted."""
