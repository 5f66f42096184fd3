#!/bin/sh
# Copies headers, libraries and the pkg-config and CMake packages under a prefix.
# usage: install.sh RELEASE ROOT
set -eu
release=$1 root=$2
major=${release%%.*}
here=$(dirname "$0")

fill() { sed -e "s/@VERSION@/$release/g" -e "s/@MAJOR@/$major/g" "$here/$1.in" >"$2" && chmod 644 "$2"; }

for directory in include/*/; do
    name=$(basename "$directory")
    install -d "$root/include/$name"
    for header in "$directory"*.h "$directory"*.hpp "$directory"*.schema.json; do
        [ ! -f "$header" ] || install -m 644 "$header" "$root/include/$name/"
    done
done
install -d "$root/lib/pkgconfig" "$root/lib/cmake/Gamebase"
install -m 755 "build/libgamebase.so.$release" "$root/lib/"
ln -sf "libgamebase.so.$release" "$root/lib/libgamebase.so.$major"
ln -sf "libgamebase.so.$major" "$root/lib/libgamebase.so"
install -m 644 build/libgamebase.a "$root/lib/"
fill gamebase.pc "$root/lib/pkgconfig/gamebase.pc"
fill gamebase-config.cmake "$root/lib/cmake/Gamebase/gamebase-config.cmake"
fill gamebase-config-version.cmake "$root/lib/cmake/Gamebase/gamebase-config-version.cmake"
echo "installed in $root"
