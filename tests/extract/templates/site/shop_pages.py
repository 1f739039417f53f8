"""Pages as the templates of a small shop would write them: below each product reviews of it and a row of others."""

THINGS = ("kettle", "lamp", "chair", "basket", "mirror", "teapot", "stool", "blanket", "clock", "vase")
BUYERS = ("Ada", "Bo", "Cleo", "Dag", "Eva")


def product(number: int, *, described: int = 4, opinions: int = 2, heading: str = "Others took home") -> str:
    """A product with a number of sentences in its description and a number of reviews."""
    name, shade = THINGS[number % len(THINGS)], ("red", "blue", "green")[number % 3]
    said = f"This {shade} {name} is made by hand in our own workshop, and each one differs a little from the next. "
    text = "".join(f"<p>{said}It was drawn {n} times before it was made.</p>" for n in range(described))
    return (
        f"<title>{name.title()} | Hill House</title><body><div class=top><a href=/>Hill House</a> "
        f"<a href=/basket>Basket</a></div><div class=wrap><div class=sheet><h1>{name.title()}</h1>"
        f"<div class=offer><span class=amount>EUR {number + 20}.50</span><button>Add to cart</button></div>"
        f"<div class=story>{text}</div><table class=facts><tr><th>Weight</th><td>{number + 1} kg</td></tr>"
        f"<tr><th>Colour</th><td>{shade}</td></tr></table></div>{_reviews(number, opinions)}"
        f"<div class=slides><h3>{heading}</h3>{''.join(_card(number + step) for step in range(1, 8))}</div></div>"
        "<div class=end>Hill House, in the old mill since 1887.</div>"
    )


def _reviews(number: int, opinions: int) -> str:
    said = "I bought this as a gift, and it came well packed and much sooner than I had thought it would come. " * 3
    each = (
        f"<div class=opinion><b>{BUYERS[(number + n) % len(BUYERS)]}</b> "
        f"<time datetime=2023-0{n + 1}-1{number % 9}>1{number % 9}.0{n + 1}.2023</time><p>{said}</p></div>"
        for n in range(opinions)
    )
    return f"<div class=reviews><h2>Customer reviews</h2>{''.join(each)}</div>"


def _card(number: int) -> str:
    name = THINGS[number % len(THINGS)]
    blurb = f"A {name} that goes well with all the rest of the house, and that lasts for a life, as we like to say."
    return (
        f"<div class=slide><a href=/{name}><img src={name}.jpg>{name.title()}</a><p>{blurb}</p>"
        f"<span>EUR {number + 20}.50</span><button>Add to cart</button></div>"
    )
