#!/usr/bin/env bash
# Builds the wheels of the package and the archive of its sources into target/wheels, and installs each wheel that runs here.
#
# One wheel serves all versions of Python from 3.10 on. zig links it for old systems, and for others than this one; a target whose
# standard library of Rust is missing is left out and named. Needs Rust, Python and node. Fails if no wheel runs here, since then
# none was tested.
# `python/wheels.sh TARGET...` builds for these targets alone; `native` is this machine as it is, without zig. PROFILE names the
# profile of cargo, which is that of releases if it is unset.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
out=$root/target/wheels
export CARGO_TARGET_DIR=$root/target

# Each target with what its wheel promises.
declare -A promises=(
  [x86_64-unknown-linux-gnu]=manylinux2014 [aarch64-unknown-linux-gnu]=manylinux2014
  [x86_64-unknown-linux-musl]=musllinux_1_2 [aarch64-unknown-linux-musl]=musllinux_1_2
  [x86_64-pc-windows-gnu]=off [x86_64-apple-darwin]=off [aarch64-apple-darwin]=off
)
targets=("$@")
if ((${#targets[@]} == 0)); then
  mapfile -t targets < <(printf '%s\n' "${!promises[@]}" | sort)
fi

# Before anything is built or removed.
for target in "${targets[@]}"; do
  if [[ $target != native && -z ${promises[$target]:-} ]]; then
    echo "unknown target $target: choose from native ${!promises[*]}" >&2
    exit 2
  fi
done

tools=$root/target/wheels-tools
[[ -x $tools/bin/pip ]] || python3 -m venv "$tools"
"$tools/bin/pip" install --quiet 'maturin>=1.9,<2' ziglang
export PATH=$tools/bin:$PATH

# Wheels and sources contain the explorer, so that nobody who installs them needs npm. An explorer that is there may be an old one.
(cd web && npm ci && npm run widget)

options=(--manifest-path python/Cargo.toml --strip --out "$out")
if [[ -n ${PROFILE:-} ]]; then options+=(--profile "$PROFILE"); fi

rm -rf "$out"
mkdir -p "$out"
maturin sdist --manifest-path python/Cargo.toml --out "$out"
for target in "${targets[@]}"; do
  if [[ $target == native ]]; then
    maturin build "${options[@]}" --compatibility linux
    continue
  fi
  if [[ ! -d $(rustc --print target-libdir --target "$target") ]]; then
    echo "-- no wheel for $target: rustup target add $target"
    continue
  fi
  echo "== $target"
  maturin build "${options[@]}" --target "$target" --zig --compatibility "${promises[$target]}"
done

# What is there: the explorer in all of them, and how large they are.
for file in "$out"/*; do
  python3 - "$file" <<'PYTHON'
import os, sys, tarfile, zipfile
path = sys.argv[1]
names = zipfile.ZipFile(path).namelist() if path.endswith(".whl") else tarfile.open(path).getnames()
assert any(name.endswith("upstar/_explorer/explorer.js") for name in names), f"{path} is without the explorer"
print(f"{os.path.basename(path)}: {os.path.getsize(path) / 1e6:.1f} MB")
PYTHON
done

# Each wheel that runs here, in an empty environment of each Python that is here.
tested=0
other=musllinux
if ldd --version 2>&1 | grep -qi musl; then other=manylinux; fi
for wheel in "$out"/*linux*"$(uname -m)".whl; do
  if [[ ! -e $wheel || $wheel == *"$other"* ]]; then continue; fi
  for python in python3.10 python3.11 python3.12 python3.13 python3.14; do
    "$python" -c '' 2>/dev/null || continue
    empty=$(mktemp -d)
    "$python" -m venv "$empty"
    "$empty/bin/pip" install --quiet --no-index "$wheel"
    (cd "$empty" && "$empty/bin/python" - <<'PYTHON')
import sys, pathlib, upstar as up
assert up.eval("canonical(Domineering(4, 4))") is not None and up.star() + up.star() == 0
assert (pathlib.Path(up.__file__).parent / "_explorer" / "explorer.js").stat().st_size > 10_000
print(f"Python {sys.version.split()[0]}: upstar {up.__version__} works")
PYTHON
    rm -rf "$empty"
    tested=$((tested + 1))
  done
done
if ((tested == 0)); then
  echo "no wheel was tested: none of ${targets[*]} runs on this machine" >&2
  exit 1
fi
