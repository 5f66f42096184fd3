#!/bin/sh
# Compiles the unit tests with SwiftPM, beside gamebased of which they share all rooms. The last line says where their program is.
# usage: units.sh SCRATCH_DIRECTORY
set -eu
. "$(dirname "$0")/toolchain.sh"
. "$(dirname "$0")/product.sh"
# shellcheck disable=SC2086
if ! swift_product "$1" gamebasePackageTests $ROOMS; then
    echo "error: the unit tests do not compile" >&2
    exit 1
fi
echo "$1/release/gamebasePackageTests.xctest"
