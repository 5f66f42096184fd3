/* Between two marks that callgrind knows, a player buys one product of the sandbox. Usage: purchase DIRECTORY console.json */
#include <valgrind/callgrind.h>

#include "../../examples/await.h"

static void onBought(const TCGBPurchasableReceipt *receipt, const TCGBError *error, void *context) {
    (void)receipt;
    onDone(error, context);
}

int main(int count, char **arguments) {
    if (count < 3) return usage("purchase DIRECTORY console.json");
    expect(TCGBHost_setStorageDirectory(arguments[1]), "DIRECTORY is an absolute path");
    initialize("QuickStart");
    loadSettings(arguments[2]);
    logInAsGuest();
    CALLGRIND_ZERO_STATS;
    TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem_100", NULL, onBought, step("purchase"));
    await();
    CALLGRIND_DUMP_STATS;
    expect(TCGBGamebase_shutdown(1000), "the library ends in time");
    return 0;
}
