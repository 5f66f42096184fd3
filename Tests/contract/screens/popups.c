/* What the service says reaches the player as a request to the host, in words, and holds nothing up. */
#include "popup.h"

PROMISE("a maintenance pop-up has the console's message, the local period with its offset and a details button that opens the address") {
    begin_with_popups("en");
    PLAY_WELL(&answer,
        TCGBConsole_setMaintenance_completion(
            "{\"message\":\"New islands & more\",\"url\":\"https://example.com/why\",\"beginDate\":\"2020-01-31T09:00:00Z\",\"endDate\":\"2090-01-31T09:00:00Z\"}",
            on_error, &answer));
    wait_for_popup(1);
    require_text(popup.title, "Maintenance");
    require(strstr(popup.message, "New islands & more"));
    require(strstr(popup.message, "2020-01-") && strstr(popup.message, "2090-01-") && strstr(popup.message, "(UTC"));
    require_equal(popup.count, 2);
    require_text(popup.button[0], "Details");
    require_text(popup.button[1], "Close");
    pump_till(popup.opened == 1, 50);
    require_equal(popup.opened, 1);
    require_text(popup.url, "https://example.com/why");
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a maintenance pop-up has no period when the end is not known") {
    begin_with_popups("en");
    PLAY_WELL(
        &answer, TCGBConsole_setMaintenance_completion("{\"message\":\"soon\",\"beginDate\":\"2020-01-31T09:00:00Z\"}", on_error, &answer));
    wait_for_popup(1);
    require_text(popup.message, "soon");
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a maintenance pop-up leaves the begin open that is not known") {
    begin_with_popups("en");
    PLAY_WELL(
        &answer, TCGBConsole_setMaintenance_completion("{\"message\":\"now\",\"endDate\":\"2090-01-31T09:00:00Z\"}", on_error, &answer));
    wait_for_popup(1);
    require(strncmp(popup.message, "now", 3) == 0 && strstr(popup.message, " ~ 2090-01-31 ") && !strstr(popup.message, "2020"));
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a maintenance pop-up hides its period when the console says so") {
    begin_with_popups("en");
    PLAY_WELL(
        &answer, TCGBConsole_setMaintenance_completion(
                     "{\"message\":\"soon\",\"beginDate\":\"2020-01-31T09:00:00Z\",\"endDate\":\"2090-01-31T09:00:00Z\",\"hideDate\":true}",
                     on_error, &answer));
    wait_for_popup(1);
    require_text(popup.message, "soon");
    require_equal(popup.count, 1);
    require(TCGBGamebase_shutdown(2000));
}

/* order: initialize and its popup */
PROMISE("initialize completes although its pop-up stays open, and shutdown closes the pop-up") {
    begin_with_popups("en");
    popup.press = -1;
    set_status(INSPECTING_SERVICE, "");
    wait_for_popup(1);
    initialize_with_popups("en", &answer);
    require_equal(answer.code, 0);
    wait_for_popup(2);
    require_text(popup.message, "We are working on the game. Please come back later.");
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("updates, blocked players and a closed service have pop-ups of their own, and a service that is open has none") {
    begin_with_popups("en");
    popup.press = 99;
    set_status(RECOMMEND_UPDATE, "new hats");
    wait_for_popup(1);
    require_text(popup.title, "Update available");
    require_text(popup.message, "new hats");
    require_text(popup.button[0], "Update");
    require_text(popup.button[1], "Later");
    set_status(REQUIRE_UPDATE, "");
    wait_for_popup(2);
    require_text(popup.title, "Update needed");
    set_status(BLOCKED_USER, "you");
    wait_for_popup(3);
    require_text(popup.title, "Access blocked");
    require_text(popup.message, "you");
    set_status(TERMINATED_SERVICE, "bye");
    wait_for_popup(4);
    require_text(popup.title, "Game closed");
    set_status(IN_SERVICE, "");
    pump_till(popup.shown == 4, 200);
    require_equal(popup.shown, 4);
    require_equal(popup.opened, 0);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a version that is not registered fails with 2004 and shows the way to the store") {
    begin_with_popups("en");
    PLAY_WELL(&answer, TCGBConsole_loadSettings_completion(
                           "{\"app\":{\"appId\":\"Contract\",\"typeCode\":\"SANDBOX\",\"installUrl\":\"https://example.com/get\"},"
                           "\"clients\":[{\"version\":\"2.0.0\",\"storeCode\":\"SANDBOX\",\"status\":200}]}",
                           on_error, &answer));
    initialize_with_popups("en", &answer);
    require_equal(answer.code, 2004);
    wait_for_popup(1);
    require_text(popup.button[0], "To the store");
    pump_for(50);
    require_text(popup.url, "https://example.com/get");
    require(TCGBGamebase_shutdown(2000));
}

static TCGBBanInfo *ban_seen;
static void on_banned(const TCGBAuthToken *token, const TCGBError *error, void *context) {
    ban_seen = TCGBBanInfo_banInfoFromError(error);
    on_login(token, error, context);
}

/* order: login of a banned player; defect 9 */
PROMISE("a banned login fails with 7, has its ban as an object, and a pop-up says who, why and how long") {
    begin_with_popups("en");
    log_in();
    char user[64];
    copy_text(user, sizeof user, TCGBGamebase_userID());
    PLAY_WELL(&answer, TCGBConsole_banUser_type_message_endDate_completion(user, "PERMANENT", "aim & bot", 0, on_error, &answer));
    PLAY(&answer, TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &answer));
    PLAY(&answer, TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_banned, &answer));
    require_equal(answer.code, TCGB_ERROR_BANNED_MEMBER);
    require(ban_seen);
    require_text(TCGBBanInfo_userId(ban_seen), user);
    require_text(TCGBBanInfo_banType(ban_seen), "PERMANENT");
    require_text(TCGBBanInfo_message(ban_seen), "aim & bot");
    require(TCGBBanInfo_beginDate(ban_seen) > 1500000000000);
    require_equal(TCGBBanInfo_endDate(ban_seen), 0);
    TCGBRelease(ban_seen);
    wait_for_popup(1);
    require_text(popup.title, "Account suspended");
    require(strstr(popup.message, user) && strstr(popup.message, "aim & bot") && strstr(popup.message, "No end date"));
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("an error without a ban has no ban object") {
    TCGBError *error = TCGBError_resultWithCode(TCGB_ERROR_BANNED_MEMBER);
    require(TCGBBanInfo_banInfoFromError(error) == NULL);
    require(TCGBBanInfo_banInfoFromError(NULL) == NULL);
    require(TCGBBanInfo_userId(NULL) == NULL);
    TCGBRelease(error);
}

PROMISE("pop-ups that the game did not permit are not shown") {
    require(TCGBHost_setStorageDirectory(directory));
    set_host();
    initialize_in(NULL);
    load_settings();
    set_status(INSPECTING_SERVICE, "");
    pump_for(200);
    require_equal(popup.shown, 0);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("the network is known before initialize, and its name fits its number") {
    int32_t type = TCGBNetwork_type();
    require(type == ReachabilityIsNotDefined || type == NotReachable || type == ReachableViaWWAN || type == ReachableViaWifi);
    require_equal(TCGBNetwork_isConnected(), type >= 0);
    require_text(TCGBNetwork_typeName(), type == 1    ? "ReachableViaWifi"
                                         : type == 0  ? "ReachableViaWWAN"
                                         : type == -1 ? "NotReachable"
                                                      : "ReachabilityIsNotDefined");
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
