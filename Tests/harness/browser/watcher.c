/* A game that is connected, and prints each event as a line: its category, and the event as JSON.
 *
 *     watcher DIRECTORY     prints "user ID" when it has logged in, also after a kickout; goes on until its input ends */
#include "../../../examples/await.h"

#include <HIVE/HIVE.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

enum { FRAME_MILLISECONDS = 16 };

static bool isKicked;

static void onEvent(const TCGBGamebaseEventMessage *message, void *context) {
    (void)context;
    printf("%s %s\n", TCGBGamebaseEventMessage_category(message), TCGBGamebaseEventMessage_jsonString(message));
    fflush(stdout);
    if (strcmp(TCGBGamebaseEventMessage_category(message), kTCGBServerPushAppKickout) == 0) isKicked = true;
}
static void sayWho(void) {
    printf("user %s\n", TCGBGamebase_userID());
    fflush(stdout);
}
static void onAgreed(const HIVEResultAPI *result, const HIVERemotePush *push, void *context) {
    (void)push;
    onDone(HIVEResultAPI_error(result), context);
}
static bool goesOn(void) {
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&input, 1, 0) == 0;
}
int main(int count, char **arguments) {
    if (count < 2) return usage("watcher DIRECTORY");
    expect(TCGBHost_setStorageDirectory(arguments[1]), "DIRECTORY is an absolute path");
    TCGBGamebase_addEventHandler(onEvent, NULL);
    initialize("QuickStart");
    logInAsGuest();
    HIVERemotePush *agreed = HIVERemotePush_initWithIsAgreeNotice_isAgreeNight(true, true);
    HIVEPush_setRemotePush_handler(agreed, onAgreed, step("agree"));
    await();
    TCGBRelease(agreed);
    sayWho();
    while (goesOn()) {
        TCGBRunLoop_runUntil(FRAME_MILLISECONDS);
        if (!isKicked) continue;
        isKicked = false;
        logInAsGuest();
        sayWho();
    }
    expect(TCGBGamebase_shutdown(5000), "the library ends in time");
    return 0;
}
