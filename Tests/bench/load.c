/* A fresh process for each measurement; it is not linked to the library, so that dlopen has its work to do.
 *
 *     load LIBRARY DIRECTORY     prints the seconds from dlopen to the completion of initialize
 *     load LIBRARY               prints the seconds of dlopen alone */
#include <Gamebase/Gamebase.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"

static volatile int answered;
static void onInitialized(const char *info, const TCGBError *error, void *context) {
    (void)info, (void)context;
    answered = error ? 2 : 1;
}
static void *library;
static void *find(const char *name) {
    void *found = dlsym(library, name);
    if (!found) exit(1);
    return found;
}
#define FIND(name) ((__typeof__(&name))find(#name))

int main(int count, char **arguments) {
    if (count < 2) return 2;
    double began = seconds();
    library = dlopen(arguments[1], RTLD_NOW);
    if (!library) return fprintf(stderr, "%s\n", dlerror()), 1;
    if (count > 2) {
        FIND(TCGBHost_setStorageDirectory)(arguments[2]);
        TCGBConfiguration *configuration = FIND(TCGBConfiguration_configurationWithAppID_appVersion)("Bench", "1.0.0");
        FIND(TCGBGamebase_initializeWithConfiguration_completion)(configuration, onInitialized, NULL);
        while (!answered) FIND(TCGBRunLoop_runUntil)(1000);
    }
    printf("%.9f\n", seconds() - began);
    if (count > 2) FIND(TCGBGamebase_shutdown)(2000);
    return answered == 2;
}
