"""LaTeX of presentation MathML."""

import pytest

from iawce.data.document import Document

ROOT = r"\sqrt[3]{x}\text{ if }x > 0"
CONTENT = [
    (
        "<apply><eq/><ci>A</ci><apply><times/><pi/><apply><power/><ci>r</ci><cn>2</cn></apply></apply></apply>",
        r"A = \pi r^2",
    ),
    (
        "<apply><divide/><apply><plus/><ci>a</ci><ci>b</ci></apply><apply><root/><cn>2</cn></apply></apply>",
        r"\frac{a + b}{\sqrt{2}}",
    ),
    ("<apply><power/><apply><plus/><ci>x</ci><cn>1</cn></apply><cn>10</cn></apply>", "(x + 1)^{10}"),
    ("<apply><times/><cn>2</cn><cn>3</cn></apply>", r"2 \cdot 3"),
    ("<apply><times/><ci>x</ci><cn>2</cn><cn>3</cn></apply>", r"x \cdot 2 \cdot 3"),
    ("<apply><times/><cn>2</cn><apply><minus/><ci>x</ci></apply></apply>", "2(-x)"),
    ("<apply><minus/><ci>a</ci><apply><times/><ci>b</ci><ci>c</ci></apply></apply>", "a - bc"),
    ("<apply><minus/><ci>a</ci><apply><minus/><ci>b</ci><ci>c</ci></apply></apply>", "a - (b - c)"),
    ("<apply><minus/><apply><minus/><ci>a</ci><ci>b</ci></apply><ci>c</ci></apply>", "a - b - c"),
    ("<apply><minus/><apply><plus/><ci>a</ci><ci>b</ci></apply></apply>", "-(a + b)"),
    ("<apply><plus/><ci>a</ci><apply><minus/><ci>b</ci><ci>c</ci></apply></apply>", "a + b - c"),
    (
        "<apply><sum/><bvar><ci>i</ci></bvar><lowlimit><cn>1</cn></lowlimit><uplimit><ci>n</ci></uplimit>"
        "<apply><power/><ci>i</ci><cn>2</cn></apply></apply>",
        r"\sum_{i = 1}^n i^2",
    ),
    (
        "<apply><int/><bvar><ci>x</ci></bvar><lowlimit><cn>0</cn></lowlimit><uplimit><infinity/></uplimit>"
        "<apply><ci>f</ci><ci>x</ci></apply></apply>",
        r"\int_0^{\infty} f(x)\,dx",
    ),
    ("<apply><sin/><ci>θ</ci></apply>", r"\sin(\theta)"),
    ("<apply><in/><ci>x</ci><set><cn>1</cn><cn>2</cn></set></apply>", r"x \in \{1, 2\}"),
    ("<apply><eq/><apply><abs/><ci>x</ci></apply><cn type=rational>3<sep/>4</cn></apply>", r"|x| = \frac{3}{4}"),
    (
        "<apply><leq/><apply><log/><logbase><cn>2</cn></logbase><ci>n</ci></apply><ci>n</ci></apply>",
        r"\log_2(n) \leq n",
    ),
]
PARTS = [
    ("<mfrac><mi>a</mi><mi>b</mi></mfrac>", r"\frac{a}{b}"),
    (
        "<mi>x</mi><mo>=</mo><mfrac><mrow><mo>−</mo><mi>b</mi><mo>±</mo><msqrt><mrow><msup><mi>b</mi><mn>2</mn></msup>"
        "<mo>−</mo><mn>4</mn><mi>a</mi><mi>c</mi></mrow></msqrt></mrow><mrow><mn>2</mn><mi>a</mi></mrow></mfrac>",
        r"x = \frac{- b \pm \sqrt{b^2 - 4ac}}{2a}",
    ),
    (
        "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><msub><mi>x</mi><mi>i</mi></msub>",
        r"\sum_{i = 1}^n x_i",
    ),
    (
        "<msubsup><mo>∫</mo><mn>0</mn><mi>∞</mi></msubsup><mi>f</mi><mo>(</mo><mi>x</mi><mo>)</mo><mi>d</mi><mi>x</mi>",
        r"\int_0^{\infty} f(x)dx",
    ),
    (
        "<mo>[</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd><mtd><mn>4</mn>"
        "</mtd></mtr></mtable><mo>]</mo>",
        r"\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}",
    ),
    (
        "<mtable><mlabeledtr><mtd><mtext>(3.1)</mtext></mtd><mtd><mi>x</mi></mtd><mtd><mo>=</mo><mn>1</mn></mtd></mlabeledtr>"
        "</mtable>",
        r"x = 1 \tag{3.1}",
    ),
    (
        "<mi>α</mi><mo>≤</mo><mi>sin</mi><mi>θ</mi><mo>∈</mo><mi mathvariant=double-struck>R</mi>",
        r"\alpha \leq \sin\theta \in \mathbb{R}",
    ),
    ("<mover><mi>v</mi><mo>→</mo></mover><mo>+</mo><mi>ℝ</mi>", r"\vec{v} + \mathbb{R}"),
    ("<msup><mi>e</mi><mrow><mi>i</mi><mi>π</mi></mrow></msup><mo>+</mo><mn>1</mn>", r"e^{i\pi} + 1"),
    (
        "<mroot><mi>x</mi><mn>3</mn></mroot><mtext> if </mtext><mi>x</mi><mo>&gt;</mo><mn>0</mn>",
        r"\sqrt[3]{x}\text{ if }x > 0",
    ),
    ("<mi>f</mi><mo>′</mo><mi>Δ</mi><mi>t</mi>", r"f'\Delta t"),
    ("<munder><mi>lim</mi><mrow><mi>n</mi><mo>→</mo><mi>∞</mi></mrow></munder>", r"\lim_{n \to \infty}"),
    ("<semantics><mrow><mn>5</mn><mo>%</mo></mrow><annotation-xml>no</annotation-xml></semantics>", r"5\%"),
    ("<mfenced><mi>a</mi><mi>b</mi></mfenced>", "(a, b)"),
]


@pytest.mark.parametrize(("markup", "latex"), PARTS)
def test_markup_is_written_as_people_write_it(markup: str, latex: str) -> None:
    index = Document("", html=f"<p><math>{markup}</math>").index
    assert [formula.latex for formula in index.formulas.values()] == [latex]


def test_deep_markup_ends() -> None:
    document = Document("", html=f"<math>{'<mrow><msqrt>' * 400}<mi>x</mi>")
    assert all(formula.latex.count("sqrt") <= 60 for formula in document.index.formulas.values())


def test_an_operator_without_arguments_says_nothing() -> None:
    assert not Document("", html="<p>Here <math><apply><divide/></apply></math> holds.</p>").index.formulas


@pytest.mark.parametrize(("markup", "latex"), CONTENT)
def test_content_markup_is_written_as_latex(markup: str, latex: str) -> None:
    index = Document("", html=f"<body><p>Here <math>{markup}</math> holds.</p>").index
    assert [(formula.text, formula.is_tex) for formula in index.formulas.values()] == [(latex, True)]


def test_orders_of_derivatives_in_each_other_end() -> None:
    begin, end = "<apply><diff/><bvar><ci>x</ci><degree>", "</degree></bvar><ci>f</ci></apply>"
    (formula,) = Document("", html=f"<math>{begin * 40}<cn>2</cn>{end * 40}</math>").index.formulas.values()
    assert r"\frac{d}{dx} f" in formula.text
    assert len(formula.text) < 1_000


def test_a_number_without_parts_says_nothing() -> None:
    (formula,) = Document("", html="<math><mi>x</mi><cn type=rational><sep></sep></cn></math>").index.formulas.values()
    assert formula.latex == "x"


def test_words_in_formulas_are_escaped() -> None:
    (formula,) = Document("", html=r"<math><mtext>5 % of {a} #1 \&amp;</mtext></math>").index.formulas.values()
    assert formula.latex == r"\text{5 \% of \{a\} \#1 \&}"
