/* What the hostile program does with the table of calls: before initialize, while running, after shutdown, on four threads. */

#include <pthread.h>

enum { MODES = 12 };
static int rounds;
static bool trace;
static int attacked_logged_in; /* functions that were attacked while a player was logged in */

static int64_t milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void one_call(int index, struct dice *d) {
    if (trace) dprintf(2, "%d %s %d %llu\n", owner, calls[index].name, d->mode, (unsigned long long)d->state);
    depth++;
    calls[index].call(d);
    depth--;
}
static void any_call(struct dice *d) { one_call((int)(roll(d) % CALLS), d); }

static void on_json(const char *json, const TCGBError *error, void *context) {
    touch(json);
    *(int *)context = error ? 2 : 1;
}
static void on_login(const TCGBAuthToken *token, const TCGBError *error, void *context) { on_json(TCGBAuthToken_jsonString(token), error, context); }

static void wait_for(const volatile int *done) {
    for (int64_t began = milliseconds(); !*done && milliseconds() - began < 3000;) TCGBRunLoop_runUntil(10);
}

/* Brings the default instance back to a logged-in player, as far as what happened to the console allows. */
static void revive(void) {
    /* Completions may come late, when nobody waits any more: so not on the stack. */
    static int started, in, settled;
    TCGBInstance_makeCurrent(NULL);
    TCGBRunLoop_setDelivery(TCGBRunLoopDeliveryPumped);
    TCGBConsole_setServiceSuspended(false);
    if (!TCGBGamebase_isInitialized()) {
        TCGBHost_setStorageDirectory(directory);
        TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Hostile", "1.0.0");
        started = 0;
        TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, &started);
        TCGBRelease(configuration);
        wait_for(&started);
    }
    if (TCGBLaunching_launchingStatus() != IN_SERVICE) {
        settled = 0;
        TCGBConsole_setMaintenance_completion("null", (TCGBErrorCompletion)0, NULL);
        TCGBConsole_setLaunchingStatus_message_completion(IN_SERVICE, NULL, (TCGBErrorCompletion)0, NULL);
        TCGBConsole_saveSettingsWithCompletion(on_json, &settled);
        wait_for(&settled);
    }
    if (TCGBGamebase_isInitialized() && !TCGBGamebase_userID()) {
        in = 0;
        TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, &in);
        wait_for(&in);
    }
}

/* Every function, with the first value of every list, the second, and so on; then at random. */
static void attack_all(struct dice *d, bool alive) {
    for (int index = 0; index < CALLS; index++) {
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

static char *text_of(size_t length) {
    char *text = malloc(length + 1);
    memset(text, 'x', length);
    text[length] = 0;
    return text;
}

int main(int count, char **arguments) {
    if (count != 4) return fprintf(stderr, "usage: %s SEED ROUNDS DIRECTORY\n", arguments[0]), 2;
    uint64_t seed = strtoull(arguments[1], NULL, 0);
    rounds = atoi(arguments[2]);
    directory = arguments[3];
    trace = getenv("HOSTILE_TRACE") != NULL;
    huge = text_of(TEXT_LIMIT + 1);
    full = text_of(TEXT_LIMIT);
    records = calloc(RECORDS_MAX, sizeof *records);
    classes = CLASSES_;
    class_of_alerts = CLASS_OF_ALERTS;
    class_of_requests = CLASS_OF_REQUESTS;
    class_of_store_requests = CLASS_OF_STORE_REQUESTS;
    class_of_retry_results = CLASS_OF_RETRY_RESULTS;
    class_of_pages = CLASS_OF_PAGES;
    class_of_instances = CLASS_OF_INSTANCES;
    owner = 0;
    thread_dice = (struct dice){seed, -1};
    for (int class_ = 0; class_ < classes; class_++) renew(class_);
    destroy_instances(owner);

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
            fprintf(stderr, "the completion of call %d, %s, came %d times (thread %d, instance %p, %sinitialized%s)\n", i, records[i].function,
                times, records[i].owner, records[i].instance, records[i].initialized ? "" : "not ", records[i].reentrant ? ", made in a callback" : "");
    }
    for (int class_ = 0; class_ < classes; class_++) TCGBRelease(live[class_][0]);
    for (int i = 0; i <= OWNERS; i++) free(delegates[i]), free(adapters[i]), free(stores[i]), free(iap_delegates[i]);
    free(records), free(huge), free(full);
    if (wrong) return fprintf(stderr, "%d of %d completions did not come exactly once\n", wrong, all), 1;
    printf("%d completions, %lld callbacks, %d functions, %d of them with a player logged in\n", all,
        (long long)atomic_load(&callbacks_run), (int)CALLS, attacked_logged_in);
    if (attacked_logged_in < CALLS / 2) return fprintf(stderr, "the attack met a library that was not at work\n"), 1;
    return 0;
}
