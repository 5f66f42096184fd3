# Finds the Swift toolchain; sourced by the other scripts. Sets SWIFT, TOOLCHAIN_BIN, TOOLCHAIN_LIB and TRIPLE.
# `swift` in the PATH may be a link or a version switcher, so the compiler itself is asked where it lives.
SWIFT=${SWIFT:-swift}
SWIFT_ADVICE="libgamebase is built with Swift 6.3 or newer: install it from https://www.swift.org/install/linux and put its bin directory first in PATH."

if ! command -v "$SWIFT" >/dev/null 2>&1; then
    echo "error: no Swift compiler found. $SWIFT_ADVICE" >&2
    exit 1
fi
info=$("$SWIFT" -print-target-info 2>&1) || true
version=$(printf '%s\n' "$info" | sed -n 's/.*"compilerVersion": *"[^"]*Swift version \([0-9]*\.[0-9]*\).*/\1/p')
if [ -z "$version" ]; then
    [ -z "$info" ] || printf '%s\n' "$info" >&2
    echo "error: '$SWIFT' does not run: see above what it says. $SWIFT_ADVICE" >&2
    exit 1
fi
if [ "${version%%.*}" -lt 6 ] || { [ "${version%%.*}" -eq 6 ] && [ "${version#*.}" -lt 3 ]; }; then
    echo "error: '$SWIFT' is version $version. $SWIFT_ADVICE" >&2
    exit 1
fi
TRIPLE=$(printf '%s\n' "$info" | sed -n 's/.*"unversionedTriple": *"\([^"]*\)".*/\1/p')
TOOLCHAIN_LIB=$(printf '%s\n' "$info" | sed -n 's/.*"runtimeResourcePath": *"\([^"]*\)".*/\1/p')
TOOLCHAIN_BIN=$(cd "$TOOLCHAIN_LIB/../../bin" && pwd)
UNICODE_TABLES=$TOOLCHAIN_LIB/embedded/$TRIPLE/libswiftUnicodeDataTables.a
if [ ! -f "$UNICODE_TABLES" ]; then
    echo "error: this Swift toolchain has no Embedded Swift for $TRIPLE (missing $UNICODE_TABLES)." >&2
    exit 1
fi
