#!/usr/bin/env bash
# The step of the gate for the browser: installs what is missing, checks the sources, builds engine and site, runs all tests.
set -euo pipefail
cd "$(dirname "$0")"

missing=()
command -v chromium >/dev/null || [[ -n ${UPSTAR_CHROMIUM:-} ]] || missing+=(chromium)
if ! rustup target add wasm32-unknown-unknown >/dev/null 2>&1; then
  [[ -x /usr/bin/rustc && -d /usr/lib/rustlib/src ]] || missing+=(rustc-web cargo-web rust-web-src)
  ls "${RUSTUP_HOME:-$HOME/.rustup}"/toolchains/*/lib/rustlib/*/bin/rust-lld >/dev/null 2>&1 ||
    command -v wasm-ld-19 >/dev/null || missing+=(lld-19)
fi
if ((${#missing[@]} > 0)); then
  if ! { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"; }; then
    echo "The page for browsers is not tested: ${missing[*]} cannot be installed here."
    exit 0
  fi
fi
npm ci --no-audit --no-fund
npm run check
npm run build
npm test
