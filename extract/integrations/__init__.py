"""The pipeline as a part of other programs' pipelines: ``datatrove_block`` and ``scrapy_pipeline``.

Each gives the fields of a row of ours, without a browser: both programs have the HTML already.
"""
