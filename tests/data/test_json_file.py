"""Files of JSON."""

from pathlib import Path

import pytest

from iawce.data.errors import UsageError
from iawce.data.json_file import read_json


@pytest.mark.parametrize(
    ("text", "largest", "why"), [("[1]", 2, "more than 2 bytes"), ("[", 9, "as JSON"), ("[1]", 3, "")]
)
def test_files_that_are_too_large_or_no_json_are_refused(text: str, largest: int, why: str, tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text(text, encoding="utf-8")
    if why:
        with pytest.raises(UsageError, match=why):
            read_json(tmp_path / "x.json", largest)
    else:
        assert read_json(tmp_path / "x.json", largest) == [1]
