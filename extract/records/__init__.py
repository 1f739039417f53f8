"""Records of a page: lists, posts, comments and boards as rows of fields.

``simhtree`` and ``list_records`` are the methods; ``alignment`` makes a table of repeated units, ``lists`` chooses
among lists, ``posts`` finds posts and comments, ``boards`` names the columns of lists of threads.
"""
