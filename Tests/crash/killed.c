/* kill -9 at random moments while several players buy and consume, each on a thread of its own, all of them through one service.
 * Every life is a process of its own; it begins on what the last one left, and compares that with what was acknowledged.
 *
 *     killed KILLS SEED DIRECTORY
 *
 * Ends with 0 and a line of figures, or with 10 and the promise that was broken. */
#define PLAY_STORAGE __thread

#include <ftw.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "killed.h"

enum {
    PLAYERS = 4,
    KILLS_OF_A_STORY = 250,
    KILLS_OF_A_LOOK = 50, /* the books are read after so many */
    /* From the first instruction to well into the purchases: as long as it takes that a quarter of the kills come while all play. The others
     * come while the library starts and recovers, and while some play. */
    DELAY_MICROSECONDS_FIRST = 40000,
    DELAY_MICROSECONDS_MIN = 10000,
    DELAY_MICROSECONDS_MAX = 1000000,
    LOOK_SECONDS_MAX = 60,
    RENEWALS_OF_A_LIFE = 10, /* each takes a day, and no session lives for ever */
    ENTRIES_KEPT = 16,       /* a life that lasts long makes no list longer than what is compared */
};

struct shared {
    struct story stories[PLAYERS];
    volatile int playing; /* players of this life that are past their first look */
    int64_t cents[PLAYERS];
};
static struct shared *shared;
static char home[4096];
static pthread_barrier_t service_runs;

static void *play(void *argument) {
    int player = (int)(intptr_t)argument;
    char path[4200];
    int renewals = 0;
    unsigned dice = (unsigned)getpid() * PLAYERS + (unsigned)player;
    TCGBInstance *instance = NULL;
    story = &shared->stories[player];
    snprintf(path, sizeof path, "%s/player-%d", home, player);
    if (player > 0) {
        pthread_barrier_wait(&service_runs);
        instance = TCGBInstance_createSharingServiceOf(NULL);
        require(instance && TCGBInstance_makeCurrent(instance));
    }
    initialize_in(path);
    if (player == 0) {
        load_story_settings();
        pthread_barrier_wait(&service_runs);
    }
    log_in();
    shared->cents[player] = compare_list();
    hear_login();
    __atomic_add_fetch(&shared->playing, 1, __ATOMIC_RELAXED);
    for (size_t i = 0; i < list.count; i++)
        if (list.count > ENTRIES_KEPT || rand_r(&dice) % 2) {
            shared->cents[player] -= cents_of(list.items[i]);
            consume(list.items[i]);
        }
    while (!is_look) {
        purchase();
        if (list.count < ENTRIES_KEPT && rand_r(&dice) % 2) continue;
        compare_list();
        if (player == 0 && renewals < RENEWALS_OF_A_LIFE && rand_r(&dice) % 4 == 0) renew(), renewals++;
        for (size_t i = ENTRIES_KEPT; i < list.count; i++) consume(list.items[i]);
        if (list.count == 0) continue;
        const char *entry = list.items[(size_t)rand_r(&dice) % (list.count < ENTRIES_KEPT ? list.count : ENTRIES_KEPT)];
        if (rand_r(&dice) % 6 == 0) refund(entry);
        else consume(entry);
    }
    if (instance) require(TCGBInstance_destroy(instance, 5000));
    return NULL;
}
__attribute__((noreturn)) static void live(void) {
    pthread_t threads[PLAYERS];
    if (is_look) alarm(LOOK_SECONDS_MAX);
    require(pthread_barrier_init(&service_runs, NULL, PLAYERS) == 0);
    for (int i = 0; i < PLAYERS; i++) require(pthread_create(&threads[i], NULL, play, (void *)(intptr_t)i) == 0);
    for (int i = PLAYERS; i-- > 0;) require(pthread_join(threads[i], NULL) == 0);
    require(TCGBGamebase_shutdown(5000));
    _exit(0);
}
/* What a story that went well leaves is of no use, and a long series would fill the memory with it. */
static int forget(const char *path, const struct stat *status, int kind, struct FTW *place) {
    (void)status, (void)kind, (void)place;
    return remove(path);
}
/* A life that ends in order, then the ledger against what the players were shown. */
static int look(void) {
    char path[4200];
    struct books books;
    int64_t cents = 0;
    is_look = true;
    int status = run_life(0, live);
    is_look = false;
    if (status != 0) return status;
    snprintf(path, sizeof path, "%s/player-0/gamebase.db", home);
    if (!read_books(path, true, &books)) return BROKEN_PROMISE;
    for (int i = 0; i < PLAYERS; i++) cents += shared->cents[i];
    if (books.open_cents == cents) return 0;
    fprintf(stderr, "the ledger has %lld cents open and the lists %lld\n", (long long)books.open_cents, (long long)cents);
    return BROKEN_PROMISE;
}

int main(int count, char **arguments) {
    if (count != 4) return fprintf(stderr, "usage: %s KILLS SEED DIRECTORY\n", arguments[0]), 2;
    int64_t kills = atoll(arguments[1]), in_play = 0, bought = 0, consumed = 0, refunded = 0, renewed = 0;
    int64_t delays = DELAY_MICROSECONDS_FIRST;
    uint64_t seed = strtoull(arguments[2], NULL, 10);
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) return perror("mmap"), 2;
    for (int64_t kill = 0; kill < kills; kill++) {
        if (kill % KILLS_OF_A_STORY == 0) {
            memset(shared, 0, sizeof *shared);
            snprintf(home, sizeof home, "%s/%lld", arguments[3], (long long)kill);
            if (mkdir(home, 0700) != 0) return perror(home), 2;
        }
        shared->playing = 0;
        int status = run_life((int64_t)(mixed(seed ^ mixed((uint64_t)kill)) % (uint64_t)delays), live);
        bool all_played = shared->playing == PLAYERS;
        in_play += all_played;
        delays += all_played ? -3 * (delays / 50) : delays / 50;
        delays = delays < DELAY_MICROSECONDS_MIN   ? DELAY_MICROSECONDS_MIN
                 : delays > DELAY_MICROSECONDS_MAX ? DELAY_MICROSECONDS_MAX
                                                   : delays;
        bool last = kill + 1 == kills || (kill + 1) % KILLS_OF_A_STORY == 0;
        if (status == 0 && (last || (kill + 1) % KILLS_OF_A_LOOK == 0)) status = look();
        if (status != 0) {
            fprintf(stderr, "after kill %lld, seed %llu: status %d\n", (long long)kill, (unsigned long long)seed, status);
            return status == BROKEN_PROMISE ? BROKEN_PROMISE : 1;
        }
        if (last && nftw(home, forget, 16, FTW_DEPTH | FTW_PHYS) != 0) return perror(home), 2;
        for (int i = 0; last && i < PLAYERS; i++)
            bought += shared->stories[i].bought, consumed += shared->stories[i].consumed, refunded += shared->stories[i].refunded,
                renewed += shared->stories[i].renewed;
    }
    printf(
        "%lld kills, %lld of them while all played; %lld purchases, %lld consumes, %lld refunds and %lld renewals acknowledged, 0 lost, 0 double\n",
        (long long)kills, (long long)in_play, (long long)bought, (long long)consumed, (long long)refunded, (long long)renewed);
    if (in_play < kills / 8 || bought < kills / 4) return fprintf(stderr, "the moments are badly spread\n"), 1;
    return 0;
}
