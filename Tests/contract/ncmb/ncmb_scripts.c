/* Scripts: functions of the game stand for them, or an error says that none does. */
#include "backend.h"

static char heard[512], got[64];
static size_t got_length;
static int calls;
static NCMBScriptCall *kept;

static void on_data(const void *data, size_t length, const TCGBError *error, void *context) {
    note_error(context, error);
    require(length < sizeof got);
    got_length = length;
    if (length) memcpy(got, data, length);
    got[length] = 0;
    came(context);
}
static const char *or_none(const char *text) { return text ? text : "none"; }
static void echo(NCMBScriptCall *call, void *context) {
    require(context == heard);
    calls++;
    snprintf(heard, sizeof heard, "%s %d %s %s %s", NCMBScriptCall_scriptName(call), (int)NCMBScriptCall_method(call),
        or_none(NCMBScriptCall_data(call)), or_none(NCMBScriptCall_headers(call)), or_none(NCMBScriptCall_queries(call)));
    require(NCMBScriptCall_replyWithStatus_data_length(call, 200, "pong", 4));
    require(!NCMBScriptCall_replyWithStatus_data_length(call, 200, "again", 5));
}
static void refuse_it(NCMBScriptCall *call, void *context) {
    (void)context;
    require(NCMBScriptCall_replyWithStatus_data_length(call, 422, "no such race", 12));
}
static void forget(NCMBScriptCall *call, void *context) {
    (void)call, (void)context;
    calls++;
}
static void keep(NCMBScriptCall *call, void *context) {
    (void)context;
    TCGBRetain(call);
    kept = call;
}

PROMISE("a script that no function stands for says what is missing") {
    set_keys();
    NCMBScript *script = NCMBScript_scriptWithName_method("ranking.js", NCMBExecuteWithGetMethod);
    PLAY(&answer, NCMBScript_execute_headers_queries_withBlock(script, NULL, NULL, NULL, on_data, &answer));
    require_equal(answer.code, NCMBErrorDataNotFound);
    require(strstr(answer.message, "ranking.js not found") && strstr(answer.message, "NCMBScript_registerFunction"));
    TCGBError *error = NULL;
    require(!NCMBScript_execute_headers_queries_error(script, NULL, NULL, NULL, &error));
    require_equal(TCGBError_code(error), NCMBErrorDataNotFound);
}

PROMISE("a function that is registered answers, with what the game gave") {
    set_keys();
    NCMBScript *script = NCMBScript_scriptWithName_method_endpoint("ping", NCMBExecuteWithPostMethod, "http://localhost:3000");
    require_text(NCMBScript_endpoint(script), "http://localhost:3000");
    require(NCMBScript_registerFunction("ping", echo, heard));
    PLAY_WELL(&answer, NCMBScript_execute_headers_queries_withBlock(script, "{\"a\": 1}", "{\"h\":\"x\"}", NULL, on_data, &answer));
    require_text(got, "pong");
    require_text(heard, "ping 1 {\"a\":1} {\"h\":\"x\"} none");
    /* Only POST and PUT have data. */
    require(NCMBScript_setMethod(script, NCMBExecuteWithDeleteMethod));
    require_equal(NCMBScript_method(script), NCMBExecuteWithDeleteMethod);
    NCMBData *data = NCMBScript_execute_headers_queries_error(script, "{\"a\":1}", NULL, "{\"q\":\"1\"}", NULL);
    require_equal(NCMBData_length(data), 4);
    require_text(heard, "ping 3 none none {\"q\":\"1\"}");
    require_equal(calls, 2);
    PLAY(&answer, NCMBScript_execute_headers_queries_withBlock(script, "[]", NULL, NULL, on_data, &answer));
    require_equal(answer.code, 3);
    require_equal(calls, 2);
    require(NCMBScript_setScriptName(script, "other"));
    require_text(NCMBScript_scriptName(script), "other");
    require(!NCMBScript_setScriptName(script, "") && !NCMBScript_setMethod(script, (NCMBScriptRequestMethod)9));
    PLAY(&answer, NCMBScript_execute_headers_queries_withBlock(script, NULL, NULL, NULL, on_data, &answer));
    require_equal(answer.code, NCMBErrorDataNotFound);
    require(!NCMBScript_scriptWithName_method("", NCMBExecuteWithGetMethod));
    require(!NCMBScript_scriptWithName_method("s", (NCMBScriptRequestMethod)-1));
}

PROMISE("a function answers with an error, later, or not at all") {
    set_keys();
    NCMBScript *script = NCMBScript_scriptWithName_method("s", NCMBExecuteWithGetMethod);
    require(NCMBScript_registerFunction("s", refuse_it, NULL));
    PLAY(&answer, NCMBScript_execute_headers_queries_withBlock(script, NULL, NULL, NULL, on_data, &answer));
    require_equal(answer.code, 422);
    require_text(answer.message, "no such race");
    require(NCMBScript_registerFunction("s", forget, NULL));
    PLAY(&answer, NCMBScript_execute_headers_queries_withBlock(script, NULL, NULL, NULL, on_data, &answer));
    require_equal(answer.code, NCMBErrorInternalServerError);
    require_equal(calls, 1);
    require(NCMBScript_registerFunction("s", keep, NULL));
    fresh(&answer);
    NCMBScript_execute_headers_queries_withBlock(script, NULL, NULL, NULL, on_data, &answer);
    for (int64_t began = milliseconds(); !kept && milliseconds() - began < PLAY_LIMIT_MILLISECONDS;) TCGBRunLoop_runUntil(20);
    require(kept && answer.times == 0);
    require(NCMBScript_registerFunction("s", NULL, NULL));
    require(!NCMBScriptCall_replyWithStatus_data_length(kept, 99, NULL, 0));
    require(NCMBScriptCall_replyWithStatus_data_length(kept, 204, NULL, 0));
    require(pump_until(&answer.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(answer.code, 0);
    require_equal(got_length, 0);
    TCGBRelease(kept);
    PLAY(&answer, NCMBScript_execute_headers_queries_withBlock(script, NULL, NULL, NULL, on_data, &answer));
    require_equal(answer.code, NCMBErrorDataNotFound);
}

PROMISE("a function that was taken away is not called by what waits for the drain, and another in its place is") {
    set_keys();
    NCMBScript *script = NCMBScript_scriptWithName_method("s", NCMBExecuteWithGetMethod);
    require(NCMBScript_registerFunction("s", refuse_it, NULL));
    fresh(&answer);
    NCMBScript_execute_headers_queries_withBlock(script, NULL, NULL, NULL, on_data, &answer);
    require(NCMBScript_registerFunction("s", NULL, NULL));
    require(pump_until(&answer.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(answer.code, NCMBErrorDataNotFound);
    require(NCMBScript_registerFunction("s", refuse_it, NULL));
    fresh(&answer);
    NCMBScript_execute_headers_queries_withBlock(script, NULL, NULL, NULL, on_data, &answer);
    require(NCMBScript_registerFunction("s", forget, NULL));
    require(pump_until(&answer.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(answer.code, NCMBErrorInternalServerError);
}

PROMISE("as many functions as are named may be registered, and a shutdown forgets them") {
    set_keys();
    char name[16];
    for (int i = 0; i < 256; i++) {
        snprintf(name, sizeof name, "s%d", i);
        require(NCMBScript_registerFunction(name, forget, NULL));
    }
    require(!NCMBScript_registerFunction("one more", forget, NULL));
    require(NCMBScript_registerFunction("s0", NULL, NULL) && NCMBScript_registerFunction("one more", forget, NULL));
    restart();
    NCMBScript *script = NCMBScript_scriptWithName_method("s1", NCMBExecuteWithGetMethod);
    PLAY(&answer, NCMBScript_execute_headers_queries_withBlock(script, NULL, NULL, NULL, on_data, &answer));
    require_equal(answer.code, NCMBErrorDataNotFound);
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
