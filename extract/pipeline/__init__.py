"""From sources to rows: the ``Extractor`` and its steps for each page.

``extractor`` is the entry, ``document_extractor`` extracts a loaded page, ``extract_content`` makes its row,
``settings`` has the user's settings; ``processes`` runs many pages in parallel.
"""
