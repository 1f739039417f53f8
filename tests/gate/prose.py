"""Varied prose for pages that nobody has published: sentences put together from our own words, fixed by a seed."""

import random

OPENINGS = (
    "In the early morning", "After a long winter", "Nobody expected it, but", "According to the notes of last year,",
    "For the first time", "Two streets further on,", "On the second day", "When the rain had stopped,", "Since then",
    "By the end of the month", "Contrary to the plan,", "With some luck", "Before anyone could object,",
)  # fmt: skip
SUBJECTS = (
    "the old signal box", "a small team of volunteers", "the gardener", "our telescope", "every second bicycle",
    "the baker from the corner", "the new release", "the lighthouse keeper", "a flock of starlings", "the museum",
    "the repaired pump", "an unusually patient engineer", "the night train", "the choir", "this recipe",
)  # fmt: skip
VERBS = (
    "turned out to be", "was followed by", "made room for", "reminded us of", "had to wait for", "replaced",
    "was compared with", "found its way into", "survived", "was measured against", "quietly outlived", "inspired",
)  # fmt: skip
OBJECTS = (
    "a map drawn by hand", "the second harvest", "forty metres of copper wire", "a careful experiment",
    "the timetable of the branch line", "a bowl of soured cream", "the sound of the harbour", "an index of all streets",
    "seven kinds of apples", "the first frost", "a letter without a sender", "the smallest of the three moons",
)  # fmt: skip
ENDINGS = (
    "and nobody complained.", "which is why the doors stayed open.", "although the budget was small.",
    "as the photographs show.", "so the work could go on.", "and the neighbours came to look.",
    "but that is another story.", "long before the road was built.", "with a little help from friends.",
    "until the lamps were lit.", "even if it took three attempts.", "and it still does today.",
)  # fmt: skip
ADJECTIVES = ("quiet", "copper", "northern", "folding", "early", "patient", "salted", "hollow", "second-hand", "blue")
THINGS = ("kettle", "lantern", "timetable", "apple tree", "bicycle", "telescope", "harbour", "signal box", "sourdough")
NAMES = ("Mara Lindqvist", "Tobias Achterberg", "Ines Calloway", "Jun Watanabe", "Pilar Ocampo", "Kofi Mensimah")
CHINESE = (
    "清晨的车站",
    "老灯塔",
    "新的望远镜",
    "花园里的苹果树",
    "夜班火车",
    "街角的面包师",
    "修好的水泵",
    "小小的博物馆",
)
CHINESE_VERBS = ("慢慢变成了", "让人想起", "终于等到了", "悄悄取代了", "记录下了", "比不上")


class Prose:
    """A writer with a seed."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def sentence(self) -> str:
        return " ".join(self.chance.choice(part) for part in (OPENINGS, SUBJECTS, VERBS, OBJECTS, ENDINGS))

    def chinese(self) -> str:
        pick = self.chance.choice
        return f"{pick(CHINESE)}{pick(CHINESE_VERBS)}{pick(CHINESE)},大家都很高兴。"

    def paragraph(self, sentences: int = 4, language: str = "en") -> str:
        write = self.chinese if language == "zh" else self.sentence
        return ("" if language == "zh" else " ").join(write() for _ in range(sentences))

    def title(self) -> str:
        pick = self.chance.choice
        return f"{pick(SUBJECTS).capitalize()} and the {pick(ADJECTIVES)} {pick(THINGS)}"

    def thing(self) -> str:
        pick = self.chance.choice
        return f"{pick(ADJECTIVES)} {pick(THINGS)} No. {self.chance.randint(2, 99)}".capitalize()

    def name(self) -> str:
        return self.chance.choice(NAMES)

    def date(self) -> str:
        return f"{self.chance.randint(2012, 2025)}-{self.chance.randint(1, 12):02}-{self.chance.randint(1, 28):02}"

    def price(self) -> str:
        return f"€ {self.chance.randint(3, 240)}.{self.chance.randint(0, 99):02}"
