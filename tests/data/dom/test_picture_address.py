import pytest

from iawce.data.dom.element_index import ElementIndex
from iawce.data.dom.picture_address import picture_address
from iawce.data.dom.tree import parse


@pytest.mark.parametrize(
    ("markup", "address"),
    [
        ('<img src="/a-40.jpg" data-src="/a.jpg">', "/a.jpg"),
        ('<img data-src="/b.jpg">', "/b.jpg"),
        ('<img src="data:image/gif;base64,R0lGOD" data-src="/b.jpg">', "/b.jpg"),
        ('<img src="/img/blank.gif" data-original="/b.jpg">', "/b.jpg"),
        ('<img src="/img/lazy-load.svg?v=1" data-lazy-src="/b.jpg">', "/b.jpg"),
        ('<img srcset="/s.jpg 480w, /l,1.jpg 1200w, /m.jpg 800w">', "/l,1.jpg"),
        ('<img srcset="/1.jpg, /2.jpg 2x">', "/2.jpg"),
        ('<img srcset="/1.jpg 1x,/2.jpg 2x,/3.jpg 1.5x">', "/2.jpg"),
        (f'<img srcset="{"," * 20_000}">', ""),
        (f'<img srcset="/1.jpg{" ," * 9_000} /2.jpg 2x">', "/2.jpg"),
        ('<img src="#" data-srcset="/only.jpg">', "/only.jpg"),
        ('<img src="#" data-src="/m.jpg" data-srcset="/m.jpg 600w, /l.jpg 1200w">', "/l.jpg"),
        ('<picture><source srcset="/p.webp 1x"><img src="data:,"></picture>', "/p.webp"),
        (
            '<picture><source srcset="/p-400.webp 400w, /p-1600.webp 1600w"><img src="/p-40.jpg"></picture>',
            "/p-1600.webp",
        ),
        ('<img src="/p.jpg?w=60" srcset="/p.jpg?w=600 600w">', "/p.jpg?w=600"),
        ('<img src="/p-640.jpg" srcset="/p-1280.jpg 1280w">', "/p-640.jpg"),
        ('<img src="/p-40.jpg">', "/p-40.jpg"),
        ('<img src="/img/blank.gif">', "/img/blank.gif"),
        ('<img src="/a.jpg?lazy.gif">', "/a.jpg?lazy.gif"),
        ('<img src="/a.jpg" data-src="/a_{width}x.jpg">', "/a.jpg"),
        ('<img src="/a.jpg" data-src="{{ image }}">', "/a.jpg"),
        ("<img src='/blank.gif' data-src='/a_{w}.jpg'><noscript><img src='/a.jpg'></noscript>", "/a.jpg"),
        ('<img src="/blank.gif" data-src="/a.jpg?size={w}">', "/a.jpg?size={w}"),
        (
            "<img src='data:,' data-type='image/png' data-img-url='https://x.example/a-218x150.jpg'>",
            "https://x.example/a-218x150.jpg",
        ),
        ("<img src='/blank.gif' data-name='a.jpg' data-hires='/i/a.WEBP?w=900'>", "/i/a.WEBP?w=900"),
        ("<img src='/a.jpg' data-large-file='/a-large.jpg'>", "/a.jpg"),
        ("<img src='/blank.gif' data-page='/a' data-json='{\"a\": \"/a.jpg\"}'>", "/blank.gif"),
        ("<img>", ""),
        ("<a><img src='data:,'><noscript><img src='/a.jpg?b=1&amp;c=2' alt=''></noscript></a>", "/a.jpg?b=1&c=2"),
        ("<picture><img src='data:,'></picture><noscript><img data-src='/a.jpg'></noscript>", "/a.jpg"),
        ("<img src='/blank.gif'><noscript>Scripts are off.</noscript>", "/blank.gif"),
        ("<img src='/blank.gif'><p><noscript><img src='/of-another.jpg'></noscript>", "/blank.gif"),
    ],
)
def test_the_address_of_a_picture(markup: str, address: str) -> None:
    index = ElementIndex(parse(markup))
    picture, *_ = index.tagged("img")
    assert picture_address(index, picture) == address
