"""Methods that choose the main content of a page: one module for each algorithm.

``content`` is what a method gives, ``method`` its interface, ``methods`` the registry; ``article``, ``listing``,
``influence``, ``density``, ``segmentation`` are the algorithms, the other modules their parts.
"""
