"""Tables in Markdown: those of data with their header, and those for layout."""

import pytest

from tests.extract.output.test_markdown import markdown


def test_tables_have_a_header_their_columns_and_one_line_a_row() -> None:
    html = (
        "<table><caption>Sums</caption><thead><tr><th>a</th><th>b</th><th>c</th></tr></thead>"
        "<tr><td colspan=2>wide as two</td><td>x|y</td></tr><tr><td>1<br>2</td><td></td>"
        "<td><p>p</p><p>q</p></td></tr></table>"
    )
    wanted = "Sums\n\n| a | b | c |\n| --- | --- | --- |\n| wide as two |  | x\\|y |\n| 1 2 |  | p q |"
    assert markdown(html) == wanted
    assert markdown("<table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>") == (
        "|  |  |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |"
    )


@pytest.mark.parametrize(
    "first",
    [
        "<thead><tr><td>Pump</td><td>Noise</td></tr></thead>",
        "<tr><th>Pump</th><th>Noise</th></tr>",
        "<tr><td><b>Pump</b></td><td><strong>Noise</strong></td></tr>",
        "<tr><th><b>Pump</b></th><th></th><th>Noise</th></tr>",
    ],
)
def test_the_header_of_a_table_is_its_own(first: str) -> None:
    lines = markdown(f"<table>{first}<tr><td>Calora</td><td>41 dB</td></tr></table>").splitlines()
    assert lines[0].replace("|  |", "|") == "| Pump | Noise |"
    assert lines[2].startswith("| Calora | 41 dB |")
    assert len(lines) == 3


def test_headers_known_by_few_tags_or_by_values_below() -> None:
    corner = "<tr><td>Place</td><th>Half</th><th>Full</th></tr><tr><th>Lawn</th><td>a</td><td>b</td></tr>"
    numbers = "<tr><td>Place</td><td>Wall</td><td>Noise</td></tr>" + "<tr><td>a</td><td>b</td><td>4 dB</td></tr>" * 2
    ticks = "<tr><td>Place<td>Lid<td>Lock<tr><td>Lawn<td>✓<td>no<tr><td>Barn<td>—<td>yes"
    for rows in (corner, numbers, ticks):
        assert markdown(f"<table>{rows}</table>").startswith("| Place |")


def test_rows_of_a_table_without_header_stay_rows() -> None:
    labels = "<tr><th>Price</th><td>9,400</td></tr><tr><th>A year</th><td>870</td></tr>"
    facts = "<tr><td>Colour</td><td>red</td></tr>" + "<tr><td>Weight</td><td>3 kg</td></tr>" * 2
    bold = "<tr><td><b>a</b></td><td><b>b</b></td></tr>" * 2
    for rows in (labels, facts, bold):
        assert markdown(f"<table>{rows}</table>").startswith("|  |  |\n| --- | --- |\n")


def test_tables_for_layout_are_blocks() -> None:
    inner = "<table><tr><th>a</th><th>b</th></tr></table>"
    html = f"<table><tr><td>menu</td><td><h2>Title</h2><p>words</p>{inner}</td></tr></table>"
    assert markdown(html) == "menu\n\n## Title\n\nwords\n\n| a | b |\n| --- | --- |"


@pytest.mark.parametrize(
    ("html", "wanted"),
    [
        (
            "<tr><th>Wood</th><th>Sides</th></tr><tr><td>Oak</td><td><ul><li>lasts</li><li><p>fine</p></li></ul></td></tr>"
            "<tr><td>Pine</td><td><ol><li>cheap</li></ol></td></tr><tr><td>Ash</td><td>bends</td></tr>",
            "| Wood | Sides |\n| --- | --- |\n| Oak | • lasts • fine |\n| Pine | • cheap |\n| Ash | bends |",
        ),
        (
            "<tr><th>Part</th><th>Picture</th></tr><tr><td>Hinge</td>"
            "<td><figure><img src=/h.jpg alt=hinge></figure>strong</td></tr>",
            "| Part | Picture |\n| --- | --- |\n| Hinge | ![hinge](http://a.example/h.jpg) strong |",
        ),
        (
            "<tr><th>Step</th><th>Command</th></tr><tr><td>1</td><td><pre>cd a\n\n  make `b`</pre></td></tr>",
            "| Step | Command |\n| --- | --- |\n| 1 | `cd a` `` make `b` `` |",
        ),
        ("<tr><td>a</td><td><ul><li>b</li></ul></td></tr><tr><td>c</td><td>d</td></tr>", "a\n\n- b\n\nc\n\nd"),
        (
            "<tr><td><p>a</p></td><td><p>b</p></td></tr><tr><td><p>c</p></td><td>d</td></tr>",
            "|  |  |\n| --- | --- |\n| a",
        ),
        ("<tr><td>a<td>b<td>c<td>d<tr><td colspan=4><p>One.<p>Two.", "a\n\nb\n\nc\n\nd\n\nOne.\n\nTwo."),
        (f"<tr><th>Week<th>Content<tr><td>1<td>{'boats ' * 90}<tr><td>2<td>nets", "| Week | Content |"),
        (f"<tr><th>Terms<tr><td><h3>Scope</h3><p>{'boats ' * 150}<tr><td><h3>Costs</h3><p>None.", "Terms\n\n### Scope"),
        (
            "<tr><td>Sail<td><img src=/y.png alt=yes><tr><td>Oar<td><img src=/y.png alt=yes>",
            "|  |  |\n| --- | --- |\n| Sail",
        ),
        (
            "<tr><td>Ann</td><td>1 May</td></tr><tr><td>a</td><td>so<hr>b</td></tr>" * 2,
            "Ann\n\n1 May\n\na\n\nso\n\n---\n\nb",
        ),
        ("<tr><th>Contents</th></tr><tr><td><dl><dt>a</dt></dl></td><td>b</td></tr>", "Contents\n\na\n\nb"),
        (
            "<tr><th>By</th><th>Post</th></tr><tr><td>Al</td><td><table><tr><td>1 May<hr></td></tr></table>b</td></tr>",
            "By\n\nPost\n\nAl\n\n1 May\n\n---\n\nb",
        ),
        (
            "<tr><td><a href=/k><img src=/k.jpg alt=kites></a></td><td><b>Kites</b><br>A thousand came.</td></tr>"
            "<tr><td colspan=2>&nbsp;</td></tr><tr><td><img src=/v.jpg alt=village></td><td>No net</td></tr>",
            "[![kites](http://a.example/k.jpg)](http://a.example/k)\n\n**Kites**  \nA thousand came.\n\n"
            "![village](http://a.example/v.jpg)\n\nNo net",
        ),
        (
            "<tr><th>Boat</th><th>Seen</th></tr><tr><td>Dora</td><td><img src=/y.png alt=yes></td></tr>",
            "| Boat | Seen |\n| --- | --- |\n| Dora | ![yes](http://a.example/y.png) |",
        ),
    ],
)
def test_cells_with_blocks_are_of_a_table_of_data_or_of_the_layout(html: str, wanted: str) -> None:
    assert markdown(f"<table>{html}</table>").startswith(wanted)


def test_a_table_whose_role_is_presentation_is_for_layout() -> None:
    assert markdown("<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>") == "a\n\nb\n\nc\n\nd"
    assert markdown("<table role=presentation><tr><th>a<th>b<tr><td>c<td>d</table>").startswith("| a | b |")


def test_rows_that_span_a_thousand_columns_keep_their_text_and_no_more() -> None:
    html = "<table>" + "<tr><td colspan=1000>visible text</td><td>of a row</td></tr>" * 5000 + "</table>"
    text = markdown(html)
    assert text.count("visible text") == 5000
    assert len(text) <= 2 * 5000 * len("visible text of a row")


def test_a_head_that_is_a_sign_stays_bold() -> None:
    rows = "<tr><td><b>#</b></td><td><b>Agency</b></td></tr><tr><td>1</td><td>Gull</td></tr>"
    assert markdown(f"<table>{rows}</table>") == "| # | Agency |\n| --- | --- |\n| 1 | Gull |"
