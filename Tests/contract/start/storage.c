/* The storage directory: whose it is, and what happens when it cannot be used. */
#include "play.h"

#include <dlfcn.h>
#include <ftw.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

static char path[4096];
static const char *below(const char *name) {
    snprintf(path, sizeof path, "%s/%s", directory, name);
    return path;
}
/* Initializes and hands over the error code, 0 for success. */
static int64_t initialize_with(const char *place) {
    require(TCGBHost_setStorageDirectory(place));
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Contract", "1.0.0");
    PLAY(&answer, TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, &answer));
    TCGBRelease(configuration);
    return answer.code;
}

static int files;
static int private_entry(const char *name, const struct stat *info, int kind, struct FTW *where) {
    (void)kind, (void)where;
    files++;
    if ((info->st_mode & 07777) != (S_ISDIR(info->st_mode) ? 0700u : 0600u))
        broken_number(__FILE__, __LINE__, name, info->st_mode & 07777, 0600);
    return 0;
}

PROMISE("the directory is made for its owner alone (0700), and so are the files in it (0600)") {
    umask(0);
    initialize_in(below("a/b/c"));
    load_settings();
    log_in();
    require(nftw(path, private_entry, 8, FTW_PHYS) == 0);
    require(files >= 3);
    require_text(TCGBHost_storageDirectory(), path);
    require(TCGBGamebase_shutdown(2000));
    require(nftw(path, private_entry, 8, FTW_PHYS) == 0);
}

/* invariant 24 */
PROMISE("a second process on the same directory gets an error that says so, and may try again") {
    int ready[2], go[2];
    char byte = 0;
    require(pipe(ready) == 0 && pipe(go) == 0);
    pid_t child = fork(); /* before the library is used here */
    if (child == 0) {
        alarm(60);
        start_playing();
        require(write(ready[1], &byte, 1) == 1);
        require(read(go[0], &byte, 1) == 1);
        require(TCGBGamebase_shutdown(2000));
        _exit(0);
    }
    require(read(ready[0], &byte, 1) == 1);
    require(initialize_with(directory) != 0);
    char number[32];
    snprintf(number, sizeof number, "%d", (int)child);
    if (!strstr(answer.message, directory) || !strstr(answer.message, number))
        broken_text(__FILE__, __LINE__, "the message names the directory and the process", answer.message, directory);
    require(!TCGBGamebase_isInitialized());
    require(write(go[1], &byte, 1) == 1);
    int status = 0;
    require(waitpid(child, &status, 0) == child && status == 0);
    require(TCGBGamebase_shutdown(2000));
    require_equal(initialize_with(directory), 0);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a process that was killed leaves no lock behind") {
    int ready[2];
    char byte = 0;
    require(pipe(ready) == 0);
    pid_t child = fork();
    if (child == 0) {
        start_playing();
        require(write(ready[1], &byte, 1) == 1);
        pause();
    }
    require(read(ready[0], &byte, 1) == 1);
    kill(child, 9);
    require(waitpid(child, NULL, 0) == child);
    require_equal(initialize_with(directory), 0);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a directory that cannot be used is refused with an error that names it, and another may be chosen") {
    FILE *file = fopen(below("file"), "w");
    require(file && fclose(file) == 0);
    char place[4096];
    copy_text(place, sizeof place, path);
    require(initialize_with(place) != 0);
    require(strstr(answer.message, place));
    TCGBGamebase_shutdown(1000);
    require(initialize_with(below("file/deeper")) != 0);
    TCGBGamebase_shutdown(1000);
    require(symlink("/tmp", below("link")) == 0);
    require(initialize_with(path) != 0);
    TCGBGamebase_shutdown(1000);
    require_equal(initialize_with(below("good")), 0);
    require(TCGBGamebase_shutdown(2000));
}

/* invariant 24 */
PROMISE("an initialize that failed can be repeated without a shutdown") {
    static struct answer other;
    TCGBInstance *holder = TCGBInstance_create();
    require(TCGBInstance_makeCurrent(holder));
    initialize_here();
    require(TCGBInstance_makeCurrent(NULL));
    for (int i = 0; i < 3; i++) {
        require(initialize_with(directory) != 0);
        require(strstr(answer.message, "TCGBHost_setStorageDirectory")); /* the advice can be followed */
        require(!TCGBGamebase_isInitialized() && !TCGBGamebase_appID());
    }
    require_equal(initialize_with(below("elsewhere")), 0);
    require(!TCGBHost_setStorageDirectory(directory));
    require(TCGBGamebase_shutdown(2000));

    require(initialize_with(directory) != 0);
    require(TCGBInstance_destroy(holder, 2000));
    require_equal(initialize_with(directory), 0);
    require(TCGBGamebase_shutdown(2000));

    TCGBConfiguration *wrong = TCGBConfiguration_configurationWithAppID_appVersion("Wrong", "1.0.0");
    require(TCGBHost_setStorageDirectory(directory));
    for (int i = 0; i < 3; i++) { /* refused by the service, whose files are open by then */
        fresh(&other);
        PLAY(&answer, {
            TCGBGamebase_initializeWithConfiguration_completion(wrong, on_json, &answer);
            TCGBGamebase_initializeWithConfiguration_completion(wrong, on_json, &other);
        });
        require(pump_until(&other.times, PLAY_LIMIT_MILLISECONDS));
        require_equal(answer.code, TCGB_ERROR_LAUNCHING_UNREGISTERED_APP);
        require_equal(other.code, TCGB_ERROR_LAUNCHING_UNREGISTERED_APP);
    }
    TCGBRelease(wrong);
    require_equal(initialize_with(directory), 0);
    log_in();
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a directory that is no absolute path is refused at once") {
    require(!TCGBHost_setStorageDirectory(NULL));
    require(!TCGBHost_setStorageDirectory(""));
    require(!TCGBHost_setStorageDirectory("relative"));
    require(!TCGBHost_setStorageDirectory("/bad\xff"));
    require(TCGBHost_setStorageDirectory(directory));
    initialize_here();
    require(!TCGBHost_setStorageDirectory(below("other")));
    require(TCGBGamebase_shutdown(2000));
    require(TCGBHost_setStorageDirectory(below("other")));
}

static int named; /* entries of the current folder */
static int name_entry(const char *name, const struct stat *info, int kind, struct FTW *where) {
    (void)info, (void)kind;
    if (where->level > 0) named++, fprintf(stderr, "%s\n", name);
    return 0;
}
PROMISE("nothing is left in the current folder, whichever directory is chosen, refused or missing") {
    static char long_path[4100];
    char place[4096], kept[4096], long_name[300];
    require(mkdir(below("kept"), 0700) == 0 && mkdir(below("here"), 0700) == 0 && chdir(path) == 0);
    copy_text(kept, sizeof kept, below("kept"));
    memset(long_path, '/', sizeof long_path - 1);
    memset(long_name, 'n', sizeof long_name - 1);
    const char *const refused[] = {NULL, "", ".", "..", "relative", "./relative", "~", " ", "\n", "file:///tmp", long_path};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) require(!TCGBHost_setStorageDirectory(refused[i]));
    require(!TCGBConsole_startAnew(NULL));
    snprintf(place, sizeof place, "/proc/self/mem/%s", "deeper");
    require(initialize_with(place) != 0);
    TCGBGamebase_shutdown(1000);
    snprintf(place, sizeof place, "%.3000s/%s", kept, long_name);
    require(initialize_with(place) != 0);
    TCGBGamebase_shutdown(1000);
    require(symlink(directory, below("kept/gamebase.db")) == 0 && initialize_with(kept) != 0);
    TCGBGamebase_shutdown(1000);
    require_equal(initialize_with(":memory:"), 0);
    load_settings();
    log_in();
    require(TCGBGamebase_shutdown(2000));
    require(nftw(".", name_entry, 8, FTW_PHYS) == 0);
    require_equal(named, 0);
}

PROMISE("settings from anything but a plain file are refused, and nothing hangs") {
    initialize_here();
    char place[4096];
    copy_text(place, sizeof place, below("pipe"));
    require(mkfifo(place, 0600) == 0);
    const char *const places[] = {directory, place, "/dev/zero", "/nowhere/console.json", "", "/proc/self/mem"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        PLAY(&answer, TCGBConsole_loadSettingsFromFile_completion(places[i], on_error, &answer));
        require(answer.code != 0);
        require(answer.message[0]);
    }
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a damaged store is an error that names it, never a crash") {
    start_playing();
    require(TCGBGamebase_shutdown(2000));
    char command[8192];
    snprintf(command, sizeof command, "find '%s' -type f -size +0 -exec sh -c 'head -c 65536 /dev/urandom >\"$1\"' _ {} \\;", directory);
    require(system(command) == 0);
    require(initialize_with(directory) != 0);
    require(answer.message[0]);
    require(TCGBGamebase_shutdown(2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }

/* A purchase; hands over its error code. */
static int64_t buy(void) {
    PLAY(&answer, TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem_100", NULL, on_purchase, &answer));
    return answer.code;
}
static void remove_everything(void) {
    char command[4200];
    snprintf(command, sizeof command, "rm -rf '%s'", directory);
    require_equal(system(command), 0);
}

PROMISE("when the directory was removed while the game ran, no purchase is acknowledged") {
    start_playing();
    require_equal(buy(), 0);
    remove_everything();
    require(buy() != 0);
    require(buy() != 0);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("when the store's files alone were removed while the game ran, no empty store takes their place") {
    char command[4200];
    start_playing();
    require_equal(buy(), 0);
    snprintf(command, sizeof command, "rm '%s'/gamebase.db*", directory);
    require_equal(system(command), 0);
    require(buy() != 0);
    require(buy() != 0);
    snprintf(command, sizeof command, "test ! -e '%s'/gamebase.db", directory);
    require_equal(system(command), 0);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a directory that is moved while the game runs takes its purchases along") {
    char place[4200], moved[4200];
    snprintf(place, sizeof place, "%s/one", directory), snprintf(moved, sizeof moved, "%s/two", directory);
    initialize_in(place), load_settings(), log_in();
    require_equal(buy(), 0);
    require(rename(place, moved) == 0);
    require_equal(buy(), 0);
    require(TCGBGamebase_shutdown(2000));
    initialize_in(moved), log_in();
    PLAY_WELL(&answer, TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, &answer));
    require_equal(answer.count, 2);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a host without standard input, output and error does not print into the library's files") {
    for (int standard = 0; standard < 3; standard++) close(standard);
    start_playing();
    char link[64], target[4200];
    int taken = 0;
    for (int standard = 0; standard < 3; standard++) {
        snprintf(link, sizeof link, "/proc/self/fd/%d", standard);
        ssize_t length = readlink(link, target, sizeof target - 1);
        if (length > 0) target[length] = 0, taken += strcmp(target, "/dev/null") != 0; /* SQLite fills them up with that */
    }
    bool ended = TCGBGamebase_shutdown(2000);
    _exit(taken == 0 && ended ? 0 : 9);
}

PROMISE("an SQLite that was set for a single thread is an error that says so") {
    int (*configure)(int, ...) = (int (*)(int, ...))dlsym(RTLD_DEFAULT, "sqlite3_config");
    require(configure);
    require_equal(configure(1 /* SQLITE_CONFIG_SINGLETHREAD */), 0);
    require_equal(initialize_with(directory), 11001);
    if (!strstr(answer.message, "SQLITE_CONFIG_SINGLETHREAD"))
        broken_text(__FILE__, __LINE__, "the message names the setting", answer.message, "SQLITE_CONFIG_SINGLETHREAD");
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("starting anew keeps the old files, waits for the shutdown, and is needed once") {
    char guest[64], kept[4400];
    start_playing();
    snprintf(guest, sizeof guest, "%s", TCGBGamebase_userID());
    require_equal(buy(), 0);
    require(!TCGBConsole_startAnew(NULL));
    require(TCGBGamebase_shutdown(2000));
    require(unlink(below("gamebase.db")) == 0);
    require_equal(initialize_with(directory), 11001);
    if (!strstr(answer.message, "TCGBConsole_startAnew"))
        broken_text(__FILE__, __LINE__, "the message says what to do", answer.message, "TCGBConsole_startAnew");
    require_equal(initialize_with(directory), 11001);
    require(TCGBConsole_startAnew(NULL));
    require(TCGBConsole_startAnew(NULL));
    start_playing();
    require(strcmp(TCGBGamebase_userID(), guest) != 0);
    require(TCGBGamebase_shutdown(2000));
    snprintf(kept, sizeof kept, "ls '%s'/aside-*/device.json > /dev/null", directory);
    require_equal(system(kept), 0);
}
