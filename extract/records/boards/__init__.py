"""The list of threads of a board as records: its rows are those of the page's list.

``board_columns`` recognises the content of a column, ``board_fields`` the field of a thread.
"""
