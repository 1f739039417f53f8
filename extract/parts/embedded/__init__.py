"""Text that a page holds as data and not in its elements: schema.org annotations, the state of an application."""
