/* Very many objects in and out: the memory that it takes does not grow with them.
 *
 *     transfer_many OBJECTS DIRECTORY
 *
 * Ends with 0 and a line of figures, or with 10 and the promise that was broken. */
#include <sys/stat.h>

#include <NCMB/NCMB.h>

#include "../contract/play.h"

enum { BROKEN_PROMISE = 10, GROWTH_KIB_MAX = 32 * 1024, FEW = 20000 };

static int ended;
static struct {
    int64_t times, objects, bytes, in_all;
} told;

static void on_end(const char *json, const TCGBError *error, void *context) {
    (void)context;
    copy_text(answer.json, sizeof answer.json, json);
    copy_text(answer.message, sizeof answer.message, TCGBError_message(error));
    ended = 1;
}
static void on_progress(int64_t files, int64_t objects, int64_t bytes, int64_t in_all, void *context) {
    (void)files, (void)context;
    if (objects < told.objects || bytes < told.bytes) broken(__FILE__, __LINE__, "progress goes forward");
    told.times++, told.objects = objects, told.bytes = bytes, told.in_all = in_all;
}
static const char *at(const char *name) {
    static char paths[4][4200];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", directory, name);
    return path;
}
static void write_objects(const char *folder, int64_t count) {
    require(mkdir(at(folder), 0700) == 0);
    char name[64];
    snprintf(name, sizeof name, "%s/Horse.json", folder);
    FILE *file = fopen(at(name), "w");
    require(file);
    for (int64_t i = 0; i < count; i++)
        fprintf(file,
            "%s{\"objectId\":\"h%09lld\",\"createDate\":\"2014-01-01T00:00:00.000Z\",\"updateDate\":\"2014-01-01T00:00:00.000Z\","
            "\"acl\":{\"*\":{\"read\":true}},\"name\":\"horse %lld\",\"score\":%lld,"
            "\"owner\":{\"__type\":\"Pointer\",\"className\":\"user\",\"objectId\":\"u1\"}}",
            i ? ",\n" : "{\"results\":[\n", (long long)i, (long long)i, (long long)i * 7);
    fputs("\n]}\n", file);
    require(fclose(file) == 0);
}
static int64_t peak(void) {
    char line[256];
    FILE *file = fopen("/proc/self/status", "r");
    int64_t found = 0;
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, "VmHWM:", 6) == 0) found = atoll(line + 6);
    if (file) fclose(file);
    require(found > 0);
    return found;
}
/* How many seconds it took. */
static double transfer(bool is_import, const char *folder, int64_t objects) {
    int64_t began = milliseconds();
    memset(&told, 0, sizeof told);
    ended = 0;
    if (is_import) {
        TCGBConsole_importNCMBFromDirectory_progress_completion(at(folder), on_progress, NULL, on_end, NULL);
    } else {
        TCGBConsole_exportNCMBToDirectory_progress_completion(at(folder), on_progress, NULL, on_end, NULL);
    }
    while (!ended) TCGBRunLoop_runUntil(100);
    if (told.objects != objects || (is_import && told.bytes != told.in_all)) {
        fprintf(stderr, "%s of %lld objects: %s%s\n", is_import ? "import" : "export", (long long)objects, answer.json, answer.message);
        exit(BROKEN_PROMISE);
    }
    return (double)(milliseconds() - began) / 1000;
}

int main(int count, char **arguments) {
    if (count != 3) return fprintf(stderr, "usage: %s OBJECTS DIRECTORY\n", arguments[0]), 2;
    int64_t objects = atoll(arguments[1]);
    directory = arguments[2];
    require(TCGBHost_setStorageDirectory(at("store")));
    NCMB_setApplicationKey_clientKey("application-key", "client-key");
    write_objects("few", FEW), write_objects("many", objects);
    transfer(true, "few", FEW), transfer(false, "few-out", FEW);
    int64_t before = peak();
    double in = transfer(true, "many", objects), out = transfer(false, "many-out", objects), again = transfer(true, "many-out", objects);
    int64_t growth = peak() - before;
    require(TCGBGamebase_shutdown(5000));
    printf("%lld objects: import %.1f s, export %.1f s, import once more %.1f s; peak %lld KiB, %lld more than with %d\n",
        (long long)objects, in, out, again, (long long)peak(), (long long)growth, FEW);
    if (growth <= GROWTH_KIB_MAX) return 0;
    fprintf(stderr, "memory grows with the objects\n");
    return BROKEN_PROMISE;
}
