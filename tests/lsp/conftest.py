"""Clients of the language server for the tests: the program itself, on its standard input and output."""

import os
import tempfile
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types
from pygls.protocol import default_converter
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities
from pytest_lsp.client import register_lsp_features

ROOT = Path(__file__).parents[2]
PROGRAM = Path(os.environ.get("UPSTAR", ROOT / "target/debug/upstar")).resolve()

# The server writes files of the library there.
os.environ["XDG_CACHE_HOME"] = tempfile.mkdtemp(prefix="upstar-cache-")

FILES = {
    "shapes.game": (
        "/// Twice as much.\n"
        "double(x) := 2 * x\n"
        "\n"
        "/// A heap from which one or two are taken.\n"
        "game Pairs(n: heap) {\n"
        "  move n - k for k in 1..2 if k <= n\n"
        "}\n"
    ),
    "homework.game": (
        'use "shapes.game"\n'
        "\n"
        "// Values\n"
        "// of some games\n"
        "G := <0,*|*>\n"
        "double(G)   //=\n"
        "nimber(Pairs(5))\n"
        "\n"
        'exercise "Ups" (2 points) {\n'
        "  check double(G) == ⇑\n"
        "  check G == *\n"
        "}\n"
    ),
    "broken.game": "x := nimbr(Nim(3))\ny := 2^3\nz = 4\nf(x) := (x + 1\n",
}


@pytest.fixture
def folder(tmp_path):
    """A folder with files that use each other."""
    folder = tmp_path / "my games"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


class Client(LanguageClient):
    """A client that applies no edits, but keeps them."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.edits = []
        self.registered = []
        self.refreshes = 0


def make_client():
    """A client with what the server requests of it."""
    client = Client(converter_factory=default_converter)
    register_lsp_features(client)

    @client.feature(types.WORKSPACE_APPLY_EDIT)
    def apply(params: types.ApplyWorkspaceEditParams):
        client.edits.append(params.edit)
        return types.ApplyWorkspaceEditResult(applied=True)

    @client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def register(params: types.RegistrationParams):
        client.registered.extend(params.registrations)

    @client.feature(types.WORKSPACE_INLAY_HINT_REFRESH)
    def refresh(params):
        client.refreshes += 1

    return client


@pytest_lsp.fixture(
    config=ClientServerConfig(server_command=[str(PROGRAM), "lsp"], client_factory=make_client)
)
async def client(lsp_client: Client, folder):
    """Visual Studio Code, as far as its capabilities go, in a folder."""
    capabilities = client_capabilities("visual-studio-code")
    capabilities.workspace.inlay_hint = types.InlayHintWorkspaceClientCapabilities(refresh_support=True)
    capabilities.window.work_done_progress = True
    params = types.InitializeParams(
        process_id=os.getpid(),
        capabilities=capabilities,
        workspace_folders=[types.WorkspaceFolder(uri=folder.as_uri(), name="games")],
    )
    await lsp_client.initialize_session(params)
    yield
    await lsp_client.shutdown_session()
