"""From sources to rows: the ``Extractor`` and its steps for each page.

``extractor`` is the entry, ``document_extractor`` classifies and extracts a loaded page; ``ways`` has the content by
page type, ``extract_content`` makes the row; ``settings`` has the user's settings; ``processes`` runs many pages in
parallel.
"""
