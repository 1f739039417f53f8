"""Objects that are closed at the end of a ``with`` block."""

from abc import ABC, abstractmethod
from typing import Self


class Closing(ABC):
    """Has ``close``, which is called at the end of a ``with`` block, also after an error."""

    @abstractmethod
    def close(self) -> None:
        """Finish, and release all resources."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
