#!/bin/sh
# Copies headers, libraries and the pkg-config and CMake packages to where PREFIX, LIBDIR and INCLUDEDIR say, or takes
# them away again. The three and DESTDIR come in the environment, as they were typed, so that any path will do.
# usage: install.sh install|uninstall RELEASE
set -eu
action=$1 release=$2
major=${release%%.*}
here=$(dirname "$0")

# LIBDIR and INCLUDEDIR are absolute, or below PREFIX.
below_prefix() { case $1 in /*) printf '%s' "$1" ;; *) printf '%s' "$PREFIX/$1" ;; esac; }
libdir=$(below_prefix "${LIBDIR:-lib}")
includedir=$(below_prefix "${INCLUDEDIR:-include}")
for path in "$PREFIX" "$libdir" "$includedir" "${DESTDIR-}"; do
    case $path in
    *'$('* | *'${'* | *'
'*) echo "error: paths are taken as they are typed; write this one out: $path" >&2 && exit 1 ;;
    esac
done
[ -n "$PREFIX" ] || { echo "error: PREFIX is empty" >&2 && exit 1; }
lib=${DESTDIR-}$libdir include=${DESTDIR-}$includedir
bin=${DESTDIR-}$PREFIX/bin share=${DESTDIR-}$PREFIX/share
# Where systemd looks, whatever the libraries' folder is called.
units=$PREFIX/lib/systemd/system

# The loader finds what is new in its folders, and forgets what is gone, when its cache is made anew.
tell_loader() { [ -n "${DESTDIR-}" ] || [ "$(id -u)" -ne 0 ] || PATH=$PATH:/usr/sbin:/sbin ldconfig; }

if [ "$action" = uninstall ]; then
    rm -f "$lib/libgamebase.so" "$lib/libgamebase.so.$major" "$lib/libgamebase.so.$release" "$lib/libgamebase.a" "$lib/pkgconfig/gamebase.pc"
    rm -rf "$lib/cmake/Gamebase" "$share/gamebase"
    rm -f "$bin/gamebasectl" "$share/man/man1/gamebasectl.1" "$share/bash-completion/completions/gamebasectl"
    rm -f "$bin/gamebased" "$share/man/man1/gamebased.1" "${DESTDIR-}$units/gamebased.service"
    for directory in include/*/; do rm -rf "$include/$(basename "$directory")"; done
    empty() { [ ! -d "$1" ] || rmdir --ignore-fail-on-non-empty "$1"; }
    empty "$lib/cmake" && empty "$lib/pkgconfig"
    # The system's own folders stay where they are. Below DESTDIR, and under a prefix of one's own, nothing empty does.
    case ${DESTDIR-}:$PREFIX in
    :/usr | :/usr/local) ;;
    *)
        for path in "$units" "$PREFIX/lib/systemd" "$libdir" "$PREFIX/lib" "$includedir" "$PREFIX/bin" \
            "$PREFIX/share/bash-completion/completions" "$PREFIX/share/bash-completion" \
            "$PREFIX/share/man/man1" "$PREFIX/share/man" "$PREFIX/share" "$PREFIX"; do
            empty "${DESTDIR-}$path"
            [ -n "${DESTDIR-}" ] || continue
            while path=$(dirname "$path") && [ "$path" != / ] && [ "$path" != . ]; do empty "$DESTDIR$path"; done
        done
        ;;
    esac
    tell_loader
    exit 0
fi

# `make server` builds no library: after an upgrade an old one would stand beside headers whose functions it has not.
newer=$(find include -type f -newer "build/libgamebase.so.$release" | head -n 1)
[ -z "$newer" ] || echo "warning: build/libgamebase.so.$release is older than $newer; make library builds it anew" >&2

# The paths in the packages are relative, so that the whole tree may move. pkg-config escapes no more than spaces in the
# folder of its file: with other signs in a path it gets the paths as they are, each sign behind a backslash.
to_include=$(realpath -ms --relative-to="$libdir/pkgconfig" "$includedir")
for_sed() { sed 's/[\\&/]/\\&/g'; }
case $PREFIX$libdir$includedir in
*[!A-Za-z0-9_./+,:@\ -]*) for_pkg_config() { printf '%s' "$1" | sed 's|[^A-Za-z0-9_./+,:@-]|\\&|g' | for_sed; } ;;
*)
    for_pkg_config() {
        printf '${pcfiledir}/%s' "$(realpath -ms --relative-to="$libdir/pkgconfig" "$1" | sed 's/ /\\&/g')" | for_sed
    }
    ;;
esac

# fill NAME TO SED_SCRIPT: a file from its template.
fill() {
    sed -e "s/@VERSION@/$release/g" -e "s/@MAJOR@/$major/g" -e "$3" "$here/$1.in" >"$2"
    chmod 644 "$2"
}

for directory in include/*/; do
    name=$(basename "$directory")
    install -d "$include/$name"
    for header in "$directory"*.h "$directory"*.hpp "$directory"*.schema.json; do
        [ ! -f "$header" ] || install -m 644 "$header" "$include/$name/"
    done
done
install -m 644 build/gamebase.cdef "$include/Gamebase/"
install -d "$lib/pkgconfig" "$lib/cmake/Gamebase"
install -m 755 "build/libgamebase.so.$release" "$lib/"
ln -sf "libgamebase.so.$release" "$lib/libgamebase.so.$major"
ln -sf "libgamebase.so.$major" "$lib/libgamebase.so"
install -m 644 build/libgamebase.a "$lib/"
fill gamebase.pc "$lib/pkgconfig/gamebase.pc" \
    "s/@PREFIX@/$(for_pkg_config "$PREFIX")/; s/@LIBDIR@/$(for_pkg_config "$libdir")/; s/@INCLUDEDIR@/$(for_pkg_config "$includedir")/"
fill gamebase-config.cmake "$lib/cmake/Gamebase/gamebase-config.cmake" \
    "s/@TO_LIBRARY@/..\/../; s/@TO_INCLUDE@/$(printf '../%s' "$to_include" | for_sed)/"
fill gamebase-config-version.cmake "$lib/cmake/Gamebase/gamebase-config-version.cmake" ''
if [ -f build/gamebased ]; then
    install -d "$bin" "$share/man/man1" "$share/gamebase/server" "${DESTDIR-}$units"
    install -m 755 build/gamebased "$bin/"
    install -m 644 "$here/server/gamebased.1" "$share/man/man1/"
    if [ -f build/gamebasectl ]; then
        install -d "$share/bash-completion/completions"
        install -m 755 build/gamebasectl "$bin/"
        install -m 644 "$here/server/gamebasectl.1" "$share/man/man1/"
        install -m 644 "$here/server/gamebasectl.bash" "$share/bash-completion/completions/gamebasectl"
    fi
    # In a unit a path stands in quotes, behind them a backslash and a quote are escaped, and a per cent sign is written twice.
    program=$(printf '"%s/bin/gamebased"' "$(printf '%s' "$PREFIX" | sed 's/[\\"]/\\&/g; s/%/%%/g')" | for_sed)
    sed "s/^ExecStart=[^ ]*/ExecStart=$program/" "$here/server/gamebased.service" >"${DESTDIR-}$units/gamebased.service"
    chmod 644 "${DESTDIR-}$units/gamebased.service"
    install -m 644 "$here/server/nginx.conf" "$here/server/haproxy.cfg" "$here/server/Caddyfile" "$share/gamebase/server/"
    install -m 755 "$here/server/two-servers.sh" "$share/gamebase/server/"
fi
tell_loader
echo "installed in ${DESTDIR-}$PREFIX"
