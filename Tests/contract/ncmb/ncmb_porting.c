/* The samples of the racing game's tutorial, Objective-C beside C, in the order of the page. */
#include "backend.h"

static const char *const UUID = "550e8400-e29b-41d4-a716-446655440000";
static char race_uma_id[32]; /* NSUserDefaults, RACE_UMA_ID_KEY */

static const NCMBField uma_model[] = {{"name", NCMBFieldTypeString}, {"totalPoints", NCMBFieldTypeLong},
    {"parameters", NCMBFieldTypeDictionary}, {"aspects", NCMBFieldTypeDictionary}, {"owner", NCMBFieldTypeObject},
    {"userName", NCMBFieldTypeString}};
static const NCMBField present_item_model[] = {{"itemID", NCMBFieldTypeLong}, {"sender", NCMBFieldTypeObject},
    {"receiver", NCMBFieldTypeObject}, {"userName", NCMBFieldTypeString}, {"umaName", NCMBFieldTypeString}};

static void register_classes(void) {
    /* @interface UmaModel : NCMBObject<NCMBSubclassing>
     * @property(nonatomic,retain) NSString* name;
     * @property(nonatomic,readwrite) NSInteger totalPoints;
     * @property(nonatomic,retain) NSDictionary* parameters;
     * @property(nonatomic,retain) NSDictionary* aspects;
     * @property(nonatomic,retain) NCMBUser* owner;
     * @property(nonatomic,retain) NSString* userName;
     * @implementation UmaModel
     * @dynamic name, totalPoints, parameters, aspects, owner ,userName;
     * +(NSString*)ncmbClassName{ return @"UmaModel"; } */
    NCMBSubclass uma = {sizeof uma, "UmaModel", NULL, uma_model, 6};
    require(NCMBObject_registerSubclass(&uma));
    /* @interface RaceUmaModel : UmaModel
     * [RaceUmaModel registerSubclass]; */
    NCMBSubclass race = {sizeof race, "RaceUmaModel", "UmaModel", NULL, 0};
    require(NCMBObject_registerSubclass(&race));
    /* [CrossBreedUmaModel registerSubclass]; */
    NCMBSubclass cross = {sizeof cross, "CrossBreedUmaModel", "UmaModel", NULL, 0};
    require(NCMBObject_registerSubclass(&cross));
    /* @interface PresentItemModel : NCMBObject<NCMBSubclassing>
     * @property(nonatomic,readwrite) NSInteger itemID;
     * @property(nonatomic,retain) NCMBUser* sender;
     * @property(nonatomic,retain) NCMBUser* receiver;
     * @property(nonatomic,retain) NSString* userName;
     * @property(nonatomic,retain) NSString* umaName;
     * [PresentItemModel registerSubclass]; */
    NCMBSubclass present = {sizeof present, "PresentItemModel", NULL, present_item_model, 5};
    require(NCMBObject_registerSubclass(&present));
}
static void launch(void) {
    register_classes();
    /* [NCMB setApplicationKey:@"YOUR_APPLICATION_KEY" clientKey:@"YOUR_CLIENT_KEY"]; */
    require(TCGBHost_setStorageDirectory(directory));
    NCMB_setApplicationKey_clientKey("YOUR_APPLICATION_KEY", "YOUR_CLIENT_KEY");
    PLAY_WELL(&answer, TCGBConsole_loadSettings_completion("{\"ncmb\":{\"passwordCost\":8}}", on_error, &answer));
}
static void sign_up_with_owner_name(const char *uuid, const char *name) {
    /* NCMBUser* user = [NCMBUser user];
     * user.userName = uuid;
     * user.password = uuid;
     * [user setObject:name forKey:@"ownerName"];
     * [user signUpInBackgroundWithBlock:^(NSError *error) { ... }]; */
    NCMBUser *user = NCMBUser_user();
    require(NCMBUser_setUserName(user, uuid) && NCMBUser_setPassword(user, uuid));
    require(NCMBObject_setObject_forKey_string(user, name, "ownerName"));
    PLAY_WELL(&answer, NCMBUser_signUpInBackgroundWithBlock(user, on_error, &answer));
}
static void log_in_with(const char *uuid) {
    /* [NCMBUser logInWithUsernameInBackground:uuid password:uuid block:handler]; */
    PLAY_WELL(&answer, NCMBUser_logInWithUsernameInBackground_password_block(uuid, uuid, on_object, &answer));
}
static void save_my_race_uma(NCMBObject *uma) {
    /* if(!umaID){
     *     NCMBUser* user = [self currentUser];
     *     uma.owner = user;
     * }else{
     *     uma.objectId = umaID;
     * } */
    if (!*race_uma_id) {
        require(NCMBObject_setObject_forKey_object(uma, NCMBUser_currentUser(), "owner"));
    } else {
        NCMBObject_setObjectId(uma, race_uma_id);
    }
    /* [uma saveInBackgroundWithBlock:^(NSError *error) {
     *     if(!error&&!umaID){ [ud setObject:uma.objectId forKey:RACE_UMA_ID_KEY]; } }]; */
    PLAY_WELL(&answer, NCMBObject_saveInBackgroundWithBlock(uma, on_error, &answer));
    snprintf(race_uma_id, sizeof race_uma_id, "%s", NCMBObject_objectId(uma));
}
static NCMBObject *race_uma(const char *name, int64_t points) {
    /* RaceUmaModel* uma = [RaceUmaModel object];
     * uma.name = name;
     * uma.totalPoints = points; */
    NCMBObject *uma = NCMBObject_objectWithClassName("RaceUmaModel");
    require(NCMBObject_setObject_forKey_string(uma, name, "name"));
    require(NCMBObject_setObject_forKey_int64(uma, points, "totalPoints"));
    return uma;
}

/* tutorial 25 */
PROMISE("1 to 4: a user signs up under a generated identity, and logs in again") {
    launch();
    sign_up_with_owner_name(UUID, "Sato");
    log_in_with(UUID);
    /* [NCMBUser currentUser] */
    require(NCMBUser_currentUser() == user_found && NCMBUser_sessionToken(user_found));
    require_text(NCMBObject_objectForKey_string(user_found, "ownerName"), "Sato");
    sign_up("other");
    PLAY(&answer, NCMBUser_signUpInBackgroundWithBlock(NCMBUser_user(), on_error, &answer));
    require_equal(answer.code, NCMBErrorRequired);
}

/* tutorial 17 */
PROMISE("5 to 7: the race horse is saved once and changed from then on") {
    launch();
    sign_up_with_owner_name(UUID, "Sato");
    save_my_race_uma(race_uma("Bucephalus", 100));
    char first[32];
    snprintf(first, sizeof first, "%s", race_uma_id);
    /* uma.parameters = @{@"スピード": @10, @"leg-1": @3}; */
    NCMBObject *faster = race_uma("Bucephalus", 120);
    static const char PARAMETERS[] = "{\"\xe3\x82\xb9\xe3\x83\x94\xe3\x83\xbc\xe3\x83\x89\":10,\"leg-1\":3}";
    require(NCMBObject_setObject_forKey_json(faster, PARAMETERS, "parameters"));
    save_my_race_uma(faster);
    require_text(race_uma_id, first);
    find(NCMBQuery_queryWithClassName("RaceUmaModel"));
    require_equal(answer.count, 1);
    require_equal(NCMBObject_objectForKey_int64(found[0], "totalPoints"), 120);
    require_text(NCMBObject_objectForKey_json(found[0], "parameters"), PARAMETERS);
    require_text(NCMBObject_objectId(NCMBObject_objectForKey_object(found[0], "owner")), NCMBObject_objectId(NCMBUser_currentUser()));
}

PROMISE("8: opponents come from the range of points, without those that are excluded") {
    launch();
    sign_up_with_owner_name(UUID, "Sato");
    NCMBObject *mine = race_uma("Mine", 100);
    save_my_race_uma(mine);
    NCMBObject *seen = race_uma("Seen", 100);
    save(seen);
    for (int i = 0; i < 5; i++) save(race_uma("Rival", 80 + 10 * i));
    /* NCMBUser* player = [NCMBUser currentUser];
     * RaceUmaModel *model = [player objectForKey:@"RaceUma"]; */
    NCMBUser *player = NCMBUser_currentUser();
    require(NCMBObject_setObject_forKey_object(player, mine, "RaceUma"));
    NCMBObject *model = NCMBObject_objectForKey_object(player, "RaceUma");
    /* NCMBQuery* query = [RaceUmaModel query];
     * [query whereKey:@"totalPoints" lessThanOrEqualTo:[NSNumber numberWithInteger:maxPts]];
     * [query whereKey:@"totalPoints" greaterThanOrEqualTo:[NSNumber numberWithInteger:minPts]]; */
    NCMBQuery *query = NCMBQuery_queryWithClassName("RaceUmaModel");
    require(NCMBQuery_whereKey_lessThanOrEqualTo_int64(query, "totalPoints", 110));
    require(NCMBQuery_whereKey_greaterThanOrEqualTo_int64(query, "totalPoints", 90));
    /* [ary addObject:[NSString stringWithFormat:@"%@",model.objectId]];
     * [query whereKey:@"objectId" notContainedIn:ary]; */
    const char *ary[] = {NCMBObject_objectId(model), NCMBObject_objectId(seen)};
    require(NCMBQuery_whereKey_notContainedIn_strings(query, "objectId", ary, 2));
    /* [query countObjectsInBackgroundWithBlock:^(int number, NSError *c_error) { ... }]; */
    PLAY_WELL(&answer, NCMBQuery_countObjectsInBackgroundWithBlock(query, on_number, &answer));
    require_equal(answer.count, 3);
    /* query.skip = rand()%(number-c);
     * query.limit = c; */
    NCMBQuery_setSkip(query, 1);
    NCMBQuery_setLimit(query, 2);
    /* [query findObjectsInBackgroundWithBlock:^(NSArray *objects, NSError *f_error) { handler(objects, f_error); }]; */
    PLAY_WELL(&answer, NCMBQuery_findObjectsInBackgroundWithBlock(query, on_objects, &answer));
    require_equal(answer.count, 2);
    for (size_t i = 0; i < answer.count; i++) {
        int64_t points = NCMBObject_objectForKey_int64(found[i], "totalPoints");
        require(points >= 90 && points <= 110);
        require_text(NCMBObject_objectForKey_string(found[i], "name"), "Rival");
    }
}

/* What the flows of the page leave open, and how a game closes it. */

/* tutorial 12; tutorial 13; tutorial 15 */
PROMISE("8: opponents are drawn one by one from all that are left, without those that are excluded and without a window") {
    enum { RIVALS = 5 };
    launch();
    sign_up_with_owner_name(UUID, "Sato");
    NCMBObject *mine = race_uma("Mine", 100);
    save_my_race_uma(mine);
    for (int i = 0; i < RIVALS; i++) save(race_uma("Rival", 100 + i));
    require(!NCMBObject_objectForKey_object(NCMBUser_currentUser(), "RaceUma"));
    const char *excluded[] = {NCMBObject_objectId(mine), NULL};
    NCMBQuery *query = NCMBQuery_queryWithClassName("RaceUmaModel");
    require(NCMBQuery_whereKey_notContainedIn_strings(query, "objectId", excluded, 1));
    NCMBQuery_setLimit(query, 1);
    PLAY_WELL(&answer, NCMBQuery_countObjectsInBackgroundWithBlock(query, on_number, &answer));
    require_equal(answer.count, RIVALS);
    int met = 0;
    for (int i = 0; i < RIVALS; i++) {
        NCMBQuery_setSkip(query, i);
        find(query);
        require_equal(answer.count, 1);
        met |= 1 << (NCMBObject_objectForKey_int64(found[0], "totalPoints") - 100);
    }
    require_equal(met, (1 << RIVALS) - 1);
    /* The first and the last in one draw, and nobody between them. */
    NCMBQuery_setSkip(query, 0);
    find(query);
    int64_t newest = NCMBObject_objectForKey_int64(found[0], "totalPoints");
    excluded[1] = NCMBObject_objectId(found[0]);
    require(NCMBQuery_whereKey_notContainedIn_strings(query, "objectId", excluded, 2));
    NCMBQuery_setSkip(query, RIVALS - 2);
    find(query);
    require_equal(newest - NCMBObject_objectForKey_int64(found[0], "totalPoints"), RIVALS - 1);
}

/* tutorial 20 */
PROMISE("1 to 4: an identity that is kept before the sign-up is good whatever became of the answer") {
    for (int is_sent = 0; is_sent < 2; is_sent++) {
        const char *uuid = is_sent ? UUID : "550e8400-e29b-41d4-a716-446655440001";
        launch();
        NCMBUser *user = NCMBUser_user();
        require(NCMBUser_setUserName(user, uuid) && NCMBUser_setPassword(user, uuid));
        if (is_sent) {
            NCMBUser_signUpInBackgroundWithBlock(user, on_error, &answer);
            for (int waits = 0; !NCMBObject_objectId(user); waits++) require(waits < PLAY_LIMIT_MILLISECONDS && usleep(1000) == 0);
        }
        /* The game ends before it hears of it. */
        require(TCGBGamebase_shutdown(5000));
        launch();
        NCMBUser_logOut();
        PLAY(&answer, NCMBUser_logInWithUsernameInBackground_password_block(uuid, uuid, on_object, &answer));
        require_equal(answer.code, is_sent ? 0 : NCMBErrorAuthFailure);
        if (!is_sent) sign_up_with_owner_name(uuid, "Sato");
        require_text(NCMBUser_userName(NCMBUser_currentUser()), uuid);
        user = NCMBUser_user();
        require(NCMBUser_setUserName(user, uuid) && NCMBUser_setPassword(user, uuid));
        PLAY(&answer, NCMBUser_signUpInBackgroundWithBlock(user, on_error, &answer));
        require_equal(answer.code, NCMBErrorDuplicateValue);
        require(TCGBGamebase_shutdown(5000));
    }
}

static struct answer takes[2];

/* tutorial 23 */
PROMISE("10: a present is taken once, also by two devices at once") {
    launch();
    NCMBUser *receiver = sign_up("receiver");
    NCMBObject *present = NCMBObject_objectWithClassName("PresentItemModel");
    require(NCMBObject_setObject_forKey_object(present, receiver, "receiver"));
    save(present);
    TCGBInstance *other = TCGBInstance_createSharingServiceOf(NULL);
    TCGBInstance_makeCurrent(other);
    NCMB_setApplicationKey_clientKey("YOUR_APPLICATION_KEY", "YOUR_CLIENT_KEY");
    NCMBObject *same = fetched("PresentItemModel", NCMBObject_objectId(present));
    NCMBObject_deleteInBackgroundWithBlock(same, on_error, &takes[1]);
    TCGBInstance_makeCurrent(NULL);
    NCMBObject_deleteInBackgroundWithBlock(present, on_error, &takes[0]);
    require(pump_until(&takes[0].times, PLAY_LIMIT_MILLISECONDS));
    TCGBInstance_makeCurrent(other);
    require(pump_until(&takes[1].times, PLAY_LIMIT_MILLISECONDS));
    TCGBInstance_makeCurrent(NULL);
    require(takes[0].code == 0 || takes[1].code == 0);
    require_equal(takes[0].code + takes[1].code, NCMBErrorDataNotFound);
    find(NCMBQuery_queryWithClassName("PresentItemModel"));
    require_equal(answer.count, 0);
    require(TCGBInstance_destroy(other, 5000));
}

/* tutorial 6 */
PROMISE("6: the id is objectId alone, and a field objectID is one like any other") {
    launch();
    NCMBObject *uma = race_uma("Bucephalus", 100);
    require(NCMBObject_setObject_forKey_string(uma, "another", "objectID") && !NCMBObject_objectId(uma));
    save(uma);
    require_equal(strlen(NCMBObject_objectId(uma)), 16);
    NCMBObject *again = fetched("RaceUmaModel", NCMBObject_objectId(uma));
    require_text(NCMBObject_objectForKey_string(again, "objectID"), "another");
}

/* tutorial 10 */
PROMISE("9 and 10: a present reaches its receiver alone") {
    launch();
    NCMBUser *user = sign_up("receiver"), *sender = sign_up("sender");
    /* PresentItemModel* present = [PresentItemModel object];
     * present.itemID = itemID;
     * present.receiver = user;
     * present.sender = sender;
     * present.userName = USER_NAME;
     * present.umaName = umaName;
     * [present saveInBackgroundWithBlock:handler]; */
    NCMBObject *present = NCMBObject_objectWithClassName("PresentItemModel");
    require(NCMBObject_setObject_forKey_int64(present, 3, "itemID") && !NCMBObject_setObject_forKey_string(present, "3", "itemID"));
    require(NCMBObject_setObject_forKey_object(present, user, "receiver"));
    require(NCMBObject_setObject_forKey_object(present, sender, "sender"));
    require(NCMBObject_setObject_forKey_string(present, "Sato", "userName"));
    require(NCMBObject_setObject_forKey_string(present, "Bucephalus", "umaName"));
    PLAY_WELL(&answer, NCMBObject_saveInBackgroundWithBlock(present, on_error, &answer));
    for (int i = 0; i < 2; i++) {
        if (i == 1) log_in_as("receiver");
        /* NCMBUser* player = [NCMBUser currentUser];
         * NCMBQuery* query = [PresentItemModel query];
         * NCMBQuery* userQuery = [NCMBUser query];
         * [userQuery whereKey:@"objectId" equalTo:player.objectId];
         * [query whereKey:@"receiver" matchesQuery:userQuery];
         * [query findObjectsInBackgroundWithBlock:^(NSArray *objects, NSError *error) { handler(objects, error); }]; */
        NCMBUser *player = NCMBUser_currentUser();
        NCMBQuery *query = NCMBQuery_queryWithClassName("PresentItemModel");
        NCMBQuery *userQuery = NCMBUser_query();
        require(NCMBQuery_whereKey_equalTo_string(userQuery, "objectId", NCMBObject_objectId(player)));
        require(NCMBQuery_whereKey_matchesQuery(query, "receiver", userQuery));
        PLAY_WELL(&answer, NCMBQuery_findObjectsInBackgroundWithBlock(query, on_objects, &answer));
        require_equal(answer.count, i);
    }
    require_equal(NCMBObject_objectForKey_int64(found[0], "itemID"), 3);
}

static volatile int pushes_heard;
static void on_push(const char *user_info, void *context) {
    (void)context;
    require(strstr(user_info, "\"alert\":\"test\""));
    pushes_heard++;
}
static NCMBPush *test_push(void) {
    /* NCMBPush *push = [NCMBPush push];
     * [push setPushToIOS:TRUE];
     * [push setPushToAndroid:FALSE]; */
    NCMBPush *push = NCMBPush_push();
    require(NCMBPush_setPushToIOS(push, true) && NCMBPush_setPushToAndroid(push, false));
    return push;
}
PROMISE("the samples of device tokens, channels and pushes run") {
    static const unsigned char deviceToken[] = {0x00, 0x0f, 0xa0, 0xff};
    static const char *const eagle[] = {"Eagle"}, *const falcon[] = {"Falcon"};
    launch();
    NCMBPush_setRemoteNotificationHandler(on_push, NULL);
    /* NCMBInstallation *currentInstallation = [NCMBInstallation currentInstallation];
     * [currentInstallation setDeviceTokenFromData:deviceToken];
     * [currentInstallation save]; */
    NCMBInstallation *currentInstallation = NCMBInstallation_currentInstallation();
    require(NCMBInstallation_setDeviceTokenFromData(currentInstallation, deviceToken, sizeof deviceToken));
    require(NCMBObject_save(currentInstallation, NULL));
    require_text(NCMBInstallation_deviceToken(currentInstallation), "000fa0ff");
    /* [push setMessage:@"test"];
     * [push save]; */
    NCMBPush *push = test_push();
    require(NCMBPush_setMessage(push, "test") && NCMBObject_save(push, NULL));
    require(pump_until(&pushes_heard, PLAY_LIMIT_MILLISECONDS));
    /* [installation setChannels:@[@"Eagle"]];
     * [installation save]; */
    require(NCMBInstallation_setChannels(currentInstallation, eagle, 1) && NCMBObject_save(currentInstallation, NULL));
    /* [push setChannels:@[@"Eagle"]];
     * [push setMessage:@"test"];
     * [push save]; */
    pushes_heard = 0;
    push = test_push();
    require(NCMBPush_setChannels(push, falcon, 1) && NCMBPush_setMessage(push, "another") && NCMBObject_save(push, NULL));
    push = test_push();
    require(NCMBPush_setChannels(push, eagle, 1) && NCMBPush_setMessage(push, "test") && NCMBObject_save(push, NULL));
    require(pump_until(&pushes_heard, PLAY_LIMIT_MILLISECONDS));
}

PROMISE("the Facebook samples run, and say what to call where a window would open") {
    launch();
    sign_up_with_owner_name(UUID, "Sato");
    /* [NCMBFacebookUtils initializeFacebook]; */
    NCMBFacebookUtils_initializeFacebook();
    /* if ([NCMBFacebookUtils isLinkedWithUser:[NCMBUser currentUser]]) {
     * }else{
     *     [NCMBFacebookUtils linkUser:[NCMBUser currentUser] permissions:nil block:^(NSError *error) { }];
     * } */
    require(!NCMBFacebookUtils_isLinkedWithUser(NCMBUser_currentUser()));
    PLAY(&answer, NCMBFacebookUtils_linkUser_permissions_block(NCMBUser_currentUser(), NULL, 0, on_error, &answer));
    require_equal(answer.code, NCMBErrorServiceNotFound);
    PLAY_WELL(&answer, NCMBFacebookUtils_linkUser_facebookId_accessToken_expirationDate_block(
                           NCMBUser_currentUser(), "77", "token", 4102444800000, on_error, &answer));
    require(NCMBFacebookUtils_isLinkedWithUser(NCMBUser_currentUser()));
    /* return [NCMBFacebookUtils handleOpenURL:url]; */
    require(!NCMBFacebookUtils_handleOpenURL("fb77://authorize"));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
