"""Pictures that are too large to be decoded have their own reason, however large they are."""

from pathlib import Path

import pytest
from PIL import Image

from iawce.data.errors import PageError
from iawce.data.picture import open_picture


def test_a_bomb_is_too_large_and_not_unreadable(tmp_path: Path) -> None:
    Image.new("1", (20_000, 9_000)).save(tmp_path / "bomb.png")
    with pytest.raises(PageError) as raised:
        open_picture(tmp_path / "bomb.png")
    assert raised.value.reason == "bad_picture/too_large"
