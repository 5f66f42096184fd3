#!/bin/sh
# Links what SwiftPM compiled into libgamebase.so.VERSION and libgamebase.a. SwiftPM itself cannot set a soname,
# a version script or `-z nodelete`, and would leave an absolute RUNPATH. What it compiled is LLVM's code: it becomes the processor's here.
# usage: link.sh RELEASE OBJECT_LIST BUILD_DIRECTORY
set -eu
release=$1 list=$2 build=$3
here=$(dirname "$0")
. "$here/toolchain.sh"

major=${release%%.*}
shared=libgamebase.so.$release
work=$build/link
mkdir -p "$work" "$build/debug"
# Of two that link in one tree the second waits, and finds it done.
exec 9>"$work/lock"
flock 9

awk -f "$here/exports.awk" include/*/*.h | sort -u >"$work/exports"
{
    echo "GAMEBASE_$major {"
    echo "  global:"
    sed 's/.*/    &;/' "$work/exports"
    echo "  local: *;"
    echo "};"
} >"$work/exports.map"

# A path a line, some of them quoted as a shell would; none may be split at its spaces.
newer=$({ find include "$here" "$here/../Exact" -type f; sed "s/^'\\(.*\\)'\$/\\1/; s/'\\\\''/'/g" "$list"; } |
    while IFS= read -r path; do [ "$path" -nt "$build/$shared" ] && echo "$path"; done | head -n 1) || true
if [ -f "$build/$shared" ] && [ -f "$build/libgamebase.a" ] && [ -f "$build/gamebase.cdef" ] && [ -z "$newer" ]; then exit 0; fi

echo "link   $build/$shared"
# With frames for the debug file, as Swift's objects have them: a debugger goes through these functions, too.
for name in arc4random glibc memory names staying; do
    "$TOOLCHAIN_BIN/clang" -Os -fPIC -ffreestanding -D_GNU_SOURCE -Wall -Wextra -Werror \
        -fno-asynchronous-unwind-tables -gline-tables-only -fdebug-compilation-dir=. \
        -c "$here/$name.c" -o "$work/$name.o"
done
"$TOOLCHAIN_BIN/clang" -flto -Os -fPIC -ffreestanding -Wall -Wextra -Werror -c "$here/../Exact/exact.c" -o "$work/exact.o"
{
    "$TOOLCHAIN_BIN/llvm-nm" --defined-only "$work/names.o" "$work/memory.o" | sed -n 's/.* gb_own_\(.*\)/\1 gb_own_\1/p'
    # No function of C can pass its call on; libc has a second name for it.
    echo "clone __clone"
} >"$work/renamed"
wrapped=$("$TOOLCHAIN_BIN/llvm-nm" --defined-only "$work/glibc.o" | sed -n 's/.* __wrap_/-Wl,--wrap=/p')
# All rooms become one object, optimised as one: smaller than each for itself, more so with hardly any function copied into its
# callers, also not a long one into its only caller, whose stack would be too large for short addresses; with functions that differ in
# constants alone made one; and code that stands in many places written once where that saves 40 bytes or more. This first library is
# thrown away.
# Nothing is thrown through Swift, so its frames need no table in the library, nor the compiler its hash. A debugger finds the way through
# the frames by the table of the debug file.
"$TOOLCHAIN_BIN/ld.lld" -shared -o "$work/rooms.so" "@$list" "$work/exact.o" --version-script="$work/exports.map" \
    --lto-O2 --lto-obj-path="$work/rooms.o" -mllvm -inline-threshold=-50 \
    -mllvm -force-dwarf-frame-section \
    -mllvm -inline-instr-cost=50 -mllvm -enable-global-merge-func -mllvm -enable-machine-outliner -mllvm -outliner-benefit-threshold=40
"$TOOLCHAIN_BIN/llvm-objcopy" --remove-section=.eh_frame --remove-section=.rela.eh_frame --remove-section=.swift_modhash \
    --redefine-syms="$work/renamed" "$work/rooms.o"
# Before glibc 2.34 threads live in libpthread and the loader in libdl; after it every system still has the name. No packed
# relative relocations: only glibc 2.36 reads them. The linker refuses a function that a header declares and no source implements.
"$TOOLCHAIN_BIN/clang" -shared -fuse-ld=lld -nostartfiles -o "$work/$shared" \
    "$work/rooms.o" "$work/arc4random.o" "$work/glibc.o" "$work/memory.o" "$work/names.o" "$UNICODE_TABLES" $wrapped \
    -lsqlite3 -lm -Wl,--push-state,--no-as-needed -l:libpthread.so.0 -l:libdl.so.2 -Wl,--pop-state \
    -Wl,-soname,libgamebase.so.$major -Wl,--version-script="$work/exports.map" ${LDFLAGS-} \
    -Wl,-z,defs -Wl,-z,now -Wl,-z,relro -Wl,-z,nodelete -Wl,-z,noexecstack \
    -Wl,--build-id=sha1 -Wl,--gc-sections -Wl,--icf=all -Wl,-O2 -Wl,--as-needed -Wl,--hash-style=gnu -Wl,-Bsymbolic-functions -Wl,--exclude-libs,ALL
"$TOOLCHAIN_BIN/llvm-objcopy" --only-keep-debug "$work/$shared" "$build/debug/$shared.debug"
"$TOOLCHAIN_BIN/llvm-objcopy" --strip-all --add-gnu-debuglink="$build/debug/$shared.debug" "$work/$shared" "$build/$shared.new"
chmod 755 "$build/$shared.new"

echo "link   $build/libgamebase.a"
# One object in which only the API is global, so that nothing of Swift's own runtime can clash with another
# Embedded Swift library in the same program.
"$TOOLCHAIN_BIN/ld.lld" -r --force-group-allocation -o "$work/whole.o" "$work/rooms.o" "$work/arc4random.o" "$work/memory.o" \
    "$work/names.o" "$work/staying.o" "$UNICODE_TABLES"
"$TOOLCHAIN_BIN/llvm-objcopy" --strip-debug --keep-global-symbols="$work/exports" "$work/whole.o" "$work/gamebase.o"
rm -f "$build/libgamebase.a"
"$TOOLCHAIN_BIN/llvm-ar" crsD "$build/libgamebase.a" "$work/gamebase.o"

sh "$here/cdef.sh" "$TOOLCHAIN_BIN/clang" >"$work/gamebase.cdef"
mv -f "$work/gamebase.cdef" "$build/gamebase.cdef"
ln -sf "$shared" "$build/libgamebase.so.$major"
ln -sf "libgamebase.so.$major" "$build/libgamebase.so"
mv -f "$build/$shared.new" "$build/$shared"
rm -f "$work/$shared" "$work/rooms.so" "$work/rooms.o" "$work/whole.o" "$work/gamebase.o"
echo "built  $build/$shared ($(($(wc -c <"$build/$shared") / 1024)) KiB), $build/libgamebase.a"
