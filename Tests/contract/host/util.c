/* Small help: encoding, choices, identifiers of the host, the log. */
#include "screens/popup.h"

#include <fcntl.h>

PROMISE("a text is encoded for an address byte by byte, and an encoded one is recognised") {
    require_text(TCGBUtil_URLEncodedString("a b&c=d/e?é~._-"), "a%20b%26c%3Dd%2Fe%3F%C3%A9~._-");
    require_text(TCGBUtil_URLEncodedString(""), "");
    require(!TCGBUtil_URLEncodedString(NULL));
    require(!TCGBUtil_URLEncodedString("\xff"));
    const unsigned char bytes[] = {0, 'a', 0xFF, '%'};
    require_text(TCGBUtil_URLEncodedStringWithData(bytes, sizeof bytes), "%00a%FF%25");
    require(!TCGBUtil_URLEncodedStringWithData(NULL, 1));
    require(!TCGBUtil_URLEncodedStringWithData(bytes, SIZE_MAX));
    require(TCGBUtil_isURLEncoded("a%20b"));
    require(TCGBUtil_isURLEncoded(TCGBUtil_URLEncodedString("ひ")));
    require(!TCGBUtil_isURLEncoded("a b%20"));
    require(!TCGBUtil_isURLEncoded("100%"));
    require(!TCGBUtil_isURLEncoded("%zz"));
    require(!TCGBUtil_isURLEncoded("%FF")); /* no text */
    require(!TCGBUtil_isURLEncoded("plain"));
    require(!TCGBUtil_isURLEncoded(NULL));
}

PROMISE("identifiers for advertising and of the vendor are the host's, zero without one and after shutdown") {
    const char *const zero = "00000000-0000-0000-0000-000000000000";
    require_text(TCGBUtil_idfa(), zero);
    require_text(TCGBUtil_idfv(), zero);
    require(TCGBHost_setAdvertisingIdentifier("EA7583CD-A667-48BC-B806-42ECB2B48606"));
    require(TCGBHost_setVendorIdentifier("studio-device-7"));
    require_text(TCGBUtil_idfa(), "EA7583CD-A667-48BC-B806-42ECB2B48606");
    require_text(TCGBUtil_idfv(), "studio-device-7");
    require(!TCGBHost_setAdvertisingIdentifier(""));
    require(!TCGBHost_setVendorIdentifier("\xff"));
    char longest[140];
    memset(longest, 'x', sizeof longest);
    longest[129] = 0;
    require(!TCGBHost_setAdvertisingIdentifier(longest));
    longest[128] = 0;
    require(TCGBHost_setAdvertisingIdentifier(longest));
    require(TCGBHost_setAdvertisingIdentifier(NULL));
    require_text(TCGBUtil_idfa(), zero);
    initialize_here();
    require_text(TCGBUtil_idfv(), "studio-device-7");
    require(TCGBGamebase_shutdown(2000));
    require_text(TCGBUtil_idfv(), zero);
}

PROMISE("the system's version is found where the game has closed its standard input, which stays closed") {
    close(STDIN_FILENO);
    require(strcmp(TCGBUtil_osVersion(), "unknown") != 0);
    require(TCGBUtil_deviceModel());
    require(fcntl(STDIN_FILENO, F_GETFD) < 0);
}

static int taken[2];
static void on_taken(void *context) { ++*(int *)context; }
static void choose(int32_t button) {
    const TCGBActionSheetBlock blocks[] = {{"OK", on_taken, &taken[0]}, {"Detail", on_taken, &taken[1]}, {"Nothing", NULL, NULL}};
    int before = popup.shown;
    popup.press = button;
    TCGBUtil_showActionSheetWithTitle_message_blocks("TITLE", "MESSAGE", blocks, 3);
    require_equal(popup.shown, before);
    pump_for(50);
}

PROMISE("an action sheet has its choices and a button to cancel, and calls the block of the choice that was taken") {
    set_host();
    initialize_with_popups("ja", &answer);
    choose(1);
    require_equal(popup.shown, 1);
    require_text(popup.title, "TITLE");
    require_text(popup.message, "MESSAGE");
    require_equal(popup.count, 4);
    require_text(popup.button[0], "OK");
    require_text(popup.button[1], "Detail");
    require_text(popup.button[3], "キャンセル");
    require(taken[0] == 0 && taken[1] == 1);
    choose(0);
    require(taken[0] == 1 && taken[1] == 1);
    choose(2);
    choose(3);
    choose(99);
    require(taken[0] == 1 && taken[1] == 1);
    require_equal(popup.shown, 5);
    const TCGBActionSheetBlock nameless = {NULL, on_taken, &taken[0]};
    TCGBUtil_showActionSheetWithTitle_message_blocks("T", "M", &nameless, 1);
    TCGBUtil_showActionSheetWithTitle_message_blocks("T", "M", &nameless, 0);
    TCGBUtil_showActionSheetWithTitle_message_blocks("T", "M", NULL, 1);
    TCGBUtil_showActionSheetWithTitle_message_blocks("T", "M", &nameless, 33);
    pump_till(popup.shown == 5, 50);
    require_equal(popup.shown, 5);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("an action sheet that is open at shutdown, or that nobody shows, calls no block") {
    initialize_in(directory);
    choose(0);
    set_host();
    choose(-1);
    require_equal(popup.shown, 1);
    require(TCGBGamebase_shutdown(2000));
    require(taken[0] == 0 && taken[1] == 0);
    TCGBAlert_finish(popup.left_open, 0);
    TCGBRunLoop_drain();
    require(taken[0] == 0);
    TCGBRelease(popup.left_open);
}

static char line[512];
static void on_line(TCGBLogLevel level, const char *message, void *context) {
    require(context == line);
    if (!strstr(message, "from the game")) return;
    require_equal(level, TCGBLogLevelInfo);
    copy_text(line, sizeof line, message);
}

PROMISE("a line of the game's own reaches the log sink, without any formatting") {
    TCGBHost_setLogSink(TCGBLogLevelInfo, on_line, line);
    TCGBUtil_logWithString("100%s from the game %n");
    TCGBUtil_logWithString(NULL);
    pump_for(20);
    require_text(line, "100%s from the game %n");
    line[0] = 0;
    TCGBHost_setLogSink(TCGBLogLevelWarn, on_line, line);
    TCGBUtil_logWithString("from the game");
    pump_for(20);
    require_text(line, "");
}

PROMISE("a delegate of a header without web views is taken as it is") {
    struct { /* the delegate as it was before */
        size_t size;
        bool (*open)(const char *, void *);
        void (*alert)(const TCGBAlert *, void *);
    } old = {sizeof old, on_open, on_popup};
    require(TCGBHost_setDelegate((const TCGBHostDelegate *)&old));
    initialize_here();
    PLAY_WELL(&answer, TCGBWebView_showWebViewWithURL_viewController_configuration_closeCompletion_schemeList_schemeEvent(
                           "https://example.com/", NULL, NULL, on_error, &answer, NULL, 0, NULL, NULL));
    require_equal(popup.opened, 1);
    require(TCGBGamebase_shutdown(2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
