"""Whole answers to what a page's main content is, and the judge of them."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.models.blocks.block_model import SHIPPED, load_block_model
from iawce.models.blocks.candidate_features import PageEvidence
from iawce.models.blocks.candidates import (
    BETTER,
    CANDIDATES,
    CHOICE,
    Candidates,
    best_candidate,
    candidate_feature_names,
    describe_candidates,
    page_candidates,
)
from iawce.models.blocks.page_blocks import PageBlocks

SENTENCE = "The harbour was rebuilt after the storm, and the boats came back one by one before the winter, said {0}."
STORY = "".join(f"<p>{SENTENCE.format(name)}</p>" for name in ("Ann", "Bert", "Cleo", "Dora"))
OTHERS = ("Emil", "Fay", "Gus", "Hans", "Ida")
TEASERS = "".join(
    f"<div class=teaser><h3><a href=/{name}>What {name} found</a></h3><p>{SENTENCE.format(name)}</p></div>"
    for name in OTHERS
)
PAGE = f"<main><article><h1>The harbour</h1>{STORY}</article><aside>{TEASERS}</aside></main>"


def read(html: str) -> tuple[PageBlocks, PageEvidence]:
    document = Document("", html=html)
    page = PageBlocks(PageAnalysis(document).blocks)
    return page, PageEvidence(page)


def texts(page: PageBlocks, candidates: Candidates, name: str) -> str:
    return "\n".join(text for text, kept in zip(page.blocks.texts, candidates[name], strict=True) if kept)


def test_candidates_are_what_is_chosen_in_parts_of_the_page() -> None:
    page, evidence = read(PAGE)
    found = page_candidates(evidence, np.full(len(page), 0.8))
    assert next(iter(found)) == CHOICE
    assert set(found) <= set(CANDIDATES)
    assert found[CHOICE].all()
    for name in ("container", "article", "own"):
        assert "Dora" in texts(page, found, name)
        assert "Emil" not in texts(page, found, name), name
    assert "Emil" in texts(page, found, "main")


def test_repeated_text_occurs_once_in_a_candidate() -> None:
    page, evidence = read(f"<div class=wide>{STORY}</div><div class=narrow>{STORY}</div>")
    found = page_candidates(evidence, np.full(len(page), 0.9))
    assert texts(page, found, CHOICE).count("Ann") == 2
    assert texts(page, found, "once").count("Ann") == 1


def test_blocks_below_a_heading_that_is_their_link_are_announced() -> None:
    page, evidence = read(PAGE)
    said = dict(zip(page.blocks.texts, evidence.is_announced, strict=True))
    assert said["What Emil found"]
    assert said[SENTENCE.format("Emil")]
    assert not said[SENTENCE.format("Ann")]


def test_a_page_where_nothing_is_probable_has_no_candidate() -> None:
    page, evidence = read(PAGE)
    assert page_candidates(evidence, np.full(len(page), 0.01)) == {}


def judged(*better: float, promised: tuple[float, ...]) -> NDArray[np.float64]:
    """Answers of a judge from probabilities and word F1."""
    sure = np.array(better)
    return np.column_stack([np.log(sure / (1 - sure)), promised])


def test_another_candidate_must_be_more_probably_better_than_the_choice() -> None:
    assert best_candidate(judged(0.5, 0.5 + BETTER / 2, promised=(0.7, 0.9))) == (0, 0.7)
    assert best_candidate(judged(0.5, 0.5 + 2 * BETTER, 0.9, promised=(0.7, 0.9, 1.4))) == (2, 1.0)


def test_the_shipped_judge_takes_the_story_without_the_teasers() -> None:
    page, _ = read(PAGE)
    in_teaser = np.array([any(name in text for name in OTHERS) for text in page.blocks.texts])
    likely = np.where(in_teaser, 0.55, 0.9)
    model = load_block_model(SHIPPED)
    answer = model.answer(page, likely, "article")
    kept = {text for text, chosen in zip(page.blocks.texts, answer.chosen, strict=True) if chosen}
    assert SENTENCE.format("Ann") in kept
    assert SENTENCE.format("Emil") not in kept
    on_a_list = model.answer(page, likely, "list")
    assert on_a_list.candidate == CHOICE
    assert on_a_list.chosen.all()
    assert 0 <= answer.confidence <= 1
    of_sections = model.answer(page, likely, "article", fine_type="documentation")
    assert of_sections.candidate == CHOICE
    assert of_sections.chosen.all()
    assert (model.answer(page, likely, "article", fine_type="article").chosen == answer.chosen).all()


@settings(max_examples=60, deadline=None)
@given(
    parts=st.lists(
        st.sampled_from(
            [STORY, TEASERS, "<h2>Title</h2>", "<article>x y z</article>", "<p>one, two</p>", "<a href=/>go</a>"]
        ),
        min_size=1,
        max_size=6,
    ),
    seed=st.integers(0, 99),
)
def test_every_page_can_be_described(parts: list[str], seed: int) -> None:
    page, evidence = read("".join(parts))
    probabilities = np.random.default_rng(seed).random(len(page))
    candidates = page_candidates(evidence, probabilities)
    if candidates:
        features = describe_candidates(evidence, probabilities, candidates)
        assert features.shape == (len(candidates), len(candidate_feature_names()))
        assert np.isfinite(features).all()
        for kept in candidates.values():
            assert kept.any()
            assert kept.shape == (len(page),)
