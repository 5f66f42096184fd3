/* The power goes in the middle of purchases, again and again; the machine starts on what its disk kept, and the library on it.
 *
 *     powercut CUTS SEED DISK DIRECTORY
 *
 * DISK: honest; or one that must be found out: lies (syncs nothing), forgets (syncs no directory), off and normal (the library's
 * PRAGMA synchronous=FULL becomes OFF or NORMAL). Every life is a process of its own that dies in the middle of a call of SQLite's;
 * it begins with a look at what the last one left. Ends with 0 and one line of figures, or with 10 and the promise that was broken.
 *
 * The story begins anew, on an empty disk, after a number of cuts: so that the first start is cut too. */
#include "life.h"

enum { CUTS_OF_A_STORY = 40 };
static bool is_last; /* of its story: looks, and ends in order */

static void live(uint64_t seed) {
    uint64_t dice = seed;
    int renewals = 0;
    /* Half of the cuts come early, where the library recovers; some lives end in order, and the power goes while they do. */
    int64_t span = dice_below(&dice, 2) ? 60 : 600;
    int rounds = dice_below(&dice, 4) ? INT32_MAX : 1 + (int)dice_below(&dice, 3);
    machine->power_goes_at = 1 + (int64_t)dice_below(&dice, (uint64_t)span);
    if (is_last) machine->power_goes_at = rounds = 0;
    restart_and_compare();
    for (size_t i = 0; i < list.count; i++)
        if (list.count > 16 || dice_below(&dice, 2)) consume(list.items[i]);
    for (int round = 0; round < rounds; round++) {
        purchase();
        /* Each renewal takes a day, and no session lives for ever. */
        if (dice_below(&dice, 8) == 0 && renewals++ < 10) renew();
        if (dice_below(&dice, 3) == 0) continue;
        compare_list();
        if (list.count == 0) continue;
        const char *entry = list.items[dice_below(&dice, list.count)];
        if (dice_below(&dice, 6) == 0) refund(entry);
        else consume(entry);
    }
    require(TCGBGamebase_shutdown(5000));
    _exit(0);
}

int main(int count, char **arguments) {
    static const char *const disks[] = {"honest", "lies", "forgets", "off", "normal"};
    int disk = -1;
    for (int i = 0; count == 5 && i < 5; i++)
        if (strcmp(arguments[3], disks[i]) == 0) disk = i;
    if (disk < 0) return fprintf(stderr, "usage: %s CUTS SEED honest|lies|forgets|off|normal DIRECTORY\n", arguments[0]), 2;
    int64_t cuts = atoll(arguments[1]), cut = 0, in_order = 0, bought = 0, consumed = 0, refunded = 0, renewed = 0, broken = 0;
    bool anew = true;
    uint64_t seed = strtoull(arguments[2], NULL, 10);
    char home[4096];
    make_machine((enum disk_kind)disk);
    story = shared_memory(sizeof *story);
    use_machine();
    while (cut < cuts || is_last) {
        if (anew) {
            anew = false;
            bought += story->bought, consumed += story->consumed, refunded += story->refunded, renewed += story->renewed;
            memset(story, 0, sizeof *story);
            clear_disk();
            snprintf(home, sizeof home, "%s/%lld", arguments[4], (long long)machine->lives);
            directory = home;
        }
        uint64_t life = mixed(seed ^ mixed((uint64_t)machine->lives));
        new_life();
        int status = run_life(life, live);
        if (status == POWER_WENT) {
            lose_power(life);
            /* The mark is never flushed, so a cut may take it. With it the library itself would find out the dishonest disks; here the books must. */
            if (disk != DISK_HONEST || mixed(life) % 2) forget_mark(directory);
            is_last = ++cut % CUTS_OF_A_STORY == 0 || cut == cuts;
        } else if (status == 0) {
            lose_process();
            anew = is_last, is_last = false;
            in_order++;
        } else {
            fprintf(stderr, "after cut %lld, in life %lld, seed %llu, %s disk: status %d\n", (long long)cut, (long long)machine->lives,
                (unsigned long long)seed, disks[disk], status);
            if (disk == DISK_HONEST) return status == BROKEN_PROMISE ? BROKEN_PROMISE : 1;
            broken++, cut++;
            if (story->has_lost_payment) break;
            is_last = false, anew = true;
        }
    }
    if (disk != DISK_HONEST) {
        printf("%lld cuts, %lld times a promise was broken\n", (long long)cut, (long long)broken);
        return broken ? BROKEN_PROMISE : 0;
    }
    if (cuts >= 1000 && machine->cuts_in_database == 0)
        return fprintf(stderr, "no cut fell into a checkpoint; the moments are badly spread\n"), 1;
    printf("%lld cuts:", (long long)cuts);
    for (int i = 1; i < CHANGE_KINDS; i++) printf(" %lld in a %s,", (long long)machine->cuts[i], change_names[i]);
    printf(" %lld of them in the database file;", (long long)machine->cuts_in_database);
    printf(
        " %lld lives ended in order; %lld purchases, %lld consumes, %lld refunds and %lld renewals acknowledged, 0 lost, 0 double; %lld syncs of files, %lld of directories\n",
        (long long)in_order, (long long)(bought + story->bought), (long long)(consumed + story->consumed),
        (long long)(refunded + story->refunded), (long long)(renewed + story->renewed), (long long)machine->syncs_of_files,
        (long long)machine->syncs_of_directories);
    return 0;
}
