"""What repeats on a page: records of a list, posts of a thread, rows of a table, entries of a menu."""
