#!/bin/sh
# Checks that this machine has what a target needs, and installs what is missing where that is allowed: as root, or
# with a sudo that asks no password. Otherwise prints the one command to type and stops.
# usage: needs.sh build|demo|bench|server|bench-server|test|torture|docs|oldest
# Package names are those of Debian 12, Debian 13 and Ubuntu 24.04. What a target needs is asked for before anything is
# built, so that nobody comes back to a half built tree.
set -eu
here=$(dirname "$0")
packages=

# need PACKAGE CHECK...: PACKAGE is missing when the command CHECK fails.
need() {
    package=$1
    shift
    case " $packages " in *" $package "*) return 0 ;; esac
    "$@" >/dev/null 2>&1 || packages="$packages $package"
}

# Libraries that programs of the Swift toolchain ask for and this system has not. The `swift` of a version switcher has
# no such programs beside it, and says itself what it lacks.
missing_libraries() {
    swift=$(command -v "${SWIFT:-swift}") || return 0
    programs=$(dirname "$(readlink -f "$swift")")
    for program in swift-driver swift-frontend swift-build clang lld; do
        [ ! -f "$programs/$program" ] || ldd "$programs/$program" 2>/dev/null || true
    done | sed -n 's/^[[:space:]]*\([^ ]*\) => not found.*/\1/p' | sort -u
}
has() { ! printf '%s\n' "$libraries" | grep -qxF "$1"; }

build() {
    libraries=$(missing_libraries)
    need libncurses6 has libncurses.so.6
    need libtinfo6 has libtinfo.so.6
    need libcurl4 has libcurl.so.4
    need libxml2 has libxml2.so.2
    need libuuid1 has libuuid.so.1
    need zlib1g has libz.so.1
    need libsqlite3-0 has libsqlite3.so.0
    need libstdc++6 has libstdc++.so.6
    # SwiftPM links its manifest with what gcc and libc bring for that.
    need gcc gcc --version
    need binutils readelf --version
    need libc6-dev test -f /usr/include/stdio.h
    need libsqlite3-dev test -f /usr/include/sqlite3.h
}
demo() {
    build
    need gcc "${CC:-cc}" --version
}
server() {
    build
    # Its libstdc++ is what a standard library of Swift that is part of a program is linked with.
    need g++ g++ --version
    need libevent-dev test -f /usr/include/event2/event.h
    need libpq-dev test -f /usr/include/postgresql/libpq-fe.h
    need libssl-dev test -f /usr/include/openssl/evp.h
    # Curves of the operator's console, and its page packed.
    need libjs-chart.js test -f /usr/share/javascript/chart.js/chart.min.js
    need zlib1g-dev test -f /usr/include/zlib.h
}
bench_server() {
    server
    need wrk sh -c 'wrk --version | grep -q .'
    need postgresql sh -c 'ls /usr/lib/postgresql/*/bin/initdb'
}
tests() {
    demo
    server
    need g++ g++ --version
    need clang clang --version
    need python3 python3 -c 'import ctypes, json, subprocess'
    # What the reader of time zones is held to.
    need tzdata test -f /usr/share/zoneinfo/tzdata.zi
    need cmake cmake --version
    need pkg-config pkg-config --version
    need luajit luajit -v
    need python3-cffi python3 -c 'import cffi'
    # The headers are held to their description by a parser of C.
    need python3-pycparser python3 -c 'import pycparser'
    need mono-mcs mcs --version
    need mono-runtime mono --version
    need libgc-dev test -f /usr/include/gc.h
    # What games bring, and what a debugger sees of them.
    need libcurl4 test -f /usr/lib/x86_64-linux-gnu/libcurl.so.4
    need libgnutls30 test -f /usr/lib/x86_64-linux-gnu/libgnutls.so.30
    need gdb gdb --version
    docs
    need iproute2 ip -V
    need util-linux unshare --version
    need valgrind valgrind --version
    # The desktop: a bus of the tests' own, services that others wrote, and a screen in memory for one of them.
    need dbus-daemon dbus-daemon --version
    need dbus-bin test -x /usr/bin/dbus-send
    need python3-dbus /usr/bin/python3 -c 'import dbus'
    need python3-gi /usr/bin/python3 -c 'import gi'
    # Identity providers of the tests' own, and somebody who signs in at them.
    need python3-jwt /usr/bin/python3 -c 'import jwt'
    need python3-cryptography /usr/bin/python3 -c 'import cryptography'
    need chromium chromium --version
    # What presses the buttons of the operator's console in it.
    need chromium-driver chromedriver --version
    # Providers that others wrote: one of Debian's, with what it loads, and a place for those from PyPI.
    need python3-venv python3 -c 'import ensurepip, venv'
    need liblemonldap-ng-portal-perl test -f /usr/share/perl5/Lemonldap/NG/Portal/Issuer/OpenIDConnect.pm
    need libplack-perl plackup --version
    need libgd-securityimage-perl perl -MGD::SecurityImage -e 1
    need libimage-magick-perl perl -MImage::Magick -e 1
    need libio-string-perl perl -MIO::String -e 1
    need libstring-random-perl perl -MString::Random -e 1
    need libcrypt-openssl-rsa-perl perl -MCrypt::OpenSSL::RSA -e 1
    need libcrypt-openssl-bignum-perl perl -MCrypt::OpenSSL::Bignum -e 1
    need libcrypt-openssl-x509-perl perl -MCrypt::OpenSSL::X509 -e 1
    need python3-dbusmock /usr/bin/python3 -c 'import dbusmock'
    need dunst dunst --version
    need openssl openssl version
    need gnome-keyring gnome-keyring-daemon --version
    # The menu in which it has the buttons.
    need suckless-tools test -x /usr/bin/dmenu
    need xvfb test -x /usr/bin/Xvfb
    need x11-xkb-utils test -x /usr/bin/xkbcomp
    need xkb-data test -d /usr/share/X11/xkb
    need imagemagick import -version
    # Japanese and Korean on that screen.
    need fonts-droid-fallback test -f /usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf
    need fonts-nanum test -f /usr/share/fonts/truetype/nanum/NanumGothic.ttf
    # What may stand in front of a server; the system's are left alone.
    need nginx test -x /usr/sbin/nginx
    need haproxy test -x /usr/sbin/haproxy
    need caddy caddy version
    # Requests that are made out of docs/openapi.json; pip brings the program.
    need python3-venv python3 -c 'import ensurepip'
    # A server of the tests' own; the system's is left alone.
    need postgresql sh -c 'ls /usr/lib/postgresql/*/bin/initdb'
    # valgrind refuses to start while it cannot name the functions of the dynamic loader.
    need libc6-dbg valgrind -q true
}
torture() {
    tests
    # Failovers that nobody begins by hand; what the system runs of them is left alone.
    need patroni patroni --version
    need etcd-server etcd --version
    need debootstrap debootstrap --version
}
docs() { need doxygen doxygen --version; }
oldest() {
    tests
    need debootstrap debootstrap --version
}

case ${1-} in
build) what=build ;;
demo | bench) what=demo ;;
server) what=server ;;
bench-server) what=bench_server ;;
test) what=tests ;;
torture) what=torture ;;
docs) what=docs ;;
oldest) what=oldest ;;
*) echo "usage: needs.sh build|demo|bench|server|bench-server|test|torture|docs|oldest" >&2 && exit 2 ;;
esac
# Without a compiler no package helps: it says so first.
[ $what = docs ] || command -v "${SWIFT:-swift}" >/dev/null 2>&1 || . "$here/toolchain.sh"
$what
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
    echo "    sudo apt-get update && sudo $install" >&2
    exit 1
fi
echo "apt-get install$packages"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# A machine that was just started often updates itself. apt-get can wait for dpkg, but not for its own two locks.
apt() {
    tries=0
    while ! $as_root DEBIAN_FRONTEND=noninteractive "$@" >"$log" 2>&1; do
        grep -qE 'Could not get lock|Unable to (lock|acquire)' "$log" && [ $tries -lt "${LOCK_TRIES:-120}" ] || return 1
        [ $tries -gt 0 ] || echo "another program is installing packages; waiting for it"
        tries=$((tries + 1))
        sleep "${LOCK_SECONDS:-5}"
    done
}
install_all() { apt apt-get -o DPkg::Lock::Timeout=600 ${install#apt-get }; }
# A fresh machine has no package lists yet, an old one outdated ones.
if ! install_all && ! { apt apt-get update && install_all; }; then
    tail -n 20 "$log" >&2
    echo "error: the packages could not be installed; try" >&2
    echo "    sudo apt-get update && sudo $install" >&2
    exit 1
fi
