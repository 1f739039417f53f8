"""Training of page-type models. Needs the extra ``train``."""
