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

# fmt: off
ODD_PARTS = (
    "text", " ", "<", "&lt;", "&", "\n", "<!-- c -->", "<!--", "-->", "</>", "</ x>", "<?x>", "<!x>", '"', "'", "=",
    "</p", "<div>", "</div>", "<p>", "</p>", "<b>", "</b>", "<i class=x>", "</i>", "<a href=x>", "</a>",
    "<span id='y'>", "</span>", "<table>", "</table>", "<tr>", "<td>", "</td>", "<th>", "<caption>", "<tbody>",
    "<tfoot>", "<colgroup>", "<col>", "<ul>", "<li>", "</ul>", "<dl>", "<dd>", "<h1>", "</h2>", "<button>",
    "<form>", "</form>", "<br>", "</br>", "<img src=x>", "<hr>", "<pre>", "<nobr>", "<head>", "<title>", "</title>",
    "<body class=z>", "<script>", "</script>", "<style>", "</style>", "<textarea>", "<svg>", "</svg>", "<g/>",
    "<desc>", "<foreignObject>", "<linearGradient viewBox=1 xlink:href=x />", "<math>", "<mi>", "<annotation-xml>",
    "<annotation-xml encoding=text/html>", "<svg><title>", "<svg><p>", "<math><mtext><p>", "<article>", "<details>",
    "<iframe>", "<select>", "<option>", "</select>", "<template>", "</template>", "<noscript>", "</noscript>",
    "<o:p>", "</o:p>", "<marquee>", "<object>", "<ruby>", "<rt>", "<xmp>", "</xmp>", "<plaintext>", "<frameset>",
    "<![CDATA[x]]>", "<input type=hidden>", "<center>", "<dialog>", "<menuitem>", "<a'b>", '<a\'"b>', "<é>",
)
# fmt: on
"""What pages are made of that only a browser's rules tell how to read."""

odd_markup = st.lists(st.sampled_from(ODD_PARTS), max_size=14).map("".join)
