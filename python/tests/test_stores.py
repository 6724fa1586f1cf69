"""Sweeps into folders and into a server that speaks S3, while workers and clients are killed."""

import io
import os
import random
import signal
import subprocess
import sys
import threading
import time

import pytest

import upstar as up
from upstar._store import place_of

pandas = pytest.importorskip("pandas")
distributed = pytest.importorskip("distributed")

#: How many sweeps lose a worker, and how many a client.
KILLS = int(os.environ.get("UPSTAR_TEST_KILLS", "1"))
ITEMS = 120

#: A program that sweeps with two workers of its own; of the first argument after the folder, whether it kills one of them.
PROGRAM = '''
import os, random, signal, sys, threading, time
import distributed, upstar as up

def slow(n):
    time.sleep(0.02)
    return up.eval(f"nimber(Kayles({n}))")

def main(out, seed):
    cluster = distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0")
    with cluster, distributed.Client(cluster) as client:
        dice = random.Random(seed)
        if seed:
            worker = dice.choice(list(client.run(os.getpid).values()))
            threading.Timer(dice.uniform(0.1, 1.2), os.kill, (worker, signal.SIGKILL)).start()
        table = up.sweep(slow, n=range(120), client=client, to=out, batch_seconds=0.1, progress=False)
        print([*table.value], set(table.code))

if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
'''


@pytest.fixture(scope="module")
def server():
    """A server that speaks S3, with a bucket; processes that begin later find it."""
    moto = pytest.importorskip("moto.server")
    s3fs = pytest.importorskip("s3fs")
    server = moto.ThreadedMotoServer(port=0)
    server.start()
    host, port = server.get_host_and_port()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AWS_ENDPOINT_URL", f"http://{host}:{port}")
        for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_DEFAULT_REGION"):
            patch.setenv(name, "us-east-1" if name.endswith("REGION") else "test")
        s3fs.S3FileSystem.clear_instance_cache()
        s3fs.S3FileSystem().mkdir("bucket")
        yield "s3://bucket"
    server.stop()


# In folders the tests of sweeps kill too.
@pytest.fixture(params=["file", "s3"] if "UPSTAR_TEST_KILLS" in os.environ else ["s3"])
def store(request, tmp_path):
    """An empty place for a sweep."""
    if request.param == "file":
        return str(tmp_path / "out")
    return f"{request.getfixturevalue('server')}/{tmp_path.name}/out"


def names(store):
    """The names of the files of a sweep."""
    return place_of(store).names()


def parts(store):
    """The rows in the store."""
    place = place_of(store)
    found = [pandas.read_parquet(io.BytesIO(place.read(name))) for name in names(store) if name.startswith("part-")]
    return pandas.concat(found) if found else None


@pytest.fixture
def program(tmp_path, store):
    """Starts a client with two workers."""
    path = tmp_path / "program.py"
    path.write_text(PROGRAM, encoding="utf-8")
    command = [sys.executable, str(path), store]
    return lambda seed: subprocess.Popen([*command, str(seed)], stdout=subprocess.PIPE, encoding="utf-8")


def expected():
    return [up.eval(f"nimber(Kayles({n}))") for n in range(ITEMS)]


def check(store, clients):
    """Clients have the same table, and the store has each row once."""
    for client in clients:
        said, _ = client.communicate(timeout=600)
        assert client.returncode == 0 and said == f"{expected()} {{''}}\n"
    whole = parts(store).sort_values("n")
    assert list(whole.n) == list(range(ITEMS)) and list(map(int, whole.text)) == expected()
    assert not [name for name in names(store) if name.startswith("_claim-")]


def wait_for_a_part(store, *clients):
    """Waits until clients have written rows; fails if one has failed, or they take too long."""
    for _ in range(2400):
        if any(name.startswith("part-") for name in names(store)):
            return
        assert all(client.poll() in (None, 0) for client in clients)
        time.sleep(0.05)
    for client in clients:
        client.kill()
    pytest.fail("no rows were written")


posix = pytest.mark.skipif(os.name != "posix", reason="signals of Unix")


@posix
@pytest.mark.parametrize("seed", range(1, KILLS + 1))
def test_a_worker_is_killed(store, program, seed):
    check(store, [program(seed)])


@posix
@pytest.mark.parametrize("seed", range(1, max(1, KILLS // 5) + 1))
def test_a_client_is_killed(store, program, seed):
    first = program(0)
    wait_for_a_part(store, first)
    time.sleep(random.Random(seed).uniform(0.0, 0.5))
    first.kill()
    first.wait()
    before = parts(store)
    assert 0 < len(before) <= ITEMS and not before.n.duplicated().any()
    check(store, [program(0)])


@posix
def test_a_worker_and_a_client_are_killed_beside_another_client(store, program):
    first, second = program(1), program(2)
    wait_for_a_part(store, first, second)
    threading.Timer(0.3, os.kill, (first.pid, signal.SIGKILL)).start()
    first.wait()
    check(store, [second])


def test_an_address_is_a_place_in_the_store(server):
    to = f"{server}/plain/out"
    for n in (3, 5):
        table = up.sweep("nimber(Kayles({n}))", n=range(n), to=to, progress=False)
        assert list(table.value) == expected()[:n]
    assert not os.path.exists("s3:") and len(parts(to)) == 5
    dataset = up.sweep("nimber(Kayles({n}))", n=range(5), to=to, returns="dataset", progress=False)
    assert dataset.count_rows() == 5


def test_of_two_clients_that_begin_together_one_has_the_store(server, tmp_path, monkeypatch):
    place = place_of(f"{server}/{tmp_path.name}/both")
    place.create("_sweep.json", b"first")
    names = place.names
    # The other one has looked before the first one wrote.
    monkeypatch.setattr(place, "names", lambda: monkeypatch.setattr(place, "names", names) or [])
    place.create("_sweep.json", b"second")
    assert place.read("_sweep.json") == b"first"
