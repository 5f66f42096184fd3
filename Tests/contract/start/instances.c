/* Several players in one process. */
#include "play.h"

#include <malloc.h>
#include <dirent.h>
#include <pthread.h>
#include <sys/stat.h>

static char first[64], second[64], path[4096];

static TCGBInstance *player(const TCGBInstance *sharing, int number) {
    TCGBInstance *instance = sharing ? TCGBInstance_createSharingServiceOf(sharing) : TCGBInstance_create();
    require(instance);
    require(TCGBInstance_makeCurrent(instance));
    snprintf(path, sizeof path, "%s/player-%d", directory, number);
    initialize_in(sharing ? NULL : path);
    return instance;
}

PROMISE("two instances are two guests, each with its own storage") {
    TCGBInstance *one = player(NULL, 1);
    log_in();
    copy_text(first, sizeof first, TCGBGamebase_userID());
    TCGBInstance *two = player(NULL, 2);
    require(TCGBGamebase_userID() == NULL);
    log_in();
    copy_text(second, sizeof second, TCGBGamebase_userID());
    require(strcmp(first, second) != 0);
    require(TCGBInstance_makeCurrent(one));
    require_text(TCGBGamebase_userID(), first);
    require(TCGBInstance_makeCurrent(NULL));
    require(!TCGBGamebase_isInitialized());
    require(TCGBInstance_destroy(one, 2000));
    require(TCGBInstance_destroy(two, 2000));
}

PROMISE("two instances that share a service see the same console, and are different players") {
    TCGBInstance *one = player(NULL, 1);
    load_settings();
    log_in();
    copy_text(first, sizeof first, TCGBGamebase_userID());
    TCGBInstance *two = player(one, 2);
    log_in();
    copy_text(second, sizeof second, TCGBGamebase_userID());
    require(strcmp(first, second) != 0);
    PLAY_WELL(&answer, TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem_100", NULL, on_purchase, &answer));
    PLAY_WELL(&answer, TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, &answer));
    require_equal(answer.count, 1);
    require(TCGBInstance_makeCurrent(one));
    PLAY_WELL(&answer, TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, &answer));
    require_equal(answer.count, 0);
    /* The one who brought the service may leave first. */
    require(TCGBInstance_destroy(one, 2000));
    require(TCGBInstance_makeCurrent(two));
    PLAY_WELL(&answer, TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, &answer));
    require_equal(answer.count, 1);
    require(TCGBInstance_destroy(two, 2000));
}

/* What the second of two that share a service is told of a directory that somebody has. */
static void refused_in(const char *place) {
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Contract", "1.0.0");
    require(TCGBHost_setStorageDirectory(place));
    PLAY(&answer, TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, &answer));
    TCGBRelease(configuration);
    require_equal(answer.code, TCGB_ERROR_INVALID_INTERNAL_STATE);
    require(strstr(answer.message, "is in use by another instance in this process"));
}

PROMISE("an instance that shares a service keeps others out of its directory, until it ends") {
    char shared[4200];
    TCGBInstance *one = player(NULL, 1);
    TCGBInstance *two = TCGBInstance_createSharingServiceOf(one), *three = TCGBInstance_createSharingServiceOf(one);
    snprintf(shared, sizeof shared, "%s/player-2", directory);
    require(TCGBInstance_makeCurrent(two));
    initialize_in(shared);
    require(TCGBInstance_makeCurrent(three));
    refused_in(shared);
    snprintf(path, sizeof path, "%s/player-1", directory);
    refused_in(path);
    require(TCGBInstance_destroy(two, 2000));
    require(TCGBInstance_makeCurrent(three));
    initialize_in(shared);
    require(TCGBInstance_destroy(three, 2000));
    require(TCGBInstance_destroy(one, 2000));
}

/* R8 */
PROMISE("a callback speaks for the instance that it belongs to") {
    TCGBInstance *one = player(NULL, 1);
    log_in();
    copy_text(first, sizeof first, TCGBGamebase_userID());
    fresh(&answer);
    TCGBConsole_saveSettingsWithCompletion(on_json, &answer);
    require(TCGBInstance_current() == one);
    require(TCGBInstance_makeCurrent(NULL));
    pump_for(50); /* the default instance's loop runs nothing of another's */
    require_equal(answer.times, 0);
    require(TCGBInstance_makeCurrent(one));
    require(pump_until(&answer.times, PLAY_LIMIT_MILLISECONDS));
    require(TCGBInstance_destroy(one, 2000));
}

static void *play_alone(void *number) {
    static __thread struct answer mine;
    char place[4096];
    TCGBInstance *instance = TCGBInstance_create();
    require(instance && TCGBInstance_makeCurrent(instance));
    snprintf(place, sizeof place, "%s/thread-%d", directory, (int)(intptr_t)number);
    require(TCGBHost_setStorageDirectory(place));
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Contract", "1.0.0");
    PLAY_WELL(&mine, TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, &mine));
    TCGBRelease(configuration);
    PLAY_WELL(&mine, TCGBConsole_loadSettings_completion(SETTINGS, on_error, &mine));
    PLAY_WELL(&mine, TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, &mine));
    for (int i = 0; i < 5; i++)
        PLAY_WELL(&mine, TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem_100", NULL, on_purchase, &mine));
    PLAY_WELL(&mine, TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, &mine));
    require_equal(mine.count, 5);
    require(TCGBInstance_destroy(instance, 5000));
    return NULL;
}

PROMISE("eight threads play eight instances at once") {
    pthread_t threads[8];
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 4 << 20);
    for (int i = 0; i < 8; i++) require(pthread_create(&threads[i], &attributes, play_alone, (void *)(intptr_t)i) == 0);
    for (int i = 0; i < 8; i++) pthread_join(threads[i], NULL);
}

PROMISE("destroying an instance ends its calls, and its handle is then a bad one") {
    TCGBInstance *one = player(NULL, 1);
    log_in();
    require(TCGBConsole_setServiceSuspended(true));
    fresh(&answer);
    TCGBConsole_saveSettingsWithCompletion(on_json, &answer);
    require(TCGBInstance_destroy(one, 500));
    require_equal(answer.times, 1);
    require(answer.code != 0);
    require(!TCGBInstance_makeCurrent(one));
    require(!TCGBInstance_destroy(one, 500));
    require(!TCGBGamebase_isInitialized());
}

static void *current_of_a_thread(void *instance) {
    require(TCGBInstance_makeCurrent(instance));
    require(TCGBInstance_destroy(instance, 2000));
    require(TCGBInstance_current() == NULL);
    return NULL;
}

PROMISE("a thread of a destroyed instance speaks for the default one, never for a later one") {
    TCGBInstance *one = player(NULL, 1);
    log_in();
    pthread_t other;
    require(pthread_create(&other, NULL, current_of_a_thread, one) == 0);
    pthread_join(other, NULL);
    require(TCGBInstance_current() == NULL);
    TCGBInstance *two = TCGBInstance_create();
    require(two);
    require(TCGBInstance_current() == NULL);
    require(TCGBInstance_destroy(two, 500));
}

static TCGBInstance *spoken_for[2];
static void look_and_leave(const char *json, const TCGBError *error, void *context) {
    on_json(json, error, &answer);
    *(TCGBInstance **)context = TCGBInstance_current();
    TCGBInstance_makeCurrent(NULL);
}

PROMISE("a callback speaks for its instance, also when the callback before it made another one current") {
    TCGBInstance *one = player(NULL, 1);
    fresh(&answer);
    for (int i = 0; i < 2; i++) TCGBConsole_saveSettingsWithCompletion(look_and_leave, &spoken_for[i]);
    usleep(300000); /* both are due in one drain */
    await_for(answer.times >= 2, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_drain());
    for (int i = 0; i < 2; i++) require(spoken_for[i] == one);
    require(TCGBInstance_destroy(one, 2000));
}

PROMISE("instances made one from another do not keep each other once they are destroyed") {
    TCGBInstance *last = TCGBInstance_create();
    size_t before = 0;
    for (int i = 0; i < 2000; i++) {
        if (i == 100) before = mallinfo2().uordblks;
        TCGBInstance *next = TCGBInstance_createSharingServiceOf(last);
        require(next);
        TCGBInstance_destroy(last, 0);
        last = next;
    }
    require(mallinfo2().uordblks < before + 100000); /* one alone is more than a thousand bytes */
    TCGBInstance_destroy(last, 0);
}

PROMISE("1,024 instances live at once and no more, and a destroyed one makes room") {
    enum { INSTANCES_MAX = 1024 };
    static TCGBInstance *made[INSTANCES_MAX];
    for (int i = 0; i < INSTANCES_MAX; i++) require((made[i] = TCGBInstance_create()));
    require(!TCGBInstance_create());
    require(!TCGBInstance_createSharingServiceOf(made[0]));
    TCGBInstance_destroy(made[7], 0);
    require((made[7] = TCGBInstance_create()));
    require(!TCGBInstance_create());
    for (int i = 0; i < INSTANCES_MAX; i++) TCGBInstance_destroy(made[i], 0);
}

/* The directory of a game that names none. */
static const char *directory_of(const char *app, const char *home, const char *state) {
    static char path[4200];
    setenv("HOME", home, 1);
    setenv("XDG_STATE_HOME", state, 1);
    TCGBInstance *instance = TCGBInstance_create();
    require(TCGBInstance_makeCurrent(instance));
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion(app, "1.0.0");
    fresh(&answer);
    TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, &answer);
    TCGBRelease(configuration);
    require(pump_until(&answer.times, PLAY_LIMIT_MILLISECONDS));
    copy_text(path, sizeof path, TCGBHost_storageDirectory());
    require(TCGBInstance_destroy(instance, 2000));
    return path;
}
/* Whether the game's files are below this folder, for a game that names no directory. */
static bool lives_below(const char *home, const char *state, const char *folder) {
    char path[4200];
    directory_of("Contract", home, state);
    snprintf(path, sizeof path, "%s/gamebase/Contract/device.json", folder);
    return access(path, F_OK) == 0;
}
PROMISE("an app id that reads as a folder of another game, or of nobody, has a folder of its own") {
    const char *const ids[][2] = {{".", "app-."}, {"..", "app-.."}, {"../a", "..%2Fa"}, {"a/b", "a%2Fb"}};
    for (int i = 0; i < 4; i++) {
        char path[4200];
        snprintf(path, sizeof path, "%s/gamebase/%s", directory, ids[i][1]);
        require_text(directory_of(ids[i][0], directory, directory), path);
        require(access(path, F_OK) == 0);
    }
}
PROMISE("without a directory named the files are in XDG_STATE_HOME, or ~/.local/state") {
    static char home[4100], local[4200], state[4100];
    snprintf(home, sizeof home, "%s/home", directory);
    snprintf(local, sizeof local, "%s/home/.local/state", directory);
    snprintf(state, sizeof state, "%s/state", directory);
    require(mkdir(home, 0700) == 0);
    require(lives_below(home, state, state));
    require(access(local, F_OK) != 0);
    require(lives_below(home, "relative/state", local));
    require(access("relative", F_OK) != 0);
}

static int initializes_calls;
static pthread_barrier_t both_ready;
static void *initializes(void *instance) {
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Contract", "1.0.0");
    require(TCGBInstance_makeCurrent(instance));
    require(TCGBHost_setStorageDirectory(":memory:"));
    pthread_barrier_wait(&both_ready);
    for (int i = 0; i < 5; i++) TCGBGamebase_initializeWithConfiguration_completion(configuration, NULL, NULL);
    TCGBRelease(configuration);
    return NULL;
}
static int threads(void) {
    int count = 0;
    DIR *folder = opendir("/proc/self/task");
    require(folder);
    for (struct dirent *entry; (entry = readdir(folder));) count += entry->d_name[0] != '.';
    closedir(folder);
    return count;
}

static void *says_nothing(void *unused) { return unused; }

PROMISE("an instance that is destroyed while another thread initializes it does not run on") {
    pthread_t any;
    require(pthread_create(&any, NULL, says_nothing, NULL) == 0 &&
            pthread_join(any, NULL) == 0); /* a sanitizer's own thread comes with the first one */
    int before = threads();
    require(TCGBHost_setStorageDirectory(":memory:")); /* whoever comes too late speaks for the default instance */
    require(pthread_barrier_init(&both_ready, NULL, 2) == 0);
    for (int round = 0; round < 200; round++) {
        TCGBInstance *one = TCGBInstance_create();
        pthread_t other;
        require(pthread_create(&other, NULL, initializes, one) == 0);
        pthread_barrier_wait(&both_ready);
        for (volatile int i = 0; i < round * 200; i++) {}
        require(TCGBInstance_destroy(one, 5000));
        pthread_join(other, NULL);
        require(TCGBGamebase_shutdown(5000));
        require(TCGBHost_setStorageDirectory(":memory:"));
    }
    for (int i = 0; i < 400 && threads() > before; i++) usleep(5000);
    require_equal(threads(), before);
}

static void initializes_late(const TCGBError *error, void *context) {
    (void)error, (void)context;
    initializes_calls++;
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Contract", "1.0.0");
    TCGBHost_setStorageDirectory(":memory:");
    TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, &answer);
    TCGBRelease(configuration);
}

PROMISE("a callback that comes with the end of an instance cannot start it again") {
    int before = threads();
    TCGBInstance *one = TCGBInstance_create();
    require(TCGBInstance_makeCurrent(one));
    TCGBGamebase_logoutWithViewController_completion(NULL, initializes_late, NULL); /* refused, and due with the end */
    require(TCGBInstance_destroy(one, 2000));
    require_equal(initializes_calls, 1);
    for (int i = 0; i < 200 && threads() > before; i++) usleep(5000);
    require_equal(threads(), before);
}

static int calls_made, calls_answered, stop_calling;
static void answered(const TCGBError *error, void *context) {
    (void)error, (void)context;
    __atomic_add_fetch(&calls_answered, 1, __ATOMIC_RELEASE);
}
static void answered_items(const TCGBPurchasableItem *const *items, size_t count, const TCGBError *error, void *context) {
    (void)items, (void)count;
    answered(error, context);
}
static void *calls_again_and_again(void *instance) {
    while (!__atomic_load_n(&stop_calling, __ATOMIC_ACQUIRE)) {
        if (!TCGBInstance_makeCurrent(instance)) TCGBInstance_makeCurrent(NULL);
        TCGBPurchase_requestItemListPurchasableWithCompletion(answered_items, NULL);
        TCGBGamebase_logoutWithViewController_completion(NULL, answered, NULL);
        __atomic_add_fetch(&calls_made, 2, __ATOMIC_RELAXED);
    }
    return NULL;
}

/* R2 */
PROMISE("a call made while its instance is destroyed is answered") {
    for (int round = 0; round < 40; round++) {
        TCGBInstance *one = TCGBInstance_create();
        require(TCGBInstance_makeCurrent(one));
        initialize_in(":memory:");
        pthread_t callers[2];
        __atomic_store_n(&stop_calling, 0, __ATOMIC_RELEASE);
        for (int i = 0; i < 2; i++) require(pthread_create(&callers[i], NULL, calls_again_and_again, one) == 0);
        usleep(2000);
        TCGBInstance_destroy(one, 3000); /* false when calls come faster than they are answered */
        __atomic_store_n(&stop_calling, 1, __ATOMIC_RELEASE);
        for (int i = 0; i < 2; i++) pthread_join(callers[i], NULL);
        require(TCGBInstance_current() == NULL);
        for (int64_t began = milliseconds(); calls_answered < calls_made; TCGBRunLoop_runUntil(10))
            if (milliseconds() - began > 2000) require_equal(calls_answered, calls_made);
        pump_for(5);
        require_equal(calls_answered, calls_made);
    }
}

static int sleeper_began, sleeper_may_end;
static pthread_t late_threads[10];
static TCGBInstance *late_instances[10];
static void sleeps(const TCGBError *error, void *context) {
    __atomic_store_n(&sleeper_began, 1, __ATOMIC_RELEASE);
    while (!__atomic_load_n(&sleeper_may_end, __ATOMIC_ACQUIRE)) usleep(1000);
    answered(error, context);
}
static void comes_late(const TCGBError *error, void *context) {
    (void)context;
    require_equal(TCGBError_code(error), TCGB_ERROR_NOT_INITIALIZED);
    late_threads[calls_answered - 1] = pthread_self();
    late_instances[calls_answered - 1] = TCGBInstance_current();
    answered(error, NULL);
}
static void *drains(void *instance) {
    require(TCGBInstance_makeCurrent(instance));
    TCGBRunLoop_drain();
    return NULL;
}

/* R12 */
PROMISE("callbacks that a timed-out destroy still owes come with the default instance's") {
    TCGBInstance *one = TCGBInstance_create();
    require(TCGBInstance_makeCurrent(one));
    TCGBGamebase_logoutWithViewController_completion(NULL, sleeps, NULL);
    for (int i = 0; i < 9; i++) TCGBGamebase_logoutWithViewController_completion(NULL, comes_late, NULL);
    pthread_t drainer;
    require(pthread_create(&drainer, NULL, drains, one) == 0);
    while (!__atomic_load_n(&sleeper_began, __ATOMIC_ACQUIRE)) usleep(1000);
    require(!TCGBInstance_destroy(one, 50));
    require(TCGBInstance_current() == NULL && !TCGBInstance_makeCurrent(one));
    pump_for(50);
    require_equal(calls_answered, 0); /* one at a time, also now (R5) */
    __atomic_store_n(&sleeper_may_end, 1, __ATOMIC_RELEASE);
    pthread_join(drainer, NULL);
    require_equal(calls_answered, 1);
    require_equal(TCGBRunLoop_drain(), 9);
    require_equal(calls_answered, 10);
    for (int i = 0; i < 9; i++) require(pthread_equal(late_threads[i], pthread_self()) && late_instances[i] == NULL);
    require_equal(TCGBRunLoop_drain(), 0);
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
