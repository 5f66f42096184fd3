#!/bin/sh
# Two gamebased on one PostgreSQL, on this machine, as an example: each has a port of its own, both have the operator's key and the
# settings. nginx.conf beside this file sends games to either. In earnest each is a systemd unit on a machine of its own.
# usage: two-servers.sh postgresql://USER@HOST[,HOST...]/DATABASE CONSOLE_FILE KEY_FILE
set -eu
[ $# -eq 3 ] || { sed -n 's/^# usage: /usage: /p' "$0" >&2 && exit 2; }
servers='' told=''
# To these two alone: a signal to the group would come back to this script, again and again, and to whatever started it.
# shellcheck disable=SC2086
end() {
    told=yes
    kill $servers 2>/dev/null || true
}
trap end INT TERM
for port in 7878 7879; do
    [ -z "$told" ] || break
    gamebased --database "$1" --console "$2" --operator-key-file "$3" --listen "127.0.0.1:$port" &
    servers="$servers $!"
done
# Told between a start and its name in the list.
[ -z "$told" ] || end
status=0
for server in $servers; do
    # A signal ends the waiting, and not yet the server.
    while kill -0 "$server" 2>/dev/null; do wait "$server" || status=$?; done
done
[ -n "$told" ] || exit "$status"
