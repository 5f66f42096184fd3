#!/bin/sh
# Prints the declarations of all headers as a parser of plain C reads them, LuaJIT's ffi.cdef and Python's cffi above all: no
# directives, no attributes, no comments; size_t, bool and int32_t are known to both.
# usage: cdef.sh CLANG
set -eu
known=$(mktemp -d)
trap 'rm -rf "$known"' EXIT
for header in stdint stddef stdbool; do : >"$known/$header.h"; done
echo "// All of libgamebase for LuaJIT's ffi.cdef and Python's cffi, made from the headers, which explain each declaration."
declarations=$(for header in include/*/*.h; do echo "#include \"${header#include/}\""; done |
    "$1" -x c -std=c11 -E -P -nostdinc -isystem "$known" -Iinclude -U__GNUC__ -)
# cffi calls a constant pointer a constant without a value, and does not look for it in the library.
printf '%s\n' "$declarations" | sed -e 's/^ *//' -e 's/^extern const char \*const /extern const char */'
