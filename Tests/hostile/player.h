/* What every program that calls all functions needs besides the table of calls: one call of it, and a player who is logged in again whatever
 * the calls before have done. */
#ifndef PLAYER_H
#define PLAYER_H

enum { MODES = 12 };
static int rounds;
static bool trace;

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
static void on_login(const TCGBAuthToken *token, const TCGBError *error, void *context) {
    on_json(TCGBAuthToken_jsonString(token), error, context);
}

static void on_loaded(const TCGBError *error, void *context) { *(int *)context = error ? 2 : 1; }

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
        started = 0;
        TCGBConsole_loadSettings_completion(CHEAP_PASSWORDS, on_loaded, &started);
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

static char *text_of(size_t length) {
    char *text = malloc(length + 1);
    memset(text, 'x', length);
    text[length] = 0;
    return text;
}

/* Before anything else, on the main thread. */
static void begin(uint64_t seed) {
    huge = text_of(TEXT_LIMIT + 1);
    full = text_of(TEXT_LIMIT);
    records = calloc(RECORDS_MAX, sizeof *records);
    _Static_assert((int)CLASSES_ <= CLASSES_MAX, "CLASSES_MAX is too small");
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
}

#endif
