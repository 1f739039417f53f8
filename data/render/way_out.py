"""The connections of a browser context: through its page's own proxy, direct, or none."""

from playwright.async_api import ProxySettings

from iawce.data.network.page_network import PageNetwork

NOWHERE = "socks5://127.0.0.1:0"
"""A proxy that cannot be, which is the browser's: what it wants by itself, such as news of itself, stays here."""
ARGUMENTS = (f"--proxy-server={NOWHERE}", "--proxy-bypass-list=<-loopback>")


def way_out(network: PageNetwork) -> ProxySettings | None:
    """The proxy of a page's context; None for the browser's, which leads nowhere."""
    if network.proxy:
        return {"server": network.proxy, "bypass": "<-loopback>"}
    return {"server": NOWHERE, "bypass": "*"} if network.site else None
