"""One row for each page, if several addresses lead to it: by a redirect, or by the address that the page claims."""

from iawce.data.run_folder.input import Input, InputState, input_id
from iawce.data.run_folder.run_state import RunState
from iawce.extract.crawl.scope import Scope
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.canonical import canonical_address, is_spelling_of

SAME = "same_page/"
"""Prefix of a reason before the id of the input with the row of the page."""


def other_row_of(input: Input, row: Extraction, state: RunState, scope: Scope) -> str:
    """The reason why an opened page needs no row: it has one, or is outside the crawl; empty if it needs one.

    Its other addresses then count as opened.
    """
    final = canonical_address(row.final_url) or input.url
    if input.depth and scope.refusal(final) == "off_site":
        return "off_site"
    claimed = canonical_address(row.metadata.canonical_url)
    targets = {final, claimed} if claimed and is_spelling_of(final, claimed) else {final}
    for target in sorted(targets - {input.url}):
        if owner := _owner(target, input, state):
            return f"{SAME}{owner}"
    for target in sorted(targets - {input.url}):
        id = input_id(target, target)
        state.add([Input(id, target, target, input.depth, input.id)])
        state.leave_out(id, f"{SAME}{input.id}")
    return ""


def _owner(target: str, input: Input, state: RunState) -> str:
    """The input with the row of the page at an address, now or later; empty without one."""
    known = state.find(input_id(target, target))
    if known is None or known.state == InputState.QUEUED:
        return ""
    if known.state != InputState.LEFT_OUT:
        return known.input.id
    owner = known.reason.removeprefix(SAME) if known.reason.startswith(SAME) else ""
    return "" if owner == input.id else owner
