"""Start everything, say where it is, keep it running, end it without a trace."""

import contextlib
import fcntl
import http.client
import os
import signal
import socket
import sys
import time
from collections.abc import Iterator
from typing import IO

from django.core.exceptions import ImproperlyConfigured

from kirakuken.supervisor import address, valkey
from kirakuken.supervisor.children import CannotStart, Child, Output, python

PREPARE_LIMIT = 300  # seconds; a long migration is no fault
READY_LIMIT = 60  # seconds until we say that something is wrong
# While Daphne starts again, every page that was open comes back and waits here.
WAITING_AT_THE_DOOR = 1024
PULSE = 0.2  # seconds between two looks at the children


class Stop(Exception):
    """Somebody pressed Ctrl-C or sent SIGTERM."""


def main() -> int:
    os.umask(0o077)  # the database and the logs are nobody else's on this machine
    signal.signal(signal.SIGTERM, _stop)
    signal.signal(signal.SIGHUP, _stop)
    signal.signal(signal.SIGINT, _stop)
    try:
        House().run()
    except Stop:
        return 0
    except (CannotStart, ImproperlyConfigured) as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


class House:
    def __init__(self) -> None:
        # Here and not above: nonsense in the environment is then told in one sentence.
        from kirakuken import settings

        self.settings = settings
        self.var = settings.VAR
        self.url = address.url(settings.BIND, settings.PORT)
        self.output = Output(self.var / "log")
        self.children: list[Child] = []  # in the order in which they stop

    def run(self) -> None:
        self.var.mkdir(parents=True, exist_ok=True)
        with self._alone(), self._door() as door:
            try:
                self._start(door)
                self._watch_over()
            finally:
                self._end()

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """One house per data folder. The lock ends with the process, however it ends."""
        with (self.var / "run.lock").open("a+") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise CannotStart(self._who_runs(lock)) from None
            lock.truncate(0)
            lock.write(f"{os.getpid()} {self.url}\n")
            lock.flush()
            try:
                yield
            finally:
                lock.truncate(0)

    def _who_runs(self, lock: IO[str]) -> str:
        lock.seek(0)
        pid, _, url = lock.read().strip().partition(" ")
        return (
            f"Kirakuken runs already: {url or 'it is just starting'} (process {pid or 'unknown'})."
        )

    @contextlib.contextmanager
    def _door(self) -> Iterator[socket.socket]:
        """The listening socket. It is ours and not Daphne's, so that a taken port is known before
        anything starts, and visitors wait instead of being refused while Daphne starts again."""
        bind, port = self.settings.BIND, self.settings.PORT
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as door:
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                door.bind((bind, port))
                door.listen(WAITING_AT_THE_DOOR)
            except PermissionError:
                raise CannotStart(f"Port {port} may only be used by root. Try: PORT=8000") from None
            except OSError as problem:
                raise CannotStart(
                    f"Cannot listen on {bind} port {port}: {problem.strerror}. "
                    f"Choose another port: make play PORT={port % 65535 + 1}"
                ) from None
            yield door

    def _start(self, door: socket.socket) -> None:
        print("Starting Kirakuken ...", flush=True)
        self._tell_children()
        if self.settings.EMBEDDED_VALKEY:
            server = valkey.child(self.settings.VALKEY_SOCKET, self.output)
            self.children = [server]
            server.start()
        self._prepare()
        if self.settings.EMBEDDED_VALKEY:
            valkey.wait_for(self.settings.VALKEY_SOCKET)
        self.children = [*self._own_processes(door), *self.children]
        for child in self.children:
            if not child.is_running:
                child.start()
        self._announce()

    def _tell_children(self) -> None:
        """Everything else the children read from the same environment as we did."""
        hosts = {*self.settings.FIRST_PARLOUR_HOSTS, *address.lan_hosts(self.settings.BIND)}
        os.environ["FIRST_PARLOUR_HOSTS"] = ",".join(sorted(hosts))
        os.environ["DJANGO_SETTINGS_MODULE"] = "kirakuken.settings"

    def _prepare(self) -> None:
        prepare = Child("prepare", python("kirakuken.supervisor.prepare"), self.output)
        prepare.start()
        try:
            code = prepare.wait(PREPARE_LIMIT)
        finally:
            prepare.stop()
        if code:
            raise CannotStart(
                f"The data could not be brought up to date.\n{self.output.tail('prepare')}\n"
                f"All of it: {self.output.path('prepare')}"
            )

    def _own_processes(self, door: socket.socket) -> list[Child]:
        celery = ["celery", "--app", "kirakuken.celery"]
        return [
            Child("beat", python(*celery, "beat", "--pidfile="), self.output),
            Child(
                "worker",
                python(
                    *[*celery, "worker", "--pool", "threads", "--concurrency", "2"],
                    *["--queues", "timers,cpu,mail", "--hostname", "house@localhost"],
                    *["--without-gossip", "--without-mingle", "--without-heartbeat"],
                ),
                self.output,
            ),
            Child(
                "daphne",
                python(
                    "daphne",
                    *["--fd", str(door.fileno())],
                    *["--ping-interval", "20", "--ping-timeout", "30"],
                    *["--application-close-timeout", "5"],
                    # Holds for both ways: a frame of ours may be a whole page's regions. What
                    # browsers may send is far less, see tables/consumers.py.
                    *["--websocket-max-message-size", "65536"],
                    *["--websocket-max-frame-size", "65536"],
                    # No access log: addresses of tables are invitations.
                    *["--verbosity", "0", "--no-server-name"],
                    "kirakuken.asgi:application",
                ),
                self.output,
                pass_fds=(door.fileno(),),
            ),
        ]

    def _announce(self) -> None:
        until = time.monotonic() + READY_LIMIT
        ready = False
        while not ready and time.monotonic() < until:
            self._look_after_children()
            for child in self.children:
                if child.keeps_ending:
                    raise CannotStart(
                        f"{child.name} does not start.\n{self.output.tail(child.name)}\n"
                        f"All of it: {self.output.path(child.name)}"
                    )
            ready = self._is_ready()
            time.sleep(PULSE)
        if ready:
            print(f"\nKirakuken is open: {self.url}\nCtrl-C closes it.\n", flush=True)
        else:
            print(
                f"\nKirakuken should be at {self.url} but does not answer yet. "
                f"What happens is told in {self.output.folder}. Ctrl-C closes it.\n",
                flush=True,
            )
        for line in address.invitation(self.settings.BIND, self.settings.PORT):
            print(line, flush=True)

    def _is_ready(self) -> bool:
        host = address.reach(self.settings.BIND)
        connection = http.client.HTTPConnection(host, self.settings.PORT, timeout=2)
        try:
            connection.request("GET", "/readyz", headers={"Host": "localhost"})
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def _watch_over(self) -> None:
        while True:
            self._look_after_children()
            time.sleep(PULSE)

    def _look_after_children(self) -> None:
        for child in self.children:
            child.look_after()
        self.output.pass_on_errors()

    def _end(self) -> None:
        if sys.exc_info()[0] is Stop:
            print("\nClosing ...", flush=True)
        for child in self.children:
            child.stop()
        if self.settings.EMBEDDED_VALKEY:
            valkey.clear_away(self.settings.VALKEY_SOCKET)


def _stop(number: int, frame: object) -> None:
    # A second Ctrl-C while closing changes nothing: closing has its own limits of time.
    for each in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(each, signal.SIG_IGN)
    raise Stop


if __name__ == "__main__":
    sys.exit(main())
