"""Where elements stand, as keys."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.analysis.path_keys import PathKeys, PathSpec, StepKey, joined, key_of, mask_digits
from iawce.data.document import Document
from tests.data.dom.markup import markup

HTML = (
    "<body class=home><div class='post-1 tag-x'><ul class='a b'><li class='x2 y'>one<li class='x2 y'>two</ul>"
    "<p>x</div><div class=other><ul class='a b'><li class='x33 y'>three</ul></div>"
)
LAST = {
    PathSpec.TAGS: ("div", "ul", "li"),
    PathSpec.ORDINALS: ("div[2]", "ul[1]", "li[1]"),
    PathSpec.OWN_NAMES: ("div", "ul", "li.xd+ y"),
    PathSpec.NEAR_NAMES: ("div", "ul.a", "li.xd+ y"),
    PathSpec.LAST_NAMES: ("div.other", "ul.a b", "li.xd+ y"),
    PathSpec.NAMES: ("div.other", "ul.a b", "li.xd+ y"),
}
"""The steps to the last item."""
ALIKE = {
    PathSpec.TAGS: (0, 0, 0),
    PathSpec.ORDINALS: (0, 1, 2),
    PathSpec.OWN_NAMES: (0, 0, 0),
    PathSpec.NEAR_NAMES: (0, 0, 0),
    PathSpec.LAST_NAMES: (0, 0, 2),
    PathSpec.NAMES: (0, 0, 2),
}
"""The first of the three items that stands at the same place as each."""


def places_of(html: str) -> PathKeys:
    return PathKeys(Document("", html=html).index)


@pytest.mark.parametrize("strictness", PathSpec)
def test_steps_to_an_element_and_the_elements_at_the_same_place(strictness: PathSpec) -> None:
    places = places_of(HTML)
    items = places.index.tagged("li")
    assert places.steps(items[-1], strictness) == LAST[strictness]
    assert items[-1] in places.at(LAST[strictness], strictness)
    keys = places.keys(strictness)[items].tolist()
    assert tuple(map(keys.index, keys)) == ALIKE[strictness]


@given(markup, st.sampled_from(PathSpec))
def test_a_key_is_that_of_the_steps(html: str, strictness: PathSpec) -> None:
    places = places_of(f"<body>start{html}</body>")
    keys = places.keys(strictness).tolist()
    steps = [places.steps(number, strictness) for number in range(len(keys))]
    assert keys == list(map(key_of, steps))
    assert len(set(keys)) == len(set(steps))
    assert [keys[number] for number in places.index.tagged("html", "body")] == [0, 0]
    for number, parent in enumerate(places.index.parents.tolist()):
        if keys[number] and strictness is PathSpec.NAMES:
            assert keys[number] == joined(keys[parent], int(places.looks(StepKey.NAMES)[number]))


@given(markup, st.sampled_from(PathSpec))
def test_a_key_below_an_element_is_that_of_the_steps_from_there(html: str, strictness: PathSpec) -> None:
    places = places_of(f"<body>start{html}</body>")
    looks, parents = len(strictness.value), places.index.parents
    around = np.maximum(0, parents[np.maximum(0, parents)])
    found = places.keys_below(strictness, around).tolist()
    for number in range(2, len(found)):
        inner, outer = (places.steps(one, strictness) for one in (number, int(around[number])))
        if strictness.value[-1] is not None and looks <= 2:
            assert found[number] == key_of(inner[len(outer) :])
    assert places.keys_below(strictness, np.zeros_like(around)).tolist() == places.keys(strictness).tolist()


@given(markup)
def test_each_element_has_ordinals_of_its_own(html: str) -> None:
    places = places_of(f"<body>start{html}</body>")
    assert len(set(places.keys(PathSpec.ORDINALS).tolist())) == len(places.index) - 1  # html and body are nowhere


def test_the_example_of_the_paper() -> None:
    places = places_of("<body><div></div><p></p><div></div><div><div></div><div id=x></div></div>")
    (number,) = places.index.attributes.having("id")
    assert places.steps(number, PathSpec.ORDINALS) == ("div[3]", "div[2]")


def test_names_that_end_in_a_digit_are_no_ordinals() -> None:
    places = places_of("<body>" + "<h1>a</h1>" * 2)
    assert [places.steps(number, PathSpec.ORDINALS) for number in places.index.tagged("h1")] == [("h1[1]",), ("h1[2]",)]
    assert key_of(("h1[2]",)) != key_of(("h[12]",))


def test_numbers_in_names_do_not_count() -> None:
    first, other = (
        places_of(f"<body><div class='post-{n} big'>x</div><p class=t{n}>y").looks(StepKey.NAMES) for n in (1, 22)
    )
    assert first.tolist() == other.tolist()
    assert mask_digits("post-12 x٣") == "post-d+ xd+"


def test_of_the_last_names_nothing_farther_out_counts() -> None:
    places = places_of(
        "<body><div class=x>" + "<p><ul class=a><li><b><i>1</i></b></ul></p>" * 2 + "</div><ul class=a><li><b><i>2"
    )
    one, other, third = places.index.tagged("i")
    assert places.steps(one, PathSpec.LAST_NAMES) == ("ul.a", "li", "b", "i")
    assert places.at(("ul.a", "li", "b", "i"), PathSpec.LAST_NAMES) == [one, other, third]
    assert places.at((), PathSpec.LAST_NAMES) == []


def test_names_are_found_as_they_are_and_with_their_digits_masked() -> None:
    places = places_of("<body><p id=a1>x<p id=a2 class=' b  c3'>y<p id=a class='b c3'>z<p id=''>v")
    one, two, three, _ = places.index.tagged("p")
    assert [list(places.named("id", name)) for name in ("ad+", "a1", "a", "", "b")] == [
        [one, two],
        [one],
        [three],
        [],
        [],
    ]
    assert [list(places.named("class", name)) for name in ("b cd+", "b c3", "", "b")] == [
        [two, three],
        [two, three],
        [],
        [],
    ]


def test_keys_are_the_same_on_every_machine() -> None:
    assert key_of(("div.post d+", "p")) == 0xDFFE1D927EDDDD0C


@pytest.mark.parametrize("strictness", PathSpec)
def test_a_page_of_endless_levels(strictness: PathSpec) -> None:
    places = places_of("<body>" + "<div class=a1>" * 20_000 + "words")
    keys = places.keys(strictness)
    levels = 5 if strictness is PathSpec.LAST_NAMES else len(places.index) - 2  # one is the head
    assert len(set(keys.tolist()) - {0}) == levels
    deepest = places.index.tagged("div")[-1]
    assert key_of(places.steps(deepest, strictness)) == keys[deepest]
