"""Options: how many there are, and what is said of settings that are typed as options."""

from typing import Any

import pytest

from tests.docs.doc_tables import verbs
from tests.scripts.commands import iawce


def test_no_command_has_a_crowd_of_options() -> None:
    shown = iawce("extract", "--help").stdout
    options = [line for line in shown.splitlines() if line.startswith(("  -", "  --"))]
    assert len(options) <= 21, "20, and --help"
    for panel in ("What:", "Where to:", "Rendering:", "Network:", "Limits and settings:"):
        assert panel in shown


def test_there_are_at_most_half_of_the_options_that_there_were_before_settings() -> None:
    """326, each counted once for each command that has it, without those of help and completion."""
    assert sum(map(_count_options, verbs().values())) <= 326 // 2


def _count_options(command: Any) -> int:
    """The options of a command, and of the commands below it."""
    below = getattr(command, "commands", {}).values()
    if below:
        return sum(map(_count_options, below))
    return sum(one.param_type_name == "option" for one in command.params)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (("extract", "x", "--drop", ".a .b"), "-s extract.drop="),
        (("extract", "x", "--no-links"), "-s extract.links="),
        (("extract", "x", "--deduplicate", "-o", "y"), "-s corpus.deduplicate="),
        (("records", "x", "--min-confidence=0"), "-s records.min_confidence="),
        (("classify", "x", "--min-confidence", 0), "-s classify.min_confidence="),
        (("site", "learn", "x", "--delay", 3), "-s politeness.delay="),
        (("train", "--data", "x", "--hold-out", "a,b"), "-s train.hold_out="),
    ],
)
def test_an_unknown_option_that_is_a_setting_says_how_it_is_given(typed: tuple[object, ...], said: str) -> None:
    done = iawce(*typed)
    assert (done.returncode, said in done.stderr) == (2, True), done.stderr


def test_no_value_of_an_unknown_option_is_shown() -> None:
    done = iawce("extract", "x", "--proxy-password=secret", "--user-agent=secret")
    assert done.returncode == 2
    assert "secret" not in done.stderr


def test_options_that_never_were_are_unknown() -> None:
    done = iawce("posts", "x", "--languages", "en")
    assert (done.returncode, "No such option" in done.stderr) == (2, True), done.stderr
