/* What operators and players give to the service that games are told, or are given back: kickouts, pushes, the inbox, purchases. */
#ifndef TOLD_H
#define TOLD_H

static char *kicked_extras, *pushed_extras; /* of the last event of its kind */
static int kicks;

static void keep_text(char **to, const char *from) {
    free(*to);
    *to = from ? strdup(from) : NULL;
}
static void on_event(const TCGBGamebaseEventMessage *message, void *context) {
    (void)context;
    const char *category = TCGBGamebaseEventMessage_category(message);
    if (strcmp(category, kTCGBServerPushAppKickout) == 0) {
        keep_text(&kicked_extras, TCGBGamebaseEventServerPushData_extras(TCGBGamebaseEventMessage_serverPushData(message)));
        kicks++;
    } else if (strcmp(category, kTCGBPushReceivedMessage) == 0) {
        keep_text(&pushed_extras, TCGBPushMessage_extras(TCGBGamebaseEventMessage_pushMessage(message)));
    }
}

static void show_nothing(const char *title, const char *body, const char *extras, void *context) {
    (void)title, (void)body, (void)extras, (void)context;
}
/* Behind each start: who hears, shows and plays. */
static void play_as_guest(void) {
    TCGBHostDelegate host = {.structSize = sizeof host, .showNotification = show_nothing};
    require(TCGBHost_setDelegate(&host));
    TCGBGamebase_removeEventHandler(on_event, NULL);
    TCGBGamebase_addEventHandler(on_event, NULL);
    HIVEPush_setActive(false);
    log_in();
    TCGBPushConfiguration *configuration =
        TCGBPushConfiguration_pushConfigurationWithPushEnable_ADAgreement_ADAgreementNight_displayLanguage(true, true, true, "en");
    READ(TCGBPush_registerPushWithPushConfiguration_completion(configuration, on_error, &answer));
    TCGBRelease(configuration);
}

/* The text that a JSON text is written for, to be freed; NULL when no field may have it. */
static char *plain(const char *json) {
    NCMBObject *object = NCMBObject_objectWithClassName("Plain");
    char *text = NULL;
    if (NCMBObject_setObject_forKey_json(object, json, "text")) {
        const char *given = NCMBObject_objectForKey_string(object, "text");
        text = given ? strdup(given) : NULL;
    }
    TCGBRelease(object);
    return text;
}
/* A JSON text as a field has it, to be freed; NULL when no field may have it. */
static char *as_field(const char *json) {
    NCMBObject *object = NCMBObject_objectWithClassName("Plain");
    char *text = NCMBObject_setObject_forKey_json(object, json, "json") ? strdup(NCMBObject_objectForKey_json(object, "json")) : NULL;
    TCGBRelease(object);
    return text;
}
/* The text of a member of a JSON text, to be freed; NULL when there is none. */
static char *member_text(const char *json, const char *name) {
    char pattern[64];
    snprintf(pattern, sizeof pattern, "\"%s\":\"", name);
    const char *at = strstr(json, pattern);
    if (!at) return NULL;
    const char *begin = at + strlen(pattern) - 1, *end = begin + 1;
    while (*end && *end != '"') end += *end == '\\' && end[1] ? 2 : 1;
    char *literal = strndup(begin, (size_t)(end - begin + 1)), *text = plain(literal);
    free(literal);
    return text;
}
/* Runs the loop until it has come. */
#define HEARD(condition) \
    do { \
        for (int64_t began = milliseconds(); !(condition); TCGBRunLoop_runUntil(5)) \
            if (milliseconds() - began > PLAY_LIMIT_MILLISECONDS) broken_document("is not told", #condition, NULL); \
    } while (0)

static void by_event(void) {
    struct text text = {0}, value = document.bytes[0] == '"' ? document : make_string();
    print(&text, "{\"extras\":%s,\"logout\":false,\"stopHeartbeat\":false,\"userIds\":[\"%s\"]}", value.bytes, TCGBGamebase_userID());
    int before = kicks;
    PLAY(&answer, TCGBConsole_kickout_completion(text.bytes, on_error, &answer));
    if (noted(EVENT, answer.code == 0)) {
        HEARD(kicks > before);
        char *wanted = plain(value.bytes);
        if (wanted) same("the text of a kickout", kicked_extras, wanted);
        free(wanted);
    }
    if (value.bytes != document.bytes) free(value.bytes);
    free(text.bytes);
}

static char *inbox_extras, *inbox_id, *inbox_last;
static size_t inbox_count;
static void on_inbox(const HIVEResultAPI *result, const HIVEPushMessage *const *messages, size_t count, void *context) {
    inbox_count = count;
    keep_text(&inbox_extras, count ? HIVEPushMessage_extras(messages[0]) : NULL);
    keep_text(&inbox_id, count ? HIVEPushMessage_identifier(messages[0]) : NULL);
    keep_text(&inbox_last, count > 1 ? HIVEPushMessage_jsonString(messages[count - 1]) : NULL);
    on_error(HIVEResultAPI_error(result), context);
}
static void on_push_result(const HIVEResultAPI *result, void *context) { on_error(HIVEResultAPI_error(result), context); }

/* The event has it, the inbox has it in this life and in the next, and it can be removed. */
static void by_push(void) {
    struct text text = {0}, title = make_string();
    char mark[32];
    snprintf(mark, sizeof mark, "\"mark\":%ld,", place);
    print(&text, "{\"title\":%s,\"body\":\"b\",\"extras\":{%s\"doc\":%s},\"userIds\":[\"%s\"]}", title.bytes, mark, document.bytes,
        TCGBGamebase_userID());
    /* On a slow disk one of before may be told once more after a start. */
    READ(HIVEPushInbox_removeAll(NULL, on_push_result, &answer));
    PLAY(&answer, TCGBConsole_sendPush_completion(text.bytes, on_json, &answer));
    if (noted(PUSH, answer.code == 0)) {
        HEARD(pushed_extras && strstr(pushed_extras, mark));
        char *first = strdup(pushed_extras ? pushed_extras : ""), *wanted = as_field(document.bytes);
        if (wanted && !strstr(first, wanted)) broken_document("an event has other extras", first, wanted);
        READ(HIVEPushInbox_getMessages(NULL, on_inbox, &answer));
        if (inbox_count != 1 || !inbox_extras) broken_document("is not in the inbox, or another is, too", inbox_extras, inbox_last);
        if (wanted && !strstr(inbox_extras, wanted)) broken_document("the inbox has other extras", inbox_extras, wanted);
        char *here = strdup(inbox_extras);
        if (some(4) == 0 || place <= BOUNDS_COUNT) again();
        READ(HIVEPushInbox_getMessages(NULL, on_inbox, &answer));
        if (inbox_count != 1) broken_document("is not in the inbox after a start", NULL, NULL);
        same("extras in the inbox after a start", inbox_extras, here);
        READ(HIVEPushInbox_remove(inbox_id, on_push_result, &answer));
        READ(HIVEPushInbox_getMessages(NULL, on_inbox, &answer));
        if (inbox_count != 0) broken_document("is still in the inbox", inbox_extras, NULL);
        free(first), free(wanted), free(here);
    }
    free(text.bytes), free(title.bytes);
}

static char *bought_payload;
static char bought[3][256]; /* paymentSeq, purchaseToken, and how many purchases were listed */
static void on_bought(const TCGBPurchasableReceipt *receipt, const TCGBError *error, void *context) {
    keep_text(&bought_payload, TCGBPurchasableReceipt_payload(receipt));
    copy_text(bought[0], sizeof bought[0], TCGBPurchasableReceipt_paymentSeq(receipt));
    copy_text(bought[1], sizeof bought[1], TCGBPurchasableReceipt_purchaseToken(receipt));
    on_error(error, context);
}
static void on_unconsumed(const TCGBPurchasableReceipt *const *receipts, size_t count, const TCGBError *error, void *context) {
    on_bought(count == 1 ? receipts[0] : NULL, error, context);
    ((struct answer *)context)->count = count;
}
/* The receipt has it, the list of what is not consumed in this life and in the next, and the game's server when it consumes. */
static void by_payment(void) {
    char *text = document.bytes[0] == '"' ? plain(document.bytes) : strdup(document.bytes);
    if (!text) return;
    PLAY(&answer,
        TCGBPurchase_requestPurchaseWithGamebaseProductId_payload_viewController_completion("gem", text, NULL, on_bought, &answer));
    if (noted(PAYMENT, answer.code == 0)) {
        same("the payload of a receipt", bought_payload, text);
        if (some(4) == 0 || place <= BOUNDS_COUNT) again();
        READ(TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_unconsumed, &answer));
        if (answer.count != 1) broken_document("the purchase is not listed, or another is", bought[0], NULL);
        same("the payload in the list", bought_payload, text);
        struct text body = {0};
        print(&body, "{\"paymentSeq\":\"%s\",\"accessToken\":\"%s\"}", bought[0], bought[1]);
        serve(&answer, "POST", "/tcgb-inapp/v1.3/apps/Contract/consume", body.bytes);
        char *given = member_text(answer.json, "payload");
        same("the payload that a game's server is given", given, text);
        free(body.bytes), free(given);
    }
    free(text);
}

#endif
