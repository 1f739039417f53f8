"""Random markup for property tests."""

from hypothesis import strategies as st

TAGS = (
    "div",
    "p",
    "b",
    "td",
    "table",
    "a",
    "pre",
    "nav",
    "br",
    "ul",
    "li",
    "script",
    "noscript",
    "template",
    "h1",
    "button",
)

markup = st.recursive(
    st.sampled_from(["word", " ", "two words", "中文", "a\tb", "x\n y", "<!-- c -->", "&amp;", "<br>", "", "<img>"]),
    lambda inner: st.tuples(st.sampled_from(TAGS), st.lists(inner, max_size=4)).map(
        lambda pair: f"<{pair[0]}>{''.join(pair[1])}</{pair[0]}>"
    ),
    max_leaves=15,
)
"""A part of a body."""
