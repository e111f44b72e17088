#!/usr/bin/env bash
# tsan.sh COMMAND...: runs a program that was built with the thread sanitizer.
set -euo pipefail
# Older thread sanitizers do not support as much address randomisation as newer kernels use.
plain_addresses=()
if setarch -R true 2>/dev/null; then plain_addresses=(setarch -R); fi
symbolizer=$(command -v llvm-symbolizer-19 || command -v llvm-symbolizer || true)  # Debian's clang looks only for its own version, which is in a separate package
[ -z "$symbolizer" ] || export TSAN_OPTIONS="external_symbolizer_path=$symbolizer"
exec "${plain_addresses[@]}" "$@"
