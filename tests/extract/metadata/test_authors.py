"""Who wrote a page: names in bylines, in the markup, and which of them count."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.dom.words import letters
from iawce.data.text.names import is_organisation, names_in
from iawce.extract.metadata.page_metadata import page_metadata

TEXT = "<p>The tide was low and the boats lay on their sides in the mud, as they do twice a day in this harbour.</p>"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("By Ann Lee", ["Ann Lee"]),
        ("Written by Ann Lee and Bo Ek", ["Ann Lee", "Bo Ek"]),
        ("By Ann Lee, Staff Writer | May 3, 2024", ["Ann Lee"]),
        ("Von Anna Schmidt, Hamburg und Jörg Weiß", ["Anna Schmidt", "Hamburg", "Jörg Weiß"]),
        ("Por María José Gómez", ["María José Gómez"]),
        ("Ann Lee, MD, Ph.D.", ["Ann Lee, MD, Ph.D."]),
        ("By Rosalind P.", ["Rosalind P."]),
        ("3 May 2024 by Rosalind P. and Bo C.", ["Rosalind P.", "Bo C."]),
        ("By Ann Lee Jr., 3 May 2024", ["Ann Lee Jr."]),
        ("By Ann Lee.", ["Ann Lee"]),
        ("By Boats & U.", ["Boats"]),
        ("Ann Lee is a writer in Leeds", ["Ann Lee"]),
        ("Ann Lee - Updated 3 May 2024", ["Ann Lee"]),
        ("作者：王小明", ["王小明"]),
        ("記者王小明／台北報導", ["王小明"]),
        ("文／王小明", ["王小明"]),
        ("取材・文＝山田 太郎", ["山田 太郎"]),
        ("深海", ["深海"]),
        ("《山田太郎》", ["山田太郎"]),
        ("홍길동 기자", ["홍길동"]),
        ("ผู้เขียน: สมชาย ใจดี", ["สมชาย ใจดี"]),
        ("アクセスランキング", []),
        ("twitter", []),
        ("admin", []),
        ("Read more", []),
        ("3 May 2024", []),
        ("following these rules, we can all do better today", []),
        ("By Ines Mora, 4 March 2026", ["Ines Mora"]),
        ("By Ann Thomas and Bo Sanders, May 4", ["Ann Thomas", "Bo Sanders"]),
        ("By Ruth Lee (ruth.lee@example.org)", ["Ruth Lee"]),
        ("By ruth.lee@example.org", []),
        ("This post was written by Ann Lee, Head of Boats", ["Ann Lee"]),
        ("Article written by: Ann Lee", ["Ann Lee"]),
        ("By Ann Lee, Co-Founder & COO", ["Ann Lee"]),
        ("This story was reported by Ann Lee and Bo Ek", ["Ann Lee", "Bo Ek"]),
        ("Posted by Ann at May 3, 2024 11:15 AM", ["Ann"]),
        ("Publicado por Ana Ruiz el 3 de mayo de 2024", ["Ana Ruiz"]),
        ("Geschrieben von Jonas am 3. Mai 2024", ["Jonas"]),
        ("by ann lee 3 May 2024", ["ann lee"]),
        ("Written by Ann Lee, MD, gardener, City Park.", ["Ann Lee, MD"]),
        ("Written by Ann Lee, head of boats, Harbour Post", ["Ann Lee"]),
        ("By Ann Lee, gardener and Bo Ek, Harbour Post", ["Ann Lee", "Bo Ek", "Harbour Post"]),
        ("Log In", []),
        ("M&A Letter", ["M&A Letter"]),
        ("Submitted By: Resources for Harbour Planning Committee", ["Resources for Harbour Planning Committee"]),
        ("Submitted by: Quays and Boats Committee", ["Quays and Boats Committee"]),
        ("By Center for Tidal Boats, 3 May 2024", ["Center for Tidal Boats"]),
        ("By Ann Lee for Harbour News", ["Ann Lee"]),
        ("By Ann and The Harbour Team", ["Ann", "The Harbour Team"]),
        ("By Ann and Bo Ek", ["Ann", "Bo Ek"]),
        ("By Reuters and Harbour News", ["Reuters", "Harbour News"]),
        ("By Ann Lee (text and photos), Bo Ek (Reuters) and Cy Orr", ["Ann Lee", "Bo Ek", "Cy Orr"]),
        (
            "Ann Lee, MD; Bo Ek, BA, VTS (Boats); Cy Orr, MD & Di Poe",
            ["Ann Lee, MD", "Bo Ek, BA, VTS", "Cy Orr, MD", "Di Poe"],
        ),
        ("By Ann Lee (Reuters)", ["Ann Lee"]),
        ("Ann Lee&Bo Ek", ["Ann Lee", "Bo Ek"]),
        ("By Ann Lee & Bo Ek", ["Ann Lee", "Bo Ek"]),
        ("By Ann, Ben & Cy Orr", ["Ann", "Ben", "Cy Orr"]),
        ("By Stitch & Quire Studio", ["Stitch & Quire Studio"]),
        ("Brown & Hale Garden Centre", ["Brown & Hale Garden Centre"]),
        ("By Ann Lee, CNN", ["Ann Lee", "CNN"]),
        ("Von Ann Lee, Bo Ek", ["Ann Lee", "Bo Ek"]),
        ("Ein Kommentar von Anna Berg", ["Anna Berg"]),
        ("Eine Analyse von Anna Berg und Jörg Weiß", ["Anna Berg", "Jörg Weiß"]),
        ("Rozmawiała Ewa Lis", ["Ewa Lis"]),
        ("Oprac. Jan Lis", ["Jan Lis"]),
        ("Propos recueillis par Anne Roux", ["Anne Roux"]),
        ("Das Gespräch führte Anna Berg", ["Anna Berg"]),
        ("Беседовала Анна Белова", ["Анна Белова"]),
        ("Intervista di Anna Riva", ["Anna Riva"]),
        ("Text: Anna Lind, Foto: Bo Ek", ["Anna Lind"]),
        ("Text: Anna Lind Foto: Bo Ek", ["Anna Lind"]),
        ("Text und Fotos: Anna Berg", ["Anna Berg"]),
        ("By Ann Lee Photos: Bo Ek", ["Ann Lee"]),
        ("Haber: Elif Yılmaz", ["Elif Yılmaz"]),
        ("Γράφει η Ελένη Παππά", ["Ελένη Παππά"]),
        ("كتبت: سلمى الخطيب", ["سلمى الخطيب"]),
        ("Giriş Tarihi: 03.05.2024 07:30", []),
        ("By Ann Lee and Bo Ek, BBC", ["Ann Lee", "Bo Ek", "BBC"]),
        ("By Ann Lee, CFP", ["Ann Lee, CFP"]),
        ("By Ann Lee Staff Writer", ["Ann Lee"]),
        ("By Ann Lee Contributor", ["Ann Lee"]),
        ("By Ann Lee Senior Political Reporter", ["Ann Lee"]),
        ("By Harbour Post Staff", ["Harbour Post Staff"]),
        ("By Ann Lee for the Harbour Post", ["Ann Lee"]),
        ("By Ann Lee Special to the Post", ["Ann Lee"]),
        ("Guest post by Ann Lee", ["Ann Lee"]),
        ("Guest post by Ann Lee, Program Chair of the Harbour Week", ["Ann Lee"]),
        ("By Red Boat Expert", ["Red Boat Expert"]),
        ("By The Harbour editors", ["The Harbour editors"]),
        ("By Boats in the Mud", ["Boats in the Mud"]),
        ("Recipe by Ann Lee", ["Ann Lee"]),
        ("Exclusive by Ann Lee", ["Ann Lee"]),
        ("3 May 2024 6:05 pm by Ann Lee", ["Ann Lee"]),
        ("18:05 | 03.05.2024 | Von Ann Lee", ["Ann Lee"]),
        ("Ann Lee¹, Bo Ek²*", ["Ann Lee", "Bo Ek"]),
        ("Anna Wrona i Marek Dub", ["Anna Wrona", "Marek Dub"]),
        ("Anna Wrona a Marek Dub", ["Anna Wrona", "Marek Dub"]),
        ("Kerekes Anna, Wrona Anna és Kis Márk", ["Kerekes Anna", "Wrona Anna", "Kis Márk"]),
        ("Anna Wrona și Marcu Dobre", ["Anna Wrona", "Marcu Dobre"]),
        ("ليلى الحداد و مروان ديب", ["ليلى الحداد", "مروان ديب"]),
        ("Josep Puig i Cadafalch", ["Josep Puig i Cadafalch"]),
    ],
)
def test_names_in_bylines(text: str, names: list[str]) -> None:
    assert names_in([text]) == names


def test_names_in_text_nodes_of_their_own() -> None:
    assert names_in(["By", "Ann Lee", "and", "Bo Ek", "Fisherman of the year"]) == ["Ann Lee", "Bo Ek"]


@pytest.mark.parametrize(("line", "time"), [("by Ann Lee on ", "3 May 2024"), ("Von Ann Lee am ", "3. Mai 2024")])
def test_a_time_in_an_element_of_its_own_ends_the_name_as_in_one_text(line: str, time: str) -> None:
    assert names_in([line, time]) == names_in([line + time]) == ["Ann Lee"]


@pytest.mark.parametrize("label", ["Autori:", "本文作者：", "Teksti ja:"])
def test_a_label_in_any_words_ends_with_a_colon(label: str) -> None:
    assert names_in([label, "Anna Lee"]) == ["Anna Lee"]
    assert names_in(["Photo:", "Anna Lee"]) == names_in([label, label]) == []


@given(st.lists(st.text(max_size=60), max_size=6))
def test_names_are_short_and_each_is_named_once(texts: list[str]) -> None:
    names = names_in(texts)
    assert len(set(names)) == len(names)
    assert all(1 <= len(name.split()) <= 20 and name.strip() == name for name in names)


def test_organisations() -> None:
    assert is_organisation("Harbour News Team")
    assert is_organisation("the HARBOUR post", {letters("The Harbour Post")})
    assert not is_organisation("Ann Lee", {letters("The Harbour Post")})


def authors(body: str, head: str = "") -> tuple[str, ...]:
    html = f"<head><title>Low tide | Harbour Post</title>{head}</head><body><h1>Low tide</h1>{body}{TEXT}{TEXT}</body>"
    return page_metadata(PageAnalysis(Document("x", html=html))).metadata.authors


@pytest.mark.parametrize("label", ["Posted by", "Eingestellt von", "Gönderen", "Pubblicato da", "Được đăng bởi", ""])
@pytest.mark.parametrize(
    "name",
    [
        "<span class=fn>{}</span>",
        "<span class=fn itemprop=author><a href=/u/1><span itemprop=name>{}</span></a></span>",
        "<a class=p-name href=/u/1>{}</a>",
    ],
)
def test_what_stands_before_a_marked_name_is_its_label_in_any_language(label: str, name: str) -> None:
    assert authors(f"<div class='post-author vcard'>{label} {name.format('Ann Lee')}</div>") == ("Ann Lee",)


def test_a_name_before_a_marked_one_is_no_label() -> None:
    employer = "<span itemprop=worksFor itemscope><span itemprop=name>Example Times</span></span>"
    assert authors(f"<div class=author>Ann Lee, Editor at {employer}</div>") == ("Ann Lee",)
    assert authors("<div class=byline>Ann Lee and <a class=fn href=/u/2>Bob Osei</a></div>") == ("Ann Lee", "Bob Osei")


@pytest.mark.parametrize(("line", "names"), [("Rozmawiała Ewa Lis", ("Ewa Lis",)), ("Rozmawiała z Ewą Lis", ())])
def test_who_asked_in_an_interview_is_its_author_and_who_answered_is_not(line: str, names: tuple[str, ...]) -> None:
    assert authors(f"<p>{line}</p>") == names


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("PAR CES MOTIFS, la cour confirme le jugement.", ()),
        ("BY THE COURT", ()),
        ("PAR UN ACTE, le vice existait avant la vente, ainsi que dit.", ()),
        ("BY ANN LEE", ("ANN LEE",)),
        ("PAR ANNE LEROY", ("ANNE LEROY",)),
        ("By Reuters", ("Reuters",)),
    ],
)
def test_words_of_the_page_in_capitals_are_no_names_after_an_unmarked_by(line: str, names: tuple[str, ...]) -> None:
    text = "<p>The court held with the consent of both that ces motifs, as it called them, were those of the sale.</p>"
    assert authors(f"<p>3 May 2024</p><p>{line}</p>{text * 3}") == names


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("<span>By <span>anntide</span>, Thu, 03/19/2020 - 14:07</span>", ("anntide",)),
        ("<span>By <a href=/x>anntide</a> on 3 May 2024</span>", ("anntide",)),
        ("<span>By boat, Thu, 03/19/2020 - 14:07</span>", ()),
        ("<p>By <a href=/x>rowing</a> here you agree to the rules of the quay.</p>", ()),
    ],
)
def test_the_name_of_an_account_in_lower_case_counts_in_an_element_of_its_own_before_the_day(
    line: str, names: tuple[str, ...]
) -> None:
    assert authors(f"<p>{line}</p>") == names


def test_a_firm_is_one_author() -> None:
    assert authors("<p><a rel=author href=/a>Brown &amp; Hale Garden Centre</a></p>") == ("Brown & Hale Garden Centre",)


def ld(author: object) -> str:
    thing = {"@type": "NewsArticle", "headline": "Low tide", "author": author}
    return f'<script type="application/ld+json">{json.dumps(thing)}</script>'


@pytest.mark.parametrize(
    "byline",
    [
        '<a rel="author" href="/x">Ann Lee</a>',
        '<div class="byline">By <a href="/x">Ann Lee</a>, Reporter</div>',
        '<p class="post-meta"><span class="author-name">Ann Lee</span> <span>3 May 2024</span></p>',
        "<p>By Ann Lee</p>",
        "<p>By <strong>Ann Lee</strong><br>HARBOUR, 3 May 2024</p>",
        "<div><div>Written by</div><div>Ann Lee</div></div>",
        "<div><h3>Author</h3><p>Ann Lee</p></div>",
        '<div class="date-and-author"><span>3 May 2024</span><span>Ann Lee</span></div>',
        '<p>3 May 2024 <span>•</span> Ann Lee in <a href="/category/boats">Boats</a></p>',
        '<a href="https://a.example/authors/ann-lee">Ann Lee</a>',
        '<p><a href="/how">Fact checked</a> by <a href="/r/b">Bo Ek</a></p><p>Written by <a href="/a">Ann Lee</a></p>',
        '<a href="/team/ann">Ann Lee</a>, trainee',
        '<div class="_x1"><span class="_x2" data-testid="byline-author">Ann Lee</span></div>',
        '<div class="byline"><a href="/news">News</a> <p class="author"><b>Ann Lee</b> Deputy Head</p></div>',
        "<p>The <b>tide</b> was <i>low</i>.</p>" * 400 + '<div class="box"><h3 class="author-name">Ann Lee</h3></div>',
    ],
)
def test_a_byline_of_the_page(byline: str) -> None:
    assert authors(byline) == ("Ann Lee",)


def test_an_author_in_microdata() -> None:
    body = """<div itemscope itemtype="https://schema.org/Article">
        <b itemprop="author" itemscope itemtype="https://schema.org/Person"><i itemprop="name">Ann Lee</i></b></div>"""
    assert authors(body) == ("Ann Lee",)


def test_several_names_in_elements_of_one_kind() -> None:
    line = '<div class="byline"><span class="n">Ann Lee</span><span class="n">Bo Ek</span><time>3 May 2024</time></div>'
    assert authors(line) == ("Ann Lee", "Bo Ek")


def test_the_markup_names_the_authors() -> None:
    people = [{"@type": "Person", "name": "Ann Lee"}, {"@type": "Person", "name": "Bo Ek"}]
    assert authors("<p>Ann Lee and Bo Ek</p>", ld(people)) == ("Ann Lee", "Bo Ek")
    assert authors(
        "", '<meta name="citation_author" content="Lee, Ann"><meta name="citation_author" content="Ek, Bo">'
    ) == ("Ann Lee", "Bo Ek")
    assert authors("", '<meta property="article:author" content="https://a.example/ann">') == ()
    assert authors("", '<meta property="og:article:author" content="Ann Lee">') == ("Ann Lee",)


def test_a_person_on_the_page_comes_before_an_organisation_of_the_markup() -> None:
    group = ld({"@type": "Organization", "name": "Mill and Sons"})
    assert authors('<p class="byline">By Ann Lee</p>', group) == ("Ann Lee",)
    assert authors("", group) == ("Mill and Sons",)


def test_a_name_on_the_page_comes_before_an_account_of_the_markup() -> None:
    assert authors('<p class="byline">By Ann Lee</p>', '<meta name="author" content="alee77">') == ("Ann Lee",)


def test_a_degree_under_the_title_makes_a_name() -> None:
    assert authors("<p>Ann Lee, DVM, DACVB</p>") == ("Ann Lee, DVM, DACVB",)


def test_the_word_for_reviewing_is_removed_from_a_name() -> None:
    assert names_in(["Medically reviewed by Ann Lee, MD"]) == ["Ann Lee, MD"]


@pytest.mark.parametrize(
    "markup",
    [
        '<a rel=author href="humans.txt">humans.txt</a>',
        "<p class=author>https://post.example/people/ann</p>",
        "<p class=author>post.example/people/ann</p>",
        "<h2>By Low Tides and High Boats</h2>",
        "<p class=subtitle>By Low Tides and High Boats</p>",
        "<p class=contributors>3 contributors</p>",
        "<h4>Function <a class=fn href=#s>split_at</a></h4>",
    ],
)
def test_addresses_halves_of_a_subtitle_counts_and_functions_are_no_authors(markup: str) -> None:
    assert authors(markup) == ()


@pytest.mark.parametrize("claim", ["humans.txt", "/humans.txt", "https://post.example/ann", "post.example/people/ann"])
def test_addresses_in_the_markup_are_no_authors(claim: str) -> None:
    assert authors("", f'<link rel=author href="{claim}"><meta name=author content="{claim}">') == ()


def test_authors_named_in_a_heading_or_by_a_name_of_a_user_stay() -> None:
    assert authors("<h3>By Ann Lee and Bo Ekberg</h3>") == ("Ann Lee", "Bo Ekberg")
    assert authors("<p class=author>john.smith</p>") == ("john.smith",)


def test_a_title_in_two_parts_is_no_name() -> None:
    title = "古い橋が昨夜の嵐で落ちた 町の役場が今朝になって発表"
    page = f"<body><h1>{title}</h1><p>2024年5月3日 10:00</p><p>{title}</p><p>{'港の古い橋が落ちました。' * 9}</p>"
    assert not page_metadata(PageAnalysis.of(Document("", html=page))).metadata.authors


def test_a_linked_name_in_prose_is_no_author() -> None:
    prose = (
        "Engines were shown at the <a href=/e>Harbour Innovation Day</a> of the town, where the boats lay in the mud "
    )
    page = f"<body><h1>New engines</h1><p>3 May 2024</p><p>{prose * 3}</p>{TEXT}"
    assert not page_metadata(PageAnalysis.of(Document("", html=page))).metadata.authors


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("記者王小明／台北報導", "王小明"),
        ("取材・文＝山田太郎", "山田太郎"),
        ("ผู้เขียน: สมชาย ใจดี", "สมชาย ใจดี"),
        ("文＝山田太郎　写真＝佐藤花子", "山田太郎"),
        ("文／王小明 圖／陳怡君", "王小明"),
        ("文・写真＝山田 太郎　編集＝佐藤花子", "山田 太郎"),
        ("文／山田 太郎／港町", "山田 太郎"),
    ],
)
@pytest.mark.parametrize("kind", ["p", "p class=author"])
def test_bylines_of_scripts_without_capitals(line: str, name: str, kind: str) -> None:
    page = f"<body><h1>橋</h1><p>2024-05-03</p><{kind}>{line}</p>{TEXT}"
    assert page_metadata(PageAnalysis.of(Document("", html=page))).metadata.authors == (name,)


PERSON = {"@type": "Person"}


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("By Ana and Ben", ("Ana", "Ben")),
        ("By Sarah E. Needham", ("Sarah E. Needham",)),
        ("Por José Y. Ruiz y Ana Sol", ("José Y. Ruiz", "Ana Sol")),
        ("Reporting by Dana Okafor; Editing by Lars Brandt", ("Dana Okafor",)),
        ("Opinion by Dana Okafor", ("Dana Okafor",)),
        ("Story by Dana Okafor, photographs by Lars Brandt", ("Dana Okafor",)),
        ("LEEDS (Reuters) - By Dana Okafor", ("Dana Okafor",)),
        ("Dana Okafor | Senior Editor", ("Dana Okafor",)),
        ("By Dana Okafor, Chief Political Correspondent", ("Dana Okafor",)),
        ("מאת: דנה כהן", ("דנה כהן",)),
        ("بقلم: أحمد سالم", ("أحمد سالم",)),
        ("الكاتب: أحمد سالم", ("أحمد سالم",)),
        ("نویسنده: رضا کریمی", ("رضا کریمی",)),
        ("लेखक: राम शर्मा", ("राम शर्मा",)),
        ("Tác giả: Nguyễn Văn An", ("Nguyễn Văn An",)),
        ("北陽報／ 記者<a href=/r>王小明</a>／中部即時報導", ("王小明",)),
        ("Συντάκτης: Γιάννης Παππάς", ("Γιάννης Παππάς",)),
        ("Author:", ()),
        ("מאת:", ()),
        ("بقلم:", ()),
        ("Senior Reporter", ()),
        ("Veröffentlicht am 3. Mai 2024", ()),
        ("Registered since 2019", ()),
        ("Updated 3 May 2024", ()),
    ],
)
def test_labels_roles_and_stamps_are_no_part_of_a_name(line: str, names: tuple[str, ...]) -> None:
    assert authors(f"<p class=byline>{line}</p>") == names


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("<p>By Ana and Ben</p>", ("Ana", "Ben")),
        ("<p>מאת דנה כהן</p>", ("דנה כהן",)),
        ("<p>بقلم أحمد سالم</p>", ("أحمد سالم",)),
        ("<p>By land and sea</p>", ()),
        ("<p>By Mud and Harbour</p>", ()),
        ("<div><a href='/@ann.l'>Ann Lee</a> <span>Follow</span> <span>5 min read</span></div>", ("Ann Lee",)),
        ("<p>3 May 2024 <b>·</b> 3 min read <b>·</b> By Ann Lee</p>", ("Ann Lee",)),
        ("<p><em>This post was written by <a href=/p>Ann Lee, MD</a>, a doctor.</em></p>", ("Ann Lee, MD",)),
        ("<div>Written by: <ul><li><a>Ann Lee</a></li><li><a>Bo Ek</a></li></ul></div>", ("Ann Lee", "Bo Ek")),
        ("<dl><dt>Author<span>:</span></dt><dd>Ann Lee</dd></dl>", ("Ann Lee",)),
        ("<p>Posted by Ann at May 3, 2024 11:15 AM</p>", ("Ann",)),
        ("<p>Publicado por Ana el 3 de mayo de 2024</p>", ("Ana",)),
        ("<div><p><time>3 May 2024</time></p><p>By 4 Boats</p></div>", ("4 Boats",)),
        ("<p>By the way, since 3 May 2024</p>", ()),
        ("<p><a href=https://news.example/profiles/ann-lee-12>Ann Lee</a>, a sailor</p>", ("Ann Lee",)),
        (f"{TEXT * 9}<aside><p>Author</p><p>AL</p><p>Ann Lee</p><p>Engineer</p></aside>", ("Ann Lee",)),
        (f"{TEXT}<div><h3>About the author</h3><p><b>Ann Lee</b> writes about rivers.</p></div>", ("Ann Lee",)),
    ],
)
def test_bylines_without_a_class(line: str, names: tuple[str, ...]) -> None:
    assert authors(line) == names


def test_a_role_in_the_markup_is_no_name() -> None:
    card = "<div class=author-card><a href=/author/ann>Ann Lee</a><span class=author-title>Senior Reporter</span></div>"
    assert authors(card, "<meta name=author content='Senior Reporter'>") == ("Ann Lee",)


@pytest.mark.parametrize(
    ("author", "names"),
    [
        ({**PERSON, "name": {**PERSON, "name": "Ann Lee"}}, ("Ann Lee",)),
        ({**PERSON, "name": ["Ann Lee", "Lee, Ann"]}, ("Ann Lee",)),
        ({**PERSON, "givenName": "Ann", "familyName": "Lee"}, ("Ann Lee",)),
        (
            [{**PERSON, "givenName": "Ann", "additionalName": "B.", "familyName": "Lee"}, "Bo Ek"],
            ("Ann B. Lee", "Bo Ek"),
        ),
    ],
)
def test_names_in_parts_and_in_each_other(author: object, names: tuple[str, ...]) -> None:
    assert authors("", ld(author)) == names


def test_authors_in_a_list_of_references() -> None:
    story = {"@type": "NewsArticle", "headline": "Low tide", "author": [{"@id": "#a"}, {"@id": "#b"}]}
    people = [{**PERSON, "@id": "#a", "name": "Ann Lee"}, {**PERSON, "@id": "#b", "name": "Bo Ek"}]
    head = f'<script type="application/ld+json">{json.dumps({"@graph": [story, *people]})}</script>'
    assert authors("", head) == ("Ann Lee", "Bo Ek")


STORY = '{"@type": "NewsArticle", "headline": "Low tide", "author": {"@type": "Person", "name": "Ann Lee"}}'


@pytest.mark.parametrize(
    "text",
    [
        STORY.replace("}}", "},}"),
        STORY.replace("}}", ",}\n,\n}"),
        STORY.replace('"headline"', '/* of today */ "headline"').replace('"author"', '// by\n"author"'),
        STORY.replace("Low tide", "Low\n\ttide"),
        STORY.replace("Low tide", 'The "low" tide, "again"'),
        STORY.replace("Low tide", "https://post.example/a//b"),
        STORY.replace('"', "&quot;"),
        f"<!-- of a plugin -->{STORY}",
        f"<![CDATA[{STORY}]]>",
        f"{STORY};",
        f'{{"@type": "WebSite", "name": "Post"}}\n{STORY}',
        f'{{"@type": "WebSite", "name": "Post"}},{STORY},',
    ],
)
def test_damaged_json_ld(text: str) -> None:
    assert authors("", f'<script type="application/ld+json">{text}</script>') == ("Ann Lee",)


@pytest.mark.parametrize(
    "text", ['"' * 50_000, "/*" * 50_000, '{"a": "\\"' * 20_000, '{"a":,' * 20_000, '<!--"' * 20_000]
)
def test_damaged_json_ld_of_any_length_is_read_in_linear_time(text: str) -> None:
    assert authors("", f'<script type="application/ld+json">{text}</script>') == ()


@pytest.mark.parametrize(
    "line",
    [
        "<h3>Author</h3><p>Lisa Berg</p>",
        "<div><strong>Written by:</strong></div><div>Lisa Berg</div>",
        "<h2>Article by</h2><div>Lisa Berg</div><div>Boats and more boats</div>",
    ],
)
def test_a_label_of_its_own_names_the_author_below_the_text(line: str) -> None:
    assert authors(f"<h1>A red boat in the mud</h1>{TEXT * 40}{line}") == ("Lisa Berg",)


def test_a_byline_with_all_authors_of_the_markup_and_more_is_whole() -> None:
    byline = "<p class=byline>By <a>Ann Lee</a>, <a>Bo Ek</a> and <a>Cy Dahl</a></p>"
    assert authors(f"<h1>A red boat in the mud</h1>{byline}{TEXT}", ld("Ann Lee")) == ("Ann Lee", "Bo Ek", "Cy Dahl")


def test_a_label_far_below_the_title_names_the_author_among_many_links_to_authors() -> None:
    others = "".join(f"<p>A boat {number}<a href=/authors/bo-{number}>Bo Ek</a></p>" for number in range(80))
    line = "<p><b>Written by</b><br> <b><a href=/authors/ann-lee>Ann Lee</a></b>, who has sailed for years</p>"
    assert authors(f"<h1>A red boat in the mud</h1>{TEXT * 130}{line}{others}") == ("Ann Lee",)


@pytest.mark.parametrize(
    ("address", "head", "names"),
    [
        ("https://annlee.example/tide", "<title>Low tide | Ann Lee</title>", ("Ann Lee",)),
        ("https://ann.blogs.example/tide", "<title>Low tide – Ann Lee</title>", ("Ann Lee",)),
        (
            "https://ann-lee.example/tide",
            "<title>Low tide</title><meta property=og:site_name content='Ann Lee'>",
            ("Ann Lee",),
        ),
        ("https://harbour.example/tide", "<title>Low tide | Ann Lee</title>", ()),
        ("https://redboats.example/tide", "<title>Low tide | Red Boats</title>", ()),
        ("https://annlee.example/tide", "<title>Low tide | ANN LEE</title>", ()),
        ("https://lowtide.example/tide", "<title>Low Tide</title>", ()),
    ],
)
@pytest.mark.parametrize(("date", "is_dated"), [("<p>3 May 2024</p>", True), ("", False)])
def test_the_person_after_whom_a_site_is_named_wrote_its_posts(
    address: str, head: str, names: tuple[str, ...], date: str, *, is_dated: bool
) -> None:
    """Not where the name is that of a thing, of which the page has the words, or an abbreviation."""
    name = head.partition("title>")[2].partition("<")[0].replace("Low tide", "").strip(" |–") or "Ann Lee"
    text = f"{TEXT * 20}<p>Some red boats are in the mud.</p>{'<p>I left my boat beside them.</p>' * 3}"
    end = f"{text}<footer><a href=/>{name}</a></footer>"
    body = f"<h1>Low tide</h1>{date}{end}"
    page = Document("x", url=address, html=f"<head>{head}</head><body>{body}</body>")
    assert page_metadata(PageAnalysis(page)).metadata.authors == (names if is_dated else ())


@pytest.mark.parametrize(
    ("line", "is_own"),
    [
        ("I tied my boat to the wall", True),
        ("Ich nahm mein Boot", True),
        ("Ik nam mijn boot", True),
        ("We tied our boats to the wall", False),
        ("Ann tied a boat to the wall", False),
    ],
)
@pytest.mark.parametrize("name", ["Ann Lee", "Encore Quay", "Kiln Dental"])
def test_a_site_is_named_after_a_person_if_its_page_speaks_of_its_writer(line: str, name: str, *, is_own: bool) -> None:
    body = f"<h1>Low tide</h1><p>3 May 2024</p>{TEXT * 20}{f'<p>{line}.</p>' * 3}<footer><a href=/>{name}</a></footer>"
    url = f"https://{letters(name)}.example/tide"
    page = Document("x", url=url, html=f"<head><title>Low tide | {name}</title></head><body>{body}</body>")
    assert page_metadata(PageAnalysis(page)).metadata.authors == ((name,) if is_own else ())
