#!/bin/sh
# Compiles gamebased and gamebasectl with SwiftPM as ordinary Swift whose standard library is part of the program, and strips them.
# usage: server.sh SCRATCH_DIRECTORY OUTPUT_DIRECTORY [SWIFT_BUILD_ARGUMENT...]
set -eu
. "$(dirname "$0")/toolchain.sh"
. "$(dirname "$0")/product.sh"
scratch=$1 output=$2
shift 2
echo "swift  $scratch (Swift $version, $TRIPLE)"
mkdir -p "$output"
for program in gamebased gamebasectl; do
    if ! swift_product "$scratch" "$program" --static-swift-stdlib \
        -Xswiftc -gnone -Xlinker --gc-sections -Xlinker -z -Xlinker now "$@"; then
        echo "error: $program does not compile" >&2
        exit 1
    fi
    # Beside and then over it: one that runs keeps its file. What a sanitizer says needs the names.
    case " $* " in
    *" --sanitize "*) cp "$scratch/release/$program" "$output/$program.new" ;;
    *) strip -o "$output/$program.new" "$scratch/release/$program" ;;
    esac
    mv "$output/$program.new" "$output/$program"
done
