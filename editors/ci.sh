#!/usr/bin/env bash
# The step of the gate for editors: tests what it can with what is installed, and says what it leaves out.
# UPSTAR is the program for tests of the server; PYTHON an environment for the grammar of tree-sitter.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-$PWD/target}
program=${UPSTAR:-$target/debug/upstar}
python=${PYTHON:-$target/python/bin/python}
skip() { printf 'Not tested: %s\n' "$*"; }
[[ -x $program ]] || skip "what needs $program, which is not built"

if command -v npm >/dev/null; then
  (
    cd editors/vscode
    # Most of what is installed is for tests; nothing of it runs a script at its installation but esbuild, which has its program
    # in a package of its own.
    npm ci --no-audit --no-fund --ignore-scripts
    UPSTAR=$program npm test
    npx vsce package --no-dependencies --allow-missing-repository --out dist/upstar.vsix
  )
else
  skip "the extension for VS Code: there is no node"
fi

if command -v cc >/dev/null && [[ -x $python ]]; then
  grammar=editors/tree-sitter-upstar
  cc -std=c11 -Wall -Wextra -Wno-unused -shared -fPIC -I "$grammar/src" "$grammar"/src/{parser,scanner}.c -o "$target/editors-upstar.so"
  "$python" -m pip install --quiet 'tree-sitter>=0.25,<0.26'
  "$python" "$grammar/test/parse.py" "$target/editors-upstar.so"
else
  skip "the grammar for tree-sitter: there is no C compiler, or no environment for Python"
fi
if command -v tree-sitter >/dev/null; then
  (cd editors/tree-sitter-upstar && tree-sitter generate && tree-sitter test)
  git diff --exit-code -- editors/tree-sitter-upstar/src
fi

if command -v nvim >/dev/null; then
  site=$target/editors-site
  mkdir -p "$site/parser"
  [[ ! -e $target/editors-upstar.so ]] || cp "$target/editors-upstar.so" "$site/parser/upstar.so"
  given=()
  [[ ! -x $program ]] || given=(UPSTAR="$program")
  env -u UPSTAR "${given[@]}" nvim --headless -u NONE -i NONE --cmd "set rtp^=editors/neovim,$site" \
    -c 'luafile editors/neovim/test/run.lua' 2>&1
  env -u UPSTAR nvim --headless -u NONE -i NONE --cmd "set rtp^=editors/neovim,$site" -c 'luafile editors/neovim/test/run.lua' 2>&1
else
  skip "Neovim is not installed"
fi
if command -v emacs >/dev/null; then
  UPSTAR=$program emacs -Q --batch -L editors/emacs -l editors/emacs/test.el -f ert-run-tests-batch-and-exit 2>&1
else
  skip "Emacs is not installed"
fi
