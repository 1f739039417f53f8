"""Forms of the content: ``extraction`` is the row, ``row_schema`` its schema, ``html`` and ``markdown`` its markup."""
