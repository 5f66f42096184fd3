/* The power goes, or the disk fails, while two devices change the same objects.
 *
 *     objects cuts COUNT SEED DIRECTORY    the power goes in the middle of everything, again and again
 *     objects lies COUNT SEED DIRECTORY    the same on a disk that only says that it syncs: must end with a broken promise
 *     objects FAULT STEP SEED DIRECTORY    the k-th call of the disk fails, for every k, or each STEP-th, until a run goes through without
 *
 * FAULT: error (input/output error), sync (a sync fails and drops what it did not write), full. Ends with 0 and a line of figures, or
 * with 10 and the promise that was broken. */
#include "life.h"

#include "objects.h"

enum { CUTS_OF_A_STORY = 40, CALLS_MAX = 20000, PLAYED_WITH_FAULT = 24 };

static int64_t failing;
static int fault_code, fault_errno;
static bool only_syncs, is_last;
static TCGBInstance *devices[2];

/* Both devices are open, what was kept is sent, and what is there is what was told. */
static void open_both(void) {
    char path[4200];
    for (int device = 0; device < 2; device++) {
        snprintf(path, sizeof path, "%s/device-%d", directory, device);
        if (device > 0) {
            devices[1] = TCGBInstance_createSharingServiceOf(NULL);
            require(devices[1] && TCGBInstance_makeCurrent(devices[1]));
        }
        open_objects(device > 0 ? path : directory);
        if (device == 0 && !objects->is_prepared) prepare_objects();
        settle();
    }
    compare_objects();
}
static void end_both(void) {
    require(TCGBInstance_destroy(devices[1], 5000));
    require(TCGBGamebase_shutdown(5000));
    _exit(0);
}
static void play_on(uint64_t *dice) {
    require(TCGBInstance_makeCurrent(dice_below(dice, 2) ? devices[1] : NULL));
    play_objects((unsigned)dice_below(dice, 1u << 30));
}
static void live(uint64_t seed) {
    uint64_t dice = seed;
    int64_t span = dice_below(&dice, 2) ? 60 : 600;
    machine->power_goes_at = is_last || !objects->is_prepared ? 0 : 1 + (int64_t)dice_below(&dice, (uint64_t)span);
    open_both();
    if (machine->power_goes_at == 0) end_both();
    for (;;) play_on(&dice);
}
static void live_with_fault(uint64_t seed) {
    uint64_t dice = seed;
    may_be_refused = true;
    open_both();
    machine->fails_in_syncs = only_syncs;
    machine->calls = 0;
    machine->fail_at = failing, machine->fail_code = fault_code, machine->fail_errno = fault_errno;
    for (int i = 0; i < PLAYED_WITH_FAULT; i++) play_on(&dice);
    if (seed % 4 == 0) end_both();
    _exit(0);
}

static int play_cuts(int64_t cuts, uint64_t seed, const char *folder) {
    char home[4096];
    bool anew = true;
    int64_t increments = 0, added = 0, presents = 0;
    for (int64_t cut = 0; cut < cuts || is_last;) {
        if (anew) {
            increments += objects->increments, added += objects->added, presents += objects->presents;
            memset(objects, 0, sizeof *objects);
            clear_disk();
            snprintf(home, sizeof home, "%s/%lld", folder, (long long)machine->lives);
            directory = home;
        }
        anew = false;
        uint64_t life = mixed(seed ^ mixed((uint64_t)machine->lives));
        new_life();
        int status = run_life(life, live);
        if (status == POWER_WENT) {
            lose_power(life);
            if (mixed(life) % 2) forget_mark(directory);
            is_last = ++cut % CUTS_OF_A_STORY == 0 || cut == cuts;
        } else if (status == 0) {
            lose_process();
            anew = is_last, is_last = false;
        } else {
            fprintf(stderr, "after cut %lld, in life %lld, seed %llu: status %d\n", (long long)cut, (long long)machine->lives,
                (unsigned long long)seed, status);
            return status == BROKEN_PROMISE ? BROKEN_PROMISE : 1;
        }
    }
    printf("%lld cuts; %lld increments, %lld rows and %lld presents acknowledged, 0 lost, 0 double\n", (long long)cuts,
        (long long)(increments + objects->increments), (long long)(added + objects->added), (long long)(presents + objects->presents));
    return 0;
}
static int play_faults(const char *fault, int64_t step, uint64_t seed, const char *folder) {
    char home[4096];
    only_syncs = strcmp(fault, "sync") == 0;
    fault_errno = EIO;
    if (strcmp(fault, "full") == 0) fault_code = SQLITE_FULL, fault_errno = ENOSPC;
    directory = folder;
    int status = 0;
    int64_t runs = 0;
    bool clean = false;
    for (failing = 1 + (int64_t)(seed % (uint64_t)step); status == 0 && !clean && failing < CALLS_MAX; failing += step) {
        snprintf(home, sizeof home, "%s/%lld", folder, (long long)failing);
        directory = home;
        clear_disk();
        memset(objects, 0, sizeof *objects);
        new_life();
        is_last = true;
        status = run_life(seed, live);
        is_last = false;
        if (status != 0) break;
        new_life();
        status = run_life(mixed(seed ^ (uint64_t)failing), live_with_fault);
        clean = !machine->has_failed;
        runs++;
        if (failing % 3 == 0) lose_process();
        else lose_power(mixed((uint64_t)failing));
        if (status != 0) break;
        new_life();
        is_last = true;
        status = run_life(~mixed((uint64_t)failing), live);
        is_last = false;
    }
    if (status != 0) {
        fprintf(stderr, "fault %s at call %lld: status %d\n", fault, (long long)failing, status);
        return status == BROKEN_PROMISE ? BROKEN_PROMISE : 1;
    }
    if (!clean) return fprintf(stderr, "no run was clean\n"), 1;
    printf("%lld faults, one a run, until a run was clean; 0 lost, 0 double\n", (long long)runs - 1);
    return 0;
}

int main(int count, char **arguments) {
    if (count != 5) return fprintf(stderr, "usage: %s cuts|lies|error|sync|full COUNT SEED DIRECTORY\n", arguments[0]), 2;
    uint64_t seed = strtoull(arguments[3], NULL, 10);
    bool lies = strcmp(arguments[1], "lies") == 0;
    make_machine(lies ? DISK_LIES : DISK_HONEST);
    objects = shared_memory(sizeof *objects);
    use_machine();
    if (lies || strcmp(arguments[1], "cuts") == 0) return play_cuts(atoll(arguments[2]), seed, arguments[4]);
    int64_t step = atoll(arguments[2]);
    if (step < 1) return fprintf(stderr, "a step is at least 1\n"), 2;
    return play_faults(arguments[1], step, seed, arguments[4]);
}
