"""Which IP addresses are public, in every form that one can hide in another."""

from ipaddress import IPv4Address, IPv6Address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.network.egress_filter import is_public
from iawce.data.network.settings import Resolver

PRIVATE = [
    "0.0.0.0",  # noqa: S104 - bound to by nobody
    "10.0.0.1",
    "100.100.100.200",
    "127.0.0.1",
    "168.63.129.16",
    "169.254.169.254",
    "172.16.0.1",
    "192.0.0.8",
    "192.0.0.192",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:a9fe:a9fe::1",
    "3fff::1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "ff0e::1",
]
PUBLIC = ["1.1.1.1", "8.8.8.8", "93.184.216.34", "2001:4860:4860::8888", "2606:4700:4700::1111"]
addresses_v4 = st.one_of(
    st.sampled_from([one for one in PRIVATE if "." in one and ":" not in one]), st.ip_addresses(v=4)
)


@pytest.mark.parametrize("address", PRIVATE)
def test_addresses_outside_the_public_network(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_addresses_of_the_public_network(address: str) -> None:
    assert is_public(address)


@given(addresses_v4.map(IPv4Address))
def test_an_ipv4_address_in_another_form_is_judged_as_what_it_is(address: IPv4Address) -> None:
    """Mapped and NAT64 addresses are as public as what they stand for; all other forms at most as public."""
    number, verdict = int(address), is_public(address)
    assert is_public(IPv6Address(0xFFFF << 32 | number)) == verdict
    assert is_public(IPv6Address(int(IPv6Address("64:ff9b::")) | number)) == verdict
    for form in (
        IPv6Address(number),
        IPv6Address(int(IPv6Address("2002::")) | number << 80),
        IPv6Address(int(IPv6Address("64:ff9b:1::")) | number),
        IPv6Address(int(IPv6Address("2606:4700::5efe:0:0")) | number),
        IPv6Address(int(IPv6Address("2606:4700::200:5efe:0:0")) | number),
    ):
        assert not is_public(form) or verdict


@given(st.ip_addresses())
def test_public_addresses_are_global_and_not_special(address: IPv4Address | IPv6Address) -> None:
    if is_public(address) and not getattr(address, "ipv4_mapped", None):
        assert address.is_global
        assert not (address.is_multicast or address.is_loopback or address.is_link_local or address.is_unspecified)


def test_an_address_of_this_machine_is_its_own() -> None:
    assert Resolver().is_own("127.0.0.1")
