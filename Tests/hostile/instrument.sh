#!/bin/sh
# Makes objects that a sanitizer watches out of the library's own, as they ship: these are LLVM's code, and Swift compiles nothing again.
# usage: instrument.sh CLANG SANITIZER OBJECT_LIST DIRECTORY
set -eu
clang=$1 sanitizer=$2 list=$3 directory=$4
mkdir -p "$directory/objects"
# -O1, because at -O0 LLVM does not force the attribute, and the sanitizers watch nothing. Cheaper choices of instructions (-fast-isel)
# break errors that Swift throws, under ThreadSanitizer.
# A path a line, some of them quoted as a shell would.
sed "s/^'\\(.*\\)'\$/\\1/; s/'\\\\''/'/g" "$list" | while IFS= read -r path; do
    # Names of files are those of their rooms and sources: .../Service.build/Dispatch.swift.bc
    room=${path%/*}
    object=$directory/objects/${room##*/}-${path##*/}.o
    printf '%s\n' "$object" >&3
    { [ "$object" -nt "$path" ] && [ "$object" -nt "$0" ]; } || printf '%s\0%s\0' "$path" "$object"
done 3>"$directory/objects.new" | xargs -0 -r -n 2 -P "$(nproc)" sh -c '"$0" -c -x ir "$3" -O1 -fPIC "-fsanitize=$1" \
    -mllvm "-force-attribute=sanitize_$1" -Wno-override-module -o "$4.new" && mv "$4.new" "$4"' "$clang" "$sanitizer" --
mv "$directory/objects.new" "$directory/objects.list"
