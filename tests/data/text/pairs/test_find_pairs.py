"""Label and value pairs, in all the ways in which pages write them."""

from collections import Counter
from typing import Any, SupportsIndex

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.dom.element_index import DomMask
from iawce.data.dom.texts import Extent, Texts
from iawce.data.text.find_pairs import pairs_of_rows

FACTS = [("ISBN", "9781234567897"), ("Publisher", "Penguin, London"), ("Pages", "312")]


def reading_of(body: str) -> PageAnalysis:
    return PageAnalysis.of(Document("page.html", html=f"<html><body><h1>Emma: a novel</h1>{body}</body></html>"))


def pairs_of(body: str) -> list[tuple[str, str]]:
    return [(pair.label, pair.value) for pair in reading_of(body).pairs]


def text_at(analysis: PageAnalysis, extent: Extent) -> str:
    texts = analysis.index.text_nodes.texts[extent.start.text_node : extent.end.text_node + 1]
    cut = len(texts[-1]) - extent.end.offset
    return "".join(texts)[extent.start.offset :].removesuffix(texts[-1][extent.end.offset :] if cut else "")


WRITTEN = {
    "lines in bold": "<p>" + "".join(f"<b>{label}:</b> {value}<br>" for label, value in FACTS) + "</p>",
    "colons outside": "<p>" + "".join(f"<strong>{label}</strong>: {value}<br>" for label, value in FACTS) + "</p>",
    "definitions": "<dl>" + "".join(f"<dt>{label}</dt><dd>{value}</dd>" for label, value in FACTS) + "</dl>",
    "grouped definitions": "<dl>" + "".join(f"<div><dt>{a}:</dt><dd>{b}</dd></div>" for a, b in FACTS) + "</dl>",
    "table with headers": "<table>" + "".join(f"<tr><th>{a}</th><td>{b}</td></tr>" for a, b in FACTS) + "</table>",
    "table": "<table>" + "".join(f"<tr><td>{a}</td><td>{b}</td></tr>" for a, b in FACTS) + "</table>",
    "table in bold": "<table>" + "".join(f"<tr><td><b>{a}</b></td><td>{b}</td></tr>" for a, b in FACTS) + "</table>",
    "row of a table": "<table><tr>" + "".join(f"<td>{a}:</td><td>{b}</td>" for a, b in FACTS) + "</tr></table>",
    "items": "<ul>" + "".join(f"<li>{label}: {value}</li>" for label, value in FACTS) + "</ul>",
    "items in bold": "<ul>" + "".join(f"<li><b>{label}</b> {value}</li>" for label, value in FACTS) + "</ul>",
    "paragraphs": "".join(f"<p>{label}: {value}</p>" for label, value in FACTS),
    "spans": "".join(f"<div><span>{label}:</span> <span>{value}</span></div>" for label, value in FACTS),
    "one line": "<p>" + " | ".join(f"{label}: {value}" for label, value in FACTS) + "</p>",
    "one line of spans": "<p>" + " ".join(f"<span>{label}: {value}</span>" for label, value in FACTS) + "</p>",
    "one line in bold": "<p>" + " ".join(f"<b>{label}:</b> {value}" for label, value in FACTS) + "</p>",
    "rows": "".join(f'<div class="r"><div class="label">{a}</div><div>{b}</div></div>' for a, b in FACTS),
    "rows of spans": "".join(f'<li><span class="spec-name">{a}</span><span>{b}</span></li>' for a, b in FACTS),
    "rows of parts": "<ul>" + "".join(f"<li><span>{a}</span><span>{b}</span></li>" for a, b in FACTS) + "</ul>",
    "rows of boxes": "<div>" + "".join(f"<div><p>{a}</p><div><b>{b}</b></div></div>" for a, b in FACTS) + "</div>",
    "rows alone in items": "<ul>"
    + "".join(f'<li><div><span class="label">{a}</span><span>{b}</span></div></li>' for a, b in FACTS)
    + "</ul>",
    "rows in boxes": "".join(f'<p><i><em class="key">{a}</em> <em>{b}</em></i></p>' for a, b in FACTS),
    "by turns": "<div>" + "".join(f'<div class="key">{a}</div><div class="val">{b}</div>' for a, b in FACTS) + "</div>",
    "one below the other": "".join(f"<div><div><b>{a}:</b></div><div>{b}</div></div>" for a, b in FACTS),
    "linked values": "<ul>" + "".join(f'<li>{a}: <a href="/x">{b}</a></li>' for a, b in FACTS) + "</ul>",
    "marked items": "<div>" + "".join(f"• {a}: {b}<br>" for a, b in FACTS) + "</div>",
}


@pytest.mark.parametrize("body", WRITTEN.values(), ids=WRITTEN)
def test_the_same_facts_are_found_however_they_are_written(body: str) -> None:
    assert pairs_of(body) == FACTS


@pytest.mark.parametrize("body", WRITTEN.values(), ids=WRITTEN)
def test_each_pair_has_the_places_of_label_and_value(body: str) -> None:
    analysis = reading_of(body)
    for pair in analysis.pairs:
        for text, extent in ((pair.label, pair.label_at), (pair.value, pair.value_at)):
            index, (element, start, end) = analysis.index, extent
            assert text in text_at(analysis, extent)
            assert index.first_text_node[element] <= start.text_node <= end.text_node < index.last_text_node[element]
            assert text in index.text_of(element)


@pytest.mark.parametrize(
    ("line", "label", "value"),
    [
        ("Author: Jane Austen", "Author", "Jane Austen"),
        ("Auteur : Jane Austen", "Auteur", "Jane Austen"),
        ("Auteur\u00a0: Jane Austen", "Auteur", "Jane Austen"),
        ("Länge: 12 cm", "Länge", "12 cm"),
        ("Año de edición: 1815", "Año de edición", "1815"),
        ("Nº de páginas: 312", "Nº de páginas", "312"),
        ("Longitud de la barra:13 cm", "Longitud de la barra", "13 cm"),
        ("Editore: Einaudi", "Editore", "Einaudi"),
        ("Uitgever: De Bezige Bij", "Uitgever", "De Bezige Bij"),
        ("Wydawnictwo: Znak", "Wydawnictwo", "Znak"),
        ("Förlag: Norstedts", "Förlag", "Norstedts"),
        ("Издательство: Азбука", "Издательство", "Азбука"),
        ("Видавництво: Фоліо", "Видавництво", "Фоліо"),
        ("Εκδότης: Καστανιώτης", "Εκδότης", "Καστανιώτης"),
        ("Yayınevi: İş Bankası", "Yayınevi", "İş Bankası"),
        ("מחבר: ג'יין אוסטן", "מחבר", "ג'יין אוסטן"),
        ("المؤلف: جين أوستن", "المؤلف", "جين أوستن"),
        ("ناشر: افق", "ناشر", "افق"),
        ("प्रकाशक: राजकमल", "प्रकाशक", "राजकमल"),
        ("ผู้แต่ง : เจน ออสเตน", "ผู้แต่ง", "เจน ออสเตน"),
        ("Nhà xuất bản: Trẻ", "Nhà xuất bản", "Trẻ"),
        ("作者：简·奥斯汀", "作者", "简·奥斯汀"),
        ("作者:简·奥斯汀", "作者", "简·奥斯汀"),
        ("出版社︓岩波書店", "出版社", "岩波書店"),
        ("저자 : 제인 오스틴", "저자", "제인 오스틴"),
        ("អ្នកនិពន្ធ៖ ជេន", "អ្នកនិពន្ធ", "ជេន"),
        ("ደራሲ፦ ጄን", "ደራሲ", "ጄን"),
    ],
)
def test_labels_are_recognised_by_the_punctuation_of_many_languages(line: str, label: str, value: str) -> None:
    assert pairs_of(f"<p>{line}</p>") == [(label, value)]
    assert pairs_of(f"<div>{line.replace(value, f'<i>{value}</i>')}</div>") == [(label, value)]


@pytest.mark.parametrize(
    "body",
    [
        "<p>Open from 12:30 to 16:40, see http://example.org/a:b or C:\\home</p>",
        "<p>He said: this is what I never wanted to see in my life. And then he left us all.</p>",
        "<p>Note: HTML is not translated</p>",
        "<p>这件事情是这样开始的：我们去了那里。后来又回来了。</p>",
        "<h2>Volume: the second</h2>",
        "<ul><li><a href='/a'>Emma: a novel</a></li><li><a href='/b'>Persuasion: a novel</a></li></ul>",
        "<table><tr><th>Name</th><th>Price</th></tr><tr><td>Emma</td><td>12</td></tr><tr><td>Eva</td><td>9</td></tr></table>",
        "<table><tr><td>a</td><td>b</td><td>c</td></tr><tr><td>d</td><td>e</td><td>f</td></tr></table>",
        "<p><label>Quality</label> <input type='radio'> 1 star <input type='radio'> 2 stars</p>",
        "<p><b>sleep hot</b>, then <b>light blanket</b></p><p><b>more</b>, then <b>less</b></p>",
        "<p><i class='title'>Emma</i><i>12 €</i></p><p><i class='title'>Eva</i><i>9 €</i></p>",
        "<ul><li><i>Emma</i><i>12 €</i></li><li><i>Eva</i><i>9 €</i></li><li><i>Ivanhoe</i><i>7 €</i></li></ul>",
        "<ul><li><i>Pages</i><i>312</i></li><li><i>Height</i><i>20 cm</i></li></ul>",
        "<ul><li><i>Ann</i><i>Editor</i></li><li><i>Bob</i><i>Author</i></li><li><i>Eve</i><i>Critic</i></li></ul>",
        "<ul><li><i>5</i><i>Shops</i></li><li><i>90</i><i>Brands</i></li><li><i>2</i><i>4 wheels</i></li></ul>",
        "<ul><li><i>Free delivery</i><p>On orders over €50</p></li><li><i>Easy returns</i><p>Within 30 days</p></li>"
        "<li><i>Safe to pay</i><p>We take all cards</p></li></ul>",
        "<ul><li><a href=/a>Emma</a><i>312 pages</i></li><li><a href=/b>Eva</a><i>9 pages</i></li>"
        "<li><a href=/c>Ivanhoe</a><i>7 pages</i></li></ul>",
        "<ul><li><i>Ann</i><i>5 stars</i></li><li><i>Ann</i><i>4 stars</i></li><li><i>Eve</i><i>3 stars</i></li></ul>",
        "<p>We Accept: Visa, MasterCard</p><p>We Ship: Internationally</p>",
        "<p>It opens at 12:30</p><p>It was a ratio of 3:1</p>",
        "<div><b>Quantity:</b><input value=1></div><div role=button>Add to cart</div>",
        "<div><div><b>Quantity:</b></div><div role=button>Add to cart</div></div>",
        "<p role=button><i>Add: now</i></p>",
        "<button>Add: now</button><nav>Home: here</nav>",
        "<p>A long text that everybody sees.</p><p hidden>SKU: 12</p>",
    ],
)
def test_texts_that_are_no_facts_are_no_pairs(body: str) -> None:
    assert pairs_of(body) == []


def test_a_term_may_have_several_values_and_a_value_several_lines() -> None:
    assert pairs_of("<dl><dt>Tags<dd>novel<dd>classic<dt>Size<dd>12 cm<br>x 20 cm</dl>") == [
        ("Tags", "novel"),
        ("Tags", "classic"),
        ("Size", "12 cm x 20 cm"),
    ]


def test_a_value_ends_where_the_next_label_begins() -> None:
    body = "<p><b>Publisher:</b> <a href='/p'>Penguin</a>, London <b>Year:</b> 1815</p>"
    assert pairs_of(body) == [("Publisher", "Penguin, London"), ("Year", "1815")]


def test_pairs_of_a_page_are_found_once_in_document_order() -> None:
    body = "<ul><li>Brand: Acme</li></ul><dl><dt>Weight</dt><dd>Net: 3 kg</dd></dl><p>Length: 3 m</p>"
    assert pairs_of(body) == [("Brand", "Acme"), ("Weight", "Net: 3 kg"), ("Length", "3 m")]


def test_an_empty_page_has_none() -> None:
    assert pairs_of("") == []


def test_children_are_counted_once_for_any_number_of_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[int]()
    children = DomMask.children

    def counted(subset: DomMask, number: int) -> list[int]:
        asked.append(number)
        return children(subset, number)

    monkeypatch.setattr(DomMask, "children", counted)
    rows = "".join(f"<div class=r{i // 2}><b>L{i}</b><span>v{i}</span></div>" for i in range(100))
    assert len(pairs_of(rows)) == 100
    assert max(Counter(asked).values()) < 5


def test_lists_within_lists_are_read_in_linear_time(monkeypatch: pytest.MonkeyPatch) -> None:
    read, line = Counter[int](), Texts.line

    def counted(texts: Texts, number: int) -> str:
        index = texts.subset.index
        read[depth] += int(index.last_text_node[number] - index.first_text_node[number])
        return line(texts, number)

    monkeypatch.setattr(Texts, "line", counted)
    for depth in (600, 1200):
        pairs_of("<dl><dt>a</dt><dd>" * depth + "the last one")
    assert read[1200] < 2.5 * read[600]


class CountedFlags(list[bool]):
    """Flags that count how many of them are read in slices."""

    read = 0

    def __getitem__(self, key: SupportsIndex | slice) -> Any:
        found = super().__getitem__(key)
        self.read += len(found) if isinstance(found, list) else 1
        return found


def test_rows_within_rows_are_read_in_linear_time() -> None:
    texts = reading_of("<div><b>a</b><i>b</i>" * 300).texts
    claimed = CountedFlags([False] * len(texts.subset.text_nodes))
    assert len(list(pairs_of_rows(texts, claimed))) <= 300
    assert claimed.read <= 2 * len(claimed)


@pytest.mark.parametrize(
    ("rows", "count"),
    [
        (FACTS, 3),
        ([("Screen", "27 inches"), ("Weight", "6 kg"), ("Warranty", "12 months")], 3),
        ([("Composition", "Cotton"), ("Colour", "Blue")], 2),
        ([("S", "58 cm"), ("M", "61 cm"), ("L", "64 cm")], 0),
        ([("Standard", "$4.00"), ("Express", "$9.00"), ("Pickup", "free")], 0),
        ([("Arle", "yes"), ("Brent", "yes"), ("Cam", "no"), ("Dene", "yes")], 0),
    ],
)
@pytest.mark.parametrize(
    "head", ["<tr><th>Name</th><th>Value</th></tr>", "<thead><tr><th>A</th><th>B</th></tr></thead>"]
)
def test_below_a_header_values_of_several_kinds_are_those_of_labels(
    head: str, rows: list[tuple[str, str]], count: int
) -> None:
    body = "".join(f"<tr><td>{label}</td><td>{value}</td></tr>" for label, value in rows)
    assert pairs_of(f"<table class=specificationsTable>{head}{body}</table>") == rows[:count]
    assert not pairs_of(f"<table>{head}{body}</table>")
    wide = "".join(f"<tr><td>{label}</td><td>{value}</td><td>x</td></tr>" for label, value in rows)
    assert not pairs_of(f"<table class=specs>{head.replace('</tr>', '<th>C</th></tr>')}{wide}</table>")
