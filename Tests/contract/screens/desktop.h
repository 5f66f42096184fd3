/* A desktop without a browser: an xdg-open of the test's own, first on the PATH. */
#ifndef DESKTOP_H
#define DESKTOP_H

#include <sys/stat.h>

#include "play.h"

/* Makes it. It writes down how many arguments it was given and the first of them, then what the commands `also` print.
 * Returns the path of the record, which is there when it is whole. */
static const char *fake_desktop(const char *also) {
    static char folder[4096], program[4200], record[4200], path[9000];
    snprintf(folder, sizeof folder, "%s/bin", directory);
    require(mkdir(folder, 0700) == 0);
    snprintf(program, sizeof program, "%s/xdg-open", folder);
    snprintf(record, sizeof record, "%s/record", folder);
    FILE *file = fopen(program, "w");
    require(file);
    fprintf(file, "#!/bin/sh\n{ printf '%%s %%s\\n' $# \"$1\"; %s } > '%s.new'\nmv '%s.new' '%s'\n", also, record, record, record);
    require(fclose(file) == 0);
    require(chmod(program, 0700) == 0);
    /* Entries that are no absolute path are passed over. */
    snprintf(path, sizeof path, "relative::%s:%s", folder, getenv("PATH"));
    require(setenv("PATH", path, 1) == 0);
    return record;
}
static char recorded[8192];
static void wait_for_record(const char *record) {
    await_for(access(record, R_OK) == 0, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(20));
    FILE *file = fopen(record, "r");
    require(file);
    recorded[fread(recorded, 1, sizeof recorded - 1, file)] = 0;
    fclose(file);
    require(unlink(record) == 0);
}

#endif
