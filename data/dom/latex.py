r"""LaTeX of MathML that carries none.

Presentation and content markup are read, with the commands of LaTeX and amsmath. The libraries that exist for it
(measured on the formulas of the tests) lose matrices, put ``\left`` and ``\right`` around brackets, and read ``sin`` as
a product. Sources: MathML Core, section 3; MathML 3.0, chapter 4.
"""

import re
import unicodedata
from itertools import pairwise

from iawce.data.dom.elements import Elements

MAX_DEPTH = 60  # Depth of nesting below which text is written without structure
MAX_ORDER = 40  # Most characters of the order of a derivative, which is written twice
UNSEEN = frozenset({"annotation", "annotation-xml", "mphantom"})
_GREEK = """
alpha beta gamma delta epsilon zeta eta theta iota kappa lamda mu nu xi pi rho sigma tau upsilon phi chi psi omega
""".split()  # noqa: SIM905 - a line each would be long
_LATIN_CAPITALS = "alpha beta epsilon zeta eta iota kappa mu nu omicron rho tau chi".split()  # noqa: SIM905
_PAIRS = r"""
−:- ±:\pm ∓:\mp ×:\times ÷:\div ·:\cdot ⋅:\cdot ∗:* ∘:\circ ≤:\leq ≥:\geq ≠:\neq ≈:\approx ≡:\equiv ∼:\sim ≃:\simeq
≅:\cong ∝:\propto ≪:\ll ≫:\gg ∞:\infty ∑:\sum ∏:\prod ∐:\coprod ∫:\int ∬:\iint ∭:\iiint ∮:\oint ∂:\partial ∇:\nabla
√:\surd ∈:\in ∉:\notin ∋:\ni ⊂:\subset ⊃:\supset ⊆:\subseteq ⊇:\supseteq ∪:\cup ∩:\cap ⋃:\bigcup ⋂:\bigcap
∖:\setminus ∅:\emptyset ∧:\land ∨:\lor ¬:\neg ∀:\forall ∃:\exists ∄:\nexists ⊢:\vdash ⊨:\models ⊥:\perp ∥:\parallel
→:\to ←:\leftarrow ↔:\leftrightarrow ⇒:\Rightarrow ⇐:\Leftarrow ⇔:\Leftrightarrow ↦:\mapsto ↑:\uparrow ↓:\downarrow
⟶:\longrightarrow ⟨:\langle ⟩:\rangle ‖:\| ⌊:\lfloor ⌋:\rfloor ⌈:\lceil ⌉:\rceil …:\ldots ⋯:\cdots ⋮:\vdots ⋱:\ddots
⊕:\oplus ⊗:\otimes ⊙:\odot ∠:\angle △:\triangle □:\square ⋆:\star †:\dagger ℏ:\hbar ℓ:\ell ℜ:\Re ℑ:\Im ℵ:\aleph ′:'
″:'' °:^\circ ϵ:\epsilon ε:\varepsilon ϑ:\vartheta ϕ:\phi φ:\varphi ϖ:\varpi ϱ:\varrho ς:\varsigma λ:\lambda Λ:\Lambda
{:\{ }:\} %:\% #:\# &:\& _:\_ $:\$
"""
_SPECIAL = re.compile(r"(?<!\\)[{}%#&_$]")
_SIGNS = {pair[0]: pair[2:] for pair in _PAIRS.split()}
_FUNCTIONS = """
arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min Pr
sec sin sinh sup tan tanh
""".split()  # noqa: SIM905
_ACCENTS = {
    "^": "hat", "ˆ": "hat", "¯": "bar", "‾": "bar", "―": "overline", "→": "vec", "⃗": "vec", "~": "tilde", "˜": "tilde",
    "˙": "dot", "¨": "ddot", "⏞": "overbrace", "⏟": "underbrace", "_": "underline", "̲": "underline",
}  # fmt: skip
_VARIANTS = {
    "double-struck": "mathbb", "bold": "mathbf", "script": "mathcal", "fraktur": "mathfrak", "sans-serif": "mathsf",
    "monospace": "mathtt", "bold-italic": "boldsymbol",
}  # fmt: skip
_ALPHABETS = {"DOUBLE-STRUCK": "mathbb", "BOLD": "mathbf", "SCRIPT": "mathcal", "FRAKTUR": "mathfrak"}
_BRACKETS = {"(": ")", "[": "]", "{": "}", "|": "|", "‖": "‖"}
_MATRICES = {"(": "pmatrix", "[": "bmatrix", "{": "Bmatrix", "|": "vmatrix", "‖": "Vmatrix"}
_LARGE = frozenset({r"\sum", r"\prod", r"\coprod", r"\bigcup", r"\bigcap", r"\lim", r"\max", r"\min", r"\sup", r"\inf"})
_INFIX = {
    "or": r" \lor ", "and": r" \land ", "implies": r" \implies ", "tendsto": r" \to ",
    "eq": " = ", "neq": r" \neq ", "lt": " < ", "gt": " > ", "leq": r" \leq ", "geq": r" \geq ", "approx": r" \approx ",
    "equivalent": r" \equiv ", "in": r" \in ", "notin": r" \notin ", "subset": r" \subseteq ", "prsubset": r" \subset ",
    "union": r" \cup ", "intersect": r" \cap ", "setdiff": r" \setminus ",
    "plus": " + ", "minus": " - ", "cartesianproduct": r" \times ", "compose": r" \circ ", "times": "",
}  # fmt: skip
"""Operators between their arguments, those that bind less first."""
_BINDING = {name: place for place, name in enumerate(_INFIX)}
_AROUND = {
    "abs": "|{}|", "floor": r"\lfloor {} \rfloor", "ceiling": r"\lceil {} \rceil", "exp": "e^{{{}}}",
    "factorial": "{}!",
    "not": r"\lnot {}", "transpose": "{}^T", "inverse": "{}^{{-1}}", "conjugate": r"\overline{{{}}}",
    "set": r"\{{{}\}}", "list": "[{}]", "vector": "({})", "interval": "[{}]",
}  # fmt: skip
"""Operators and containers with their arguments in place of the braces."""
_CONSTANTS = {
    "pi": r"\pi", "exponentiale": "e", "imaginaryi": "i", "infinity": r"\infty", "emptyset": r"\emptyset",
    "reals": r"\mathbb{R}", "integers": r"\mathbb{Z}", "naturalnumbers": r"\mathbb{N}", "rationals": r"\mathbb{Q}",
    "complexes": r"\mathbb{C}", "eulergamma": r"\gamma",
}  # fmt: skip
_LARGE_SIGNS = {"sum": r"\sum", "product": r"\prod", "int": r"\int", "limit": r"\lim"}
_CONTENT = frozenset(
    {"apply", "ci", "cn", "csymbol", "set", "list", "vector", "interval", "matrix", "piecewise", *_CONSTANTS}
)
_QUALIFIERS = frozenset({"bvar", "lowlimit", "uplimit", "degree", "logbase"})
_SHAPES = {
    "mfrac": 2, "mroot": 2, "msup": 2, "msub": 2, "msubsup": 3, "mover": 2, "munder": 2, "munderover": 3,
}  # fmt: skip
"""Number of the elements in these."""


def latex_of(index: Elements, math: int) -> str:
    """LaTeX of an element of MathML, on one line; empty if it has no text."""
    return " ".join(_row(index, math, 0).split())


def _row(index: Elements, number: int, depth: int) -> str:
    """LaTeX of the elements in an element; brackets around a table make it a matrix."""
    children = [one for one in index.children(number) if index.tags[one] not in UNSEEN]
    parts = [_write(index, one, depth + 1) for one in children]
    signs = [index.text_of(one) if index.tags[one] == "mo" else "" for one in children]
    tables = [one for one, child in enumerate(children) if _is_table(index, child)]
    for place in reversed(tables):
        before, after = (signs[one] if 0 <= one < len(signs) else "" for one in (place - 1, place + 1))
        if _BRACKETS.get(before) == after:
            name = _MATRICES[before]
            parts[place - 1 : place + 2] = [parts[place].replace("{matrix}", f"{{{name}}}")]
        elif before == "{" and not after:
            parts[place - 1 : place + 1] = [parts[place].replace("{matrix}", "{cases}")]
    return _joined(parts)


def _joined(parts: list[str]) -> str:
    """The parts, with a space between a command and a letter, and around relations as they are written."""
    parts = [part for part in parts if part]
    spaces = [" " if _ends_with_command(one) and two[:1].isalpha() else "" for one, two in pairwise(parts)]
    return "".join(part + space for part, space in zip(parts, [*spaces, ""], strict=False))


def _ends_with_command(text: str) -> bool:
    _, slash, name = text.rpartition("\\")
    return bool(slash) and name.isalpha()


def _is_table(index: Elements, number: int) -> bool:
    while index.tags[number] in ("mrow", "mstyle", "mpadded"):
        inside = list(index.children(number))
        if len(inside) != 1:
            return False
        number = inside[0]
    return index.tags[number] == "mtable"


def _write(index: Elements, number: int, depth: int) -> str:
    tag = index.tags[number]
    if depth > MAX_DEPTH:
        return index.text_of(number)
    if tag in ("mi", "mo", "mn", "mtext", "ms"):
        return _token(index, number, tag)
    if tag in _CONTENT:
        return _meaning(index, number, depth)
    if tag == "mspace":
        return " "
    if tag == "mtable":
        rows = [row for row in index.children(number) if index.tags[row] in ("mtr", "mlabeledtr")]
        cells = [[_row(index, cell, depth + 1) for cell in index.children(row)] for row in rows]
        if len(rows) == 1 and index.tags[rows[0]] == "mlabeledtr" and cells[0]:  # a formula with its number
            label = index.text_of(next(index.children(rows[0]))).strip("() ")
            return rf"{''.join(cells[0][1:])} \tag{{{label}}}"
        return r"\begin{matrix} " + r" \\ ".join(" & ".join(row) for row in cells) + r" \end{matrix}"
    if tag == "msqrt":
        return rf"\sqrt{{{_row(index, number, depth)}}}"
    if tag == "mfenced":
        given = index.attributes.given[number]
        inside = ", ".join(_write(index, one, depth + 1) for one in index.children(number))
        return f"{_sign(given.get('open', '('))}{inside}{_sign(given.get('close', ')'))}"
    children = [one for one in index.children(number) if index.tags[one] not in UNSEEN]
    if tag == "semantics":
        return _write(index, children[0], depth + 1) if children else ""
    if len(children) != _SHAPES.get(tag):
        return _row(index, number, depth)
    parts = [_write(index, one, depth + 1).strip() for one in children]
    return _shaped(tag, parts, [index.text_of(one) for one in children])


def _meaning(index: Elements, number: int, depth: int) -> str:
    """LaTeX of an element of content markup."""
    tag, children = index.tags[number], list(index.children(number))
    if tag in _CONSTANTS:
        return _CONSTANTS[tag]
    if tag in ("ci", "cn", "csymbol"):
        texts = index.texts_in(number)
        if texts and any(index.tags[one] == "sep" for one in children):
            first, last = texts[0].strip(), texts[-1].strip()
            is_power = index.attributes.given[number].get("type") == "e-notation"
            return rf"{first} \times 10^{_group(last)}" if is_power else rf"\frac{{{first}}}{{{last}}}"
        return _row(index, number, depth) if children else _token(index, number, "mn" if tag == "cn" else "mi")
    if tag == "matrix":
        rows = ([_write(index, cell, depth + 1) for cell in index.children(row)] for row in children)
        return r"\begin{pmatrix} " + r" \\ ".join(" & ".join(row) for row in rows) + r" \end{pmatrix}"
    if tag == "piecewise":
        cases = (list(index.children(one)) for one in children)
        lines = (" & ".join(_write(index, one, depth + 1) for one in case) for case in cases)
        return r"\begin{cases} " + r" \\ ".join(lines) + r" \end{cases}"
    if tag != "apply":
        return _AROUND[tag].format(", ".join(_write(index, one, depth + 1) for one in children))
    return _applied(index, children[0], children[1:], depth) if children else ""


def _applied(index: Elements, operator: int, children: list[int], depth: int) -> str:
    """LaTeX of an operator with its arguments."""
    name = index.tags[operator]
    is_derivative = name in ("diff", "partialdiff")  # whose qualifiers are read below, so that none is read twice
    qualifiers = [one for one in children if index.tags[one] in _QUALIFIERS and not is_derivative]
    said = {index.tags[one]: _row(index, one, depth + 1) for one in qualifiers}
    given = [one for one in children if index.tags[one] not in _QUALIFIERS]
    parts = [_write(index, one, depth + 1) for one in given]
    if name == "minus" and len(parts) == 1:
        return f"-{_bound(index, given[0], parts[0], 'minus', 1)}"
    if name in _INFIX:
        signs = [_sign_between(name, parts, place) if place else "" for place in range(len(parts))]
        bound = [_bound(index, one, parts[place], name, place) for place, one in enumerate(given)]
        return _joined([part for pair in zip(signs, bound, strict=True) for part in pair])
    if not parts:
        return ""
    if name in ("divide", "power", "root"):
        second = parts[1] if len(parts) > 1 else said.get("degree", "")
        if name == "divide":
            return rf"\frac{{{parts[0]}}}{{{second}}}"
        if name == "power":
            base = parts[0] if len(parts[0]) == 1 or parts[0].isalnum() or _is_command(parts[0]) else f"({parts[0]})"
            return f"{base}^{_group(second)}"
        return rf"\sqrt[{second}]{{{parts[0]}}}" if second else rf"\sqrt{{{parts[0]}}}"
    if name in _LARGE_SIGNS:
        of, low, high = said.get("bvar", ""), said.get("lowlimit", ""), said.get("uplimit", "")
        low = f"{of} = {low}" if name in ("sum", "product") and low and of else low
        low = rf"{of} \to {low}" if name == "limit" and low and of else low
        limits = (f"_{_group(low)}" if low else "") + (f"^{_group(high)}" if high else "")
        return f"{_LARGE_SIGNS[name]}{limits} {' '.join(parts)}" + (rf"\,d{of}" if name == "int" and of else "")
    if is_derivative:
        sign = "d" if name == "diff" else r"\partial "
        by = next((one for one in children if index.tags[one] == "bvar"), -1)
        inside = list(index.children(by)) if by >= 0 else []
        order = next((f"^{_group(_row(index, one, depth + 1))}" for one in inside if index.tags[one] == "degree"), "")
        order = order if len(order) <= MAX_ORDER else ""
        of = "".join(_write(index, one, depth + 1) for one in inside if index.tags[one] != "degree")
        return rf"\frac{{{sign.strip()}{order}}}{{{sign}{of}{order}}} {' '.join(parts)}"
    if name in _AROUND:
        return _AROUND[name].format(
            ", ".join(_bound(index, one, part, "", 0) for one, part in zip(given, parts, strict=True))
        )
    function = rf"\{name}" if name in _FUNCTIONS else _write(index, operator, depth + 1) or name
    base = f"_{_group(said['logbase'])}" if "logbase" in said else ""
    return f"{function}{base}({', '.join(parts)})"


def _sign_between(name: str, parts: list[str], place: int) -> str:
    """The sign between two arguments; of two numbers that are multiplied, one that is seen."""
    return r" \cdot " if name == "times" and parts[place][:1].isdigit() else _INFIX[name]


def _bound(index: Elements, number: int, written: str, around: str, place: int) -> str:
    """An argument, in brackets where its operator binds less than the one around it, or as much behind a minus.

    ``place``: its number among the arguments; the argument of a sign is behind a minus, too.
    """
    inner = next(iter(index.children(number)), number) if index.tags[number] == "apply" else number
    binding = _BINDING.get(index.tags[inner])
    is_loose = binding is not None and (not around or binding < _BINDING[around])
    is_loose |= around == "minus" and place > 0 and index.tags[inner] in ("plus", "minus")
    return f"({written})" if is_loose else written


def _shaped(tag: str, parts: list[str], texts: list[str]) -> str:
    base = parts[0] if len(parts[0]) == 1 or _is_command(parts[0]) else f"{{{parts[0]}}}"
    if tag == "mfrac":
        return rf"\frac{{{parts[0]}}}{{{parts[1]}}}"
    if tag == "mroot":
        return rf"\sqrt[{parts[1]}]{{{parts[0]}}}"
    if tag in ("mover", "munder") and texts[1] in _ACCENTS:
        return rf"\{_ACCENTS[texts[1]]}{{{parts[0]}}}"
    if tag in ("mover", "munder") and parts[0] not in _LARGE and not parts[0].startswith(r"\int"):
        name = "overset" if tag == "mover" else "underset"
        return rf"\{name}{{{parts[1]}}}{{{parts[0]}}}"
    low = parts[1] if tag in ("msub", "msubsup", "munder", "munderover") else ""
    high = parts[-1] if tag in ("msup", "msubsup", "mover", "munderover") else ""
    if set(high) == {"'"}:
        return base + (f"_{_group(low)}" if low else "") + high
    space = " " * (base in _LARGE or base.startswith(r"\int"))
    return base + (f"_{_group(low)}" if low else "") + (f"^{_group(high)}" if high else "") + space


def _group(text: str) -> str:
    return text if len(text) == 1 else f"{{{text}}}"


def _is_command(text: str) -> bool:
    return text.startswith("\\") and text[1:].isalpha()


def _token(index: Elements, number: int, tag: str) -> str:
    text = index.text_of(number)
    if tag in ("mtext", "ms"):
        whole = _SPECIAL.sub(r"\\\g<0>", index.raw_text(number).replace("\xa0", " "))
        return rf"\text{{{whole}}}" if text else " " * bool(whole)
    variant = _VARIANTS.get(index.attributes.given[number].get("mathvariant", ""), "")
    if text in _FUNCTIONS:
        return rf"\{text}"
    if tag == "mi" and len(text) > 1 and text.isalpha() and text.isascii():
        return rf"\{variant or 'mathrm'}{{{text}}}"
    written = _joined([_sign(sign) for sign in text])
    if variant and written:
        return rf"\{variant}{{{written}}}"
    is_relation = written in {"=", "<", ">", "+", "-"} or (_is_command(written) and written not in _LARGE)
    return f" {written} " if tag == "mo" and is_relation and not written.startswith(r"\int") else written


def _sign(sign: str) -> str:
    """LaTeX of one character."""
    if sign == "\\":
        return r"\setminus"
    if sign in _SIGNS:
        return _SIGNS[sign]
    if sign.isascii() or len(sign) != 1:
        return sign
    name = unicodedata.name(sign, "")
    if name.startswith("GREEK"):
        word = name.rpartition(" ")[2].lower()
        is_capital = "CAPITAL" in name
        if is_capital and word in _LATIN_CAPITALS:
            return unicodedata.normalize("NFKC", name[-len(word) :])[0]
        return rf"\{word.capitalize() if is_capital else word}" if word in _GREEK else sign
    plain = unicodedata.normalize("NFKC", sign)
    if plain != sign and len(plain) == 1:
        alphabet = next((command for said, command in _ALPHABETS.items() if said in name), "")
        return rf"\{alphabet}{{{_sign(plain)}}}" if alphabet else _sign(plain)
    return "" if unicodedata.category(sign) == "Cf" else sign
