"""``python -m iawce.scripts`` is ``iawce``."""

from iawce.scripts.cli import main

if __name__ == "__main__":
    main()
