/* What a great many calls cost: time at the end, and memory while they wait (R10, R11 of TCGBRunLoop.h). */
#include "play.h"

#include <malloc.h>

enum { OPEN_CALLS = 65533, ATTEMPTS = 5, REFUSALS = 300000, REFUSAL_BYTES = 200 };

static int ended;
static void count_json(const char *json, const TCGBError *error, void *context) {
    (void)json, (void)context;
    require(error != NULL);
    ended++;
}
static void count_error(const TCGBError *error, void *context) {
    require_equal(TCGBError_code(error), (intptr_t)context);
    ended++;
}

/* R11 */
PROMISE("shutdown keeps its limit and 100 ms with 65,533 calls open, and what was not in time is answered by the next") {
    int64_t best = INT64_MAX;
    for (int attempt = 0; attempt < ATTEMPTS && best > 150; attempt++) { /* other programs take time, too */
        initialize_in(":memory:");
        require(TCGBConsole_setServiceSuspended(true));
        ended = 0;
        for (int i = 0; i < OPEN_CALLS; i++) TCGBConsole_saveSettingsWithCompletion(count_json, NULL);
        require_equal(ended, 0);
        int64_t began = milliseconds();
        bool in_time = TCGBGamebase_shutdown(50);
        int64_t took = milliseconds() - began;
        if (took < best) best = took;
        if (in_time) require_equal(ended, OPEN_CALLS);
        require(TCGBGamebase_shutdown(20000));
        require_equal(ended, OPEN_CALLS);
    }
    require(best <= 150);
}

/* R10 */
PROMISE("300,000 refused calls that wait for a drain take at most 200 bytes each, and each is answered once") {
    TCGBGamebase_logoutWithViewController_completion(NULL, count_error, (void *)TCGB_ERROR_NOT_INITIALIZED);
    require_equal(TCGBRunLoop_drain(), 1);
    struct mallinfo2 before = mallinfo2();
    for (int i = 0; i < REFUSALS; i++) {
        if (i % 2) TCGBGamebase_logoutWithViewController_completion(NULL, count_error, (void *)TCGB_ERROR_NOT_INITIALIZED);
        else TCGBGamebase_loginWithType_viewController_completion(NULL, NULL, (TCGBLoginCompletion)0, NULL);
    }
    for (int i = 0; i < REFUSALS / 2; i++)
        TCGBConsole_setMaintenance_completion("no json", count_error, (void *)TCGB_ERROR_INVALID_JSON_FORMAT);
    struct mallinfo2 after = mallinfo2();
    require(after.uordblks + after.hblkhd - before.uordblks - before.hblkhd < (size_t)REFUSALS * REFUSAL_BYTES);
    require_equal(TCGBRunLoop_drain(), REFUSALS);
    require_equal(ended, 1 + REFUSALS);
    require(TCGBGamebase_shutdown(1000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
