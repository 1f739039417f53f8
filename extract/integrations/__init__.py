"""The pipeline as a part of other programs' pipelines, and document loaders."""
