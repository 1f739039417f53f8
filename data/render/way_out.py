"""The connections of a browser context: through its page's own proxy, direct, or none."""

from playwright.async_api import ProxySettings

from iawce.data.network.page_network import PageNetwork

NOWHERE = "socks5://127.0.0.1:0"
"""An impossible proxy for the browser itself: its own requests, such as for updates, do not leave the machine."""
ARGUMENTS = (f"--proxy-server={NOWHERE}", "--proxy-bypass-list=<-loopback>")


def way_out(network: PageNetwork) -> ProxySettings | None:
    """The proxy of a page's context; None for the browser's, which leads nowhere."""
    if network.proxy:
        return {"server": network.proxy, "bypass": "<-loopback>"}
    return {"server": NOWHERE, "bypass": "*"} if network.site else None
