/* Files: bytes that come back as they went, in parts, with names, types and rights. */
#include <pthread.h>

#include "backend.h"

enum { MIB = 1 << 20, PERCENTS_MAX = 256 };

static unsigned char bytes[10 * MIB + 1];
static struct {
    int count;
    int32_t percent[PERCENTS_MAX];
} told;
static unsigned char got[10 * MIB];
static size_t got_length;

static void fill(unsigned seed) {
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (unsigned char)(seed = seed * 1664525u + 1013904223u, seed >> 24);
}
static void on_percent(int32_t percent, void *context) {
    require(context == &told && !answer.times && told.count < PERCENTS_MAX);
    told.percent[told.count++] = percent;
}
static void on_data(const void *data, size_t length, const TCGBError *error, void *context) {
    struct answer *came_to = context;
    note_error(came_to, error);
    require(length <= sizeof got && (data || length == 0));
    got_length = length;
    if (length) memcpy(got, data, length);
    came(came_to);
}
static void require_progress(int at_least) {
    require(told.count >= at_least && told.percent[told.count - 1] == 100);
    for (int i = 1; i < told.count; i++) require(told.percent[i] > told.percent[i - 1]);
    told.count = 0;
}
static NCMBFile *saved_file(const char *name, const void *data, size_t length) {
    NCMBFile *file = NCMBFile_fileWithName_data(name, data, length);
    require(file);
    save(file);
    return file;
}
static NCMBFile *named(const char *name) { return NCMBFile_fileWithName_data(name, NULL, 0); }
static void require_stored(const char *name, const void *data, size_t length) {
    PLAY_WELL(&answer, NCMBFile_getDataInBackgroundWithBlock(named(name), on_data, &answer));
    require_equal(got_length, length);
    require(memcmp(got, data, length) == 0);
}

PROMISE("bytes come back as they went, with progress, however many parts they have") {
    set_keys();
    fill(1);
    const size_t lengths[] = {0, 1, 262143, 262144, 262145, 3 * MIB + 7};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        char name[32];
        snprintf(name, sizeof name, "file-%zu.bin", i);
        NCMBFile *file = NCMBFile_fileWithName_data(name, bytes, lengths[i]);
        require_text(NCMBFile_name(file), name);
        require(NCMBFile_isDirty(file) && NCMBFile_isDataAvailable(file));
        PLAY_WELL(&answer, NCMBFile_saveInBackgroundWithBlock_progressBlock(file, on_error, &answer, on_percent, &told));
        require_progress(lengths[i] > MIB ? 4 : 1);
        require(!NCMBFile_isDirty(file) && NCMBObject_createDate(file) > 0);
        NCMBFile *there = named(name);
        require(!NCMBFile_isDataAvailable(there));
        PLAY_WELL(&answer, NCMBFile_getDataInBackgroundWithBlock_progressBlock(there, on_data, &answer, on_percent, &told));
        require_progress(lengths[i] > MIB ? 4 : 1);
        require_equal(got_length, lengths[i]);
        require(memcmp(got, bytes, got_length) == 0);
        require(NCMBFile_isDataAvailable(there) && !NCMBFile_isDirty(there));
        require_text(NCMBFile_contentType(there), "application/octet-stream");
        require_equal(NCMBObject_objectForKey_int64(there, "fileSize"), (int64_t)lengths[i]);
        TCGBRelease(file), TCGBRelease(there);
    }
    /* The caller's bytes are copied. */
    NCMBFile *file = NCMBFile_fileWithName_data("copied", "abc", 3);
    char own[] = "abc";
    NCMBFile *mine = NCMBFile_fileWithName_data("mine", own, 3);
    memset(own, 'x', 3);
    require(NCMBObject_save(mine, NULL) && NCMBObject_save(file, NULL));
    TCGBError *error = NULL;
    NCMBData *data = NCMBFile_getData(named("mine"), &error);
    require(data && !error);
    require_equal(NCMBData_length(data), 3);
    require(memcmp(NCMBData_bytes(data), "abc", 3) == 0);
    TCGBRelease(data);
}

PROMISE("a file of the device is read when it is saved, and says when it cannot be") {
    set_keys();
    fill(2);
    char path[4200];
    snprintf(path, sizeof path, "%s/picture.png", directory);
    FILE *file = fopen(path, "wb");
    require(file && fwrite(bytes, 1, MIB + 5, file) == MIB + 5 && fclose(file) == 0);
    NCMBFile *picture = NCMBFile_fileWithName_contentsAtPath("picture.png", path);
    require(NCMBFile_setContentType(picture, "image/png") && NCMBFile_isDataAvailable(picture) && NCMBFile_isDirty(picture));
    PLAY_WELL(&answer, NCMBFile_saveInBackgroundWithBlock_progressBlock(picture, on_error, &answer, on_percent, &told));
    require_progress(3);
    require_stored("picture.png", bytes, MIB + 5);
    NCMBData *data = NCMBFile_getData(picture, NULL);
    require_equal(NCMBData_length(data), MIB + 5);

    NCMBFile *missing = NCMBFile_fileWithName_contentsAtPath("missing", "/no/such/file");
    PLAY(&answer, NCMBObject_saveInBackgroundWithBlock(missing, on_error, &answer));
    require_equal(answer.code, NCMBErrorMissingValue);
    require(strstr(answer.message, "/no/such/file"));
    PLAY(&answer, NCMBFile_getDataInBackgroundWithBlock(missing, on_data, &answer));
    require_equal(answer.code, NCMBErrorMissingValue);
    NCMBFile *folder = NCMBFile_fileWithName_contentsAtPath("folder", directory);
    PLAY(&answer, NCMBObject_saveInBackgroundWithBlock(folder, on_error, &answer));
    require_equal(answer.code, NCMBErrorMissingValue);
    file = fopen(path, "wb");
    require(file && fwrite(bytes, 1, sizeof bytes, file) == sizeof bytes && fclose(file) == 0);
    NCMBFile *large = NCMBFile_fileWithName_contentsAtPath("large", path);
    PLAY(&answer, NCMBObject_saveInBackgroundWithBlock(large, on_error, &answer));
    require_equal(answer.code, NCMBErrorFileTooLarge);
    require_text(answer.message, "File size Limit error.");
    require(NCMBFile_isDirty(large));
    require(!NCMBFile_fileWithData(bytes, sizeof bytes) && !NCMBFile_fileWithName_data("n", bytes, sizeof bytes));
    require(!NCMBFile_fileWithName_contentsAtPath("n", "") && !NCMBFile_fileWithName_data("", "a", 1) && !NCMBFile_fileWithData(NULL, 1));
}

PROMISE("names and content types are kept, whatever letters they have") {
    set_keys();
    const char *const names[] = {"a b.txt", "\xe3\x83\x91\xe3\x82\xba\xe3\x81\x86\xe3\x81\xbe.png", "50%+?#&=.bin", "..", "'\"\\;--"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        NCMBFile *file = NCMBFile_fileWithName_data(names[i], names[i], strlen(names[i]));
        require(NCMBFile_setContentType(file, "text/plain; charset=utf-8"));
        save(file);
        require_stored(names[i], names[i], strlen(names[i]));
    }
    require_text(NCMBFile_url(named("a b.txt")), "/2013-09-01/files/a%20b.txt");
    NCMBQuery *query = NCMBFile_query();
    require(NCMBQuery_orderByAscending(query, "fileName") && NCMBQuery_whereKey_equalTo_string(query, "fileName", names[1]));
    find(query);
    TCGBRelease(query);
    require_equal(answer.count, 1);
    require_text(NCMBFile_name(found[0]), names[1]);
    require_text(NCMBFile_contentType(found[0]), "text/plain; charset=utf-8");
    require(!NCMBFile_isDataAvailable(found[0]) && !NCMBFile_isDirty(found[0]));
    NCMBData *data = NCMBFile_getData(found[0], NULL);
    require_equal(NCMBData_length(data), strlen(names[1]));
    NCMBFile *random = NCMBFile_fileWithData("x", 1), *other = NCMBFile_fileWithData("x", 1);
    require(strlen(NCMBFile_name(random)) == 32 && strcmp(NCMBFile_name(random), NCMBFile_name(other)) != 0);
    PLAY(&answer, NCMBObject_saveInBackgroundWithBlock(NCMBFile_fileWithName_data("a/b", "x", 1), on_error, &answer));
    require_equal(answer.code, NCMBErrorInvalidFormat);
    require(!NCMBFile_setContentType(random, "a\nb") && !NCMBFile_contentType(random));
}

PROMISE("a file is replaced whole, deleted, and missed") {
    set_keys();
    saved_file("a", "first", 5);
    NCMBFile *file = saved_file("a", "second one", 10);
    require_stored("a", "second one", 10);
    PLAY_WELL(&answer, NCMBQuery_countObjectsInBackgroundWithBlock(NCMBFile_query(), on_number, &answer));
    require_equal(answer.count, 1);
    PLAY_WELL(&answer, NCMBObject_deleteInBackgroundWithBlock(file, on_error, &answer));
    PLAY(&answer, NCMBFile_getDataInBackgroundWithBlock(named("a"), on_data, &answer));
    require_equal(answer.code, NCMBErrorDataNotFound);
    require_equal(got_length, 0);
    TCGBError *error = NULL;
    require(!NCMBObject_delete(named("a"), &error));
    require_equal(TCGBError_code(error), NCMBErrorDataNotFound);
    require(!NCMBObject_save(named("a"), &error));
    require_equal(TCGBError_code(error), NCMBErrorRequired);
    require(!NCMBFile_getData(NCMBObject_objectWithClassName("Horse"), &error));
    require_equal(TCGBError_code(error), 3);
    require(!NCMBObject_setObject_forKey_string(named("a"), "x", "color"));
    require(!NCMBFile_name(NCMBObject_objectWithClassName("Horse")));
}

PROMISE("an ACL decides who reads a file, and is saved without the bytes") {
    set_keys();
    NCMBUser *owner = sign_up("owner");
    NCMBFile *file = NCMBFile_fileWithName_data("diary", "dear diary", 10);
    NCMBObject_setACL(file, NCMBACL_ACLWithUser(owner));
    save(file);
    require_stored("diary", "dear diary", 10);
    sign_up("other");
    PLAY(&answer, NCMBFile_getDataInBackgroundWithBlock(named("diary"), on_data, &answer));
    require_equal(answer.code, NCMBErrorOperationForbiddenByACL);
    PLAY(&answer, NCMBObject_saveInBackgroundWithBlock(NCMBFile_fileWithName_data("diary", "x", 1), on_error, &answer));
    require_equal(answer.code, NCMBErrorOperationForbiddenByACL);
    log_in_as("owner");
    NCMBACL_setPublicReadAccess(NCMBObject_ACL(file), true);
    require(NCMBFile_isDirty(file));
    save(file);
    require(!NCMBFile_isDirty(file));
    log_in_as("other");
    require_stored("diary", "dear diary", 10);
    PLAY(&answer, NCMBObject_deleteInBackgroundWithBlock(named("diary"), on_error, &answer));
    require_equal(answer.code, NCMBErrorOperationForbiddenByACL);
}

static void cancel_it(int32_t percent, void *context) {
    (void)percent;
    NCMBFile_cancel(context);
}

static bool has_ended;
static void *cancel_until_it_ends(void *file) {
    while (!__atomic_load_n(&has_ended, __ATOMIC_ACQUIRE)) {
        NCMBFile_cancel(file);
        usleep(1000);
    }
    return NULL;
}

PROMISE("a transfer that is cancelled ends with an error, and leaves what was there") {
    set_keys();
    fill(3);
    saved_file("big", "before", 6);
    NCMBFile *file = NCMBFile_fileWithName_data("big", bytes, 10 * MIB);
    /* The service answers nothing until the cancel has come. */
    require(TCGBConsole_setServiceSuspended(true));
    fresh(&answer);
    NCMBFile_saveInBackgroundWithBlock_progressBlock(file, on_error, &answer, on_percent, &told);
    NCMBFile_cancel(file);
    require(pump_until(&answer.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(answer.code, 110);
    require(strstr(answer.message, "NCMBFile_cancel"));
    require(TCGBConsole_setServiceSuspended(false));
    require_equal(told.count, 0);
    /* Its turn comes when nothing of the save is under way any more. */
    PLAY(&answer, NCMBObject_fetchInBackgroundWithBlock(file, on_error, &answer));
    require(NCMBFile_isDirty(file));
    require_stored("big", "before", 6);
    NCMBFile_cancel(file);
    /* In the middle, from inside the progress. */
    PLAY(&answer, NCMBFile_saveInBackgroundWithBlock_progressBlock(file, on_error, &answer, cancel_it, file));
    if (answer.code != 0) {
        require_equal(answer.code, 110);
        PLAY(&answer, NCMBObject_fetchInBackgroundWithBlock(file, on_error, &answer));
        require_stored("big", "before", 6);
    }
    PLAY_WELL(&answer, NCMBObject_saveInBackgroundWithBlock(file, on_error, &answer));
    require_stored("big", bytes, 10 * MIB);
    NCMBFile *reading = named("big");
    require(TCGBConsole_setServiceSuspended(true));
    fresh(&answer);
    NCMBFile_getDataInBackgroundWithBlock(reading, on_data, &answer);
    NCMBFile_cancel(reading);
    require(pump_until(&answer.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(answer.code, 110);
    require(TCGBConsole_setServiceSuspended(false));
    require(NCMBFile_getData(reading, NULL) != NULL);
    /* One that a thread waits for, from another thread. */
    pthread_t thread;
    TCGBError *error = NULL;
    reading = named("big");
    require(TCGBConsole_setServiceSuspended(true));
    require(pthread_create(&thread, NULL, cancel_until_it_ends, reading) == 0);
    require(!NCMBFile_getData(reading, &error));
    require_equal(TCGBError_code(error), 110);
    __atomic_store_n(&has_ended, true, __ATOMIC_RELEASE);
    require(pthread_join(thread, NULL) == 0);
    require(TCGBConsole_setServiceSuspended(false));
}

static void on_waiting(const TCGBError *error, void *context) {
    TCGBError *refusal = NULL;
    require(!error && !NCMBFile_getData(context, &refusal));
    require_equal(TCGBError_code(refusal), 11002);
    answer.times++;
}

PROMISE("a file whose bytes a callback waits for is refused") {
    set_keys();
    NCMBFile *file = NCMBFile_fileWithName_data("f", "x", 1);
    fresh(&answer);
    NCMBObject_saveInBackgroundWithBlock(file, on_waiting, named("f"));
    require(pump_until(&answer.times, PLAY_LIMIT_MILLISECONDS));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
