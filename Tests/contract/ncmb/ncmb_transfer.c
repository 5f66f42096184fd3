/* Import and export: what leaves in a directory comes back the same, and what cannot be taken is named. */
#include <dirent.h>
#include <sys/stat.h>

#include "backend.h"

enum { PATH_MAX_ = 4200, TEXT_MAX = 1 << 20, SOME = 5000, MANY = 20000, GROWTH_KIB_MAX = 8 * 1024 };

static struct {
    int64_t times, files, objects, bytes, in_all;
} told;

static void on_progress(int64_t files, int64_t objects, int64_t bytes, int64_t in_all, void *context) {
    require(context == &told && !answer.times);
    require(files >= told.files && objects >= told.objects && bytes >= told.bytes);
    told.times++, told.files = files, told.objects = objects, told.bytes = bytes, told.in_all = in_all;
}
static const char *path_of(const char *name) {
    static char paths[8][PATH_MAX_];
    static int next;
    require(directory);
    char *path = paths[next++ % 8];
    snprintf(path, PATH_MAX_, "%s/%s", directory, name);
    return path;
}
static void make_directory(const char *name) { require(mkdir(path_of(name), 0700) == 0); }
static void write_bytes(const char *name, const void *bytes, size_t count) {
    FILE *file = fopen(path_of(name), "wb");
    require(file && fwrite(bytes, 1, count, file) == count && fclose(file) == 0);
}
static void write_text(const char *name, const char *text) { write_bytes(name, text, strlen(text)); }
/* With ' for ", which is easier to read here. */
static void write_json(const char *name, const char *text) {
    char json[8192];
    require(strlen(text) < sizeof json);
    for (size_t i = 0; i == 0 || text[i - 1]; i++) json[i] = text[i] == '\'' ? '"' : text[i];
    write_text(name, json);
}
/* At most TEXT_MAX - 1 bytes, with a NUL behind them. */
static const char *read_file(const char *path, size_t *length) {
    static char texts[2][TEXT_MAX];
    static int next;
    char *text = texts[next++ % 2];
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    *length = fread(text, 1, TEXT_MAX - 1, file);
    text[*length] = 0;
    fclose(file);
    return text;
}
static const char *read_text(const char *name) {
    size_t length;
    return read_file(path_of(name), &length);
}
static int64_t number(const char *name) {
    char text[64];
    return atoll(json_member(answer.json, name, text, sizeof text));
}
static void import(const char *name) {
    memset(&told, 0, sizeof told);
    PLAY_WELL(&answer, TCGBConsole_importNCMBFromDirectory_progress_completion(path_of(name), on_progress, &told, on_json, &answer));
    require(told.times > 0 && told.bytes == told.in_all);
}
static void export(const char *name) {
    memset(&told, 0, sizeof told);
    PLAY_WELL(&answer, TCGBConsole_exportNCMBToDirectory_progress_completion(path_of(name), on_progress, &told, on_json, &answer));
    require(told.times > 0 && told.objects == number("objects") && told.files == number("files") && told.bytes == number("bytes"));
}
static void require_counts(int64_t taken, int64_t there, int64_t refused) {
    if (number("taken") != taken || number("alreadyThere") != there || number("refused") != refused) {
        char expected[128];
        snprintf(expected, sizeof expected, "%lld taken, %lld there, %lld refused", (long long)taken, (long long)there, (long long)refused);
        broken_text(__FILE__, __LINE__, "the report", answer.json, expected);
    }
}
static void require_problem(const char *file, int line, const char *code, const char *message) {
    char wanted[512];
    snprintf(wanted, sizeof wanted, "{\"file\":\"%s\",\"line\":%d,\"code\":\"%s\",\"message\":\"%s", file, line, code, message);
    if (!strstr(answer.json, wanted)) broken_text(__FILE__, __LINE__, "a problem", answer.json, wanted);
}
/* A store of its own, besides the directories of this program. */
static void open_store(const char *name) {
    TCGBGamebase_shutdown(5000);
    require(TCGBHost_setStorageDirectory(path_of(name)));
    NCMB_setApplicationKey_clientKey("application-key", "client-key");
    PLAY_WELL(&answer, TCGBConsole_loadSettings_completion("{\"ncmb\":{\"passwordCost\":8}}", on_error, &answer));
}
/* Every file of the one directory is in the other, byte by byte. */
static int compare_directories(const char *one, const char *other) {
    int count = 0;
    DIR *folder = opendir(one);
    require(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (entry->d_name[0] == '.') continue;
        char a[PATH_MAX_ + 256], b[PATH_MAX_ + 256];
        struct stat facts;
        snprintf(a, sizeof a, "%s/%s", one, entry->d_name), snprintf(b, sizeof b, "%s/%s", other, entry->d_name);
        require(stat(a, &facts) == 0);
        if (S_ISDIR(facts.st_mode)) {
            count += compare_directories(a, b);
        } else {
            size_t length, length_of_other;
            const char *first = read_file(a, &length), *second = read_file(b, &length_of_other);
            if (!first || !second || length != length_of_other || memcmp(first, second, length) != 0)
                broken(a, 0, "it has the same bytes in the other directory");
            count++;
        }
    }
    closedir(folder);
    return count;
}
static void require_same(const char *one, const char *other) {
    int count = compare_directories(path_of(one), path_of(other));
    require(count > 0);
    require_equal(count, compare_directories(path_of(other), path_of(one)));
}
static void fill_store(void) {
    NCMBUser *user = sign_up("dobby");
    NCMBObject_setObject_forKey_string(user, "a@example.com", "mailAddress");
    save(user);
    NCMBObject *stable = NCMBObject_objectWithClassName("Stable");
    NCMBObject_setObject_forKey_string(stable, "North", "name");
    save(stable);
    for (int i = 0; i < 150; i++) {
        NCMBObject *horse = NCMBObject_objectWithClassName("Horse");
        NCMBACL *rights = NCMBACL_ACLWithUser(user);
        NCMBACL_setReadAccess_forRoleWithName(rights, i % 2 == 0, "keepers");
        NCMBObject_setACL(horse, rights);
        NCMBObject_setObject_forKey_int64(horse, 9007199254740993 + i, "earned");
        NCMBObject_setObject_forKey_double(horse, 0.1 * i, "weight");
        NCMBObject_setObject_forKey_string(horse, "\xE9\xA6\xAC \"\\\n", "name");
        NCMBObject_setObject_forKey_date(horse, 1377840723868, "born");
        NCMBObject_setObject_forKey_object(horse, stable, "stable");
        NCMBGeoPoint *place = NCMBGeoPoint_geoPointWithLatitude_longitude(35.5, 139.75);
        NCMBObject_setObject_forKey_geoPoint(horse, place, "place");
        NCMBObject_setObject_forKey_json(horse, "{\"list\":[1,2.50,\"x\",null,true,{\"deep\":[]}]}", "more");
        save(horse);
        TCGBRelease(place), TCGBRelease(rights), TCGBRelease(horse);
    }
    NCMBRole *inner = NCMBRole_roleWithName("grooms"), *outer = NCMBRole_roleWithName("keepers");
    NCMBRole_addUser(inner, user);
    save(inner);
    NCMBRole_addRole(outer, inner);
    save(outer);
    NCMBInstallation *device = NCMBInstallation_currentInstallation();
    require(NCMBInstallation_setDeviceToken(device, "token-1"));
    NCMBObject_setObject_forKey_json(device, "[\"all\",\"jp\"]", "channels");
    save(device);
    static char bytes[300000];
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (char)(i * 7 + i / 251);
    NCMBFile *file = NCMBFile_fileWithName_data("..", bytes, sizeof bytes), *empty = NCMBFile_fileWithName_data("no thing.txt", "", 0);
    NCMBFile_setContentType(file, "image/png");
    save(file), save(empty);
}

PROMISE("what is exported comes back whole, in another store as here: objects, users, roles, relations, installations, files") {
    open_store("store");
    fill_store();
    export("out");
    require_equal(number("files"), 7);
    open_store("other");
    import("out");
    require(number("taken") > 156);
    require_counts(number("taken"), 0, 0);
    require_equal(told.objects, number("taken"));
    export("again");
    require_same("out", "again");
    import("out");
    require_equal(number("taken"), 0);
    require_equal(number("refused"), 0);
    export("third");
    require_same("out", "third");
}

static char mailed_key[256];
static struct answer mailed;
static void on_mail(
    NCMBMailKind kind, const char *address, const char *name, const char *key, const char *subject, const char *text, void *context) {
    (void)address, (void)name, (void)subject, (void)text, (void)context;
    require(kind == NCMBMailKindPasswordReset);
    snprintf(mailed_key, sizeof mailed_key, "%s", key);
    came(&mailed);
}

PROMISE("a user that was imported has no password until a reset, and then the rights, roles and relations of before") {
    open_store("store");
    fill_store();
    export("out");
    open_store("other");
    import("out");
    PLAY(&answer, NCMBUser_logInWithUsernameInBackground_password_block("dobby", "secret", on_object, &answer));
    require_equal(answer.code, NCMBErrorAuthFailure);
    NCMBQuery *horses = NCMBQuery_queryWithClassName("Horse");
    NCMBQuery_setLimit(horses, 200);
    find(horses);
    require_equal(answer.count, 0);
    NCMBMail_setFunction(on_mail, NULL);
    PLAY_WELL(&answer, NCMBUser_requestPasswordResetForEmailInBackground_block("a@example.com", on_error, &answer));
    require(pump_until(&mailed.times, PLAY_LIMIT_MILLISECONDS));
    PLAY_WELL(&answer, NCMBMail_finishPasswordResetWithKey_password_block(mailed_key, "secret", on_error, &answer));
    log_in_as("dobby");
    find(horses);
    require_equal(answer.count, 150);
    NCMBQuery *roles = NCMBRole_query();
    NCMBQuery_whereKey_equalTo_string(roles, "roleName", "keepers");
    find(roles);
    require_equal(answer.count, 1);
    find(NCMBRelation_query(NCMBRole_relationForRole(found[0])));
    require_equal(answer.count, 1);
    require_text(NCMBRole_roleName(found[0]), "grooms");
    find(NCMBRelation_query(NCMBRole_relationForUser(found[0])));
    require_equal(answer.count, 1);
    require_text(NCMBObject_objectForKey_string(found[0], "userName"), "dobby");
}

/* As the vendor's console wrote them; names and values are made up. */
static void write_vendor_export(void) {
    make_directory("vendor");
    make_directory("vendor/files");
    write_json("vendor/user.json",
        "{\n  'results': [\n"
        "    {'objectId': 'qGbH6oVqCLJmO0qJ', 'createDate': '2013-08-28T03:02:29.970Z', 'updateDate': '2013-08-29T04:48:21.326Z',\n"
        "     'acl': {'qGbH6oVqCLJmO0qJ': {'read': true, 'write': true}}, 'userName': 'Nifty Tarou', 'password': '$2a$10$x',\n"
        "     'mailAddress': 'tarou@example.com', 'mailAddressConfirm': true, 'authData': null, 'sessionToken': 't'},\n"
        "    {'objectId': 'FqLm0CLJmO0qJaaa', 'createDate': '2013-08-28T03:02:29.970Z', 'updateDate': '2013-08-28T03:02:29.970Z',\n"
        "     'acl': {'FqLm0CLJmO0qJaaa': {'read': true, 'write': true}}, 'userName': 'anonymous1', 'mailAddress': null,\n"
        "     'authData': {'anonymous': {'id': '3dc72085-911b-4798-9707-d69e879a6185'}}}\n"
        "  ]\n}\n");
    write_json("vendor/role.json",
        "{'results':[{'objectId':'role000000000001','roleName':'admins','createDate':'2014-01-01T00:00:00.000Z',"
        "'updateDate':'2014-01-01T00:00:00.000Z','acl':{'*':{'read':true}},'belongUser':{'__type':'Relation','className':"
        "'user'}}]}");
    write_json("vendor/installation.json",
        "[{'objectId':'inst000000000001','applicationName':'Derby','appVersion':'1.0','badge':0,'channels':[],'deviceToken':"
        "'0a1b','deviceType':'ios','sdkVersion':'2.0.4','timeZone':'Asia/Tokyo','createDate':'2014-01-01T00:00:00.000Z',"
        "'updateDate':'2014-01-01T00:00:00.000Z','acl':{'*':{'read':true,'write':true}},'pushType':null}]");
    /* One a line, the last without an end; a byte order mark and the line ends of another system. */
    write_json("vendor/Horse.json",
        "\xEF\xBB\xBF{'objectId':'horse00000000001','name':'\xE3\x83\x87\xE3\x82\xA3\xE3\x83\xBC\xE3\x83\x97','owner':{'__type':"
        "'Pointer','className':'user','objectId':'qGbH6oVqCLJmO0qJ'},'born':{'__type':'Date','iso':"
        "'2002-03-25T00:00:00.000Z'},'createDate':'2014-01-01T00:00:00.000Z','updateDate':'2014-02-01T00:00:00.000Z'}\r\n\r\n"
        "{'objectId':'horse00000000002','name':'Two','place':{'__type':'GeoPoint','latitude':35.6,'longitude':139.7},"
        "'skills':{'\xE9\x80\x83\xE3\x81\x92':1,'far-2':2}}");
    write_json("vendor/file.json",
        "{'results':[{'fileName':'photo.png','mimeType':'image/png','fileSize':5,'createDate':'2014-01-01T00:00:00.000Z',"
        "'updateDate':'2014-01-01T00:00:00.000Z','acl':{'*':{'read':true}}}]}");
    write_bytes("vendor/files/photo.png", "\x89PNG\x00", 5);
    write_json("vendor/push.json", "{'results':[{'objectId':'push000000000001','message':'m'}]}");
}

PROMISE("an export of the vendor's console is taken as it is: a list, results, or one object a line") {
    set_keys();
    write_vendor_export();
    import("vendor");
    require_counts(7, 0, 1);
    require_problem("push.json", 1, "E403003", "");
    NCMBObject *horse = fetched("Horse", "horse00000000001");
    require_text(NCMBObject_objectForKey_string(horse, "name"), "\xE3\x83\x87\xE3\x82\xA3\xE3\x83\xBC\xE3\x83\x97");
    require_equal(NCMBObject_createDate(horse), 1388534400000);
    require_equal(NCMBObject_updateDate(horse), 1391212800000);
    require_equal(NCMBObject_objectForKey_date(horse, "born"), 1017014400000);
    require_text(
        NCMBObject_objectForKey_json(fetched("Horse", "horse00000000002"), "skills"), "{\"\xE9\x80\x83\xE3\x81\x92\":1,\"far-2\":2}");
    PLAY_WELL(&answer, NCMBAnonymousUtils_logInWithBlock(on_object, &answer));
    require(!NCMBUser_logInWithUsername_password_error("Nifty Tarou", "$2a$10$x", NULL));
    import("vendor");
    require_counts(0, 7, 1);
    export("out");
    const char *users = read_text("out/user.json");
    require(users && strstr(users, "Nifty Tarou") && !strstr(users, "password") && !strstr(users, "sessionToken"));
}

/* Faults, each with its line behind it. */
static void write_faults(void) {
    make_directory("in");
    make_directory("in/relations");
    make_directory("in/files");
    write_json("in/A.json", "{'results': [\n"
                            "{'objectId':'a1','n':1},\n"
                            "{'objectId':'a2','n':tru},\n"                  /* 3 */
                            "{'objectId':'a3','n':'open},\n"                /* 4 */
                            "{'objectId':'a4','n':1\n"                      /* 5 */
                            "{'objectId':'a5','n':1},\n"                    /* good again */
                            "{'objectId':'a6','a.b':1},\n"                  /* 7 */
                            "{'objectId':'a7','t':'\xC3\x28'},\n"           /* 8 */
                            "{'n':1},\n"                                    /* 9 */
                            "{'objectId':'a/b'},\n"                         /* 10 */
                            "{'objectId':'a8','createDate':'yesterday'},\n" /* 11 */
                            "{'objectId':'a9','acl':7},\n"                  /* 12 */
                            "{'objectId':'a10','t':{'__type':'Odd'}},\n"    /* 13 */
                            "17, [1],\n"                                    /* 14, twice */
                            "{'objectId':'a11',\n'n':1,\n'm': nul}\n"       /* 17 */
                            "{'objectId':'a12'},\n");                       /* 18; and no end: 19 */
    write_json("in/B.json", "{'objectId':'b1'}\n{'objectId':'b2'\n{'objectId':'b3','n':1}\n{'objectId':'b3','n':2}\n");
    write_json("in/user.json", "[{'objectId':'u1','userName':'one'},\n{'objectId':'u2','userName':'one'},\n{'objectId':'u3'},\n"
                               "{'objectId':'u4','userName':'four','authData':{'myspace':{'id':'1'}}}]");
    write_json("in/role.json", "[{'objectId':'r1','roleName':'r1','belongRole':{'__type':'Relation','className':'role'}},\n"
                               "{'objectId':'r2','roleName':'r2','belongRole':{'__op':'AddRelation','objects':[{'__type':'Pointer',"
                               "'className':'role','objectId':'r1'}]}}]");
    write_json("in/relations/role.json",
        "{'results':[{'objectId':'r1','field':'belongRole','target':{'__type':'Pointer','className':'role','objectId':'r2'}},\n"
        "{'objectId':'r1','field':'none','target':{'__type':'Pointer','className':'role','objectId':'r2'}},\n"
        "{'objectId':'r9','field':'belongRole','target':{'__type':'Pointer','className':'role','objectId':'r2'}},\n"
        "{'objectId':'r1','field':'belongRole','target':'r2'}]}");
    write_json("in/file.json",
        "[{'fileName':'gone.txt'},\n{'fileName':'../up'},\n{'fileName':'short.txt','fileSize':9},\n{'fileName':'well.txt'}]");
    write_text("in/files/short.txt", "four");
    write_text("in/files/well.txt", "well");
    write_json("in/no-class.json", "[]");
}
static void require_faults(void) {
    require_problem("A.json", 3, "E400007", "");
    require_problem("A.json", 4, "E400007", "");
    require_problem("A.json", 5, "E400007", "");
    require_problem("A.json", 7, "E400004", "a.b is invalid format.");
    require_problem("A.json", 8, "E400007", "");
    require_problem("A.json", 9, "E400003", "objectId is empty.");
    require_problem("A.json", 10, "E400004", "objectId is invalid format.");
    require_problem("A.json", 11, "E400004", "createDate is invalid format.");
    require_problem("A.json", 12, "E400002", "");
    require_problem("A.json", 13, "E400004", "t is invalid format.");
    require_problem("A.json", 14, "E400007", "It is no JSON object.");
    require_problem("A.json", 17, "E400007", "");
    require_problem("A.json", 19, "E400007", "the file ends before its list does");
    require_problem("B.json", 2, "E400007", "");
    require_problem("B.json", 4, "E409001", "");
    require_problem("user.json", 2, "E409001", "userName is duplication.");
    require_problem("user.json", 3, "E400003", "");
    require_problem("user.json", 4, "E403005", "");
    require_problem("relations/role.json", 1, "E403003", "");
    require_problem("relations/role.json", 2, "E400004", "");
    require_problem("relations/role.json", 3, "E404001", "");
    require_problem("relations/role.json", 4, "E400004", "");
    require_problem("file.json", 1, "E404003", "");
    require_problem("file.json", 2, "E400004", "fileName is invalid format.");
    require_problem("file.json", 3, "E400005", "");
    require_problem("no-class.json", 1, "E403003", "");
}

PROMISE("what cannot be taken is named with file and line, and the rest is taken") {
    set_keys();
    write_faults();
    import("in");
    require_faults();
    require_counts(9, 0, 27);
    import("in");
    require_counts(0, 9, 27);
    export("out");
    /* What has changed since stays as it is. */
    NCMBObject *mine = fetched("A", "a1");
    NCMBObject_setObject_forKey_int64(mine, 2, "n");
    save(mine);
    import("out");
    require_problem("A.json", 2, "E409001", "");
    require_equal(number("refused"), 1);
    require_equal(NCMBObject_objectForKey_int64(fetched("A", "a1"), "n"), 2);
    write_text("in/files/well.txt", "ill!");
    import("in");
    require_problem("file.json", 4, "E409001", "");
}

PROMISE("of more problems than the report holds the first are named and all are counted") {
    set_keys();
    make_directory("in");
    FILE *file = fopen(path_of("in/A.json"), "w");
    for (int i = 0; i < 1500; i++) fprintf(file, "{\"n\":%d}\n", i);
    require(fclose(file) == 0);
    import("in");
    require_counts(0, 0, 1500);
}

PROMISE("a directory that is no place for it is refused, and nothing is written there") {
    set_keys();
    make_directory("full");
    write_text("full/mine.txt", "mine");
    PLAY(&answer, TCGBConsole_exportNCMBToDirectory_progress_completion(path_of("full"), NULL, NULL, on_json, &answer));
    require_equal(answer.code, 3);
    require(strstr(answer.message, "not empty"));
    require_text(read_text("full/mine.txt"), "mine");
    require(!read_text("full/export-unfinished"));
    PLAY(&answer, TCGBConsole_exportNCMBToDirectory_progress_completion(path_of("full/mine.txt"), NULL, NULL, on_json, &answer));
    require_equal(answer.code, 3);
    PLAY(&answer, TCGBConsole_importNCMBFromDirectory_progress_completion(path_of("none"), NULL, NULL, on_json, &answer));
    require_equal(answer.code, 3);
    PLAY(&answer, TCGBConsole_importNCMBFromDirectory_progress_completion(NULL, NULL, NULL, on_json, &answer));
    require_equal(answer.code, 3);
    export("out");
    PLAY(&answer, TCGBConsole_exportNCMBToDirectory_progress_completion(path_of("out"), NULL, NULL, on_json, &answer));
    require_equal(answer.code, 3);
    /* One that was cut short begins anew, and leaves nothing of a class that has gone since. */
    write_text("out/export-unfinished", "");
    write_text("out/Gone.json", "{\"results\":[\n{\"objectId\":\"g\"");
    import("out");
    require_problem("export-unfinished", 1, "E400006", "");
    save(NCMBObject_objectWithClassName("Horse"));
    export("out");
    require(!read_text("out/Gone.json") && !read_text("out/export-unfinished"));
    import("out");
    require_counts(0, 1, 0);
}

static struct answer second;
PROMISE("one import or export runs at a time; a shutdown cuts it short, and the next one carries on") {
    set_keys();
    make_directory("in");
    FILE *file = fopen(path_of("in/A.json"), "w");
    for (int i = 0; i < SOME; i++) fprintf(file, "{\"objectId\":\"a%d\",\"n\":%d}\n", i, i);
    require(fclose(file) == 0);
    fresh(&answer), fresh(&second);
    TCGBConsole_importNCMBFromDirectory_progress_completion(path_of("in"), NULL, NULL, on_json, &answer);
    TCGBConsole_exportNCMBToDirectory_progress_completion(path_of("out"), NULL, NULL, on_json, &second);
    require(pump_until(&second.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(second.code, 11002);
    require(!answer.times);
    require(TCGBGamebase_shutdown(5000));
    require(answer.times == 1 && answer.code == 110);
    set_keys();
    import("in");
    require(number("taken") > 0 && number("taken") + number("alreadyThere") == SOME && number("refused") == 0);
    import("in");
    require_counts(0, SOME, 0);
}

/* Kilobytes of this process that were ever in memory at once. */
static int64_t peak(void) {
    size_t length;
    const char *text = read_file("/proc/self/status", &length), *at = text ? strstr(text, "VmHWM:") : NULL;
    require(at);
    return atoll(at + strlen("VmHWM:"));
}
static void write_many(const char *name, int first, int count) {
    FILE *file = fopen(path_of(name), "w");
    require(file && fputs("{\"results\":[\n", file) >= 0);
    for (int i = first; i < first + count; i++)
        fprintf(file, "%s{\"objectId\":\"m%07d\",\"createDate\":\"2014-01-01T00:00:00.000Z\",\"name\":\"horse %d\",\"score\":%d}",
            i > first ? ",\n" : "", i, i, i);
    require(fputs("\n]}\n", file) >= 0 && fclose(file) == 0);
}

PROMISE("20 times as many objects take no more memory, in and out") {
    set_keys();
    make_directory("few"), make_directory("many");
    write_many("few/A.json", 0, MANY / 20);
    write_many("many/A.json", 0, MANY);
    import("few");
    export("few-out");
    int64_t before = peak();
    import("many");
    require_counts(MANY - MANY / 20, MANY / 20, 0);
    export("many-out");
    if (peak() - before > GROWTH_KIB_MAX) require_equal(peak() - before, 0);
}

PROMISE("a purchase goes through while an import runs") {
    start_playing();
    make_directory("in");
    write_many("in/A.json", 0, MANY);
    memset(&told, 0, sizeof told);
    fresh(&second);
    TCGBConsole_importNCMBFromDirectory_progress_completion(path_of("in"), NULL, NULL, on_json, &second);
    PLAY_WELL(&answer, TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem_100", NULL, on_purchase, &answer));
    require(!second.times);
    await_for(second.times, 60000, TCGBRunLoop_runUntil(50));
    require_equal(second.code, 0);
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
