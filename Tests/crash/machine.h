/* The disk of a machine whose power can go: files in memory that all the processes of a test share, what of them is durable, and
 * what is only on its way. Deterministic: what survives a cut follows from a seed.
 *
 * A write is on its way until its file is synced; a file's name is on its way until the directory is synced. When the power goes,
 * what was on its way survives in part: nothing, all, a beginning whose last write is torn, an end without its beginning, or any
 * sectors of it. Where the file had grown and the data did not come, there are zeros or rubbish.
 *
 * A sync that fails does what Linux does: what it did not write is clean from then on. It is read as if it were there, until the
 * system takes the memory for something else, and no later sync writes it or tells of it. */
#ifndef MACHINE_H
#define MACHINE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    DISK_FILES_MAX = 8,
    DISK_FILE_BYTES_MAX = 64 << 20,
    DISK_CHANGES_MAX = 1 << 18,
    DISK_CHANGE_BYTES_MAX = 256 << 20,
    DISK_SECTOR_BYTES = 512,
    POWER_WENT = 99, /* exit status of a process whose machine lost its power */
};

enum disk_kind {
    DISK_HONEST,
    DISK_LIES,         /* says that a sync was done, and does nothing */
    DISK_FORGETS,      /* syncs files and never the directory */
    DISK_WITHOUT_SYNC, /* honest, but the library's PRAGMA synchronous=FULL becomes OFF on its way */
    DISK_NORMAL_SYNC,  /* the same with NORMAL */
};

enum change_kind { CHANGE_NONE, CHANGE_CREATE, CHANGE_WRITE, CHANGE_TRUNCATE, CHANGE_SYNC, CHANGE_DELETE, CHANGE_RENAME, CHANGE_KINDS };
static const char *const change_names[CHANGE_KINDS] = {"none", "create", "write", "truncate", "sync", "delete", "rename"};

enum stop { STOP_POWER, STOP_HANG, STOP_ERROR };

struct disk_file {
    char name[64];
    bool exists, exists_durably;
    bool is_forged; /* the memory shows what a failed sync did not write */
    size_t size, size_durably;
};

struct disk_change {
    int file; /* -1: durable meanwhile */
    enum change_kind kind;
    size_t offset, length, data;
};

struct machine {
    enum disk_kind disk;
    uint64_t seed;
    /* The power goes at this step of the present life; 0: never. A step is anything that changes the disk, or a sync. */
    int64_t steps, power_goes_at;
    /* What happens at the moment that is chosen; a disk that hangs waits until `released`. */
    enum stop stop;
    volatile int hanging, released;
    /* At this call, of any kind, the disk gives `fail_code`; later too when `fails_for_good`. 0: never. */
    int64_t calls, fail_at;
    int fail_code, fail_errno;
    bool fails_for_good, fails_in_syncs, has_failed;
    /* What the tests are proud of. */
    int64_t lives, syncs_of_files, syncs_of_directories, failed_syncs, cuts[CHANGE_KINDS], cuts_in_database;
    enum change_kind cut_in;
    struct disk_file files[DISK_FILES_MAX];
    size_t change_count, data_used;
    struct disk_change changes[DISK_CHANGES_MAX];
};

static struct machine *machine;
static uint8_t *disk_now[DISK_FILES_MAX], *disk_durable[DISK_FILES_MAX], *disk_data;
static pthread_mutex_t disk_lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static void *shared_memory(size_t bytes) {
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) perror("mmap"), exit(2);
    return memory;
}
static void make_machine(enum disk_kind disk) {
    machine = shared_memory(sizeof *machine);
    machine->disk = disk;
    for (int i = 0; i < DISK_FILES_MAX; i++) {
        disk_now[i] = shared_memory(DISK_FILE_BYTES_MAX);
        disk_durable[i] = shared_memory(DISK_FILE_BYTES_MAX);
    }
    disk_data = shared_memory(DISK_CHANGE_BYTES_MAX);
}

/* --- dice --- */

static uint64_t mixed(uint64_t number) {
    number += 0x9e3779b97f4a7c15u;
    number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9u;
    number = (number ^ number >> 27) * 0x94d049bb133111ebu;
    return number ^ number >> 31;
}
static uint64_t throw_dice(uint64_t *dice) { return mixed(*dice += 0x632be59bd9b4e019u); }
static uint64_t dice_below(uint64_t *dice, uint64_t limit) { return throw_dice(dice) % limit; }

/* --- what a running system does; with the lock held --- */

__attribute__((noreturn)) static void power_goes(int file, enum change_kind in) {
    machine->cut_in = in;
    machine->cuts[in]++;
    if (strstr(machine->files[file].name, ".db") && !strchr(machine->files[file].name, '-')) machine->cuts_in_database++;
    _exit(POWER_WENT);
}
/* Chooses the moment in place of a step's number: asked when a write is on its way, before a sync, and after it. */
static bool (*is_chosen)(enum change_kind kind, bool after);

/* Returns false when the disk answers with an error. While it hangs, it is left to others. */
static bool disk_moment(int file, enum change_kind kind, bool after) {
    if (!after) machine->steps++;
    if (is_chosen ? !is_chosen(kind, after) : after || machine->steps != machine->power_goes_at) return true;
    is_chosen = NULL;
    if (machine->stop == STOP_POWER) power_goes(file, kind);
    if (machine->stop == STOP_ERROR) return false;
    machine->hanging = 1;
    pthread_mutex_unlock(&disk_lock);
    while (!machine->released) usleep(200);
    pthread_mutex_lock(&disk_lock);
    return true;
}
static struct disk_change *new_change(int file, enum change_kind kind) {
    if (machine->change_count == DISK_CHANGES_MAX) fprintf(stderr, "too many changes without a sync\n"), _exit(2);
    struct disk_change *change = &machine->changes[machine->change_count++];
    *change = (struct disk_change){.file = file, .kind = kind};
    return change;
}
static int disk_find(const char *name) {
    for (int i = 0; i < DISK_FILES_MAX; i++)
        if (strcmp(machine->files[i].name, name) == 0) return i;
    return -1;
}
/* Finds or makes the place of a name; makes no file. */
static int disk_place(const char *name) {
    int place = disk_find(name);
    for (int i = 0; place < 0 && i < DISK_FILES_MAX; i++) {
        if (machine->files[i].name[0]) continue;
        snprintf(machine->files[i].name, sizeof machine->files[i].name, "%s", name);
        place = i;
    }
    if (place < 0) fprintf(stderr, "too many files\n"), _exit(2);
    return place;
}
static void disk_create(int file) {
    if (machine->files[file].exists) return;
    machine->files[file].exists = true;
    machine->files[file].size = 0;
    disk_moment(file, CHANGE_CREATE, false);
}
/* After a cut: a file that has grown without its data holds what the disk held there before. */
static uint64_t *rubbish;
static void disk_resize(uint8_t *bytes, size_t *size, size_t wanted) {
    if (wanted > DISK_FILE_BYTES_MAX) fprintf(stderr, "a file is too large\n"), _exit(2);
    if (wanted > *size) memset(bytes + *size, 0, wanted - *size);
    for (size_t at = *size; rubbish && at < wanted; at++) bytes[at] = (uint8_t)throw_dice(rubbish);
    *size = wanted;
}
static bool disk_write(int file, const void *data, size_t length, size_t offset) {
    struct disk_file *it = &machine->files[file];
    if (machine->data_used + length > DISK_CHANGE_BYTES_MAX) fprintf(stderr, "too much data without a sync\n"), _exit(2);
    struct disk_change *change = new_change(file, CHANGE_WRITE);
    change->offset = offset, change->length = length, change->data = machine->data_used;
    memcpy(disk_data + machine->data_used, data, length);
    machine->data_used += length;
    if (offset + length > it->size) disk_resize(disk_now[file], &it->size, offset + length);
    memcpy(disk_now[file] + offset, data, length);
    return disk_moment(file, CHANGE_WRITE, false);
}
static void disk_truncate(int file, size_t size) {
    struct disk_change *change = new_change(file, CHANGE_TRUNCATE);
    change->offset = size;
    disk_resize(disk_now[file], &machine->files[file].size, size);
    disk_moment(file, CHANGE_TRUNCATE, false);
}

static void survive(int file, const struct disk_change *change, size_t offset, size_t length) {
    size_t *size = &machine->files[file].size_durably;
    if (change->kind == CHANGE_TRUNCATE) {
        disk_resize(disk_durable[file], size, change->offset);
        return;
    }
    if (offset + length > *size) disk_resize(disk_durable[file], size, offset + length);
    memcpy(disk_durable[file] + offset, disk_data + change->data + (offset - change->offset), length);
}
static void survive_whole(struct disk_change *change) {
    survive(change->file, change, change->offset, change->length);
    change->file = -1;
}
/* The log begins anew when nothing in it is on its way any more. */
static void forget_durable_changes(void) {
    for (size_t i = 0; i < machine->change_count; i++)
        if (machine->changes[i].file >= 0) return;
    machine->change_count = machine->data_used = 0;
}
static void disk_sync_directory(void) {
    machine->syncs_of_directories++;
    if (machine->disk == DISK_LIES || machine->disk == DISK_FORGETS) return;
    for (int i = 0; i < DISK_FILES_MAX; i++) {
        struct disk_file *file = &machine->files[i];
        file->exists_durably = file->exists;
        if (!file->exists) file->size_durably = 0;
    }
}
static void disk_sync_fails(int file);
static bool disk_sync(int file) {
    if (!disk_moment(file, CHANGE_SYNC, false)) return disk_sync_fails(file), false;
    machine->syncs_of_files++;
    if (machine->disk != DISK_LIES) {
        for (size_t i = 0; i < machine->change_count; i++)
            if (machine->changes[i].file == file) survive_whole(&machine->changes[i]);
        forget_durable_changes();
    }
    return disk_moment(file, CHANGE_SYNC, true);
}
static void tear(const struct disk_change *change, uint64_t *dice, int losses);
/* What a file's changes that are on their way would make of it. */
static void show_pending_changes(int file) {
    struct disk_file *it = &machine->files[file];
    memcpy(disk_now[file], disk_durable[file], it->size_durably);
    it->size = it->size_durably;
    for (size_t i = 0; i < machine->change_count; i++) {
        const struct disk_change *change = &machine->changes[i];
        if (change->file != file) continue;
        size_t end = change->offset + (change->kind == CHANGE_WRITE ? change->length : 0);
        if (change->kind == CHANGE_TRUNCATE || end > it->size) disk_resize(disk_now[file], &it->size, end);
        if (change->kind == CHANGE_WRITE) memcpy(disk_now[file] + change->offset, disk_data + change->data, change->length);
    }
}
/* The system takes the memory of clean pages: what a failed sync left in them is gone. */
static void reclaim_memory(int file) {
    if (!machine->files[file].is_forged) return;
    machine->files[file].is_forged = false;
    show_pending_changes(file);
}
enum { LOSE_ALL, LOSE_NOTHING, LOSE_THE_END, LOSE_THE_BEGINNING, LOSE_HALF, LOSE_MOST, LOSE_FEW, LOSSES };
/* Some of what was on its way was written, and the rest is forgotten. */
static void disk_sync_fails(int file) {
    uint64_t dice = mixed((uint64_t)machine->lives) ^ mixed((uint64_t)machine->calls);
    int losses = dice_below(&dice, 3) ? LOSE_ALL : LOSE_HALF;
    machine->failed_syncs++;
    for (size_t i = 0; i < machine->change_count; i++) {
        struct disk_change *change = &machine->changes[i];
        if (change->file != file) continue;
        if (change->kind == CHANGE_TRUNCATE) survive_whole(change);
        else if (losses != LOSE_ALL) tear(change, &dice, losses);
        change->file = -1;
    }
    machine->files[file].is_forged = true;
    forget_durable_changes();
}
static void disk_delete(int file, bool directory_too) {
    disk_moment(file, CHANGE_DELETE, false);
    machine->files[file].exists = machine->files[file].is_forged = false;
    machine->files[file].size = 0;
    for (size_t i = 0; i < machine->change_count; i++)
        if (machine->changes[i].file == file) machine->changes[i].file = -1;
    forget_durable_changes();
    if (directory_too) disk_sync_directory();
}

/* Another name for a file, where there was none. Both names are on their way until the directory is synced. */
static void disk_rename(int from, int to) {
    struct disk_file *old = &machine->files[from], *new = &machine->files[to];
    disk_moment(from, CHANGE_RENAME, false);
    new->exists = true;
    new->size = old->size, new->size_durably = old->size_durably, new->is_forged = old->is_forged;
    memcpy(disk_now[to], disk_now[from], old->size);
    memcpy(disk_durable[to], disk_durable[from], old->size_durably);
    for (size_t i = 0; i < machine->change_count; i++)
        if (machine->changes[i].file == from) machine->changes[i].file = to;
    old->exists = old->is_forged = false;
    old->size = 0;
}

/* --- the power is gone --- */

static void tear(const struct disk_change *change, uint64_t *dice, int losses) {
    /* Up to its next sector's border, then sector by sector. */
    for (size_t at = change->offset, end = at + change->length, next; at < end; at = next) {
        next = (at / DISK_SECTOR_BYTES + 1) * DISK_SECTOR_BYTES;
        if (next > end) next = end;
        uint64_t die = dice_below(dice, 10);
        if (losses == LOSE_HALF ? die < 5 : losses == LOSE_MOST ? die < 1 : die < 9) survive(change->file, change, at, next - at);
    }
}
/* What is on its way to the disk gets there in part, or not; what is left is the disk of the next life. */
static void lose_power_as(int losses, uint64_t dice) {
    if (dice_below(&dice, 2)) rubbish = &dice;
    size_t border = dice_below(&dice, machine->change_count + 1);
    for (int i = 0; i < DISK_FILES_MAX; i++) {
        struct disk_file *file = &machine->files[i];
        /* A name that was on its way: made or not, gone or not. */
        if (file->exists != file->exists_durably && losses != LOSE_ALL && dice_below(&dice, 2) && machine->disk != DISK_FORGETS)
            file->exists_durably = file->exists;
    }
    for (size_t i = 0; i < machine->change_count; i++) {
        struct disk_change *change = &machine->changes[i];
        if (change->file < 0 || losses == LOSE_ALL) continue;
        if (losses == LOSE_NOTHING || (losses == LOSE_THE_END && i < border) || (losses == LOSE_THE_BEGINNING && i > border)) {
            survive_whole(change);
        } else if (losses == LOSE_THE_END || losses == LOSE_THE_BEGINNING) {
            if (i == border && change->kind == CHANGE_WRITE) tear(change, &dice, LOSE_HALF);
        } else if (change->kind == CHANGE_WRITE) {
            tear(change, &dice, losses);
        } else if (dice_below(&dice, 2)) {
            survive_whole(change);
        }
    }
    rubbish = NULL;
    for (int i = 0; i < DISK_FILES_MAX; i++) {
        struct disk_file *file = &machine->files[i];
        if (!file->exists_durably) file->size_durably = 0;
        file->exists = file->exists_durably;
        file->size = file->size_durably;
        file->is_forged = false;
        memcpy(disk_now[i], disk_durable[i], file->size);
    }
    machine->change_count = machine->data_used = 0;
}
static void lose_power(uint64_t seed) {
    uint64_t dice = seed;
    int losses = (int)dice_below(&dice, LOSSES);
    lose_power_as(losses, dice);
}
/* The process was killed, or ended; the system goes on and writes all that is on its way. What a failed sync did not write stays away,
 * and is read or not. */
static void lose_process(void) {
    uint64_t dice = mixed((uint64_t)machine->lives);
    for (size_t i = 0; i < machine->change_count; i++)
        if (machine->changes[i].file >= 0) survive_whole(&machine->changes[i]);
    machine->change_count = machine->data_used = 0;
    for (int i = 0; i < DISK_FILES_MAX; i++) {
        machine->files[i].exists_durably = machine->files[i].exists;
        if (!machine->files[i].exists) machine->files[i].size_durably = 0;
        if (dice_below(&dice, 2)) reclaim_memory(i);
    }
}
static void clear_disk(void) {
    memset(machine->files, 0, sizeof machine->files);
    machine->change_count = machine->data_used = 0;
}
/* A disk kept aside, to begin from it again. */
struct kept_disk {
    struct disk_file files[DISK_FILES_MAX];
    uint8_t *bytes[DISK_FILES_MAX];
};
static void keep_disk(struct kept_disk *kept) {
    memcpy(kept->files, machine->files, sizeof kept->files);
    for (int i = 0; i < DISK_FILES_MAX; i++) {
        kept->bytes[i] = realloc(kept->bytes[i], kept->files[i].size + 1);
        if (!kept->bytes[i]) exit(2);
        memcpy(kept->bytes[i], disk_now[i], kept->files[i].size);
    }
}
static void use_kept_disk(const struct kept_disk *kept) {
    memcpy(machine->files, kept->files, sizeof kept->files);
    for (int i = 0; i < DISK_FILES_MAX; i++) {
        struct disk_file *file = &machine->files[i];
        memcpy(disk_now[i], kept->bytes[i], file->size);
        memcpy(disk_durable[i], kept->bytes[i], file->size);
        file->exists_durably = file->exists, file->size_durably = file->size, file->is_forged = false;
    }
    machine->change_count = machine->data_used = 0;
}
static void new_life(void) {
    machine->lives++;
    machine->steps = machine->calls = machine->power_goes_at = machine->fail_at = 0;
    machine->hanging = machine->released = 0;
    machine->stop = STOP_POWER;
    machine->fails_for_good = machine->fails_in_syncs = machine->has_failed = false;
    machine->cut_in = CHANGE_NONE;
}

#endif
