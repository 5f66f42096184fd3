/* Installations: what the device says of itself, what is kept, and what is refused. */
#include "backend.h"

static const char *const EAGLE[] = {"Eagle"};

static int64_t stored(void) {
    PLAY_WELL(&answer, NCMBQuery_countObjectsInBackgroundWithBlock(NCMBInstallation_query(), on_number, &answer));
    return (int64_t)answer.count;
}

PROMISE("the tutorial's device is registered, joins a channel, and leaves it") {
    set_keys();
    NCMBInstallation *installation = NCMBInstallation_currentInstallation();
    require(installation && installation == NCMBInstallation_currentInstallation());
    require(!NCMBObject_objectId(installation) && !NCMBInstallation_deviceToken(installation));
    const unsigned char token[] = {0x00, 0x0f, 0xa0, 0xff};
    require(NCMBInstallation_setDeviceTokenFromData(installation, token, sizeof token));
    require_text(NCMBInstallation_deviceToken(installation), "000fa0ff");
    require(NCMBObject_save(installation, NULL));
    NCMBObject *there = fetched("installation", NCMBObject_objectId(installation));
    require_text(NCMBInstallation_deviceToken(there), "000fa0ff");
    require_text(NCMBInstallation_deviceType(there), "ios");
    require_text(NCMBObject_objectForKey_string(there, "sdkVersion"), TCGBGamebase_SDKVersion());
    require(strlen(NCMBObject_objectForKey_string(there, "applicationName")) > 0);
    require(strlen(NCMBInstallation_timeZone(there)) > 0);
    require_text(NCMBInstallation_timeZone(there), NCMBInstallation_timeZone(installation));

    require(NCMBInstallation_setChannels(installation, EAGLE, 1));
    save(installation);
    PLAY_WELL(&answer, NCMBObject_refreshInBackgroundWithBlock(there, on_error, &answer));
    require_equal(NCMBInstallation_channels_count(there), 1);
    require_text(NCMBInstallation_channels_at(there, 0), "Eagle");
    require(!NCMBInstallation_channels_at(there, 1));
    require(NCMBInstallation_setChannels(installation, NULL, 0));
    save(installation);
    PLAY_WELL(&answer, NCMBObject_refreshInBackgroundWithBlock(there, on_error, &answer));
    require_equal(NCMBInstallation_channels_count(there), 0);
    require_equal(stored(), 1);
}

PROMISE("a restart has the same installation, as it was saved last") {
    set_keys();
    NCMBInstallation *installation = NCMBInstallation_currentInstallation();
    require(NCMBInstallation_setDeviceToken(installation, "t1") && NCMBInstallation_setBadge(installation, 3));
    require_equal(NCMBInstallation_badge(installation), 3);
    save(installation);
    require(NCMBInstallation_setChannels(installation, EAGLE, 1));
    save(installation);
    require(NCMBInstallation_setBadge(installation, 9)); /* not saved */
    char id[32];
    snprintf(id, sizeof id, "%s", NCMBObject_objectId(installation));
    require(TCGBGamebase_shutdown(5000));
    require(!NCMBInstallation_currentInstallation());
    set_keys();
    NCMBInstallation *again = NCMBInstallation_currentInstallation();
    require_text(NCMBObject_objectId(again), id);
    require_text(NCMBInstallation_deviceToken(again), "t1");
    require_equal(NCMBInstallation_badge(again), 3);
    require_equal(NCMBInstallation_channels_count(again), 1);
    require(NCMBInstallation_setBadge(again, 4));
    save(again);
    require_equal(stored(), 1);
    require_equal(NCMBInstallation_badge(fetched("installation", id)), 4);
}

PROMISE("an installation without a token, or with another's, is not saved") {
    set_keys();
    NCMBInstallation *installation = NCMBInstallation_currentInstallation();
    PLAY(&answer, NCMBObject_saveInBackgroundWithBlock(installation, on_error, &answer));
    require_equal(answer.code, NCMBErrorRequired);
    require_text(answer.message, "registrationId is must not be null.");
    NCMBObject *other = NCMBObject_objectWithClassName("installation");
    require(NCMBInstallation_setDeviceToken(other, "t1"));
    save(other);
    require(NCMBInstallation_setDeviceToken(installation, "t1"));
    PLAY(&answer, NCMBObject_saveInBackgroundWithBlock(installation, on_error, &answer));
    require_equal(answer.code, NCMBErrorDuplicateValue);
    require_text(answer.message, "Duplication Error.");
    require(!NCMBObject_objectId(installation));
    require(NCMBInstallation_setDeviceTokenFromData(installation, "ab", 2));
    require_text(NCMBInstallation_deviceToken(installation), "6162");
    require(NCMBInstallation_setDeviceTokenFromData(installation, "ab", 0));
    require(!NCMBInstallation_deviceToken(installation));
    require(NCMBInstallation_setDeviceToken(installation, "t2") && NCMBInstallation_setDeviceTokenFromData(installation, NULL, 5));
    require(!NCMBInstallation_deviceToken(installation));
    require(NCMBInstallation_setDeviceToken(installation, "t2"));
    char bytes[128] = {0};
    require(!NCMBInstallation_setDeviceTokenFromData(installation, bytes, sizeof bytes));
    require_text(NCMBInstallation_deviceToken(installation), "t2");
    save(installation);
    require_equal(stored(), 2);
}

static void be_deleted_elsewhere(bool eventually) {
    NCMBInstallation *installation = NCMBInstallation_currentInstallation();
    require(NCMBInstallation_setDeviceToken(installation, "t1") && NCMBInstallation_setChannels(installation, EAGLE, 1));
    save(installation);
    char first[32];
    snprintf(first, sizeof first, "%s", NCMBObject_objectId(installation));
    NCMBObject *same = fetched("installation", first);
    require(NCMBObject_delete(same, NULL));
    require(NCMBInstallation_setBadge(installation, 1));
    if (eventually) PLAY(&answer, NCMBObject_saveEventually(installation, on_error, &answer));
    else PLAY(&answer, NCMBObject_saveInBackgroundWithBlock(installation, on_error, &answer));
    require_equal(answer.code, NCMBErrorDataNotFound);
    require(!NCMBObject_objectId(installation));
    save(installation);
    require(strcmp(NCMBObject_objectId(installation), first) != 0);
    NCMBObject *there = fetched("installation", NCMBObject_objectId(installation));
    require_text(NCMBInstallation_deviceToken(there), "t1");
    require_text(NCMBInstallation_channels_at(there, 0), "Eagle");
    require_equal(NCMBInstallation_badge(there), 1);
    require_text(NCMBInstallation_deviceType(there), "ios");

    /* One that the game deletes begins anew, too, and so does the device. */
    require(NCMBObject_delete(installation, NULL));
    require(installation == NCMBInstallation_currentInstallation() && !NCMBInstallation_deviceToken(installation));
    restart();
    installation = NCMBInstallation_currentInstallation();
    require(!NCMBObject_objectId(installation) && !NCMBInstallation_deviceToken(installation));
    require_text(NCMBInstallation_deviceType(installation), "ios");
    require_equal(stored(), 0);
}
PROMISE("one that was deleted elsewhere is made anew by the next save, with all its fields") {
    set_keys();
    be_deleted_elsewhere(false);
    be_deleted_elsewhere(true);
}

PROMISE("functions of installations take no other object") {
    set_keys();
    NCMBObject *horse = NCMBObject_objectWithClassName("Horse");
    require(!NCMBInstallation_setDeviceToken(horse, "t") && !NCMBInstallation_setBadge(horse, 1));
    require(!NCMBInstallation_setChannels(horse, EAGLE, 1) && !NCMBInstallation_deviceType(horse));
    require_equal(NCMBObject_allKeys_count(horse), 0);
    NCMBInstallation *installation = NCMBInstallation_currentInstallation();
    require(!NCMBInstallation_setChannels(installation, NULL, 2));
    require(!NCMBInstallation_setDeviceToken(installation, "\xff"));
    require(!NCMBInstallation_deviceToken(installation));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
