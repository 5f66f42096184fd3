/* What the hostile program does with the table of calls: before initialize, while running, after shutdown, on four threads. */

#include <pthread.h>

#include "player.h"

static int attacked_logged_in; /* functions that were attacked while a player was logged in */
static int share = 1, first;   /* of the functions one in `share` is attacked by itself, from the `first` on */

/* Every function, with the first value of every list, the second, and so on; then at random. */
static void attack_all(struct dice *d, bool alive) {
    for (int index = first; index < CALLS; index += share) {
        if (alive && TCGBGamebase_userID()) attacked_logged_in++;
        for (int mode = 0; mode < MODES; mode++) {
            d->mode = mode;
            one_call(index, d);
        }
        d->mode = -1;
        for (int round = 0; round < rounds; round++) one_call(index, d);
        TCGBInstance_makeCurrent(NULL);
        TCGBRunLoop_drain();
        if (alive) revive();
        for (int class_ = 0; class_ < classes; class_++) renew(class_);
        destroy_instances(owner);
    }
}

static void *attack_at_random(void *number) {
    owner = (int)(intptr_t)number;
    thread_dice.state += (uint64_t)owner << 32;
    thread_dice.mode = -1;
    for (int class_ = 0; class_ < classes; class_++) renew(class_);
    for (int i = 0; i < rounds * CALLS; i++) {
        any_call(&thread_dice);
        if (i % 16 == 0) TCGBRunLoop_drain();
        if (i % 64 == 0) renew((int)(roll(&thread_dice) % (uint64_t)classes));
        if (i % 256 == 0) destroy_instances(owner);
    }
    destroy_instances(owner);
    TCGBInstance_makeCurrent(NULL);
    for (int class_ = 0; class_ < classes; class_++) TCGBRelease(live[class_][owner]);
    return NULL;
}

int main(int count, char **arguments) {
    if (count != 5) return fprintf(stderr, "usage: %s SEED ROUNDS SHARE DIRECTORY\n", arguments[0]), 2;
    uint64_t seed = strtoull(arguments[1], NULL, 0);
    rounds = atoi(arguments[2]);
    share = atoi(arguments[3]);
    first = (int)(seed % (uint64_t)share);
    directory = arguments[4];
    trace = getenv("HOSTILE_TRACE") != NULL;
    begin(seed);

    attack_all(&thread_dice, false); /* before initialize, or nearly so: initialize is among the calls */
    TCGBGamebase_shutdown(5000);
    revive();
    attack_all(&thread_dice, true);
    TCGBGamebase_shutdown(5000);
    attack_all(&thread_dice, false);
    TCGBGamebase_shutdown(5000);
    revive();

    threaded = true;
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, attack_at_random, (void *)(intptr_t)(i + 1));
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);

    TCGBInstance_makeCurrent(NULL);
    destroy_instances(0);
    depth = DEPTH_MAX; /* from here on callbacks only count */
    TCGBGamebase_shutdown(5000);
    for (int64_t began = milliseconds(); milliseconds() - began < 200;) TCGBRunLoop_runUntil(10);
    TCGBGamebase_shutdown(5000);

    int wrong = 0, all = atomic_load(&record_count);
    for (int i = 0; i < all; i++) {
        int times = atomic_load(&records[i].times);
        if (records[i].repeated || times == 1) continue;
        if (wrong++ < 20)
            fprintf(stderr, "the completion of call %d, %s, came %d times (thread %d, instance %p, %sinitialized%s)\n", i,
                records[i].function, times, records[i].owner, records[i].instance, records[i].initialized ? "" : "not ",
                records[i].reentrant ? ", made in a callback" : "");
    }
    for (int class_ = 0; class_ < classes; class_++) TCGBRelease(live[class_][0]);
    for (int i = 0; i <= OWNERS; i++) free(delegates[i]), free(adapters[i]), free(subclasses[i]), free(stores[i]), free(iap_delegates[i]);
    free(records), free(huge), free(full);
    if (wrong) return fprintf(stderr, "%d of %d completions did not come exactly once\n", wrong, all), 1;
    printf("%d completions, %lld callbacks, %d functions, %d of them with a player logged in\n", all,
        (long long)atomic_load(&callbacks_run), (int)CALLS / share, attacked_logged_in);
    if (attacked_logged_in < CALLS / share / 2) return fprintf(stderr, "the attack met a library that was not at work\n"), 1;
    return 0;
}
