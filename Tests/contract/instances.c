/* Several players in one process. */
#include "play.h"

#include <pthread.h>

static char first[64], second[64], path[4096];

static TCGBInstance *player(const TCGBInstance *sharing, int number) {
    TCGBInstance *instance = sharing ? TCGBInstance_createSharingServiceOf(sharing) : TCGBInstance_create();
    require(instance);
    require(TCGBInstance_makeCurrent(instance));
    snprintf(path, sizeof path, "%s/player-%d", directory, number);
    initialize_in(sharing ? NULL : path);
    return instance;
}

PROMISE("two instances are two guests, each with its own storage") {
    TCGBInstance *one = player(NULL, 1);
    log_in();
    copy_text(first, sizeof first, TCGBGamebase_userID());
    TCGBInstance *two = player(NULL, 2);
    require(TCGBGamebase_userID() == NULL);
    log_in();
    copy_text(second, sizeof second, TCGBGamebase_userID());
    require(strcmp(first, second) != 0);
    require(TCGBInstance_makeCurrent(one));
    require_text(TCGBGamebase_userID(), first);
    require(TCGBInstance_makeCurrent(NULL));
    require(!TCGBGamebase_isInitialized());
    require(TCGBInstance_destroy(one, 2000));
    require(TCGBInstance_destroy(two, 2000));
}

PROMISE("two instances that share a service see the same console, and are different players") {
    TCGBInstance *one = player(NULL, 1);
    load_settings();
    log_in();
    copy_text(first, sizeof first, TCGBGamebase_userID());
    TCGBInstance *two = player(one, 2);
    log_in();
    copy_text(second, sizeof second, TCGBGamebase_userID());
    require(strcmp(first, second) != 0);
    PLAY_WELL(&answer, TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem_100", NULL, on_purchase, &answer));
    PLAY_WELL(&answer, TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, &answer));
    require_equal(answer.count, 1);
    require(TCGBInstance_makeCurrent(one));
    PLAY_WELL(&answer, TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, &answer));
    require_equal(answer.count, 0);
    /* The one who brought the service may leave first. */
    require(TCGBInstance_destroy(one, 2000));
    require(TCGBInstance_makeCurrent(two));
    PLAY_WELL(&answer, TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, &answer));
    require_equal(answer.count, 1);
    require(TCGBInstance_destroy(two, 2000));
}

/* R8 */
PROMISE("a callback speaks for the instance that it belongs to") {
    TCGBInstance *one = player(NULL, 1);
    log_in();
    copy_text(first, sizeof first, TCGBGamebase_userID());
    fresh(&answer);
    TCGBConsole_saveSettingsWithCompletion(on_json, &answer);
    require(TCGBInstance_current() == one);
    require(TCGBInstance_makeCurrent(NULL));
    pump_for(50); /* the default instance's loop runs nothing of another's */
    require_equal(answer.times, 0);
    require(TCGBInstance_makeCurrent(one));
    require(pump_until(&answer.times, PLAY_LIMIT_MILLISECONDS));
    require(TCGBInstance_destroy(one, 2000));
}

static void *play_alone(void *number) {
    static __thread struct answer mine;
    char place[4096];
    TCGBInstance *instance = TCGBInstance_create();
    require(instance && TCGBInstance_makeCurrent(instance));
    snprintf(place, sizeof place, "%s/thread-%d", directory, (int)(intptr_t)number);
    require(TCGBHost_setStorageDirectory(place));
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Contract", "1.0.0");
    PLAY_WELL(&mine, TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, &mine));
    TCGBRelease(configuration);
    PLAY_WELL(&mine, TCGBConsole_loadSettings_completion(SETTINGS, on_error, &mine));
    PLAY_WELL(&mine, TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, &mine));
    for (int i = 0; i < 5; i++)
        PLAY_WELL(&mine, TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem_100", NULL, on_purchase, &mine));
    PLAY_WELL(&mine, TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, &mine));
    require_equal(mine.count, 5);
    require(TCGBInstance_destroy(instance, 5000));
    return NULL;
}

PROMISE("eight threads play eight instances at once") {
    pthread_t threads[8];
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 4 << 20);
    for (int i = 0; i < 8; i++) require(pthread_create(&threads[i], &attributes, play_alone, (void *)(intptr_t)i) == 0);
    for (int i = 0; i < 8; i++) pthread_join(threads[i], NULL);
}

PROMISE("destroying an instance ends its calls, and its handle is then a bad one") {
    TCGBInstance *one = player(NULL, 1);
    log_in();
    require(TCGBConsole_setServiceSuspended(true));
    fresh(&answer);
    TCGBConsole_saveSettingsWithCompletion(on_json, &answer);
    require(TCGBInstance_destroy(one, 500));
    require_equal(answer.times, 1);
    require(answer.code != 0);
    require(!TCGBInstance_makeCurrent(one));
    require(!TCGBInstance_destroy(one, 500));
    require(!TCGBGamebase_isInitialized());
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
