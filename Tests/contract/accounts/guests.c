/* Guests: who one is, and stays. */
#include "play.h"

static char first[64], second[64];
static void remember(char *to) {
    require(TCGBGamebase_userID());
    copy_text(to, 64, TCGBGamebase_userID());
}

/* defect 6 */
PROMISE("a guest is the same user after a restart and after a logout") {
    start_playing();
    remember(first);
    require_text(TCGBGamebase_currentProvider(), "guest");
    require(TCGBGamebase_accessToken());
    require(TCGBGamebase_shutdown(2000));
    initialize_here();
    require(TCGBGamebase_userID() == NULL);
    log_in();
    require_text(TCGBGamebase_userID(), first);
    PLAY_WELL(&answer, TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &answer));
    require(TCGBGamebase_userID() == NULL);
    require(TCGBGamebase_accessToken() == NULL);
    log_in();
    require_text(TCGBGamebase_userID(), first);
    require(TCGBGamebase_shutdown(2000));
}

/* defect 6 */
PROMISE("two installations are two guests") {
    char path[4096];
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%d", directory, i);
        initialize_in(path);
        log_in();
        remember(i ? second : first);
        require(TCGBGamebase_shutdown(2000));
    }
    require(strcmp(first, second) != 0);
}

/* order: last login without one; defect 7 */
PROMISE("the last login is replayed after a restart, and forgotten by logout") {
    start_playing();
    remember(first);
    require(TCGBGamebase_shutdown(2000));
    initialize_here();
    require_text(TCGBGamebase_lastLoggedInProvider(), "guest");
    PLAY_WELL(&answer, TCGBGamebase_loginForLastLoggedInProviderWithViewController_completion(NULL, on_login, &answer));
    require_text(TCGBGamebase_userID(), first);
    PLAY_WELL(&answer, TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &answer));
    PLAY(&answer, TCGBGamebase_loginForLastLoggedInProviderWithViewController_completion(NULL, on_login, &answer));
    require_equal(answer.code, TCGB_ERROR_AUTH_TOKEN_LOGIN_INVALID_LAST_LOGGED_IN_IDP);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a withdrawn guest comes back as a new user") {
    start_playing();
    remember(first);
    PLAY_WELL(&answer, TCGBGamebase_withdrawWithViewController_completion(NULL, on_error, &answer));
    require(TCGBGamebase_userID() == NULL);
    log_in();
    remember(second);
    require(strcmp(first, second) != 0);
    require(TCGBGamebase_shutdown(2000));
}

/* order: login while logged in */
PROMISE("a second login is refused with 3201 unless it says that it knows") {
    start_playing();
    remember(first);
    PLAY(&answer, TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, &answer));
    require_equal(answer.code, TCGB_ERROR_AUTH_IDP_LOGIN_FAILED);
    PLAY_WELL(&answer, TCGBGamebase_loginWithType_additionalInfo_viewController_completion(
                           kTCGBAuthGuest, "{\"ignore_already_logged_in\":true}", NULL, on_login, &answer));
    require_text(TCGBGamebase_userID(), first);
    require(TCGBGamebase_shutdown(2000));
}

/* order: login */
PROMISE("of two logins at once one succeeds and one is told so with 3010") {
    static struct answer one, other;
    initialize_here();
    TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, &one);
    TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, &other);
    require(pump_until(&one.times, PLAY_LIMIT_MILLISECONDS) && pump_until(&other.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(one.code, 0);
    require(other.code == TCGB_ERROR_AUTH_ALREADY_IN_PROGRESS_ERROR || other.code == TCGB_ERROR_AUTH_IDP_LOGIN_FAILED);
    require(TCGBGamebase_shutdown(2000));
}

/* order: login with an unknown provider */
PROMISE("a provider without an adapter is refused with 3002") {
    initialize_here();
    PLAY(&answer, TCGBGamebase_loginWithType_viewController_completion("no-such-provider", NULL, on_login, &answer));
    require_equal(answer.code, TCGB_ERROR_AUTH_NOT_SUPPORTED_PROVIDER);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a banned user is refused with 7, and let in when the ban is lifted") {
    start_playing();
    remember(first);
    PLAY_WELL(&answer, TCGBConsole_banUser_type_message_endDate_completion(first, "PERMANENT", "cheating", 0, on_error, &answer));
    PLAY(&answer, TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &answer));
    PLAY(&answer, TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, &answer));
    require_equal(answer.code, TCGB_ERROR_BANNED_MEMBER);
    PLAY_WELL(&answer, TCGBConsole_releaseBanOfUser_completion(first, on_error, &answer));
    log_in();
    require_text(TCGBGamebase_userID(), first);
    require(TCGBGamebase_shutdown(2000));
}

/* order: login; defect 16 */
PROMISE("nobody logs in while the service is under maintenance") {
    initialize_here();
    load_settings();
    PLAY_WELL(&answer, TCGBConsole_setLaunchingStatus_message_completion(INSPECTING_SERVICE, "closed", on_error, &answer));
    pump_till(TCGBLaunching_launchingStatus() == INSPECTING_SERVICE, 100);
    require_equal(TCGBLaunching_launchingStatus(), INSPECTING_SERVICE);
    PLAY(&answer, TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, &answer));
    require_equal(answer.code, TCGB_ERROR_AUTH_NOT_PLAYABLE);
    PLAY_WELL(&answer, TCGBConsole_setLaunchingStatus_message_completion(IN_SERVICE, NULL, on_error, &answer));
    pump_till(TCGBLaunching_launchingStatus() == IN_SERVICE, 0);
    log_in();
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a game server can verify the token of a player") {
    start_playing();
    char path[1024], result[32];
    snprintf(path, sizeof path, "/tcgb-gateway/v1.3/apps/Contract/members/%s/tokens/%s", TCGBGamebase_userID(), TCGBGamebase_accessToken());
    serve(&answer, "GET", path, NULL);
    require_equal(answer.count, 200);
    require_text(json_member(answer.json, "isSuccessful", result, sizeof result), "true");
    require(strstr(answer.json, TCGBGamebase_userID()));
    snprintf(path, sizeof path, "/tcgb-gateway/v1.3/apps/Contract/members/%s/tokens/%s", TCGBGamebase_userID(), "not-the-token");
    serve(&answer, "GET", path, NULL);
    require_equal(answer.count, 200);
    require_text(json_member(answer.json, "isSuccessful", result, sizeof result), "false");
    require(TCGBGamebase_shutdown(2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
