"""The main content of a page, and the methods that choose it.

``content`` is the result of a method, ``method`` its interface and the registry; ``segmentation`` is the default one.
Those of the papers are in ``extract.papers``.
"""
