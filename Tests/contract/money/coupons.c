/* Coupons by their codes: used once, told again to who asked, and what is wrong with one. */
#include "play.h"

#define PAST "2020-01-01T00:00:00Z"
#define FUTURE "2090-01-01T00:00:00Z"
#define COUPON(code, more) \
    "{\"couponCode\":\"" code "\",\"title\":\"Hello\",\"benefits\":[{\"itemId\":\"gem\",\"amount\":5},{\"itemId\":\"key\"}]" more "}"
#define CONSOLE \
    "{\"app\":{\"appId\":\"Contract\",\"typeCode\":\"SANDBOX\",\"secretKey\":\"contract-secret\"},\"coupons\":[" COUPON( \
        "WELCOME", "") "," COUPON("SOON", ",\"startDate\":\"" FUTURE "\"") "," COUPON("OVER", \
        ",\"endDate\":\"" PAST "\"") "," COUPON("ENDED", ",\"expired\":true") "," COUPON("FEW", ",\"usesMax\":1") "," COUPON("ELSEWHERE", \
        ",\"storeCode\":\"STEAM\"") "," COUPON("ONE", ",\"type\":\"SERIAL\"") "]}"

static struct answer used;
static char given[128];
static int64_t detail;

static void on_coupon(const TCGBCoupon *coupon, const TCGBError *error, void *context) {
    struct answer *played = context;
    played->times++;
    played->code = TCGBError_code(error);
    detail = TCGBError_detailErrorCode(error);
    given[0] = 0;
    for (size_t i = 0; i < TCGBCoupon_benefits_count(coupon); i++) {
        const TCGBCouponBenefit *benefit = TCGBCoupon_benefits_at(coupon, i);
        size_t length = strlen(given);
        snprintf(given + length, sizeof given - length, "%s*%lld ", TCGBCouponBenefit_itemId(benefit),
            (long long)TCGBCouponBenefit_amount(benefit));
    }
    require(TCGBCoupon_benefits_at(coupon, TCGBCoupon_benefits_count(coupon)) == NULL);
    if (!coupon) return;
    TCGBCoupon *kept = TCGBCoupon_couponFromJsonString(TCGBCoupon_jsonString(coupon));
    require_text(TCGBCoupon_title(kept), "Hello");
    require_equal(TCGBCoupon_benefits_count(kept), 2);
    TCGBRelease(kept);
}
static void use(const char *code, const char *id) {
    PLAY(&used, TCGBCoupon_useCouponWithCode_transactionId_completion(code, id, on_coupon, &used));
}
static void refused(const char *code, const char *id, int64_t wanted, int64_t why) {
    use(code, id);
    require_equal(used.code, wanted);
    require_equal(detail, why);
    require_text(given, "");
}
static void play_as_somebody(void) {
    PLAY_WELL(&answer, TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, &answer));
}
static void another(void) {
    PLAY_WELL(&answer, TCGBGamebase_withdrawWithViewController_completion(NULL, on_error, &answer));
    play_as_somebody();
}
static void open(void) {
    initialize_here();
    PLAY_WELL(&answer, TCGBConsole_loadSettings_completion(CONSOLE, on_error, &answer));
}

PROMISE("a coupon is used once by a player, and told again for the same transaction alone") {
    open();
    refused("WELCOME", NULL, TCGB_ERROR_NOT_LOGGED_IN, 0);
    play_as_somebody();
    use("WELCOME", "t-1");
    require_equal(used.code, 0);
    require_text(given, "gem*5 key*1 ");
    use("WELCOME", "t-1");
    require_equal(used.code, 0);
    require_text(given, "gem*5 key*1 ");
    refused("WELCOME", "t-2", TCGB_ERROR_NOT_CALLABLE_STATE, -100005);
    refused("WELCOME", NULL, TCGB_ERROR_NOT_CALLABLE_STATE, -100005);
    another();
    /* Each player once; another player's transaction is its own. */
    use("WELCOME", "t-1");
    require_equal(used.code, 0);
    use("ONE", NULL);
    require_equal(used.code, 0);
    another();
    refused("ONE", NULL, TCGB_ERROR_NOT_CALLABLE_STATE, -100005);
}

PROMISE("each reason why a coupon cannot be used has its code, and uses nothing") {
    open();
    play_as_somebody();
    for (int i = 0; i < 2; i++) {
        refused("NONE", NULL, TCGB_ERROR_INVALID_PARAMETER, -100002);
        refused("welcome", NULL, TCGB_ERROR_INVALID_PARAMETER, -100002);
        refused("ELSEWHERE", NULL, TCGB_ERROR_INVALID_PARAMETER, -100002);
        refused("SOON", NULL, TCGB_ERROR_NOT_CALLABLE_STATE, -100007);
        refused("OVER", NULL, TCGB_ERROR_NOT_CALLABLE_STATE, -100008);
        refused("ENDED", NULL, TCGB_ERROR_NOT_CALLABLE_STATE, -100004);
    }
    use("FEW", NULL);
    require_equal(used.code, 0);
    another();
    refused("FEW", NULL, TCGB_ERROR_NOT_CALLABLE_STATE, -100011);
    refused("", NULL, TCGB_ERROR_INVALID_PARAMETER, 0);
    refused(NULL, NULL, TCGB_ERROR_INVALID_PARAMETER, 0);
    char longer[300];
    memset(longer, 'x', sizeof longer);
    longer[65] = 0;
    refused(longer, NULL, TCGB_ERROR_INVALID_PARAMETER, 0);
    longer[65] = 'x';
    longer[257] = 0;
    refused("WELCOME", longer, TCGB_ERROR_INVALID_PARAMETER, 0);
    use("WELCOME", NULL);
    require_equal(used.code, 0);
}

PROMISE("a game's server and the player use a coupon once between them") {
    open();
    play_as_somebody();
    char path[256];
    snprintf(path, sizeof path, "/tcgb-gateway/v1.3/apps/Contract/members/%s/coupons/WELCOME", TCGBGamebase_userID());
    struct answer served;
    serve(&served, "POST", path, NULL);
    require(strstr(served.json, "\"isSuccessful\":true"));
    require(strstr(served.json, "\"itemId\":\"gem\""));
    refused("WELCOME", NULL, TCGB_ERROR_NOT_CALLABLE_STATE, -100005);
    use("ONE", NULL);
    require_equal(used.code, 0);
    snprintf(path, sizeof path, "/tcgb-gateway/v1.3/apps/Contract/members/%s/coupons/ONE", TCGBGamebase_userID());
    serve(&served, "POST", path, NULL);
    require(strstr(served.json, "-100005"));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
