"""Text in the data of a page, outside its elements: schema.org annotations, the state of an application.

``data_texts`` finds the texts, ``embedded_content`` makes them the content of the page.
"""
