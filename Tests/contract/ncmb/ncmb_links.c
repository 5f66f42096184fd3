/* Users and their accounts at providers. */
#include "backend.h"

#define EXPIRES 4102444800000
#define FACEBOOK \
    "\"facebook\":{\"id\":\"77\",\"access_token\":\"token\"," \
    "\"expiration_date\":{\"__type\":\"Date\",\"iso\":\"2100-01-01T00:00:00.000Z\"}}"
static TCGBError *error;

static void link_facebook(NCMBUser *user, const char *id) {
    PLAY(&answer, NCMBFacebookUtils_linkUser_facebookId_accessToken_expirationDate_block(user, id, "token", EXPIRES, on_error, &answer));
}
static void log_in_by_facebook(const char *id) {
    PLAY(&answer, NCMBFacebookUtils_logInWithFacebookId_accessToken_expirationDate_block(id, "token", EXPIRES, on_object, &answer));
}
static void link_twitter(NCMBUser *user) {
    PLAY(&answer,
        NCMBTwitterUtils_linkUser_twitterId_screenName_authToken_authTokenSecret_block(user, "5", "ann", "t", "s", on_error, &answer));
}
static bool fetched_link(NCMBUser *user, const char *type) {
    PLAY_WELL(&answer, NCMBObject_refreshInBackgroundWithBlock(user, on_error, &answer));
    return NCMBUser_isLinkedWith(user, type);
}

PROMISE("a user is linked with a Facebook account, logs in by it, and is unlinked") {
    set_keys();
    NCMBFacebookUtils_initializeFacebook();
    NCMBFacebookUtils_initializeFacebookWithUrlSchemeSuffix("derby");
    NCMBUser *user = sign_up("a");
    require(NCMBObject_setObject_forKey_int64(user, 1, "level"));
    require(!NCMBFacebookUtils_isLinkedWithUser(user) && !NCMBFacebookUtils_isLinkedWithUser(NULL));
    require(!NCMBFacebookUtils_session());
    link_facebook(user, "77");
    require_equal(answer.code, 0);
    json_member(NCMBFacebookUtils_session(), "facebookId", answer.json, sizeof answer.json);
    require_text(answer.json, "77");
    require(strstr(NCMBFacebookUtils_session(), "\"accessToken\":\"") && !strstr(NCMBFacebookUtils_session(), "null"));
    require(
        NCMBFacebookUtils_isLinkedWithUser(user) && NCMBUser_isLinkedWith(user, "facebook") && !NCMBTwitterUtils_isLinkedWithUser(user));
    /* A link is no save: what was changed waits for one. */
    NCMBObject *same = fetched("user", NCMBObject_objectId(user));
    require(!NCMBObject_objectForKey_json(same, "level") && NCMBObject_objectForKey_int64(user, "level") == 1);
    require_text(NCMBObject_objectForKey_json(same, "authData"), "{" FACEBOOK "}");

    sign_up("b");
    link_facebook(NCMBUser_currentUser(), "77");
    require_equal(answer.code, NCMBErrorDuplicateValue);
    require(!NCMBFacebookUtils_isLinkedWithUser(NCMBUser_currentUser()) && !fetched_link(NCMBUser_currentUser(), "facebook"));

    log_in_by_facebook("77");
    require_text(NCMBObject_objectId(user_found), NCMBObject_objectId(user));
    require(NCMBUser_currentUser() == user_found && !NCMBUser_isNew(user_found) && NCMBFacebookUtils_isLinkedWithUser(user_found));
    restart();
    require(NCMBFacebookUtils_isLinkedWithUser(NCMBUser_currentUser()));
    PLAY_WELL(&answer, NCMBFacebookUtils_unlinkUserInBackground_block(NCMBUser_currentUser(), on_error, &answer));
    require(!NCMBFacebookUtils_isLinkedWithUser(NCMBUser_currentUser()) && !fetched_link(NCMBUser_currentUser(), "facebook"));
    PLAY(&answer, NCMBFacebookUtils_unlinkUserInBackground_block(NCMBUser_currentUser(), on_error, &answer));
    require_equal(answer.code, NCMBErrorFieldNotFound);
    require(!NCMBFacebookUtils_unlinkUser_error(NCMBUser_currentUser(), &error));
    require_equal(TCGBError_code(error), NCMBErrorFieldNotFound);
    require_text(TCGBError_domain(error), kNCMBErrorDomain);
    /* Nobody has the account any more: who comes by it is new. */
    log_in_by_facebook("77");
    require(NCMBUser_isNew(user_found) && strcmp(NCMBObject_objectId(user_found), NCMBObject_objectId(user)) != 0);
    require(NCMBFacebookUtils_unlinkUser_error(user_found, NULL) && !fetched_link(user_found, "facebook"));
}

PROMISE("links with several providers stand side by side, and are taken away one by one") {
    set_keys();
    NCMBUser *user = sign_up("a");
    PLAY(&answer,
        NCMBTwitterUtils_linkUser_twitterId_screenName_authToken_authTokenSecret_block(user, "5", "ann", "t", "s", on_error, &answer));
    require_equal(answer.code, NCMBErrorMissingValue);
    NCMBTwitterUtils_initializeWithConsumerKey_consumerSecret("key", "secret");
    PLAY_WELL(&answer,
        NCMBTwitterUtils_linkUser_twitterId_screenName_authToken_authTokenSecret_block(user, "5", "ann", "t", "s", on_error, &answer));
    PLAY_WELL(&answer, NCMBUser_linkWithGoogleToken_withBlock(user, "{\"id\":\"g\",\"access_token\":\"t\"}", on_error, &answer));
    PLAY_WELL(&answer, NCMBUser_linkWithAppleToken_withBlock(user, "{\"id\":\"a\",\"access_token\":\"t\"}", on_error, &answer));
    link_facebook(user, "77");
    PLAY_WELL(&answer, NCMBObject_fetchInBackgroundWithBlock(user, on_error, &answer));
    require_text(NCMBObject_objectForKey_json(user, "authData"),
        "{\"twitter\":{\"id\":\"5\",\"screen_name\":\"ann\",\"oauth_token\":\"t\",\"oauth_token_secret\":\"s\","
        "\"oauth_consumer_key\":\"key\","
        "\"consumer_secret\":\"secret\"},\"google\":{\"id\":\"g\",\"access_token\":\"t\"},"
        "\"apple\":{\"id\":\"a\",\"access_token\":\"t\",\"client_id\":\"application-key\"}," FACEBOOK "}");
    PLAY_WELL(&answer, NCMBUser_unlink_withBlock(user, "google", on_error, &answer));
    require(!NCMBUser_isLinkedWith(user, "google") && NCMBTwitterUtils_isLinkedWithUser(user) && NCMBUser_isLinkedWith(user, "apple"));
    require(NCMBTwitterUtils_unlinkUser_error(user, NULL));
    PLAY(&answer, NCMBTwitterUtils_unlinkUserInBackground_block(user, on_error, &answer));
    require_equal(answer.code, NCMBErrorFieldNotFound);
    require(!fetched_link(user, "google") && !NCMBTwitterUtils_isLinkedWithUser(user) && NCMBUser_isLinkedWith(user, "apple"));
    require(!strstr(NCMBObject_objectForKey_json(user, "authData"), "null"));
    PLAY(&answer, NCMBUser_unlink_withBlock(user, "myspace", on_error, &answer));
    require_equal(answer.code, NCMBErrorFieldNotFound);
    /* The account at Twitter is free for another. */
    PLAY_WELL(
        &answer, NCMBTwitterUtils_logInWithTwitterId_screenName_authToken_authTokenSecret_block("5", "ann", "t", "s", on_object, &answer));
    require(NCMBUser_isNew(user_found) && NCMBUser_currentUser() == user_found);
}

PROMISE("a user signs up by what a provider gave, with fields of its own, and is logged in by it from then on") {
    static const char *const info = "{\"id\":\"1\",\"access_token\":\"t\",\"oauth_consumer_key\":\"k\"}";
    static void (*const sign_ups[])(NCMBUser *, const char *, NCMBErrorResultBlock, void *) = {NCMBUser_signUpWithGoogleToken_withBlock,
        NCMBUser_signUpWithTwitterToken_withBlock, NCMBUser_signUpWithFacebookToken_withBlock, NCMBUser_signUpWithAppleToken_withBlock};
    static void (*const links[])(NCMBUser *, const char *, NCMBErrorResultBlock, void *) = {NCMBUser_linkWithGoogleToken_withBlock,
        NCMBUser_linkWithTwitterToken_withBlock, NCMBUser_linkWithFacebookToken_withBlock, NCMBUser_linkWithAppleToken_withBlock};
    static const char *const types[] = {"google", "twitter", "facebook", "apple"};
    set_keys();
    for (int i = 0; i < 4; i++) {
        NCMBUser *user = NCMBUser_user(), *again = NCMBUser_user();
        require(NCMBObject_setObject_forKey_string(user, types[i], "ownerName"));
        PLAY_WELL(&answer, sign_ups[i](user, info, on_error, &answer));
        require(NCMBUser_isNew(user) && NCMBUser_currentUser() == user && NCMBUser_isLinkedWith(user, types[i]));
        PLAY_WELL(&answer, sign_ups[i](again, info, on_error, &answer));
        require(!NCMBUser_isNew(again) && NCMBUser_currentUser() == again);
        require_text(NCMBObject_objectId(again), NCMBObject_objectId(user));
        require_text(NCMBObject_objectForKey_string(again, "ownerName"), types[i]);
        /* Of one that is signed up it makes a link. */
        PLAY_WELL(&answer, sign_ups[i](again, "{\"id\":\"2\",\"oauth_consumer_key\":\"k\"}", on_error, &answer));
        require(strstr(NCMBObject_objectForKey_json(again, "authData"), "\"id\":\"2\""));
        PLAY_WELL(&answer, links[i](again, "{\"id\":\"3\",\"oauth_consumer_key\":\"k\"}", on_error, &answer));
        require(strstr(NCMBObject_objectForKey_json(again, "authData"), "\"id\":\"3\""));
    }
    NCMBUser *user = NCMBUser_user();
    PLAY(&answer, NCMBUser_signUpWithGoogleToken_withBlock(user, "{\"access_token\":\"t\"}", on_error, &answer));
    require_equal(answer.code, NCMBErrorOAuthFailure);
    PLAY(&answer, NCMBUser_signUpWithGoogleToken_withBlock(user, "{\"id\":\"\",\"access_token\":\"t\"}", on_error, &answer));
    require_equal(answer.code, NCMBErrorOAuthFailure);
    /* What failed left nothing: the next save is one without a provider. */
    require(!NCMBUser_isLinkedWith(user, "google") && !NCMBUser_signUp(user, &error));
    require_equal(TCGBError_code(error), NCMBErrorRequired);
    static const char *const bad[] = {NULL, "", "[]", "{", "\xff"};
    for (int i = 0; i < 5; i++) {
        PLAY(&answer, NCMBUser_signUpWithFacebookToken_withBlock(user, bad[i], on_error, &answer));
        require(answer.code == 3 || answer.code == TCGB_ERROR_INVALID_JSON_FORMAT);
    }
    PLAY(&answer, NCMBUser_linkWithFacebookToken_withBlock(user, info, on_error, &answer));
    require_equal(answer.code, NCMBErrorRequired);
    PLAY(&answer, NCMBUser_linkWithFacebookToken_withBlock(NCMBObject_objectWithClassName("Horse"), info, on_error, &answer));
    require_equal(answer.code, 3);
    log_in_by_facebook("");
    require_equal(answer.code, 3);
    PLAY(&answer, NCMBUser_unlink_withBlock(NCMBUser_currentUser(), NULL, on_error, &answer));
    require_equal(answer.code, 3);
}

PROMISE("the forms that open a provider's page say what is missing while nobody asks the provider") {
    set_keys();
    NCMBUser *user = sign_up("a");
    const char *permissions[] = {"email"};
    PLAY(&answer, NCMBFacebookUtils_logInWithPermissions_block(permissions, 1, on_object, &answer));
    require_equal(answer.code, NCMBErrorServiceNotFound);
    require(strstr(answer.message, "NCMBFacebookUtils_logInWithFacebookId_accessToken_expirationDate_block"));
    require(strstr(answer.message, "does not verify facebook"));
    PLAY(&answer, NCMBFacebookUtils_linkUser_permissions_block(user, NULL, 0, on_error, &answer));
    require_equal(answer.code, NCMBErrorServiceNotFound);
    require(strstr(answer.message, "NCMBFacebookUtils_linkUser_facebookId_accessToken_expirationDate_block"));
    require(strstr(answer.message, "does not verify facebook"));
    PLAY(&answer, NCMBFacebookUtils_reauthorizeUser_permissions_audience_block(user, permissions, 1, 0, on_error, &answer));
    require_equal(answer.code, NCMBErrorServiceNotFound);
    PLAY(&answer, NCMBTwitterUtils_logInWithBlock(on_object, &answer));
    require(strstr(answer.message, "NCMBTwitterUtils_logInWithTwitterId_screenName_authToken_authTokenSecret_block"));
    require(strstr(answer.message, "does not verify twitter"));
    PLAY(&answer, NCMBTwitterUtils_linkUser_block(user, on_error, &answer));
    require(strstr(answer.message, "NCMBTwitterUtils_linkUser_twitterId_screenName_authToken_authTokenSecret_block"));
    require(strstr(answer.message, "does not verify twitter"));
    PLAY(&answer, NCMBFacebookUtils_linkUser_permissions_block(NULL, NULL, 0, on_error, &answer));
    require_equal(answer.code, 3);
    require(!NCMBFacebookUtils_handleOpenURL("fb77://authorize") && !NCMBFacebookUtils_handleOpenURL(NULL));
    require(!NCMBFacebookUtils_session());
    require(NCMBUser_currentUser() == user && !NCMBFacebookUtils_isLinkedWithUser(user));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
