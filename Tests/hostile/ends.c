/* Everything ends while everything begins. Threads call, drain, cancel, change who delivers, start, shut down, destroy, sleep inside callbacks and end
 * inside them, at random moments; then all stops, and each completion must have come: not never, not twice, and none of a call
 * that had returned before a shutdown began which returned true (R2 and R12 of TCGBRunLoop.h).
 *
 *     ends SEED MILLISECONDS WAYS
 *
 * WAYS: e: threads end inside callbacks; d: instances are destroyed; l: the library's thread delivers now and then; - for none. */
#include "ends.h"

enum { THREADS = 8, PLACES = 5, SHOWN = 8, DEPTH_MAX = 3, STACK_BYTES = 1 << 20, SETTLE_MILLISECONDS = 20000 };

static _Atomic(TCGBInstance *) places[PLACES]; /* the first stays NULL, the default instance */
static _Atomic(const void *) alerts[SHOWN], pages[SHOWN];
static _Atomic bool over; /* nothing new is begun */
static bool exits, destroys, library_thread;
static _Atomic int lives, ends_true, ends_false, threads_ended;
static TCGBConfiguration *configuration;

static __thread uint64_t dice;
static __thread int depth;
static __thread bool mine;

static uint64_t pick(uint64_t count) { return roll(&dice) % count; }
static bool once_in(uint64_t count) { return pick(count) == 0; }

static void any_step(void);

/* What a callback does besides being counted. */
static void behave(void) {
    if (!dice) dice = seed ^ (uint64_t)(uintptr_t)&dice; /* a thread of the library */
    if (atomic_load(&over) || depth >= DEPTH_MAX) return;
    depth++;
    if (once_in(12)) usleep((useconds_t)pick(1500));
    if (once_in(150)) usleep((useconds_t)pick(90000));
    for (uint64_t steps = pick(3); steps > 0 && !atomic_load(&over); steps--) any_step();
    if (exits && mine && once_in(100)) atomic_fetch_add(&threads_ended, 1), pthread_exit(NULL);
    depth--;
}
static void came(void *context) { note(context), behave(); }

static void on_error(const TCGBError *error, void *context) { (void)TCGBError_message(error), came(context); }
static void on_json(const char *json, const TCGBError *error, void *context) { (void)json, (void)error, came(context); }
static void on_login(const TCGBAuthToken *token, const TCGBError *error, void *context) { (void)token, (void)error, came(context); }
static void on_receipt(const TCGBPurchasableReceipt *receipt, const TCGBError *error, void *context) {
    (void)receipt, (void)error, came(context);
}
static void on_items(const TCGBPurchasableItem *const *items, size_t count, const TCGBError *error, void *context) {
    (void)items, (void)count, (void)error, came(context);
}
static void on_receipts(const TCGBPurchasableReceipt *const *receipts, size_t count, const TCGBError *error, void *context) {
    (void)receipts, (void)count, (void)error, came(context);
}
static void on_terms(const TCGBQueryTermsResult *terms, const TCGBError *error, void *context) { (void)terms, (void)error, came(context); }
static void on_token(const TCGBPushTokenInfo *token, const TCGBError *error, void *context) { (void)token, (void)error, came(context); }
static void on_closed(void *context) { came(context); }
static void on_event(const TCGBGamebaseEventMessage *message, void *context) { (void)message, came(context); }
static void on_line(TCGBLogLevel level, const char *line, void *context) { (void)level, (void)line, note(context); }

/* What the host shows is finished by whichever thread comes by. */
static void keep(_Atomic(const void *) *shown, const void *object) {
    TCGBRelease(atomic_exchange(&shown[pick(SHOWN)], TCGBRetain(object)));
}
static void show_alert(const TCGBAlert *alert, void *context) {
    note(context);
    if (once_in(2)) TCGBAlert_finish(alert, 0);
    else keep(alerts, alert);
    behave();
}
static void show_page(const TCGBWebViewRequest *page, void *context) {
    note(context);
    if (once_in(2)) TCGBWebViewRequest_finish(page, 0);
    else keep(pages, page);
    behave();
}
static void control_page(const TCGBWebViewRequest *page, TCGBWebViewCommand command, const char *url, void *context) {
    (void)page, (void)command, (void)url, note(context);
}
static void finish_something(void) {
    const void *alert = atomic_exchange(&alerts[pick(SHOWN)], NULL), *page = atomic_exchange(&pages[pick(SHOWN)], NULL);
    if (alert) TCGBAlert_finish(alert, 1), TCGBRelease(alert);
    if (page) TCGBWebViewRequest_finish(page, 0), TCGBRelease(page);
}

#define SETTINGS \
    "{\"app\":{\"appId\":\"Ends\",\"name\":\"Ends\",\"typeCode\":\"SANDBOX\",\"secretKey\":\"s\",\"defaultLanguage\":\"en\"}," \
    "\"idPs\":{\"guest\":{\"enabled\":true}},\"stores\":[{\"storeCode\":\"SANDBOX\",\"storeAppId\":\"ends\"}]," \
    "\"products\":[{\"gamebaseProductId\":\"gem\",\"itemName\":\"gem\",\"productType\":\"CONSUMABLE\",\"storeCode\":\"SANDBOX\"," \
    "\"marketItemId\":\"market.gem\",\"price\":\"0.99\",\"currency\":\"USD\",\"active\":true,\"itemSeq\":1}]}"

static void set_delegate(struct record *record) {
    TCGBHostDelegate delegate = {.structSize = sizeof delegate,
        .showAlert = show_alert,
        .showWebView = show_page,
        .controlWebView = control_page,
        .context = record};
    TCGBHost_setDelegate(once_in(3) ? NULL : &delegate);
}

/* One call with a completion. */
#define OWED(name_, statement) \
    case __COUNTER__ - FIRST: { \
        struct record *r = begin(name_, false); \
        statement; \
        returned(r, spoken_for(before, TCGBInstance_current())); \
        break; \
    }
#define HEARD(name_, statement) \
    case __COUNTER__ - FIRST: { \
        struct record *r = begin(name_, true); \
        statement; \
        returned(r, spoken_for(before, TCGBInstance_current())); \
        break; \
    }
enum { FIRST = __COUNTER__ + 1, KINDS = 24 };

static void any_call(void) {
    const TCGBInstance *before = TCGBInstance_current();
    switch (pick(KINDS)) {
        OWED("initialize", TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, r))
        OWED("login", TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, r))
        OWED("login again", TCGBGamebase_loginForLastLoggedInProviderWithViewController_completion(NULL, on_login, r))
        OWED("logout", TCGBGamebase_logoutWithViewController_completion(NULL, on_error, r))
        OWED("withdraw", TCGBGamebase_withdrawWithViewController_completion(NULL, on_error, r))
        OWED("load", TCGBConsole_loadSettings_completion(SETTINGS, on_error, r))
        OWED("save", TCGBConsole_saveSettingsWithCompletion(on_json, r))
        OWED("report", TCGBConsole_reportWithCompletion(on_json, r))
        OWED("refused", TCGBGamebase_loginWithType_viewController_completion(NULL, NULL, on_login, r))
        OWED("items", TCGBPurchase_requestItemListPurchasableWithCompletion(on_items, r))
        OWED("not consumed", TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, r))
        OWED("purchase", TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem", NULL, on_receipt, r))
        OWED("restore", TCGBPurchase_requestRestoreWithCompletion(on_receipts, r))
        OWED("launching", TCGBLaunching_refreshWithCompletion(on_json, r))
        OWED("terms", TCGBTerms_queryTermsWithViewController_completion(NULL, on_terms, r))
        OWED("push token", TCGBPush_queryTokenInfoWithCompletion(on_token, r))
        OWED("alert", TCGBUtil_showAlertWithTitle_message_completion("t", "m", on_closed, r))
        OWED("page", TCGBWebView_showWebViewWithURL_viewController_configuration_closeCompletion_schemeList_schemeEvent(
                         "file:///dev/null", NULL, NULL, on_error, r, NULL, 0, NULL, NULL))
        OWED("image notices", TCGBImageNotice_showImageNoticesWithViewController_configuration_closeCompletion_schemeEvent(
                                  NULL, NULL, on_error, r, NULL, NULL))
        HEARD("event handler", TCGBGamebase_addEventHandler(on_event, r))
        HEARD("log sink", TCGBHost_setLogSink(TCGBLogLevelDebug, on_line, r))
        HEARD("delegate", set_delegate(r))
    default: {
        struct record *r = begin("cancelled", false);
        TCGBConsole_saveSettingsWithCompletion(on_json, r);
        int64_t call = TCGBRunLoop_lastCall();
        returned(r, spoken_for(before, TCGBInstance_current()));
        TCGBRunLoop_cancelCall(call);
    }
    }
}

static bool end_it(struct owner *owner, bool destroy, int64_t limit) {
    return destroy ? TCGBInstance_destroy(atomic_load(&owner->handle), limit) : TCGBGamebase_shutdown(limit);
}
static void end_one(bool destroy, int64_t limit) {
    const TCGBInstance *current = TCGBInstance_current();
    struct owner *owner = owner_of(current);
    if (!owner || (destroy && owner == default_owner)) return;
    bool ended = shut(owner, destroy, limit, end_it);
    atomic_fetch_add(ended ? &ends_true : &ends_false, 1);
}

static void any_instance(int place) {
    TCGBInstance *other = atomic_load(&places[pick(PLACES)]),
                 *fresh = once_in(2) ? TCGBInstance_create() : TCGBInstance_createSharingServiceOf(other);
    if (!fresh) return;
    if (!new_owner(fresh)) fprintf(stderr, "OWNERS_MAX is too small\n"), _exit(2);
    atomic_fetch_add(&lives, 1);
    TCGBInstance *old = atomic_exchange(&places[place], fresh);
    if (!old || !TCGBInstance_makeCurrent(old)) return;
    if (TCGBInstance_current() == old) end_one(true, (int64_t)pick(80));
}

static void any_step(void) {
    uint64_t kind = pick(100);
    if (kind < 50) any_call();
    else if (kind < 66) TCGBRunLoop_drain();
    else if (kind < 69) TCGBRunLoop_runUntil((int64_t)pick(3));
    else if (kind < 80) TCGBInstance_makeCurrent(atomic_load(&places[pick(PLACES)]));
    else if (kind < 84) finish_something();
    else if (kind < 88)
        TCGBRunLoop_setDelivery(library_thread && once_in(2) ? TCGBRunLoopDeliveryLibraryThread : TCGBRunLoopDeliveryPumped);
    else if (kind < 90) TCGBRunLoop_setCallTimeout(100 + (int64_t)pick(400));
    else if (kind < 92) TCGBConsole_setServiceSuspended(once_in(3));
    else if (kind < 94) TCGBHost_setStorageDirectory(":memory:");
    else if (kind < 97) {
        if (once_in(2)) end_one(false, (int64_t)pick(80));
    } else if (destroys && kind < 99) any_instance(1 + (int)pick(PLACES - 1));
    else {
        TCGBInstance *place = atomic_load(&places[pick(PLACES)]);
        if (destroys && place && TCGBInstance_makeCurrent(place)) end_one(true, (int64_t)pick(80));
    }
}

static void *play(void *number) {
    mine = true;
    dice = seed * 1000003u + (uint64_t)(uintptr_t)number;
    while (!atomic_load(&over)) {
        any_step();
        if (once_in(200)) usleep((useconds_t)pick(2000));
    }
    return NULL;
}

static void start(pthread_t *thread, pthread_attr_t *attributes, int number) {
    if (pthread_create(thread, attributes, play, (void *)(intptr_t)number)) fprintf(stderr, "no thread\n"), _exit(2);
}

/* - Returns: how many completions have not come. */
static int missing(void) {
    int count = 0, all = atomic_load(&record_count);
    for (int i = 0; i < all; i++) count += !records[i].repeats && atomic_load(&records[i].times) == 0;
    return count;
}

static void settle(void) {
    /* All there ever were: a thread that ended inside a callback of a destroy has left it undone. */
    for (int place = 1; place < atomic_load(&owner_count); place++)
        if (TCGBInstance_makeCurrent(atomic_load(&owners[place].handle))) end_one(true, 5000);
    TCGBInstance_makeCurrent(NULL);
    for (int i = 0; i < SHOWN * 8; i++) finish_something();
    end_one(false, 5000);
    for (int64_t began = milliseconds(); missing() && milliseconds() - began < SETTLE_MILLISECONDS;) TCGBRunLoop_runUntil(10);
    end_one(false, 5000);
    /* What would come twice, or late, has a moment to. */
    for (int64_t began = milliseconds(); milliseconds() - began < 100;) TCGBRunLoop_runUntil(10);
    if (!TCGBGamebase_shutdown(5000)) fprintf(stderr, "the last shutdown returned false\n"), atomic_fetch_add(&faults, 1);
}

int main(int count, char **arguments) {
    if (count != 4) return fprintf(stderr, "usage: %s SEED MILLISECONDS WAYS\n", arguments[0]), 2;
    seed = strtoull(arguments[1], NULL, 0);
    int64_t limit = atoll(arguments[2]);
    exits = strchr(arguments[3], 'e'), destroys = strchr(arguments[3], 'd'), library_thread = strchr(arguments[3], 'l');
    records = calloc(RECORDS_MAX, sizeof *records);
    configuration = TCGBConfiguration_configurationWithAppID_appVersion("Ends", "1.0.0");
    TCGBHost_setStorageDirectory(":memory:");
    dice = seed;
    for (int place = 1; place < PLACES; place++) any_instance(place);

    pthread_t threads[THREADS];
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    int number = 0;
    for (int i = 0; i < THREADS; i++) start(&threads[i], &attributes, ++number);
    for (int64_t began = milliseconds(); milliseconds() - began < limit; usleep(2000)) {
        for (int i = 0; i < THREADS; i++)
            if (pthread_tryjoin_np(threads[i], NULL) == 0) start(&threads[i], &attributes, ++number);
        if (atomic_load(&record_count) > RECORDS_MAX - RECORDS_MAX / 8) break;
    }
    atomic_store(&over, true);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    settle();

    int lost = 0, all = atomic_load(&record_count);
    for (int i = 0; i < all; i++)
        if (!records[i].repeats && atomic_load(&records[i].times) == 0 && lost++ < FAULTS_TOLD)
            fprintf(stderr, "%s (call %d of instance %d): never came\n", records[i].name, i,
                records[i].owner ? (int)(records[i].owner - owners) : -1);
    TCGBRelease(configuration);
    printf("%d calls, %d instances, %d shutdowns true, %d false, %d threads ended in callbacks\n", all, atomic_load(&lives),
        atomic_load(&ends_true), atomic_load(&ends_false), atomic_load(&threads_ended));
    if (lost || atomic_load(&faults))
        return fprintf(stderr, "%d never came, %d other faults (seed %s)\n", lost, atomic_load(&faults), arguments[1]), 1;
    free(records);
    return 0;
}
