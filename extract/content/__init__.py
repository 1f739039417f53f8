"""Methods that choose the main content of a page: one module for each algorithm.

``content`` is the result of a method, ``method`` its interface, ``methods`` the registry; ``article``, ``listing``,
``influence``, ``density``, ``segmentation`` are the algorithms, the other modules their parts.
"""
