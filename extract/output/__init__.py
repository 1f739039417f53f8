"""Forms of the extracted content: rows, text, HTML, Markdown, pictures.

``extraction`` is the row of a page and ``row_schema`` its schema; ``html`` cleans markup, ``markdown`` writes it.
"""
