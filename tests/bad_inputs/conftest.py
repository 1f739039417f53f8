"""One local site for all inputs of a module, whose answers come in one run."""

from collections.abc import Iterator

import pytest

from tests.conftest import Site


@pytest.fixture(scope="module")
def server() -> Iterator[Site]:
    served = Site()
    yield served
    served.server.shutdown()
    served.server.server_close()
