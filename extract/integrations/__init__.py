"""The pipeline as a part of other programs' pipelines: ``datatrove_block``, ``scrapy_pipeline``, and document loaders.

The first two add the fields of a row, without a browser: both programs have the HTML already. ``langchain_loader`` and
``llamaindex_reader`` open pages themselves.
"""
