#!/bin/sh
# Compiles the library with SwiftPM, quietly unless it fails.
# usage: compile.sh SCRATCH_DIRECTORY [SWIFT_BUILD_ARGUMENT...]
set -eu
. "$(dirname "$0")/toolchain.sh"
. "$(dirname "$0")/product.sh"
scratch=$1
shift
echo "swift  $scratch (Swift $version, $TRIPLE)"
if ! swift_product "$scratch" gamebase -Xswiftc -Xfrontend -Xswiftc -function-sections "$@"; then
    echo "error: the library does not compile" >&2
    exit 1
fi
