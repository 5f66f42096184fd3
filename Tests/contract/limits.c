/* What a great many calls cost while they wait (R10 of TCGBRunLoop.h). */
#include "play.h"

#include <malloc.h>

enum { REFUSALS = 300000, REFUSAL_BYTES = 200 };

static int ended;
static void count_error(const TCGBError *error, void *context) {
    require_equal(TCGBError_code(error), (intptr_t)context);
    ended++;
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
