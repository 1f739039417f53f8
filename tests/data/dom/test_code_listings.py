"""Boxes of code, whose lines are elements, keep their lines and indentation; other boxes are none."""

import re

import pytest

from iawce.data.document import Document

CODE = "if a:\n    b()\nc()"
LINES = CODE.split("\n")


def numbered_rows(cell: str) -> str:
    rows = "".join(f"<tr><td>{place}</td>{cell.format(line)}</tr>" for place, line in enumerate(LINES, 1))
    return f"<table class=highlight>{rows}</table>"


@pytest.mark.parametrize(
    "html",
    [
        "<pre><code>" + "".join(f'<span class="line">{line}</span>' for line in LINES) + "</code></pre>",
        "<pre>" + "".join(f"<div>{line}</div>" for line in LINES) + "</pre>",
        "<pre>" + "".join(f"<code>{line}</code>" for line in LINES) + "</pre>",
        "<pre>" + "".join(f"<i class='codeLine_x8'>{line}</i>" for line in LINES) + "</pre>",
        "<pre>"
        + "".join(f"<i class='token-line{' marked' * (line[0] == 'i')}'>{line}</i>" for line in LINES)
        + "</pre>",
        "<pre>" + "".join(f"<i class='line {line[0]} {line[:1]}x'>{line}</i>" for line in LINES) + "</pre>",
        "<pre>" + "".join(f"<i class=a>{line}</i><br>" for line in LINES) + "</pre>",
        numbered_rows("<td><pre>{}</pre></td>"),
        numbered_rows("<td class=code>{}</td>"),
        numbered_rows("<td><code>{}</code></td>"),
        f"<table class=highlight><tr><td><pre>1\n2\n3</pre></td><td><pre>{CODE}</pre></td></tr></table>",
        "<div class=syntaxhighlighter><table><tr><td><div>1</div><div>2</div><div>3</div></td><td class=code><div>"
        + "".join(f"<div class='line number{place}'>{line}</div>" for place, line in enumerate(LINES))
        + "</div></td></tr></table></div>",
        "<div class=CodeMirror><div class=CodeMirror-code>"
        + "".join(f"<div><div class=no>{place}</div><pre>{line}</pre></div>" for place, line in enumerate(LINES, 1))
        + "</div></div>",
        "<div class=cm-editor><div class=cm-gutters><div>1</div><div>2</div><div>3</div></div><div class=cm-content>"
        + "".join(f"<div class=cm-line>{line}</div>" for line in LINES)
        + "</div></div>",
        "<div class=cm-editor><div class=cm-content>" + "".join(f"<div class=cm-line>{line}</div>" for line in LINES),
        "<div class=dp-highlighter><ol class=dp-c>"
        + "".join(f"<li{' class=alt' * (place % 2)}><span>{line}</span></li>" for place, line in enumerate(LINES))
        + "</ol></div>",
        "<div class=crayon-syntax><div class=crayon-toolbar></div><div class=crayon-main>"
        "<table><tr><td class=crayon-nums><div><div>1</div><div>2</div><div>3</div></div></td>"
        "<td class=crayon-code><div>"
        + "".join(f"<div class=crayon-line>{line}</div>" for line in LINES)
        + "</div></td></tr></table></div></div>",
        "<div class=shown>"
        + "".join(
            f"<div class=row><span class=line-number>{place}</span><code>{line}</code></div>"
            for place, line in enumerate(LINES, 1)
        )
        + "</div>",
        "<div class=crayon><textarea>"
        + CODE
        + "</textarea><div class=crayon-pre>"
        + "".join(f"<div class=crayon-line>{line.replace(' ', '&nbsp;')}</div>" for line in LINES)
        + "</div></div>",
    ],
)
def test_lines_and_indentation_are_kept(html: str) -> None:
    index = Document("", html=f"<body>{html}").index
    assert [text for text in index.listings.values() if text] == [CODE]
    assert "".join(index.text_nodes.texts).strip() == CODE


@pytest.mark.parametrize("line", ["<span class=line>{}</span>\n", "<span class=line>{}</span><br>", "<div>{}</div>"])
@pytest.mark.parametrize("number", ["<span class=lineno>{}</span>", "<i class='ln'>{}</i>"])
def test_numbers_in_lines_are_no_code(line: str, number: str) -> None:
    code = "".join(line.format(f"{number.format(place)}{text}") for place, text in enumerate(LINES, 1))
    index = Document("", html=f"<body><pre>{code}</pre>").index
    assert "".join(index.text_nodes.texts).strip() == CODE


@pytest.mark.parametrize(
    "line",
    [
        "<div class=line>{}</div>\n",
        "<div class=view-line><span>{}</span></div>",
        "<div class=line><a id=l7></a><span class=no>   {number}</span>{}</div>\n",
        "<div class=line><a id=l7></a><span class=no>   {number}</span>&nbsp;{}</div>",
        "<div class=fold><div class=line>{}</div></div>",
    ],
)
@pytest.mark.parametrize("behind", ["", "<div class=tip id=tip7>Defined in <a href=b>b</a></div>\n"])
def test_blocks_called_lines_with_signs_and_colours_are_code(line: str, behind: str) -> None:
    marked = [text.replace("b()", "<a class=name href=b>b</a>()") for text in (*LINES, "# f = 2")]
    first, *others = (line.format(text, number=place) for place, text in enumerate(marked, 7))
    first = first.removeprefix("<div class=fold>").replace("</div></div>", "</div>")
    index = Document("", html=f"<body><div class=fragment>{first}{''.join(others)}{behind}</div><p>Text").index
    assert [*index.listings.values()] == [f"{CODE}\n# f = 2"]


@pytest.mark.parametrize("number", ["<span class=mi>{}</span>", "<b>(<i class=x>{}</i>)</b>"])
@pytest.mark.parametrize("form", ["range({}, {})", "<b>[</b>{}<b>,</b> {}<b>]</b>", "a = {};\nb = {};"])
def test_numbers_that_count_up_in_code_are_values(number: str, form: str) -> None:
    code = form.format(number.format(1), number.format(2))
    index = Document("", html=f"<pre><code>x = {code}\nf()\n</code></pre>").index
    assert "".join(index.text_nodes.texts).strip() == f"x = {re.sub('<[^>]*>', '', code)}\nf()"


@pytest.mark.parametrize("digits", ["1" * 6_000, "<i>1" * 6_000])
def test_long_digits_are_no_numbers_of_lines(digits: str) -> None:
    index = Document("", html=f"<pre>{digits}</pre><pre><b>{digits}</b><b>{digits}</b></pre>").index
    assert index.text_of(0).count("1") == 18_000


@pytest.mark.parametrize(
    ("gutter", "code"),
    [
        ("<span class=line>{}</span><br>", "<span class=line>{}</span><br>"),
        ("<span class=line>{}</span><br>", "<span class=k>{}</span><br>"),
        ("<span>{}</span>\n", "{}\n"),
        ("{}\n", "{}\n"),
    ],
)
@pytest.mark.parametrize("count", [1, 2, 3, 5, 40])
def test_numbers_beside_code_are_no_listing(gutter: str, code: str, count: int) -> None:
    lines = [f"{'  ' * (place % 2)}run(step, {place})" for place in range(count)]
    numbers, code = ("".join(map(form.format, of)) for form, of in ((gutter, range(1, count + 1)), (code, lines)))
    table = f"<table><tr><td class=gutter><pre>{numbers}</pre></td><td class=code><pre>{code}</pre></td></tr></table>"
    index = Document("", html=f"<body><figure class=highlight>{table}</figure>").index
    assert "".join(index.text_nodes.texts).strip() == "\n".join(lines)


@pytest.mark.parametrize("number", ["<span>{}</span><br>", "<i>{}</i>", "<div>{}</div>", "{}\n"])
def test_numbers_in_a_box_beside_code_are_left_out(number: str) -> None:
    numbers, code = "".join(map(number.format, range(1, 13))), "a = 1\n" * 12
    html = f"<div><span>ini</span> <pre>{code}</pre><div aria-hidden=true>{numbers}</div></div>"
    assert Document("", html=f"<body>{html}").index.text_of(0).split() == ["ini", *["a", "=", "1"] * 12]


@pytest.mark.parametrize(
    "html",
    [
        f"<pre>{CODE}</pre>",
        "<pre><span class=k>def</span> <span class=n>a</span></pre>",
        "<pre><code><span class=line><span style='color:red'>quarrel</span><span> init</span></span></code></pre>",
        "<pre><code><span style='color:red'>a</span><span> = 1</span>\n<span>b</span></code></pre>",
        "<pre><span class='token function'>a</span> <span class='token function'>b</span></pre>",
        "<pre><span class='hljs-built_in'>cd</span> <span class='hljs-built_in'>a</span></pre>",
        "<pre><b>usage: </b><b>quarrel</b></pre>",
        "<pre><a href=a>a.c</a> <a href=b>b.c</a></pre>",
        "<pre><u class=underline>a</u><u class=underline>b</u></pre>",
        "<table><tr><td>1</td><td>Arle</td></tr><tr><td>2</td><td>Brent</td></tr></table>",
        "<table><tr><td><code>ls</code></td><td>lists</td></tr><tr><td><code>cd</code></td><td>goes</td></tr></table>",
        "<div class=highlights><ul><li>One text of a page.</li><li>Two</li><li>Three</li></ul></div>",
        "<pre class=highlights-center><p>Width: 3 m</p><p>Depth: 2 m</p></pre>",
        "<div class=highlights-center><div>mast = 9;</div><div>width = 3;</div><div>depth = 4;</div></div>",
        "<div class=gutter><p>1</p><p>2</p></div><div><p>One text of a page.</p><p>Two</p><p>Three</p></div>",
        "<div class=code-of-conduct><p>Be kind.</p><p>Be brief.</p></div>",
        "<p>Use <code>a</code> or <code>b</code></p>",
        "<div><div class=line>The <i class=x>night</i> came;</div><div class=line>it</div><div class=line>went</div>",
        "<div><div class=line><i class=by>Arle</i> Yes.</div><div class=line><i class=by>Brent</i> No (not yet).</div>",
        "<div><div class=line>f = <em class=x>two</em>;</div><div class=line>g = f;</div></div>",
        "<div><div class=line>f = <u class=x>2</u></div><p>One text of a page.</p><div class=line>f(1);</div></div>",
        "<div><div class=line><a class=x>f</a> = 2;</div><div>One text of a page.</div></div>",
    ],
)
def test_other_boxes_stay(html: str) -> None:
    assert not Document("", html=f"<body>{html}").index.listings


@pytest.mark.parametrize(
    ("html", "code"),
    [
        ("x = 1\n<b class=hot-code-line>if a:</b><b class=hot-code-line>  b()</b>\nc()", "x = 1\nif a:\n  b()\nc()"),
        ("<b class=hot-code-line>if a:</b><b class=hot-code-line>  b()</b>  c()\nd", "if a:\n  b()\n  c()\nd"),
        ("x\n<b class=hiLine><i>a</i></b><b class=hiLine><i>b</i> = c</b>", "x\na\nb = c"),
        ("<i class=line-no>1</i><b class=line>a</b><b class=line>b</b>\n<u>c</u>", "1a\nb\nc"),
        ("x\n<b class=line>a\n</b><b class=line>b\n</b>c", "x\na\nb\nc"),  # the others stay
        ("x\n<b class=line>a</b>\n<b class=line>b</b>\nc", "x\na\nb\nc"),
        ("x\n<b class=line-no>1</b><b class=line>a</b>\n<b class=line-no>2</b><b class=line>b</b>", "x\na\nb"),
        ("x\n<b class=line>a</b> <b class=mark>b</b>", "x\na b"),
        ("x\n<b class=underline>a</b><b class=underline>b</b>", "x\nab"),
    ],
)
def test_lines_side_by_side_among_others_are_apart(html: str, code: str) -> None:
    assert "".join(Document("", html=f"<body><pre>{html}</pre>").index.text_nodes.texts).strip() == code


@pytest.mark.parametrize(
    ("html", "is_code"),
    [
        ("<pre data-hook=description><p>A jar of starter, and a cloth.</p></pre>", False),
        ("<pre><p>A jar of starter.</p><p>A cloth.</p></pre>", False),
        ("<pre class=info><h3>Inside</h3><p>A jar of starter.</p></pre>", False),
        ("<pre><h2>1. Name</h2>   cat - joins\n   files</pre>", True),
        ("<pre><p>if (a) {\n  b();</p></pre>", True),
        ("<pre>A jar of starter.</pre>", True),
        ("<pre><code><p>a = 1</p></code></pre>", True),
        ("<pre class=highlight><p>a = 1</p><p>b = 2</p></pre>", True),
        ("<pre><div>a = 1</div><div>b = 2</div></pre>", True),
    ],
)
def test_paragraphs_in_a_box_without_code_are_text(html: str, is_code: bool) -> None:
    assert bool(Document("", html=f"<body>{html}").index.tagged("pre")) == is_code
