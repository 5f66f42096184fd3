/* Receive events: one handler distinguishes them by category. Here the operator kicks everybody out. Usage: events DIRECTORY */
#include "await.h"

#include <string.h>

static void onEvent(const TCGBGamebaseEventMessage *message, void *kicked) {
    if (strcmp(TCGBGamebaseEventMessage_category(message), kTCGBServerPushAppKickout) != 0) return; /* one of many */
    printf("%s\n", TCGBGamebaseEventServerPushData_extras(TCGBGamebaseEventMessage_serverPushData(message)));
    *(bool *)kicked = true;
}
int main(int count, char **arguments) {
    bool kicked = false;
    if (count < 2) return usage("events DIRECTORY");
    expect(TCGBHost_setStorageDirectory(arguments[1]), "DIRECTORY is an absolute path");
    TCGBGamebase_addEventHandler(onEvent, &kicked);
    initialize("QuickStart");
    logInAsGuest();
    TCGBConsole_kickout_completion("{\"extras\":\"maintenance at noon\"}", onDone, step("kickout"));
    await();
    for (int rounds = 0; rounds < 50 && !kicked; rounds++) TCGBRunLoop_runUntil(100);
    expect(kicked, "the event came");
    expect(TCGBGamebase_shutdown(1000), "the library ends in time");
    return 0;
}
