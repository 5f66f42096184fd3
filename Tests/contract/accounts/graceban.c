/* Bans that are suspended until a date. */
#include "accounts.h"

static struct heard heard;
static char first[64], json[1024];

static void suspend_ban(int64_t date, const char *rest) {
    snprintf(json, sizeof json, "{\"gracePeriodDate\":%lld,\"message\":\"pay back \xc3\xa9\"%s}", (long long)date, rest);
    PLAY(&answer, TCGBConsole_setGraceBanOfUser_graceBanJson_completion(TCGBGamebase_userID(), json, on_error, &answer));
}
static void buy(const char *product) {
    PLAY_WELL(&answer, TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion(product, NULL, on_purchase, &answer));
}
#define RULE(amount, count, type) \
    ",\"releaseRuleCondition\":{\"amount\":" amount ",\"count\":" count ",\"currency\":\"USD\",\"conditionType\":\"" type "\"}"

/* The suspended ban that a login hands over. */
static struct {
    bool is_there;
    int64_t date;
    char valid[8], message[64], paid[32], asked[32], type[8];
    int32_t paid_count, asked_count;
    double paid_amount;
} ban;
static void on_ban(const TCGBAuthToken *token, const TCGBError *error, void *context) {
    const TCGBMember *member = TCGBAuthToken_tcgbMember(token);
    const TCGBGraceBanInfo *info = token ? TCGBMember_graceBanInfo(member) : NULL;
    memset(&ban, 0, sizeof ban);
    ban.is_there = info != NULL;
    if (token) copy_text(ban.valid, sizeof ban.valid, TCGBMember_valid(member));
    if (info) {
        const TCGBPaymentStatus *paid = TCGBGraceBanInfo_paymentStatus(info);
        const TCGBReleaseRuleCondition *asked = TCGBGraceBanInfo_releaseRuleCondition(info);
        ban.date = TCGBGraceBanInfo_gracePeriodDate(info);
        copy_text(ban.message, sizeof ban.message, TCGBGraceBanInfo_message(info));
        if (paid) {
            copy_text(ban.paid, sizeof ban.paid, TCGBPaymentStatus_amountString(paid));
            ban.paid_count = TCGBPaymentStatus_count(paid);
            ban.paid_amount = TCGBPaymentStatus_amount(paid);
            require_text(TCGBPaymentStatus_currency(paid), "USD");
        }
        if (asked) {
            copy_text(ban.asked, sizeof ban.asked, TCGBReleaseRuleCondition_amountString(asked));
            copy_text(ban.type, sizeof ban.type, TCGBReleaseRuleCondition_conditionType(asked));
            ban.asked_count = TCGBReleaseRuleCondition_count(asked);
            require_text(TCGBReleaseRuleCondition_currency(asked), "USD");
        }
    }
    on_login(token, error, context);
}
static void come_again(void) {
    if (TCGBGamebase_userID()) log_out();
    PLAY(&answer, TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_ban, &answer));
}
static void open_game(void) {
    initialize_here();
    load(ACCOUNT_SETTINGS(""));
    log_in();
    remember(first);
    TCGBGamebase_addEventHandler(hear, &heard);
}
static void end_game(void) { require(TCGBGamebase_shutdown(2000)); }

PROMISE("a player with a grace ban plays, is valid P, and each login has date and rule") {
    open_game();
    come_again(), went_well();
    require(!ban.is_there);
    int64_t date = now() + 3LL * DAY;
    suspend_ban(date, RULE("\"9.90\"", "3", "AND")), went_well();
    buy("gem");
    buy("yen"); /* another currency does not count */
    buy("gem");
    come_again(), went_well();
    require_text(TCGBGamebase_userID(), first);
    require(ban.is_there);
    require_text(ban.valid, "P");
    require_equal(ban.date, date);
    require_text(ban.message, "pay back \xc3\xa9");
    require(strstr(answer.json, "\"message\":\"pay%20back%20%C3%A9\""));
    require_text(ban.paid, "1.98");
    require_equal(ban.paid_count, 2);
    require(ban.paid_amount > 1.979 && ban.paid_amount < 1.981);
    require_text(ban.asked, "9.90");
    require_equal(ban.asked_count, 3);
    require_text(ban.type, "AND");
    /* What was paid before does not count; within one millisecond nobody knows which was first. */
    advance(10);
    suspend_ban(date, RULE("1", "1", "OR")), went_well();
    come_again(), went_well();
    require_text(ban.paid, "0");
    require_equal(ban.paid_count, 0);
    end_game();
}

PROMISE("who has not paid by the date is banned from then on, with the reason and the help desk's address") {
    open_game();
    int64_t date = now() + 3LL * DAY;
    suspend_ban(date, RULE("1.98", "2", "AND")), went_well();
    buy("gem");
    advance(3LL * DAY + 60000);
    require_text(json_member(wait_for(&heard, kTCGBObserverHeartbeat), "code", member_text, sizeof member_text), "7");
    /* Paying after the date is too late. */
    come_again(), refused_with(TCGB_ERROR_BANNED_MEMBER);
    require(!ban.is_there);
    PLAY_WELL(&answer, TCGBConsole_releaseBanOfUser_completion(first, on_error, &answer));
    come_again(), went_well();
    require_text(ban.valid, "Y");
    require(!ban.is_there);
    end_game();
}

static TCGBBanInfo *came_in_force;
static void keep_ban(const TCGBAuthToken *token, const TCGBError *error, void *context) {
    came_in_force = TCGBBanInfo_banInfoFromError(error);
    on_login(token, error, context);
}
PROMISE("the ban that comes into force began at the date, and is temporary when the console says so") {
    open_game();
    int64_t date = now() + 3LL * DAY, end = now() + 5LL * DAY;
    char rest[128];
    snprintf(rest, sizeof rest, ",\"banType\":\"TEMPORARY\",\"endDate\":%lld", (long long)end);
    suspend_ban(date, rest), went_well(); /* no rule: it comes in any case */
    come_again(), went_well();
    require(ban.is_there);
    require_text(ban.paid, "");
    log_out();
    advance(4LL * DAY);
    PLAY(&answer, TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, keep_ban, &answer));
    refused_with(TCGB_ERROR_BANNED_MEMBER);
    require(came_in_force);
    require_text(TCGBBanInfo_userId(came_in_force), first);
    require_text(TCGBBanInfo_banType(came_in_force), "TEMPORARY");
    require_equal(TCGBBanInfo_beginDate(came_in_force), date);
    require_equal(TCGBBanInfo_endDate(came_in_force), end);
    require_text(TCGBBanInfo_message(came_in_force), "pay back \xc3\xa9");
    require_text(TCGBBanInfo_csInfo(came_in_force), "help@example");
    require_text(TCGBBanInfo_csUrl(came_in_force), "https://help.example");
    TCGBRelease(came_in_force);
    advance(1LL * DAY + 60000);
    come_again(), went_well();
    require_text(ban.valid, "Y");
    end_game();
}

PROMISE("who pays what the rule asks is free at once, with AND of both and with OR of one") {
    static const struct {
        const char *rule;
        int purchases;
        bool free;
    } cases[] = {
        {RULE("1.98", "2", "AND"), 2, true},
        {RULE("1.98", "3", "AND"), 2, false},
        {RULE("1.99", "2", "AND"), 2, false},
        {RULE("1.98", "9", "OR"), 2, true},
        {RULE("99", "2", "OR"), 2, true},
        {RULE("99", "9", "OR"), 2, false},
    };
    open_game();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        suspend_ban(now() + 20LL * DAY, cases[i].rule), went_well();
        for (int j = 0; j < cases[i].purchases; j++) buy("gem");
        come_again(), went_well();
        require_equal(ban.is_there, !cases[i].free);
        require_text(ban.valid, cases[i].free ? "Y" : "P");
        advance(1000);
    }
    end_game();
}

static void on_withdrawal(const TCGBTemporaryWithdrawalInfo *info, const TCGBError *error, void *context) {
    (void)info;
    on_error(error, context);
}
PROMISE("refunded money does not count as paid, and a withdrawal does not avoid the ban") {
    char sequence[64];
    open_game();
    suspend_ban(now() + 3LL * DAY, RULE("1.98", "2", "AND")), went_well();
    buy("gem");
    json_member(answer.json, "paymentSeq", sequence, sizeof sequence);
    PLAY_WELL(&answer, TCGBConsole_refundPayment_kind_completion(sequence, "REFUND", on_error, &answer));
    buy("gem");
    come_again(), went_well();
    require_text(ban.paid, "0.99");
    require_equal(ban.paid_count, 1);
    require_text(ban.valid, "P");
    PLAY_WELL(&answer, TCGBGamebase_requestTemporaryWithdrawalWithViewController_completion(NULL, on_withdrawal, &answer));
    log_out();
    advance(8LL * DAY);
    come_again(), refused_with(TCGB_ERROR_BANNED_MEMBER);
    end_game();
}

PROMISE("a suspended ban can be taken away, and is given only to members and with a date to come") {
    open_game();
    suspend_ban(now() + DAY, ""), went_well();
    PLAY_WELL(&answer, TCGBConsole_setGraceBanOfUser_graceBanJson_completion(first, NULL, on_error, &answer));
    come_again(), went_well();
    require(!ban.is_there);
    require_text(ban.valid, "Y");
    PLAY(&answer, TCGBConsole_setGraceBanOfUser_graceBanJson_completion("NOBODY", NULL, on_error, &answer));
    refused_with(TCGB_ERROR_AUTH_NOT_EXIST_MEMBER);
    static const struct {
        const char *json, *place;
    } wrong[] = {
        {"{}", "graceBan.gracePeriodDate"},
        {"{\"gracePeriodDate\":1}", "graceBan.gracePeriodDate"},
        {"{\"gracePeriodDate\":9999999999999,\"banType\":\"TEMPORARY\"}", "graceBan.endDate"},
        {"{\"gracePeriodDate\":9999999999999,\"banType\":\"TEMPORARY\",\"endDate\":9999999999999}", "graceBan.endDate"},
        {"{\"gracePeriodDate\":9999999999999,\"banType\":\"X\"}", "graceBan.banType"},
        {"{\"gracePeriodDate\":9999999999999,\"releaseRuleCondition\":{}}", "graceBan.releaseRuleCondition.amount"},
        {"{\"gracePeriodDate\":9999999999999" RULE("\"1e3\"", "1", "AND") "}", "graceBan.releaseRuleCondition.amount"},
        {"{\"gracePeriodDate\":9999999999999" RULE("1", "-1", "AND") "}", "graceBan.releaseRuleCondition.count"},
        {"{\"gracePeriodDate\":9999999999999" RULE("1", "1", "XOR") "}", "graceBan.releaseRuleCondition.conditionType"},
        {"[]", "graceBan"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        PLAY(&answer, TCGBConsole_setGraceBanOfUser_graceBanJson_completion(first, wrong[i].json, on_error, &answer));
        refused_with(TCGB_ERROR_INVALID_PARAMETER);
        if (strncmp(answer.message, wrong[i].place, strlen(wrong[i].place)) != 0)
            broken_text(__FILE__, __LINE__, wrong[i].json, answer.message, wrong[i].place);
    }
    end_game();
}

PROMISE("the JSON form of a grace ban reads back with unknown keys, and refuses wrong types") {
    TCGBGraceBanInfo *info = TCGBGraceBanInfo_graceBanInfoWithJSONString(
        "{\"gracePeriodDate\":5,\"message\":\"a%20b\",\"paymentStatus\":{\"amount\":0.10,\"count\":1,\"currency\":\"EUR\"},\"more\":[1]}");
    require(info);
    require_equal(TCGBGraceBanInfo_gracePeriodDate(info), 5);
    require_text(TCGBGraceBanInfo_message(info), "a b");
    require_text(TCGBPaymentStatus_amountString(TCGBGraceBanInfo_paymentStatus(info)), "0.10");
    require(TCGBGraceBanInfo_releaseRuleCondition(info) == NULL);
    require_text(TCGBGraceBanInfo_jsonString(info),
        "{\"gracePeriodDate\":5,\"message\":\"a%20b\",\"paymentStatus\":{\"amount\":0.10,\"count\":1,\"currency\":\"EUR\"},\"more\":[1]}");
    TCGBRelease(info);
    require(TCGBGraceBanInfo_graceBanInfoWithJSONString("{\"gracePeriodDate\":\"5\"}") == NULL);
    require(TCGBGraceBanInfo_graceBanInfoWithJSONString(
                "{\"gracePeriodDate\":5,\"paymentStatus\":{\"amount\":\"x\",\"currency\":\"EUR\"}}") == NULL);
    require(TCGBGraceBanInfo_graceBanInfoWithJSONString("{}") == NULL);
    require(TCGBGraceBanInfo_graceBanInfoWithJSONString(NULL) == NULL);
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
