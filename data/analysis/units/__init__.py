"""Repeated units of a page, and where each begins and ends: records, posts, rows, entries of a menu.

``RepeatedUnits`` finds it, once for a tree and one kind of evidence at a time: shape (``shapes``, ``regions``,
``combined``, ``generations``), class names and table rows (``groups``); annotations name units, too (``annotated``).
"""
