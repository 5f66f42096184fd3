/* JSON from outside: what is not JSON, or too much of it, is refused with its place. */
#include "play.h"

static void refuse_text(const char *text, const char *reason, int line) {
    PLAY(&answer, TCGBConsole_loadSettings_completion(text, on_error, &answer));
    if (answer.code != TCGB_ERROR_INVALID_JSON_FORMAT)
        broken_number(__FILE__, line, "the text is refused as JSON", answer.code, TCGB_ERROR_INVALID_JSON_FORMAT);
    if (!strstr(answer.message, "line ") || !strstr(answer.message, "column "))
        broken_text(__FILE__, line, "the message has line and column", answer.message, reason);
}
#define REFUSE(text) refuse_text(text, #text, __LINE__)

PROMISE("duplicates, depth, lone surrogates, NUL, control characters and broken numbers are refused with line and column") {
    static char deep[400000];
    initialize_here();
    REFUSE("");
    REFUSE("{\"app\":{},\"app\":{}}");
    REFUSE("{\"app\":{\"name\":\"a\",\"n\\u0061me\":\"b\"}}");
    REFUSE("{\n \"app\": {\"name\": \"\\ud83d\"}}");
    require(strstr(answer.message, "line 2"));
    REFUSE("{\"app\":{\"name\":\"\\ude00\\ud83d\"}}");
    REFUSE("{\"app\":{\"name\":\"a\\u0000b\"}}");
    REFUSE("{\"app\":{\"name\":\"\x01\"}}");
    REFUSE("{\"app\":01}");
    REFUSE("{\"app\":1e}");
    REFUSE("{\"app\":.5}");
    REFUSE("{\"app\":NaN}");
    REFUSE("{\"app\":{}} x");
    REFUSE("{\"app\":{},}");
    REFUSE("{'app':{}}");
    REFUSE("\xef\xbb\xbf\xef\xbb\xbf{}"); /* one byte order mark is passed over, and only at the beginning */
    REFUSE(" \xef\xbb\xbf{}");
    memset(deep, '[', sizeof deep - 1);
    REFUSE(deep);
    for (size_t i = 0; i < sizeof deep - 8; i += 5) memcpy(deep + i, "{\"a\":", 5);
    REFUSE(deep);
    PLAY_WELL(&answer, TCGBConsole_loadSettings_completion("{\"app\":{\"name\":\"\\ud83d\\ude00 \\u00e9\"}}", on_error, &answer));
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("text that is too long, not UTF-8 or of a wrong type is refused, with its place where it has one") {
    initialize_here();
    size_t size = 24 << 20;
    char *large = malloc(size + 1);
    memset(large, ' ', size);
    large[0] = '{';
    large[size - 1] = '}';
    large[size] = 0;
    PLAY(&answer, TCGBConsole_loadSettings_completion(large, on_error, &answer));
    require(answer.code == TCGB_ERROR_INVALID_JSON_FORMAT || answer.code == TCGB_ERROR_INVALID_PARAMETER);
    require(TCGBPurchasableReceipt_purchasableReceiptFromJsonString(large) == NULL);
    free(large);
    PLAY(&answer, TCGBConsole_loadSettings_completion("{\"app\":{\"name\":\"\xc3\"}}", on_error, &answer));
    require(answer.code == TCGB_ERROR_INVALID_JSON_FORMAT || answer.code == TCGB_ERROR_INVALID_PARAMETER);
    static const struct {
        const char *text, *place;
    } wrong[] = {
        {"[]", "$"},
        {"{\"app\":[]}", "app"},
        {"{\"app\":{\"name\":5}}", "app.name"},
        {"{\"products\":[{\"gamebaseProductId\":\"a\",\"price\":1}]}", "products[0]"},
        {"{\"idPs\":{\"guest\":{\"enabled\":\"yes\"}}}", "idPs.guest.enabled"},
        {"{\"stores\":{}}", "stores"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        PLAY(&answer, TCGBConsole_loadSettings_completion(wrong[i].text, on_error, &answer));
        if (answer.code != TCGB_ERROR_INVALID_PARAMETER || !strstr(answer.message, wrong[i].place))
            broken_text(__FILE__, __LINE__, wrong[i].text, answer.message, wrong[i].place);
    }
    require(TCGBGamebase_shutdown(2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
