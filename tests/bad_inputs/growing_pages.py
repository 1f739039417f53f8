"""Pages that become large by one part, and the CPU time of their extraction as a power of their size."""

import time
from math import log

from iawce.data.page import Html
from iawce.extract import Extractor

WORD = "the tide turns at noon "
DATED = "<b class=author>Ruth</b> <time datetime=2024-05-02>2 May 2024</time>"
FAMILIES = {
    "paragraphs": f"<p>{WORD * 6}",
    "unclosed": f"<div>{WORD}",
    "formatting": f"<b><i>{WORD}",
    "headings": f"<h2>{WORD}</h2>",
    "lists in lists": f"<ul><li>{WORD}",
    "labels": f"<b>Label:</b> {WORD}<br>",
    "cards": f"<div class=card><a href=/d><h2>{WORD}</h2></a><b>9.50 EUR</b></div>",
    "comments": f"<div class=comment>{DATED}<p>{WORD}</div>",
    "comments in comments": f"<div class=comment>{DATED}<p>{WORD}",
    "rows": f"<tr><td>{WORD}<td>9",
    "tables": f"<table><tr><td>{WORD}<td>1</table>",
    "formulas": "<img class=latex alt='x%y$z\\('>",
    "links": "<a href=?x>x</a> ",
    "dates": "3 May 2024 12:15, by Ruth - ",
    "amounts": "1,000 kg: ",
    "spaces": "\t\n ",
    "entities": "&lt;script&gt;",
    "quotes": "<a b='\" c=\"'> <a0 =",
    "linked data": '<script type="application/ld+json">{"@type":"Article","name":"x"}</script>',
    "scripts": "<script>a('<!--')",
    "definitions": f"<dl><dt>Word #<dd>{WORD}</dl>",
    "posts": f"<div class=post id=p#>{DATED}<p>Answer # {WORD}</div>",
    "prices": "<li><a href=/d#>Lamp no. #</a> <s>#.90 EUR</s> <b>#.50 EUR</b>",
    "bylines": "<p>By Ana Novak #, 3 May 2024",
    "notes": "<p>Tides<sup><a href=&num;f# id=r#>#</a></sup> at noon.<ol><li id=f#>Note <a href=&num;r#>Up</a></ol>",
    "figures": f"<figure><img src=/a#.png alt=x><figcaption>{WORD}</figcaption></figure>",
    "attributes": f"<p {' '.join(f'a{n}=#' for n in range(20))}>x",
    "pairs": "<tr><th>Key #<td>Value #",
    "listings": "<pre><code>x = #\ny = #\n</code></pre>",
    "forms": "<form><input name=x#><select><option>#</select></form>",
}
"""What the page is made of; each # is the number of the part."""


def growth(family: str, extractor: Extractor, sizes: tuple[int, int]) -> tuple[float, float]:
    """The power, and the CPU seconds of the larger page."""
    times = []
    for size in sizes:
        part = FAMILIES[family]
        parts = (part.replace("#", str(number)) for number in range(size // len(part)))
        page = Html(f"<title>Tides</title><h1>Tides</h1><p>{WORD * 9}" + "".join(parts))
        begin = time.process_time()
        extractor.extract(page)
        times.append(time.process_time() - begin)
    return log(times[1] / times[0]) / log(sizes[1] / sizes[0]), times[1]
