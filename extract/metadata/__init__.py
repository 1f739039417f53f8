"""Facts about a page: authors, dates, site, picture, product and price.

``page_metadata`` collects them; each other module finds one kind of fact in the markup and the text of the page.
"""
