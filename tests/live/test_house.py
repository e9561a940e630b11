"""`make play` as a newcomer meets it: open, used, closed, killed, broken, started twice."""

import http.client
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

from tests.house import (
    PATIENCE,
    ROOT,
    House,
    clean_environment,
    free_port,
    is_alive,
    running_house,
    start_house,
    wait_for,
)
from tests.postgres import Postgres

PARTS = {"valkey", "daphne", "worker", "beat"}


def test_it_opens_and_every_part_is_at_work(house: House) -> None:
    house.wait_until_ready()
    assert house.children().keys() == PARTS
    assert f"Kirakuken is open: {house.url}/" in house.said
    assert house.query("pragma journal_mode") == [("wal",)]
    assert (house.var / "valkey").stat().st_mode & 0o777 == 0o700
    assert (house.var / "db.sqlite3").stat().st_mode & 0o077 == 0


def test_health_is_told_to_any_host_and_tells_no_versions(house: House) -> None:
    for host in ("localhost", "10.1.2.3", "nobody.example"):
        assert house.get("/healthz", host) == (200, '{"status": "ok"}')
        assert house.get("/readyz", host)[0] == 200


def test_a_second_start_says_that_one_runs_and_where(house: House) -> None:
    second = start_house_again(house.var, house.port)
    assert second.returncode == 1
    assert second.stderr.count("\n") == 1
    assert f"Kirakuken runs already: {house.url}/" in second.stderr
    assert house.readiness()["code"] == 200


def test_ctrl_c_leaves_nothing_behind(tmp_path: Path) -> None:
    with running_house(tmp_path) as house:
        pids = house.children()
        assert pids.keys() == PARTS
        assert house.close(signal.SIGINT) == 0
        assert not any(is_alive(pid) for pid in pids.values())
        assert not (tmp_path / "valkey").exists()
        assert "Traceback" not in house.said


def test_it_comes_back_after_being_killed_with_one_valkey(tmp_path: Path) -> None:
    first = start_house(tmp_path)
    first.wait_until_open()
    pids = first.children()
    first.process.kill()
    first.close()
    wait_for(lambda: not any(is_alive(pids[name]) for name in ("daphne", "worker", "beat")))
    with running_house(tmp_path, port=first.port) as again:
        again.wait_until_ready()
        assert again.children().keys() == PARTS
        assert not is_alive(pids["valkey"])


def test_a_leftover_valkey_on_our_socket_is_shut_down(tmp_path: Path) -> None:
    """Where a system does not end it together with its parent."""
    from kirakuken.supervisor import valkey
    from kirakuken.supervisor.children import Output

    socket_file = tmp_path / "valkey" / "valkey.sock"
    socket_file.parent.mkdir(mode=0o700)
    command = valkey.child(socket_file, Output(tmp_path / "log")).command
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as leftover:
        valkey.wait_for(socket_file)
        with running_house(tmp_path) as house:
            assert leftover.wait(PATIENCE) == 0
            house.wait_until_ready()


def test_whatever_is_killed_is_started_again(tmp_path: Path) -> None:
    with running_house(tmp_path) as house:
        house.wait_until_ready()
        before = house.children()
        for pid in before.values():
            os.kill(pid, signal.SIGKILL)
        wait_for(lambda: house.children().keys() == PARTS)
        assert not set(before.values()) & set(house.children().values())
        house.wait_until_ready()
        for name in PARTS:
            assert f"{name}: ended (ended by SIGKILL); starting it again." in house.said


def test_a_taken_port_is_said_before_anything_starts(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        told = start_house_again(tmp_path, port)
    assert told.returncode == 1
    assert f"Cannot listen on 127.0.0.1 port {port}" in told.stderr
    assert "make play PORT=" in told.stderr
    assert not (tmp_path / "db.sqlite3").exists()
    assert not (tmp_path / "valkey").exists()


def test_a_folder_with_a_very_long_name_works(tmp_path: Path) -> None:
    folder = tmp_path / ("a long name, with spaces " * 5)
    with running_house(folder) as house:
        house.wait_until_ready()
        sockets = [house.environment["KIRAKUKEN_VAR"]]
    assert len(sockets[0]) > 107


def test_nonsense_in_the_environment_is_one_sentence(tmp_path: Path) -> None:
    told = start_house_again(tmp_path, free_port(), BIND="everywhere")
    assert told.returncode == 1
    assert told.stderr == "BIND must be an IPv4 address, not 'everywhere'.\n"


def test_on_all_addresses_the_own_one_is_told_and_served(tmp_path: Path) -> None:
    with running_house(tmp_path, BIND="0.0.0.0") as house:  # noqa: S104
        assert "Kirakuken is open: http://localhost:" in house.said
        _, found, rest = house.said.partition("From other devices in this network: http://")
        if found:  # a machine without a network has no such address
            host = rest.partition(":")[0]
            assert house.get("/", host)[0] == house.get("/", "localhost")[0] == 200


def test_postgresql_and_a_redis_of_ones_own_take_the_place_of_the_embedded(
    tmp_path: Path, postgres: Postgres, valkey_socket: Path
) -> None:
    servers = {"DATABASE_URL": postgres.url, "REDIS_URL": f"unix://{valkey_socket}"}
    with running_house(tmp_path, **servers) as house:
        house.wait_until_ready()
        assert house.children().keys() == PARTS - {"valkey"}
        assert house.get("/")[0] == 200
        assert not (tmp_path / "db.sqlite3").exists()
        assert not (tmp_path / "valkey").exists()


def test_it_stays_open_without_redis(tmp_path: Path) -> None:
    """Named but not there: people can be served, and the state is said."""
    with running_house(tmp_path, REDIS_URL=f"unix://{tmp_path}/nobody.sock") as house:
        wait_for(lambda: house.readiness()["clock"])  # by the web process's own sweep
        told = house.readiness()
        assert (told["code"], told["status"], told["redis"]) == (200, "degraded", False)
        assert house.get("/")[0] == 200


def test_answers_do_not_tell_what_serves_them(house: House) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", house.port, timeout=PATIENCE)
    connection.request("GET", "/", headers={"Host": f"localhost:{house.port}"})
    names = {name.lower() for name, _ in connection.getresponse().getheaders()}
    connection.close()
    assert "x-frame-options" in names
    assert not names & {"server", "x-powered-by"}


def test_addresses_with_secrets_do_not_reach_the_logs(house: House) -> None:
    secret = "Zk3vJ8s_Qw1nB5xT0pLr7YdC"
    for path in (f"/join/{secret}/", f"/?t={secret}", f"/t/{secret}/"):
        house.get(path)
    connection = http.client.HTTPConnection("127.0.0.1", house.port, timeout=PATIENCE)
    connection.request("GET", "/", headers={"Host": "localhost", "Cookie": f"kk_player={secret}"})
    connection.getresponse().read()
    connection.close()
    assert secret not in house.logs()


def start_house_again(var: Path, port: int, **settings: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "kirakuken.supervisor"],
        cwd=ROOT,
        env=clean_environment() | {"KIRAKUKEN_VAR": str(var), "PORT": str(port)} | settings,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
