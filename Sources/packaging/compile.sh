#!/bin/sh
# Compiles the library with SwiftPM, quietly unless it fails.
# usage: compile.sh SCRATCH_DIRECTORY [SWIFT_BUILD_ARGUMENT...]
set -eu
. "$(dirname "$0")/toolchain.sh"
scratch=$1
shift
echo "swift  $scratch (Swift $version, $TRIPLE)"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! "$SWIFT" build -c release --product gamebase --scratch-path "$scratch" -Xswiftc -Xfrontend -Xswiftc -function-sections "$@" >"$log" 2>&1; then
    grep -E '^[^ ].*(error|warning):' "$log" >&2 || cat "$log" >&2
    echo "error: the library does not compile" >&2
    exit 1
fi
