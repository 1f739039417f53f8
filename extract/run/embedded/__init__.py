"""Text that a page holds as data and not in its elements: schema.org annotations, the state of an application.

``data_texts`` finds the texts, ``embedded_content`` makes them the content of the page.
"""
