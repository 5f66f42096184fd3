/* Guests that move to another device with an id and a password. */
#include "accounts.h"

#include <signal.h>
#include <sys/wait.h>

#define TRANSFER(more) ACCOUNT_SETTINGS(",\"transferAccount\":{\"enabled\":true" more "}")

/* Where passwords do not matter: their keys take a third of a second each. */
#define ID_ONLY ",\"type\":\"ID\""

static struct heard at_old, at_new;
static char first[64], second[64], id[64], password[64], type[16], ends[16];
static int64_t expires;
static struct {
    bool is_there;
    char id[64], status[8];
    int64_t count, end, began;
} failure;

static void on_account(const TCGBTransferAccountInfo *info, const TCGBError *error, void *context) {
    const TCGBTransferAccountInfoAccount *account = info ? TCGBTransferAccountInfo_account(info) : NULL;
    const TCGBTransferAccountInfoCondition *condition = info ? TCGBTransferAccountInfo_condition(info) : NULL;
    require(!info == !!error);
    if (info) {
        copy_text(id, sizeof id, TCGBTransferAccountInfoAccount_accountId(account));
        copy_text(password, sizeof password, TCGBTransferAccountInfoAccount_accountPassword(account));
        copy_text(type, sizeof type, TCGBTransferAccountInfoCondition_transferAccountType(condition));
        copy_text(ends, sizeof ends, TCGBTransferAccountInfoCondition_expirationType(condition));
        expires = TCGBTransferAccountInfoCondition_expirationDate(condition);
    }
    on_json(info ? TCGBTransferAccountInfo_jsonString(info) : NULL, error, context);
}
static void on_transfer(const TCGBAuthToken *token, const TCGBError *error, void *context) {
    memset(&failure, 0, sizeof failure);
    TCGBTransferAccountFailInfo *info = error ? TCGBTransferAccountFailInfo_transferAccountFailInfoFromError(error) : NULL;
    if (info) {
        failure.is_there = true;
        copy_text(failure.id, sizeof failure.id, TCGBTransferAccountFailInfo_accountId(info));
        copy_text(failure.status, sizeof failure.status, TCGBTransferAccountFailInfo_status(info));
        failure.count = TCGBTransferAccountFailInfo_failCount(info);
        failure.end = TCGBTransferAccountFailInfo_blockEndDate(info);
        failure.began = TCGBTransferAccountFailInfo_regDate(info);
        require_text(TCGBTransferAccountFailInfo_appId(info), "Contract");
        TCGBRelease(info);
    }
    on_login(token, error, context);
}
static void issue(void) { PLAY(&answer, TCGBGamebase_issueTransferAccountWithCompletion(on_account, &answer)); }
static void query(void) { PLAY(&answer, TCGBGamebase_queryTransferAccountWithCompletion(on_account, &answer)); }
static void renew(TCGBTransferAccountRenewConfiguration *configuration) {
    require(configuration);
    PLAY(&answer, TCGBGamebase_renewTransferAccountWithConfiguration_completion(configuration, on_account, &answer));
    TCGBRelease(configuration);
}
static TCGBTransferAccountRenewConfiguration *automatic(int32_t target) {
    return TCGBTransferAccountRenewConfiguration_autoRenewConfigurationWithRenewalTarget(target);
}
static TCGBTransferAccountRenewConfiguration *chosen(const char *account, const char *secret) {
    return account ? TCGBTransferAccountRenewConfiguration_manualRenewConfigurationWithAccountId_accountPassword(account, secret)
                   : TCGBTransferAccountRenewConfiguration_manualRenewConfigurationWithAccountPassword(secret);
}
static void transfer(const char *account, const char *secret) {
    PLAY(&answer, TCGBGamebase_transferAccountWithIdPLoginWithAccountId_accountPassword_completion(account, secret, on_transfer, &answer));
}

static TCGBInstance *old_device, *new_device;
/* A guest with an account on one device, and another device with the same service. */
static void two_devices(const char *settings) {
    old_device = device(NULL, 1);
    load(settings);
    log_in();
    remember(first);
    TCGBGamebase_addEventHandler(hear, &at_old);
    issue(), went_well();
    new_device = device(old_device, 2);
    TCGBGamebase_addEventHandler(hear, &at_new);
}

/* order: transfer login; defect 14 */
PROMISE("a guest moves to another device with its purchases") {
    two_devices(TRANSFER(""));
    use(old_device);
    PLAY_WELL(&answer, TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem", NULL, on_purchase, &answer));
    use(new_device);
    transfer(id, password), went_well();
    require_text(TCGBGamebase_userID(), first);
    require_text(TCGBGamebase_currentProvider(), "guest");
    require_text(TCGBGamebase_lastLoggedInProvider(), "guest");
    require_text(member("valid"), "Y");
    PLAY_WELL(&answer, TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, &answer));
    require_equal(answer.count, 1);
    pump_for(50);
    require_equal(find(&at_new, kTCGBServerPushTransferKickout), -1); /* the new device is not the one that is kicked out */
    log_out();
    log_in();
    require_text(TCGBGamebase_userID(), first);
    end_devices(old_device, new_device);
}

/* order: after a transfer */
PROMISE("after a transfer the old device is sent out, and its next guest is a new member") {
    two_devices(TRANSFER(ID_ONLY));
    transfer(id, password), went_well();
    use(old_device);
    TCGBGamebaseEventServerPushData *data =
        TCGBGamebaseEventServerPushData_gamebaseEventServerPushDataFromJsonString(wait_for(&at_old, kTCGBServerPushTransferKickout));
    require(data);
    TCGBRelease(data);
    require(TCGBGamebase_userID() == NULL);
    require(TCGBGamebase_lastLoggedInProvider() == NULL);
    pump_till(at_old.count == 1, 50);
    require_equal(at_old.count, 1);
    log_in_as_last(), refused_with(TCGB_ERROR_AUTH_TOKEN_LOGIN_INVALID_LAST_LOGGED_IN_IDP);
    log_in();
    remember(second);
    require(strcmp(first, second) != 0);
    use(new_device);
    require_text(TCGBGamebase_userID(), first);
    pump_for(50);
    require_equal(at_new.count, 0);
    end_devices(old_device, new_device);
}

/* order: after a transfer */
PROMISE("an old device that was away has lost the guest, too") {
    two_devices(TRANSFER(ID_ONLY));
    use(old_device);
    log_out();
    log_in();
    /* Its token stays on the disk, the session is not logged out. */
    use(new_device);
    transfer(id, password), went_well();
    use(old_device);
    wait_for(&at_old, kTCGBServerPushTransferKickout);
    issue(), refused_with(TCGB_ERROR_NOT_LOGGED_IN);
    log_in();
    remember(second);
    require(strcmp(first, second) != 0);
    end_devices(old_device, new_device);
}

/* order: after a transfer */
PROMISE("a guest that was logged in on the new device is lost, and its account with it") {
    two_devices(TRANSFER(ID_ONLY));
    char old_id[64], old_password[64], lost_id[64], lost_password[64];
    copy_text(old_id, 64, id), copy_text(old_password, 64, password);
    log_in();
    remember(second);
    issue(), went_well();
    copy_text(lost_id, 64, id), copy_text(lost_password, 64, password);
    transfer(old_id, old_password), went_well();
    require_text(TCGBGamebase_userID(), first);
    pump_for(50);
    require_equal(at_new.count, 0);
    log_out();
    log_in();
    require_text(TCGBGamebase_userID(), first);
    use(old_device);
    transfer(lost_id, lost_password), refused_with(TCGB_ERROR_AUTH_TRANSFERACCOUNT_INVALID_ID);
    end_devices(old_device, new_device);
}

PROMISE("a transfer can go back and forth with one account, and a console that says once uses it up") {
    two_devices(TRANSFER(ID_ONLY));
    for (int i = 0; i < 4; i++) {
        use(i % 2 ? old_device : new_device);
        transfer(id, password), went_well();
        require_text(TCGBGamebase_userID(), first);
    }
    load(TRANSFER(ID_ONLY ",\"once\":true"));
    use(new_device);
    transfer(id, password), went_well();
    use(old_device);
    transfer(id, password), refused_with(TCGB_ERROR_AUTH_TRANSFERACCOUNT_ALREADY_USED);
    use(new_device);
    char used[64];
    copy_text(used, sizeof used, id);
    issue(), went_well(); /* a new one in its place */
    require(strcmp(used, id) != 0);
    use(old_device);
    transfer(used, password), refused_with(TCGB_ERROR_AUTH_TRANSFERACCOUNT_INVALID_ID);
    transfer(id, password), went_well();
    end_devices(old_device, new_device);
}

/* order: transfer account calls */
PROMISE("transfer calls need init, login, a guest without providers and the console's permission, in this order") {
    issue(), refused_with(TCGB_ERROR_NOT_INITIALIZED);
    query(), refused_with(TCGB_ERROR_NOT_INITIALIZED);
    renew(automatic(0)), refused_with(TCGB_ERROR_NOT_INITIALIZED);
    transfer("abc", "def"), refused_with(TCGB_ERROR_NOT_INITIALIZED);
    initialize_here();
    load(ACCOUNT_SETTINGS(""));
    issue(), refused_with(TCGB_ERROR_NOT_LOGGED_IN);
    query(), refused_with(TCGB_ERROR_NOT_LOGGED_IN);
    renew(automatic(0)), refused_with(TCGB_ERROR_NOT_LOGGED_IN);
    login_with("google", "ann"), went_well();
    issue(), refused_with(TCGB_ERROR_NOT_GUEST_OR_HAS_OTHERS);
    query(), refused_with(TCGB_ERROR_NOT_GUEST_OR_HAS_OTHERS);
    renew(automatic(0)), refused_with(TCGB_ERROR_NOT_GUEST_OR_HAS_OTHERS);
    transfer("abc", "def"), refused_with(TCGB_ERROR_NOT_GUEST_OR_HAS_OTHERS);
    require(TCGBGamebase_userID());
    log_out();
    log_in();
    issue(), refused_with(TCGB_ERROR_AUTH_TRANSFERACCOUNT_CONSOLE_NO_CONDITION); /* off unless the console says so */
    query(), refused_with(TCGB_ERROR_AUTH_TRANSFERACCOUNT_CONSOLE_NO_CONDITION);
    transfer("abc", "def"), refused_with(TCGB_ERROR_AUTH_TRANSFERACCOUNT_CONSOLE_NO_CONDITION);
    load(TRANSFER(""));
    query(), refused_with(TCGB_ERROR_AUTH_TRANSFERACCOUNT_NOT_EXIST);
    renew(automatic(0)), refused_with(TCGB_ERROR_AUTH_TRANSFERACCOUNT_NOT_EXIST);
    issue(), went_well();
    issue(), refused_with(TCGB_ERROR_AUTH_TRANSFERACCOUNT_ALREADY_EXIST_ID);
    transfer(id, password), refused_with(TCGB_ERROR_SAME_REQUESTOR);
    transfer(NULL, password), refused_with(TCGB_ERROR_INVALID_PARAMETER);
    transfer("", password), refused_with(TCGB_ERROR_INVALID_PARAMETER);
    PLAY(&answer, TCGBGamebase_renewTransferAccountWithConfiguration_completion(NULL, on_account, &answer));
    refused_with(TCGB_ERROR_INVALID_PARAMETER);
    struct answer running = {0};
    require(TCGBConsole_setServiceSuspended(true)); /* so that the first one surely runs */
    TCGBGamebase_issueTransferAccountWithCompletion(on_account, &running);
    query(), refused_with(TCGB_ERROR_AUTH_ALREADY_IN_PROGRESS_ERROR);
    transfer(id, password), refused_with(TCGB_ERROR_AUTH_ALREADY_IN_PROGRESS_ERROR);
    require(TCGBConsole_setServiceSuspended(false));
    require(pump_until(&running.times, PLAY_LIMIT_MILLISECONDS));
    PLAY_WELL(&answer, TCGBConsole_setLaunchingStatus_message_completion(INSPECTING_SERVICE, NULL, on_error, &answer));
    pump_till(TCGBLaunching_launchingStatus() == INSPECTING_SERVICE, 0);
    transfer(id, password), refused_with(TCGB_ERROR_AUTH_NOT_PLAYABLE);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("an account has the console's form, and a query never gives the password") {
    static const struct {
        const char *name, *characters;
        size_t least;
    } classes[] = {
        {"NUMBER", "0123456789", 12},
        {"NUMBER_LOWER", "0123456789abcdefghijklmnopqrstuvwxyz", 10},
        {"NUMBER_UPPER", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", 10},
        {"NUMBER_LOWER_UPPER", "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", 9},
        {"LOWER_UPPER", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", 9},
    };
    char settings[2048], made[64];
    initialize_here();
    load(TRANSFER(""));
    log_in();
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        size_t other = sizeof classes / sizeof *classes - 1 - i;
        snprintf(settings, sizeof settings,
            TRANSFER(",\"idCharacters\":\"%s\",\"idLength\":%zu,\"passwordCharacters\":\"%s\",\"passwordLength\":32"), classes[i].name,
            classes[i].least, classes[other].name);
        load(settings);
        if (i == 0) issue(), went_well();
        else renew(automatic(TCGBTransferAccountRenewalTargetTypeIdPassword)), went_well();
        require_equal(strlen(id), classes[i].least);
        require_equal(strspn(id, classes[i].characters), classes[i].least);
        require_equal(strlen(password), 32);
        require_equal(strspn(password, classes[other].characters), 32);
        require_text(type, "ID_PASSWORD");
        require_text(ends, "UNLIMITED");
        require_equal(expires, 0);
        require(strstr(answer.json, "\"issuedType\":\"AUTO\""));
        copy_text(made, sizeof made, id);
        query(), went_well();
        require_text(id, made);
        require_text(password, "");
        require(strstr(answer.json, "\"password\":null"));
        snprintf(settings, sizeof settings, TRANSFER(",\"idCharacters\":\"%s\",\"idLength\":%zu"), classes[i].name, classes[i].least - 1);
        PLAY(&answer, TCGBConsole_loadSettings_completion(settings, on_error, &answer));
        refused_with(TCGB_ERROR_INVALID_PARAMETER);
        require(strstr(answer.message, "$.transferAccount.idLength"));
    }
    PLAY(&answer, TCGBConsole_loadSettings_completion(TRANSFER(",\"block\":{}"), on_error, &answer));
    refused_with(TCGB_ERROR_INVALID_PARAMETER);
    require(strstr(answer.message, "$.transferAccount.block.attempts"));
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("where an id is enough, there is no password") {
    two_devices(TRANSFER(",\"type\":\"ID\""));
    require_text(type, "ID");
    require_text(password, "");
    use(old_device);
    renew(automatic(TCGBTransferAccountRenewalTargetTypePassword)), refused_with(TCGB_ERROR_INVALID_PARAMETER);
    renew(chosen("abcABC123", NULL)), went_well();
    require_text(id, "abcABC123");
    use(new_device);
    transfer(id, NULL), went_well();
    require_text(TCGBGamebase_userID(), first);
    end_devices(old_device, new_device);
}

PROMISE("a renewed account replaces the old one: the password alone, id and password, by the service or by the player") {
    two_devices(TRANSFER(""));
    char old_id[64], old_password[64];
    copy_text(old_id, 64, id), copy_text(old_password, 64, password);
    use(old_device);
    renew(automatic(TCGBTransferAccountRenewalTargetTypePassword)), went_well();
    require_text(id, old_id);
    require(strcmp(password, old_password) != 0);
    use(new_device);
    transfer(old_id, old_password), refused_with(TCGB_ERROR_AUTH_TRANSFERACCOUNT_INVALID_PASSWORD);
    require(!failure.is_there);
    use(old_device);
    renew(chosen(NULL, "myOwnSecret1")), went_well();
    require_text(id, old_id);
    require_text(password, "myOwnSecret1");
    require(strstr(answer.json, "\"issuedType\":\"MANUAL\""));
    renew(chosen("myOwnName1", "myOwnSecret2")), went_well();
    require_text(id, "myOwnName1");
    use(new_device);
    transfer(old_id, "myOwnSecret1"), refused_with(TCGB_ERROR_AUTH_TRANSFERACCOUNT_INVALID_ID);
    log_in();
    issue(), went_well();
    renew(chosen("myOwnName1", "anything12")), refused_with(TCGB_ERROR_AUTH_TRANSFERACCOUNT_ALREADY_EXIST_ID);
    static const char *const wrong[] = {"short", "has spaces in it", "tooLongByFarTooLongByFarTooLongByF",
        "\xc3\xa9t\xc3\xa9"
        "1234567"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        renew(chosen(wrong[i], "anything12")), refused_with(TCGB_ERROR_INVALID_PARAMETER);
        require(strncmp(answer.message, "renewal.accountId:", 18) == 0);
        renew(chosen(NULL, wrong[i])), refused_with(TCGB_ERROR_INVALID_PARAMETER);
        require(strncmp(answer.message, "renewal.accountPassword:", 24) == 0);
    }
    transfer("myOwnName1", "myOwnSecret2"), went_well();
    require_text(TCGBGamebase_userID(), first);
    end_devices(old_device, new_device);
}

PROMISE("an id that another player has is refused, and the account stays") {
    two_devices(TRANSFER(ID_ONLY));
    char taken[64], own[64];
    copy_text(taken, sizeof taken, id);
    log_in();
    issue(), went_well();
    copy_text(own, sizeof own, id);
    renew(chosen(taken, NULL)), refused_with(TCGB_ERROR_AUTH_TRANSFERACCOUNT_ALREADY_EXIST_ID);
    query(), went_well();
    require_text(id, own);
    end_devices(old_device, new_device);
}

PROMISE("an account with a period is good until its end, and a renewal begins the period again") {
    int64_t before = now();
    two_devices(TRANSFER(",\"validDays\":3"));
    require_text(ends, "PERIOD");
    require(expires >= before + 3LL * DAY && expires <= now() + 3LL * DAY);
    advance(2LL * DAY);
    use(old_device);
    renew(automatic(0)), went_well();
    advance(2LL * DAY);
    use(new_device);
    transfer(id, "wrong"), refused_with(TCGB_ERROR_AUTH_TRANSFERACCOUNT_INVALID_PASSWORD);
    advance(1LL * DAY);
    transfer(id, password), refused_with(TCGB_ERROR_AUTH_TRANSFERACCOUNT_EXPIRED);
    use(old_device);
    issue(), went_well();
    use(new_device);
    transfer(id, password), went_well();
    end_devices(old_device, new_device);
}

/* order: transfer login */
PROMISE("after too many wrong passwords an account is blocked with 3042 until the time is over") {
    two_devices(TRANSFER(",\"block\":{\"attempts\":3,\"minutes\":10}"));
    transfer(id, "wrong1"), refused_with(TCGB_ERROR_AUTH_TRANSFERACCOUNT_INVALID_PASSWORD);
    transfer(id, NULL), refused_with(TCGB_ERROR_AUTH_TRANSFERACCOUNT_INVALID_PASSWORD);
    require(!failure.is_there);
    int64_t before = now();
    transfer(id, "wrong3"), refused_with(TCGB_ERROR_AUTH_TRANSFERACCOUNT_BLOCK);
    require(failure.is_there);
    require_text(failure.id, id);
    require_text(failure.status, "B");
    require_equal(failure.count, 3);
    require(failure.began >= before && failure.began <= now());
    require_equal(failure.end, failure.began + 10 * 60000);
    transfer(id, password), refused_with(TCGB_ERROR_AUTH_TRANSFERACCOUNT_BLOCK); /* the right one does not help now */
    require_equal(failure.count, 3);
    advance(10 * 60000);
    transfer(id, "wrong4"), refused_with(TCGB_ERROR_AUTH_TRANSFERACCOUNT_INVALID_PASSWORD);
    transfer(id, password), went_well();
    /* Who got it right begins anew. */
    use(old_device);
    transfer(id, "wrong1"), refused_with(TCGB_ERROR_AUTH_TRANSFERACCOUNT_INVALID_PASSWORD);
    transfer(id, "wrong2"), refused_with(TCGB_ERROR_AUTH_TRANSFERACCOUNT_INVALID_PASSWORD);
    transfer(id, "wrong3"), refused_with(TCGB_ERROR_AUTH_TRANSFERACCOUNT_BLOCK);
    /* So does a renewed account. */
    use(new_device);
    renew(automatic(0)), went_well();
    use(old_device);
    transfer(id, password), went_well();
    end_devices(old_device, new_device);
}

/* order: transfer login */
PROMISE("a block without a time has no end, and a device that tries wrong ids is blocked") {
    two_devices(TRANSFER(",\"block\":{\"attempts\":2}"));
    transfer("nobodysName1", password), refused_with(TCGB_ERROR_AUTH_TRANSFERACCOUNT_INVALID_ID);
    transfer("nobodysName2", password), refused_with(TCGB_ERROR_AUTH_TRANSFERACCOUNT_BLOCK);
    require_text(failure.id, "nobodysName2");
    require_equal(failure.end, 0);
    transfer(id, password), refused_with(TCGB_ERROR_AUTH_TRANSFERACCOUNT_BLOCK);
    advance(100LL * DAY);
    transfer(id, password), refused_with(TCGB_ERROR_AUTH_TRANSFERACCOUNT_BLOCK);
    TCGBInstance *third = device(old_device, 3);
    transfer(id, password), went_well();
    require_text(TCGBGamebase_userID(), first);
    require(TCGBInstance_destroy(third, 2000));
    end_devices(old_device, new_device);
}

PROMISE("wrong tries are counted on disk: kill -9 does not give new ones") {
    /* The child of each round tries once and dies. The account is that of a guest on another device, whose secret lies beside. */
    char file[4096];
    snprintf(file, sizeof file, "%s/id", directory);
    for (int round = 0; round < 4; round++) {
        pid_t child = fork();
        require(child >= 0);
        if (child == 0) {
            TCGBInstance *one = device(NULL, 1);
            if (round == 0) {
                load(TRANSFER(",\"block\":{\"attempts\":3}"));
                log_in();
                issue(), went_well();
                FILE *out = fopen(file, "w");
                require(out && fprintf(out, "%s %s", id, password) > 0 && fclose(out) == 0);
            } else {
                FILE *in = fopen(file, "r");
                require(in && fscanf(in, "%63s %63s", id, password) == 2 && fclose(in) == 0);
                device(one, 2);
                transfer(id, "wrong");
                refused_with(round < 3 ? TCGB_ERROR_AUTH_TRANSFERACCOUNT_INVALID_PASSWORD : TCGB_ERROR_AUTH_TRANSFERACCOUNT_BLOCK);
            }
            kill(getpid(), SIGKILL);
        }
        int status = 0;
        require(waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    }
    FILE *in = fopen(file, "r");
    require(in && fscanf(in, "%63s %63s", id, password) == 2 && fclose(in) == 0);
    TCGBInstance *one = device(NULL, 1), *two = device(one, 2);
    transfer(id, password), refused_with(TCGB_ERROR_AUTH_TRANSFERACCOUNT_BLOCK);
    require_equal(failure.count, 3);
    end_devices(one, two);
}

PROMISE("a transfer survives kill -9 from the moment it is answered: the guest is the new device's") {
    pid_t child = fork();
    require(child >= 0);
    if (child == 0) {
        two_devices(TRANSFER(""));
        transfer(id, password), went_well();
        char file[4096];
        snprintf(file, sizeof file, "%s/user", directory);
        FILE *out = fopen(file, "w");
        require(out && fprintf(out, "%s", first) > 0 && fclose(out) == 0);
        kill(getpid(), SIGKILL);
    }
    int status = 0;
    require(waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    char file[4096];
    snprintf(file, sizeof file, "%s/user", directory);
    FILE *in = fopen(file, "r");
    require(in && fscanf(in, "%63s", first) == 1 && fclose(in) == 0);
    TCGBInstance *one = device(NULL, 1);
    log_in_as_last(); /* the kickout may have reached the old device before the kill: then it has forgotten the login */
    require(answer.code == TCGB_ERROR_AUTH_TOKEN_LOGIN_FAILED || answer.code == TCGB_ERROR_AUTH_TOKEN_LOGIN_INVALID_LAST_LOGGED_IN_IDP);
    log_in();
    remember(second);
    require(strcmp(first, second) != 0);
    TCGBInstance *two = device(one, 2);
    log_in_as_last(), went_well();
    require_text(TCGBGamebase_userID(), first);
    end_devices(one, two);
}

PROMISE("switching transfers off deletes every account") {
    two_devices(TRANSFER(ID_ONLY));
    load(ACCOUNT_SETTINGS(",\"transferAccount\":{\"enabled\":false}"));
    transfer(id, password), refused_with(TCGB_ERROR_AUTH_TRANSFERACCOUNT_CONSOLE_NO_CONDITION);
    load(TRANSFER(ID_ONLY));
    transfer(id, password), refused_with(TCGB_ERROR_AUTH_TRANSFERACCOUNT_INVALID_ID);
    use(old_device);
    query(), refused_with(TCGB_ERROR_AUTH_TRANSFERACCOUNT_NOT_EXIST);
    issue(), went_well();
    map("google", "ann");
    query(), refused_with(TCGB_ERROR_NOT_GUEST_OR_HAS_OTHERS);
    use(new_device);
    transfer(id, password), refused_with(TCGB_ERROR_AUTH_TRANSFERACCOUNT_INVALID_ID);
    use(old_device);
    log_out();
    log_in();
    issue(), went_well();
    PLAY_WELL(&answer, TCGBGamebase_withdrawWithViewController_completion(NULL, on_error, &answer));
    use(new_device);
    transfer(id, password), refused_with(TCGB_ERROR_AUTH_TRANSFERACCOUNT_INVALID_ID);
    end_devices(old_device, new_device);
}

PROMISE("a banned guest is not moved: 7, which carries the ban") {
    two_devices(TRANSFER(ID_ONLY));
    PLAY_WELL(&answer, TCGBConsole_banUser_type_message_endDate_completion(first, "PERMANENT", "no", 0, on_error, &answer));
    transfer(id, password), refused_with(TCGB_ERROR_BANNED_MEMBER);
    require(TCGBGamebase_userID() == NULL);
    PLAY_WELL(&answer, TCGBConsole_releaseBanOfUser_completion(first, on_error, &answer));
    transfer(id, password), went_well();
    end_devices(old_device, new_device);
}

PROMISE("a transfer can be cancelled while it is being prepared, and ends with a shutdown") {
    two_devices(TRANSFER(""));
    struct answer late = {0};
    require(TCGBConsole_setServiceSuspended(true));
    TCGBGamebase_transferAccountWithIdPLoginWithAccountId_accountPassword_completion(id, password, on_transfer, &late);
    require(TCGBGamebase_cancelLogin());
    require(TCGBConsole_setServiceSuspended(false));
    require(pump_until(&late.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(late.code, TCGB_ERROR_AUTH_USER_CANCELED);
    pump_for(1000); /* longer than a key takes */
    require(TCGBGamebase_userID() == NULL);
    use(old_device);
    require_text(TCGBGamebase_userID(), first);
    use(new_device);
    memset(&late, 0, sizeof late);
    TCGBGamebase_transferAccountWithIdPLoginWithAccountId_accountPassword_completion(id, password, on_transfer, &late);
    require(TCGBGamebase_shutdown(2000));
    require_equal(late.times, 1);
    require_equal(late.code, TCGB_ERROR_SOCKET_ERROR);
    end_devices(old_device, new_device);
}

PROMISE("no password is in the files") {
    initialize_here();
    load(TRANSFER(""));
    log_in();
    issue(), went_well();
    char secret[64], command[5000];
    copy_text(secret, sizeof secret, password);
    require(TCGBGamebase_shutdown(2000));
    snprintf(command, sizeof command, "grep -rqa '%s' '%s'", id, directory);
    require_equal(system(command), 0); /* the search finds what is there */
    snprintf(command, sizeof command, "grep -rqa '%s' '%s'", secret, directory);
    require(system(command) != 0);
}

PROMISE("the JSON forms of accounts and renewals read back, and are refused with wrong types") {
    const char *json =
        "{\"issuedType\":\"AUTO\",\"account\":{\"id\":\"i\",\"password\":\"p\",\"x\":1},"
        "\"condition\":{\"transferAccountType\":\"ID_PASSWORD\",\"expirationType\":\"PERIOD\",\"expirationDate\":7},\"y\":[]}";
    TCGBTransferAccountInfo *info = TCGBTransferAccountInfo_transferAccountInfoFromJsonString(json);
    require(info);
    require_text(TCGBTransferAccountInfo_issuedType(info), "AUTO");
    require_text(TCGBTransferAccountInfoAccount_accountPassword(TCGBTransferAccountInfo_account(info)), "p");
    require_equal(TCGBTransferAccountInfoCondition_expirationDate(TCGBTransferAccountInfo_condition(info)), 7);
    require_text(TCGBTransferAccountInfo_jsonString(info), json);
    TCGBRelease(info);
    require(!TCGBTransferAccountInfo_transferAccountInfoFromJsonString("{\"issuedType\":\"AUTO\",\"account\":{\"id\":7}}"));
    require(!TCGBTransferAccountInfo_transferAccountInfoFromJsonString("{}"));
    TCGBTransferAccountRenewConfiguration *renewal = chosen("i", "p");
    require_equal(TCGBTransferAccountRenewConfiguration_renewalMode(renewal), TCGBTransferAccountRenewalModeTypeManual);
    require_equal(TCGBTransferAccountRenewConfiguration_renewalTarget(renewal), TCGBTransferAccountRenewalTargetTypeIdPassword);
    require_text(TCGBTransferAccountRenewConfiguration_accountId(renewal), "i");
    require_text(TCGBTransferAccountRenewConfiguration_accountPassword(renewal), "p");
    const char *text = TCGBTransferAccountRenewConfiguration_jsonString(renewal);
    require_text(text, "{\"renewalModeType\":\"MANUAL\",\"renewalTargetType\":1,\"accountId\":\"i\",\"accountPassword\":\"p\"}");
    TCGBTransferAccountRenewConfiguration *again =
        TCGBTransferAccountRenewConfiguration_transferAccountRenewConfigurationFromJsonString(text);
    require_text(TCGBTransferAccountRenewConfiguration_jsonString(again), text);
    TCGBRelease(again);
    TCGBRelease(renewal);
    require(!automatic(2));
    require(!chosen(NULL, NULL));
    require(!TCGBTransferAccountRenewConfiguration_transferAccountRenewConfigurationFromJsonString(
        "{\"renewalModeType\":\"AUTO\",\"renewalTargetType\":2}"));
    require(!TCGBTransferAccountRenewConfiguration_transferAccountRenewConfigurationFromJsonString(
        "{\"renewalModeType\":\"X\",\"renewalTargetType\":0}"));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
