"""From sources to rows: the ``Extractor`` and the steps that it takes with each page.

``extractor`` is the way in, ``document_extractor`` extracts a page at hand, ``extract_content`` makes its row,
``settings`` says what is wanted; ``processes`` runs many pages side by side.
"""
