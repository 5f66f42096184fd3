/* A life that kill -9 ends at any moment, or that looks at what the lives before it left and ends in order. */
#ifndef KILLED_H
#define KILLED_H

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>

#include "story.h"

static bool is_look; /* this life looks and ends in order */

static uint64_t mixed(uint64_t number) {
    number += 0x9e3779b97f4a7c15u;
    number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9u;
    number = (number ^ number >> 27) * 0x94d049bb133111ebu;
    return number ^ number >> 31;
}
/* Runs `live` in a process of its own, for so many microseconds unless it looks. Returns its exit status, 0 when it was killed in time, or
 * 128 and the signal that ended it. */
static int run_life(int64_t delay, void (*live)(void)) {
    int status;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        live();
        _exit(0);
    }
    if (child < 0) perror("fork"), exit(2);
    if (!is_look) {
        usleep((useconds_t)delay);
        kill(child, SIGKILL);
    }
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) exit(2);
    if (WIFEXITED(status)) return WEXITSTATUS(status);
    return WTERMSIG(status) == SIGKILL ? 0 : 128 + WTERMSIG(status);
}

#endif
