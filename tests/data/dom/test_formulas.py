"""Formulas as the usual writers of pages leave them in the markup."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.document import Document
from iawce.data.dom.texts import Texts
from iawce.data.escape_markdown import escape_text
from iawce.data.limits import Limits

MATHML = "<mrow><msup><mi>x</mi><mn>2</mn></msup></mrow>"
ANNOTATED = f'<semantics>{MATHML}<annotation encoding="application/x-tex">x^2</annotation></semantics>'
GLYPHS = '<span class="katex-html" aria-hidden="true"><span class="mord">x</span><span>2</span></span>'
KATEX = f'<span class="katex"><span class="katex-mathml"><math>{ANNOTATED}</math></span>{GLYPHS}</span>'
PICTURE = '<img class="mwe-math-fallback-image-inline" src="x.svg" alt="{\\displaystyle x^{2}}">'
WIKIPEDIA = (
    '<span class="mwe-math-element mwe-math-element-inline"><span class="mwe-math-mathml-inline" style="display: none">'
    f'<math alttext="{{\\displaystyle x^{{2}}}}">{MATHML}</math></span>{PICTURE}</span>'
)
SCRIPT = '<span class="MathJax_Preview">[math]</span>{drawn}<script type="math/tex{mode}">x^2 % squared\n</script>'
DRAWN = (
    '<span class="MathJax"><span>x</span><span>2</span><span class="MJX_Assistive_MathML">'
    f"<math>{MATHML}</math></span></span>"
)
DISPLAYED = '<div class="MathJax_Display"><span class="MathJax"><span>x</span><span>2</span></span></div>'
GLYPHS_BY_STYLE = '<mjx-math><mjx-c class="mjx-c78"></mjx-c></mjx-math>'
MATHJAX_3 = (
    f'<mjx-container class="MathJax" jax="CHTML">{GLYPHS_BY_STYLE}<mjx-assistive-mml><math>{MATHML}</math>'
    "</mjx-assistive-mml></mjx-container>"
)
MATHJAX_4 = '<mjx-container class="MathJax"><mjx-math data-latex="x^2"><mjx-c></mjx-c></mjx-math></mjx-container>'


def text(html: str) -> str:
    return Texts(Document("", html=f"<body>{html}</body>").body).lines()


@pytest.mark.parametrize(
    ("formula", "wanted"),
    [
        (f"<math>{ANNOTATED}</math>", "x^2"),
        (f'<math alttext="x^{{2}}">{MATHML}</math>', "x^{2}"),
        (f'<math alttext="the square of a number">{MATHML}</math>', "x²"),
        (f"<math>{MATHML}</math>", "x²"),
        (KATEX, "x^2"),
        (WIKIPEDIA, "x^{2}"),
        (PICTURE, "x^{2}"),
        ('<img class="latex" src="x.png" alt="\\sqrt{x}">', "\\sqrt{x}"),
        (SCRIPT.format(drawn="", mode=""), "x^2"),
        (SCRIPT.format(drawn=DRAWN, mode=""), "x^2"),
        (DRAWN, "x²"),  # as a page is saved without scripts
        (MATHJAX_3, "x²"),
        (MATHJAX_4, "x^2"),
    ],
)
def test_a_formula_is_read_once(formula: str, wanted: str) -> None:
    assert text(f"<p>Take {formula} and <b>go on</b>.</p><p>End</p>") == f"Take {wanted} and go on.\n\nEnd"


def glyph(code: str) -> str:
    return f'<mjx-mi><mjx-c class="mjx-c{code} TEX-I"></mjx-c></mjx-mi>'


def drawn(code: str) -> str:
    return f'<g data-mml-node="mi"><use data-c="{code}"></use></g>'


@pytest.mark.parametrize(
    ("inside", "wanted"),
    [
        (f"<mjx-math>{glyph('1D44E')}{glyph('2B')}{glyph('1D44F')}</mjx-math>", "a+b"),
        (f"<mjx-math><mjx-msub>{glyph('1D467')}<mjx-script>{glyph('30')}</mjx-script></mjx-msub></mjx-math>", "z_{0}"),
        (
            f"<mjx-mfrac><mjx-frac><mjx-num>{glyph('78')}</mjx-num><mjx-dbox><mjx-den>{glyph('79')}</mjx-den>"
            "</mjx-dbox></mjx-frac></mjx-mfrac>",
            r"\frac{x}{y}",
        ),
        (f'<svg><g data-mml-node="msup">{drawn("1D465")}{drawn("32")}</g></svg>', "x^{2}"),
        (f'<svg><g data-mml-node="msqrt"><g>{drawn("1D465")}</g>{drawn("221A")}<rect></rect></g></svg>', r"\sqrt{x}"),
        (f'<svg><g data-latex="k^{{-1}}" data-mml-node="math">{drawn("6B")}</g></svg>', "k^{-1}"),
    ],
)
def test_glyphs_alone_are_a_formula(inside: str, wanted: str) -> None:
    (found,) = Document("", html=f"<p>It is <mjx-container>{inside}</mjx-container>.").index.formulas.values()
    assert (found.text, found.is_tex) == (wanted, True)


@pytest.mark.parametrize("name", ["data-latex", "data-tex"])
def test_an_attribute_may_hold_the_formula(name: str) -> None:
    (found,) = Document("", html=f"<p>It is <span {name}='k^2'><i>k2</i></span>.").index.formulas.values()
    assert (found.text, found.is_tex) == ("k^2", True)


@pytest.mark.parametrize(
    "formula",
    [
        f'<span class="katex-display">{KATEX}</span>',
        SCRIPT.format(drawn="", mode="; mode=display"),
        SCRIPT.format(drawn=DISPLAYED, mode="; mode=display"),
        f'<math display="block">{ANNOTATED}</math>',
        f'<mjx-container display="true"><math>{ANNOTATED}</math></mjx-container>',
    ],
)
def test_a_displayed_formula_is_a_paragraph(formula: str) -> None:
    assert text(f"<div>Take {formula} and go on.</div>") == "Take\n\nx^2\n\nand go on."


@pytest.mark.parametrize(
    ("markup", "wanted"),
    [
        ("<mfrac><mi>a</mi><mrow><mi>b</mi><mo>+</mo><mn>1</mn></mrow></mfrac>", "a/(b+1)"),
        ("<msqrt><mi>y</mi><mo>-</mo><mi>z</mi></msqrt>", "√(y-z)"),
        ("<mroot><mi>y</mi><mn>3</mn></mroot>", "³√y"),
        ("<msubsup><mi>x</mi><mi>i</mi><mi>max</mi></msubsup>", "x_i^(max)"),
        ("<mtable><mtr><mtd>1</mtd><mtd>2</mtd></mtr><mtr><mtd>3</mtd></mtr></mtable>", "1 2; 3"),
        ("<mtable><mlabeledtr><mtd>(1)</mtd><mtd>x</mtd></mlabeledtr></mtable>", "(1) x"),
        ("<mi>x</mi><annotation encoding='other'>noise</annotation>", "x"),
        ("<mrow>" * 60 + "deep" + "</mrow>" * 60, "deep"),
    ],
)
def test_mathml_without_tex_is_text(markup: str, wanted: str) -> None:
    assert text(f"<p><math>{markup}</math></p>") == wanted


@pytest.mark.parametrize(
    "html",
    [
        "<math><p>all of the page</p><p>is in here</p>",
        f'<div class="katex"><p>all of the page</p>{KATEX}<p>is in here</p></div>',
        '<img class="tex" alt="a man who reads TeX"><p>all of the page</p><p>is in here</p>',
        '<script type="text/javascript">x^2</script><p>all of the page</p><p>is in here</p>',
        "<math></math><p>all of the page</p><p>is in here</p>",
    ],
)
def test_elements_with_text_of_the_page_are_no_formulas(html: str) -> None:
    assert text(html).replace("x^2\n\n", "") == "all of the page\n\nis in here"


PARTS = st.recursive(
    st.sampled_from(["word ", KATEX, PICTURE, SCRIPT.format(drawn=DRAWN, mode=""), f"<math>{ANNOTATED}</math>"]),
    lambda inner: st.lists(inner, max_size=4).map(lambda parts: f"<span>{'<i> </i>'.join(parts)}</span>"),
    max_leaves=12,
)


@given(PARTS)
def test_words_and_formulas_stay_in_order(html: str) -> None:
    document = Document("", html=f"<body>before {html} after</body>")
    wanted = html
    for formula in (KATEX, SCRIPT.format(drawn=DRAWN, mode=""), f"<math>{ANNOTATED}</math>"):
        wanted = wanted.replace(formula, " x^2 ")
    wanted = wanted.replace(PICTURE, " x^{2} ")
    bare = " ".join(wanted.replace("<span>", "").replace("</span>", "").replace("<i> </i>", " ").split())
    index = document.index
    assert index.text_of(0).replace(" ", "") == f"before{bare}after".replace(" ", "")
    for number in range(len(index)):
        owners = index.text_nodes.owners[index.first_text_node[number] : index.last_text_node[number]]
        assert ((owners >= number) & (owners < index.ends[number])).all()


def test_a_page_that_is_cut_in_a_formula_keeps_what_came_before() -> None:
    document = Document("", html=f"<body><p>before</p>{KATEX * 50}", limits=Limits(elements=40))
    assert Texts(document.body).lines().startswith("before")


def test_a_line_break_of_latex_begins_no_formula() -> None:
    assert escape_text(r"as \[x^2\] is") == "as $$x^2$$ is"
    assert "$" not in escape_text(r"first \\[2pt] second \] third")
