"""The meaning of the columns of a list's records: a fixed vocabulary first, then others with their own names.

``record_columns`` makes the fields of the records of a table; ``column_facts`` has the facts of a column, and one
module each reads prices, ratings, roles (dates, people, counts) and titles.
"""
