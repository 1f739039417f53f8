"""Whoever waits gets a place in turn."""

import asyncio

from iawce.serve.page_service import Places


async def take_all(places: Places, names: str, order: list[str]) -> list[asyncio.Task[None]]:
    async def one(name: str) -> None:
        await places.take(name)
        order.append(name)

    tasks = [asyncio.create_task(one(name)) for name in names]
    await asyncio.sleep(0)
    return tasks


def test_turns_go_round_among_all_who_wait() -> None:
    async def work() -> None:
        places, order = Places(2), list[str]()
        await take_all(places, "aaaaaabbj", order)
        assert order == ["a", "a"]
        for _ in range(7):
            places.leave()
            await asyncio.sleep(0)
        assert order == list("aaabjabaa")
        places.leave()
        assert places.is_free

    asyncio.run(work())


def test_who_gives_up_takes_no_place() -> None:
    async def work() -> None:
        places, order = Places(1), list[str]()
        _, waiting, last = await take_all(places, "abc", order)
        waiting.cancel()
        await asyncio.sleep(0)
        places.leave()
        await last
        assert order == ["a", "c"]
        places.leave()
        assert places.is_free

    asyncio.run(work())


def test_a_place_given_to_who_gives_up_in_that_moment_goes_on() -> None:
    async def work() -> None:
        places, order = Places(1), list[str]()
        _, leaving, last = await take_all(places, "abc", order)
        places.leave()
        leaving.cancel()
        await asyncio.gather(leaving, last, return_exceptions=True)
        assert order == ["a", "c"]
        places.leave()
        assert places.is_free

    asyncio.run(work())
