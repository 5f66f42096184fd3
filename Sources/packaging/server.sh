#!/bin/sh
# Compiles gamebased with SwiftPM as ordinary Swift whose standard library is part of the program, and strips it.
# usage: server.sh SCRATCH_DIRECTORY OUTPUT_DIRECTORY [SWIFT_BUILD_ARGUMENT...]
set -eu
. "$(dirname "$0")/toolchain.sh"
scratch=$1 output=$2
shift 2
echo "swift  $scratch (Swift $version, $TRIPLE)"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! "$SWIFT" build -c release --product gamebased --static-swift-stdlib --scratch-path "$scratch" \
    -Xlinker --gc-sections -Xlinker -z -Xlinker now "$@" >"$log" 2>&1; then
    grep -E '^[^ ].*(error|warning):' "$log" >&2 || cat "$log" >&2
    echo "error: the server does not compile" >&2
    exit 1
fi
mkdir -p "$output"
# Beside and then over it: one that runs keeps its file.
strip -o "$output/gamebased.new" "$scratch/release/gamebased"
mv "$output/gamebased.new" "$output/gamebased"
