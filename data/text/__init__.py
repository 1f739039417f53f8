"""Label and value pairs of a page, such as ``ISBN: 978…``, in every form in which a page lists facts.

They are in definition lists (``definitions``), in tables of two columns (``tables``), in lines with a colon
(``labelled_lines``) and in rows of two parts that a style separates (``rows``); ``find_pairs`` gathers them.
"""
