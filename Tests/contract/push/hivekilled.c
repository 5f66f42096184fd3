/* kill -9 while local pushes are registered and told. */
#include "hiving.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

enum { ROUNDS = 20, IDS_MAX = 20000 };

static int out; /* where a child tells what it registered and heard, and what survives it */

static void tell_line(char what, int64_t id) {
    char line[64];
    int length = snprintf(line, sizeof line, "%c%lld\n", what, (long long)id);
    require(write(out, line, (size_t)length) == length);
}
static void on_heard(const HIVEPushMessage *message, void *context) {
    (void)context;
    tell_line('H', HIVEPushMessage_noticeId(message));
}
static bool registered;
static void on_registered(const HIVEResultAPI *result, const HIVELocalPush *localPush, void *context) {
    (void)context;
    require(HIVEResultAPI_isSuccess(result));
    tell_line('R', HIVELocalPush_noticeId(localPush));
    registered = true;
}
static void play(int round, bool registers) {
    HIVEPushDelegate delegate = {.structSize = sizeof delegate, .didReceive = on_heard};
    require(HIVEPush_setDelegate(&delegate));
    initialize_here();
    for (int64_t number = 0; registers; number++) {
        HIVELocalPush *push = HIVELocalPush_initWithNoticeId_title_msg_after(round * 1000 + number, "t", "m", 0);
        registered = false;
        HIVEPush_registerLocalPush(push, on_registered, NULL);
        TCGBRelease(push);
        while (!registered) TCGBRunLoop_runUntil(5);
    }
    pump_for(500);
    require(TCGBGamebase_shutdown(2000));
    _exit(0);
}
static void live(int round, int milliseconds_) {
    pid_t child = fork();
    require(child >= 0);
    if (child == 0) play(round, milliseconds_ > 0);
    if (milliseconds_ > 0) {
        usleep((useconds_t)milliseconds_ * 1000);
        kill(child, SIGKILL);
    }
    int status;
    require(waitpid(child, &status, 0) == child);
    if (milliseconds_ == 0) require(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

PROMISE("kill -9 loses no registered local push, and repeats only those of its last moment") {
    static int times[IDS_MAX];
    static bool kept[IDS_MAX];
    char path[4096], line[64];
    snprintf(path, sizeof path, "%s/told", directory);
    out = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    FILE *file = fopen(path, "r"); /* with a place of its own */
    require(out >= 0 && file);
    srand(20261123);
    for (int round = 0; round <= ROUNDS; round++) live(round, round < ROUNDS ? 40 + rand() % 200 : 0);
    int registered_count = 0, lost = 0, twice = 0;
    while (fgets(line, sizeof line, file)) {
        int id = atoi(line + 1);
        require(id < IDS_MAX);
        if (line[0] == 'R') kept[id] = true, registered_count++;
        else times[id]++;
    }
    for (int id = 0; id < IDS_MAX; id++) {
        lost += kept[id] && !times[id];
        twice += times[id] > 1 ? times[id] - 1 : 0;
    }
    require(registered_count > 50);
    require_equal(lost, 0);
    /* The notes of what was told are written together: those of the write that a kill cut off come again. */
    require(twice <= ROUNDS * 8);
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
