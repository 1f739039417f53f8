import pytest

from iawce.data.text.lexicon.columns import name_of_class


@pytest.mark.parametrize(
    ("classes", "name"),
    [
        ("product-card__title", "title"),
        ("desc", "description"),
        ("item_desc small", "description"),
        ("thumbImg", "image"),
        ("job-loc", "location"),
        ("price--old", "old_price"),
        ("col-md-4 text-muted", ""),
        ("x7f3", ""),
    ],
)
def test_a_class_names_a_column_in_whole_words(classes: str, name: str) -> None:
    assert name_of_class(classes) == name
