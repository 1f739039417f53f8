"""From seeds to pages: lists are followed; articles, products and threads are extracted.

The decisions of a crawl are in modules without a network (addresses, scope, traps, links, priorities); the others are
parts of Scrapy: its scheduler is the run's own state, its download handler the stages of ``extract/pipeline``.
"""
