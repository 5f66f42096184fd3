/* What a start and a commit ask of the disk: this program's flushes and looks stand in for the system's, and note what they are asked. */
#include "play.h"

#include <pthread.h>
#include <sys/stat.h>
#include <sys/syscall.h>

enum { FLUSHES_MAX = 256 };
static pthread_mutex_t flushes_lock = PTHREAD_MUTEX_INITIALIZER;
static char flushed[FLUSHES_MAX][1024];
static int flushes;
/* While set, the log is not flushed: whoever waits for a commit waits. */
static volatile int log_stuck;

static bool ends_with(const char *text, const char *end) {
    size_t length = strlen(text), least = strlen(end);
    return length >= least && strcmp(text + length - least, end) == 0;
}
static void note_flush(int descriptor) {
    char link[64], path[1024] = "";
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    path[length > 0 ? length : 0] = 0;
    while (log_stuck && ends_with(path, "-wal")) usleep(1000);
    pthread_mutex_lock(&flushes_lock);
    if (flushes < FLUSHES_MAX) snprintf(flushed[flushes++], sizeof *flushed, "%s", path);
    pthread_mutex_unlock(&flushes_lock);
}
int fsync(int descriptor) {
    note_flush(descriptor);
    return (int)syscall(SYS_fsync, descriptor);
}
int fdatasync(int descriptor) {
    note_flush(descriptor);
    return (int)syscall(SYS_fdatasync, descriptor);
}
static int flushes_of(const char *path) {
    int count = 0;
    pthread_mutex_lock(&flushes_lock);
    for (int i = 0; i < flushes; i++) count += strcmp(flushed[i], path) == 0;
    pthread_mutex_unlock(&flushes_lock);
    return count;
}

static volatile int looks, looks_for_more;
int statx(int folder, const char *path, int flags, unsigned mask, struct statx *status) {
    if (mask == STATX_INO) looks++;
    else looks_for_more++;
    return (int)syscall(SYS_statx, folder, path, flags, mask, status);
}

static char open_folder[4096], made[4200], storage[4300];
/* A folder that others may enter, and in it what the library makes. */
static void choose_storage(void) {
    require(realpath(directory, open_folder));
    snprintf(open_folder + strlen(open_folder), 16, "/open");
    snprintf(made, sizeof made, "%s/made", open_folder);
    snprintf(storage, sizeof storage, "%s/game", made);
    require(mkdir(open_folder, 0755) == 0 && chmod(open_folder, 0755) == 0);
}

PROMISE("a first start flushes the folders that it made and the one they are in, and none further up") {
    choose_storage();
    initialize_in(storage);
    require(flushes_of(storage) > 0);
    require(flushes_of(made) > 0);
    require(flushes_of(open_folder) > 0);
    require_equal(flushes_of(directory), 0);
    require_equal(flushes_of("/"), 0);
}

PROMISE("a first start waits for no commit, and a later one commits nothing and flushes one folder") {
    choose_storage();
    log_stuck = 1;
    initialize_in(storage);
    log_stuck = 0;
    /* Behind what the start left to be done. */
    PLAY_WELL(&answer, TCGBConsole_saveSettingsWithCompletion(on_json, &answer));
    require(TCGBGamebase_shutdown(5000));
    flushes = 0;
    initialize_in(storage);
    require(TCGBGamebase_shutdown(5000));
    require_equal(flushes, 1);
    require_equal(flushes_of(storage), 1);
}

PROMISE("the folder is flushed before the first commit of a life") {
    choose_storage();
    initialize_in(storage);
    require(TCGBGamebase_shutdown(5000));
    flushes = 0;
    initialize_in(storage);
    PLAY_WELL(&answer, TCGBConsole_advanceClockByMilliseconds_completion(1, on_error, &answer));
    require(flushes > 1);
    require_text(flushed[0], storage);
    require(ends_with(flushed[flushes - 1], "-wal"));
    flushes = 0;
    PLAY_WELL(&answer, TCGBConsole_advanceClockByMilliseconds_completion(1, on_error, &answer));
    require_equal(flushes, 1);
}

/* Whoever asks for a file's times makes Linux write its inode with the next change, and a commit takes a third longer. */
PROMISE("before a commit the files are looked at for their numbers alone") {
    choose_storage();
    initialize_in(storage);
    PLAY_WELL(&answer, TCGBConsole_advanceClockByMilliseconds_completion(1, on_error, &answer));
    looks = looks_for_more = 0;
    PLAY_WELL(&answer, TCGBConsole_advanceClockByMilliseconds_completion(1, on_error, &answer));
    require_equal(looks, 2);
    require_equal(looks_for_more, 0);
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
