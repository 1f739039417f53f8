"""Repeated units of a page, and where each begins and ends: records, posts, rows, entries of a menu.

``repeated_units`` finds them, each kind of evidence once for a tree: shape, class names, table rows, annotations;
``nodes`` has the trees in which they are found.
"""
