/* The k-th call of the disk fails, for k = 1, 2, 3 and so on until a run goes through without: every call of the API answers with
 * success or an error, nothing that was acknowledged is lost or doubled, and the next start is whole.
 *
 *     faults FAULT START EVERY FIRST DIRECTORY
 *
 * EVERY, FIRST: each EVERY-th call fails, from the FIRST one on; 1 1: all. FAULT: error (input/output error of the kind that the call has, once), error-for-good, sync (only syncs are counted and fail), full (SQLITE_FULL, once), full-for-good, quota (a write fails with
 * EDQUOT, once). START: empty, or played: a disk with purchases on it and no clean shutdown. After two of three faults the power
 * goes at once, so that what a failed sync left behind is lost; after the others a life later. Ends with 0 and a line of figures, or with 10 and the promise that was broken. */
#include "life.h"

enum { CALLS_MAX = 100000, TRIES = 3 };

static int64_t failing;
static int fault_code, fault_errno;
static bool for_good, only_syncs, is_played;
static int64_t *refused;

/* A call that may fail; its completion must come all the same. */
#define PLAY_ANYHOW(answer, call) \
    do { \
        PLAY(answer, call); \
        if ((answer)->code != 0) ++*refused; \
    } while (0)

static bool buy_anyhow(void) {
    char sequence[128];
    story->purchases_begun++;
    PLAY_ANYHOW(
        &answer, TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem_100", NULL, on_purchase, &answer));
    if (answer.code != 0) return false;
    struct told_payment *payment = told(json_member(answer.json, "paymentSeq", sequence, sizeof sequence));
    keep_promise(payment->told == TOLD_NOTHING, "payment %s was sold twice", sequence);
    payment->told = TOLD_BOUGHT;
    story->bought++;
    return true;
}
static void consume_anyhow(const char *receipt) {
    char sequence[128], token[256], body[512], successful[16];
    json_member(receipt, "paymentSeq", sequence, sizeof sequence);
    json_member(receipt, "purchaseToken", token, sizeof token);
    told(sequence)->told = TOLD_LEAVING;
    snprintf(body, sizeof body, "{\"paymentSeq\":\"%s\",\"accessToken\":\"%s\"}", sequence, token);
    snprintf(transaction, sizeof transaction, "%d", atoi(transaction) + 1);
    PLAY_ANYHOW(&answer, TCGBServer_requestWithMethod_path_secretKey_transactionId_body_completion(
                             "POST", "/tcgb-inapp/v1.3/apps/Contract/consume", "contract-secret", transaction, body, on_server, &answer));
    if (answer.code != 0 || strcmp(json_member(answer.json, "isSuccessful", successful, sizeof successful), "true") != 0) return;
    told(sequence)->told = TOLD_GONE;
    story->consumed++;
}
static bool start_anyhow(void) {
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Contract", "1.0.0");
    require(configuration);
    PLAY_ANYHOW(&answer, TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, &answer));
    TCGBRelease(configuration);
    if (answer.code != 0) return false;
    PLAY_ANYHOW(&answer, TCGBConsole_loadSettings_completion(SETTINGS, on_error, &answer));
    if (answer.code != 0) return false;
    if (TCGBGamebase_userID()) return true;
    PLAY_ANYHOW(&answer, TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, &answer));
    if (answer.code == 0) hear_login();
    return answer.code == 0;
}
static void live_with_fault(uint64_t seed) {
    machine->fails_in_syncs = only_syncs;
    machine->fail_at = failing, machine->fail_code = fault_code, machine->fail_errno = fault_errno, machine->fails_for_good = for_good;
    bool started = false, bought = false;
    require(TCGBHost_setStorageDirectory(directory));
    for (int attempt = 0; attempt < TRIES && !started; attempt++) started = start_anyhow();
    for (int attempt = 0; attempt < TRIES && started; attempt++) {
        bought |= buy_anyhow();
        PLAY_ANYHOW(&list, TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, &list));
        if (list.code == 0 && list.count > 0) consume_anyhow(list.items[0]);
    }
    /* One fault is survived without a restart of the game. */
    if (!for_good) keep_promise(started && bought, "one fault, and the library never came back: %s", answer.message);
    /* An end in order copies the log into the database, and would mend what is to be found. */
    if (seed % 4 == 0) require(TCGBGamebase_shutdown(5000));
    _exit(0);
}
/* Goes on behind what the fault left, and need not end in order. */
static void live_on(uint64_t seed) {
    restart_and_compare();
    for (size_t i = 0; i < list.count; i++) consume(list.items[i]);
    purchase();
    if (seed % 2) require(TCGBGamebase_shutdown(5000));
    _exit(0);
}
static void look_only(uint64_t seed) {
    (void)seed;
    restart_and_compare();
    _exit(0);
}
static void live_before(uint64_t seed) {
    (void)seed;
    restart_and_compare();
    for (int i = 0; i < 6; i++) purchase();
    compare_list();
    consume(list.items[0]);
    _exit(0);
}

int main(int count, char **arguments) {
    const int64_t every = count == 6 ? atoll(arguments[3]) : 0, first = count == 6 ? atoll(arguments[4]) : 0;
    if (every < 1 || first < 1) return fprintf(stderr, "usage: %s FAULT empty|played EVERY FIRST DIRECTORY\n", arguments[0]), 2;
    for_good = strstr(arguments[1], "-for-good") != NULL;
    only_syncs = strcmp(arguments[1], "sync") == 0;
    fault_errno = EIO;
    if (strncmp(arguments[1], "full", 4) == 0) fault_code = SQLITE_FULL, fault_errno = ENOSPC;
    if (strcmp(arguments[1], "quota") == 0) fault_code = SQLITE_IOERR_WRITE, fault_errno = EDQUOT;
    is_played = strcmp(arguments[2], "played") == 0;
    directory = arguments[5];
    make_machine(DISK_HONEST);
    story = shared_memory(sizeof *story);
    refused = shared_memory(sizeof *refused);
    use_machine();

    static struct kept_disk kept;
    static struct story kept_story;
    int status = 0;
    if (is_played) {
        new_life();
        status = run_life(1, live_before);
    }
    keep_disk(&kept);
    kept_story = *story;
    bool clean = false;
    char home[4096];
    for (failing = first; status == 0 && !clean && failing < CALLS_MAX; failing += every) {
        use_kept_disk(&kept);
        forget_mark(directory);
        *story = kept_story;
        if (!is_played) {
            snprintf(home, sizeof home, "%s/%lld", arguments[5], (long long)failing);
            directory = home;
        }
        new_life();
        status = run_life(mixed((uint64_t)failing), live_with_fault);
        clean = !machine->has_failed;
        if (failing / every % 3 == 0) lose_process();
        else lose_power(mixed((uint64_t)failing));
        if (status != 0) break;
        new_life();
        status = run_life(~mixed((uint64_t)failing), live_on);
        /* What was acknowledged since must not hang on what the failed sync only seemed to have written. */
        lose_power(~mixed((uint64_t)failing));
        if (status != 0) break;
        new_life();
        status = run_life(mixed(~(uint64_t)failing), look_only);
    }
    if (status != 0) {
        fprintf(stderr, "fault %s at call %lld, %s disk: status %d\n", arguments[1], (long long)failing, arguments[2], status);
        return status == BROKEN_PROMISE ? BROKEN_PROMISE : 1;
    }
    if (!clean || *refused == 0) return fprintf(stderr, "%lld faults, %lld refused calls\n", (long long)failing, (long long)*refused), 1;
    printf("%lld faults, one a run, until a run was clean; %lld calls were refused, 0 lost, 0 double\n",
        (long long)((failing - first) / every - 1), (long long)*refused);
    return 0;
}
