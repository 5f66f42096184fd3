/* A disk without room while money is under way: this program's own write calls stand in for the system's, below SQLite. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>

#include "money.h"

static int disk_full, refused_writes;
static bool has_room(void) {
    if (!__atomic_load_n(&disk_full, __ATOMIC_ACQUIRE)) return true;
    __atomic_add_fetch(&refused_writes, 1, __ATOMIC_RELAXED);
    errno = ENOSPC;
    return false;
}
static ssize_t write_if_room(int file, const void *bytes, size_t size) { return has_room() ? write(file, bytes, size) : -1; }
static ssize_t pwrite_if_room(int file, const void *bytes, size_t size, off_t offset) {
    return has_room() ? pwrite(file, bytes, size, offset) : -1;
}
static int allocate_if_room(int file, off_t offset, off_t size) { return has_room() ? posix_fallocate(file, offset, size) : ENOSPC; }
static void fill_the_disk(bool full) { __atomic_store_n(&disk_full, full, __ATOMIC_RELEASE); }

static void stand_in_for_the_disk(void) {
    sqlite3_vfs *(*find)(const char *) = NULL;
    void *found = dlsym(RTLD_DEFAULT, "sqlite3_vfs_find");
    if (!found) skip("SQLite is inside the library here, where its system calls cannot be replaced");
    memcpy(&find, &found, sizeof find);
    sqlite3_vfs *vfs = find(NULL);
    require(vfs && vfs->iVersion >= 3);
    require_equal(vfs->xSetSystemCall(vfs, "write", (sqlite3_syscall_ptr)write_if_room), SQLITE_OK);
    require_equal(vfs->xSetSystemCall(vfs, "pwrite", (sqlite3_syscall_ptr)pwrite_if_room), SQLITE_OK);
    require_equal(vfs->xSetSystemCall(vfs, "pwrite64", (sqlite3_syscall_ptr)pwrite_if_room), SQLITE_OK);
    require_equal(vfs->xSetSystemCall(vfs, "fallocate", (sqlite3_syscall_ptr)allocate_if_room), SQLITE_OK);
}

static struct {
    int times;
    int64_t code, detail;
    char domain[64];
} above;
static void on_above(const TCGBPurchasableReceipt *receipt, const TCGBError *error, void *context) {
    (void)receipt, (void)context;
    above.times++;
    above.code = TCGBError_code(error);
    above.detail = TCGBError_detailErrorCode(error);
}
static void buy_above(const char *product) {
    memset(&above, 0, sizeof above);
    TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion(product, NULL, on_above, &above);
    TILL_WAIT(above.times);
}

/* invariant 22; code 12 */
PROMISE("without room a purchase is 12 and 8001 before the store hears of it, and works later") {
    make_till();
    stand_in_for_the_disk();
    open_till();
    iap_initialize();
    till_buy("gem");
    require_equal(answer.code, 0);
    require_equal(iap_unconsumed(), 1);
    fill_the_disk(true);
    for (int again = 0; again < 3; again++) {
        iap_buy("m.gem", NULL);
        if (heard.code != NHNCloudIAPErrorChangePurchaseStatusFailed) broken_number("full", again, heard.message, heard.code, 12);
        require_text(heard.domain, NHNCloudIAPErrorDomain);
        require_equal(heard.detail, TCGB_ERROR_SERVER_INTERNAL_ERROR);
        buy_above("gem");
        require_equal(above.code, TCGB_ERROR_SERVER_INTERNAL_ERROR);
    }
    PLAY(&answer, NHNCloudIAP_consumeWithPurchaseResult_completionHandler(first_payment, on_error, &answer));
    require_equal(answer.code, NHNCloudIAPErrorChangePurchaseStatusFailed);
    require(refused_writes > 0);
    require_equal(till->count, 1); /* the store heard of none of it */
    fill_the_disk(false);
    require_equal(iap_unconsumed(), 1);
    iap_buy("m.gem", NULL);
    require_equal(heard.received, 1);
    require_equal(iap_unconsumed(), 2);
    require_equal(till->count, 2);
    till_is_sound();
    require(TCGBGamebase_shutdown(2000));
}

/* Pays, and the room is gone. */
static void pay_and_fill(const TCGBStoreRequest *request, void *context) {
    fill_the_disk(true);
    till_begin(request, context);
}

/* invariant 9; invariant 22; code 100 */
PROMISE("when the room goes after the payment, the outcome is unknown and the payment arrives later") {
    static const TCGBStoreAdapter adapter = {.structSize = sizeof adapter, .begin = pay_and_fill, .poll = till_poll, .finish = till_finish};
    make_till();
    stand_in_for_the_disk();
    open_till();
    iap_initialize();
    require(TCGBStoreAdapter_register("X-TILL", &adapter));
    for (int surface = 0; surface < 2; surface++) {
        if (surface) {
            buy_above("gem");
            require_equal(above.code, TCGB_ERROR_SOCKET_ERROR);
            require_equal(above.detail, NHNCloudHttpErrorNetworkNotAvailable);
        } else {
            iap_buy("m.gem", NULL);
            require_equal(heard.failed, 1);
            require_text(heard.domain, NHNCloudHttpErrorDomain);
            require_equal(heard.code, NHNCloudHttpErrorNetworkNotAvailable);
        }
        require(last_sale()->paid && !last_sale()->finished);
        PLAY(&payments, NHNCloudIAP_requestConsumablePurchasesWithCompletionHandler(on_payments, &payments));
        require(payments.code != 0); /* a list that lacks a payment does not call itself whole */
        fill_the_disk(false);
        require_equal(iap_unconsumed(), surface + 1);
        TILL_WAIT(last_sale()->finished);
        till_is_sound();
    }
    require_equal(till->count, 2);
    require(TCGBGamebase_shutdown(2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
