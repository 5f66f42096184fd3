/* The bookkeeping of ends.c: which calls were made, in which order what happened, and what must never be. */
#ifndef ENDS_H
#define ENDS_H

#include <Gamebase/Gamebase.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { RECORDS_MAX = 1 << 18, TICKS_MAX = 1 << 20, OWNERS_MAX = 1 << 16, FRAMES_MAX = 16, FAULTS_TOLD = 12 };

/* An instance over its whole life; number 0 is the default one. */
struct owner {
    _Atomic(TCGBInstance *) handle;
    /* When the last shutdown began that has returned true. */
    _Atomic int64_t ended;
};

/* A completion that is owed, or a listener that may be called until its instance ends. */
struct record {
    const char *name;
    struct owner *owner; /* NULL: it cannot be told whose it was */
    /* When the call had returned; never, as long as it has not. */
    _Atomic int64_t returned;
    /* When the shutdowns began that it was made inside of, from the innermost; 0 ends them. */
    int64_t inside[FRAMES_MAX + 1];
    _Atomic int times;
    bool repeats;
};

static struct owner owners[OWNERS_MAX], *const default_owner = owners;
static struct record *records;
static _Atomic int record_count, owner_count = 1, faults;
static _Atomic int64_t ticks = 1;
/* Whether the shutdown that began then has returned true. */
static _Atomic bool ended_well[TICKS_MAX];
static uint64_t seed;

static int64_t tick(void) {
    int64_t now = atomic_fetch_add(&ticks, 1);
    if (now >= TICKS_MAX) fprintf(stderr, "TICKS_MAX is too small\n"), _exit(2);
    return now;
}

static void fault(const struct record *record, const char *what) {
    if (atomic_fetch_add(&faults, 1) < FAULTS_TOLD) fprintf(stderr, "%s (call %d): %s\n", record->name, (int)(record - records), what);
}

static struct owner *new_owner(TCGBInstance *handle) {
    int place = atomic_fetch_add(&owner_count, 1);
    if (place >= OWNERS_MAX) return NULL;
    atomic_store(&owners[place].handle, handle);
    return &owners[place];
}
static struct owner *owner_of(const TCGBInstance *handle) {
    if (!handle) return default_owner;
    for (int place = atomic_load(&owner_count); place-- > 1;)
        if (place < OWNERS_MAX && atomic_load(&owners[place].handle) == handle) return &owners[place];
    return NULL;
}

/* The shutdowns that this thread is in. */
struct frame {
    struct owner *owner;
    int64_t began;
};
static __thread struct frame frames[FRAMES_MAX];
static __thread int frame_count;

/* Whose a call is that lies between these two: a destroyed instance never becomes current again. */
static struct owner *spoken_for(const TCGBInstance *before, const TCGBInstance *after) { return before == after ? owner_of(before) : NULL; }

static struct record *begin(const char *name, bool repeats) {
    int place = atomic_fetch_add(&record_count, 1);
    if (place >= RECORDS_MAX) fprintf(stderr, "RECORDS_MAX is too small\n"), _exit(2);
    records[place].name = name;
    records[place].repeats = repeats;
    atomic_store(&records[place].returned, INT64_MAX);
    return &records[place];
}
/* After the call: what its end is measured against. A call made inside a shutdown is that shutdown's, too; but no other one's that began
 * before it, and may have ended before it. */
static void returned(struct record *record, struct owner *owner) {
    if (!owner) return;
    int64_t when = tick();
    int count = 0;
    for (int frame = frame_count < FRAMES_MAX ? frame_count : FRAMES_MAX; frame-- > 0;)
        if (frames[frame].owner == owner) record->inside[count++] = frames[frame].began;
    record->owner = owner;
    atomic_store(&record->returned, when);
}

static void note(struct record *record) {
    int times = atomic_fetch_add(&record->times, 1);
    if (times > 0 && !record->repeats) fault(record, "came a second time");
    if (atomic_load(&record->returned) == INT64_MAX) return;
    bool is_late = atomic_load(&record->owner->ended) > atomic_load(&record->returned);
    for (int i = 0; record->inside[i]; i++) is_late |= atomic_load(&ended_well[record->inside[i]]);
    if (is_late) fault(record, "came after a shutdown that had returned true");
}

static bool shut(struct owner *owner, bool destroys, int64_t limit, bool (*end)(struct owner *, bool, int64_t)) {
    int64_t began = tick();
    if (frame_count < FRAMES_MAX) frames[frame_count] = (struct frame){owner, began};
    frame_count++;
    bool ended = end(owner, destroys, limit);
    frame_count--;
    if (!ended) return false;
    /* Another thread may have destroyed the instance before the shutdown began: then the default one was shut down. */
    if (!destroys && owner != default_owner && owner_of(TCGBInstance_current()) != owner) return true;
    atomic_store(&ended_well[began], true);
    int64_t known = atomic_load(&owner->ended);
    while (known < began && !atomic_compare_exchange_weak(&owner->ended, &known, began)) {}
    return true;
}

/* splitmix64 */
static uint64_t roll(uint64_t *state) {
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static int64_t milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

#endif
