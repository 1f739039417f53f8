import pytest

from iawce.extract.output.markdown import to_markdown


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<h2>Title</h2><p>Some <em>text</em>.</p>", "## Title\n\nSome *text*."),
        ("<ul><li>one</li><li>two</li></ul>", "- one\n- two"),
        ('<p><a href="http://a.example/">here</a></p>', "[here](http://a.example/)"),
        ("<table><tr><th>a</th></tr><tr><td>1</td></tr></table>", "| a |\n| --- |\n| 1 |"),
        ("<p>snake_case * star</p>", "snake_case * star"),
        ("", ""),
    ],
)
def test_markdown_of_cleaned_html(html: str, markdown: str) -> None:
    assert to_markdown(html) == markdown


def test_blank_lines_never_follow_each_other() -> None:
    assert "\n\n\n" not in to_markdown("<div><p>a</p><br><br><br><div></div><p>b</p></div>")


def test_nesting_beyond_what_python_follows_is_an_error_that_callers_know() -> None:
    with pytest.raises(RecursionError):
        to_markdown("<div>" * 5000 + "x")
