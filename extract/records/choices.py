"""Names of the kinds of records, which settings and help need before anything is imported."""

from typing import Literal, get_args

Source = Literal["simhtree", "class_names", "tables", "schema_org"]  # Sources of lists
SOURCES: tuple[Source, ...] = get_args(Source)
ListSource = Literal["weighed", Source]  # All sources in comparison, or one of them
Comments = Literal["drop", "keep", "only"]  # Treatment of the comments under an article
PostKind = Literal["auto", "thread", "comments"]  # The posts of a page to extract
