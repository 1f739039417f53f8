import numpy as np

from iawce.models.features.screenshot import describe_pictures, describe_repeated_lines
from iawce.models.features.text_lines import COLUMNS, Components, components_of

RUNNING, LINK = (0.0, 0.0, 1.0), (1.0, 0.0, 0.0)


def drawn(*rectangles: tuple[float, float, float, float]) -> Components:
    table = np.zeros((len(rectangles), COLUMNS), np.float32)
    table[:, :4] = np.array(rectangles).reshape(-1, 4)
    return components_of(table)


def test_posts_are_a_column_of_avatars_with_running_text_between() -> None:
    avatars = drawn(*((20, 100 + 150 * post, 40, 40) for post in range(5)))
    rows = [(80, 100 + 150 * post + 20 * row, 90 if row == 0 else 300, 9) for post in range(5) for row in range(5)]
    kinds = np.array([LINK if row[2] == 90 else RUNNING for row in rows], np.float32)
    features = describe_pictures(drawn(*rows), avatars, kinds, 900)
    assert features["avatars"] == 5
    assert features["avatar_step"] == 150
    assert features["avatar_running"] > 3
    repeated = describe_repeated_lines(drawn(*rows), kinds, 900)
    assert repeated["talk_lines"] >= 5
    assert repeated["talk_between"] > 0


def test_a_product_is_text_beside_a_large_picture() -> None:
    lines = drawn((400, 120, 200, 24), (400, 170, 60, 14))
    features = describe_pictures(lines, drawn((40, 100, 300, 300)), np.array([RUNNING, LINK], np.float32), 900)
    assert (features["piece_area"], features["beside_lines"], features["avatars"]) == (90_000, 2, 0)


def test_nothing_gives_zeros() -> None:
    none = np.zeros((0, 3), np.float32)
    found = describe_pictures(drawn(), drawn(), none, 0) | describe_repeated_lines(drawn(), none, 0)
    assert set(found.values()) == {0}
