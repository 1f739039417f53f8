"""Convolutional networks, each known by its name."""
