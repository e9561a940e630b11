"""How fast a move reaches everybody, and what it costs.

    python -m bench.tables                      the usual cells on SQLite and embedded Valkey
    python -m bench.tables --cell 50:1.25       50 tables, a move each 1.25 s: 40 moves/s

Starts a house of its own in a temporary folder, fills it with tables of four people, opens
their sockets and rolls. Prints one JSON object a cell:

    p50_ms, p95_ms   from the POST to the last of the four sockets having the frame
    cpu_ms_per_move  CPU of web, worker, beat and Valkey in the window, idle cost taken off
    idle_cpu_percent what the same processes use with the sockets open and nobody playing
    frame_bytes      median and largest frame of a move
    kib_per_socket   growth of the web process's memory (PSS) per socket
    threads          of the web process, before and after
"""

import argparse
import asyncio
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import uvloop

from bench.loadgen import proc
from bench.loadgen.core import Driver
from bench.loadgen.kirakuken import Adapter

ROOT = Path(__file__).resolve().parent.parent
CELLS = ("1:1", "50:5", "50:1.25", "200:5")


class House:
    """A house of its own on a free port, ended with everything it made."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="kk-bench-"))
        self.port = free_port()
        self.env = dict(os.environ, KIRAKUKEN_VAR=str(self.folder), PORT=str(self.port))
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "House":
        self.process = subprocess.Popen(
            [sys.executable, "-m", "kirakuken.supervisor"],
            cwd=ROOT,
            env=self.env,
            stdout=open(self.folder / "bench.log", "wb"),
            stderr=subprocess.STDOUT,
        )
        wait_ready(self.port, self.process)
        return self

    def __exit__(self, *_: object) -> None:
        assert self.process is not None
        self.process.terminate()
        self.process.wait(30)
        if os.environ.get("KEEP") != "1":
            shutil.rmtree(self.folder, ignore_errors=True)

    def prepare(self, tables: int) -> list[dict]:
        done = subprocess.run(
            [sys.executable, "-m", "bench.prepare", str(tables)],
            cwd=ROOT,
            env=self.env,
            stdout=subprocess.PIPE,
            check=True,
        )
        return json.loads(done.stdout)

    @property
    def web(self) -> int:
        """The web process's pid: the child whose command names daphne."""
        assert self.process is not None
        for pid in proc.tree(self.process.pid):
            command = Path(f"/proc/{pid}/cmdline").read_bytes()
            if b"daphne" in command:
                return pid
        raise LookupError("no web process")


def free_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_ready(port: int, process: subprocess.Popen) -> None:
    import http.client

    until = time.monotonic() + 90
    while time.monotonic() < until:
        if process.poll() is not None:
            raise SystemExit("the house did not start; see its bench.log")
        try:
            line = http.client.HTTPConnection("127.0.0.1", port, timeout=2)
            line.request("GET", "/readyz")
            if line.getresponse().status == 200:
                return
        except OSError:
            pass
        time.sleep(0.2)
    raise SystemExit("the house was not ready within 90 s")


def threads_of(pid: int) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("Threads:"):
            return int(line.split()[1])
    return 0


async def run_cell(house: House, tables: int, interval: float, seconds: float) -> dict:
    adapter = Adapter(house.port, house.prepare(tables))
    driver = Driver(adapter)
    assert house.process is not None
    roots, web = [house.process.pid], house.web
    memory = proc.pss_bytes([web])
    threads = threads_of(web)
    failed = await driver.open(tables)
    if failed:
        raise SystemExit(f"{len(failed)} sockets did not open: {failed[0]}")
    await asyncio.sleep(2)
    opened = proc.pss_bytes([web])
    before, at = proc.cpu_seconds(roots), time.monotonic()
    await asyncio.sleep(5)
    idle = (proc.cpu_seconds(roots) - before) / (time.monotonic() - at)

    def window():
        began, at = proc.cpu_seconds(roots), time.monotonic()

        def end():
            used = proc.cpu_seconds(roots) - began
            return {"cpu_s": used, "span_s": time.monotonic() - at}

        return end

    row = await driver.step(interval, min(3.0, interval), seconds, window)
    await driver.close()
    used = row.pop("cpu_s") - idle * row.pop("span_s")
    sizes = sorted(adapter.frame_bytes)
    row |= {
        "cpu_ms_per_move": round(1000 * used / row["moves"], 2) if row["moves"] else None,
        "idle_cpu_percent": round(100 * idle, 1),
        "frame_bytes": [int(statistics.median(sizes)), sizes[-1]] if sizes else None,
        "kib_per_socket": round((opened - memory) / 1024 / (4 * tables), 1),
        "threads": [threads, threads_of(web)],
        "errors": len(adapter.errors),
        "first_error": adapter.errors[0] if adapter.errors else None,
    }
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--cell", action="append", help="tables:seconds between a table's moves")
    parser.add_argument("--seconds", type=float, default=20)
    asked = parser.parse_args()
    with House() as house:
        for cell in asked.cell or CELLS:
            tables, interval = cell.split(":")
            row = uvloop.run(run_cell(house, int(tables), float(interval), asked.seconds))
            print(json.dumps({"cell": cell, **row}), flush=True)


if __name__ == "__main__":
    main()
