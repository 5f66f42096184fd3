/* Every call at a moment when it cannot be. */
#include "scene.h"

static int64_t expected;
#define EXPECT(call)                                                                                             \
    do {                                                                                                         \
        PLAY(&answer, call);                                                                                     \
        if (answer.code != expected) broken_number(__FILE__, __LINE__, #call, (long long)answer.code, (long long)expected); \
        require(answer.message[0]);                                                                              \
    } while (0)

/* Calls of a player. */
static void calls_of_a_player(void) {
    TCGBForcingMappingTicket *ticket = TCGBForcingMappingTicket_forcingMappingTicketFromJsonString(
        "{\"userId\":\"U\",\"mappedUserId\":\"V\",\"idPCode\":\"google\",\"forcingMappingKey\":\"K\",\"expirationDate\":1,\"accessToken\":\"T\"}");
    TCGBPurchasableConfiguration *stores = TCGBPurchasableConfiguration_create();
    require(ticket && stores);
    EXPECT(TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &answer));
    EXPECT(TCGBGamebase_withdrawWithViewController_completion(NULL, on_error, &answer));
    EXPECT(TCGBGamebase_addMappingWithType_viewController_completion("google", NULL, on_login, &answer));
    EXPECT(TCGBGamebase_addMappingWithType_additionalInfo_viewController_completion("google", NULL, NULL, on_login, &answer));
    EXPECT(TCGBGamebase_addMappingWithCredential_viewController_completion(
        "{\"provider_name\":\"google\",\"access_token\":\"ann\"}", NULL, on_login, &answer));
    EXPECT(TCGBGamebase_addMappingForciblyWithTicket_viewController_completion(ticket, NULL, on_login, &answer));
    EXPECT(TCGBGamebase_changeLoginWithForcingMappingTicket_viewController_completion(ticket, NULL, on_login, &answer));
    EXPECT(TCGBGamebase_removeMappingWithType_viewController_completion("google", NULL, on_error, &answer));
    EXPECT(TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem_100", NULL, on_purchase, &answer));
    EXPECT(TCGBPurchase_requestPurchaseWithGamebaseProductId_payload_viewController_completion("gem_100", "p", NULL, on_purchase, &answer));
    EXPECT(TCGBPurchase_requestPurchaseWithItemSeq_viewController_completion(1, NULL, on_purchase, &answer));
    EXPECT(TCGBPurchase_requestItemListPurchasableWithCompletion(on_items, &answer));
    EXPECT(TCGBPurchase_requestItemListAtIAPConsoleWithCompletion(on_items, &answer));
    EXPECT(TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, &answer));
    EXPECT(TCGBPurchase_requestItemListOfNotConsumedWithConfiguration_completion(stores, on_receipts, &answer));
    EXPECT(TCGBPurchase_requestActivatedPurchasesWithCompletion(on_receipts, &answer));
    EXPECT(TCGBPurchase_requestActivatedPurchasesWithConfiguration_completion(stores, on_receipts, &answer));
    EXPECT(TCGBPurchase_requestRestoreWithCompletion(on_receipts, &answer));
    TCGBRelease(ticket);
    TCGBRelease(stores);
}

/* order: call before initialize; defect 4 */
PROMISE("every call before initialize, and after shutdown, is answered with 1") {
    expected = TCGB_ERROR_NOT_INITIALIZED;
    for (int life = 0; life < 2; life++) {
        calls_of_a_player();
        EXPECT(TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, &answer));
        EXPECT(TCGBGamebase_loginWithType_additionalInfo_viewController_completion(kTCGBAuthGuest, NULL, NULL, on_login, &answer));
        EXPECT(TCGBGamebase_loginWithCredential_viewController_completion("nonsense", NULL, on_login, &answer));
        EXPECT(TCGBGamebase_loginForLastLoggedInProviderWithViewController_completion(NULL, on_login, &answer));
        EXPECT(TCGBConsole_loadSettings_completion("{}", on_error, &answer));
        EXPECT(TCGBConsole_saveSettingsWithCompletion(on_json, &answer));
        EXPECT(TCGBConsole_setLaunchingStatus_message_completion(IN_SERVICE, NULL, on_error, &answer));
        EXPECT(TCGBConsole_kickout_completion("{}", on_error, &answer));
        EXPECT(TCGBConsole_banUser_type_message_endDate_completion("U", "PERMANENT", NULL, 0, on_error, &answer));
        EXPECT(TCGBConsole_reportWithCompletion(on_json, &answer));
        EXPECT(TCGBServer_requestWithMethod_path_secretKey_transactionId_body_completion("GET", "/", NULL, NULL, NULL, on_server, &answer));
        require(!TCGBGamebase_cancelLogin());
        require(!TCGBConsole_setServiceSuspended(true));
        initialize_here();
        end_game();
    }
}

/* defect 4; order: purchase; order: withdraw */
PROMISE("every call of a player before login, and after logout, is answered with 2") {
    expected = TCGB_ERROR_NOT_LOGGED_IN;
    initialize_here();
    load_settings();
    for (int session = 0; session < 2; session++) {
        calls_of_a_player();
        log_in();
        PLAY_WELL(&answer, TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &answer));
    }
    end_game();
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
