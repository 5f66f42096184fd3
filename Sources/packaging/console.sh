#!/bin/sh
# Writes Sources/Console/page.c: the table of the files that are in the binary for the operator's console. Run it when a file comes or goes.
# usage: console.sh > Sources/Console/page.c
set -eu
cd "$(dirname "$0")/../Console"
echo '// Made by Sources/packaging/console.sh: what is in Page, Chart.js as Debian has it, and the description of the interface.'
echo '#include "console.h"'
echo
echo '#include <stddef.h>'
number=0
rows=
embed() {
    number=$((number + 1))
    printf '\nstatic const unsigned char file_%d[] = {\n#embed "%s"\n};\n' $number "$2"
    rows="$rows    {\"$1\", file_$number, sizeof file_$number},
"
}
for file in $(find Page -type f | LC_ALL=C sort); do embed "${file#Page/}" "$file"; done
embed chart.js /usr/share/javascript/chart.js/chart.min.js
embed openapi.json ../../docs/openapi.json
printf '\nstatic const struct gb_console_file files[] = {\n%s};\n\n' "$rows"
cat <<'END'
const struct gb_console_file *gb_console_file(int index) {
    return index >= 0 && (size_t)index < sizeof files / sizeof *files ? &files[index] : NULL;
}
END
