# Builds products with SwiftPM; sourced behind toolchain.sh.

# What gamebased and the unit tests are compiled with. They share it: a test reaches what is internal to a room.
ROOMS="-Xswiftc -gnone -Xswiftc -enable-testing"

# Says now and then how far a build is, and of a failure what the compiler or the linker said.
# usage: swift_product SCRATCH_DIRECTORY PRODUCT [SWIFT_BUILD_ARGUMENT...]
swift_product() {
    scratch=$1 product=$2
    shift 2
    own_scratch
    log=$scratch/build.log
    # Temporary files and locks of SwiftPM beside what is built: in /tmp a lock of another user's build would be in the way.
    # Without an index, which nobody reads.
    TMPDIR=$place/tmp "$SWIFT" build -c release --product "$product" --scratch-path "$scratch" \
        --disable-index-store "$@" >"$log" 2>&1 &
    build=$!
    trap 'kill $build 2>/dev/null; exit 130' INT TERM
    seconds=0
    while kill -0 "$build" 2>/dev/null; do
        sleep 1
        seconds=$((seconds + 1))
        [ $((seconds % 30)) -ne 0 ] || echo "       $(grep -ao '^\[[0-9]*/[0-9]*\]' "$log" | tail -n 1) after $seconds s"
    done
    trap - INT TERM
    if ! wait "$build"; then
        said='^([^ ].*)?error:|(^|/)(ld|lld|gold|clang)[^ ]*: |undefined (reference|symbol)|cannot find'
        # What a compiler quotes may be no text.
        grep -aE "$said" "$log" >&2 || cat "$log" >&2
        echo "       all that was said stands in $log" >&2
        return 1
    fi
}

# What was built knows where it was built. A tree that has moved, or was copied, is built anew; one of somebody else's is not touched.
# SwiftPM does not see that a header of a system module has changed: what was built with another one is built anew, too.
own_scratch() {
    if ! mkdir -p "$scratch/tmp" 2>/dev/null || [ ! -w "$scratch" ] || [ ! -w "$scratch/tmp" ]; then
        echo "error: $scratch cannot be written by $(id -un): somebody else has built here. Remove it as that user, and build again." >&2
        exit 1
    fi
    place=$(cd "$scratch" && pwd -P)
    headers=$(cat Sources/C*/*.h Sources/C*/module.modulemap 2>/dev/null | cksum)
    since=
    [ ! -f "$scratch/place" ] || [ "$(cat "$scratch/place")" = "$place" ] ||
        since="was built elsewhere, and this tree has moved since"
    [ ! -f "$scratch/headers" ] || [ "$(cat "$scratch/headers")" = "$headers" ] ||
        since="was built with other headers in Sources/C*"
    if [ -n "$since" ]; then
        echo "       $scratch $since: it is built anew"
        rm -rf "$scratch"
        mkdir -p "$scratch/tmp"
    fi
    printf '%s\n' "$place" >"$scratch/place"
    printf '%s\n' "$headers" >"$scratch/headers"
}
