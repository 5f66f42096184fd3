/* fork: the child inherits memory and descriptors, but no threads. */
#include "play.h"

#include <NCMB/NCMB.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
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
    /* The parent's handles name nothing here, and the child's own do. */
    require(TCGBError_message(kept_error) == NULL);
    require_equal(TCGBError_code(kept_error), 0);
    TCGBRelease(kept_error);
    TCGBError *own = TCGBError_resultWithCode(7);
    require_equal(TCGBError_code(own), 7);
    TCGBRelease(own);
    require_equal(TCGBError_code(own), 0);
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

static const char *below(const char *name) {
    static char path[4096];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    return path;
}
static void child_plays_elsewhere(void) {
    initialize_in(below("child"));
    load_settings();
    log_in();
    require(TCGBGamebase_shutdown(5000));
}
static int generation;
static void child_is_refused(void) {
    require(TCGBHost_setStorageDirectory(below("child")));
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Contract", "1.0.0");
    for (int i = 0; i < 2; i++) {
        PLAY(&answer, TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, &answer));
        require_equal(answer.code, TCGB_ERROR_INVALID_INTERNAL_STATE);
        require(strstr(answer.message, "forked") && strstr(answer.message, "exec"));
    }
    TCGBInstance *other = TCGBInstance_create();
    require(other && TCGBInstance_makeCurrent(other) && TCGBHost_setStorageDirectory(":memory:"));
    PLAY(&answer, TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, &answer));
    require_equal(answer.code, TCGB_ERROR_INVALID_INTERNAL_STATE);
    require(TCGBInstance_destroy(other, 100));
    require(!TCGBGamebase_isInitialized());
    require(TCGBGamebase_shutdown(1000));
    if (generation++ == 0) in_child(child_is_refused); /* what was inherited is inherited further */
}

/* R13 */
PROMISE("a child forked while the library runs is refused by initialize, and never hangs") {
    initialize_in(below("parent"));
    load_settings();
    for (int round = 0; round < 40; round++) {
        if (round % 2 == 0) {
            log_in();
        } else {
            fresh(&answer);
            TCGBConsole_advanceClockByMilliseconds_completion(1, on_error, &answer);
            usleep((useconds_t)(round * 37)); /* somewhere inside the commit */
        }
        in_child(child_is_refused);
        if (round % 2 == 0) PLAY_WELL(&answer, TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &answer));
        else require(pump_until(&answer.times, PLAY_LIMIT_MILLISECONDS));
    }
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a child forked before the parent initializes, or after its shutdown, may initialize for itself") {
    for (int life = 0; life < 2; life++) {
        in_child(child_plays_elsewhere);
        initialize_in(below("parent"));
        log_in();
        require(TCGBGamebase_shutdown(2000));
    }
    in_child(child_plays_elsewhere);
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

static atomic_bool is_over;
static void use_objects(void) {
    NCMBObject *horse = NCMBObject_objectWithClassName("Horse"), *stable = NCMBObject_objectWithClassName("Stable");
    NCMBObject_setObjectId(horse, "h");
    for (int i = 0; i < 20; i++) require_text(NCMBObject_objectId(horse), "h");
    require(NCMBObject_setObject_forKey_object(horse, stable, "stable"));
    TCGBRelease(horse);
    TCGBRelease(stable);
}
static void *keep_using(void *nothing) {
    while (!atomic_load(&is_over)) use_objects();
    return nothing;
}

PROMISE("a child that is forked while threads use objects of the mobile backend uses objects of its own") {
    pthread_t users[2];
    for (int i = 0; i < 2; i++) require(pthread_create(&users[i], NULL, keep_using, NULL) == 0);
    for (int i = 0; i < 50; i++) in_child(use_objects);
    atomic_store(&is_over, true);
    for (int i = 0; i < 2; i++) require(pthread_join(users[i], NULL) == 0);
}

static _Thread_local bool is_slow;
static atomic_bool is_asked, has_begun;
/* The library asks in a child who it is. */
pid_t getpid(void) {
    if (is_slow) {
        is_slow = false;
        atomic_store(&is_asked, true);
        for (int i = 0; i < 2000 && !atomic_load(&has_begun); i++) usleep(1000);
    }
    return (pid_t)syscall(SYS_getpid);
}
static void *begin_slowly(void *nothing) {
    is_slow = true;
    TCGBError *own = TCGBError_resultWithCode(8);
    require_equal(TCGBError_code(own), 8);
    TCGBRelease(own);
    return nothing;
}
static void two_begin(void) {
    pthread_t other;
    require(pthread_create(&other, NULL, begin_slowly, NULL) == 0);
    while (!atomic_load(&is_asked)) usleep(1000);
    TCGBError *own = TCGBError_resultWithCode(7);
    atomic_store(&has_begun, true);
    require(pthread_join(other, NULL) == 0);
    require_equal(TCGBError_code(own), 7);
    TCGBRelease(own);
}

PROMISE("two threads of a forked child that begin at once have one library") {
    TCGBRelease(TCGBError_resultWithCode(3));
    in_child(two_begin);
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
