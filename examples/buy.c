/* Buy, and find the payment in the not-consumed list. Usage: buy DIRECTORY console.json */
#include "await.h"

static size_t waiting;
static void onBought(const TCGBPurchasableReceipt *receipt, const TCGBError *error, void *context) {
    onDone(error, context);
    printf("paid %s\n", TCGBPurchasableReceipt_priceString(receipt));
}
static void onList(const TCGBPurchasableReceipt *const *receipts, size_t count, const TCGBError *error, void *context) {
    onDone(error, context);
    for (waiting = 0; waiting < count; waiting++) printf("%s\n", TCGBPurchasableReceipt_gamebaseProductId(receipts[waiting]));
}
int main(int count, char **arguments) {
    if (count < 3) return usage("buy DIRECTORY console.json");
    expect(TCGBHost_setStorageDirectory(arguments[1]), "DIRECTORY is an absolute path");
    initialize("QuickStart");
    loadSettings(arguments[2]);
    logInAsGuest();
    TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem_100", NULL, onBought, step("purchase"));
    await();
    TCGBPurchase_requestItemListOfNotConsumedWithCompletion(onList, step("list")); /* after each log-in, too */
    await();
    expect(waiting > 0, "the payment is in the list");
    expect(TCGBGamebase_shutdown(1000), "the library ends in time");
    return 0;
}
