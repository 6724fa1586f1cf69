"""The language server as the client of headless Neovim sees it, where Neovim is installed."""

import json
import os
import shutil
import subprocess

import pytest

from conftest import PROGRAM, ROOT

NEOVIM = shutil.which("nvim")


@pytest.mark.skipif(NEOVIM is None, reason="Neovim is not installed")
def test_neovim(folder, tmp_path):
    output = tmp_path / "results.json"
    setting = "\n".join([str(PROGRAM), str(folder), str(output)])
    shell = subprocess.run(
        [NEOVIM, "--headless", "--clean", "-n", "-S", str(ROOT / "tests/lsp/neovim.lua")],
        env={**os.environ, "UPSTAR_TEST": setting, "XDG_STATE_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert output.exists(), shell.stdout + shell.stderr
    results = json.loads(output.read_text(encoding="utf-8"))
    assert all(results["waited"]), results["waited"]
    assert "Twice as much." in results["hover"]["contents"]["value"]
    assert results["definition"]["uri"].endswith("/shapes.game")
    assert len(results["references"]) == 3
    assert "double" in [item["label"] for item in results["completion"]["items"]]
    assert results["signature"]["signatures"][0]["label"] == "double(x)"
    assert [symbol["name"] for symbol in results["symbols"]] == ["G", "Ups"]
    assert len(results["lenses"]) == 4 and len(results["folds"]) == 2
    assert len(results["highlights"]) == 4
    assert results["refused"]["error"] == "`mean` is a name of the language"
    assert results["renamed"] == ["twice(G)   //="] and results["other"] == ["twice(x) := 2 * x"]
    assert results["clean"] == 0 and results["gone"] == 0
    [problem] = results["problems"]
    assert problem["code"] == "G0201" and (problem["lnum"], problem["col"]) == (4, 15)
    assert [check["verdict"] for check in results["run"]["checks"]] == ["passed", "failed"]
    [failed] = results["failed"]
    assert failed["code"] == "G0701" and failed["lnum"] == 10
    assert results["stopped"]
