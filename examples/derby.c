/* A racing game on the mobile backend, as its tutorial has it: a player without a form to fill in, the horse that others race against,
 * opponents of its strength, a present for an owner, a Facebook account, pushes to a channel. Gaps of the tutorial are closed
 * here: a horse is its owner's alone to change, the arena shows no horse twice, and a present is taken once.
 *
 *     cc derby.c $(pkg-config --cflags --libs gamebase) && ./a.out DIRECTORY console.json
 *
 * Calls return at once and answer in the run loop; this program waits for each answer, a game drains the loop once a frame. */
#include "await.h"

#include <NCMB/NCMB.h>
#include <string.h>

enum { OPPONENTS = 2, SHOWN_MAX = 100 };
static const char *directory;
static NCMBUser *player;             /* who is logged in, kept */
static NCMBObject *found[SHOWN_MAX]; /* of the last search, kept */
static size_t foundCount;
static int32_t number;

/* Completions. `context` is whatever was passed with the call; here the name of the step. */
static void onPlayer(NCMBUser *user, const TCGBError *error, void *context) {
    check(error, context);
    TCGBRelease(player);
    player = (NCMBUser *)TCGBRetain(user);
    answered = true;
}
static void onNumber(int32_t count, const TCGBError *error, void *context) {
    check(error, context);
    number = count;
    answered = true;
}
static void onFound(NCMBObject *const *objects, size_t count, const TCGBError *error, void *context) {
    check(error, context);
    while (foundCount) TCGBRelease(found[--foundCount]);
    for (; foundCount < count && foundCount < SHOWN_MAX; foundCount++) found[foundCount] = (NCMBObject *)TCGBRetain(objects[foundCount]);
    answered = true;
}

/* What a phone would keep in its user defaults: a small file for each name. */
static FILE *defaults(const char *name, const char *mode) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.txt", directory, name);
    return fopen(path, mode);
}
static int recall(const char *name, char *text, int size) {
    FILE *file = defaults(name, "r");
    const int isThere = file && fgets(text, size, file);
    if (file) fclose(file);
    return isThere;
}
static void keep(const char *name, const char *text) {
    FILE *file = defaults(name, "w");
    expect(file && fputs(text, file) >= 0 && fclose(file) == 0, "the device keeps a text");
}
static void randomBytes(unsigned char *bytes, size_t count) {
    FILE *file = fopen("/dev/urandom", "r");
    expect(file && fread(bytes, 1, count, file) == count, "there are random numbers");
    fclose(file);
}
static void randomText(char text[33]) {
    unsigned char bytes[16];
    randomBytes(bytes, sizeof bytes);
    for (int i = 0; i < 16; i++) snprintf(text + 2 * i, 3, "%02x", bytes[i]);
}

static int32_t randomBelow(int32_t count) {
    unsigned char bytes[4];
    randomBytes(bytes, sizeof bytes);
    return (int32_t)((bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24) % (uint32_t)count);
}

/* Sign-up without a form: a name and a password that the device makes, and keeps before it asks. Whatever became of the answer, the next
 * start logs in with them, or signs up with them when the sign-up had never arrived. */
static void onPlayerIfThere(NCMBUser *user, const TCGBError *error, void *context) {
    if (TCGBError_code(error) == NCMBErrorAuthFailure) answered = true;
    else onPlayer(user, error, context);
}
static void logInAs(const char *owner) {
    char key[64], name[33], password[33], kept[80] = "";
    snprintf(key, sizeof key, "player-%s", owner);
    if (recall(key, kept, sizeof kept)) {
        memcpy(name, kept, 32);
        memcpy(password, kept + 33, 32);
        name[32] = password[32] = '\0';
        TCGBRelease(player);
        player = NULL;
        NCMBUser_logInWithUsernameInBackground_password_block(name, password, onPlayerIfThere, step("log-in"));
        await();
        if (player) return;
    } else {
        randomText(name);
        randomText(password);
        snprintf(kept, sizeof kept, "%s %s", name, password);
        keep(key, kept);
    }
    NCMBUser *user = NCMBUser_user();
    NCMBUser_setUserName(user, name);
    NCMBUser_setPassword(user, password);
    NCMBObject_setObject_forKey_string(user, owner, "ownerName");
    NCMBUser_signUpInBackgroundWithBlock(user, onDone, step("sign-up"));
    await();
    TCGBRelease(player);
    player = user;
}

/* The horse that others race against: one for each player, the last one that was raced. */
static void saveRaceHorse(const char *name, int64_t points, char *id, size_t size) {
    char key[80], known[64];
    NCMBObject *uma = NCMBObject_objectWithClassName("RaceUmaModel");
    snprintf(key, sizeof key, "raceUma-%s", NCMBObject_objectId(player));
    if (recall(key, known, sizeof known)) {
        NCMBObject_setObjectId(uma, known);
    } else {
        NCMBACL *acl = NCMBACL_ACLWithUser(player); /* everybody else may only look */
        NCMBACL_setPublicReadAccess(acl, true);
        NCMBObject_setACL(uma, acl);
        TCGBRelease(acl);
        expect(NCMBObject_setObject_forKey_object(uma, player, "owner"), "a horse has an owner");
    }
    expect(NCMBObject_setObject_forKey_string(uma, name, "name") && NCMBObject_setObject_forKey_int64(uma, points, "totalPoints") &&
               NCMBObject_setObject_forKey_json(uma, "{\"speed\":7,\"stamina\":5}", "parameters"),
        "the fields have the types that were registered");
    NCMBObject_saveInBackgroundWithBlock(uma, onDone, step("save the horse"));
    await();
    keep(key, NCMBObject_objectId(uma));
    snprintf(id, size, "%s", NCMBObject_objectId(uma));
    TCGBRelease(uma);
}

/* Opponents: each is drawn from all in the range that were not shown yet, and is then shown. A draw of a whole window would bring
 * neighbours together each time. */
static void findOpponents(int64_t from, int64_t to, char shown[SHOWN_MAX][64], size_t *shownCount) {
    const char *ids[SHOWN_MAX];
    for (size_t i = 0; i < SHOWN_MAX; i++) ids[i] = shown[i];
    NCMBQuery *query = NCMBQuery_queryWithClassName("RaceUmaModel");
    NCMBQuery_whereKey_greaterThanOrEqualTo_int64(query, "totalPoints", from);
    NCMBQuery_whereKey_lessThanOrEqualTo_int64(query, "totalPoints", to);
    NCMBQuery_setLimit(query, 1);
    for (int drawn = 0; drawn < OPPONENTS && *shownCount < SHOWN_MAX; drawn++) {
        NCMBQuery_whereKey_notContainedIn_strings(query, "objectId", ids, *shownCount);
        NCMBQuery_countObjectsInBackgroundWithBlock(query, onNumber, step("count"));
        await();
        if (number == 0) break;
        NCMBQuery_setSkip(query, randomBelow(number));
        NCMBQuery_findObjectsInBackgroundWithBlock(query, onFound, step("find an opponent"));
        await();
        if (foundCount == 0) break; /* somebody took it away meanwhile */
        printf("   %s, %lld points\n", NCMBObject_objectForKey_string(found[0], "name"),
            (long long)NCMBObject_objectForKey_int64(found[0], "totalPoints"));
        snprintf(shown[(*shownCount)++], sizeof shown[0], "%s", NCMBObject_objectId(found[0]));
    }
    TCGBRelease(query);
}

static void sendPresent(NCMBUser *receiver, const char *umaName) {
    NCMBObject *present = NCMBObject_objectWithClassName("PresentItemModel");
    NCMBACL *acl = NCMBACL_ACLWithUser(receiver); /* nobody else sees it */
    NCMBObject_setACL(present, acl);
    TCGBRelease(acl);
    expect(NCMBObject_setObject_forKey_int64(present, 3, "itemID") && NCMBObject_setObject_forKey_object(present, player, "sender") &&
               NCMBObject_setObject_forKey_object(present, receiver, "receiver") &&
               NCMBObject_setObject_forKey_string(present, umaName, "umaName"),
        "a present is made");
    NCMBObject_saveInBackgroundWithBlock(present, onDone, step("send the present"));
    await();
    TCGBRelease(present);
}
static size_t takePresents(void) {
    NCMBQuery *query = NCMBQuery_queryWithClassName("PresentItemModel"), *me = NCMBUser_query();
    NCMBQuery_whereKey_equalTo_string(me, "objectId", NCMBObject_objectId(player));
    NCMBQuery_whereKey_matchesQuery(query, "receiver", me);
    NCMBQuery_findObjectsInBackgroundWithBlock(query, onFound, step("find presents"));
    await();
    TCGBRelease(me);
    TCGBRelease(query);
    for (size_t i = 0; i < foundCount; i++) {
        const int item = (int)NCMBObject_objectForKey_int64(found[i], "itemID");
        printf("   item %d for %s\n", item, NCMBObject_objectForKey_string(found[i], "umaName"));
        NCMBObject_deleteInBackgroundWithBlock(found[i], onDone, step("take the present"));
        await();
    }
    return foundCount;
}

static void registerClasses(void) {
    static const NCMBField uma[] = {{"name", NCMBFieldTypeString}, {"totalPoints", NCMBFieldTypeLong},
        {"parameters", NCMBFieldTypeDictionary},
        {"aspects", NCMBFieldTypeDictionary}, {"owner", NCMBFieldTypeObject}, {"userName", NCMBFieldTypeString}};
    static const NCMBField present[] = {{"itemID", NCMBFieldTypeLong}, {"sender", NCMBFieldTypeObject}, {"receiver", NCMBFieldTypeObject},
        {"userName", NCMBFieldTypeString}, {"umaName", NCMBFieldTypeString}};
    const NCMBSubclass classes[] = {{sizeof(NCMBSubclass), "UmaModel", NULL, uma, sizeof uma / sizeof *uma},
        {sizeof(NCMBSubclass), "RaceUmaModel", "UmaModel", NULL, 0}, {sizeof(NCMBSubclass), "CrossBreedUmaModel", "UmaModel", NULL, 0},
        {sizeof(NCMBSubclass), "PresentItemModel", NULL, present, sizeof present / sizeof *present}};
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) expect(NCMBObject_registerSubclass(&classes[i]), "a class is registered");
}

static void race(char *horse, size_t size) {
    printf("2 rivals of other owners\n");
    for (int i = 0; i < 3; i++) {
        char owner[16];
        snprintf(owner, sizeof owner, "Owner %d", i);
        logInAs(owner);
        saveRaceHorse(owner, 90 + 10 * i, horse, size);
    }

    printf("3 sign up; the next start logs in again\n");
    logInAs("Sato");
    printf("4 save the race horse\n");
    saveRaceHorse("Bucephalus", 100, horse, size);
}

static void enterArena(const char *horse) {
    printf("5 opponents\n");
    static char shown[SHOWN_MAX][64];
    size_t shownCount = 1;
    snprintf(shown[0], sizeof shown[0], "%s", horse);
    findOpponents(80, 120, shown, &shownCount);
    printf("  and others than those\n");
    findOpponents(80, 120, shown, &shownCount);
}

static void givePresent(const char *sato) {
    printf("6 a present, taken once\n");
    logInAs("Owner 0");
    NCMBUser *receiver = NCMBUser_user();
    NCMBObject_setObjectId(receiver, sato);
    sendPresent(receiver, "Bucephalus");
    TCGBRelease(receiver);
    logInAs("Sato");
    expect(takePresents() > 0, "the present is there");
}

static void linkFacebook(void) {
    printf("7 the Facebook account\n");
    NCMBFacebookUtils_initializeFacebook();
    if (!NCMBFacebookUtils_isLinkedWithUser(player)) {
        NCMBFacebookUtils_linkUser_facebookId_accessToken_expirationDate_block(
            player, "sato", "token-of-facebook", 4102444800000, onDone, step("link with Facebook"));
        await();
    }
    NCMBFacebookUtils_logInWithFacebookId_accessToken_expirationDate_block(
        "sato", "token-of-facebook", 4102444800000, onPlayer, step("log in by Facebook"));
    await();
    NCMBFacebookUtils_unlinkUserInBackground_block(player, onDone, step("unlink"));
    await();
}

static int heard;
static void onPush(const char *userInfo, void *context) {
    (void)context;
    printf("   %s\n", userInfo);
    heard++;
}
static void pushTo(const char *channel, const char *message) {
    const char *channels[] = {channel};
    NCMBPush *push = NCMBPush_push();
    expect(NCMBPush_setPushToIOS(push, true) && NCMBPush_setPushToAndroid(push, false) && NCMBPush_setChannels(push, channels, 1) &&
               NCMBPush_setMessage(push, message) && NCMBPush_setImmediateDeliveryFlag(push, true),
        "a push is made");
    NCMBPush_sendPushInBackgroundWithBlock(push, onDone, step("send a push"));
    await();
    TCGBRelease(push);
}
static void hearPushes(void) {
    static const unsigned char token[] = {0x00, 0x0f, 0xa0, 0xff};
    static const char *const channels[] = {"Eagle"};
    printf("8 this device, and a push to its channel\n");
    NCMBInstallation *here = NCMBInstallation_currentInstallation();
    expect(NCMBInstallation_setDeviceTokenFromData(here, token, sizeof token), "a device has a token");
    NCMBObject_saveInBackgroundWithBlock(here, onDone, step("save the installation"));
    await();
    NCMBInstallation_setChannels(here, channels, 1);
    NCMBObject_saveInBackgroundWithBlock(here, onDone, step("listen to a channel"));
    await();
    NCMBPush_setRemoteNotificationHandler(onPush, NULL);
    pushTo("Eagle", "the arena is open");
    for (int wait = 0; wait < 200 && !heard; wait++) TCGBRunLoop_runUntil(50);
    expect(heard > 0, "the push to its channel comes");
    NCMBPush_setRemoteNotificationHandler(NULL, NULL);
}

int main(int count, char **arguments) {
    if (count < 3) return fprintf(stderr, "usage: %s DIRECTORY console.json\n", arguments[0]), 2;
    directory = arguments[1];
    expect(TCGBHost_setStorageDirectory(directory), "the directory can be used");

    printf("1 start: classes, keys\n");
    registerClasses();
    NCMB_setApplicationKey_clientKey("YOUR_APPLICATION_KEY", "YOUR_CLIENT_KEY");
    TCGBConsole_loadSettingsFromFile_completion(arguments[2], onDone, step("load settings"));
    await();
    char horse[64], sato[64];
    race(horse, sizeof horse);
    snprintf(sato, sizeof sato, "%s", NCMBObject_objectId(player));
    enterArena(horse);
    givePresent(sato);
    linkFacebook();
    hearPushes();

    while (foundCount) TCGBRelease(found[--foundCount]);
    TCGBRelease(player);
    expect(TCGBGamebase_shutdown(5000), "the library has ended");
    printf("done\n");
    return 0;
}
