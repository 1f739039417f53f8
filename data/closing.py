"""Objects that are closed at the end of a ``with`` block."""

from abc import ABC, abstractmethod
from typing import Self


class Closing(ABC):
    """Has ``close``, which a ``with`` block calls however it ends."""

    @abstractmethod
    def close(self) -> None:
        """Finish, and give back what is held."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
