"""The reason why a block is kept or dropped, in words: the model's answer, and the facts that a reader can check."""

from collections.abc import Iterator

from iawce.data.html.blocks import Blocks
from iawce.data.quantity import quantity

DISTINCTIVE = ("nav", "footer", "header", "aside", "form", "dialog", "button", "figure", "table", "main", "article")
"""Most elements around a block that are mentioned."""
LINKED = 0.5
"""Share of linked words above which a block is called linked."""
PROBABLE = 0.5


def reason_of(blocks: Blocks, number: int, probability: float | None, *, kept: bool, method: str) -> str:
    """The reason why the method keeps or drops a block."""
    return "; ".join([_decision(probability, kept=kept, method=method), *_facts_of(blocks, number)])


def _decision(probability: float | None, *, kept: bool, method: str) -> str:
    done = "kept" if kept else "dropped"
    if probability is None:
        return f"{done} by the method {method}"
    if kept == (probability >= PROBABLE):
        return f"{done}: {probability:.0%} probable as main content"
    if kept:
        return f"kept although {probability:.0%} probable: the blocks around it are kept"
    return f"dropped although {probability:.0%} probable: the content is expected to be better without it"


def _facts_of(blocks: Blocks, number: int) -> Iterator[str]:
    index, element = blocks.subset.index, int(blocks.elements[number])
    around = {index.tags[one] for one in (element, *index.ancestors(element))}
    yield from (f"in <{tag}>" for tag in DISTINCTIVE if tag in around)
    words, linked = int(blocks.words[number]), int(blocks.link_words[number])
    yield quantity(words, "word")
    if words and linked / words > LINKED:
        yield f"{linked / words:.0%} of them linked"
