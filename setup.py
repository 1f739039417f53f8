"""Maps the top-level folders to the namespace package ``iawce``; all else is in pyproject.toml."""

from setuptools import find_packages, setup

ROOTS = ("data", "models", "train", "extract", "evaluate", "serve", "scripts")

setup(
    package_dir={f"iawce.{root}": root for root in ROOTS},
    packages=[f"iawce.{name}" for root in ROOTS for name in (root, *(f"{root}.{sub}" for sub in find_packages(root)))],
)
