/* Providers that take their consent back, and what they say of a player. */
#include "accounts.h"

static struct heard heard;
static char first[64], second[64];

static void take_back(const char *provider, const char *player) {
    PLAY(&answer, TCGBConsole_revokeIdP_authKey_completion(provider, player, on_error, &answer));
}
static void open_game(void) {
    initialize_here();
    load(ACCOUNT_SETTINGS(""));
    TCGBGamebase_addEventHandler(hear, &heard);
}
static void end_game(void) { require(TCGBGamebase_shutdown(2000)); }

/* The event that came, and no other before it. */
static void hears(int64_t code, const char *provider, int mapped, const char *also) {
    TCGBGamebaseEventIdPRevokedData *data =
        TCGBGamebaseEventIdPRevokedData_gamebaseEventIdPRevokedDataFromJsonString(wait_for(&heard, kTCGBIdPRevoked));
    require(data);
    require_equal(heard.count, 1);
    require_equal(TCGBGamebaseEventIdPRevokedData_code(data), code);
    require_text(TCGBGamebaseEventIdPRevokedData_idPType(data), provider);
    require_equal(TCGBGamebaseEventIdPRevokedData_authMappingList_count(data), mapped);
    bool found = false;
    for (int i = 0; i < mapped; i++) found |= strcmp(TCGBGamebaseEventIdPRevokedData_authMappingList_at(data, (size_t)i), also) == 0;
    require(found);
    TCGBRelease(data);
    heard.count = 0;
}
static void hears_nothing(void) {
    pump_for(100);
    require_equal(heard.count, 0);
}

PROMISE("a revoked provider that is the member's only one is 600") {
    open_game();
    login_with("appleid", "ann"), went_well();
    remember(first);
    take_back("appleid", "ann"), went_well();
    hears(IDP_REVOKED_WITHDRAW, "appleid", 1, "appleid");
    require_text(TCGBGamebase_userID(), first); /* the session stays until the game acts */
    PLAY_WELL(&answer, TCGBGamebase_withdrawWithViewController_completion(NULL, on_error, &answer));
    login_with("appleid", "ann"), went_well();
    remember(second);
    require(strcmp(first, second) != 0);
    hears_nothing();
    end_game();
}

PROMISE("the session's revoked provider is 601 when others are mapped") {
    open_game();
    login_with("appleid", "ann"), went_well();
    remember(first);
    map("google", "ann");
    take_back("appleid", "ann"), went_well();
    hears(IDP_REVOKED_OVERWRITE_LOGIN_AND_REMOVE_MAPPING, "appleid", 2, "google");
    PLAY_WELL(
        &answer, TCGBGamebase_loginWithCredential_viewController_completion(
                     "{\"provider_name\":\"google\",\"access_token\":\"ann\",\"ignore_already_logged_in\":true}", NULL, on_login, &answer));
    require_text(TCGBGamebase_userID(), first);
    hears(IDP_REVOKED_REMOVE_MAPPING, "appleid", 2, "google"); /* now it is no longer the session's */
    PLAY_WELL(&answer, TCGBGamebase_removeMappingWithType_viewController_completion("appleid", NULL, on_error, &answer));
    log_out();
    login_with("google", "ann"), went_well();
    hears_nothing();
    end_game();
}

PROMISE("a revoked provider that is mapped but not the session's is 602") {
    open_game();
    login_with("google", "ann"), went_well();
    map("appleid", "ann");
    take_back("appleid", "ann"), went_well();
    hears(IDP_REVOKED_REMOVE_MAPPING, "appleid", 2, "appleid");
    end_game();
}

PROMISE("each device hears the code of its own session, and other players hear nothing") {
    TCGBInstance *one = device(NULL, 1);
    load(ACCOUNT_SETTINGS(""));
    login_with("appleid", "ann"), went_well();
    map("google", "ann");
    TCGBGamebase_addEventHandler(hear, &heard);
    TCGBInstance *two = device(one, 2), *three = device(one, 3);
    static struct heard at_two, at_three;
    use(two);
    TCGBGamebase_addEventHandler(hear, &at_two);
    login_with("google", "ann"), went_well();
    use(three);
    TCGBGamebase_addEventHandler(hear, &at_three);
    login_with("google", "bob"), went_well();
    take_back("appleid", "ann"), went_well();
    pump_for(100);
    require_equal(at_three.count, 0);
    use(one);
    hears(IDP_REVOKED_OVERWRITE_LOGIN_AND_REMOVE_MAPPING, "appleid", 2, "google");
    use(two);
    require_text(json_member(wait_for(&at_two, kTCGBIdPRevoked), "code", member_text, sizeof member_text), "602");
    require(TCGBInstance_destroy(three, 2000));
    end_devices(one, two);
}

PROMISE("a revocation is told after each login by token, and once after a fresh sign-in") {
    open_game();
    login_with("appleid", "ann"), went_well();
    end_game();
    open_game();
    take_back("appleid", "ann"), went_well();
    hears_nothing();
    log_in_as_last(), went_well();
    require(!strstr(answer.json, "revokedIdPs"));
    hears(IDP_REVOKED_WITHDRAW, "appleid", 1, "appleid");
    end_game();
    open_game();
    log_in_as_last(), went_well();
    hears(IDP_REVOKED_WITHDRAW, "appleid", 1, "appleid");
    log_out();
    login_with("appleid", "ann"), went_well();
    hears(IDP_REVOKED_WITHDRAW, "appleid", 1, "appleid");
    log_out();
    login_with("appleid", "ann"), went_well();
    hears_nothing();
    end_game();
}

PROMISE("a revocation of an unknown account is 3003, of a guest 3") {
    open_game();
    take_back("appleid", "ann"), refused_with(TCGB_ERROR_AUTH_NOT_EXIST_MEMBER);
    take_back("guest", "ann"), refused_with(TCGB_ERROR_INVALID_PARAMETER);
    take_back("", "ann"), refused_with(TCGB_ERROR_INVALID_PARAMETER);
    take_back("appleid", NULL), refused_with(TCGB_ERROR_INVALID_PARAMETER);
    end_game();
}

/* Provider profile */

static char text[256];
static const char *profile(const char *provider) {
    const TCGBAuthProviderProfile *profile = TCGBGamebase_authProviderProfileWithIDPCode(provider);
    copy_text(text, sizeof text, TCGBAuthProviderProfile_information(profile));
    bool is_there = profile != NULL;
    TCGBRelease(profile);
    return is_there ? text : NULL;
}
static void asked(const TCGBAuthAdapterRequest *request, void *context) { require(TCGBAuthAdapterRequest_succeed(request, context)); }

PROMISE("what a provider says of its player is at hand for the session that it signed in, and nowhere else") {
    open_game();
    require(profile("google") == NULL); /* nobody is logged in */
    const TCGBAuthAdapter adapter = {
        sizeof adapter, asked, NULL, NULL, (void *)"{\"authorization_code\":\"ann\",\"profile\":{\"name\":\"Ann\",\"age\":7}}"};
    require(TCGBAuthAdapter_register("google", &adapter));
    PLAY_WELL(&answer, TCGBGamebase_loginWithType_viewController_completion("google", NULL, on_login, &answer));
    require(!strstr(answer.json, "Ann"));
    require_text(profile("google"), "{\"name\":\"Ann\",\"age\":7}");
    require_text(TCGBGamebase_authProviderUserIDWithIDPCode("google"), "ann");
    require(TCGBGamebase_authProviderAccessTokenWithIDPCode("google") == NULL); /* it gave none */
    require(profile("steam") == NULL);
    PLAY_WELL(&answer, TCGBGamebase_addMappingWithCredential_viewController_completion(
                           "{\"provider_name\":\"steam\",\"access_token\":\"ann7\",\"profile\":{\"level\":3}}", NULL, on_login, &answer));
    require_text(profile("steam"), "{\"level\":3}");
    require_text(profile("google"), "{\"name\":\"Ann\",\"age\":7}");
    require_text(TCGBGamebase_authProviderAccessTokenWithIDPCode("steam"), "ann7");
    PLAY_WELL(&answer, TCGBGamebase_removeMappingWithType_viewController_completion("steam", NULL, on_error, &answer));
    require(profile("steam") == NULL);
    require(TCGBGamebase_authProviderAccessTokenWithIDPCode("steam") == NULL);
    end_game();
    open_game();
    log_in_as_last(), went_well();
    require_text(profile("google"), "{}"); /* kept nowhere */
    require(profile(NULL) == NULL);
    log_out();
    PLAY(&answer, TCGBGamebase_loginWithCredential_viewController_completion(
                      "{\"provider_name\":\"google\",\"access_token\":\"ann\",\"profile\":\"Ann\"}", NULL, on_login, &answer));
    refused_with(TCGB_ERROR_AUTH_IDP_LOGIN_INVALID_IDP_INFO);
    end_game();
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
