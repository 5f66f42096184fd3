/* The runtime of the hostile program: where bad arguments come from, and who counts the completions. */
#ifndef HOSTILE_H
#define HOSTILE_H

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Hundreds of log-ins are not to wait for passwords. */
#define CHEAP_PASSWORDS "{\"ncmb\":{\"passwordCost\":8}}"

enum {
    THREADS = 4,
    OWNERS = THREADS + 1, /* the main thread is number 0 */
    CLASSES_MAX = 128,
    RECORDS_MAX = 400000,
    INSTANCES_MAX = 64,
    DEPTH_MAX = 2,
    TEXT_LIMIT = 1 << 20,
};

/* A source of arguments: mode 0 and up takes the mode-th value of every list, mode -1 takes random ones. */
struct dice {
    uint64_t state;
    int mode;
};
struct call {
    const char *name;
    void (*call)(struct dice *dice);
};

static __thread int owner = -1; /* which of our threads this is; -1: one of the library's */
static __thread int depth;
static __thread struct dice thread_dice;
static bool threaded; /* several of our threads run: what another may release is not looked into */
static const char *directory;
static char *huge, *full; /* longer than the limit, and as long as it */

static void *make(int class_);

static uint64_t roll(struct dice *d) { /* splitmix64 */
    uint64_t z = (d->state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}
static size_t pick(struct dice *d, size_t count) { return (d->mode < 0 ? roll(d) : (uint64_t)d->mode) % count; }

static int64_t any_int64(struct dice *d) {
    const int64_t values[] = {0, -1, INT64_MIN, INT64_MAX, 1, 3, 303, INT32_MAX, INT32_MIN, 1001, (int64_t)roll(d)};
    return values[pick(d, sizeof values / sizeof *values)];
}
static int32_t any_int32(struct dice *d) {
    const int32_t values[] = {0, -1, INT32_MIN, INT32_MAX, 1, 2, 200, 303, (int32_t)roll(d)};
    return values[pick(d, sizeof values / sizeof *values)];
}
static size_t any_size(struct dice *d) {
    const size_t values[] = {0, SIZE_MAX, 1, SIZE_MAX / 2 + 1, (size_t)roll(d)};
    return values[pick(d, sizeof values / sizeof *values)];
}
static double any_float(struct dice *d) {
    const double values[] = {0, -1, 1e308 * 10, -1e308 * 10, 0.0 / 1e-300 - 1, 1e308, 50.5, (double)roll(d)};
    return values[pick(d, sizeof values / sizeof *values)];
}
/* A limit that does not make the test wait for its own sake. */
static int64_t any_limit(struct dice *d) {
    const int64_t values[] = {0, -1, INT64_MIN, 1, 5};
    return values[pick(d, sizeof values / sizeof *values)];
}
static bool any_bool(struct dice *d) { return pick(d, 2) != 0; }
static void *any_pointer(struct dice *d) { return (void *)(uintptr_t)any_int64(d); }

static const char *any_text(struct dice *d) {
    const char *const values[] = {
        NULL,
        "",
        "\xff\xfe",
        huge,
        "guest",
        "{}",
        "gem_100",
        directory,
        "a\xc3",
        "\xed\xa0\x80",
        "[[[[[[[[",
        "SANDBOX",
        "APPROVE",
        "PENDING",
        ":memory:",
        "1.0.0",
        "en",
        "ko",
        "{\"a\":1,\"a\":2}",
        "{\"extras\":\"x\",\"popup\":7}",
        "PERMANENT",
        "TEMPORARY",
        "GET",
        "POST",
        "{\"ignore_already_logged_in\":true}",
        "[{\"gamebaseProductId\":\"x\"}]",
        "file:///dev/null",
        "http://127.0.0.1:9/none",
        "gamebase://dismiss",
        "GAMEBASE://showWebView?link=file%3A%2F%2F%2F",
        "gamebase://getuserid",
        "{\"contents\":[{\"termsContentSeq\":1,\"agreed\":true}]}",
        "{\"terms\":[{\"termsSeq\":1,\"termsVersion\":\"1\",\"contents\":[{\"termsContentSeq\":1,\"name\":\"n\"}]}],\"imageNotice\":{\"pageList\":[{\"imageNoticeId\":1,\"path\":\"p\"}]}}",
        "/tcgb-inapp/v1.3/apps/Hostile/consume",
        "%s%n%s",
        "../../x",
        full,
        "{\"extras\":\"bye\"}",
        "google",
        "{\"provider_name\":\"google\",\"access_token\":\"x\",\"ignore_already_logged_in\":true}",
        "{\"beginDate\":1e999}",
        "\xf0\x9f\x98\x80",
        "no\nnewline\r\t\x01",
        "1e400",
        "-0",
    };
    size_t count = sizeof values / sizeof *values;
    size_t index = pick(d, count);
    /* A megabyte costs time: rarely, when chosen at random. */
    if (d->mode < 0 && (values[index] == huge || values[index] == full) && roll(d) % 8) index = 0;
    return values[index];
}

/* Objects. Each of our threads owns one live object of each class, and renews it now and then; the others may use it. */
static _Atomic(void *) live[CLASSES_MAX][OWNERS], dead[CLASSES_MAX];
static int classes, class_of_alerts, class_of_pages, class_of_requests, class_of_store_requests, class_of_retry_results, class_of_instances;
static void *own_live(int class_) { return live[class_][owner < 0 ? 0 : owner]; }
static int any_class(struct dice *d) { return (int)(roll(d) % (uint64_t)classes); }

static void *any_handle(struct dice *d, int class_) {
    int who = owner < 0 ? 0 : owner;
    void *mine = live[class_][who];
    switch (pick(d, 12)) {
    case 0: return NULL;
    case 1: return dead[class_];
    case 2: { /* of another class; an instance would be destroyed under another thread's feet */
        int other = any_class(d);
        return live[other][who];
    }
    case 3: return (void *)(uintptr_t)roll(d);
    case 4: return (void *)(uintptr_t)1;
    case 5: return &thread_dice;
    case 6: /* one bit off, but never by chance another thread's instance */
        return class_ == class_of_instances ? dead[class_] : (void *)((uintptr_t)mine ^ ((uintptr_t)1 << roll(d) % 64));
    case 7: return class_ == class_of_instances ? mine : (void *)live[class_][roll(d) % OWNERS];
    default: return mine;
    }
}

static void *instances[OWNERS][INSTANCES_MAX];
static void keep_instance(TCGBInstance *instance) {
    if (!instance) return;
    void **kept = instances[owner < 0 ? 0 : owner];
    for (int i = 0; i < INSTANCES_MAX; i++) {
        if (kept[i]) continue;
        kept[i] = instance;
        return;
    }
    TCGBInstance_destroy(instance, 1000);
}
static void destroy_instances(int who) {
    for (int i = 0; i < INSTANCES_MAX; i++) {
        if (instances[who][i]) TCGBInstance_destroy(instances[who][i], 1000);
        instances[who][i] = NULL;
    }
}

static void renew(int class_) {
    void *old = live[class_][owner];
    if (class_ == class_of_instances) {
        TCGBInstance *made = make(class_);
        keep_instance(made);
        live[class_][owner] = made;
        if (made) dead[class_] = old;
        return;
    }
    live[class_][owner] = make(class_);
    dead[class_] = old;
    TCGBRelease(old);
}

/* Completions. */
struct record {
    const char *function;
    const void *instance; /* that it was made in */
    atomic_int times;
    int owner;
    bool repeated, initialized, reentrant;
};
static struct record *records;
static atomic_int record_count;
static atomic_llong callbacks_run;

static void *begin_record(const char *function, bool repeated) {
    int index = atomic_fetch_add(&record_count, 1);
    if (index >= RECORDS_MAX) {
        fprintf(stderr, "too many calls for the table of records\n");
        abort();
    }
    records[index].function = function;
    records[index].repeated = repeated;
    records[index].instance = TCGBInstance_current();
    records[index].initialized = TCGBGamebase_isInitialized();
    records[index].owner = owner;
    records[index].reentrant = depth > 1;
    return &records[index];
}

static void touch(const char *text) {
    static __thread volatile size_t length;
    if (text) length += strlen(text);
}

static void any_call(struct dice *d);

/* Every callback ends here, and now and then makes a hostile call itself. */
static void called(void *context, bool repeated) {
    struct record *record = context;
    atomic_fetch_add(&callbacks_run, 1);
    if (record) atomic_fetch_add(&record->times, 1);
    (void)repeated;
    if (owner < 0 || depth >= DEPTH_MAX) return;
    if (roll(&thread_dice) % 8 == 0) any_call(&thread_dice);
}

/* A delegate in a block of exactly the size that it claims, so that reading beyond it is seen; NULL now and then. */
static const void *any_sized(struct dice *d, void **mine, const void *whole, size_t wholeSize) {
    const size_t sizes[] = {0, wholeSize, 3, sizeof(size_t), 2 * sizeof(size_t), wholeSize - 1, wholeSize};
    if (pick(d, 8) == 0) return NULL;
    size_t size = sizes[pick(d, sizeof sizes / sizeof *sizes)];
    free(*mine);
    size_t *block = *mine = malloc(size < sizeof(size_t) ? sizeof(size_t) : size);
    memcpy(block, whole, size < sizeof(size_t) ? sizeof(size_t) : size);
    *block = size;
    return block;
}

/* Host delegates. */
static bool d_open(const char *url, void *context) { return touch(url), called(NULL, true), context != NULL; }
static void d_alert(const TCGBAlert *alert, void *context) {
    (void)context;
    if (owner >= 0) {
        void *old = live[class_of_alerts][owner];
        live[class_of_alerts][owner] = (void *)TCGBRetain(alert);
        dead[class_of_alerts] = old;
        TCGBRelease(old);
        if (roll(&thread_dice) % 2) TCGBAlert_finish(alert, (int32_t)roll(&thread_dice));
    }
    called(NULL, true);
}
static void d_toast(const char *message, int32_t duration, void *context) {
    (void)duration, (void)context, touch(message), called(NULL, true);
}
static void d_note(const char *title, const char *body, const char *extras, void *context) {
    (void)context, touch(title), touch(body), touch(extras), called(NULL, true);
}
static void d_show(const TCGBWebViewRequest *page, void *context) {
    (void)context;
    touch(TCGBWebViewRequest_url(page)), touch(TCGBWebViewRequest_data(page));
    if (owner >= 0) {
        void *old = live[class_of_pages][owner];
        live[class_of_pages][owner] = (void *)TCGBRetain(page);
        dead[class_of_pages] = old;
        TCGBRelease(old);
        switch (roll(&thread_dice) % 8) {
        case 0: TCGBWebViewRequest_finish(page, (int64_t)roll(&thread_dice)); break;
        case 1: TCGBWebViewRequest_navigate(page, any_text(&thread_dice)); break;
        case 2: TCGBWebViewRequest_finishWithAnswer(page, any_text(&thread_dice)); break;
        case 3: TCGBWebViewRequest_didLoad(page); break;
        }
    }
    called(NULL, true);
}
static void d_control(const TCGBWebViewRequest *page, TCGBWebViewCommand command, const char *url, void *context) {
    (void)command, (void)context, touch(url);
    TCGBWebViewRequest_finish(page, 0);
    called(NULL, true);
}
static void *a_page(void) {
    void *page = live[class_of_pages][owner < 0 ? 0 : owner];
    return page ? (void *)TCGBRetain(page) : NULL;
}
static void d_block(void *context) { (void)context, called(NULL, true); }
static void *an_alert(void) {
    void *alert = live[class_of_alerts][owner < 0 ? 0 : owner];
    return alert ? (void *)TCGBRetain(alert) : NULL;
}
static void *delegates[OWNERS + 1]; /* the last is for the library's threads */
static const TCGBHostDelegate *any_delegate(struct dice *d) {
    const TCGBHostDelegate whole = {sizeof whole, d_open, d_alert, d_toast, d_note, d_show, d_control, &thread_dice};
    return any_sized(d, &delegates[owner < 0 ? OWNERS : owner], &whole, sizeof whole);
}

/* Sign-in adapters, in the same way. A request is answered at once, later by some other call, or never. */
static void d_request(const TCGBAuthAdapterRequest *request, void *context) {
    (void)context;
    if (owner >= 0) {
        void *old = live[class_of_requests][owner];
        live[class_of_requests][owner] = (void *)TCGBRetain(request);
        dead[class_of_requests] = old;
        TCGBRelease(old);
        switch (roll(&thread_dice) % 4) {
        case 0: TCGBAuthAdapterRequest_succeed(request, any_text(&thread_dice)); break;
        case 1: TCGBAuthAdapterRequest_succeed(request, "{\"access_token\":\"player\"}"); break;
        case 2: TCGBAuthAdapterRequest_fail(request, (int64_t)roll(&thread_dice), any_text(&thread_dice)); break;
        }
    }
    called(NULL, true);
}
static void d_cancel(const TCGBAuthAdapterRequest *request, void *context) {
    (void)context;
    TCGBAuthAdapterRequest_succeed(request, "{\"access_token\":\"late\"}");
    called(NULL, true);
}
static void d_logout(const char *provider, void *context) { (void)context, touch(provider), called(NULL, true); }
static void *a_request(void) {
    void *request = live[class_of_requests][owner < 0 ? 0 : owner];
    return request ? (void *)TCGBRetain(request) : NULL;
}
static void *adapters[OWNERS + 1];
static const TCGBAuthAdapter *any_adapter(struct dice *d) {
    const TCGBAuthAdapter whole = {sizeof whole, d_request, d_cancel, d_logout, &thread_dice};
    return any_sized(d, &adapters[owner < 0 ? OWNERS : owner], &whole, sizeof whole);
}

/* Subclasses, in the same way. */
static void *subclasses[OWNERS + 1];
static const NCMBSubclass *any_subclass(struct dice *d) {
    enum { FIELDS = 3 };
    struct {
        NCMBSubclass subclass;
        NCMBField fields[FIELDS];
    } whole = {{sizeof(NCMBSubclass), any_text(d), any_bool(d) ? NULL : any_text(d), NULL, pick(d, FIELDS + 1)},
        {{NULL, NCMBFieldTypeAny}}},
      *block;
    const size_t sizes[] = {0, sizeof(NCMBSubclass), 3, sizeof(size_t), 2 * sizeof(size_t), sizeof(NCMBSubclass) - 1, sizeof(NCMBSubclass)};
    if (pick(d, 8) == 0) return NULL;
    for (int i = 0; i < FIELDS; i++)
        whole.fields[i] = (NCMBField){any_text(d), (NCMBFieldType)(any_bool(d) ? any_int32(d) : (int32_t)pick(d, 15))};
    if (pick(d, 8) == 0) whole.subclass.fieldCount = SIZE_MAX;
    void **mine = &subclasses[owner < 0 ? OWNERS : owner];
    free(*mine);
    *mine = block = malloc(sizeof whole);
    *block = whole;
    block->subclass.fields = any_bool(d) ? block->fields : NULL;
    block->subclass.structSize = sizes[pick(d, sizeof sizes / sizeof *sizes)];
    return &block->subclass;
}

/* Stores, in the same way. */
static const char *any_answer(struct dice *d) {
    static const char *const answers[] = {
        "{\"status\":\"PAID\",\"storeTransactionId\":\"T-1\"}",
        "{\"status\":\"APPROVED\"}",
        "{\"status\":\"INIT\",\"pollAfterMilliseconds\":10}",
        "{\"status\":\"PENDING\"}",
        "{\"status\":\"FAILED\",\"detailCode\":18}",
        "{\"status\":\"UNKNOWN\"}",
        "[]",
        "[{\"marketItemId\":\"gem_100\",\"price\":\"1.250\"}]",
        "[{\"status\":\"PAID\",\"storeTransactionId\":\"T-2\",\"marketItemId\":\"gem_100\",\"kind\":\"PROMOTION\"}]",
        "{\"status\":7}",
        "{}",
        NULL,
    };
    return answers[roll(d) % (sizeof answers / sizeof *answers)];
}
static void s_ask(const TCGBStoreRequest *request, void *context) {
    (void)context;
    if (owner >= 0) {
        void *old = live[class_of_store_requests][owner];
        live[class_of_store_requests][owner] = (void *)TCGBRetain(request);
        dead[class_of_store_requests] = old;
        TCGBRelease(old);
        switch (roll(&thread_dice) % 4) {
        case 0: TCGBStoreRequest_succeed(request, any_text(&thread_dice)); break;
        case 1: TCGBStoreRequest_fail(request, (int64_t)(roll(&thread_dice) % 120), any_text(&thread_dice)); break;
        case 2: TCGBStoreRequest_succeed(request, any_answer(&thread_dice)); break;
        }
    }
    called(NULL, true);
}
static void s_close(void *context) { (void)context, called(NULL, true); }
static void *a_store_request(void) {
    void *request = live[class_of_store_requests][owner < 0 ? 0 : owner];
    return request ? (void *)TCGBRetain(request) : NULL;
}
static void *stores[OWNERS + 1];
static const TCGBStoreAdapter *any_store(struct dice *d) {
    TCGBStoreAdapter *block;
    const TCGBStoreAdapter whole = {
        sizeof whole, roll(d) % 256, s_ask, s_ask, s_ask, s_ask, s_ask, s_ask, s_ask, s_ask, s_close, &thread_dice};
    const size_t sizes[] = {0, sizeof whole, 3, sizeof(size_t), 2 * sizeof(size_t), sizeof whole - 1, sizeof whole};
    if (pick(d, 8) == 0) return NULL;
    size_t size = sizes[pick(d, sizeof sizes / sizeof *sizes)];
    void **mine = &stores[owner < 0 ? OWNERS : owner];
    free(*mine);
    *mine = block = malloc(size < sizeof(size_t) ? sizeof(size_t) : size);
    memcpy(block, &whole, size < sizeof(size_t) ? sizeof(size_t) : size);
    block->structSize = size;
    return block;
}

/* HTTP of the host's own: it answers at once, late, twice or never, and as it likes. Called on a thread of the library. */
static void h_cancel(uint64_t number, void *context) { (void)context, TCGBHTTP_failed(number, NULL); }
static void h_start(const TCGBHTTPRequest *request, void *context) {
    static const char answer[] = "{\"resultCode\":0,\"message\":\"\",\"body\":{}}";
    touch(request->url), touch(request->method), (void)context;
    for (size_t i = 0; i < request->headerCount; i++) touch(request->headers[i]);
    if (request->number % 5 == 0) return;
    const char *headers = request->isStream ? "Content-Type: text/event-stream" : NULL;
    TCGBHTTP_receivedHead(request->number, request->number % 5 == 1 ? 503 : 200, headers);
    TCGBHTTP_receivedBytes(request->number, answer, request->number % 5 == 2 ? 7 : sizeof answer - 1);
    TCGBHTTP_ended(request->number);
    if (request->number % 5 == 3) TCGBHTTP_receivedBytes(request->number, answer, 1), TCGBHTTP_ended(request->number);
}
static void *http_functions[OWNERS + 1];
static const TCGBHTTP *any_http(struct dice *d) {
    const TCGBHTTP whole = {sizeof whole, h_start, any_bool(d) ? h_cancel : NULL, &thread_dice};
    return any_sized(d, &http_functions[owner < 0 ? OWNERS : owner], &whole, sizeof whole);
}

/* A retry's result comes by a completion only. */
static void keep_retry_result(const TCGBPurchasableRetryTransactionResult *result) {
    if (owner < 0 || !result) return;
    void *old = live[class_of_retry_results][owner];
    live[class_of_retry_results][owner] = (void *)TCGBRetain(result);
    dead[class_of_retry_results] = old;
    TCGBRelease(old);
}
static void *a_retry_result(void) {
    void *result = live[class_of_retry_results][owner < 0 ? 0 : owner];
    return result ? (void *)TCGBRetain(result) : NULL;
}

/* Delegates of NHN Cloud purchases. */
static void i_received(const NHNCloudPurchaseResult *purchase, void *context) {
    (void)context, touch(NHNCloudPurchaseResult_paymentSeq(purchase)), called(NULL, true);
}
static void i_failed(const char *product, const TCGBError *error, void *context) {
    (void)context, touch(product), touch(TCGBError_message(error)), called(NULL, true);
}
static bool i_add(const NHNCloudProduct *product, void *context) {
    (void)context, touch(NHNCloudProduct_productIdentifier(product)), called(NULL, true);
    return roll(&thread_dice) % 2;
}
static void *iap_delegates[OWNERS + 1];
static const NHNCloudInAppPurchaseDelegate *any_iap_delegate(struct dice *d) {
    const NHNCloudInAppPurchaseDelegate whole = {sizeof whole, i_received, i_failed, i_add, &thread_dice};
    return any_sized(d, &iap_delegates[owner < 0 ? OWNERS : owner], &whole, sizeof whole);
}

/* Delegates of Hive's push. */
static void h_message(const HIVEPushMessage *message, void *context) {
    (void)context, touch(HIVEPushMessage_identifier(message)), touch(HIVEPushMessage_jsonString(message)), called(NULL, true);
}
static void h_pressed(const HIVEPushMessage *message, const char *category, const char *action, const char *text, void *context) {
    touch(category), touch(action), touch(text), h_message(message, context);
}
static void h_text(const char *text, void *context) { (void)context, touch(text), called(NULL, true); }
static void *push_delegates[OWNERS + 1];
static const HIVEPushDelegate *any_push_delegate(struct dice *d) {
    const HIVEPushDelegate whole = {sizeof whole, h_message, h_message, h_pressed, h_text, h_message, h_text, &thread_dice};
    return any_sized(d, &push_delegates[owner < 0 ? OWNERS : owner], &whole, sizeof whole);
}

#endif
