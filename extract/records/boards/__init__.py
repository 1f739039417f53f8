"""The list of threads of a board as records: its rows are those of the page's list.

``board_columns`` finds what a column holds, ``board_fields`` which field of a thread that is.
"""
