"""The inspector: one self-contained HTML page for a result, and an index for many.

``view_page`` gathers what there is to see of a page and its row, ``write_html`` writes it. Whatever comes from a page
is escaped, and a content security policy allows nothing but our own script and style, named by their hashes.
"""
