"""A kernel process for the tests, with a client."""

import json
import os
import subprocess
import time
from pathlib import Path
from queue import Empty

import pytest
from jupyter_client import KernelManager
from jupyter_client.kernelspec import KernelSpecManager

ROOT = Path(__file__).parents[3]
PROGRAM = Path(os.environ.get("UPSTAR_KERNEL", ROOT / "target/debug/upstar-kernel")).resolve()

#: No test waits longer for one message.
PATIENCE = 60


@pytest.fixture(scope="session")
def installed(tmp_path_factory):
    """A folder in which the kernel is installed for Jupyter."""
    assert PROGRAM.exists(), f"{PROGRAM} is missing: cargo build --package upstar-kernel"
    prefix = tmp_path_factory.mktemp("jupyter")
    subprocess.run([PROGRAM, "install", "--prefix", prefix], check=True, capture_output=True)
    folder = prefix / "share" / "jupyter"
    # Clients of the tests, such as nbclient, find it there.
    os.environ["JUPYTER_PATH"] = str(folder)
    return folder


class Kernel:
    """A running kernel: what a cell gives, and what a request is answered with."""

    def __init__(self, folder, cwd, **settings):
        specs = KernelSpecManager(kernel_dirs=[str(folder / "kernels")])
        self.manager = KernelManager(kernel_name="upstar", kernel_spec_manager=specs, **settings)
        self.manager.start_kernel(cwd=str(cwd))
        self.client = self.manager.client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=PATIENCE)

    def close(self):
        self.client.stop_channels()
        self.manager.shutdown_kernel()

    def cell(self, code, **options):
        """The reply to a cell, and what is published for it."""
        return self.answers(self.client.execute(code, **options))

    def request(self, kind, content, channel="shell"):
        """The reply to a request of any kind."""
        message = self.client.session.msg(kind, content)
        getattr(self.client, f"{channel}_channel").send(message)
        return self.answers(message["header"]["msg_id"], channel)

    def send(self, kind, content, channel="shell"):
        """Sends a request, and gives its number."""
        message = self.client.session.msg(kind, content)
        getattr(self.client, f"{channel}_channel").send(message)
        return message["header"]["msg_id"]

    def answers(self, number, channel="shell"):
        """The reply to a request that was sent, and what is published for it."""
        reply = self.reply(number, channel)
        return reply, self.published(number)

    def reply(self, number, channel="shell"):
        while True:
            message = getattr(self.client, f"get_{channel}_msg")(timeout=PATIENCE)
            if message["parent_header"].get("msg_id") == number:
                return message["content"]

    def published(self, number):
        """What is published for a request, up to the word that the kernel is idle again."""
        found = []
        while True:
            message = self.client.get_iopub_msg(timeout=PATIENCE)
            if message["parent_header"].get("msg_id") != number:
                continue
            kind, content = message["msg_type"], message["content"]
            if content.get("execution_state") == "idle":
                return found
            if kind not in ("status", "execute_input"):
                found.append((kind, content))

    def texts(self, code):
        """The values and the streams of a cell, as text, in their order."""
        reply, published = self.cell(code)
        assert reply["status"] == "ok", reply
        return [content.get("text") or content["data"]["text/plain"] for _, content in published]

    def is_quiet(self):
        """Whether nothing more is published."""
        try:
            return self.client.get_iopub_msg(timeout=0.2) is None
        except Empty:
            return True


@pytest.fixture
def kernel(installed, tmp_path):
    """A kernel in an empty folder, in which nothing was said yet."""
    running = Kernel(installed, tmp_path)
    yield running
    running.close()


@pytest.fixture(scope="session")
def spec(installed):
    """What the specification says."""
    return json.loads((installed / "kernels" / "upstar" / "kernel.json").read_text())


def eventually(holds, seconds=10):
    """Whether something holds within so much time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.05)
    return False
