/* Run in a network namespace of its own, by Tests/suites/network.py: a link that goes up or down reaches the game. */
#include "play.h"

static volatile int status = -1000, changes;
static void hear(const TCGBGamebaseEventMessage *message, void *context) {
    (void)context;
    if (strcmp(TCGBGamebaseEventMessage_category(message), kTCGBObserverNetwork) != 0) return;
    TCGBGamebaseEventObserverData *data =
        TCGBGamebaseEventObserverData_gamebaseEventObserverDataFromJsonString(TCGBGamebaseEventMessage_data(message));
    require(data);
    status = (int)TCGBGamebaseEventObserverData_code(data);
    changes++;
    TCGBRelease(data);
}
static void ip(const char *arguments) {
    char command[256];
    snprintf(command, sizeof command, "ip %s", arguments);
    require(system(command) == 0);
}
static void wait_for(int wanted) {
    for (int64_t began = milliseconds(); status != wanted; TCGBRunLoop_runUntil(20))
        if (milliseconds() - began > 10000) broken_number(__FILE__, __LINE__, "the network status becomes", status, wanted);
}

int main(int count, char **arguments) {
    require(count == 2);
    directory = arguments[1];
    TCGBGamebase_addEventHandler(hear, NULL);
    start_playing();
    pump_for(100);
    ip("link add game0 type veth peer name game1");
    ip("address add 10.9.8.7/24 dev game0");
    ip("link set game1 up");
    ip("link set game0 up");
    ip("route add default via 10.9.8.1 dev game0");
    wait_for(ReachableViaWifi);
    ip("link set game0 down");
    wait_for(NotReachable);
    int before = changes;
    pump_for(300);
    require_equal(changes, before); /* no change, no event */
    require(TCGBGamebase_shutdown(2000));
    ip("link set game0 up");
    pump_for(200);
    require_equal(changes, before);
    return 0;
}
