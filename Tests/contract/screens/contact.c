/* The customer service knows who opened it, and for how long it may believe it. */
#include "screens.h"

#define CUSTOMER_SERVICE(type, url) \
    "{\"app\":{\"appId\":\"Contract\",\"typeCode\":\"SANDBOX\",\"secretKey\":\"contract-secret\"}," \
    "\"customerService\":{\"type\":\"" type "\",\"url\":\"" url "\"}}"

static struct answer result, server;
static void on_url(const char *url, const TCGBError *error, void *context) {
    require(!url != !error);
    on_json(url, error, context);
}
static const char *contact_url(const TCGBContactConfiguration *configuration) {
    PLAY_WELL(&result, TCGBContact_requestContactURLWithConfiguration_completion(configuration, on_url, &result));
    return result.json;
}
/* Copies the value of a parameter of an address, as it stands there; "" when it is not there. */
static const char *parameter(const char *url, const char *name) {
    static char value[8][1024];
    static int next;
    char *to = value[next++ % 8], wanted[64];
    *to = 0;
    const char *query = strchr(url, '?');
    if (!query) return to;
    snprintf(wanted, sizeof wanted, "%s=", name);
    for (const char *at = query + 1; at; at = strchr(at, '&') ? strchr(at, '&') + 1 : NULL)
        if (strncmp(at, wanted, strlen(wanted)) == 0)
            return snprintf(to, sizeof value[0], "%.*s", (int)strcspn(at + strlen(wanted), "&#"), at + strlen(wanted)), to;
    return to;
}
static void verify(const char *user, const char *ticket, const char *purpose, const char *code) {
    char path[512], body[1024], found[32];
    snprintf(path, sizeof path, "/tcgb-gateway/v1.3/apps/Contract/members/%s/tickets/verify", user);
    snprintf(body, sizeof body, "{\"ticket\":\"%s\",\"purpose\":\"%s\"}", ticket, purpose);
    serve(&server, "POST", path, body);
    require_text(json_member(server.json, "resultCode", found, sizeof found), code);
}

PROMISE("the developer's own customer service gets only what the game adds, joined as the address needs it") {
    initialize_here();
    load(CUSTOMER_SERVICE("CUSTOM", "https://example.com/help"));
    log_in();
    PLAY_WELL(&result, TCGBContact_requestContactURLWithCompletion(on_url, &result));
    require_text(result.json, "https://example.com/help");
    TCGBContactConfiguration *configuration = TCGBContactConfiguration_create();
    TCGBContactConfiguration_setUserName(configuration, "not told");
    TCGBContactConfiguration_setAdditionalParameters(configuration, "first", "1 & 2");
    require_text(contact_url(configuration), "https://example.com/help?first=1%20%26%202");
    TCGBContactConfiguration_setAdditionalParameters(configuration, "second", "ひ");
    TCGBContactConfiguration_setAdditionalParameters(configuration, "empty", "");
    TCGBContactConfiguration_setExtraData(configuration, "guild", "\"Löwen\"");
    require_text(contact_url(configuration),
        "https://example.com/help?first=1%20%26%202&second=%E3%81%B2&extraData=%7B%22guild%22%3A%22%5C%22L%C3%B6wen%5C%22%22%7D");
    TCGBContactConfiguration_setExtraData(configuration, "guild", NULL);
    TCGBContactConfiguration_setAdditionalParameters(configuration, "second", NULL);
    TCGBContactConfiguration_setAdditionalURL(configuration, "/faq/ä b?lang=ja#top");
    require_text(contact_url(configuration), "https://example.com/help/faq/%C3%A4%20b?lang=ja&first=1%20%26%202#top");
    load(CUSTOMER_SERVICE("CUSTOM", "https://example.com/help?"));
    TCGBContactConfiguration_setAdditionalURL(configuration, NULL);
    require_text(contact_url(configuration), "https://example.com/help?first=1%20%26%202");
    require_text(TCGBContactConfiguration_additionalParameters(configuration), "{\"first\":\"1 & 2\",\"empty\":\"\"}");
    TCGBRelease(configuration);
    require(TCGBGamebase_shutdown(2000));
}

/* order: contact */
PROMISE("Gamebase's customer service gets player and device, and nothing before a login") {
    initialize_here();
    load(CUSTOMER_SERVICE("GAMEBASE", "https://example.com/cs?app=1"));
    TCGBContactConfiguration *configuration = TCGBContactConfiguration_create();
    TCGBContactConfiguration_setUserName(configuration, "Rin & Len");
    TCGBContactConfiguration_setAdditionalURL(configuration, "/not/for/this/type");
    require_text(contact_url(configuration), "https://example.com/cs?app=1");
    log_in();
    const char *url = contact_url(configuration);
    require(strncmp(url, "https://example.com/cs?app=1&ticket=", 36) == 0);
    require_text(parameter(url, "purpose"), "openContact");
    require_text(parameter(url, "userId"), TCGBGamebase_userID());
    require_text(parameter(url, "userName"), "Rin%20%26%20Len");
    require_text(parameter(url, "storeCode"), "SANDBOX");
    require_text(parameter(url, "clientVersion"), "1.0.0");
    require_text(parameter(url, "sdkVersion"), TCGBGamebase_SDKVersion());
    require_text(parameter(url, "osVersion"), TCGBUtil_URLEncodedString(TCGBUtil_osVersion()));
    require_text(parameter(url, "deviceModel"), TCGBUtil_URLEncodedString(TCGBUtil_deviceModel()));
    require_text(parameter(url, "deviceCountryCode"), TCGBUtil_deviceCountryCode());
    require_text(parameter(url, "usimCountryCode"), "ZZ");
    require_text(parameter(url, "osCode"), "LINUX");
    require(strlen(parameter(url, "ticket")) >= 43); /* 256 bits */
    TCGBRelease(configuration);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("Online Contact is told the player's name and system, with a login also who it is") {
    initialize_here();
    load(CUSTOMER_SERVICE("TOAST", "https://example.com/hc"));
    TCGBContactConfiguration *configuration = TCGBContactConfiguration_create();
    TCGBContactConfiguration_setUserName(configuration, "Rin");
    require_text(contact_url(configuration), "https://example.com/hc?userName=Rin&osCode=LINUX");
    log_in();
    const char *url = contact_url(configuration);
    require(strncmp(url, "https://example.com/hc?ticket=", 30) == 0);
    require_text(parameter(url, "userId"), TCGBGamebase_userID());
    require(strstr(url, "&userName=Rin&osCode=LINUX"));
    TCGBRelease(configuration);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a ticket is verified once, within 10 seconds, for its member and purpose") {
    initialize_here();
    load(CUSTOMER_SERVICE("GAMEBASE", "https://example.com/cs"));
    log_in();
    char user[64], ticket[1024];
    copy_text(user, sizeof user, TCGBGamebase_userID());
    copy_text(ticket, sizeof ticket, parameter(contact_url(NULL), "ticket"));
    verify("NOBODY", ticket, "openContact", "-9000053");
    verify(user, ticket, "openContactForBannedUser", "-9000053");
    verify(user, "invented", "openContact", "-9000053");
    verify(user, ticket, "openContact", "0");
    require(strstr(server.json, user));
    verify(user, ticket, "openContact", "-9000055");
    copy_text(ticket, sizeof ticket, parameter(contact_url(NULL), "ticket"));
    PLAY_WELL(&answer, TCGBConsole_advanceClockByMilliseconds_completion(9000, on_error, &answer));
    verify(user, ticket, "openContact", "0");
    copy_text(ticket, sizeof ticket, parameter(contact_url(NULL), "ticket"));
    PLAY_WELL(&answer, TCGBConsole_advanceClockByMilliseconds_completion(10001, on_error, &answer));
    verify(user, ticket, "openContact", "-9000054");
    require(TCGBGamebase_shutdown(2000));
    char command[4200];
    snprintf(command, sizeof command, "grep -rqaF -e '%s' '%s'", ticket, directory);
    require(system(command) != 0);
}

PROMISE("a player whose login was refused for a ban gets a ticket for that purpose, without being logged in") {
    initialize_here();
    load(CUSTOMER_SERVICE("GAMEBASE", "https://example.com/cs"));
    log_in();
    char user[64];
    copy_text(user, sizeof user, TCGBGamebase_userID());
    PLAY_WELL(&answer, TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &answer));
    PLAY_WELL(&answer, TCGBConsole_banUser_type_message_endDate_completion(user, "PERMANENT", "x", 0, on_error, &answer));
    require_text(contact_url(NULL), "https://example.com/cs"); /* nobody has said yet who plays */
    PLAY(&answer, TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, &answer));
    require_equal(answer.code, TCGB_ERROR_BANNED_MEMBER);
    require(!TCGBGamebase_userID());
    const char *url = contact_url(NULL);
    require_text(parameter(url, "purpose"), "openContactForBannedUser");
    require_text(parameter(url, "userId"), user);
    char ticket[1024];
    copy_text(ticket, sizeof ticket, parameter(url, "ticket"));
    verify(user, ticket, "openContact", "-9000053");
    verify(user, ticket, "openContactForBannedUser", "0");
    /* Once the ban is over, or somebody else has logged in, there is no ticket without a login. */
    PLAY_WELL(&answer, TCGBConsole_releaseBanOfUser_completion(user, on_error, &answer));
    require_text(contact_url(NULL), "https://example.com/cs");
    require(TCGBGamebase_shutdown(2000));
}

/* order: contact */
PROMISE("a player whose login by a token was refused for a ban proves by the token who it is") {
    initialize_here();
    load(CUSTOMER_SERVICE("GAMEBASE", "https://example.com/cs"));
    log_in();
    char user[64], ticket[1024];
    copy_text(user, sizeof user, TCGBGamebase_userID());
    require(TCGBGamebase_shutdown(2000));
    initialize_here();
    PLAY_WELL(&answer, TCGBConsole_banUser_type_message_endDate_completion(user, "PERMANENT", "x", 0, on_error, &answer));
    require_text(contact_url(NULL), "https://example.com/cs"); /* nobody has said yet who plays */
    PLAY(&answer, TCGBGamebase_loginForLastLoggedInProviderWithViewController_completion(NULL, on_login, &answer));
    require_equal(answer.code, TCGB_ERROR_BANNED_MEMBER);
    const char *url = contact_url(NULL);
    require_text(parameter(url, "purpose"), "openContactForBannedUser");
    require_text(parameter(url, "userId"), user);
    copy_text(ticket, sizeof ticket, parameter(url, "ticket"));
    verify(user, ticket, "openContactForBannedUser", "0");
    PLAY_WELL(&answer, TCGBConsole_releaseBanOfUser_completion(user, on_error, &answer));
    require_text(contact_url(NULL), "https://example.com/cs");
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("without an address in the console, or with one that is none, contact ends with 6911") {
    set_screen_host();
    initialize_here();
    load_settings();
    PLAY(&result, TCGBContact_requestContactURLWithCompletion(on_url, &result));
    require_equal(result.code, TCGB_ERROR_UI_CONTACT_FAIL_INVALID_URL);
    PLAY(&result, TCGBContact_openContactWithViewController_completion(NULL, on_error, &result));
    require_equal(result.code, TCGB_ERROR_UI_CONTACT_FAIL_INVALID_URL);
    load(CUSTOMER_SERVICE("CUSTOM", "https://"));
    PLAY(&result, TCGBContact_requestContactURLWithCompletion(on_url, &result));
    require_equal(result.code, TCGB_ERROR_UI_CONTACT_FAIL_INVALID_URL);
    require_equal(screen.shown, 0);
    require(TCGBGamebase_shutdown(2000));
}

/* order: contact; defect 1 */
PROMISE("contact without a ticket ends with 6912 and the reason") {
    initialize_here();
    load(CUSTOMER_SERVICE("TOAST", "https://example.com/hc"));
    log_in();
    /* The service ends the session, and is asked for a ticket before the client has heard of it. */
    require(TCGBConsole_setServiceSuspended(true));
    fresh(&answer);
    TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &answer);
    fresh(&result);
    TCGBContact_requestContactURLWithCompletion(on_url, &result);
    require(TCGBConsole_setServiceSuspended(false));
    wait_for_answer(&result);
    require_equal(result.code, TCGB_ERROR_UI_CONTACT_FAIL_ISSUE_SHORT_TERM_TICKET);
    require(strstr(result.message, "log in again"));
    wait_for_answer(&answer);
    require_equal(answer.code, 0);
    log_in();
    TCGBRunLoop_setCallTimeout(300);
    require(TCGBConsole_setServiceSuspended(true));
    PLAY(&result, TCGBContact_requestContactURLWithCompletion(on_url, &result));
    require_equal(result.code, TCGB_ERROR_UI_CONTACT_FAIL_ISSUE_SHORT_TERM_TICKET);
    require(strstr(result.message, "did not answer in time"));
    fresh(&result);
    TCGBContact_requestContactURLWithCompletion(on_url, &result);
    require(TCGBGamebase_shutdown(2000));
    require_equal(result.times, 1);
    require_equal(result.code, TCGB_ERROR_SOCKET_ERROR);
}

PROMISE("opening contact shows the address in the host's web view, and completes when the player closed it") {
    set_screen_host();
    initialize_here();
    load(CUSTOMER_SERVICE("TOAST", "https://example.com/hc"));
    log_in();
    fresh(&result);
    TCGBContact_openContactWithViewController_completion(&screen, on_error, &result);
    wait_for_page(1);
    require_equal(screen.kind[0], TCGBWebViewKindContact);
    require(strncmp(screen.url[0], "https://example.com/hc?ticket=", 30) == 0);
    require(TCGBWebViewRequest_viewController(screen.page[0]) == &screen);
    pump_for(50);
    require_equal(result.times, 0);
    require(TCGBWebViewRequest_navigate(screen.page[0], "gamebase://dismiss"));
    wait_for_answer(&result);
    require_equal(result.code, 0);
    TCGBRelease(screen.page[0]);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("closing the web view closes the customer service, too") {
    set_screen_host();
    initialize_here();
    load(CUSTOMER_SERVICE("TOAST", "https://example.com/hc"));
    log_in();
    fresh(&result);
    TCGBContact_openContactWithViewController_completion(NULL, on_error, &result);
    wait_for_page(1);
    TCGBWebView_closeWebView();
    wait_for_answer(&result);
    require_equal(result.code, 0);
    require_equal(screen.commands, 1);
    require_text(screen.command[0], "close");
    TCGBRelease(screen.page[0]);
    require(TCGBGamebase_shutdown(2000));
}

/* order: contact */
PROMISE("opening contact needs an initialized library and a configuration that lives") {
    PLAY(&result, TCGBContact_openContactWithViewController_completion(NULL, on_error, &result));
    require_equal(result.code, TCGB_ERROR_NOT_INITIALIZED);
    initialize_here();
    TCGBContactConfiguration *configuration = TCGBContactConfiguration_create();
    TCGBRelease(configuration);
    PLAY(&result, TCGBContact_openContactWithViewController_configuration_completion(NULL, configuration, on_error, &result));
    require_equal(result.code, TCGB_ERROR_INVALID_PARAMETER);
    PLAY(&result, TCGBContact_requestContactURLWithConfiguration_completion(configuration, on_url, &result));
    require_equal(result.code, TCGB_ERROR_INVALID_PARAMETER);
    require(TCGBGamebase_shutdown(2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
