/* For the examples in C: waits for one answer after the other, and ends the program when one is an error. A game does not wait: it goes on
 * drawing, and drains the loop once a frame. */
#ifndef AWAIT_H
#define AWAIT_H

#include <Gamebase/Gamebase.h>
#include <stdio.h>
#include <stdlib.h>

static bool answered;

static inline void check(const TCGBError *error, const void *step) {
    if (!error) return;
    fprintf(stderr, "%s: %s\n", (const char *)step, TCGBError_message(error));
    exit(1);
}
static inline void expect(bool isSo, const char *what) {
    if (isSo) return;
    fprintf(stderr, "not so: %s\n", what);
    exit(1);
}
/* For `return` in `main`. */
static inline int usage(const char *arguments) {
    fprintf(stderr, "usage: %s\n", arguments);
    return 2;
}
/* What a call is given as its context: here the name of the step, for what `check` prints. */
static inline void *step(const char *name) { return (void *)name; }

/* Until a completion has set `answered`. */
static inline void await(void) {
    while (!answered) TCGBRunLoop_runUntil(1000);
    answered = false;
}

/* Completions that have nothing to keep. */
static inline void onDone(const TCGBError *error, void *context) {
    check(error, context);
    answered = true;
}
static inline void onText(const char *text, const TCGBError *error, void *context) {
    (void)text;
    onDone(error, context);
}
static inline void onLogin(const TCGBAuthToken *token, const TCGBError *error, void *context) {
    (void)token;
    onDone(error, context);
}

static inline void initialize(const char *appID) {
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion(appID, "1.0.0");
    TCGBGamebase_initializeWithConfiguration_completion(configuration, onText, step("initialize"));
    TCGBRelease(configuration);
    await();
}
static inline void loadSettings(const char *path) {
    TCGBConsole_loadSettingsFromFile_completion(path, onDone, step("settings"));
    await();
}
static inline void logInAsGuest(void) {
    TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, onLogin, step("log-in"));
    await();
}

#endif
