#!/bin/sh
# The mobile backend over its REST interface, with curl and openssl alone: sign-up, save, query, file, push.
# usage: ncmb.sh http://HOST[:PORT] APPLICATION_KEY CLIENT_KEY
set -eu
[ $# -eq 3 ] || { echo "usage: ncmb.sh http://HOST[:PORT] APPLICATION_KEY CLIENT_KEY" >&2; exit 2; }
server=$1 application=$2 client=$3 session=
host=${server#*://} host=${host%%/*} host=${host%:*} # what is signed has no port

# METHOD PATH [CURL ARGUMENT...]: signs a call, makes it, prints its answer, and fails where that is a refusal.
call() {
    method=$1 path=$2 time=$(date -u +%Y-%m-%dT%H:%M:%S.000Z) query=
    shift 2
    case $path in *\?*) query=${path#*\?} ;; esac
    # Four lines: the parameters of a GET stand among the others, in the order of their names, encoded as they are sent.
    parameters=$({
        printf '%s\n' SignatureMethod=HmacSHA256 SignatureVersion=2 "X-NCMB-Application-Key=$application" "X-NCMB-Timestamp=$time"
        [ "$method" != GET ] || printf '%s' "$query" | tr '&' '\n'
    } | LC_ALL=C sort | paste -s -d '&' -)
    signature=$(printf '%s\n%s\n%s\n%s' "$method" "$host" "${path%%\?*}" "$parameters" |
        openssl dgst -sha256 -hmac "$client" -binary | openssl base64)
    curl --silent --show-error --fail-with-body --request "$method" "$server$path" --header "X-NCMB-Application-Key: $application" \
        --header "X-NCMB-Timestamp: $time" --header "X-NCMB-Signature: $signature" \
        ${session:+--header "X-NCMB-Apps-Session-Token: $session"} "$@"
}
json() { printf 'Content-Type: application/json'; }
field() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; } # one text out of an answer; a program has a reader of JSON for that

name=rider-$(date +%s)-$$
answer=$(call POST /2013-09-01/users --header "$(json)" --data "{\"userName\":\"$name\",\"password\":\"a long secret\"}")
session=$(echo "$answer" | field sessionToken)
echo "signed up: $name"

answer=$(call POST /2013-09-01/classes/Horse --header "$(json)" --data "{\"name\":\"Arion\",\"points\":7,\"rider\":\"$name\"}")
horse=$(echo "$answer" | field objectId)
call PUT "/2013-09-01/classes/Horse/$horse" --header "$(json)" --data '{"points":{"__op":"Increment","amount":5}}' >/dev/null
echo "saved: a horse"

answer=$(call GET "/2013-09-01/classes/Horse?where=%7B%22rider%22%3A%22$name%22%2C%22points%22%3A%7B%22%24gte%22%3A10%7D%7D&count=1")
echo "found: $(echo "$answer" | field name)"

file=$(mktemp)
trap 'rm -f "$file"' EXIT
echo "a picture" >"$file"
call POST "/2013-09-01/files/$name.png" --form "file=@$file;type=image/png" >/dev/null
echo "stored: $(call GET "/2013-09-01/files/$name.png")"

call POST /2013-09-01/push --header "$(json)" \
    --data '{"target":["ios","android"],"message":"The race begins","immediateDeliveryFlag":true,"searchCondition":{}}' >/dev/null
echo "pushed: The race begins"
call GET /2013-09-01/logout
echo done
