/* Lets a program end when its other threads rest, so that a tool that looks for leaks at the end sees no thread in the middle of its work:
   Swift marks the pointers of some enums in their high bits, and what only such a pointer holds looks lost. Linked beside a program. */
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

/* Times in a row that all threads are seen to sleep, and times that they are looked at. */
enum { SEEN = 3, LOOKS_MAX = 5000 };

static bool sleeps(const char *thread) {
    char path[64], line[256] = "";
    snprintf(path, sizeof path, "/proc/self/task/%.20s/stat", thread);
    FILE *file = fopen(path, "r");
    if (!file) return true; /* it has ended */
    bool is_read = fgets(line, sizeof line, file) != NULL;
    fclose(file);
    const char *name_end = strrchr(line, ')');
    return is_read && name_end && name_end[1] && name_end[2] == 'S';
}

static bool others_sleep(void) {
    char own[24];
    snprintf(own, sizeof own, "%d", (int)gettid());
    DIR *threads = opendir("/proc/self/task");
    if (!threads) return true;
    bool all = true;
    for (struct dirent *entry; all && (entry = readdir(threads));)
        all = *entry->d_name == '.' || strcmp(entry->d_name, own) == 0 || sleeps(entry->d_name);
    closedir(threads);
    return all;
}

static void come_to_rest(void) {
    int seen = 0;
    for (int look = 0; look < LOOKS_MAX && seen < SEEN; look++) {
        seen = others_sleep() ? seen + 1 : 0;
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
}

/* After the tool has registered its own end, so that this comes first. */
__attribute__((constructor)) static void begin(void) { atexit(come_to_rest); }
