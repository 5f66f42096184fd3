/* fork: the child inherits memory and descriptors, but no threads. */
#include "play.h"

#include <sys/wait.h>

static void in_child(void (*body)(void)) {
    pid_t child = fork();
    require(child >= 0);
    if (child == 0) {
        alarm(15);
        body();
        _exit(0);
    }
    int status = 0;
    require(waitpid(child, &status, 0) == child);
    if (WIFSIGNALED(status)) broken_number(__FILE__, __LINE__, "the child ends by itself (signal)", WTERMSIG(status), 0);
    require_equal(WEXITSTATUS(status), 0);
}

static const TCGBError *kept_error;
static void child_calls(void) {
    require(!TCGBGamebase_isInitialized());
    PLAY(&answer, TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, &answer));
    require_equal(answer.code, TCGB_ERROR_NOT_INITIALIZED);
    PLAY(&answer, TCGBConsole_saveSettingsWithCompletion(on_json, &answer));
    require_equal(answer.code, TCGB_ERROR_NOT_INITIALIZED);
    TCGBError_message(kept_error);
    TCGBRelease(kept_error);
    require(TCGBGamebase_userID() == NULL);
    TCGBGamebase_shutdown(1000);
}

PROMISE("in a forked child every call is answered with error 1, and nothing hangs") {
    start_playing();
    kept_error = TCGBError_resultWithCode(3);
    in_child(child_calls);
    require_equal(TCGBError_code(kept_error), 3);
    TCGBRelease(kept_error);
    PLAY_WELL(&answer, TCGBConsole_saveSettingsWithCompletion(on_json, &answer));
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("fork in the middle of calls hangs neither parent nor child") {
    start_playing();
    static struct answer many[100];
    for (int i = 0; i < 100; i++) {
        TCGBConsole_saveSettingsWithCompletion(on_json, &many[i]);
        if (i % 20 == 0) in_child(child_calls);
    }
    for (int i = 0; i < 100; i++) {
        require(pump_until(&many[i].times, PLAY_LIMIT_MILLISECONDS));
        require_equal(many[i].code, 0);
    }
    require(TCGBGamebase_shutdown(2000));
}

static void child_plays_elsewhere(void) {
    char path[4096];
    snprintf(path, sizeof path, "%s/child", directory);
    initialize_in(path);
    load_settings();
    log_in();
    require(TCGBGamebase_shutdown(5000));
}

PROMISE("a forked child may initialize for itself, in a directory of its own") {
    char path[4096];
    snprintf(path, sizeof path, "%s/parent", directory);
    initialize_in(path);
    log_in();
    /* SQLite's own locks may be held by the service's thread while it works, and a child inherits them so: fork at rest. */
    pump_for(500);
    in_child(child_plays_elsewhere);
    PLAY_WELL(&answer, TCGBConsole_saveSettingsWithCompletion(on_json, &answer));
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a forked child that lives on does not keep the storage directory locked") {
    start_playing();
    int channel[2];
    require(pipe(channel) == 0);
    pid_t child = fork();
    if (child == 0) {
        char byte;
        alarm(30);
        close(channel[1]);
        _exit(read(channel[0], &byte, 1) == 0 ? 0 : 1);
    }
    close(channel[0]);
    require(TCGBGamebase_shutdown(2000));
    initialize_here();
    require(TCGBGamebase_shutdown(2000));
    close(channel[1]);
    int status = 0;
    require(waitpid(child, &status, 0) == child && status == 0);
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
