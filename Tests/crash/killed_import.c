/* kill -9 at random moments of an import and of an export: whoever does them again has what the uninterrupted ones give.
 *
 *     killed_import KILLS SEED DIRECTORY
 *
 * Ends with 0 and a line of figures, or with 10 and the promise that was broken. */
#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <NCMB/NCMB.h>

#include "../contract/play.h"

enum { OBJECTS = 4000, FILES = 6, FILE_BYTES = 300000, KILLS_OF_A_STORE = 4, BROKEN_PROMISE = 10, FINAL_SECONDS_MAX = 60 };

static struct {
    int64_t taken, there;   /* of the last import that ended */
    volatile int64_t words; /* of progress, by the life that runs */
} *counted;
static char *base;
static char answered[65536];
static int ended;
static int64_t code;

static const char *at(const char *folder, const char *name) {
    static char paths[4][8400];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s%s%s", base, folder, *name ? "/" : "", name);
    return path;
}
static void on_end(const char *json, const TCGBError *error, void *context) {
    (void)context;
    code = TCGBError_code(error);
    snprintf(answered, sizeof answered, "%s", error ? TCGBError_message(error) : json);
    ended = 1;
}
static void finish(void) {
    while (!ended) TCGBRunLoop_runUntil(100);
    ended = 0;
    if (code != 0) fprintf(stderr, "%s\n", answered), _exit(BROKEN_PROMISE);
}
static void open_store(const char *store) {
    require(TCGBHost_setStorageDirectory(at(store, "")));
    NCMB_setApplicationKey_clientKey("application-key", "client-key");
}
static int64_t number(const char *name) {
    char text[64];
    return atoll(json_member(answered, name, text, sizeof text));
}
static void on_progress(int64_t files, int64_t objects, int64_t bytes, int64_t in_all, void *context) {
    (void)files, (void)objects, (void)bytes, (void)in_all, (void)context;
    counted->words++;
}
static void import(const char *store) {
    open_store(store);
    TCGBConsole_importNCMBFromDirectory_progress_completion(at("in", ""), on_progress, NULL, on_end, NULL);
    finish();
    counted->taken = number("taken"), counted->there = number("alreadyThere");
    if (counted->taken + counted->there != OBJECTS + FILES + 3 || number("refused") != 0) {
        fprintf(stderr, "an import that was done again says %s\n", answered);
        _exit(BROKEN_PROMISE);
    }
    require(TCGBGamebase_shutdown(5000));
}
static void export(const char *store, const char *to) {
    open_store(store);
    TCGBConsole_exportNCMBToDirectory_progress_completion(at(to, ""), NULL, NULL, on_end, NULL);
    finish();
    require(TCGBGamebase_shutdown(5000));
}

static void write_input(void) {
    const char *dates = "\"createDate\":\"2014-01-01T00:00:00.000Z\",\"updateDate\":\"2014-01-02T00:00:00.000Z\"";
    require(mkdir(at("in", ""), 0700) == 0 && mkdir(at("in", "files"), 0700) == 0 && mkdir(at("in", "relations"), 0700) == 0);
    FILE *file = fopen(at("in", "Horse.json"), "w");
    for (int i = 0; i < OBJECTS; i++) fprintf(file, "{\"objectId\":\"h%05d\",\"n\":%d,%s}\n", i, i, dates);
    require(fclose(file) == 0);
    file = fopen(at("in", "user.json"), "w");
    fprintf(file, "[{\"objectId\":\"u1\",\"userName\":\"one\",%s}]", dates);
    require(fclose(file) == 0);
    file = fopen(at("in", "role.json"), "w");
    fprintf(file, "[{\"objectId\":\"r1\",\"roleName\":\"r\",\"belongUser\":{\"__type\":\"Relation\",\"className\":\"user\"},%s}]", dates);
    require(fclose(file) == 0);
    file = fopen(at("in", "relations/role.json"), "w");
    fprintf(file,
        "{\"objectId\":\"r1\",\"field\":\"belongUser\",\"target\":{\"__type\":\"Pointer\",\"className\":\"user\",\"objectId\":\"u1\"}}");
    require(fclose(file) == 0);
    file = fopen(at("in", "file.json"), "w");
    for (int i = 0; i < FILES; i++) fprintf(file, "{\"objectId\":\"f%d\",\"fileName\":\"file %d\",%s}\n", i, i, dates);
    require(fclose(file) == 0);
    for (int i = 0; i < FILES; i++) {
        char name[32];
        snprintf(name, sizeof name, "files/f%d", i);
        file = fopen(at("in", name), "w");
        for (int k = 0; k < FILE_BYTES; k++) fputc((k * 7 + i + k / 251) & 255, file);
        require(fclose(file) == 0);
    }
}

/* A child does `work`; it is killed so many microseconds behind so many words of its progress, or never for a negative number. Words are
 * waited for because a machine that is busy is late by any measure of time that it gave before. */
static int life(void (*work)(const char *, const char *), const char *one, const char *other, int64_t microseconds, int64_t words) {
    int status;
    siginfo_t ended_early;
    fflush(NULL);
    counted->words = 0;
    pid_t child = fork();
    if (child == 0) {
        if (microseconds < 0) alarm(FINAL_SECONDS_MAX);
        work(one, other);
        _exit(0);
    }
    if (child < 0) perror("fork"), exit(2);
    if (microseconds >= 0) {
        do {
            if (counted->words >= words) break;
            usleep(200);
            ended_early.si_pid = 0;
        } while (waitid(P_PID, (id_t)child, &ended_early, WEXITED | WNOHANG | WNOWAIT) == 0 && ended_early.si_pid == 0);
        usleep((useconds_t)microseconds);
        kill(child, SIGKILL);
    }
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) exit(2);
    if (WIFEXITED(status)) return WEXITSTATUS(status);
    return WTERMSIG(status) == SIGKILL ? 0 : 128 + WTERMSIG(status);
}
static void import_work(const char *store, const char *unused) { (void)unused, import(store); }
static void export_work(const char *store, const char *to) { export(store, to); }

static void whole(int status, const char *what) {
    if (status == 0) return;
    fprintf(stderr, "%s: status %d\n", what, status);
    exit(status == BROKEN_PROMISE ? BROKEN_PROMISE : 1);
}
static void require_same(const char *one, const char *other) {
    char command[20000];
    snprintf(command, sizeof command, "diff -rq '%s' '%s' >&2", at(one, ""), at(other, ""));
    if (system(command) != 0) exit(BROKEN_PROMISE);
}
static int64_t microseconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int main(int count, char **arguments) {
    if (count != 4) return fprintf(stderr, "usage: %s KILLS SEED DIRECTORY\n", arguments[0]), 2;
    int64_t kills = atoll(arguments[1]), amid = 0, stores = 0;
    unsigned dice = (unsigned)atoll(arguments[2]);
    base = arguments[3];
    counted = mmap(NULL, sizeof *counted, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (counted == MAP_FAILED) return perror("mmap"), 2;
    write_input();
    int64_t began = microseconds_now();
    whole(life(import_work, "whole", "", -1, 0), "the import without a kill");
    int64_t import_microseconds = microseconds_now() - began;
    began = microseconds_now();
    whole(life(export_work, "whole", "expected", -1, 0), "the export without a kill");
    int64_t export_microseconds = microseconds_now() - began;
    for (int64_t kill = 0; kill < kills; stores++) {
        char store[64], to[64];
        snprintf(store, sizeof store, "store-%lld", (long long)stores), snprintf(to, sizeof to, "out-%lld", (long long)stores);
        for (int i = 0; i < KILLS_OF_A_STORE && kill < kills; i++, kill++) {
            bool is_export = i == KILLS_OF_A_STORE - 1;
            if (is_export) {
                whole(life(import_work, store, "", -1, 0), "an import after kills");
                if (counted->taken > 0 && counted->there > 0) amid++;
            }
            int64_t words = is_export ? 0 : rand_r(&dice) % 3;
            int64_t most = is_export ? export_microseconds : words > 0 ? import_microseconds / 8 : import_microseconds / 2;
            whole(life(is_export ? export_work : import_work, store, to, (int64_t)(rand_r(&dice) % (unsigned)most), words),
                "a life that is killed");
        }
        whole(life(import_work, store, "", -1, 0), "the last import");
        /* One that ended before its kill stays as it is. */
        if (access(at(to, "export-report.json"), F_OK) != 0) whole(life(export_work, store, to, -1, 0), "the last export");
        unlink(at(to, "export-unfinished"));
        require_same("expected", to);
    }
    printf("%lld kills, %lld of %lld imports found a part of the rows; 0 lost, 0 double, 0 different\n", (long long)kills, (long long)amid,
        (long long)stores);
    if (kills >= 40 && amid * 4 < stores) return fprintf(stderr, "the moments are badly spread\n"), 1;
    return 0;
}
