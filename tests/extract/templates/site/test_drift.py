"""Whether templates still fit."""

import pytest

from iawce.extract.papers.density import DensitySettings
from iawce.extract.templates.site.site_page import SiteSettings
from iawce.extract.templates.site.site_templates import Drift, SiteTemplates
from tests.extract.templates.site.made_pages import article, documents, gallery

SETTINGS = SiteSettings(voter="density", density=DensitySettings(alpha=0.01, link_term="inverted"), threshold=0.7)


def drift(*pages: str) -> Drift:
    site = SiteTemplates(SETTINGS)
    for document in documents(*(article(number) for number in range(12))):
        site.learn(document)
    site.settle()
    found = Drift(site)
    for document in documents(*pages):
        found.add(document)
    return found


def test_the_same_site_has_not_moved() -> None:
    found = drift(article(50), article(51))
    assert all(now == pytest.approx(before) == 1 for now, before in found.shares().values())
    assert not found.is_beyond(0.0)


def test_pages_of_another_template_are_like_no_cluster() -> None:
    found = drift(article(50), gallery(1), gallery(2), gallery(3))
    assert found.shares()["in a cluster"] == (0.25, 1.0)
    assert found.is_beyond(0.7)
    assert not found.is_beyond(0.8)


def test_a_block_that_holds_no_longer_most_of_the_text_has_a_lower_density() -> None:
    words = "The council has met again and again, and it has not come to any end of it so far. " * 30
    found = drift(article(50, sentences=1, comments=words))
    now, before = found.shares()["density"]
    assert now < 0.5 < before
    assert found.is_beyond(0.2)


def test_nothing_is_known_of_no_page() -> None:
    assert not drift().is_beyond(0.0)
