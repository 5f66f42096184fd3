/* A game whose service is elsewhere: GAMEBASE_SERVICE_URL says where. Plays what its arguments say, one after the other, and says how each
 * went, a line each: "login 0 USER". usage: game DIRECTORY STEP... */
#include <NCMB/NCMB.h>
#include <NHNCloudIAP/NHNCloudIAP.h>
#include <dirent.h>
#include <sys/socket.h>

#include "../../contract/money/shop.h"
#include "engine.h"

static int kicked, found_count;

static void say(const char *step, const char *more) {
    printf("%s %lld %s\n", step, (long long)answer.code, more);
    fflush(stdout);
}
static void on_event(const TCGBGamebaseEventMessage *message, void *context) {
    (void)context;
    if (strcmp(TCGBGamebaseEventMessage_category(message), kTCGBServerPushAppKickout) == 0) kicked++;
}
static void on_objects(NCMBObject *const *objects, size_t count, const TCGBError *error, void *context) {
    (void)objects, (void)context;
    note_error(&answer, error);
    found_count = (int)count;
    came(&answer);
}
static void on_log(TCGBLogLevel level, const char *message, void *context) {
    (void)context;
    if (level >= TCGBLogLevelWarn) fprintf(stderr, "log: %s\n", message);
}

static void initialize(void) {
    TCGBHost_setLogSink(TCGBLogLevelWarn, on_log, NULL);
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Contract", "1.0.0");
    TCGBConfiguration_setServiceURL(configuration, getenv("PLAYED_URL"));
    int64_t began = milliseconds();
    PLAY(&answer, TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, &answer));
    if (answer.code) printf("said %s\nafter %s\n", answer.message, milliseconds() - began < 10000 ? "a while" : "too long");
    TCGBRelease(configuration);
    if (!answer.code) TCGBGamebase_addEventHandler(on_event, NULL);
    say("initialize", "-");
}
static void log_in_again(void) {
    PLAY(&answer, TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, &answer));
    say("login", TCGBGamebase_userID() ? TCGBGamebase_userID() : "-");
}
static void log_out(void) {
    PLAY(&answer, TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &answer));
    say("logout", "-");
}
static void buy_one(const char *what) {
    PLAY(&answer,
        TCGBPurchase_requestPurchaseWithGamebaseProductId_payload_viewController_completion(what, "p", NULL, on_purchase, &answer));
    say("buy", answer.code ? answer.message : "-");
}
static void consume_all(void) {
    size_t count = shop_unconsumed(), consumed = 0;
    for (size_t i = 0; i < count; i++) consumed += shop_consume(i) == 0;
    char text[64];
    snprintf(text, sizeof text, "%zu of %zu", consumed, count);
    say("consume", text);
}
static void save(void) {
    NCMBObject *object = NCMBObject_objectWithClassName("Horse");
    NCMBObject_setObject_forKey_string(object, "Incitatus", "name");
    PLAY(&answer, NCMBObject_saveInBackgroundWithBlock(object, on_error, &answer));
    say("save", answer.code ? answer.message : "-");
    TCGBRelease(object);
}
static void count_objects(void) {
    NCMBQuery *query = NCMBQuery_queryWithClassName("Horse");
    NCMBQuery_setLimit(query, 1000);
    PLAY(&answer, NCMBQuery_findObjectsInBackgroundWithBlock(query, on_objects, &answer));
    char text[32];
    snprintf(text, sizeof text, "%d", found_count);
    say("objects", text);
    TCGBRelease(query);
}
static void count_payments(void) {
    PLAY(&shop_answer, TCGBConsole_paymentsOfUser_completion(TCGBGamebase_userID(), on_json, &shop_answer));
    int count = 0;
    for (const char *at = shop_answer.json; (at = strstr(at, "\"state\":\"CONSUMED\"")); at++) count++;
    char text[64];
    snprintf(text, sizeof text, "%d", count);
    answer.code = shop_answer.code;
    say("payments", text);
    PLAY(&shop_answer, TCGBConsole_checkLedgerWithCompletion(on_json, &shop_answer));
    say("ledger", strstr(shop_answer.json, "\"sound\":true") ? "sound" : shop_answer.json);
}
/* Nothing of a network is open: no libcurl, no socket but the one that hears of the machine's links, no thread of the network's. */
static void look(void) {
    char line[512], text[64];
    int libraries = 0, sockets = 0, threads = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && fgets(line, sizeof line, maps)) libraries += strstr(line, "libcurl") != NULL;
    if (maps) fclose(maps);
    for (int descriptor = 0; descriptor < 256; descriptor++) {
        struct sockaddr address;
        socklen_t size = sizeof address;
        if (getsockname(descriptor, &address, &size) == 0 && address.sa_family != AF_NETLINK) sockets++;
    }
    DIR *tasks = opendir("/proc/self/task");
    for (struct dirent *entry; tasks && (entry = readdir(tasks));) {
        snprintf(line, sizeof line, "/proc/self/task/%s/comm", entry->d_name);
        FILE *name = fopen(line, "r");
        if (name && fgets(text, sizeof text, name)) threads += strcmp(text, "gamebase-net\n") == 0;
        if (name) fclose(name);
    }
    if (tasks) closedir(tasks);
    snprintf(text, sizeof text, "%s %s %s", libraries ? "libcurl" : "none", sockets ? "sockets" : "none", threads ? "net" : "none");
    answer.code = 0;
    say("look", text);
}
static void settings(void) {
    PLAY(&answer, TCGBConsole_loadSettings_completion(SETTINGS, on_error, &answer));
    say("settings", answer.code ? answer.message : "-");
}
static void set_both_keys(void) { NCMB_setApplicationKey_clientKey("application-key", "client-key"); }
static void suspend(void) {
    answer.code = TCGBConsole_setServiceSuspended(true);
    say("suspend", "-");
}
static void kick(void) {
    PLAY(&answer, TCGBConsole_kickout_completion("{}", on_error, &answer));
    say("kick", answer.code ? answer.message : "-");
}
static void hear_kick(void) {
    int64_t began = milliseconds();
    while (!kicked && milliseconds() - began < PLAY_LIMIT_MILLISECONDS) TCGBRunLoop_runUntil(20);
    answer.code = kicked;
    say("kicked", "-");
}
static void metric(void) {
    TCGBAnalyticsGameUserData *data = TCGBAnalyticsGameUserData_gameUserDataWithUserLevel(7);
    TCGBAnalytics_setGameUserData(data);
    TCGBRelease(data);
    answer.code = 0;
    say("metric", "-");
}
static void eventually(void) {
    NCMBObject *object = NCMBObject_objectWithClassName("Horse");
    NCMBObject_setObject_forKey_string(object, "Bucephalus", "name");
    PLAY(&answer, NCMBObject_saveEventually(object, on_error, &answer));
    say("eventually", answer.code ? answer.message : "-");
    TCGBRelease(object);
}
static void use_engine(void) {
    const TCGBHTTP none = {sizeof(size_t), engine_start, engine_cancel, NULL};
    require(!TCGBHTTP_use(&none) && TCGBHTTP_use(NULL) && engine_use());
}
/* It carried everything, and nothing says anything of a number that is none. */
static void look_at_engine(void) {
    require(!engine_use() && !TCGBHTTP_ended(0) && !TCGBHTTP_receivedBytes(UINT64_MAX, "x", 1));
    answer.code = engine.begun > 5;
    say("engine", "-");
}
/* Purchases under a key of their own, for a player of their own. */
static void start_purchases(void) {
    NHNCloudIAPConfiguration *configuration = NHNCloudIAPConfiguration_configurationWithAppKey("contract-iap");
    NHNCloudIAP_initWithConfiguration(configuration);
    TCGBRelease(configuration);
    NHNCloudSDK_setUserID("porter");
    answer.code = 0;
    say("purchases", "-");
}
static int notes(void) {
    int count = 0;
    DIR *folder = opendir(getenv("PLAYED_NOTES"));
    for (struct dirent *entry; folder && (entry = readdir(folder));) count += entry->d_name[0] != '.';
    if (folder) closedir(folder);
    return count;
}
/* Until the service has noted, in a file for each app, that it was asked for one more. */
static void wait_for_question(void) {
    static int apps;
    apps++;
    await_for(notes() >= apps, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(5));
    answer.code = 0;
    say("asked", "-");
}
static void impatient(void) { TCGBRunLoop_setCallTimeout(3000); }
static void wait_a_little(void) { pump_for(2000); }
static void shut_down(void) {
    int64_t began = milliseconds();
    answer.code = TCGBGamebase_shutdown(1000);
    say("shutdown", milliseconds() - began < 1500 ? "soon" : "late");
}
static void buy(void) { buy_one("gem_100"); }

static const struct {
    const char *name;
    void (*play)(void);
} steps[] = {{"initialize", initialize}, {"login", log_in_again}, {"logout", log_out}, {"buy", buy}, {"consume", consume_all},
    {"keys", set_both_keys}, {"save", save}, {"objects", count_objects}, {"payments", count_payments}, {"look", look},
    {"settings", settings}, {"suspend", suspend}, {"kick", kick}, {"kicked", hear_kick}, {"metric", metric}, {"eventually", eventually},
    {"purchases", start_purchases}, {"asked", wait_for_question}, {"impatient", impatient}, {"engine", use_engine},
    {"carried", look_at_engine}, {"wait", wait_a_little}, {"shutdown", shut_down}};

static void play(const char *step) {
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (strcmp(steps[i].name, step) == 0) return steps[i].play();
    fprintf(stderr, "no such step: %s\n", step);
    exit(2);
}
int main(int count, char **arguments) {
    if (count < 3) return 2;
    directory = arguments[1];
    require(TCGBHost_setStorageDirectory(directory));
    for (int i = 2; i < count; i++) {
        /* "buy*100": so often. */
        char step[32];
        const char *star = strchr(arguments[i], '*');
        snprintf(step, sizeof step, "%.*s", (int)(star ? star - arguments[i] : (long)strlen(arguments[i])), arguments[i]);
        for (int times = star ? atoi(star + 1) : 1, done = 0; done < times; done++) play(step);
    }
    return 0;
}
