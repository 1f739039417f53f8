"""Which IP addresses belong to the public network.

``is_global`` of the standard library is not enough: it accepts multicast, site-local addresses and several addresses
that contain the IPv4 address of a private host.
"""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

IPAddress = IPv4Address | IPv6Address

_NAT64 = ip_network("64:ff9b::/96")
_NOT_PUBLIC = tuple(
    ip_network(text)
    for text in (
        "0.0.0.0/8",
        "100.64.0.0/10",  # shared by the customers of a provider; some clouds keep their metadata there
        "168.63.129.16/32",  # services of the machine's cloud, under an address that looks public
        "192.0.0.0/24",
        "192.88.99.0/24",
        "198.18.0.0/15",
        "64:ff9b:1::/48",  # NAT64 of a private network
        "100::/64",
        "2001::/23",
        "2002::/16",  # 6to4
        "3fff::/20",
        "5f00::/16",
        "fec0::/10",
    )
)
_ISATAP = (0x00005EFE, 0x02005EFE)
_LOW = 0xFFFFFFFF


def is_public(address: IPAddress | str) -> bool:
    """Whether an address, and every IPv4 address inside it, is one of the public network.

    An IPv4 address written as IPv6, mapped or translated (NAT64), is judged as the IPv4 address it is.
    """
    known = ip_address(address) if isinstance(address, str) else address
    if isinstance(known, IPv6Address):
        if known.scope_id:
            return False
        if inner := known.ipv4_mapped or (IPv4Address(int(known) & _LOW) if known in _NAT64 else None):
            return is_public(inner)
        if (int(known) >> 32) & _LOW in _ISATAP and not is_public(IPv4Address(int(known) & _LOW)):
            return False
    return known.is_global and not (
        known.is_private
        or known.is_multicast
        or known.is_reserved
        or known.is_loopback
        or known.is_link_local
        or known.is_unspecified
        or any(known in network for network in _NOT_PUBLIC if network.version == known.version)
    )
