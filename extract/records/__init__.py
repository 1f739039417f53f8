"""Records of a page: lists, posts, comments and boards as rows of fields.

``list_records`` gives the records of a list page: ``lists`` chooses the list, SimHTree (``extract.papers.simhtree``)
aligns its rows, ``columns`` says what each value is; ``boards`` are lists of threads, ``posts`` threads and comments.
"""
