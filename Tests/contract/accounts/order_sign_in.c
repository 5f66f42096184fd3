/* Sign-in at the wrong moment, with the wrong player, and without a service. */
#include "screens/scene.h"

static char first[64], second[64];
static struct answer other;

static void log_out(void) { PLAY_WELL(&answer, TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &answer)); }
static void guest(void) { PLAY(&answer, TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, &answer)); }
static void last(void) { PLAY(&answer, TCGBGamebase_loginForLastLoggedInProviderWithViewController_completion(NULL, on_login, &answer)); }
/* The news of it is on its way when the console's completion comes. */
static void set_status(int32_t status) {
    PLAY_WELL(&answer, TCGBConsole_setLaunchingStatus_message_completion(status, NULL, on_error, &answer));
    await_for(TCGBLaunching_launchingStatus() == status, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(5));
}
static void suspend(bool suspended) { require(TCGBConsole_setServiceSuspended(suspended)); }

/* order: login; defect 16 */
PROMISE("each status from 200 to 205 lets players in, each other one refuses every kind of login with 3701") {
    static const int32_t open[] = {200, 201, 202, 203, 204, 205}, closed[] = {300, 301, 302, 303, 304, 500};
    initialize_here();
    load(PROVIDERS);
    guest(); /* so that there is a last login */
    require_equal(answer.code, 0);
    end_game();
    initialize_here();
    for (size_t i = 0; i < sizeof closed / sizeof *closed; i++) {
        set_status(closed[i]);
        guest();
        require_equal(answer.code, TCGB_ERROR_AUTH_NOT_PLAYABLE);
        last();
        require_equal(answer.code, TCGB_ERROR_AUTH_NOT_PLAYABLE);
        sign_in(&answer, "google", "ann");
        require_equal(answer.code, TCGB_ERROR_AUTH_NOT_PLAYABLE);
    }
    for (size_t i = 0; i < sizeof open / sizeof *open; i++) {
        set_status(open[i]);
        last();
        if (answer.code) broken_text(__FILE__, __LINE__, "a login", answer.message, "");
        log_out();
        guest();
        require_equal(answer.code, 0);
        if (i + 1 < sizeof open / sizeof *open) { /* leave a last login behind, and nobody logged in */
            end_game();
            initialize_here();
        }
    }
    end_game();
}

/* order: login; defect 2 */
PROMISE("while a sign-in call runs every other one is refused with 3010") {
    initialize_here();
    load(PROVIDERS);
    suspend(true);
    fresh(&other);
    TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, &other);
    guest();
    require_equal(answer.code, TCGB_ERROR_AUTH_ALREADY_IN_PROGRESS_ERROR);
    last();
    require_equal(answer.code, TCGB_ERROR_AUTH_ALREADY_IN_PROGRESS_ERROR);
    sign_in(&answer, "google", "ann");
    require_equal(answer.code, TCGB_ERROR_AUTH_ALREADY_IN_PROGRESS_ERROR);
    PLAY(&answer, TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &answer));
    require_equal(answer.code, TCGB_ERROR_NOT_LOGGED_IN);
    require_equal(other.times, 0);
    suspend(false);
    require(pump_until(&other.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(other.code, 0);
    remember(first);
    /* And the other way round: a logout runs. */
    suspend(true);
    fresh(&other);
    TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &other);
    PLAY(&answer, TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &answer));
    require_equal(answer.code, TCGB_ERROR_AUTH_ALREADY_IN_PROGRESS_ERROR);
    PLAY(&answer, TCGBGamebase_withdrawWithViewController_completion(NULL, on_error, &answer));
    require_equal(answer.code, TCGB_ERROR_AUTH_ALREADY_IN_PROGRESS_ERROR);
    PLAY(&answer, TCGBGamebase_loginWithType_additionalInfo_viewController_completion(
                      kTCGBAuthGuest, "{\"ignore_already_logged_in\":true}", NULL, on_login, &answer));
    require_equal(answer.code, TCGB_ERROR_AUTH_ALREADY_IN_PROGRESS_ERROR);
    suspend(false);
    require(pump_until(&other.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(other.code, 0);
    require(TCGBGamebase_userID() == NULL);
    guest();
    require_equal(answer.code, 0);
    require_text(TCGBGamebase_userID(), first);
    end_game();
}

/* order: login while logged in */
PROMISE("no kind of login replaces a session without saying so, and a refused one leaves it") {
    initialize_here();
    load(PROVIDERS);
    guest();
    remember(first);
    guest();
    require_equal(answer.code, TCGB_ERROR_AUTH_IDP_LOGIN_FAILED);
    last();
    require_equal(answer.code, TCGB_ERROR_AUTH_IDP_LOGIN_FAILED);
    sign_in(&answer, "google", "ann");
    require_equal(answer.code, TCGB_ERROR_AUTH_IDP_LOGIN_FAILED);
    require_text(TCGBGamebase_userID(), first);
    require_text(TCGBGamebase_lastLoggedInProvider(), "guest");
    end_game();
}

/* order: last login that expired */
PROMISE("a last login whose token has expired fails with 3101 or 3102, and a login still works") {
    start_playing();
    remember(first);
    PLAY_WELL(&answer, TCGBConsole_advanceClockByMilliseconds_completion((int64_t)16 * 86400 * 1000, on_error, &answer));
    end_game();
    initialize_here();
    require_text(TCGBGamebase_lastLoggedInProvider(), "guest");
    last();
    require(answer.code == TCGB_ERROR_AUTH_TOKEN_LOGIN_FAILED || answer.code == TCGB_ERROR_AUTH_TOKEN_LOGIN_INVALID_TOKEN_INFO);
    require(TCGBGamebase_userID() == NULL);
    guest();
    require_equal(answer.code, 0);
    require_text(TCGBGamebase_userID(), first);
    end_game();
}

/* order: sign-in without network; defect 1; defect 2 */
PROMISE("a last login that times out can be repeated") {
    start_playing();
    remember(first);
    end_game();
    initialize_here();
    TCGBRunLoop_setCallTimeout(200);
    for (int again = 0; again < 3; again++) {
        suspend(true);
        last();
        require_equal(answer.code, TCGB_ERROR_SOCKET_RESPONSE_TIMEOUT);
        require(TCGBGamebase_userID() == NULL);
        suspend(false);
        pump_for(100); /* the late answer logs nobody in */
        require(TCGBGamebase_userID() == NULL);
        require_equal(answer.times, 1);
    }
    TCGBRunLoop_setCallTimeout(30000);
    last();
    require_equal(answer.code, 0);
    require_text(TCGBGamebase_userID(), first);
    end_game();
}

/* order: logout; defect 11 */
PROMISE("a logout that the service does not get fails with 101, and the session is over here") {
    start_playing();
    remember(first);
    TCGBRunLoop_setCallTimeout(200);
    suspend(true);
    PLAY(&answer, TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &answer));
    require_equal(answer.code, TCGB_ERROR_SOCKET_RESPONSE_TIMEOUT);
    require(TCGBGamebase_userID() == NULL);
    require(TCGBGamebase_accessToken() == NULL);
    require(TCGBGamebase_lastLoggedInProvider() == NULL);
    suspend(false);
    TCGBRunLoop_setCallTimeout(30000);
    last();
    require_equal(answer.code, TCGB_ERROR_AUTH_TOKEN_LOGIN_INVALID_LAST_LOGGED_IN_IDP);
    guest();
    require_equal(answer.code, 0);
    require_text(TCGBGamebase_userID(), first);
    end_game();
    initialize_here();
    require_text(TCGBGamebase_lastLoggedInProvider(), "guest");
    end_game();
}

/* order: withdraw; order: after heartbeat 6 and 7 */
PROMISE("a member withdrawn on one device gets 6 on the other, and withdraws with success") {
    static struct events heard;
    TCGBInstance *one = device(NULL, 1);
    sign_in(&answer, "google", "ann");
    remember(first);
    TCGBInstance *two = device(one, 2);
    TCGBGamebase_addEventHandler(hear, &heard);
    sign_in(&answer, "google", "ann");
    require_equal(answer.code, 0);
    require_text(TCGBGamebase_userID(), first);
    require(TCGBInstance_makeCurrent(one));
    PLAY_WELL(&answer, TCGBGamebase_withdrawWithViewController_completion(NULL, on_error, &answer));
    require(TCGBGamebase_userID() == NULL);
    PLAY(&answer, TCGBGamebase_withdrawWithViewController_completion(NULL, on_error, &answer));
    require_equal(answer.code, TCGB_ERROR_NOT_LOGGED_IN);
    require(TCGBInstance_makeCurrent(two));
    int at = wait_for_event(&heard, kTCGBObserverHeartbeat);
    require_equal(observed_code(heard.data[at]), TCGB_ERROR_INVALID_MEMBER);
    require_text(TCGBGamebase_userID(), first);
    PLAY_WELL(&answer, TCGBGamebase_withdrawWithViewController_completion(NULL, on_error, &answer));
    require(TCGBGamebase_userID() == NULL);
    sign_in(&answer, "google", "ann");
    require_equal(answer.code, 0);
    remember(second);
    require(strcmp(first, second) != 0);
    require(TCGBInstance_destroy(two, 2000));
    require(TCGBInstance_destroy(one, 2000));
}

/* defect 11; order: after heartbeat 6 and 7 */
PROMISE("a withdrawal that is refused changes nothing here") {
    static struct events heard;
    start_playing();
    remember(first);
    TCGBGamebase_addEventHandler(hear, &heard);
    TCGBAnalyticsGameUserData *data = TCGBAnalyticsGameUserData_gameUserDataWithUserLevel(7);
    TCGBAnalytics_setGameUserData(data);
    TCGBRelease(data);
    PLAY_WELL(&answer, TCGBConsole_banUser_type_message_endDate_completion(first, "PERMANENT", "cheating", 0, on_error, &answer));
    int at = wait_for_event(&heard, kTCGBObserverHeartbeat);
    require_equal(observed_code(heard.data[at]), TCGB_ERROR_BANNED_MEMBER);
    PLAY(&answer, TCGBGamebase_withdrawWithViewController_completion(NULL, on_error, &answer));
    require_equal(answer.code, TCGB_ERROR_BANNED_MEMBER);
    require_text(TCGBGamebase_userID(), first);
    require_text(TCGBGamebase_lastLoggedInProvider(), "guest");
    require_text(TCGBGamebase_currentProvider(), "guest");
    PLAY_WELL(&answer, TCGBConsole_releaseBanOfUser_completion(first, on_error, &answer));
    PLAY_WELL(&answer, TCGBPurchase_requestItemListPurchasableWithCompletion(on_items, &answer)); /* the session is good again */
    log_out();
    end_game();
}

static char ban_of[64], ban_message[64];
static void note_ban(const TCGBAuthToken *token, const TCGBError *error, void *context) {
    TCGBBanInfo *ban = TCGBBanInfo_banInfoFromError(error);
    copy_text(ban_of, sizeof ban_of, TCGBBanInfo_userId(ban));
    copy_text(ban_message, sizeof ban_message, TCGBBanInfo_message(ban));
    require(token == NULL);
    require(TCGBError_extras(error) && strstr(TCGBError_extras(error), "ban"));
    TCGBRelease(ban);
    on_login(token, error, context);
}

/* order: login of a banned player; defect 9 */
PROMISE("a ban is error 7 of every kind of login, with its reason, without a pop-up") {
    initialize_here();
    load(PROVIDERS);
    sign_in(&answer, "google", "ann");
    remember(first);
    end_game();
    initialize_here();
    PLAY_WELL(&answer, TCGBConsole_banUser_type_message_endDate_completion(first, "PERMANENT", "cheating", 0, on_error, &answer));
    for (int kind = 0; kind < 2; kind++) {
        ban_of[0] = 0;
        if (kind == 0) {
            PLAY(&answer, TCGBGamebase_loginForLastLoggedInProviderWithViewController_completion(NULL, note_ban, &answer));
        } else {
            PLAY(&answer, TCGBGamebase_loginWithCredential_viewController_completion(
                              "{\"provider_name\":\"google\",\"access_token\":\"ann\"}", NULL, note_ban, &answer));
        }
        require_equal(answer.code, TCGB_ERROR_BANNED_MEMBER);
        require(TCGBGamebase_userID() == NULL);
        require_text(ban_of, first);
        require_text(ban_message, "cheating");
    }
    end_game();
}

/* defect 7 */
PROMISE("the last provider is known when initialize completes, and not before") {
    initialize_here();
    load(PROVIDERS);
    sign_in(&answer, "steam", "ann");
    require_equal(answer.code, 0);
    end_game();
    require(TCGBGamebase_lastLoggedInProvider() == NULL);
    initialize_here();
    require_text(TCGBGamebase_lastLoggedInProvider(), "steam");
    end_game();
}

/* defect 6 */
PROMISE("a guest moves with its storage directory") {
    char here[4096], there[4096];
    snprintf(here, sizeof here, "%s/here", directory);
    snprintf(there, sizeof there, "%s/there", directory);
    initialize_in(here);
    log_in();
    remember(first);
    end_game();
    require(rename(here, there) == 0);
    initialize_in(here); /* a new installation */
    log_in();
    remember(second);
    require(strcmp(first, second) != 0);
    end_game();
    initialize_in(there);
    log_in();
    require_text(TCGBGamebase_userID(), first);
    end_game();
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
