"""The identity that a site sees: the user agent, and a contact."""

from importlib.metadata import version

from iawce.data.network.settings import NetworkSettings


def client_agent(settings: NetworkSettings) -> str:
    """The user agent of plain HTTP."""
    own = f"iawce/{version('iawce')}"
    contact = f"; +{settings.contact}" if settings.contact else ""
    return _with_contact(settings) if settings.user_agent else f"Mozilla/5.0 (compatible; {own}{contact})"


def browser_agent(settings: NetworkSettings, own: str) -> str:
    """The user agent of a browser, whose own one is ``own``: with a contact, it identifies a program."""
    if settings.user_agent or not settings.contact:
        return _with_contact(settings) or own
    return f"{own} iawce/{version('iawce')} (+{settings.contact})"


def _with_contact(settings: NetworkSettings) -> str:
    return f"{settings.user_agent} (+{settings.contact})" if settings.contact else settings.user_agent
