/* A game with a SQLite of its own, which may be whole or in parts, old, or set for memory: what it exports answers the
 * library's calls, too.
 * usage: ownsqlite DIRECTORY. Prints why it does not begin, or "bought" when a purchase is there after a shutdown. */
#include <Gamebase/Gamebase.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

static int status = -1;
static size_t kept;
static void end(const TCGBError *error) {
    if (error) printf("%s\n", TCGBError_message(error));
    status = error != NULL;
}
static void on_start(const char *info, const TCGBError *error, void *context) { (void)info, (void)context, end(error); }
static void on_end(const TCGBError *error, void *context) { (void)context, end(error); }
static void on_login(const TCGBAuthToken *token, const TCGBError *error, void *context) { (void)token, (void)context, end(error); }
static void on_bought(const TCGBPurchasableReceipt *receipt, const TCGBError *error, void *context) {
    (void)receipt, (void)context, end(error);
}
static void on_list(const TCGBPurchasableReceipt *const *receipts, size_t count, const TCGBError *error, void *context) {
    (void)receipts, (void)context;
    kept = count;
    end(error);
}
static int well(void) {
    while (status < 0) TCGBRunLoop_runUntil(100);
    int ended = status;
    status = -1;
    return ended == 0;
}
#define DO(call) (call, well())

#ifdef OLD
/* In place of the one in its SQLite. */
int sqlite3_libversion_number(void) { return 3030001; }
#endif
#ifdef SOME
/* What is defined here answers the library's calls; the rest is the system's. */
int sqlite3_threadsafe(void) { return 1; }
#endif

static int begin(void) {
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Contract", "1.0.0");
    int is_well = DO(TCGBGamebase_initializeWithConfiguration_completion(configuration, on_start, NULL));
    TCGBRelease(configuration);
    return is_well &&
           DO(TCGBConsole_loadSettings_completion(
               "{\"app\":{\"appId\":\"Contract\",\"typeCode\":\"SANDBOX\"},\"idPs\":{\"guest\":{}},"
               "\"stores\":[{\"storeCode\":\"SANDBOX\"}],"
               "\"products\":[{\"gamebaseProductId\":\"gem\",\"productType\":\"CONSUMABLE\",\"storeCode\":\"SANDBOX\","
               "\"marketItemId\":\"m\","
               "\"price\":\"1\",\"currency\":\"JPY\"}]}",
               on_end, NULL)) &&
           DO(TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, NULL));
}

int main(int count, char **arguments) {
    sqlite3 *own;
    /* The game's own use of it, also as a function that is handed over. */
    int (*volatile close_own)(sqlite3 *) = sqlite3_close_v2;
    if (sqlite3_open_v2(":memory:", &own, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK || close_own(own) != SQLITE_OK) return 3;
#ifdef MEMORY
    if (sqlite3_vfs_register(sqlite3_vfs_find("memdb"), 1) != SQLITE_OK) return 3;
#endif
    if (count != 2 || !TCGBHost_setStorageDirectory(arguments[1])) return 2;
    if (!begin() || !DO(TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem", NULL, on_bought, NULL)) ||
        !TCGBGamebase_shutdown(5000))
        return 1;
    if (!begin() || !DO(TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_list, NULL)) || !TCGBGamebase_shutdown(5000)) return 1;
    printf("%s\n", kept == 1 ? "bought" : "the purchase is gone");
    return 0;
}
