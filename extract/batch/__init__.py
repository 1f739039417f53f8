"""Many pages at once: processes that may die without harm."""
