#!/usr/bin/env bash
# tsan.sh COMMAND...: runs a program that was built with the thread sanitizer.
set -euo pipefail
# Older thread sanitizers cannot live with as much randomness in addresses as newer kernels have.
plain_addresses=()
if setarch -R true 2>/dev/null; then plain_addresses=(setarch -R); fi
symbolizer=$(command -v llvm-symbolizer-19 || command -v llvm-symbolizer || true)  # Debian's clang looks for its own version only, which is in a package of its own
[ -z "$symbolizer" ] || export TSAN_OPTIONS="external_symbolizer_path=$symbolizer"
exec "${plain_addresses[@]}" "$@"
