/* A file system of its own, with room for little: what was kept is read when it is full, and a start needs no room. */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>

#include "backend.h"

enum { HORSES = 40, TEXT_BYTES = 8000 };

static char filler[512];

/* Nobody else sees it, and it goes with this process. */
static void make_small_disk(void) {
    if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("tmpfs", directory, "tmpfs", 0, "size=8m,mode=0700") != 0)
        skip("this process may not mount a file system: root is needed");
    snprintf(filler, sizeof filler, "%s/filler", directory);
}
static void fill_disk(void) {
    static const char piece[4096];
    int file = open(filler, O_WRONLY | O_CREAT | O_APPEND, 0600);
    require(file >= 0);
    while (write(file, piece, sizeof piece) > 0) {}
    require_equal(errno, ENOSPC);
    require(close(file) == 0);
}
static void keys(void) {
    require(TCGBHost_setStorageDirectory(directory));
    NCMB_setApplicationKey_clientKey("application-key", "client-key");
}
static void name_horse(NCMBObject *horse, const char *name) {
    static char text[TEXT_BYTES + 1];
    memset(text, 'x', TEXT_BYTES);
    require(NCMBObject_setObject_forKey_string(horse, name, "name") && NCMBObject_setObject_forKey_string(horse, text, "text"));
}
static size_t horses(void) {
    NCMBQuery *query = NCMBQuery_queryWithClassName("Horse");
    PLAY_WELL(&answer, NCMBQuery_countObjectsInBackgroundWithBlock(query, on_number, &answer));
    TCGBRelease(query);
    return answer.count;
}
/* A life that ends as by kill -9, with a log that is not in the database yet. */
static void first_life(void) {
    pid_t child = fork();
    require(child >= 0);
    if (child == 0) {
        keys();
        for (int number = 0; number < HORSES; number++) {
            NCMBObject *horse = NCMBObject_objectWithClassName("Horse");
            name_horse(horse, "first");
            save(horse);
        }
        _exit(0);
    }
    int status = 0;
    require(waitpid(child, &status, 0) == child);
    require_equal(status, 0);
}
/* It cannot be kept, and is not said to be. */
static void save_without_room(const char *name) {
    NCMBObject *horse = NCMBObject_objectWithClassName("Horse");
    name_horse(horse, name);
    PLAY(&answer, NCMBObject_saveInBackgroundWithBlock(horse, on_error, &answer));
    require(answer.code != 0);
    if (!strstr(answer.message, "full"))
        broken_text(__FILE__, __LINE__, "the message", answer.message, "one that says that the disk is full");
}

PROMISE("on a full disk a start reads what is there, refuses what is to be kept, and keeps it when there is room") {
    make_small_disk();
    first_life();
    fill_disk();
    keys();
    require_equal(horses(), HORSES);
    save_without_room("refused");
    require_equal(horses(), HORSES);
    save_without_room("refused again");
    require_equal(horses(), HORSES);
    require(unlink(filler) == 0);
    NCMBObject *horse = NCMBObject_objectWithClassName("Horse");
    name_horse(horse, "behind");
    save(horse);
    require_equal(horses(), HORSES + 1);
    require(TCGBGamebase_shutdown(5000));
    keys();
    require_equal(horses(), HORSES + 1);
}

PROMISE("a disk that becomes full lets what is there be read, and what is kept again when there is room") {
    make_small_disk();
    keys();
    NCMBObject *horse = NCMBObject_objectWithClassName("Horse");
    name_horse(horse, "before");
    save(horse);
    fill_disk();
    for (int number = 0; number < HORSES; number++) {
        NCMBObject *more = NCMBObject_objectWithClassName("Horse");
        name_horse(more, "more");
        PLAY(&answer, NCMBObject_saveInBackgroundWithBlock(more, on_error, &answer));
        /* The log may have room of its own. */
        if (answer.code != 0) break;
        fill_disk();
    }
    save_without_room("refused");
    size_t kept = horses();
    require(kept >= 1);
    require(unlink(filler) == 0);
    NCMBObject *last = NCMBObject_objectWithClassName("Horse");
    name_horse(last, "last");
    save(last);
    require_equal(horses(), kept + 1);
}

PROMISE("on a full disk Gamebase starts, and says what it can of launching") {
    make_small_disk();
    pid_t child = fork();
    require(child >= 0);
    if (child == 0) {
        start_playing();
        _exit(0);
    }
    int status = 0;
    require(waitpid(child, &status, 0) == child);
    require_equal(status, 0);
    fill_disk();
    initialize_here();
    require(strstr(answer.json, "launching"));
    require(unlink(filler) == 0);
    log_in();
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
