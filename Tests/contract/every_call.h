/* Tries every call that has a completion at one moment of the library's life, and prints a line for each: its name, and what came of it.
 * Tests/suites/order.py writes the table of calls from the headers, and judges the lines.
 *
 *     NAME 110             one completion, with this code
 *     NAME 3 at once       it came before the shutdown, or before it could be cancelled
 *     NAME 110 by the end  it could not be cancelled
 *     NAME: TEXT           what must never be
 */
#ifndef EVERY_CALL_H
#define EVERY_CALL_H

#include <NCMB/NCMB.h>
#include <HIVE/HIVE.h>
#include <HIVEExtensions/HIVEExtensions.h>
#include <NHNCloudIAP/NHNCloudIAP.h>

#include "play.h"

enum { LIMIT_MILLISECONDS = 5000, SETTLE_MILLISECONDS = 15 };

struct heard {
    int times;
    int64_t code;
    bool mute; /* an error without words */
};
struct call {
    const char *name;
    void (*make)(struct heard *heard); /* NULL: without a completion */
    bool initializes, signs_in;
};

/* One for each call: a completion that comes when it may not any more finds its own. */
static struct heard heard_of[1024];
static bool inside, came_inside;

static void note(const TCGBError *error, void *context) {
    struct heard *heard = context;
    came_inside |= inside;
    heard->times++;
    heard->code = TCGBError_code(error);
    if (error && heard->code == 0) heard->code = -1;
    heard->mute = error && !(TCGBError_message(error) && TCGBError_message(error)[0]);
}
static struct heard *make_call(const struct call *call, int number, bool with_completion) {
    struct heard *heard = &heard_of[number];
    memset(heard, 0, sizeof *heard);
    inside = true;
    call->make(with_completion ? heard : NULL);
    inside = false;
    if (came_inside) printf("%s: the completion came before the call had returned\n", call->name);
    came_inside = false;
    return heard;
}
static bool wait_for_answer(const struct heard *heard) {
    for (int64_t began = milliseconds(); !heard->times && milliseconds() - began < LIMIT_MILLISECONDS;) TCGBRunLoop_runUntil(20);
    TCGBRunLoop_drain();
    return heard->times != 0;
}
static void print_heard(const struct call *call, const struct heard *heard, const char *more) {
    if (heard->mute) printf("%s: the error has no message\n", call->name);
    if (heard->times == 1) printf("%s %lld%s\n", call->name, (long long)heard->code, more);
    else printf("%s: %d completions came\n", call->name, heard->times);
}

/* A host that keeps what it shows open, or closes it at once. */
static bool host_closes;
static void show_alert(const TCGBAlert *alert, void *context) {
    (void)context;
    if (host_closes) TCGBAlert_finish(alert, 0);
    else TCGBRetain(alert);
}
static void show_page(const TCGBWebViewRequest *page, void *context) {
    (void)context;
    if (host_closes) TCGBWebViewRequest_finish(page, 0);
    else TCGBRetain(page);
}
static bool open_outside(const char *url, void *context) {
    (void)url, (void)context;
    return true;
}
static void show_notification(const char *title, const char *body, const char *extras, void *context) {
    (void)title, (void)body, (void)extras, (void)context;
}

#define PROVIDER_INFO "{\"id\":\"1\",\"oauth_consumer_key\":\"key\"}"
#define ORDER_SETTINGS \
    "{\"app\":{\"appId\":\"Contract\",\"typeCode\":\"SANDBOX\",\"secretKey\":\"contract-secret\"}," \
    "\"idPs\":{\"guest\":{},\"google\":{}},\"customerService\":{\"type\":\"CUSTOM\",\"url\":\"https://help.example\"}," \
    "\"gameNotice\":{\"url\":\"https://news.example\"},\"products\":[{\"gamebaseProductId\":\"gem_100\",\"itemSeq\":1," \
    "\"productType\":\"CONSUMABLE\",\"price\":\"0.99\",\"currency\":\"USD\"}]," \
    "\"terms\":[{\"termsSeq\":1,\"termsVersion\":\"1\",\"contents\":[{\"termsContentSeq\":1,\"name\":\"n\"}]}]," \
    "\"imageNotice\":{\"address\":\"https://pages.example/\",\"pageList\":[{\"imageNoticeId\":1,\"path\":\"p\"}]}}"

static void begin_life(void) {
    const TCGBHostDelegate host = {.structSize = sizeof host,
        .openURL = open_outside,
        .showAlert = show_alert,
        .showNotification = show_notification,
        .showWebView = show_page};
    require(TCGBHost_setDelegate(&host));
    NHNCloudSDK_setUserID(NULL);
    initialize_in(":memory:");
    PLAY_WELL(&answer, TCGBConsole_loadSettings_completion(ORDER_SETTINGS, on_error, &answer));
    NHNCloudIAPConfiguration *configuration = NHNCloudIAPConfiguration_configurationWithAppKey("Contract");
    NHNCloudIAP_initWithConfiguration(configuration);
    NCMB_setApplicationKey_clientKey("Contract", "Contract");
    TCGBRelease(configuration);
}
/* On both surfaces: the player of the other one is ours. */
static void begin_session(void) {
    begin_life();
    log_in();
    NHNCloudSDK_setUserID(TCGBGamebase_userID());
    pump_for(SETTLE_MILLISECONDS);
}
/* The service takes requests and answers none. A login on top of a session would not come to the service. */
static void begin_without_answers(const struct call *call) {
    if (call->signs_in) begin_life();
    else begin_session();
    require(TCGBConsole_setServiceSuspended(true));
}
static void end_life(const struct call *call) {
    if (!TCGBGamebase_shutdown(2000)) printf("%s: shutdown came to no end\n", call->name);
}

/* Before the first initialize, then after a shutdown. What initializes ends the first moment, so it comes last. */
static void not_initialized(const struct call *calls, int count, bool after_shutdown) {
    require(TCGBHost_setStorageDirectory(":memory:"));
    if (after_shutdown) {
        begin_session();
        require(TCGBGamebase_shutdown(2000));
        TCGBHost_setStorageDirectory(":memory:");
    }
    for (int initializing = 0; initializing < 2; initializing++) {
        for (int i = 0; i < count; i++) {
            if (calls[i].initializes != (initializing == 1)) continue;
            struct heard *heard = make_call(&calls[i], i, true);
            wait_for_answer(heard);
            print_heard(&calls[i], heard, "");
            if (initializing) end_life(&calls[i]);
        }
    }
}

static void make_without_a_player(const struct call *call, int number) {
    host_closes = true;
    struct heard *heard = make_call(call, number, true);
    wait_for_answer(heard);
    end_life(call);
    print_heard(call, heard, "");
}
static void before_a_login(const struct call *call, int number) {
    begin_life();
    make_without_a_player(call, number);
}
static void after_a_logout(const struct call *call, int number) {
    begin_session();
    PLAY_WELL(&answer, TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &answer));
    NHNCloudSDK_setUserID(NULL);
    make_without_a_player(call, number);
}

static void ended_by_shutdown(const struct call *call, int number) {
    begin_without_answers(call);
    struct heard *heard = make_call(call, number, true);
    pump_for(SETTLE_MILLISECONDS);
    bool open = heard->times == 0;
    end_life(call);
    print_heard(call, heard, open ? "" : " at once");
    TCGBRunLoop_drain();
    if (heard->times > 1) printf("%s: a completion came after shutdown\n", call->name);
}
/* By its number, or as the login that runs. */
static void take_back(const struct call *call, int number, bool as_login) {
    begin_without_answers(call);
    struct heard *heard = make_call(call, number, true);
    int64_t id = TCGBRunLoop_lastCall();
    pump_for(SETTLE_MILLISECONDS);
    bool open = heard->times == 0, done = as_login ? TCGBGamebase_cancelLogin() : TCGBRunLoop_cancelCall(id);
    if (done && !open) printf("%s: it was answered, and could be cancelled\n", call->name);
    if (heard->times && open) printf("%s: the completion came inside the call that cancels\n", call->name);
    if (done) wait_for_answer(heard);
    if (done && !heard->times) printf("%s: it was cancelled, and no completion came\n", call->name);
    if (as_login ? TCGBGamebase_cancelLogin() : TCGBRunLoop_cancelCall(id)) printf("%s: it can be cancelled twice\n", call->name);
    if (done) { /* what was cancelled stays so when the service answers */
        require(TCGBConsole_setServiceSuspended(false));
        pump_for(SETTLE_MILLISECONDS);
    }
    end_life(call);
    print_heard(call, heard, done ? "" : open ? " by the end" : " at once");
}
static void cancelled(const struct call *call, int number) { take_back(call, number, false); }
static void cancelled_as_login(const struct call *call, int number) { take_back(call, number, true); }

/* At each of the moments; that it ends, and that nothing crashes, is all there is to see. */
static void without_completion(const struct call *call, int number) {
    TCGBHost_setStorageDirectory(":memory:");
    make_call(call, number, false);
    end_life(call);
    begin_life();
    make_call(call, number, false);
    end_life(call);
    begin_without_answers(call);
    make_call(call, number, false);
    TCGBRunLoop_cancelCall(TCGBRunLoop_lastCall());
    end_life(call);
    begin_session();
    make_call(call, number, false);
    pump_for(SETTLE_MILLISECONDS);
    end_life(call);
    printf("%s 0\n", call->name);
}

static int try_every_call(const struct call *calls, int count, const char *moment) {
    static const struct {
        const char *name;
        void (*try)(const struct call *call, int number);
    } moments[] = {{"before a login", before_a_login}, {"after a logout", after_a_logout}, {"ended by shutdown", ended_by_shutdown},
        {"cancelled", cancelled}, {"cancelled as a login", cancelled_as_login}, {"without completion", without_completion}};
    require((size_t)count <= sizeof heard_of / sizeof *heard_of);
    if (strcmp(moment, "before initialize") == 0 || strcmp(moment, "after shutdown") == 0) {
        not_initialized(calls, count, moment[0] == 'a');
        return 0;
    }
    for (size_t m = 0; m < sizeof moments / sizeof *moments; m++) {
        if (strcmp(moments[m].name, moment) != 0) continue;
        for (int i = 0; i < count; i++) moments[m].try(&calls[i], i);
        return 0;
    }
    return 2;
}

#endif
