/* No completion is owed for ever (R2 of TCGBRunLoop.h). */
#include "play.h"

/* defect 1; defect 2 */
/* R2 */
PROMISE("a call without an answer fails with 101 in its time, once") {
    start_playing();
    TCGBRunLoop_setCallTimeout(200);
    require(TCGBConsole_setServiceSuspended(true));
    int64_t began = milliseconds();
    PLAY(&answer, TCGBConsole_saveSettingsWithCompletion(on_json, &answer));
    require_equal(answer.code, TCGB_ERROR_SOCKET_RESPONSE_TIMEOUT);
    require(milliseconds() - began >= 190);
    require(milliseconds() - began < 3000);
    require(TCGBConsole_setServiceSuspended(false));
    pump_till(answer.times == 1, 200);
    require_equal(answer.times, 1);
    PLAY_WELL(&answer, TCGBConsole_saveSettingsWithCompletion(on_json, &answer));
    require(TCGBGamebase_shutdown(2000));
}

/* order: sign-in without network; defect 1 */
PROMISE("after a login timed out the next login works") {
    initialize_here();
    load_settings();
    TCGBRunLoop_setCallTimeout(200);
    require(TCGBConsole_setServiceSuspended(true));
    PLAY(&answer, TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, &answer));
    require_equal(answer.code, TCGB_ERROR_SOCKET_RESPONSE_TIMEOUT);
    require(TCGBGamebase_userID() == NULL);
    require(TCGBConsole_setServiceSuspended(false));
    TCGBRunLoop_setCallTimeout(30000);
    log_in();
    require(TCGBGamebase_userID() != NULL);
    require(TCGBGamebase_shutdown(2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
