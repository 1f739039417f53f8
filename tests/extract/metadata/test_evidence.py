"""What speaks for the values of a fact, and which value wins."""

import re
from pathlib import Path

import pytest

from iawce.data.errors import EnvironmentMissing
from iawce.extract.metadata import evidence
from iawce.extract.metadata.evidence import AGREEMENT, Evidence, choose, read_weights, verify_weights

MARKED, BYLINE = {"in the markup": 1.0}, {"a byline": 1.0}


def test_sources_that_agree_add_to_each_other_and_pieces_of_one_source_do_not() -> None:
    one = Evidence(("Ann Lee",), "markup", MARKED)
    alone, twice = choose("authors", [one]), choose("authors", [one, one])
    agreeing = choose("authors", [one, Evidence(("Ann Lee",), "byline", BYLINE)])
    assert alone is not None
    assert twice is not None
    assert agreeing is not None
    assert alone.confidence == twice.confidence < agreeing.confidence


def test_the_weightier_value_wins_and_the_others_stay_as_evidence() -> None:
    found = choose(
        "date_published",
        [
            Evidence("2026-01-02", "page", {"on the page": 1, "distance from the title": 1}),
            Evidence("2026-01-01", "schema.org", {"an annotation": 1}, "datePublished", 7),
        ],
    )
    assert found is not None
    assert (found.value, found.element) == ("2026-01-01", 7)
    assert [one.value for one in found.evidence] == ["2026-01-01", "2026-01-02"]
    assert found.evidence[0].reason == "datePublished, an annotation"


@pytest.mark.parametrize("signs", [{}, {"on the page": 1, "of a list": 3}, {"a sign that no weight is known for": 9}])
def test_without_a_positive_weight_a_fact_is_unknown(signs: dict[str, float]) -> None:
    assert choose("date_published", [Evidence("2026-01-01", "page", signs)]) is None
    assert choose("date_published", []) is None


def test_each_sign_with_a_weight_is_given_by_some_place_in_the_code() -> None:
    folder = Path(evidence.__file__).parent
    code = "\n".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    for fact, signs in read_weights(learned=True).items():
        names = signs.keys() - {AGREEMENT}
        assert names, fact
        unused = [name for name in names if f'"{name}"' not in code and f"{re.sub(' ', '_', name)}=" not in code]
        assert unused == [], fact


@pytest.mark.parametrize(("before", "after"), [("6.0", "6.1"), ('"sha256"', '"hash"'), ("}}}", "}}"), ("", "")])
def test_weights_that_are_not_those_shipped_are_refused(
    before: str, after: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert verify_weights() == len(read_weights(learned=True))
    changed = tmp_path / "evidence.json"
    if before:
        changed.write_text(Path(str(evidence.WEIGHTS)).read_text(encoding="utf-8").replace(before, after, 1))
    monkeypatch.setattr(evidence, "WEIGHTS", changed)
    with pytest.raises(EnvironmentMissing, match="does not hold the weights"):
        verify_weights()
