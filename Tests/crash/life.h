/* A life of the machine: a process that begins where the last one left the disk. */
#ifndef LIFE_H
#define LIFE_H

#include <signal.h>
#include <sys/random.h>
#include <sys/wait.h>

#include "machine.h"
#include "story.h"
#include "vfs.h"

enum { LIFE_SECONDS_MAX = 60 };

/* The library's random numbers, in place of the system's: from the seed of this life. */
static uint64_t chance;
ssize_t getrandom(void *buffer, size_t size, unsigned flags) {
    (void)flags;
    for (size_t i = 0; i < size; i++) ((uint8_t *)buffer)[i] = (uint8_t)throw_dice(&chance);
    return (ssize_t)size;
}

/* Runs `live` in a process of its own. Returns its exit status, or 128 and the signal that ended it. */
static int run_life(uint64_t seed, void (*live)(uint64_t)) {
    int status;
    agree_with_directory(directory);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        chance = seed;
        alarm(LIFE_SECONDS_MAX);
        live(seed);
        _exit(0);
    }
    while (child < 0 || waitpid(child, &status, 0) < 0)
        if (child < 0 || errno != EINTR) perror("fork"), exit(2);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static struct books look_at_the_disk(bool settled) {
    struct books books = {0};
    bool right = true;
    LOCKED({
        int database = disk_find("gamebase.db");
        if (database >= 0 && machine->files[database].size > 0) right = read_books("/copy/gamebase.db", settled, &books);
    });
    keep_promise(right, "the books are wrong %s the restart", settled ? "after" : "before");
    return books;
}
/* The store has promised money that it does not take before later. */
static bool store_is_late;

/* Starts on what is there, logs in, and compares everything with the story. The open payments are in `list` then. */
static void restart_and_compare(void) {
    look_at_the_disk(false);
    initialize_here();
    load_story_settings();
    log_in();
    int64_t cents = compare_list();
    hear_login();
    struct books books = look_at_the_disk(!store_is_late);
    keep_promise(
        books.open_cents == cents, "the ledger has %lld cents open and the list %lld", (long long)books.open_cents, (long long)cents);
}

#endif
