/* Withdrawals that wait, withdrawals at once, and sessions that end. */
#include "accounts.h"

#include <signal.h>
#include <sys/wait.h>

static struct heard heard;
static char first[64], second[64];
static int64_t due; /* of the last request */

static void on_pending(const TCGBTemporaryWithdrawalInfo *info, const TCGBError *error, void *context) {
    due = TCGBTemporaryWithdrawalInfo_gracePeriodDate(info);
    on_error(error, context);
}
static void request(void) {
    PLAY(&answer, TCGBGamebase_requestTemporaryWithdrawalWithViewController_completion(NULL, on_pending, &answer));
}
static void cancel(void) { PLAY(&answer, TCGBGamebase_cancelTemporaryWithdrawalWithViewController_completion(NULL, on_error, &answer)); }

static void open_game(const char *settings) {
    initialize_here();
    load(settings);
    TCGBGamebase_addEventHandler(hear, &heard);
}
static void end_game(void) { require(TCGBGamebase_shutdown(2000)); }

PROMISE("a temporary withdrawal waits seven days, in which the player logs in with valid T and its date") {
    open_game(ACCOUNT_SETTINGS(""));
    log_in();
    remember(first);
    int64_t before = now();
    request(), went_well();
    require(due >= before + 7LL * DAY && due <= now() + 7LL * DAY);
    require_text(TCGBGamebase_userID(), first);                                                   /* the session stays */
    PLAY_WELL(&answer, TCGBPurchase_requestItemListPurchasableWithCompletion(on_items, &answer)); /* and serves */
    log_out();
    log_in();
    require_text(TCGBGamebase_userID(), first);
    require_text(member("valid"), "T");
    require(strstr(answer.json, "\"temporaryWithdrawal\""));
    char date[32];
    snprintf(date, sizeof date, "%lld", (long long)due);
    require_text(member("gracePeriodDate"), date);
    end_game();
}

PROMISE("the grace period is the console's") {
    open_game(ACCOUNT_SETTINGS(",\"temporaryWithdrawal\":{\"gracePeriodDays\":30}"));
    log_in();
    int64_t before = now();
    request(), went_well();
    require(due >= before + 30LL * DAY && due <= now() + 30LL * DAY);
    PLAY(&answer,
        TCGBConsole_loadSettings_completion(ACCOUNT_SETTINGS(",\"temporaryWithdrawal\":{\"gracePeriodDays\":31}"), on_error, &answer));
    refused_with(TCGB_ERROR_INVALID_PARAMETER);
    require(strstr(answer.message, "$.temporaryWithdrawal.gracePeriodDays"));
    end_game();
}

/* order: temporary withdrawal twice; order: cancelling no withdrawal */
PROMISE("a second request is 3602, a cancel without one 3603, and a cancelled withdrawal never comes") {
    open_game(ACCOUNT_SETTINGS(""));
    log_in();
    remember(first);
    cancel(), refused_with(TCGB_ERROR_AUTH_WITHDRAW_NOT_TEMPORARY_WITHDRAW);
    request(), went_well();
    request(), refused_with(TCGB_ERROR_AUTH_WITHDRAW_ALREADY_TEMPORARY_WITHDRAW);
    require_equal(due, 0); /* no object with an error */
    cancel(), went_well();
    cancel(), refused_with(TCGB_ERROR_AUTH_WITHDRAW_NOT_TEMPORARY_WITHDRAW);
    advance(10LL * DAY);
    log_out();
    log_in();
    require_text(TCGBGamebase_userID(), first);
    require_text(member("valid"), "Y");
    require(!strstr(answer.json, "temporaryWithdrawal"));
    end_game();
}

PROMISE("when the grace period is over the session gets code 6, and the sign-in makes a new member") {
    open_game(ACCOUNT_SETTINGS(""));
    login_with("google", "ann"), went_well();
    remember(first);
    request(), went_well();
    advance(7LL * DAY - 60000);
    pump_for(100);
    require_equal(heard.count, 0);
    advance(60000);
    require_text(json_member(wait_for(&heard, kTCGBObserverHeartbeat), "code", member_text, sizeof member_text), "6");
    log_out();
    login_with("google", "ann"), went_well();
    remember(second);
    require(strcmp(first, second) != 0);
    require_text(member("valid"), "Y");
    end_game();
}

PROMISE("a withdrawal that came due while the player was away frees the sign-in") {
    open_game(ACCOUNT_SETTINGS(""));
    log_in();
    remember(first);
    request(), went_well();
    end_game();
    open_game(ACCOUNT_SETTINGS(""));
    advance(8LL * DAY);
    log_in_as_last(), refused_with(TCGB_ERROR_AUTH_NOT_EXIST_MEMBER);
    log_in();
    remember(second);
    require(strcmp(first, second) != 0);
    end_game();
}

/* order: withdraw during the grace period */
PROMISE("withdraw and withdrawImmediately do not wait, whether a withdrawal is pending or not") {
    open_game(ACCOUNT_SETTINGS(""));
    char before[64] = "";
    for (int way = 0; way < 4; way++) {
        log_in();
        remember(first);
        require(strcmp(first, before) != 0);
        copy_text(before, sizeof before, first);
        if (way & 1) request(), went_well();
        if (way & 2) PLAY_WELL(&answer, TCGBGamebase_withdrawImmediatelyWithViewController_completion(NULL, on_error, &answer));
        else PLAY_WELL(&answer, TCGBGamebase_withdrawWithViewController_completion(NULL, on_error, &answer));
        require(TCGBGamebase_userID() == NULL);
        require(TCGBGamebase_lastLoggedInProvider() == NULL);
    }
    end_game();
}

PROMISE("withdrawals need init, login and no other sign-in call, in this order") {
    request(), refused_with(TCGB_ERROR_NOT_INITIALIZED);
    cancel(), refused_with(TCGB_ERROR_NOT_INITIALIZED);
    open_game(ACCOUNT_SETTINGS(""));
    request(), refused_with(TCGB_ERROR_NOT_LOGGED_IN);
    cancel(), refused_with(TCGB_ERROR_NOT_LOGGED_IN);
    PLAY(&answer, TCGBGamebase_withdrawImmediatelyWithViewController_completion(NULL, on_error, &answer));
    refused_with(TCGB_ERROR_NOT_LOGGED_IN);
    log_in();
    struct answer running = {0};
    require(TCGBConsole_setServiceSuspended(true));
    TCGBGamebase_requestTemporaryWithdrawalWithViewController_completion(NULL, on_pending, &running);
    request(), refused_with(TCGB_ERROR_AUTH_ALREADY_IN_PROGRESS_ERROR);
    require(TCGBConsole_setServiceSuspended(false));
    require(pump_until(&running.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(running.code, 0);
    cancel(), went_well();
    end_game();
}

PROMISE("a ban is not escaped by withdrawing: a pending withdrawal waits for the end of the ban") {
    open_game(ACCOUNT_SETTINGS(""));
    log_in();
    remember(first);
    request(), went_well();
    PLAY_WELL(
        &answer, TCGBConsole_banUser_type_message_endDate_completion(first, "TEMPORARY", "no", now() + 20LL * DAY, on_error, &answer));
    PLAY(&answer, TCGBGamebase_withdrawWithViewController_completion(NULL, on_error, &answer));
    refused_with(TCGB_ERROR_BANNED_MEMBER);
    require_text(TCGBGamebase_userID(), first); /* a withdrawal that failed changes nothing */
    advance(10LL * DAY);
    log_out();
    log_in_as_guest(), refused_with(TCGB_ERROR_BANNED_MEMBER);
    advance(10LL * DAY + 60000);
    log_in();
    remember(second);
    require(strcmp(first, second) != 0);
    end_game();
}

PROMISE("a pending withdrawal survives kill -9 from the moment it is answered") {
    pid_t child = fork();
    require(child >= 0);
    if (child == 0) {
        open_game(ACCOUNT_SETTINGS(""));
        log_in();
        request(), went_well();
        kill(getpid(), SIGKILL);
    }
    int status = 0;
    require(waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    open_game(ACCOUNT_SETTINGS(""));
    log_in_as_last(), went_well();
    require_text(member("valid"), "T");
    request(), refused_with(TCGB_ERROR_AUTH_WITHDRAW_ALREADY_TEMPORARY_WITHDRAW);
    end_game();
}

PROMISE("after fifteen days a session ends with loggedOut, and its token signs nobody in") {
    open_game(ACCOUNT_SETTINGS(""));
    log_in();
    remember(first);
    advance(15LL * DAY - 60000);
    pump_for(100);
    require_equal(heard.count, 0);
    require_text(TCGBGamebase_userID(), first);
    advance(120000);
    const char *data = wait_for(&heard, kTCGBLoggedOut);
    TCGBGamebaseEventLoggedOutData *out = TCGBGamebaseEventLoggedOutData_gamebaseEventLoggedOutDataFromJsonString(data);
    TCGBError *why = TCGBError_errorFromJsonString(TCGBGamebaseEventLoggedOutData_extras(out));
    require_equal(TCGBError_code(why), TCGB_ERROR_AUTH_INVALID_GAMEBASE_TOKEN);
    TCGBRelease(why);
    TCGBRelease(out);
    require(TCGBGamebase_userID() == NULL);
    log_in_as_last(), refused_with(TCGB_ERROR_AUTH_TOKEN_LOGIN_FAILED);
    log_in(); /* the guest is who it was */
    require_text(TCGBGamebase_userID(), first);
    end_game();
}

PROMISE("a call on a session that was ended elsewhere is 3011, and raises loggedOut once") {
    TCGBInstance *one = device(NULL, 1);
    load(ACCOUNT_SETTINGS(""));
    login_with("google", "ann"), went_well();
    TCGBGamebase_addEventHandler(hear, &heard);
    TCGBInstance *two = device(one, 2);
    /* Sixteen sessions of a member stand; older ones end at the 25th login at the latest, and nobody is told. */
    for (int i = 0; i < 24; i++) {
        PLAY_WELL(&answer,
            TCGBGamebase_loginWithCredential_viewController_completion(
                "{\"provider_name\":\"google\",\"access_token\":\"ann\",\"ignore_already_logged_in\":true}", NULL, on_login, &answer));
        usleep(2000); /* sessions are told apart by the millisecond */
    }
    use(one);
    request(), refused_with(TCGB_ERROR_AUTH_INVALID_GAMEBASE_TOKEN);
    require(TCGBGamebase_userID() == NULL);
    wait_for(&heard, kTCGBLoggedOut);
    pump_till(heard.count == 1, 50);
    require_equal(heard.count, 1);
    end_devices(one, two);
}

/* order: sign-in without network; defect 1 */
PROMISE("a sign-in call that timed out at any moment lets the next one in") {
    open_game(ACCOUNT_SETTINGS(""));
    struct answer late = {0};
    for (int i = 0; i < 8; i++) {
        TCGBRunLoop_setCallTimeout(100);
        require(TCGBConsole_setServiceSuspended(true));
        memset(&late, 0, sizeof late);
        TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, &late);
        if (i & 1) require(TCGBGamebase_cancelLogin());
        require(pump_until(&late.times, PLAY_LIMIT_MILLISECONDS));
        require_equal(late.code, i & 1 ? TCGB_ERROR_AUTH_USER_CANCELED : TCGB_ERROR_SOCKET_RESPONSE_TIMEOUT);
        require(!TCGBGamebase_cancelLogin());
        require(TCGBConsole_setServiceSuspended(false));
        TCGBRunLoop_setCallTimeout(30000);
        log_in();
        log_out();
    }
    end_game();
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
