"""Features of pages, the inputs of the models."""
