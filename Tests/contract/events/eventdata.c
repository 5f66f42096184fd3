/* The data of an event is read as what its category says, or not at all; and every shape has JSON both ways. */
#include "play.h"

enum { SHAPES = 7, CATEGORIES = 12 };
typedef const void *(*reader)(const TCGBGamebaseEventMessage *);
#define READER(name) (reader)(void (*)(void)) TCGBGamebaseEventMessage_##name

static const struct {
    const char *const *category;
    int shape;
    const char *data;
} events[CATEGORIES] = {
    {&kTCGBLoggedOut, 0, "{\"message\":\"bye\",\"extras\":\"{}\",\"x\":1}"},
    {&kTCGBIdPRevoked, 1, "{\"code\":601,\"idPType\":\"appleid\",\"authMappingList\":[\"appleid\",\"guest\"],\"extras\":\"e\",\"x\":1}"},
    {&kTCGBServerPushAppKickoutMessageReceived, 2, "{\"extras\":\"e\",\"popup\":{\"defaultLanguage\":\"en\"},\"x\":1}"},
    {&kTCGBServerPushAppKickout, 2, "{\"extras\":\"e\",\"x\":1}"},
    {&kTCGBServerPushTransferKickout, 2, "{\"extras\":\"e\"}"},
    {&kTCGBObserverLaunching, 3, "{\"code\":303,\"message\":\"m\",\"x\":1}"},
    {&kTCGBObserverNetwork, 3, "{\"code\":-1,\"message\":\"m\"}"},
    {&kTCGBObserverHeartbeat, 3, "{\"code\":7,\"message\":\"m\",\"extras\":\"{}\"}"},
    {&kTCGBPurchaseUpdated, 4, "{\"gamebaseProductId\":\"gem\",\"price\":1,\"paymentSeq\":\"1\",\"purchaseToken\":\"t\"}"},
    {&kTCGBPushReceivedMessage, 5, "{\"id\":\"1\",\"title\":\"t\",\"body\":\"b\",\"extras\":\"{}\",\"x\":1}"},
    {&kTCGBPushClickMessage, 5, "{\"id\":\"2\",\"extras\":\"{}\"}"},
    {&kTCGBPushClickAction, 6,
        "{\"actionType\":\"REPLY\",\"message\":{\"id\":\"1\",\"extras\":\"{}\",\"x\":1},\"userText\":\"u\",\"x\":1}"},
};
static reader readers(int shape) {
    const reader all[SHAPES] = {READER(loggedOutData), READER(idPRevokedData), READER(serverPushData), READER(observerData),
        READER(purchasableReceipt), READER(pushMessage), READER(pushAction)};
    return all[shape];
}
static TCGBGamebaseEventMessage *message_of(const char *category, const char *data) {
    char json[4096], escaped[2048];
    size_t end = 0;
    for (const char *at = data; *at; at++) {
        if (*at == '"' || *at == '\\') escaped[end++] = '\\';
        escaped[end++] = *at;
    }
    escaped[end] = 0;
    snprintf(json, sizeof json, "{\"category\":\"%s\",\"data\":\"%s\"}", category, escaped);
    return TCGBGamebaseEventMessage_gamebaseEventMessageFromJsonString(json);
}

PROMISE("the data of each category is read as its own shape, and as no other") {
    for (int i = 0; i < CATEGORIES; i++) {
        TCGBGamebaseEventMessage *message = message_of(*events[i].category, events[i].data);
        require(message);
        require_text(TCGBGamebaseEventMessage_data(message), events[i].data);
        for (int shape = 0; shape < SHAPES; shape++) {
            const void *data = readers(shape)(message);
            if ((data != NULL) != (shape == events[i].shape))
                broken_text(__FILE__, __LINE__, "only its own shape", *events[i].category, events[i].data);
            require(readers(shape)(message) == data); /* one object, which belongs to the message */
        }
        TCGBRelease(message);
    }
}

PROMISE("an unknown category, data that is not whole, and something else than a message have no data") {
    TCGBGamebaseEventMessage *unknown = message_of("somethingNew", "{\"code\":1}"),
                             *half = message_of(kTCGBObserverLaunching, "{\"message\":\"m\"}");
    TCGBGamebaseEventMessage *text = message_of(kTCGBLoggedOut, "not JSON"),
                             *none = TCGBGamebaseEventMessage_gamebaseEventMessageFromJsonString("{\"category\":\"loggedOut\"}");
    for (int shape = 0; shape < SHAPES; shape++) {
        require(
            !readers(shape)(unknown) && !readers(shape)(half) && !readers(shape)(text) && !readers(shape)(none) && !readers(shape)(NULL));
        require(!readers(shape)((const TCGBGamebaseEventMessage *)0x1234));
    }
    TCGBRelease(unknown), TCGBRelease(half), TCGBRelease(text), TCGBRelease(none);
}

PROMISE("data lives as long as its message, and longer for who retains it") {
    TCGBGamebaseEventMessage *message = message_of(kTCGBObserverLaunching, "{\"code\":303,\"message\":\"m\"}");
    const TCGBGamebaseEventObserverData *data = TCGBGamebaseEventMessage_observerData(message);
    require_equal(TCGBGamebaseEventObserverData_code(data), 303);
    TCGBRetain(data);
    TCGBRelease(message);
    require_text(TCGBGamebaseEventObserverData_message(data), "m");
    TCGBRelease(data);
    require_equal(TCGBGamebaseEventObserverData_code(data), 0);
}

#define BOTH_WAYS(class_, from, json) \
    do { \
        class_ *object = class_##_##from(json); \
        require(object); \
        require_text(class_##_jsonString(object), json); \
        class_ *again = class_##_##from(class_##_prettyJsonString(object)); \
        require(again); \
        require_text(class_##_jsonString(again), json); \
        TCGBRelease(object), TCGBRelease(again); \
    } while (0)

PROMISE("every shape is written as it was read, unknown members too") {
    BOTH_WAYS(TCGBGamebaseEventMessage, gamebaseEventMessageFromJsonString, "{\"category\":\"c\",\"data\":\"{}\",\"x\":{\"y\":null}}");
    BOTH_WAYS(TCGBGamebaseEventLoggedOutData, gamebaseEventLoggedOutDataFromJsonString, events[0].data);
    BOTH_WAYS(TCGBGamebaseEventIdPRevokedData, gamebaseEventIdPRevokedDataFromJsonString, events[1].data);
    BOTH_WAYS(TCGBGamebaseEventServerPushData, gamebaseEventServerPushDataFromJsonString, events[2].data);
    BOTH_WAYS(TCGBGamebaseEventObserverData, gamebaseEventObserverDataFromJsonString, events[5].data);
    BOTH_WAYS(TCGBPushMessage, pushMessageFromJsonString, events[9].data);
    BOTH_WAYS(TCGBPushAction, pushActionFromJsonString, events[11].data);
}

PROMISE("a member of a wrong type, or a missing one, is no half object") {
    require(!TCGBGamebaseEventMessage_gamebaseEventMessageFromJsonString("{\"data\":\"{}\"}"));
    require(!TCGBGamebaseEventLoggedOutData_gamebaseEventLoggedOutDataFromJsonString("{\"message\":1}"));
    require(!TCGBGamebaseEventIdPRevokedData_gamebaseEventIdPRevokedDataFromJsonString("{\"code\":600}"));
    require(!TCGBGamebaseEventIdPRevokedData_gamebaseEventIdPRevokedDataFromJsonString(
        "{\"code\":600,\"idPType\":\"x\",\"authMappingList\":[1]}"));
    require(!TCGBGamebaseEventServerPushData_gamebaseEventServerPushDataFromJsonString("{\"extras\":{}}"));
    require(!TCGBGamebaseEventObserverData_gamebaseEventObserverDataFromJsonString("{\"code\":\"303\"}"));
    require(!TCGBPushMessage_pushMessageFromJsonString("{\"identifier\":\"1\"}")); /* the key is id */
    require(!TCGBPushAction_pushActionFromJsonString("{\"actionType\":\"REPLY\",\"message\":{}}"));
}

static int order[8], ordered;
static void note(const TCGBGamebaseEventMessage *message, void *context) {
    if (strcmp(TCGBGamebaseEventMessage_category(message), kTCGBPushClickMessage) == 0 && ordered < 8)
        order[ordered++] = (int)(intptr_t)context;
}

PROMISE("handlers added before initialize hear in the order in which they were added") {
    for (intptr_t i = 1; i <= 3; i++) TCGBGamebase_addEventHandler(note, (void *)i);
    initialize_here();
    TCGBGamebase_addEventHandler(note, (void *)(intptr_t)4);
    require(TCGBPush_clickMessage("{\"id\":\"1\"}"));
    pump_till(ordered == 4, 50);
    require_equal(ordered, 4);
    for (int i = 0; i < 4; i++) require_equal(order[i], i + 1);
    require(TCGBGamebase_shutdown(2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
