from pathlib import Path

import pytest

from tests.data.sources.handed_over import pages_of, put_picture


@pytest.mark.parametrize("name", ["shot.png", "shot.webp", "shot.JPG"])
def test_a_picture_is_a_page_to_look_at(name: str, tmp_path: Path) -> None:
    path = put_picture(tmp_path / name)
    (page,) = pages_of(path, screenshots=True)
    assert (page.ref, page.screenshot, page.body, page.is_live) == (str(path), path, None, False)
    assert len(pages_of(path, path, screenshots=True)) == 2, "only addresses are taken once"


def test_a_picture_is_recognised_by_its_content(tmp_path: Path) -> None:
    named_html = put_picture(tmp_path / "x.png").rename(tmp_path / "x.html")
    (page,) = pages_of(named_html, screenshots=True)
    assert page.screenshot == named_html
    named_png = tmp_path / "page.png"
    named_png.write_text("<title>404</title><p>no picture")
    (page,) = pages_of(named_png, screenshots=True)
    assert page.screenshot is None


@pytest.mark.parametrize("body", [b"", b"\x89PNG\r\n\x1a\n broken", b"\x00\x01\x02" * 50, b"words"])
def test_a_damaged_picture_is_left_for_whoever_opens_it(body: bytes, tmp_path: Path) -> None:
    path = tmp_path / "shot.png"
    path.write_bytes(body)
    (page,) = pages_of(path, screenshots=True)
    assert (page.screenshot, page.error) == (path, "")


@pytest.mark.corpus
def test_no_real_screenshot_passes_for_a_page(shared: Path) -> None:
    found = pages_of(shared / "pagetype" / "shots", screenshots=True)
    assert len(found) > 1800
    assert all(page.screenshot for page in found)
