"""Pairs of definition lists: each ``dt`` names the ``dd`` elements after it."""

from collections.abc import Iterator

from iawce.data.html.subset import Subset
from iawce.data.reading.pairs.labels import LONGEST_VALUE, clean_label, clean_value, is_value, may_be_label
from iawce.data.reading.pairs.pair import Pair, extent_of
from iawce.data.reading.texts import Texts

_ASKING = frozenset({"input", "select", "textarea"})


def pairs_of_definitions(texts: Texts) -> Iterator[Pair]:
    """The pairs, list by list."""
    subset = texts.subset
    terms = dict[int, int]()
    for number in subset.tagged("dt", "dd").tolist():
        around = int(subset.index.parents[number])
        if subset.index.tags[number] == "dt":
            terms[around] = number
        elif around in terms and (pair := pair_of(texts, terms[around], number)):
            yield pair


def pair_of(texts: Texts, label: int, value: int) -> Pair | None:
    """The pair of two elements; None if one is not a label, or the other not a value.

    An element with more words than a value has characters is not read, since nested lists may contain the whole page.
    """
    if max(texts.subset.words[label], texts.subset.words[value]) > LONGEST_VALUE:
        return None
    named, said = clean_label(texts.line(label)), clean_value(texts.line(value))
    if not (may_be_label(named) and is_value(said)) or _is_asked(texts.subset, value):
        return None
    return Pair(named, said, extent_of(texts.subset, label), extent_of(texts.subset, value))


def _is_asked(subset: Subset, number: int) -> bool:
    """Whether a value is an input of the reader."""
    index = subset.index
    inside = range(number, int(index.ends[number]))
    asking = (one for one in inside if index.tags[one] in _ASKING)
    return any(index.attributes.given[one].get("type", "").lower() != "hidden" for one in asking)
