"""The notebooks of the examples in JupyterLab, driven by Chromium, with the explorer; where both are installed."""

import json
import os
import shutil
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from upstar import _explore

EXAMPLES = sorted((Path(__file__).parents[1] / "examples").glob("*.ipynb"))
#: As `web/test/browser.mjs` finds it.
CHROMIUM = os.environ.get("UPSTAR_CHROMIUM") or next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

pytest.importorskip("jupyterlab", reason="JupyterLab is not installed: pip install jupyterlab")
playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")
if CHROMIUM is None:
    pytest.skip("Chromium is not installed: set UPSTAR_CHROMIUM to where it is", allow_module_level=True)
if not _explore.MODULE.is_file():
    pytest.skip("the module of the explorer is not built: npm run widget", allow_module_level=True)

#: Without questions: the kernel of a notebook starts, and no news are asked for.
SETTINGS = {
    "notebook-extension/tracker": {"autoStartDefaultKernel": True},
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
}
#: Milliseconds to wait for what a page or a kernel does.
PATIENCE = 90_000


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """A server of JupyterLab with the examples, each with an explorer at its end: its address."""
    folder = tmp_path_factory.mktemp("lab")
    for path in EXAMPLES:
        notebook = json.loads(path.read_text(encoding="utf-8"))
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                cell["outputs"], cell["execution_count"] = [], None
        source = "import upstar as up\nexplorer = up.explore('Domineering(2, 3)')\nexplorer"
        cell = {"cell_type": "code", "id": "explorer", "metadata": {}, "source": source, "outputs": [], "execution_count": None}
        notebook["cells"].append(cell)
        (folder / path.name).write_text(json.dumps(notebook), encoding="utf-8")
    for name, settings in SETTINGS.items():
        file = folder / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(settings), encoding="utf-8")
    own = {f"JUPYTER_{kind}_DIR": str(folder / kind.lower()) for kind in ("CONFIG", "DATA", "RUNTIME")}
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--port=0", "--IdentityProvider.token=upstar"]
    command += [f"--ServerApp.root_dir={folder}", f"--LabApp.user_settings_dir={folder / 'settings'}"]
    command += [f"--LabApp.workspaces_dir={folder / 'spaces'}"]
    log = (folder / "log").open("w")
    server = subprocess.Popen(command, env={**os.environ, **own}, stdout=log, stderr=log)
    try:
        yield address(folder, server)
    finally:
        server.terminate()
        server.wait()
        log.close()


def address(folder, server):
    """Where the server answers."""
    for _ in range(PATIENCE // 100):
        for file in (folder / "runtime").glob("jpserver-*.json"):
            try:
                url = json.loads(file.read_text(encoding="utf-8"))["url"]
                urllib.request.urlopen(f"{url}api?token=upstar").close()
                return url
            except (ValueError, OSError):
                pass
        if server.poll() is not None:
            break
        time.sleep(0.1)
    pytest.fail((folder / "log").read_text(encoding="utf-8")[-2000:])


@pytest.fixture(scope="module")
def browser():
    arguments = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield browser
        browser.close()


def save(what, name):
    """A picture to look at, where a folder for pictures is given."""
    if "UPSTAR_TEST_PICTURES" in os.environ:
        what.screenshot(path=os.path.join(os.environ["UPSTAR_TEST_PICTURES"], f"{name}.png"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_notebooks_run_in_jupyterlab(path, lab, browser):
    page = browser.new_page(viewport={"width": 1280, "height": 1600})
    page.set_default_timeout(PATIENCE)
    wrong = []
    page.on("pageerror", lambda error: wrong.append(error.message))
    page.goto(f"{lab}lab/tree/{path.name}?token=upstar&reset")
    page.locator(".jp-NotebookPanel .jp-Cell").first.wait_for()
    # Its kernel is there and does nothing.
    page.get_by_text("| Idle").first.wait_for()
    shown = page.locator(".jp-Cell.jp-CodeCell").last
    # What the engine says of the position.
    said = shown.locator(".jp-OutputArea-output").get_by_text("Left").first
    try:
        page.get_by_role("menuitem", name="Run", exact=True).first.click()
        page.get_by_text("Run All Cells", exact=True).first.click()
        said.wait_for()
    finally:
        save(page, path.stem)
        save(shown, f"{path.stem}-explorer")
    assert page.locator(".jp-RenderedText[data-mime-type='application/vnd.jupyter.stderr']").count() == 0
    assert wrong == []
    page.close()
