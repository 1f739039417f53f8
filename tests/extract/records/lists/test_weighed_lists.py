"""The list that a page is for, of those that SimHTree, class names, tables and schema.org name."""

import json
from pathlib import Path

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.dom.element_index import DomMask
from iawce.data.errors import EnvironmentMissing, UsageError
from iawce.data.limits import Limits
from iawce.extract.content.boilerplate import list_controls
from iawce.extract.content.content import FoundRecord
from iawce.extract.content.segmentation import SegmentationSettings, extract_segmentation
from iawce.extract.papers.simhtree.leaves import SimHTreeSettings
from iawce.extract.papers.simhtree.sim_tree import build_sim_tree
from iawce.extract.papers.simhtree.table import name_columns, table_records
from iawce.extract.pipeline.extract_content import extract_content
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.extract.records.choices import ListSource
from iawce.extract.records.list_records import RecordsSettings, extract_lists
from iawce.extract.records.lists.list_sources import find_candidates
from iawce.extract.records.lists.ranked_lists import MODEL, ListFeatures, load_list_model, rank_lists
from tests.extract.records.columns.made_lists import columns_of
from tests.extract.records.lists.test_list_pages import PATHS
from tests.known_sites.item_scores import ItemScores, item_scores

URL = "http://shop.example/list"
SAID = "What {0} has to say about the harbour, the market and the long way from one to the other, in so many words."
POST = "<div class=post><h2><a href=/{0}>Story {0} of the week</a></h2><p>" + SAID + "</p><p>" + SAID + "</p></div>"
POSTS = "".join(POST.format(name) for name in ("Ann", "Bert", "Cleo", "Dora"))
TAGS = "".join(f"<li><a href=/tag/{number}>Tag {number}</a></li>" for number in range(12))


def records_of(html: str, source: ListSource = "weighed", most: int = 1) -> tuple[FoundRecord, ...]:
    return extract_lists(PageAnalysis(Document("", url=URL, html=html)), RecordsSettings(source, most)).records


def texts(records: tuple[FoundRecord, ...]) -> list[str]:
    return [next(iter(record.texts.values())) for record in records]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_every_item_of_the_most_probable_list_is_in_its_row_and_column(path: Path) -> None:
    gold = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))["rows"]
    analysis = PageAnalysis(Document("", url=URL, html=path.read_text(encoding="utf-8")))
    tree = build_sim_tree(analysis, SimHTreeSettings())
    found = rank_lists(tree, extract_segmentation(analysis, SegmentationSettings()).subset)[0]
    records = table_records(name_columns(found.table, SimHTreeSettings()), 1)
    cells = [[(field.image or field.text) if field else None for field in record.fields.values()] for record in records]
    scores = item_scores(cells, gold)
    assert scores == ItemScores(scores.items, scores.items, 0)
    assert scores.items == sum(cell is not None for row in gold for cell in row) > 0


def test_posts_are_more_probable_than_a_longer_list_of_tags_beside_them() -> None:
    records = records_of(f"<body><main>{POSTS}</main><div><ul>{TAGS}</ul></div>", most=2)
    first, second = (tuple(record for record in records if record.list == number) for number in (1, 2))
    assert texts(first) == [f"Story {name} of the week" for name in ("Ann", "Bert", "Cleo", "Dora")]
    assert len(second) == 12
    assert first[0].confidence is not None
    assert second[0].confidence is not None
    assert 1 > first[0].confidence > 0.5 > second[0].confidence > 0


@pytest.mark.parametrize("count", [5, 12, 40])
@pytest.mark.parametrize("place", ["<ul>{1}</ul><main>{0}</main>", "<main>{0}</main><div><ul>{1}</ul></div>"])
def test_entries_in_the_main_content_come_before_a_menu_beside_it(place: str, count: int) -> None:
    titles = ("The old mill", "A bridge of stone", "High water in May")
    entries = "".join(f"<div><b>{title}</b> {title} is here.</div>" for title in titles)
    menu = "".join(f"<li class=menu-item><a href=/c/{n}>All of the things of kind {n}</a></li>" for n in range(count))
    analysis = PageAnalysis(Document("", url=URL, html=f"<body>{place.format(entries, menu)}"))
    inside = analysis.index.inside(analysis.index.tagged("main"))
    content = DomMask(analysis.index, analysis.shown.kept & inside, analysis.shown.text_nodes)
    found = rank_lists(build_sim_tree(analysis, SimHTreeSettings()), content, most=2)
    assert [len(one.table.rows) for one in found] == [3, count]
    assert found[0].confidence > found[1].confidence


@pytest.mark.parametrize("below", ["<ul>{}</ul>", "<div class=sub><div>{}</div></div>"])
@pytest.mark.parametrize("count", [3, 4, 8])
def test_a_menu_with_menus_below_it_is_no_list_of_cards(below: str, count: int) -> None:
    def part(number: int) -> str:
        links = "".join(f"<li><a href=/p/{number}/{n}>What is in it, {number}.{n}</a></li>" for n in range(4))
        return f"<li class=page_item><a href=/p/{number}>The part {number}</a>{below.format(links)}</li>"

    entries = "".join(f"<div><h2><a href=/n/{n}>News {n}</a></h2>{SAID.format(n)}</div>" for n in range(2))
    html = f"<body><ul>{''.join(map(part, range(count)))}</ul><main>{entries}</main>"
    analysis = PageAnalysis(Document("", url=URL, html=html))
    inside = analysis.index.inside(analysis.index.tagged("main"))
    content = DomMask(analysis.index, analysis.shown.kept & inside, analysis.shown.text_nodes)
    tree = build_sim_tree(analysis, SimHTreeSettings())
    features = ListFeatures(tree, content, find_candidates(tree, SimHTreeSettings()))
    menus = [len(one.units) for one, is_menu in zip(features.candidates, features.are_menus, strict=True) if is_menu]
    assert count in menus
    assert len(rank_lists(tree, content)[0].table.rows) == 2


STORY = (
    "<div class='{2}'><h3><a href=/{0}>Story {0} of the week</a></h3><p>What {0} says about the harbour.</p>{1}</div>"
)


@pytest.mark.parametrize(
    "page",
    [
        "<main>{0}<div class=rest>{1}</div></main>",
        "<main><div><div>{0}</div></div><p>From our paper:</p><div><h2>More</h2><div class=rest>{1}</div></div></main>",
        "<main><div class=story><ul><li>Subscribe<li>now</ul></div>{0}<div class=rest>{1}</div></main>",
    ],
)
def test_a_record_that_leads_the_others_apart_is_one_of_them(page: str) -> None:
    names = ("Ann", "Bert", "Cleo", "Dora", "Emil")
    rest = "".join(STORY.format(name, "", "story") for name in names[1:])
    for lead in (STORY.format("Ann", "", "story"), STORY.format("Ann", "<img src=/a.png>", "story story--lead")):
        found = texts(records_of(f"<body>{page.format(lead, rest)}"))
        assert found == [f"Story {name} of the week" for name in names]
    other = "<aside class=story><h3><a href=/x>Another shop</a></h3><p>An advert of it.</p></aside>"
    assert len(records_of(f"<body>{page.format(other, rest)}")) == 4


@pytest.mark.parametrize(
    "between", ["<nav><a href=/m>Men</a><a href=/w>Women</a></nav>", "<aside></aside>", "<div>Ad</div>"]
)
@pytest.mark.parametrize("around", ["{0}", "<div class=box>{0}</div>"])
def test_records_that_the_layout_divides_are_one_list_up_to_a_heading(between: str, around: str) -> None:
    names = ("Ann", "Bert", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal")
    stories = [STORY.format(name, "", "story") for name in names]
    part = "<section class=flow>{0}</section>"
    first, second, third = (part.format("".join(some)) for some in (stories[:2], stories[2:4], stories[4:]))
    page = f"<body><h1>News</h1><div class=page>{around.format(first)}{between}{second}<div>{third}</div></div>"
    assert texts(records_of(page)) == [f"Story {name} of the week" for name in names]
    apart = f"<body><h1>News</h1><div>{third}</div><h2>Most read</h2><div><div>{second}</div></div>"
    assert texts(records_of(apart)) == [f"Story {name} of the week" for name in names[4:]]


@pytest.mark.parametrize(
    "section",
    [
        "<h2>Press</h2><p>Write to <a href=mailto:a@b.example>Ann Lee</a> about it, by noon if you can.</p>",
        "<h1>About us</h1><p>What we do, and for whom, in a text of some words.</p>",
        "<h2>From the blog</h2><h3>One</h3><a href=/1>More</a><h3>Two</h3><a href=/2>More</a>",
    ],
)
@pytest.mark.parametrize("place", [0, 3, 6])
def test_sections_of_the_page_with_the_form_of_records_are_none(section: str, place: int) -> None:
    names = ("Ann", "Bert", "Cleo", "Dora", "Emil", "Fay")
    part = "<section class=part><div>{}</div></section>"
    card = part.format("<h4>Story {0}</h4><p>What {0} says of it.</p><a href=/s/{0}>Read more</a>")
    parts = [card.format(name) for name in names]
    parts.insert(place, part.format(section))
    records = records_of(f"<body><main>{''.join(parts)}</main>")
    assert [record.texts["title"] for record in records] == [f"Story {name}" for name in names]
    assert records[-1].fields["link"]
    led = [part.format("<h2><a href=/x>Story Xi</a></h2><p>The lead.</p>"), *map(card.format, names)]
    assert len(records_of(f"<body><main>{''.join(led)}</main>")) == 7


@pytest.mark.parametrize("count", ["", " <i>{0}</i>"])
def test_a_link_that_stands_in_a_text_leads_no_list_of_such_links(count: str) -> None:
    tags = "".join(f"<a class=tag href=/t/{number}>Tag {number}{count.format(number)}</a>" for number in range(2, 12))
    html = f"<body><main><div><p>New below <a class=tag href=/t/1>Tag 1</a>.</p><div>{tags}</div></div></main>"
    assert len(records_of(html)) == 10


@pytest.mark.parametrize("count", [24, 40])
@pytest.mark.parametrize(
    ("card", "is_first"),
    [
        ("<span>SKU{0}</span><h3>Lamp number {0}</h3><b>from {0} €</b>", True),
        ("<img src=/brand{0}.png>", False),
        ("<img src=/icon{0}.png><h3>All lamps of kind {0}</h3>", False),
    ],
)
def test_cards_come_before_paragraphs_that_the_block_model_takes_for_the_content(
    card: str, count: int, is_first: bool
) -> None:
    item = f"<li class=product><a href=/p/{{0}}>{card}</a></li>"
    grid = "".join(item.format(number) for number in range(11, 11 + count))
    prose = f"<h2>About</h2><p>A line.</p><p>{SAID.format('Ann')}</p><p>{SAID.format('Bert')}</p><h2>More</h2>"
    lands = [f"<li>Land {number}" for number in range(40)]
    footer = f"<ul>{''.join(lands[:27])}</ul><ul>{''.join(lands[27:])}</ul>"
    html = f"<body><div><ul class=grid>{grid}</ul><div class=about>{prose}</div></div><div>{footer}</div>"
    analysis = PageAnalysis(Document("", url=URL, html=html))
    inside = analysis.index.inside(analysis.index.tagged("p"))
    content = DomMask(analysis.index, analysis.shown.kept & inside, analysis.shown.text_nodes)
    found = rank_lists(build_sim_tree(analysis, SimHTreeSettings()), content)
    assert (len(found[0].table.rows) == count) is is_first


@pytest.mark.parametrize("names", [["Oak desk", "Elm desk"], ["Oak desk"]], ids=["two", "one"])
def test_a_list_may_be_short(names: list[str]) -> None:
    product = "<li class=product><a href=/p/{0}><img src={0}.png><h2>{0}</h2></a><span class=price>$ 20.00</span></li>"
    grid = "".join(map(product.format, names))
    menu = "<ul><li><a href=/a>Chairs</a></li><li><a href=/b>Lamps</a></li><li><a href=/c>Rugs</a></li></ul>"
    html = f"<body><div><h3>More</h3>{menu}</div><main><h1>Desks</h1><ul>{grid}</ul></main>"
    assert [record.texts["title"] for record in records_of(html)] == names


def test_a_banner_above_and_below_the_page_is_no_list() -> None:
    banner = "<div class=banner><h1>These boards are closed</h1><h3>See the news for more</h3></div>"
    forums = "<ol><li><a href=/1>Help</a></li><li><a href=/2>Reports</a></li></ol>"
    assert texts(records_of(f"<body>{banner}<div><h2>Boards</h2>{forums}</div>{banner}")) == ["Help", "Reports"]


def test_the_copies_of_a_carousel_and_of_a_running_banner_are_no_list() -> None:
    names = ("Lamps and lanterns", "Rugs and carpets", "Chairs and stools") * 4
    slides = "".join(
        f"<div class=slide><a href=/c/{name[:3]}><h4>{name}</h4></a><p>Made by hand</p></div>" for name in names
    )
    desks = "".join(
        f"<li><a href=/p/{name}><h3>{name} desk</h3></a><span>$ 20.00</span></li>" for name in ("Oak", "Elm", "Ash")
    )
    html = f"<body><main><h1>Desks</h1><ul>{desks}</ul></main><div class=track>{slides}</div>"
    assert texts(records_of(html)) == ["Oak desk", "Elm desk", "Ash desk"]


def test_breadcrumbs_are_no_list() -> None:
    steps = "".join(f"<a href=/{name}>{name}</a><span>›</span>" for name in ("Home", "Shop", "Desks"))
    card = "<article class=card><h3><a href=/p/1>Oak desk</a></h3><span>$ 20.00</span></article>"
    help_line = f"<aside><h3>Help</h3><p>{SAID}</p></aside>"
    html = f"<body>{help_line}<main><div class=breadcrumbs>{steps}</div><div>{card}</div></main>"
    assert texts(records_of(html)) == ["Oak desk"]


DESKS = "".join(
    f"<li><a href=/p/{name}><h3>{name} desk</h3></a><span>$ 20.00</span></li>" for name in ("Oak", "Elm", "Ash")
)


@pytest.mark.parametrize(
    "html",
    [
        f"<body class=has-breadcrumbs><main><h1>Desks</h1><ul>{DESKS}</ul></main>",
        f"<body><div class='page modal' aria-hidden=true><h1>Desks</h1><ul>{DESKS}</ul></div><p>We use cookies.</p>",
    ],
    ids=["breadcrumbs", "dialog"],
)
def test_the_page_itself_is_neither_breadcrumbs_nor_a_dialog(html: str) -> None:
    assert texts(records_of(html)) == ["Oak desk", "Elm desk", "Ash desk"]


def test_a_closed_dialog_is_no_list() -> None:
    sizes = "".join(f"<li><h3>Size {n}</h3><span>{n}0 cm</span></li>" for n in range(2, 9))
    closed = f"<div class='modal fade' aria-hidden=true><ul>{sizes}</ul></div>"
    html = f"<body><main><h1>Desks</h1><ul>{DESKS}</ul><p>{SAID}</p></main>{closed}"
    assert texts(records_of(html)) == ["Oak desk", "Elm desk", "Ash desk"]


def test_rows_of_a_table_may_have_the_same_texts() -> None:
    rows = "".join(f"<tr><td>{one}<td>{two}" for one, two in (("yes", "no"), ("no", "yes"), ("yes", "yes")) * 3)
    assert len(records_of(f"<body><main><h1>Votes</h1><table>{rows}</table></main>")) == 9


def test_rows_of_a_table_are_records_without_its_header() -> None:
    rows = "".join(f"<tr><td>Team {name}<td>{number}" for number, name in enumerate("ABC"))
    html = f"<body><table><tr><th>Team<th>Points{rows}</table>{POSTS}"
    assert [record.texts for record in records_of(html, "tables")] == [
        {"team": f"Team {name}", "points": str(number)} for number, name in enumerate("ABC")
    ]


@pytest.mark.parametrize(
    "data",
    [
        {"@type": "ItemList", "itemListElement": [{"@type": "ListItem", "url": f"/p/{name}"} for name in "abc"]},
        {"@graph": [{"@type": "Product", "name": name, "url": f"http://shop.example/p/{name}"} for name in "abc"]},
        [{"@type": "BlogPosting", "headline": name, "mainEntityOfPage": {"@id": f"/p/{name}"}} for name in "abc"],
    ],
)
def test_things_of_json_ld_are_where_the_page_links_to_them(data: object) -> None:
    cells = "".join(f"<div><a href=/p/{name}>Name {name}</a><i>{name} pieces</i></div>" for name in "abc")
    others = "<div><a href=/about>About us</a><i>and more</i></div>"
    page = f"<body><script type=application/ld+json>{json.dumps(data)}</script><div>{cells}{others}</div>"
    records = records_of(page, "schema_org")
    assert texts(records) == ["Name a", "Name b", "Name c"]
    assert list(map(Document("", html=page).index.path, records[0].elements)) == ["/html/body/div/div[1]"]


def test_items_of_microdata_are_records_but_not_their_authors() -> None:
    person = "<span itemprop=author itemscope itemtype=http://schema.org/Person>Jo</span>"
    article = (
        "<article itemscope itemtype=http://schema.org/Article><h2 itemprop=headline>{0}</h2>" + person + "</article>"
    )
    records = records_of(
        f"<body><main>{article.format('One')}<p>An advert</p>{article.format('Two')}</main>", "schema_org"
    )
    assert [record.texts["title"] for record in records] == ["One", "Two"]


def test_the_pipeline_takes_the_records_of_one_source_on_request() -> None:
    html = f"<body><main>{POSTS}</main><table><tr><td>1<td>x<tr><td>2<td>y</table>"
    rows = {
        source: extract_content(
            PageAnalysis(Document("", url=URL, html=html)), "list", ExtractSettings(list_source=source)
        ).records
        for source in ("weighed", "simhtree", "class_names", "schema_org")
    }
    assert [len(records) for records in rows.values()] == [4, 4, 4, 0]
    assert rows["weighed"][0].confidence == rows["simhtree"][0].confidence


def test_settings_outside_of_their_range_are_refused() -> None:
    with pytest.raises(UsageError, match="most"):
        RecordsSettings(most=0)
    with pytest.raises(UsageError, match="list_source"):
        ExtractSettings(list_source="menus")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "html",
    [
        "".join(f"<table><tr><td>a{number}<tr><td>b{number}</table>" for number in range(600)),
        "".join(f"<p itemscope itemtype=http://x/Thing{number % 350}Thing>{number}</p>" for number in range(700)),
        "".join(
            f"<p class=k{chr(97 + number % 26)}{chr(97 + number // 26 % 26)}>{number}</p>" for number in range(700)
        ),
        "".join(f"<div><p>x{number}</p><p>y{number}</p>" for number in range(200)),
        "<ul>" + "<li><a href=/a>a</a><a href=/b>b</a>" * 500,
    ],
    ids=["tables", "types", "classes", "deep", "wide"],
)
def test_pages_made_to_take_long_have_records_within_their_time(html: str) -> None:
    document = Document("", url=URL, html=f"<body>{html}", limits=Limits(seconds=60.0))
    assert extract_content(PageAnalysis.of(document), "list", ExtractSettings(method="records")).records


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_lists_come_in_the_order_of_their_confidence(path: Path) -> None:
    analysis = PageAnalysis(Document("", url=URL, html=path.read_text(encoding="utf-8")))
    tree = build_sim_tree(analysis, SimHTreeSettings())
    candidates = find_candidates(tree, SimHTreeSettings())
    sure = ListFeatures(tree, analysis.shown, candidates).confidences(load_list_model())
    found = [one.confidence for one in rank_lists(tree, analysis.shown, most=len(candidates))]
    assert found == sorted(found, reverse=True)
    assert found[0] == round(max(sure), 3)


def test_trees_that_were_grown_on_other_features_are_refused(tmp_path: Path) -> None:
    record = json.loads(MODEL.read_text(encoding="utf-8"))
    (tmp_path / record["file"]).write_bytes(MODEL.with_name(record["file"]).read_bytes())
    record["input"]["features"].reverse()
    (tmp_path / "lists.json").write_text(json.dumps(record), encoding="utf-8")
    with pytest.raises(EnvironmentMissing, match="other features"):
        load_list_model(tmp_path / "lists.json")


FACETS = {
    "query": "<li><a href='/list?brand={0}'>{0} <span>({1})</span></a></li>",
    "path": "<li><a href=/list/brand-{0}/>{0}</a> <span class=badge>{1}</span></li>",
    "fields": "<li><label><input type=checkbox name=brand value={0}> {0} ({1})</label></li>",
}
BRANDS = ("Acme", "Borealis", "Cirrus", "Delta", "Ember", "Fjord", "Gale", "Harbor", "Iris", "Juno", "Kiel", "Lund")
HEADLINES = ("Bridge over the Tarn opens", "Lake is at its lowest", "School wins a prize", "Night trains return")
THINGS = {
    "products": "<div class=card><a href=/p/{1}><img src=/{1}.jpg></a><a href=/p/{1}>{0}</a><b>${1}9.00</b></div>",
    "articles": "<li class=story><a href=/news/{1}>{0}</a> <time datetime=2024-05-0{1}>May {1}, 2024</time></li>",
    "without pictures": "<div class=card><a href=/p/{1}>{0}</a><span class=price>{1}9.00 €</span></div>",
}


@pytest.mark.parametrize("around", ["<div class=sidebar>{}</div>", "<form>{}</form>", "<aside>{}</aside>"])
@pytest.mark.parametrize("facet", FACETS.values(), ids=FACETS.keys())
@pytest.mark.parametrize("thing", THINGS.values(), ids=THINGS.keys())
@pytest.mark.parametrize("count", [3, 4])
def test_filters_that_count_what_they_leave_come_after_the_things(
    around: str, facet: str, thing: str, count: int
) -> None:
    filters = "".join(
        f"<h4>{head}</h4><ul>{''.join(facet.format(one, 2 + len(one)) for one in names)}</ul>"
        for head, names in (("Brand", BRANDS), ("Color", ("Black", "White", "Green", "Blue", "Red")))
    )
    things = "".join(thing.format(title, place) for place, title in enumerate(HEADLINES[:count], 1))
    page = f"<body><main><h1>All</h1>{around.format(filters)}<div class=grid>{things}</div></main>"
    assert [record.texts["title"] for record in records_of(page)] == [*HEADLINES[:count]]


@pytest.mark.parametrize("address", ["/p/{1}", "/list/{1}", "/list?item={1}"])
def test_things_with_pictures_or_pages_elsewhere_are_no_filters_though_a_number_follows(address: str) -> None:
    picture = "" if address == "/p/{1}" else "<img src=/{1}.jpg>"
    card = f"<li class=card>{picture}<a href={address}>{{0}}</a> <b>{{1}}9</b></li>"
    things = "".join(card.format(name, place) for place, name in enumerate(BRANDS, 1))
    others = "".join(f"<li><a href=/read/{name}>A letter from {name}</a></li>" for name in ("Oslo", "Bergen", "Bodo"))
    page = f"<body><main><h1>All</h1><ul class=grid>{things}</ul></main><footer><ul>{others}</ul></footer>"
    assert [record.texts["title"] for record in records_of(page)] == [*BRANDS]


@pytest.mark.parametrize(
    ("link", "chooses"),
    [
        ("<a href=/list/{0}>{0}</a> <span class=badge>{1}</span>", True),
        ("<a href='/list/{0}/?by=name'>{0} <small>({1})</small></a>", True),
        ("<a href='?kind={0}'>{0}</a> ({1})", True),
        ("<a href=/list/{0}>{0}</a>", False),
        ("<a href=/p/{0}>{0}</a> <span class=price>{1}</span>", False),
        ("<a href=/list/{0}><img src=/{0}.jpg> {0}</a> <b>{1}</b>", False),
        ("<a href=/list/{0}>{0}</a> <span>199{1}</span>", False),
        ("<a href='#{0}'>{0} ({1})</a>", False),
        ("<a name={0}>{0} ({1})</a>", False),
    ],
)
def test_a_choice_leads_to_the_page_itself_or_below_it_and_has_a_count(link: str, chooses: bool) -> None:
    links = "".join(f"<li>{link.format(name, len(name))}</li>" for name in BRANDS)
    page = f"<body><main><h1>All</h1><p>What there is.</p><ul>{links}</ul></main>"
    analysis = PageAnalysis(Document("", url=URL, html=page))
    found = {analysis.index.tags[one] for one in list_controls(analysis)}
    assert ("ul" in found) == chooses


@pytest.mark.parametrize("end", ["", "(" * 500_000, "a" * 500_000, f"{'x ' * 200_000}(3)"])
def test_many_links_beside_one_long_text_are_looked_through(end: str) -> None:
    links = "".join(f"<a href='?page={number}'><i></i></a>\n" for number in range(40_000))
    analysis = PageAnalysis(Document("", url=URL, html=f"<body><p>What there is.</p><div>{links}{end}</div>"))
    assert not {analysis.index.tags[one] for one in list_controls(analysis)} & {"p", "body"}


def test_names_with_counts_are_the_records_of_a_page_without_another_list() -> None:
    names = "".join(FACETS["path"].format(name, len(name)) for name in BRANDS)
    records = records_of(
        f"<body><ul><li><a href=/>Home</a><li><a href=/help>Help</a></ul><main><ul>{names}</ul></main>"
    )
    assert [record.texts["title"] for record in records] == [*BRANDS]


COPIED = {
    "one container": "<div class=track>{0}{0}</div>",
    "three times": "<div class=track>{0}{0}{0}</div>",
    "for phones and desks": "<div class=mobile><div>{0}</div></div><div class=desk><div>{0}</div></div>",
    "ends of a carousel": "<div class=track>{0}{1}</div>",
}


@pytest.mark.parametrize("page", COPIED.values(), ids=COPIED.keys())
@pytest.mark.parametrize(
    "card",
    [
        "<div class=card><a href=/p/{0}><img src=/{0}.jpg alt=''></a><a href=/p/{0}>Desk of kind {0}</a></div>",
        "<div class=card><h3><a href=/p/{0}>Desk of kind {0}</a></h3><p>Made of wood.</p><b>${0}9.00</b></div>",
        "<article><h2><a href=/p/{0}>Desk of kind {0}</a></h2><p>What we know of kind {0} by now.</p></article>",
    ],
)
@pytest.mark.parametrize("count", [4, 6, 20])
def test_copies_of_cards_are_one_record_each(page: str, card: str, count: int) -> None:
    cards = [card.format(number) for number in range(1, count + 1)]
    records = records_of(f"<body><main><h1>Desks</h1>{page.format(''.join(cards), cards[0])}</main>")
    assert [record.texts["title"] for record in records] == [f"Desk of kind {one}" for one in range(1, count + 1)]


def test_repeated_buttons_and_banners_are_no_records() -> None:
    cards = "".join(
        f"<div class=card><h3><a href=/p/{n}>Desk {n}</a></h3><p>Made of wood number {n}.</p>"
        "<a class=buy href=/login>Buy</a><a class=like href=/login?like>Like</a></div>"
        for n in range(1, 6)
    )
    banners = "<div class=ad><a href=/ad><img src=/ad.png>An offer of our friends</a></div>" * 8
    records = records_of(f"<body><main><h1>Desks</h1>{cards}</main><div>{banners}</div>", most=9)
    assert [record.texts["title"] for record in records if record.list == 1] == [f"Desk {n}" for n in range(1, 6)]
    assert not any("offer" in text for record in records for text in record.texts.values())


ROWS = "<tr><th>Name</th><th>Trains</th><th>Length</th></tr>"
LINES = {
    "side by side": "{0}{1}",
    "headed": "<h2>North</h2>{0}<h2>South</h2>{1}",
    "in parts with a text": "<div><h2>North</h2><p>By day.</p>{0}</div><div><h2>South</h2><p>By night.</p>{1}</div>",
}


@pytest.mark.parametrize("page", LINES.values(), ids=LINES.keys())
@pytest.mark.parametrize("name", ["{0}", "<a href=/s/{0}>{0}</a>"])
@pytest.mark.parametrize("counts", [(8, 8), (8, 5), (3, 9)])
def test_tables_with_the_same_headers_are_one_list_of_their_rows(page: str, name: str, counts: tuple[int, int]) -> None:
    def table(first: int, count: int) -> str:
        names = [f"Station {number}" for number in range(first, first + count)]
        rows = (f"<tr><td>{name.format(one)}</td><td>{7 * len(one)}</td><td>3.5</td></tr>" for one in names)
        return f"<table>{ROWS}{''.join(rows)}</table>"

    html = f"<body><main><h1>Lines</h1>{page.format(table(1, counts[0]), table(101, counts[1]))}</main>"
    records = records_of(html)
    assert len(records) == sum(counts)
    assert [records[place].texts["title"] for place in (0, -1)] == ["Station 1", f"Station {100 + counts[1]}"]
    assert {record.texts.get("section") for record in records} == ({"North", "South"} if "North" in page else {None})


def test_cards_with_a_table_of_sizes_each_stay_records() -> None:
    rows = "".join(f"<tr><td>{size}</td><td>{price}</td></tr>" for size, price in (("S", "$9"), ("L", "$12")))
    sizes = f"<table><tr><th>Size</th><th>Price</th></tr>{rows}</table>"
    cards = "".join(
        f"<div class=card><a href=/p/{n}><img src=/{n}.jpg></a><h3><a href=/p/{n}>Desk {n}</a></h3>{sizes}</div>"
        for n in range(1, 6)
    )
    assert len(records_of(f"<body><main><h1>Desks</h1>{cards}</main>")) == 5


STORIES = (
    ("The garden by the quay opens again", "May 6, 2025", "Many people worked for two years before the first beds."),
    ("A bookshop is saved by its readers", "April 28, 2025", "All of them bought shares so that it could stay open."),
    (
        "Fewer ferries",
        "April 15, 2025",
        "Boats on Sunday evening will be cut, and there is one more on each other day.",
    ),
    ("Pupils build a boat from old bottles", "March 30, 2025", "It crossed the bay on the first trip and had no leak."),
    ("The night bus gets two more stops in June", "March 11, 2025", "Late."),
    ("Choir looks for voices", "March 2, 2025", "No one has to know the notes, and the first evening is free for all."),
)


def page_of(record: str, around: str = "<main><h1>News</h1>{}</main>") -> str:
    """A page of the stories; in ``record``, 0 is the number, 1 the title, 2 the day and 3 the text."""
    return around.format("".join(record.format(number, *story) for number, story in enumerate(STORIES)))


@pytest.mark.parametrize("rule", ["", "<hr>"])
@pytest.mark.parametrize(
    ("record", "column", "place"),
    [
        ("<p class=day>{2}</p><h4><a href=/s/{0}>{1}</a></h4><p>{3}</p>", "date", 1),
        ("<p>{2}</p><h4><a href=/s/{0}>{1}</a></h4><p>{3}</p>", "date", 1),
        ("<div>{2}</div><h3><a href=/s/{0}>{1}</a></h3><div>{3}</div>", "date", 1),
        ("<p>{2}</p><p class=town>Town {0}</p><h2><a href=/s/{0}>{1}</a></h2><p>{3}</p>", "date", 1),
        ("<h4><a href=/s/{0}>{1}</a></h4><p>{2}</p><p>{3}</p>", "date", 1),
        ("<h4><a href=/s/{0}>{1}</a></h4><p>{3}</p><p>{2}</p>", "date", 1),
        ("<p><a href=/s/{0}>{1}</a></p><p>{3}</p>", "text", 2),
        ("<div><a href=/s/{0}>{1}</a></div><div>{3}</div>", "text", 2),
    ],
)
def test_what_stands_above_a_record_without_a_container_is_its_own(
    record: str, column: str, place: int, rule: str
) -> None:
    page = page_of(record + rule, "<h1>News</h1><main><p>What was said here in the last weeks.</p>{}</main>")
    columns = columns_of(page)
    assert columns["title"] == [story[0] for story in STORIES]
    assert columns[column] == [story[place] for story in STORIES]


def test_a_rule_is_above_the_first_part_of_a_record() -> None:
    columns = columns_of(page_of("<p>Part {0} of many</p><h4><a href=/s/{0}>{1}</a></h4><p>{3}</p><hr>"))
    assert columns["title"] == [story[0] for story in STORIES]
    kinds = [f"Part {number} of many" for number in range(len(STORIES))]
    assert any(all(map(str.__contains__, map(str, values), kinds)) for values in columns.values())


@pytest.mark.parametrize("above", ["", "<p>Since April 1, 2025</p>"])
def test_a_day_below_the_text_of_each_record_stays_there(above: str) -> None:
    columns = columns_of(page_of("<h4><a href=/s/{0}>{1}</a></h4><p>{3}</p><p>{2}</p>", f"<main>{above}{{}}</main>"))
    assert columns["date"] == [story[1] for story in STORIES]


@pytest.mark.parametrize(
    "record",
    [
        "<div><a href=/s/{0}>{1}</a><br>{3}</div>",
        "<li><a href=/s/{0}>{1}</a><br>{3}</li>",
        "<p class=n><a href=/s/{0}>{1}</a><br>{2}<br>{3}</p>",
        "<li><b><a href=/s/{0}>{1}</a></b><br>{2}<br>{3}</li>",
        "<table><tr><td>{2}</td><td><a href=/s/{0}>{1}</a><br>{3}</td></tr></table>",
    ],
)
def test_a_line_that_is_the_link_of_a_record_is_its_title_however_long_the_others(record: str) -> None:
    columns = columns_of(page_of(record))
    assert (columns["title"], columns["text"]) == ([story[0] for story in STORIES], [story[2] for story in STORIES])


@pytest.mark.parametrize("said", ["{0} See <a href=/s/{{0}}>there</a>.<br>{0}", "{0}<br>{0}"])
def test_long_lines_without_a_link_of_their_own_stay_one_text(said: str) -> None:
    said = said.format(SAID.format("{1}"))
    columns = columns_of(page_of("<div><h3><a href=/t/{0}>{1}</a></h3><p>" + said + "</p></div>"))
    assert columns["title"] == [story[0] for story in STORIES]
    assert all(str(text).count(story[0]) == 2 for text, story in zip(columns["text"], STORIES, strict=True))
