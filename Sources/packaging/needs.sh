#!/bin/sh
# Checks that this machine has what a target needs, and installs what is missing where that is allowed: as root, or
# with a sudo that asks no password. Otherwise prints the one command to type and stops.
# usage: needs.sh build|demo|bench|test|oldest
# Package names are those of Debian 12, Debian 13 and Ubuntu 24.04.
set -eu
packages=

# need PACKAGE CHECK...: PACKAGE is missing when the command CHECK fails.
need() {
    package=$1
    shift
    "$@" >/dev/null 2>&1 || packages="$packages $package"
}

build() {
    need libc6-dev test -f /usr/include/stdio.h
    need libsqlite3-dev test -f /usr/include/sqlite3.h
}
demo() {
    build
    need gcc gcc --version
}
tests() {
    demo
    need g++ g++ --version
    need clang clang --version
    need binutils readelf --version
    need python3 python3 -c 'import ctypes, json, subprocess'
    need cmake cmake --version
    need pkg-config pkg-config --version
    need luajit luajit -v
    need iproute2 ip -V
    need util-linux unshare --version
    need valgrind valgrind --version
    # valgrind refuses to start while it cannot name the functions of the dynamic loader.
    need libc6-dbg valgrind -q true
}
oldest() {
    tests
    need debootstrap debootstrap --version
}

case $1 in
build) build ;;
demo | bench) demo ;;
test) tests ;;
oldest) oldest ;;
*) echo "usage: needs.sh build|demo|bench|test|oldest" >&2 && exit 2 ;;
esac
[ -n "$packages" ] || exit 0

install="apt-get install -y --no-install-recommends$packages"
if ! command -v apt-get >/dev/null 2>&1; then
    echo "error: this needs packages that are missing (Debian's names):$packages" >&2
    exit 1
fi
if [ "$(id -u)" -eq 0 ]; then
    as_root=env
elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
    as_root="sudo -n env"
else
    echo "error: packages are missing; install them with" >&2
    echo "    sudo $install" >&2
    exit 1
fi
echo "apt-get install$packages"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! $as_root DEBIAN_FRONTEND=noninteractive $install >"$log" 2>&1; then
    # A fresh machine has no package lists yet.
    if ! { $as_root apt-get update && $as_root DEBIAN_FRONTEND=noninteractive $install; } >"$log" 2>&1; then
        tail -n 20 "$log" >&2
        echo "error: the packages could not be installed; try" >&2
        echo "    sudo apt-get update && sudo $install" >&2
        exit 1
    fi
fi
