"""Templates as a file."""

import json
from pathlib import Path

import pytest

from iawce.data.errors import UsageError
from iawce.extract.papers.density import DensitySettings
from iawce.extract.templates.site.site_page import SiteSettings
from iawce.extract.templates.site.site_templates import SiteTemplates, read_site, write_site
from tests.extract.templates.site.made_pages import article, documents

SETTINGS = SiteSettings(voter="density", density=DensitySettings(alpha=0.01, link_term="inverted"))


@pytest.fixture(scope="module")
def learned() -> SiteTemplates:
    site = SiteTemplates(SETTINGS)
    for document in documents(*(article(number, classes="täxt") for number in range(7))):
        site.learn(document)
    site.settle()
    return site


@pytest.fixture
def written(learned: SiteTemplates, tmp_path: Path) -> Path:
    write_site(learned, tmp_path / "site.json")
    return tmp_path / "site.json"


def test_a_read_file_equals_the_written_one(written: Path) -> None:
    site = read_site(written)
    write_site(site, written.with_name("again.json"))
    assert written.with_name("again.json").read_bytes() == written.read_bytes()
    assert site.settings == SETTINGS


def test_a_person_can_read_and_correct_it(written: Path) -> None:
    file = json.loads(written.read_text(encoding="utf-8"))
    (cluster,) = file["clusters"]
    assert (file["kind"], file["version"]) == ("site", 4)
    assert cluster["template"] == {
        "name": "content",
        "place": {"id": "body", "classes": "täxt", "steps": ["div[2]", "div[2]"]},
    }
    assert (cluster["pages"], cluster["first_page"]) == (7, "page 0")
    assert cluster["test"] == {"pages": 4, "found": 4, "density": 4.0}
    cluster["template"]["place"]["id"] = "story"
    written.write_text(json.dumps(file), encoding="utf-8")
    template = read_site(written).clusters[0].template
    assert template
    assert template.place.id == "story"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"version": 4', '"version": 1'),
        ('"version": 4', '"version": "x"'),
        ('"threshold": 0.88', '"threshold": 88'),
        ('"voter": "density"', '"voter": "os.system"'),
        ('"pages": 7', '"pages": []'),
        ('"pages": 7', f'"pages": {10**400}'),
        ('"pages": 7', '"pages": -1'),
        ('"paths": "', '"paths": "!'),
        ('"paths": "', '"paths": "AAAA'),
        ('"number": 1', '"unknown": 1'),
        ('"kind": "site"', '"kind": "forum"'),
        ("{", "["),
        ("{", '{"x": ' + "[" * 100_000),
    ],
)
def test_a_damaged_file_is_bad_usage(written: Path, old: str, new: str) -> None:
    written.write_text(written.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    with pytest.raises(UsageError, match=r"site\.json"):
        read_site(written)


def test_a_file_that_is_not_there_is_bad_usage(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        read_site(tmp_path / "none.json")
    with pytest.raises(UsageError, match="cannot be read"):
        read_site(tmp_path)


@pytest.mark.parametrize("settings", [{"threshold": 1.0}, {"threshold": -0.1}, {"fewest": 0}, {"identity": "some"}])
def test_settings_have_bounds(settings: dict[str, object]) -> None:
    with pytest.raises(UsageError):
        SiteSettings(**settings)  # type: ignore[arg-type]


def test_the_paper_s_settings() -> None:
    paper = SiteSettings.paper()
    assert (SiteSettings().threshold, SiteSettings().fewest) == (0.88, 3)
    assert (paper.threshold, paper.fewest, paper.compares) == (0.82, 6, "paths")
    assert (paper.voter, paper.identity, paper.density.link_term) == ("density", "triple", "printed")
