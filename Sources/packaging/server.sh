#!/bin/sh
# Compiles gamebased and gamebasectl with SwiftPM as ordinary Swift, links them with the standard library in the program, and strips them.
# usage: server.sh SCRATCH_DIRECTORY OUTPUT_DIRECTORY [SWIFT_BUILD_ARGUMENT...]
set -eu
. "$(dirname "$0")/toolchain.sh"
. "$(dirname "$0")/product.sh"
scratch=$1 output=$2
shift 2
case " $* " in
*" --sanitize "*) own_link=no && set -- --static-swift-stdlib "$@" ;;
*) own_link=yes ;;
esac

# The same as SwiftPM links, but that the library of Swift is a part of it: for SwiftPM this is an argument of the compiler, too, and unit
# tests, which have the library beside them, could not share what is compiled.
link() {
    built=$(cd "$scratch/release" && pwd -P)
    "$TOOLCHAIN_BIN/swiftc" -static-stdlib -target "$TRIPLE" -gnone -emit-executable -module-name "$program" -L "$built" \
        "@$built/$program.product/Objects.LinkFileList" -o "$scratch/$program.linked" \
        -Xlinker --gc-sections -Xlinker --defsym -Xlinker "main=${program}_main" -Xlinker -z -Xlinker now
}

echo "swift  $scratch (Swift $version, $TRIPLE)"
mkdir -p "$output"
for program in gamebased gamebasectl; do
    # shellcheck disable=SC2086
    if ! swift_product "$scratch" "$program" $ROOMS "$@"; then
        echo "error: $program does not compile" >&2
        exit 1
    fi
    # Of two that link in one tree the second waits, and finds it done.
    exec 9>"$scratch/lock"
    flock 9
    # Beside and then over it: one that runs keeps its file. What a sanitizer says needs the names.
    if [ $own_link = no ]; then
        cp "$scratch/release/$program" "$output/$program.new"
    elif [ -e "$output/$program" ] && [ "$output/$program" -nt "$scratch/release/$program" ]; then
        continue
    else
        link
        strip -o "$output/$program.new" "$scratch/$program.linked"
    fi
    mv "$output/$program.new" "$output/$program"
done
