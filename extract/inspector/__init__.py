"""The inspector: one self-contained HTML page for a result, and an index for many.

``view_page`` collects the data of a page and its row, ``write_html`` writes them. All texts of pages are escaped, and a
content security policy allows nothing but our own script and style, named by their hashes.
"""
