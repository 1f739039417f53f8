"""From sources to rows: the ``Extractor`` and the steps that it takes with each page.

``extractor`` is the entry, ``document_extractor`` extracts a loaded page, ``extract_content`` makes its row,
``settings`` are the user's choices; ``processes`` runs many pages in parallel.
"""
