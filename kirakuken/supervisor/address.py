"""Where people find the house: on this computer, or from a phone in the same network."""

import ipaddress
import socket
import sys
from collections.abc import Iterator

import segno

# Asking the system for its way to these sends nothing; the answer names our own address.
_PROBES = ["192.168.255.254", "10.255.255.254", "172.31.255.254"]


def url(bind: str, port: int) -> str:
    host = "localhost" if _is_for_all(bind) or _is_loopback(bind) else bind
    return _url(host, port)


def reach(bind: str) -> str:
    """Where we ourselves ask whether the house is open."""
    return "127.0.0.1" if _is_for_all(bind) else bind


def lan_hosts(bind: str) -> list[str]:
    """Hosts of this computer by which others may reach the first parlour."""
    if _is_loopback(bind):
        return []
    return _own_addresses() if _is_for_all(bind) else [bind]


def invitation(bind: str, port: int) -> Iterator[str]:
    """Lines with the address for others in this network, and a QR code of it."""
    for host in lan_hosts(bind)[:1]:
        there = _url(host, port)
        yield f"From other devices in this network: {there}"
        if "utf" in (sys.stdout.encoding or "").lower():
            yield _qr(there)


def _qr(text: str) -> str:
    """Two modules of the code in one character, dark on light whatever the terminal's colours."""
    rows = [list(row) for row in segno.make(text, error="m").matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    halves = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
    lines = [
        "".join(halves[above, below] for above, below in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]
    return "\n".join(f"\033[97;40m{line}\033[0m" for line in lines)


def _url(host: str, port: int) -> str:
    return f"http://{host}/" if port == 80 else f"http://{host}:{port}/"


def _is_loopback(bind: str) -> bool:
    return ipaddress.ip_address(bind).is_loopback


def _is_for_all(bind: str) -> bool:
    return ipaddress.ip_address(bind).is_unspecified


def _own_addresses() -> list[str]:
    found = dict.fromkeys(address for probe in _PROBES if (address := _towards(probe)))
    return [each for each in found if not _is_loopback(each)]


def _towards(probe: str) -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect((probe, 9))
        except OSError:
            return None
        return str(way.getsockname()[0])
