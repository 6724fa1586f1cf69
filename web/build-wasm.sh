#!/usr/bin/env bash
# Compiles crates/upstar-web to web/public/upstar.wasm. Uses the target of rustup where it can be added, and
# otherwise, or if UPSTAR_DEBIAN_RUST says so, Debian's compiler (packages rustc-web, cargo-web, rust-web-src)
# with rust-lld or lld's wasm-ld.
set -euo pipefail
cd "$(dirname "$0")/.."
[[ -x web/node_modules/.bin/wasm-opt ]] || { echo "no wasm-opt: run \`npm ci\` in web first" >&2; exit 1; }
target=wasm32-unknown-unknown
folder=${CARGO_TARGET_DIR:-target}
# Line tables are of no use in a browser, and what is loaded must be small, so all is compiled for size (`z`). With `s` for the
# language, loops of programs take two thirds of the time, and the engine 0.2 MB more by gzip: too much for a first visit.
options=(--package upstar-web --lib --profile dist --target "$target" --locked)
for setting in debug=false strip=false codegen-units=1 'lto="fat"' 'panic="abort"' 'opt-level="z"'; do
  options+=(--config "profile.dist.$setting")
done
# A level that a profile names for a package goes before that of the profile.
named=$(sed -n '/^\[profile.release.package\]/,/^\[profile.bench\]/s/^\([^ ]*\) = { opt-level.*/\1/p' Cargo.toml | sort -u)
for package in $named; do
  options+=(--config "profile.dist.package.$package.opt-level=\"z\"")
done
# The stack in memory is larger than the browser's own, which then ends first and says so.
export RUSTFLAGS="-C link-arg=-zstack-size=8388608"

# The standard library is compiled for size as well: its sorting alone takes 0.15 MB by gzip, once for each type that is sorted.
library=(-Zbuild-std=std,panic_abort -Zbuild-std-features=optimize_for_size)
# A panic says its file: the lines and columns of all places where one could be take 0.02 MB. The older names of functions
# begin with the path, and not with the kind: by their order, what is alike lies side by side more often (see below).
options_of_compiler="-Zlocation-detail=file -Zunstable-options -Csymbol-mangling-version=legacy"

if [[ -z ${UPSTAR_DEBIAN_RUST:-} ]] && rustup target add "$target" 2>/dev/null; then
  if ! rustup component add rust-src 2>/dev/null ||
    ! RUSTFLAGS+=" $options_of_compiler" RUSTC_BOOTSTRAP=1 cargo rustc "${options[@]}" --crate-type cdylib "${library[@]}"; then
    echo "the sources of the standard library, or what it needs, cannot be had: the engine is 0.2 MB larger" >&2
    cargo rustc "${options[@]}" --crate-type cdylib
    library=()
  fi
elif [[ -d /usr/lib/rustlib/src || -d /usr/src/rustc-$(/usr/bin/rustc --version | cut -d' ' -f2) ]]; then
  # The compiler links with rust-lld; wasm-ld takes the same arguments.
  linker=$(ls "${RUSTUP_HOME:-$HOME/.rustup}"/toolchains/*/lib/rustlib/*/bin/rust-lld 2>/dev/null | head -1 || true)
  if [[ -n $linker ]]; then
    PATH=$(dirname "$linker"):$PATH
  else
    linker=$(command -v wasm-ld wasm-ld-21 wasm-ld-20 wasm-ld-19 wasm-ld-16 | head -1 || true)
    [[ -n $linker ]] || { echo "neither rust-lld nor wasm-ld is installed (Debian: lld-19)" >&2; exit 1; }
    RUSTFLAGS+=" -C linker=$linker"
  fi
  RUSTFLAGS+=" $options_of_compiler"
  RUSTC_BOOTSTRAP=1 RUSTC=/usr/bin/rustc /usr/bin/cargo rustc "${options[@]}" --crate-type cdylib \
    "${library[@]}"
else
  echo "no compiler for $target: rustup target add $target, or install rustc-web cargo-web rust-web-src" >&2
  exit 1
fi
mkdir -p web/public
# The tests of weight allow for a library that was not compiled for size.
[[ ${#library[@]} -gt 0 ]] && rm -f "$folder/$target/library-as-shipped" || touch "$folder/$target/library-as-shipped"
# A second optimiser looks at the module as a whole. It finds in the module what the target may use, and leaves the names of
# functions out. It does not inline: the compiler has done that where it makes programs faster, and copies of functions take
# 0.05 MB by gzip. In the order of their names, functions that were made from one lie side by side, within the 32 kB that
# gzip looks back: 5 % less.
web/node_modules/.bin/wasm-opt -O2 --skip-pass=inlining-optimizing --skip-pass=inlining --reorder-functions-by-name \
  --strip-debug --strip-producers "$folder/$target/dist/upstar_web.wasm" --output web/public/upstar.wasm
