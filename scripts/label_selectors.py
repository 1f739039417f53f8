"""Labels as they are typed: a CSS selector of the records, and one of each field."""

from iawce.data.errors import UsageError
from iawce.extract.papers.softmealy.label_file import PageLabels, RecordLabels, Selected


def labels_by_selectors(record: str, fields: list[str]) -> PageLabels | None:
    """The labels that selectors give; None if there are no selectors.

    Raises:
        UsageError: a field is not written as it should be, or only records or only fields are given.
    """
    if bool(record) != bool(fields):
        raise UsageError("labels by selectors need --record and at least one --field; without both a window opens")
    found = {}
    for given in fields:
        name, equals, selector = given.partition("=")
        selector, _, attribute = selector.partition("@")
        if not (name and equals and selector):
            raise UsageError(f"a field is NAME=SELECTOR or NAME=SELECTOR@ATTRIBUTE, not {given!r}")
        found[name] = Selected(selector, attribute)
    return PageLabels(1, [RecordLabels(record, dict(found))]) if record else None
