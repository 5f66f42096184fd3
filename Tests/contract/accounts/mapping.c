/* Sign-in with providers, and several providers for one player. */
#include "play.h"

#include <signal.h>
#include <sys/wait.h>

#define SETTINGS_OF(type) \
    "{\"app\":{\"appId\":\"Contract\",\"typeCode\":\"" type "\",\"secretKey\":\"contract-secret\"}," \
    "\"idPs\":{\"guest\":{\"enabled\":true},\"google\":{\"clientId\":\"google-client\"},\"steam\":{},\"line\":{},\"facebook\":{\"enabled\":false}}}"

static TCGBForcingMappingTicket *ticket; /* of the last error that had one */
static char first[64], second[64], path[4096];

static void on_mapping(const TCGBAuthToken *token, const TCGBError *error, void *context) {
    TCGBForcingMappingTicket *fresh_ticket = TCGBForcingMappingTicket_forcingMappingTicketFromError(error);
    if (fresh_ticket) {
        TCGBRelease(ticket);
        ticket = fresh_ticket;
    }
    on_login(token, error, context);
}
static void remember(char *to) {
    require(TCGBGamebase_userID());
    copy_text(to, 64, TCGBGamebase_userID());
}

/* An adapter that answers as the test says. */
static struct {
    enum { ANSWER_AT_ONCE, REFUSE, FORGET, LATER, WRONG_ANSWER } what;
    int asked, cancelled, logged_out;
    const TCGBAuthAdapterRequest *request; /* kept with LATER */
    char settings[512], info[512], credential[512];
    void *window;
} adapter;

static void requested(const TCGBAuthAdapterRequest *request, void *context) {
    require(context == &adapter);
    adapter.asked++;
    copy_text(adapter.settings, sizeof adapter.settings, TCGBAuthAdapterRequest_providerSettings(request));
    copy_text(adapter.info, sizeof adapter.info, TCGBAuthAdapterRequest_additionalInfo(request));
    adapter.window = TCGBAuthAdapterRequest_viewController(request);
    switch (adapter.what) {
    case ANSWER_AT_ONCE:
        require(TCGBAuthAdapterRequest_succeed(request, adapter.credential));
        require(!TCGBAuthAdapterRequest_succeed(request, adapter.credential)); /* only the first answer counts */
        require(!TCGBAuthAdapterRequest_fail(request, 3001, NULL));
        break;
    case REFUSE: require(TCGBAuthAdapterRequest_fail(request, 77, "the provider is tired")); break;
    case FORGET: break;
    case LATER: adapter.request = TCGBRetain(request); break;
    case WRONG_ANSWER: require(TCGBAuthAdapterRequest_succeed(request, "{\"access_token\":7}")); break;
    }
}
static void cancelled(const TCGBAuthAdapterRequest *request, void *context) {
    require(context == &adapter);
    require(request == adapter.request);
    require(TCGBAuthAdapterRequest_isCancelled(request));
    require_equal(answer.times, 0); /* before the completion */
    adapter.cancelled++;
}
static void forgotten(const char *provider, void *context) {
    require(context == &adapter);
    require_text(provider, "google");
    adapter.logged_out++;
}
static void adapt(const char *provider, const char *player) {
    const TCGBAuthAdapter ours = {sizeof ours, requested, cancelled, forgotten, &adapter};
    snprintf(adapter.credential, sizeof adapter.credential, "{\"access_token\":\"%s\"}", player);
    require(TCGBAuthAdapter_register(provider, &ours));
}

static void load(const char *settings) { PLAY_WELL(&answer, TCGBConsole_loadSettings_completion(settings, on_error, &answer)); }
static void open_game(void) {
    initialize_here();
    load(SETTINGS_OF("SANDBOX"));
}
static void end_game(void) {
    TCGBRelease(ticket);
    ticket = NULL;
    require(TCGBGamebase_shutdown(2000));
}
static void login_with(const char *provider, const char *player) {
    char credential[512];
    snprintf(credential, sizeof credential, "{\"provider_name\":\"%s\",\"access_token\":\"%s\"}", provider, player);
    PLAY(&answer, TCGBGamebase_loginWithCredential_viewController_completion(credential, NULL, on_login, &answer));
}
static void map(const char *provider, const char *player) {
    char credential[512];
    snprintf(credential, sizeof credential, "{\"provider_name\":\"%s\",\"access_token\":\"%s\"}", provider, player);
    PLAY(&answer, TCGBGamebase_addMappingWithCredential_viewController_completion(credential, NULL, on_mapping, &answer));
}
static void force(void) {
    PLAY(&answer, TCGBGamebase_addMappingForciblyWithTicket_viewController_completion(ticket, NULL, on_login, &answer));
}
static void change(void) {
    PLAY(&answer, TCGBGamebase_changeLoginWithForcingMappingTicket_viewController_completion(ticket, NULL, on_login, &answer));
}
static void unmap(const char *provider) {
    PLAY(&answer, TCGBGamebase_removeMappingWithType_viewController_completion(provider, NULL, on_error, &answer));
}
static void log_out(void) { PLAY_WELL(&answer, TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &answer)); }
#define refused_with(number) require_equal(answer.code, number)
static void it_went_well(int line) {
    if (answer.code != 0) broken_text(__FILE__, line, "the call", answer.message, "success");
}
#define went_well() it_went_well(__LINE__)

/* Somebody has the google account "ann", and a guest is logged in who was given a ticket for it. `first` has the account, `second` is the guest. */
static void get_ticket(void) {
    open_game();
    login_with("google", "ann"), went_well();
    remember(first);
    log_out();
    log_in();
    remember(second);
    map("google", "ann");
    refused_with(TCGB_ERROR_AUTH_ADD_MAPPING_ALREADY_MAPPED_TO_OTHER_MEMBER);
    require(ticket);
    require_text(TCGBGamebase_userID(), second);
}

/* Two devices that share a service. The first has settings. */
static TCGBInstance *device(const TCGBInstance *sharing, int number) {
    TCGBInstance *instance = sharing ? TCGBInstance_createSharingServiceOf(sharing) : TCGBInstance_create();
    require(instance && TCGBInstance_makeCurrent(instance));
    snprintf(path, sizeof path, "%s/device-%d", directory, number);
    initialize_in(path);
    if (!sharing) load(SETTINGS_OF("SANDBOX"));
    return instance;
}
static int logged_out_events;
static void on_event(const TCGBGamebaseEventMessage *message, void *context) {
    (void)context;
    if (strcmp(TCGBGamebaseEventMessage_category(message), kTCGBLoggedOut) == 0) logged_out_events++;
}

/* Adapters */

PROMISE("an adapter gives the credential of a login, and its player comes back as the same user") {
    int window;
    open_game();
    adapt("google", "ann");
    PLAY_WELL(
        &answer, TCGBGamebase_loginWithType_additionalInfo_viewController_completion("google", "{\"hint\":1}", &window, on_login, &answer));
    require_equal(adapter.asked, 1);
    require(strstr(adapter.settings, "google-client"));
    require_text(adapter.info, "{\"hint\":1}");
    require(adapter.window == &window);
    remember(first);
    require_text(TCGBGamebase_currentProvider(), "google");
    require_text(TCGBGamebase_authProviderUserIDWithIDPCode("google"), "ann");
    require_text(TCGBGamebase_authProviderAccessTokenWithIDPCode("google"), "ann");
    require(TCGBGamebase_shutdown(2000));
    open_game();
    PLAY_WELL(&answer, TCGBGamebase_loginForLastLoggedInProviderWithViewController_completion(NULL, on_login, &answer));
    require_text(TCGBGamebase_userID(), first);
    require_text(TCGBGamebase_currentProvider(), "google");
    log_out();
    /* Shutdown forgot the adapter. */
    PLAY(&answer, TCGBGamebase_loginWithType_viewController_completion("google", NULL, on_login, &answer));
    refused_with(TCGB_ERROR_AUTH_NOT_SUPPORTED_PROVIDER);
    adapt("google", "ann");
    PLAY_WELL(&answer, TCGBGamebase_loginWithType_viewController_completion("google", NULL, on_login, &answer));
    require_text(TCGBGamebase_userID(), first);
    end_game();
}

PROMISE("every provider of the SDK signs in through its adapter when the console has it") {
    const char *const codes[] = {"appleid", "iosgamecenter", "facebook", "google", "twitter", "line", "naver", "payco", "hangame", "weibo",
        "kakaogame", "steam", "epicgames"};
    char settings[1024] = "{\"app\":{\"appId\":\"Contract\"},\"idPs\":{\"guest\":{}";
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        snprintf(settings + strlen(settings), sizeof settings - strlen(settings), ",\"%s\":{}", codes[i]);
    strcat(settings, "}}");
    initialize_here();
    load(settings);
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        adapt(codes[i], "ann");
        PLAY_WELL(&answer, TCGBGamebase_loginWithType_viewController_completion(codes[i], NULL, on_login, &answer));
        require_text(TCGBGamebase_currentProvider(), codes[i]);
        remember(second);
        require(strcmp(first, second) != 0); /* ann at another provider is somebody else */
        copy_text(first, sizeof first, second);
        log_out();
    }
    end_game();
}

PROMISE("an adapter may answer later, and is asked inside the run loop only") {
    open_game();
    adapt("steam", "ann");
    adapter.what = LATER;
    fresh(&answer);
    TCGBGamebase_loginWithType_viewController_completion("steam", NULL, on_login, &answer);
    usleep(100000);
    require_equal(adapter.asked, 0);
    require(pump_until(&adapter.asked, PLAY_LIMIT_MILLISECONDS));
    pump_for(100);
    require_equal(answer.times, 0);
    require(TCGBAuthAdapterRequest_succeed(adapter.request, "{\"access_token\":\"ann\"}"));
    require_equal(answer.times, 0);
    require(pump_until(&answer.times, PLAY_LIMIT_MILLISECONDS));
    went_well();
    require(!TCGBAuthAdapterRequest_isCancelled(adapter.request));
    TCGBRelease(adapter.request);
    end_game();
}

PROMISE("what an adapter says of a failure is the error or its detail, and silence is a failure too") {
    open_game();
    adapt("google", "ann");
    adapter.what = REFUSE;
    PLAY(&answer, TCGBGamebase_loginWithType_viewController_completion("google", NULL, on_login, &answer));
    refused_with(TCGB_ERROR_AUTH_EXTERNAL_LIBRARY_ERROR);
    require_text(answer.message, "the provider is tired");
    adapter.what = FORGET;
    PLAY(&answer, TCGBGamebase_loginWithType_viewController_completion("google", NULL, on_login, &answer));
    refused_with(TCGB_ERROR_AUTH_EXTERNAL_LIBRARY_ERROR);
    adapter.what = WRONG_ANSWER;
    PLAY(&answer, TCGBGamebase_loginWithType_viewController_completion("google", NULL, on_login, &answer));
    refused_with(TCGB_ERROR_AUTH_IDP_LOGIN_INVALID_IDP_INFO);
    adapter.what = LATER;
    fresh(&answer);
    TCGBGamebase_loginWithType_viewController_completion("google", NULL, on_login, &answer);
    for (adapter.asked = 0; !adapter.asked;) TCGBRunLoop_runUntil(50);
    require(TCGBAuthAdapterRequest_fail(adapter.request, TCGB_ERROR_AUTH_USER_CANCELED, NULL));
    require(pump_until(&answer.times, PLAY_LIMIT_MILLISECONDS));
    refused_with(TCGB_ERROR_AUTH_USER_CANCELED);
    TCGBRelease(adapter.request);
    require(TCGBGamebase_userID() == NULL);
    log_in(); /* and the next login is not in anybody's way */
    end_game();
}

/* order: login with an unknown provider */
PROMISE("a provider that the console lacks or switched off is 3202 before the adapter is asked") {
    open_game();
    adapt("naver", "ann");
    adapt("facebook", "ann");
    PLAY(&answer, TCGBGamebase_loginWithType_viewController_completion("naver", NULL, on_login, &answer));
    refused_with(TCGB_ERROR_AUTH_IDP_LOGIN_INVALID_IDP_INFO);
    PLAY(&answer, TCGBGamebase_loginWithType_viewController_completion("facebook", NULL, on_login, &answer));
    refused_with(TCGB_ERROR_AUTH_IDP_LOGIN_INVALID_IDP_INFO);
    login_with("naver", "ann");
    refused_with(TCGB_ERROR_AUTH_IDP_LOGIN_INVALID_IDP_INFO);
    require_equal(adapter.asked, 0);
    log_in();
    PLAY(&answer, TCGBGamebase_addMappingWithType_viewController_completion("naver", NULL, on_mapping, &answer));
    refused_with(TCGB_ERROR_AUTH_ADD_MAPPING_INVALID_IDP_INFO);
    require_equal(adapter.asked, 0);
    end_game();
}

PROMISE("a REAL app refuses credentials that nobody can verify, and says so") {
    initialize_here();
    load(SETTINGS_OF("REAL"));
    adapt("google", "ann");
    PLAY(&answer, TCGBGamebase_loginWithType_viewController_completion("google", NULL, on_login, &answer));
    refused_with(TCGB_ERROR_AUTH_IDP_LOGIN_FAILED);
    require(strstr(answer.message, "REAL"));
    login_with("google", "ann");
    refused_with(TCGB_ERROR_AUTH_IDP_LOGIN_FAILED);
    log_in();
    map("google", "ann");
    refused_with(TCGB_ERROR_AUTH_ADD_MAPPING_FAILED);
    require_equal(adapter.asked, 0);
    end_game();
}

static char refusals[4096]; /* what the log says of them */
static void note_line(TCGBLogLevel level, const char *message, void *context) {
    (void)context;
    require_equal(level, TCGBLogLevelWarn);
    snprintf(refusals + strlen(refusals), sizeof refusals - strlen(refusals), "%s\n", message);
}

PROMISE("an adapter that cannot be one is not registered, and the log says why") {
    TCGBHost_setLogSink(TCGBLogLevelWarn, note_line, NULL);
    const TCGBAuthAdapter whole = {sizeof whole, requested, cancelled, forgotten, &adapter};
    TCGBAuthAdapter wrong = whole;
    wrong.structSize = 1;
    require(!TCGBAuthAdapter_register("google", &wrong));
    wrong = whole;
    wrong.requestCredential = NULL;
    require(!TCGBAuthAdapter_register("google", &wrong));
    TCGBRunLoop_drain();
    require(strstr(refusals, "adapter: structSize") && !strstr(refusals, "guest"));
    require(!TCGBAuthAdapter_register("guest", &whole));
    require(!TCGBAuthAdapter_register(NULL, &whole));
    TCGBRunLoop_drain();
    require(strstr(refusals, "providerName: guest takes no adapter"));
    require(TCGBAuthAdapter_register("google", &whole));
    require(TCGBAuthAdapter_register("google", NULL));
    TCGBHost_setLogSink(TCGBLogLevelNone, NULL, NULL);
    open_game();
    PLAY(&answer, TCGBGamebase_loginWithType_viewController_completion("google", NULL, on_login, &answer));
    refused_with(TCGB_ERROR_AUTH_NOT_SUPPORTED_PROVIDER);
    end_game();
}

/* Credentials */

/* order: login with a bad credential */
PROMISE("a credential without a name or a token is refused with 3202, before anything else but initialize") {
    const char *const wrong[] = {NULL, "", "{", "[]", "{}", "{\"provider_name\":\"google\"}", "{\"access_token\":\"ann\"}",
        "{\"provider_name\":7,\"access_token\":\"ann\"}", "{\"provider_name\":\"google\",\"access_token\":\"\"}",
        "{\"provider_name\":\"guest\",\"access_token\":\"ann\"}",
        "{\"provider_name\":\"google\",\"access_token\":\"ann\",\"access_token_secret\":7}",
        "{\"provider_name\":\"google\",\"access_token\":\"ann\",\"authorization_code\":7}",
        "{\"provider_name\":\"google\",\"access_token\":\"ann\",\"gamebase_access_token\":7}",
        "{\"provider_name\":\"google\",\"access_token\":\"ann\",\"sub_code\":7}",
        "{\"provider_name\":\"google\",\"access_token\":\"ann\",\"profile\":7}"};
    PLAY(&answer, TCGBGamebase_loginWithCredential_viewController_completion("{}", NULL, on_login, &answer));
    refused_with(TCGB_ERROR_NOT_INITIALIZED);
    open_game();
    log_in(); /* 3201 would come later */
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        PLAY(&answer, TCGBGamebase_loginWithCredential_viewController_completion(wrong[i], NULL, on_login, &answer));
        refused_with(TCGB_ERROR_AUTH_IDP_LOGIN_INVALID_IDP_INFO);
    }
    login_with("google", "ann");
    refused_with(TCGB_ERROR_AUTH_IDP_LOGIN_FAILED);
    PLAY_WELL(
        &answer, TCGBGamebase_loginWithCredential_viewController_completion(
                     "{\"provider_name\":\"google\",\"access_token\":\"ann\",\"ignore_already_logged_in\":true}", NULL, on_login, &answer));
    require_text(TCGBGamebase_currentProvider(), "google");
    end_game();
}

PROMISE("a session's token is a credential, too, and an authorization code is one") {
    char credential[512];
    open_game();
    PLAY_WELL(&answer, TCGBGamebase_loginWithCredential_viewController_completion(
                           "{\"provider_name\":\"line\",\"authorization_code\":\"ann\",\"sub_code\":\"japan\"}", NULL, on_login, &answer));
    require(strstr(answer.json, "\"subCode\":\"japan\""));
    remember(first);
    snprintf(credential, sizeof credential,
        "{\"provider_name\":\"line\",\"gamebase_access_token\":\"%s\",\"ignore_already_logged_in\":true}", TCGBGamebase_accessToken());
    PLAY_WELL(&answer, TCGBGamebase_loginWithCredential_viewController_completion(credential, NULL, on_login, &answer));
    require_text(TCGBGamebase_userID(), first);
    end_game();
}

/* Cancel */

/* defect 22; defect 2 */
PROMISE("a cancelled login completes with 3001, its adapter is told, and a late answer is dropped") {
    require(!TCGBGamebase_cancelLogin());
    open_game();
    require(!TCGBGamebase_cancelLogin());
    adapt("google", "ann");
    adapter.what = LATER;
    fresh(&answer);
    TCGBGamebase_loginWithType_viewController_completion("google", NULL, on_login, &answer);
    require(pump_until(&adapter.asked, PLAY_LIMIT_MILLISECONDS));
    require(TCGBGamebase_cancelLogin());
    require(!TCGBGamebase_cancelLogin());
    require_equal(answer.times, 0);
    require(pump_until(&answer.times, PLAY_LIMIT_MILLISECONDS));
    refused_with(TCGB_ERROR_AUTH_USER_CANCELED);
    require_equal(adapter.cancelled, 1);
    require(!TCGBAuthAdapterRequest_succeed(adapter.request, "{\"access_token\":\"ann\"}"));
    TCGBRelease(adapter.request);
    pump_till(answer.times == 1, 100);
    require_equal(answer.times, 1);
    require(TCGBGamebase_userID() == NULL);
    log_in();
    require(!TCGBGamebase_cancelLogin());
    end_game();
}

/* defect 22; defect 2 */
PROMISE("a login that waits for the service can be cancelled without disturbing the next") {
    open_game();
    require(TCGBConsole_setServiceSuspended(true));
    fresh(&answer);
    TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, &answer);
    require(TCGBGamebase_cancelLogin());
    require(pump_until(&answer.times, PLAY_LIMIT_MILLISECONDS));
    refused_with(TCGB_ERROR_AUTH_USER_CANCELED);
    static struct answer next;
    TCGBGamebase_loginWithCredential_viewController_completion(
        "{\"provider_name\":\"google\",\"access_token\":\"ann\"}", NULL, on_login, &next);
    require(TCGBConsole_setServiceSuspended(false));
    require(pump_until(&next.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(next.code, 0);
    require_text(TCGBGamebase_currentProvider(), "google");
    require_equal(answer.times, 1);
    end_game();
}

PROMISE("a mapping can be cancelled while its adapter is asked, and the session stays") {
    open_game();
    log_in();
    remember(first);
    adapt("google", "ann");
    adapter.what = LATER;
    fresh(&answer);
    TCGBGamebase_addMappingWithType_viewController_completion("google", NULL, on_mapping, &answer);
    require(pump_until(&adapter.asked, PLAY_LIMIT_MILLISECONDS));
    require(TCGBGamebase_cancelLogin());
    require(pump_until(&answer.times, PLAY_LIMIT_MILLISECONDS));
    refused_with(TCGB_ERROR_AUTH_USER_CANCELED);
    TCGBRelease(adapter.request);
    require_text(TCGBGamebase_userID(), first);
    require_text(TCGBGamebase_currentProvider(), "guest");
    end_game();
}

PROMISE("an adapter that was taken away is neither asked nor told of a cancellation") {
    open_game();
    adapt("google", "ann");
    adapter.what = LATER;
    fresh(&answer);
    TCGBGamebase_loginWithType_viewController_completion("google", NULL, on_login, &answer);
    require(TCGBAuthAdapter_register("google", NULL)); /* what it is asked waits for the drain */
    require(pump_until(&answer.times, PLAY_LIMIT_MILLISECONDS));
    refused_with(TCGB_ERROR_AUTH_NOT_SUPPORTED_PROVIDER);
    require_equal(adapter.asked, 0);
    adapt("google", "ann");
    fresh(&answer);
    TCGBGamebase_loginWithType_viewController_completion("google", NULL, on_login, &answer);
    require(pump_until(&adapter.asked, PLAY_LIMIT_MILLISECONDS));
    require(TCGBAuthAdapter_register("google", NULL));
    require(TCGBGamebase_cancelLogin());
    require(pump_until(&answer.times, PLAY_LIMIT_MILLISECONDS));
    refused_with(TCGB_ERROR_AUTH_USER_CANCELED);
    require_equal(adapter.cancelled, 0);
    TCGBRelease(adapter.request);
    end_game();
}

PROMISE("shutdown ends a login whose adapter never answers, and tells the adapter") {
    open_game();
    adapt("google", "ann");
    adapter.what = LATER;
    fresh(&answer);
    TCGBGamebase_loginWithType_viewController_completion("google", NULL, on_login, &answer);
    require(pump_until(&adapter.asked, PLAY_LIMIT_MILLISECONDS));
    require(TCGBGamebase_shutdown(2000));
    require_equal(answer.times, 1);
    refused_with(TCGB_ERROR_SOCKET_ERROR);
    require_equal(adapter.cancelled, 1);
    require(!TCGBAuthAdapterRequest_succeed(adapter.request, "{\"access_token\":\"ann\"}"));
    TCGBRelease(adapter.request);
}

/* Mapping */

/* order: mapping by a guest; defect 10 */
PROMISE("a guest that maps a provider gives its guest identity up and stays the same user") {
    open_game();
    log_in();
    remember(first);
    require_equal(TCGBGamebase_authMappingList_count(), 1);
    require_text(TCGBGamebase_authMappingList_at(0), "guest");
    adapt("google", "ann");
    PLAY_WELL(&answer, TCGBGamebase_addMappingWithType_viewController_completion("google", NULL, on_mapping, &answer));
    require(strstr(answer.json, "\"sourceIdPCode\":\"google\"")); /* the token is there, and not another's */
    require(strstr(answer.json, first) && strstr(answer.json, TCGBGamebase_accessToken()));
    require_text(TCGBGamebase_userID(), first);
    require_text(TCGBGamebase_currentProvider(), "google");
    require_text(TCGBGamebase_lastLoggedInProvider(), "google");
    require_equal(TCGBGamebase_authMappingList_count(), 1);
    require_text(TCGBGamebase_authMappingList_at(0), "google");
    require(TCGBGamebase_authMappingList_at(1) == NULL);
    require(TCGBGamebase_shutdown(2000));
    open_game();
    require_text(TCGBGamebase_lastLoggedInProvider(), "google");
    PLAY_WELL(&answer, TCGBGamebase_loginForLastLoggedInProviderWithViewController_completion(NULL, on_login, &answer));
    require_text(TCGBGamebase_userID(), first);
    log_out();
    require_equal(TCGBGamebase_authMappingList_count(), 0);
    login_with("google", "ann"), went_well();
    require_text(TCGBGamebase_userID(), first);
    log_out();
    log_in(); /* the guest is gone: this is a new one */
    remember(second);
    require(strcmp(first, second) != 0);
    end_game();
}

PROMISE("a mapping, a forced mapping and a removal survive kill -9 from the moment they are answered") {
    for (int step = 0; step < 3; step++) {
        pid_t child = fork();
        require(child >= 0);
        if (child == 0) {
            open_game();
            if (step == 0) {
                login_with("steam", "ann"), went_well();
                map("google", "ann"), went_well();
            } else if (step == 1) {
                login_with("steam", "bob"), went_well();
                map("google", "ann");
                refused_with(TCGB_ERROR_AUTH_ADD_MAPPING_ALREADY_MAPPED_TO_OTHER_MEMBER);
                force(), went_well();
            } else {
                login_with("steam", "bob"), went_well();
                unmap("google"), went_well();
            }
            kill(getpid(), SIGKILL);
        }
        int status = 0;
        require(waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    }
    open_game();
    login_with("steam", "bob"), went_well();
    require_equal(TCGBGamebase_authMappingList_count(), 1);
    remember(first);
    log_out();
    login_with("steam", "ann"), went_well();
    require_equal(TCGBGamebase_authMappingList_count(), 1);
    map("google", "ann"), went_well(); /* nobody has it any more */
    require(strcmp(first, TCGBGamebase_userID()) != 0);
    end_game();
}

PROMISE("mapping to a player of a provider changes nothing about the session") {
    open_game();
    login_with("google", "ann"), went_well();
    map("steam", "ann-76561198"), went_well();
    require_text(TCGBGamebase_currentProvider(), "google");
    require_equal(TCGBGamebase_authMappingList_count(), 2);
    require_text(TCGBGamebase_authProviderUserIDWithIDPCode("steam"), "ann-76561198");
    remember(first);
    log_out();
    login_with("steam", "ann-76561198"), went_well();
    require_text(TCGBGamebase_userID(), first);
    require_text(TCGBGamebase_currentProvider(), "steam");
    end_game();
}

/* order: add mapping */
PROMISE("addMapping is refused in the order 1, 2, 3305, 3010, 3303, 3701") {
    static struct answer other;
    PLAY(&answer, TCGBGamebase_addMappingWithType_viewController_completion("guest", NULL, on_mapping, &answer));
    refused_with(TCGB_ERROR_NOT_INITIALIZED);
    open_game();
    PLAY(&answer, TCGBGamebase_addMappingWithType_viewController_completion("guest", NULL, on_mapping, &answer));
    refused_with(TCGB_ERROR_NOT_LOGGED_IN);
    map("google", "ann");
    refused_with(TCGB_ERROR_NOT_LOGGED_IN);
    login_with("google", "ann"), went_well();
    adapt("google", "ann"), adapt("steam", "ann");
    adapter.what = LATER;
    fresh(&other);
    TCGBGamebase_addMappingWithType_viewController_completion("steam", NULL, on_login, &other);
    PLAY(&answer, TCGBGamebase_addMappingWithType_viewController_completion("guest", NULL, on_mapping, &answer));
    refused_with(TCGB_ERROR_AUTH_ADD_MAPPING_CANNOT_ADD_GUEST_IDP);
    PLAY(&answer, TCGBGamebase_addMappingWithType_viewController_completion("google", NULL, on_mapping, &answer));
    refused_with(TCGB_ERROR_AUTH_ALREADY_IN_PROGRESS_ERROR);
    PLAY(&answer, TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &answer));
    refused_with(TCGB_ERROR_AUTH_ALREADY_IN_PROGRESS_ERROR);
    require(pump_until(&adapter.asked, PLAY_LIMIT_MILLISECONDS));
    require(TCGBAuthAdapterRequest_fail(adapter.request, TCGB_ERROR_AUTH_USER_CANCELED, NULL));
    TCGBRelease(adapter.request);
    require(pump_until(&other.times, PLAY_LIMIT_MILLISECONDS));
    PLAY_WELL(&answer, TCGBConsole_setLaunchingStatus_message_completion(INSPECTING_SERVICE, "closed", on_error, &answer));
    pump_till(TCGBLaunching_launchingStatus() == INSPECTING_SERVICE, 0);
    PLAY(&answer, TCGBGamebase_addMappingWithType_viewController_completion("google", NULL, on_mapping, &answer));
    refused_with(TCGB_ERROR_AUTH_ADD_MAPPING_ALREADY_HAS_SAME_IDP);
    PLAY(&answer, TCGBGamebase_addMappingWithType_viewController_completion("steam", NULL, on_mapping, &answer));
    refused_with(TCGB_ERROR_AUTH_NOT_PLAYABLE);
    map("steam", "ann");
    refused_with(TCGB_ERROR_AUTH_NOT_PLAYABLE);
    unmap("steam");
    refused_with(TCGB_ERROR_AUTH_REMOVE_MAPPING_LAST_MAPPED_IDP);
    end_game();
}

PROMISE("a mapping without an adapter is refused with 3002, with a bad credential with 3304") {
    open_game();
    log_in();
    PLAY(&answer, TCGBGamebase_addMappingWithType_viewController_completion("google", NULL, on_mapping, &answer));
    refused_with(TCGB_ERROR_AUTH_NOT_SUPPORTED_PROVIDER);
    PLAY(&answer,
        TCGBGamebase_addMappingWithCredential_viewController_completion("{\"provider_name\":\"google\"}", NULL, on_mapping, &answer));
    refused_with(TCGB_ERROR_AUTH_ADD_MAPPING_INVALID_IDP_INFO);
    PLAY(&answer, TCGBGamebase_addMappingWithCredential_viewController_completion("nonsense", NULL, on_mapping, &answer));
    refused_with(TCGB_ERROR_AUTH_ADD_MAPPING_INVALID_IDP_INFO);
    adapt("google", "ann");
    adapter.what = WRONG_ANSWER;
    PLAY(&answer, TCGBGamebase_addMappingWithType_viewController_completion("google", NULL, on_mapping, &answer));
    refused_with(TCGB_ERROR_AUTH_ADD_MAPPING_INVALID_IDP_INFO);
    map("guest", "ann");
    refused_with(TCGB_ERROR_AUTH_ADD_MAPPING_CANNOT_ADD_GUEST_IDP);
    end_game();
}

/* Tickets */

/* order: add mapping; order: mapping ticket */
PROMISE("an account of another user is refused with 3302, which carries a ticket and no token") {
    get_ticket();
    require_text(answer.json, "");
    require_text(TCGBForcingMappingTicket_userId(ticket), second);
    require_text(TCGBForcingMappingTicket_mappedUserId(ticket), first);
    require_text(TCGBForcingMappingTicket_mappedUserValid(ticket), "Y");
    require_text(TCGBForcingMappingTicket_idPCode(ticket), "google");
    require(TCGBForcingMappingTicket_expirationDate(ticket) > 0);
    TCGBForcingMappingTicket *again =
        TCGBForcingMappingTicket_forcingMappingTicketFromJsonString(TCGBForcingMappingTicket_jsonString(ticket));
    require_text(TCGBForcingMappingTicket_forcingMappingKey(again), TCGBForcingMappingTicket_forcingMappingKey(ticket));
    TCGBRelease(again);
    require(TCGBForcingMappingTicket_forcingMappingTicketFromError(NULL) == NULL);
    require_text(TCGBGamebase_currentProvider(), "guest"); /* the guest kept what it had */
    require_equal(TCGBGamebase_authMappingList_count(), 1);
    end_game();
}

/* order: mapping ticket; defect 10 */
PROMISE("a ticket moves the account to the present user, once") {
    get_ticket();
    force(), went_well();
    require_text(TCGBGamebase_userID(), second);
    require_text(TCGBGamebase_currentProvider(), "google"); /* the guest gave its identity up */
    require_equal(TCGBGamebase_authMappingList_count(), 1);
    force();
    refused_with(TCGB_ERROR_AUTH_ADD_MAPPING_FORCIBLY_ALREADY_USED_KEY);
    change();
    refused_with(TCGB_ERROR_AUTH_ADD_MAPPING_FORCIBLY_ALREADY_USED_KEY);
    require(TCGBGamebase_shutdown(2000));
    open_game();
    login_with("google", "ann"), went_well();
    require_text(TCGBGamebase_userID(), second);
    end_game();
}

/* order: mapping ticket; defect 10 */
PROMISE("a ticket changes the login to the user who has the account, once, and the device remembers it") {
    get_ticket();
    change(), went_well();
    require_text(TCGBGamebase_userID(), first);
    require_text(TCGBGamebase_currentProvider(), "google");
    change();
    refused_with(TCGB_ERROR_AUTH_ADD_MAPPING_FORCIBLY_NOT_EXIST_KEY); /* it was the other user's */
    require(TCGBGamebase_shutdown(2000));
    open_game();
    PLAY_WELL(&answer, TCGBGamebase_loginForLastLoggedInProviderWithViewController_completion(NULL, on_login, &answer));
    require_text(TCGBGamebase_userID(), first);
    log_out();
    log_in(); /* the guest is still there */
    require_text(TCGBGamebase_userID(), second);
    end_game();
}

/* order: mapping ticket */
PROMISE("a ticket is good for five minutes") {
    get_ticket();
    PLAY_WELL(&answer, TCGBConsole_advanceClockByMilliseconds_completion(5 * 60 * 1000 + 1, on_error, &answer));
    force();
    refused_with(TCGB_ERROR_AUTH_ADD_MAPPING_FORCIBLY_EXPIRED_KEY);
    change();
    refused_with(TCGB_ERROR_AUTH_ADD_MAPPING_FORCIBLY_EXPIRED_KEY);
    require_text(TCGBGamebase_userID(), second);
    require_text(TCGBGamebase_currentProvider(), "guest");
    end_game();
}

/* The ticket with one member changed. */
static void forge(const char *member, const char *value) {
    char json[4096], old[512], forged[8192];
    copy_text(json, sizeof json, TCGBForcingMappingTicket_jsonString(ticket));
    json_member(json, member, old, sizeof old);
    char *at = strstr(json, old);
    require(old[0] && at);
    snprintf(forged, sizeof forged, "%.*s%s%s", (int)(at - json), json, value, at + strlen(old));
    TCGBRelease(ticket);
    ticket = TCGBForcingMappingTicket_forcingMappingTicketFromJsonString(forged);
    require(ticket);
}

/* order: mapping ticket */
PROMISE("a ticket that was tampered with is refused: 3311 unknown, 3314 other provider, 3315 other account") {
    char whole[4096];
    get_ticket();
    copy_text(whole, sizeof whole, TCGBForcingMappingTicket_jsonString(ticket));
    forge("forcingMappingKey", "invented"), force();
    refused_with(TCGB_ERROR_AUTH_ADD_MAPPING_FORCIBLY_NOT_EXIST_KEY);
    TCGBRelease(ticket), ticket = TCGBForcingMappingTicket_forcingMappingTicketFromJsonString(whole);
    forge("idPCode", "steam"), change();
    refused_with(TCGB_ERROR_AUTH_ADD_MAPPING_FORCIBLY_DIFFERENT_IDP);
    TCGBRelease(ticket), ticket = TCGBForcingMappingTicket_forcingMappingTicketFromJsonString(whole);
    forge("accessToken", "stolen"), force();
    refused_with(TCGB_ERROR_AUTH_ADD_MAPPING_FORCIBLY_DIFFERENT_AUTHKEY);
    TCGBRelease(ticket), ticket = TCGBForcingMappingTicket_forcingMappingTicketFromJsonString(whole);
    force(), went_well(); /* none of that used it up */
    end_game();
}

/* order: mapping ticket */
PROMISE("a ticket is needed, and init and login before it") {
    PLAY(&answer, TCGBGamebase_addMappingForciblyWithTicket_viewController_completion(NULL, NULL, on_login, &answer));
    refused_with(TCGB_ERROR_INVALID_PARAMETER);
    ticket = TCGBForcingMappingTicket_forcingMappingTicketFromJsonString(
        "{\"userId\":\"U\",\"mappedUserId\":\"V\",\"idPCode\":\"google\",\"forcingMappingKey\":\"K\",\"expirationDate\":1,\"accessToken\":\"T\"}");
    require(ticket);
    force();
    refused_with(TCGB_ERROR_NOT_INITIALIZED);
    open_game();
    force();
    refused_with(TCGB_ERROR_NOT_LOGGED_IN);
    change();
    refused_with(TCGB_ERROR_NOT_LOGGED_IN);
    log_in();
    PLAY_WELL(&answer, TCGBConsole_setLaunchingStatus_message_completion(INSPECTING_SERVICE, "closed", on_error, &answer));
    pump_till(TCGBLaunching_launchingStatus() == INSPECTING_SERVICE, 0);
    force();
    refused_with(TCGB_ERROR_AUTH_NOT_PLAYABLE);
    change();
    refused_with(TCGB_ERROR_AUTH_NOT_PLAYABLE);
    end_game();
}

PROMISE("a change to a banned user is refused with 7, and the session stays") {
    get_ticket();
    PLAY_WELL(&answer, TCGBConsole_banUser_type_message_endDate_completion(first, "PERMANENT", "cheating", 0, on_error, &answer));
    change();
    refused_with(TCGB_ERROR_BANNED_MEMBER);
    force();
    refused_with(TCGB_ERROR_BANNED_MEMBER);
    require_text(TCGBGamebase_userID(), second);
    map("google", "ann");
    refused_with(TCGB_ERROR_AUTH_ADD_MAPPING_ALREADY_MAPPED_TO_OTHER_MEMBER);
    require_text(TCGBForcingMappingTicket_mappedUserValid(ticket), "B");
    PLAY_WELL(&answer, TCGBConsole_releaseBanOfUser_completion(first, on_error, &answer));
    change(), went_well();
    require_text(TCGBGamebase_userID(), first);
    end_game();
}

/* Removal */

/* order: remove mapping */
PROMISE("removeMapping is refused with 1, 2, 3403 for the current provider, 3402 for the last one, 3401 for a strange one") {
    unmap("google");
    refused_with(TCGB_ERROR_NOT_INITIALIZED);
    open_game();
    unmap("google");
    refused_with(TCGB_ERROR_NOT_LOGGED_IN);
    login_with("google", "ann"), went_well();
    unmap("google");
    refused_with(TCGB_ERROR_AUTH_REMOVE_MAPPING_LOGGED_IN_IDP);
    unmap("steam");
    refused_with(TCGB_ERROR_AUTH_REMOVE_MAPPING_LAST_MAPPED_IDP);
    map("steam", "ann"), went_well();
    unmap("google");
    refused_with(TCGB_ERROR_AUTH_REMOVE_MAPPING_LOGGED_IN_IDP);
    unmap("line");
    refused_with(TCGB_ERROR_AUTH_REMOVE_MAPPING_FAILED);
    PLAY(&answer, TCGBGamebase_removeMappingWithType_viewController_completion(NULL, NULL, on_error, &answer));
    refused_with(TCGB_ERROR_INVALID_PARAMETER);
    PLAY_WELL(&answer, TCGBConsole_setLaunchingStatus_message_completion(INSPECTING_SERVICE, "closed", on_error, &answer));
    pump_till(TCGBLaunching_launchingStatus() == INSPECTING_SERVICE, 0);
    unmap("steam");
    refused_with(TCGB_ERROR_AUTH_NOT_PLAYABLE);
    end_game();
}

PROMISE("a removed provider signs in as a new member, and its adapter's logout is called") {
    open_game();
    login_with("steam", "ann"), went_well();
    remember(first);
    adapt("google", "ann");
    PLAY_WELL(&answer, TCGBGamebase_addMappingWithType_viewController_completion("google", NULL, on_mapping, &answer));
    unmap("google"), went_well();
    require_equal(adapter.logged_out, 1);
    require_equal(TCGBGamebase_authMappingList_count(), 1);
    require(TCGBGamebase_authProviderUserIDWithIDPCode("google") == NULL);
    require(TCGBGamebase_authProviderAccessTokenWithIDPCode("google") == NULL);
    log_out();
    login_with("google", "ann"), went_well();
    remember(second);
    require(strcmp(first, second) != 0);
    end_game();
}

/* Two devices */

PROMISE("two devices that sign in with one account are one user") {
    TCGBInstance *one = device(NULL, 1);
    login_with("google", "ann"), went_well();
    remember(first);
    TCGBInstance *two = device(one, 2);
    login_with("google", "ann"), went_well();
    require_text(TCGBGamebase_userID(), first);
    map("steam", "ann"), went_well();
    require(TCGBInstance_makeCurrent(one));
    require_equal(TCGBGamebase_authMappingList_count(), 1); /* it has not heard of it: the service decides */
    map("steam", "another");
    refused_with(TCGB_ERROR_AUTH_ADD_MAPPING_ALREADY_HAS_SAME_IDP);
    require(TCGBInstance_destroy(two, 2000));
    require(TCGBInstance_destroy(one, 2000));
}

/* order: after a session ended */
PROMISE("when a device takes an account over by force, the device that was logged in with it is logged out") {
    TCGBInstance *one = device(NULL, 1);
    TCGBGamebase_addEventHandler(on_event, NULL);
    login_with("google", "ann"), went_well();
    remember(first);
    TCGBInstance *two = device(one, 2);
    log_in();
    remember(second);
    map("google", "ann");
    refused_with(TCGB_ERROR_AUTH_ADD_MAPPING_ALREADY_MAPPED_TO_OTHER_MEMBER);
    require_text(TCGBForcingMappingTicket_mappedUserId(ticket), first);
    force(), went_well();
    require_text(TCGBGamebase_userID(), second);
    require(TCGBInstance_makeCurrent(one));
    require(pump_until(&logged_out_events, PLAY_LIMIT_MILLISECONDS));
    require(TCGBGamebase_userID() == NULL);
    login_with("google", "ann"), went_well();
    require_text(TCGBGamebase_userID(), second);
    TCGBRelease(ticket);
    require(TCGBInstance_destroy(two, 2000));
    require(TCGBInstance_destroy(one, 2000));
}

PROMISE("a device that changes its login by ticket plays the other device's user, which stays logged in") {
    TCGBInstance *one = device(NULL, 1);
    login_with("google", "ann"), went_well();
    remember(first);
    TCGBInstance *two = device(one, 2);
    log_in();
    map("google", "ann");
    refused_with(TCGB_ERROR_AUTH_ADD_MAPPING_ALREADY_MAPPED_TO_OTHER_MEMBER);
    change(), went_well();
    require_text(TCGBGamebase_userID(), first);
    require(TCGBInstance_makeCurrent(one));
    map("steam", "ann"), went_well();
    require_text(TCGBGamebase_userID(), first);
    TCGBRelease(ticket);
    require(TCGBInstance_destroy(two, 2000));
    require(TCGBInstance_destroy(one, 2000));
}

/* order: mapping ticket */
PROMISE("a ticket of one device is of no use on another") {
    TCGBInstance *one = device(NULL, 1);
    login_with("google", "ann"), went_well();
    log_out();
    log_in();
    map("google", "ann");
    refused_with(TCGB_ERROR_AUTH_ADD_MAPPING_ALREADY_MAPPED_TO_OTHER_MEMBER);
    TCGBInstance *two = device(one, 2);
    log_in();
    force();
    refused_with(TCGB_ERROR_AUTH_ADD_MAPPING_FORCIBLY_NOT_EXIST_KEY);
    change();
    refused_with(TCGB_ERROR_AUTH_ADD_MAPPING_FORCIBLY_NOT_EXIST_KEY);
    TCGBRelease(ticket);
    require(TCGBInstance_destroy(two, 2000));
    require(TCGBInstance_destroy(one, 2000));
}

PROMISE("removing a provider ends the sessions that other devices opened with it") {
    TCGBInstance *one = device(NULL, 1);
    login_with("google", "ann"), went_well();
    map("steam", "ann"), went_well();
    TCGBInstance *two = device(one, 2);
    TCGBGamebase_addEventHandler(on_event, NULL);
    login_with("steam", "ann"), went_well();
    require(TCGBInstance_makeCurrent(one));
    unmap("steam"), went_well();
    require(TCGBInstance_makeCurrent(two));
    require(pump_until(&logged_out_events, PLAY_LIMIT_MILLISECONDS));
    require(TCGBGamebase_userID() == NULL);
    require(TCGBInstance_destroy(two, 2000));
    require(TCGBInstance_destroy(one, 2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
