/* kill -9 at random moments while two devices change the same objects through one service, at once and eventually.
 *
 *     killed_objects KILLS SEED DIRECTORY
 *
 * Ends with 0 and a line of figures, or with 10 and the promise that was broken. */
#define PLAY_STORAGE __thread

#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "killed.h"
#include "objects.h"

enum { DEVICES = 2, KILLS_OF_A_STORY = 100, DELAY_MICROSECONDS_MAX = 60000, LOOK_SECONDS_MAX = 60 };

static struct object_story *shared;
static char home[4096];
static unsigned dice_of_life;
static pthread_barrier_t together;

static void *play(void *argument) {
    int device = (int)(intptr_t)argument;
    char path[4200];
    unsigned dice = dice_of_life * DEVICES + (unsigned)device;
    TCGBInstance *instance = NULL;
    snprintf(path, sizeof path, "%s/device-%d", home, device);
    if (device > 0) {
        pthread_barrier_wait(&together);
        instance = TCGBInstance_createSharingServiceOf(NULL);
        require(instance && TCGBInstance_makeCurrent(instance));
    }
    open_objects(path);
    if (device == 0) {
        if (!objects->is_prepared) prepare_objects();
        settle();
        pthread_barrier_wait(&together);
    } else {
        settle();
    }
    pthread_barrier_wait(&together);
    if (device == 0) compare_objects();
    pthread_barrier_wait(&together);
    while (!is_look) play_objects((unsigned)rand_r(&dice));
    if (instance) require(TCGBInstance_destroy(instance, 5000));
    return NULL;
}
__attribute__((noreturn)) static void live(void) {
    pthread_t threads[DEVICES];
    if (is_look) alarm(LOOK_SECONDS_MAX);
    require(pthread_barrier_init(&together, NULL, DEVICES) == 0);
    for (int i = 0; i < DEVICES; i++) require(pthread_create(&threads[i], NULL, play, (void *)(intptr_t)i) == 0);
    for (int i = DEVICES; i-- > 0;) require(pthread_join(threads[i], NULL) == 0);
    require(TCGBGamebase_shutdown(5000));
    _exit(0);
}
static int run_seed(uint64_t seed) {
    dice_of_life = (unsigned)seed;
    return run_life((int64_t)(seed % DELAY_MICROSECONDS_MAX), live);
}
static int look(void) {
    is_look = true;
    int status = run_seed(0);
    is_look = false;
    return status;
}

int main(int count, char **arguments) {
    if (count != 4) return fprintf(stderr, "usage: %s KILLS SEED DIRECTORY\n", arguments[0]), 2;
    int64_t kills = atoll(arguments[1]), increments = 0, added = 0, presents = 0;
    uint64_t seed = strtoull(arguments[2], NULL, 10);
    objects = shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) return perror("mmap"), 2;
    int status = 0;
    for (int64_t kill = 0; status == 0 && kill < kills; kill++) {
        if (kill % KILLS_OF_A_STORY == 0) {
            memset(shared, 0, sizeof *shared);
            snprintf(home, sizeof home, "%s/%lld", arguments[3], (long long)kill);
            if (mkdir(home, 0700) != 0) return perror(home), 2;
            status = look();
        }
        if (status == 0) status = run_seed(mixed(seed ^ mixed((uint64_t)kill)));
        if (status == 0 && (kill % 10 == 9 || kill + 1 == kills)) status = look();
        if (status != 0) fprintf(stderr, "after kill %lld, seed %llu: status %d\n", (long long)kill, (unsigned long long)seed, status);
        if (kill + 1 == kills || (kill + 1) % KILLS_OF_A_STORY == 0)
            increments += shared->increments, added += shared->added, presents += shared->presents;
    }
    if (status != 0) return status == BROKEN_PROMISE ? BROKEN_PROMISE : 1;
    printf("%lld kills; %lld increments, %lld rows and %lld presents acknowledged, 0 lost, 0 double\n", (long long)kills,
        (long long)increments, (long long)added, (long long)presents);
    if (increments < kills) return fprintf(stderr, "the moments are badly spread\n"), 1;
    return 0;
}
