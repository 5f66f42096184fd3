/* Calls that cannot be. Each call at each moment is tried by Tests/suites/order.py. */
#include "screens/scene.h"

static int64_t expected;
#define EXPECT(call) \
    do { \
        PLAY(&answer, call); \
        if (answer.code != expected) broken_number(__FILE__, __LINE__, #call, (long long)answer.code, (long long)expected); \
        require(answer.message[0]); \
    } while (0)

PROMISE("before initialize, and after shutdown, no login can be cancelled and no service suspended") {
    for (int life = 0; life < 2; life++) {
        require(!TCGBGamebase_cancelLogin());
        require(!TCGBConsole_setServiceSuspended(true));
        initialize_here();
        end_game();
    }
}

/* defect 4 */
PROMISE("every text that is NULL, empty or no UTF-8 where one is needed is error 3") {
    static const char *const bad[] = {NULL, "", "\xff"};
    expected = TCGB_ERROR_INVALID_PARAMETER;
    start_playing();
    char user[64];
    remember(user);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        EXPECT(TCGBGamebase_loginWithType_viewController_completion(bad[i], NULL, on_login, &answer));
        EXPECT(TCGBGamebase_addMappingWithType_viewController_completion(bad[i], NULL, on_login, &answer));
        EXPECT(TCGBGamebase_removeMappingWithType_viewController_completion(bad[i], NULL, on_error, &answer));
        EXPECT(TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion(bad[i], NULL, on_purchase, &answer));
        EXPECT(TCGBConsole_banUser_type_message_endDate_completion(bad[i], "PERMANENT", NULL, 0, on_error, &answer));
        EXPECT(TCGBConsole_banUser_type_message_endDate_completion(user, bad[i], NULL, 0, on_error, &answer));
        EXPECT(TCGBConsole_releaseBanOfUser_completion(bad[i], on_error, &answer));
    }
    EXPECT(TCGBGamebase_addMappingForciblyWithTicket_viewController_completion(NULL, NULL, on_login, &answer));
    EXPECT(TCGBGamebase_changeLoginWithForcingMappingTicket_viewController_completion(NULL, NULL, on_login, &answer));
    EXPECT(TCGBPurchase_requestItemListOfNotConsumedWithConfiguration_completion(NULL, on_receipts, &answer));
    EXPECT(TCGBPurchase_requestActivatedPurchasesWithConfiguration_completion(NULL, on_receipts, &answer));
    EXPECT(TCGBGamebase_initializeWithConfiguration_completion(NULL, on_json, &answer));
    require_text(TCGBGamebase_userID(), user);
    end_game();
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
