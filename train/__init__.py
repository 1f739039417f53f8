"""Training of the models of page types and of text blocks. Needs the extra ``train``."""
