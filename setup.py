"""Maps the top-level folders to the package ``iawce``, whose own module is in ``package``; all else: pyproject.toml."""

from setuptools import find_packages, setup

ROOTS = ("data", "models", "train", "extract", "evaluate", "serve", "scripts")

setup(
    package_dir={"iawce": "package"} | {f"iawce.{root}": root for root in ROOTS},
    packages=[
        "iawce",
        *(f"iawce.{name}" for root in ROOTS for name in (root, *(f"{root}.{sub}" for sub in find_packages(root)))),
    ],
)
